// Queries of the open file in SQL: its views at hand, the result as table and chart.
#pragma once

#include <optional>

#include <QStringList>

#include "gui/models/sql_result.hpp"
#include "gui/views/view.hpp"

class QLabel;
class QMenu;
class QSplitter;

namespace sortscope::gui {

class ResultChartBar;
class SqlEditor;
class SqlNames;

class SqlView : public View {
    Q_OBJECT

 public:
    explicit SqlView(Workspace& workspace);

    ChartView* chart() override { return chart_; }
    TableView* table() override { return table_; }
    QWidget* first_focus() override;
    bool is_waiting() const override {
        return run_when_open_ || query_.pending() || views_query_.pending() || export_query_.pending() ||
               chart_query_.pending();
    }
    QJsonObject layout_state() const override;
    void restore_layout(const QJsonObject& state) override;

    SqlEditor& editor() { return *editor_; }
    SqlNames& names() { return *names_; }
    ResultChartBar& chart_bar() { return *chart_bar_; }
    /// Runs what is written; ends what runs.
    void run();
    void cancel();
    /// Runs it once a file is there.
    void run_once_open();
    /// Every row of the query shown, to a file as CSV.
    void export_to(const QString& path);
    /// What is said of the result, or why there is none, without the sign that stands before a problem.
    QString sentence() const;
    const SqlResultPtr& result() const { return result_; }
    const QStringList& history() const { return history_; }
    /// Chooses which columns the chart shows.
    void set_choice(const present::ResultChoice& choice);

 protected:
    void refresh() override;
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;

 private:
    void build_toolbar();
    void ask_views();
    void run_example(std::size_t example);
    void remember(const QString& sql);
    void fill_history();
    void take(const SqlResultPtr& result);
    void refuse(const QString& message);
    void say(const QString& sentence, bool problem, const QString& place = {});
    void draw();
    void show_running();
    /// In a narrow view, where query, rows and chart stand below each other, the chart has the room for its
    /// legend. As long as nobody has moved what divides them.
    void share_height();

    SqlEditor* editor_;
    SqlNames* names_;
    QLabel* sentence_;
    TableView* table_;
    ChartView* chart_;
    ResultChartBar* chart_bar_;
    QWidget* chart_side_;
    QSplitter* across_;
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
    QString ran_, ran_on_;  ///< the SQL of the result, and the file
    FileContentsPtr of_;
    QStringList history_;  ///< the newest first
    bool run_when_open_ = false;
    bool divided_ = false;  ///< query, rows and chart, by the user or as the user left them
};

}  // namespace sortscope::gui
