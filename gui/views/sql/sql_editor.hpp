// The SQL editor with colours and completion, and the names that it can insert.
#pragma once

#include <vector>

#include <QPlainTextEdit>
#include <QStringList>
#include <QWidget>

#include "db/query/query.hpp"

class QCompleter;
class QLineEdit;
class QStringListModel;
class QTreeWidget;

namespace sortscope::gui {

class SqlHighlighter;

class SqlEditor : public QPlainTextEdit {
    Q_OBJECT

 public:
    explicit SqlEditor(QWidget* parent = nullptr);

    QString sql() const { return toPlainText(); }
    /// Names to complete, in addition to SQL keywords.
    void set_names(const QStringList& names);
    /// Inserts a name at the cursor, after a comma if a list of columns needs one.
    void insert_name(const QString& name);

 signals:
    /// Ctrl+Enter.
    void run_wanted();

 protected:
    void keyPressEvent(QKeyEvent* event) override;
    void changeEvent(QEvent* event) override;

 private:
    QString word_before_cursor() const;
    void complete(const QString& word);
    void colour();

    SqlHighlighter* highlighter_;
    QCompleter* completer_;
    QStringListModel* words_;
};

/// The views of a file and their columns, with a search line.
class SqlNames : public QWidget {
    Q_OBJECT

 public:
    SqlNames();

    void set_views(const std::vector<db::ViewText>& views);
    void clear();
    /// Names of all views and columns.
    const QStringList& names() const { return names_; }
    QTreeWidget& tree() { return *tree_; }
    QLineEdit& find_line() { return *find_; }

 signals:
    /// Insert a name.
    void picked(const QString& name);
    /// Show the rows of a view.
    void rows_wanted(const QString& view);

 protected:
    void resizeEvent(QResizeEvent* event) override;

 private:
    void share_width();

    QLineEdit* find_;
    QTreeWidget* tree_;
    QStringList names_;
};

}  // namespace sortscope::gui
