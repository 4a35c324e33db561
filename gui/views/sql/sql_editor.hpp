// Where SQL is written: its words in colours, names completed, a place shown where something is wrong.
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
    /// Names that are completed beside SQL's own words.
    void set_names(const QStringList& names);
    /// Puts a name where the cursor is, with a comma before it where one is missing in a list of columns.
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
