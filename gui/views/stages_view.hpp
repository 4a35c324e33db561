// A case by stage: bars, timeline or heat map, and the table of the same rows.
#pragma once

#include "gui/models/launches.hpp"
#include "gui/views/view.hpp"

namespace sortscope::gui {
class StagesView : public View {
    Q_OBJECT
 public:
    enum class Kind { bars, timeline, heat };

    explicit StagesView(Workspace& workspace);

    bool is_waiting() const override { return View::is_waiting() || rest_timer_->isActive(); }

    Kind kind() const { return static_cast<Kind>(kinds_->actions().indexOf(kinds_->checkedAction())); }
    void set_kind(Kind kind) { kinds_->actions().at(int(kind))->setChecked(true); }
    BreakdownPtr shown_breakdown() const;

 protected:
    void refresh() override;

 private:
    struct Asked {
        CasePtr of;
        analyzer::Grouping grouping = analyzer::Grouping::stage;
        QString metric;
        Kind kind = Kind::bars;
        QString others = {};            ///< key of the compared cases
        TimeMode run = TimeMode::none;  ///< sampled run of a timeline
        friend bool operator==(const Asked&, const Asked&) = default;
    };
    struct Drawing {
        BarChartPtr chart;
        Shared<Timeline> timeline = nullptr;
        LevelsPtr levels = nullptr;
        std::set<std::pair<int, int>> places = {};
    };
    /// A breakdown, or the first launches of a paged table.
    struct Rows {
        BreakdownPtr contents;
        Shared<analyzer::Breakdown> sample;
    };
    using DrawingPtr = Shared<Drawing>;
    static DrawingPtr made(Drawing drawing) { return std::make_shared<Drawing>(std::move(drawing)); }
    using ReadDrawing = std::function<DrawingPtr(Readers& readers, const Stale& stale)>;
    void forget();
    void show_rows();
    void ask_rows();
    void rest();
    void zoom_to_time(std::optional<TimeRange> time);
    void show_bars();
    void show_launch_bars(bool again = false);
    void show_timeline(bool again = false);
    void show_heat();
    /// Reads a chart by `read` and draws it, unless the chart is drawn or pending. Drops another pending
    /// chart. `cover`: shows a sentence while reading. `again`: always reads the chart.
    void ask_chart(const Asked& asked, bool cover, ReadDrawing read, bool again = false);
    void say_instead(const QString& sentence);
    void draw(BarChartPtr chart, const Asked& asked);
    void zoom_to_stage(int stage);
    void fill_metrics(const std::vector<const Metric*>& metrics);
    void follow_selection();
    void choose_row(int row);
    void open_row(int row);
    void zoom_to_launch(int launch);
    void show_runs();
    void mark_launches();
    void mark_cell();
    int row_of_selection() const;
    bool is_paged() const;
    QString metric_id() const { return metric_->currentData().toString(); }
    const Metric& metric() const;
    void choose_cell(int x, int y);

    Sentence* explanation_;
    QActionGroup* kinds_;
    QComboBox* metric_;
    QComboBox* grouping_;
    QTimer* rest_timer_;           ///< runs while a chart moves
    QComboBox* beside_ = nullptr;  ///< ratio or side by side
    QAction* beside_action_ = nullptr;
    QComboBox* run_ = nullptr;  ///< sampled run of the timeline
    QAction* run_action_ = nullptr;
    TimeMode wanted_run_ = TimeMode::graph;
    CasePtr of_;
    std::map<analyzer::Grouping, BreakdownPtr> breakdowns_;
    TableRowsPtr pages_;
    KeyedQuery<Rows> rows_query_;
    KeyedQuery<Drawing> chart_query_;
    std::optional<Asked> drawn_;            ///< absent if a sentence covers the chart
    std::set<std::pair<int, int>> places_;  ///< cells of the case shown; other cases may have other cells
    TableRowsPtr tabled_;
    std::optional<int> zoom_to_stage_;
    Shared<Timeline> timeline_;
    LevelsPtr levels_;  ///< set only for very many launches
    std::optional<TimeRange> shown_time_;
};
}
