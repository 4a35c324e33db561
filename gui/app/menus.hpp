// Every command of the window: the menu bar, a palette and a list of shortcuts.
#pragma once

#include "gui/views/parts/controls.hpp"

namespace sortscope::gui {
class ChartOutput;
class ChartView;
class MainWindow;
class TableView;

class Menus : public QObject {
    Q_OBJECT
 public:
    explicit Menus(MainWindow& window);

    QAction& back() const { return *back_; }
    QAction& forward() const { return *forward_; }
    QList<QAction*> commands() const;
    void show_state(bool can_reload);
    void check_theme(int theme) { themes_->actions().at(theme)->setChecked(true); }
    void fill_recent();
    void choose_files();
    void copy();

 private:
    void build_file_menu();
    void build_edit_menu();
    void build_view_menu();
    void build_go_menu();
    void build_help_menu();
    QAction* add(QMenu& menu, const QString& text, const QKeySequence& keys, const QString& tip,
                 std::function<void()> run);
    ChartView* current_chart() const;
    const ChartOutput* drawn_chart() const;
    TableView* current_table() const;
    void export_chart();
    void export_table();
    void show_about();

    MainWindow& window_;
    QMenu* recent_menu_ = nullptr;
    QActionGroup* themes_ = nullptr;
    QAction *reload_ = nullptr, *close_ = nullptr, *back_ = nullptr, *forward_ = nullptr;
};

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

QString action_words(const QAction& action);
QDialog* shortcut_list(const QList<QAction*>& actions, QWidget* parent);
}
