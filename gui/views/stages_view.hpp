// A case's time by stage: bars, timeline or heat map, and the table of the same rows.
#pragma once

#include <array>
#include <cstddef>
#include <set>
#include <utility>

#include "gui/models/launches.hpp"
#include "gui/views/view.hpp"

class QAction;
class QActionGroup;
class QComboBox;
class QTimer;

namespace sortscope::gui {

class Sentence;
struct Timeline;

class StagesView : public View {
    Q_OBJECT

 public:
    enum class Kind { bars, timeline, heat };

    explicit StagesView(Workspace& workspace);

    bool is_waiting() const override;

    Kind kind() const { return kind_; }
    void set_kind(Kind kind);
    /// The breakdown of the chosen grouping; null until it is read, and for launches shown by pages.
    BreakdownContentsPtr shown_breakdown() const;
    QComboBox& grouping_box() { return *grouping_; }
    QComboBox& beside_box() { return *beside_; }

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
    using ReadDrawing = std::function<std::shared_ptr<const Drawing>(Readers& readers, const Stale& stale)>;
    static std::size_t place_of(analyzer::Grouping grouping);
    void build_toolbar();
    void forget();
    void show_rows();
    void ask_rows();
    void rest();
    void follow_time();
    void zoom_to_time(std::optional<TimeRange> time);
    LaunchPart part_in_sight() const;
    void show_bars();
    void show_overlaid_bars();
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
    /// The case shown and the compared ones.
    std::vector<CaseContentsPtr> all_cases() const;
    void choose_cell(int x, int y);

    Sentence* explanation_;
    QComboBox* grouping_;
    QComboBox* metric_;
    QComboBox* beside_;  ///< heat map of compared cases: their ratio, or side by side
    QAction* beside_action_;
    QActionGroup* kinds_;
    QTimer* rest_timer_;  ///< runs while a chart moves
    Kind kind_ = Kind::bars;
    CaseContentsPtr of_;
    std::array<BreakdownContentsPtr, analyzer::groupings.size()> breakdowns_;  ///< null until read
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
