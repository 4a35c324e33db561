// The menu bar: every command of the window.
#pragma once

#include <functional>

#include <QKeySequence>
#include <QList>
#include <QObject>

class QAction;
class QActionGroup;
class QMenu;

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
    void check_theme(int theme);
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
}
