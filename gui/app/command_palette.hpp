// Every action of the window by name, and the list of shortcuts.
#pragma once

#include <QDialog>
#include <QList>

class QAction;
class QLineEdit;
class QListWidget;

namespace sortscope::gui {
class CommandPalette : public QDialog {
    Q_OBJECT
 public:
    CommandPalette(const QList<QAction*>& actions, QWidget* parent);
    QLineEdit& line() { return *line_; }
    QListWidget& list() { return *list_; }

 protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

 private:
    void filter(const QString& text);
    void run();
    QLineEdit* line_;
    QListWidget* list_;
    QList<QAction*> actions_;
};

/// "View: Dark colours", without mnemonics.
QString action_words(const QAction& action);

QDialog* shortcut_list(const QList<QAction*>& actions, QWidget* parent);
}
