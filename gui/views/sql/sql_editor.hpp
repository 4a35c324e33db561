// The SQL editor: syntax colours and completion of names.
#pragma once

#include <QPlainTextEdit>
#include <QStringList>

class QCompleter;
class QStringListModel;

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

}  // namespace sortscope::gui
