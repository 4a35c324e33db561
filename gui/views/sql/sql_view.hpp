// The names of a file's views, a query, its result as table and chart.
#pragma once

#include "gui/models/sql_result.hpp"
#include "gui/views/view.hpp"

namespace sortscope::gui {
class ResultChartBar : public QWidget {
    Q_OBJECT
 public:
    ResultChartBar();
    void set_columns(const std::vector<std::string>& columns, const std::vector<bool>& numeric);
    const present::ResultChoice& choice() const { return choice_; }
    void set_choice(const present::ResultChoice& choice);

 signals:
    void chosen();

 private:
    void take();

    QComboBox* kind_;
    QComboBox* x_;
    QComboBox* by_;
    QToolButton* y_;
    QToolButton* log_;
    present::ResultChoice choice_;
};

class SqlEditor;
class SqlNames;

class SqlView : public View {
    Q_OBJECT
 public:
    explicit SqlView(Workspace& workspace);
    QWidget* first_focus() override;
    bool is_waiting() const override { return run_when_open_ || View::is_waiting(); }

    SqlEditor& editor() { return *editor_; }
    SqlNames& names() { return *names_; }
    ResultChartBar& chart_bar() { return *chart_bar_; }
    void run();
    void cancel();
    void run_once_open() {
        run_when_open_ = workspace().current_file() == nullptr;
        if (!run_when_open_) run();
    }
    void export_to(const QString& path);
    const QString& sentence() const { return said_; }
    const SqlResultPtr& result() const { return result_; }
    const QStringList& history() const { return history_; }
    void set_choice(const present::ResultChoice& choice) {
        chart_bar_->set_choice(choice);
        draw();
    }

 protected:
    void refresh() override;
    /// A narrow view gives its chart room for the legend.
    void arrange() override;

 private:
    void build_toolbar();
    void ask_views();
    void run_example(size_t example);
    void remember(const QString& sql);
    void fill_history();
    void take(const SqlResultPtr& result);
    void refuse(const QString& message);
    void say(const QString& sentence, bool problem, const QString& place = {});
    void draw();
    void show_running();

    SqlEditor* editor_;
    SqlNames* names_;
    QLabel* sentence_;
    ResultChartBar* chart_bar_;
    QWidget* chart_side_;
    QSplitter* down_;
    QSplitter* results_;
    QAction* run_;
    QAction* cancel_;
    QAction* export_;
    QAction* as_table_;
    QAction* as_chart_;
    QMenu* history_menu_;
    Query query_, views_query_, export_query_, chart_query_;
    SqlResultPtr result_;
    QString said_;
    QString ran_, ran_on_;  ///< query and file of the result
    FilePtr of_;
    QStringList history_;
    bool run_when_open_ = false;
    bool divided_ = false;
};
}
