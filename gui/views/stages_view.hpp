// A case's time by stage: bars, timeline or heat map, and the table of the same rows.
#pragma once

#include <map>
#include <set>
#include <utility>

#include "gui/models/launches.hpp"
#include "gui/views/view.hpp"

class QTimer;

namespace sortscope::gui {

struct Timeline;

class StagesView : public View {
    Q_OBJECT

 public:
    enum class Kind { bars, timeline, heat };

    explicit StagesView(Workspace& workspace);

    bool is_waiting() const override;

    Kind kind() const;
    void set_kind(Kind kind);
    /// The breakdown of the chosen grouping; null until it is read, and for launches shown by pages.
    BreakdownContentsPtr shown_breakdown() const;

 protected:
    void refresh() override;

 private:
    /// Identifies a drawing.
    struct Asked {
        CaseContentsPtr of;
        analyzer::Grouping grouping = analyzer::Grouping::stage;
        QString metric;
        Kind kind = Kind::bars;
        QString others = {};  ///< key of the compared cases
        friend bool operator==(const Asked&, const Asked&) = default;
    };
    /// A chart as it was read, and what was read with it.
    struct Drawing {
        BarChartPtr chart;
        std::shared_ptr<const Timeline> timeline = nullptr;
        LaunchLevelsPtr levels = nullptr;
        std::set<std::pair<int, int>> places = {};  ///< stages and substages of the case shown
    };
    /// Rows of a grouping: a breakdown, or the first launches of a paged table.
    struct Rows {
        BreakdownContentsPtr contents;
        std::shared_ptr<const analyzer::Breakdown> sample;
    };
    using DrawingPtr = std::shared_ptr<const Drawing>;
    using ReadDrawing = std::function<DrawingPtr(Readers& readers, const Stale& stale)>;
    void forget();
    void show_rows();
    void ask_rows();
    void rest();
    void follow_time();
    void zoom_to_time(std::optional<TimeRange> time);
    LaunchPart part_in_sight() const;
    void show_bars();
    /// `again`: also if the chart is drawn, since another part of it is in sight.
    void show_launch_bars(bool again = false);
    void show_timeline(bool again = false);
    void show_heat();
    /// Draws what `read` returns, unless it is drawn or on its way. Drops another chart that is on its way.
    /// `cover`: with a sentence meanwhile.
    void ask_chart(const Asked& asked, bool cover, ReadDrawing read, bool again = false);
    bool is_settled(const Asked& asked);
    void drop_chart_query();
    /// Covers the chart with a sentence.
    void say_instead(const QString& sentence);
    void draw(BarChartPtr chart, const Asked& asked);
    void zoom_to_stage(int stage);
    void fill_metrics(const std::vector<const Metric*>& metrics);
    void follow_selection();
    void choose_row(int row);
    void open_row(int row);
    void zoom_to_launch(int launch);
    void show_launches();
    int row_of_selection() const;
    bool is_paged() const;
    QString metric_id() const;
    const Metric& metric() const;
    void choose_cell(int x, int y);

    Sentence* explanation_;
    QActionGroup* kinds_;
    QComboBox* metric_;
    QComboBox* grouping_;
    QTimer* rest_timer_;           ///< runs while a chart moves
    QComboBox* beside_ = nullptr;  ///< heat map of compared cases: their ratio, or side by side
    QAction* beside_action_ = nullptr;
    CaseContentsPtr of_;
    std::map<analyzer::Grouping, BreakdownContentsPtr> breakdowns_;  ///< those read
    TableRowsPtr pages_;
    KeyedQuery<Rows> rows_query_;
    Query chart_query_;
    std::optional<Asked> drawn_, asked_;
    bool covered_ = false;                  ///< by a sentence
    std::set<std::pair<int, int>> places_;  ///< cells of the case shown; the heat map may have others
    TableRowsPtr tabled_;
    std::optional<int> zoom_to_stage_;
    std::shared_ptr<const Timeline> timeline_;
    LaunchLevelsPtr levels_;               ///< null until read; only cases of very many launches have them
    std::optional<TimeRange> shown_time_;  ///< the visible part of the timeline, as in the selection
};

}  // namespace sortscope::gui
