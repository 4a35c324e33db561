// The SQL editor, and the names that it can insert.
#pragma once

#include "db/query/query.hpp"
#include "gui/views/parts/controls.hpp"

namespace sortscope::gui {
class SqlHighlighter;

/// Replaces blanks by line breaks in lines longer than `longest`. Quoted texts, quoted names and comments
/// stay whole.
QString broken_lines(const QString& sql, qsizetype longest);

class SqlEditor : public QPlainTextEdit {
    Q_OBJECT
 public:
    SqlEditor();

    QString sql() const { return toPlainText(); }
    void set_names(const QStringList& names);
    /// Inserts a comma first if a list of columns needs it.
    void insert_name(const QString& name);

 signals:
    void run_wanted();

 protected:
    void keyPressEvent(QKeyEvent* event) override;
    /// Breaks very long lines, because Qt lays out a line as a whole.
    void insertFromMimeData(const QMimeData* source) override;
    void changeEvent(QEvent* event) override {
        QPlainTextEdit::changeEvent(event);
        if (event->type() == QEvent::PaletteChange) colour();
    }

 private:
    QString word_before_cursor() const;
    void complete(const QString& word);
    void colour();

    SqlHighlighter* highlighter_;
    QCompleter* completer_;
    QStringListModel* words_;
};

class SqlNames : public QWidget {
    Q_OBJECT
 public:
    SqlNames();
    void set_views(const std::vector<db::ViewText>& views);
    void clear() {
        tree_->clear();
        names_.clear();
    }
    const QStringList& names() const { return names_; }
    QTreeWidget& tree() { return *tree_; }
    QLineEdit& find_line() { return *find_; }

 signals:
    void picked(const QString& name);
    void rows_wanted(const QString& view);

 protected:
    void resizeEvent(QResizeEvent* event) override {
        QWidget::resizeEvent(event);
        share_width();
    }

 private:
    void share_width();

    QLineEdit* find_;
    QTreeWidget* tree_;
    QStringList names_;
};
}
