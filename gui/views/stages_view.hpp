// A case's time by stage: bars, timeline or heat map, and the table of the same rows.
#pragma once

#include <array>
#include <cstddef>
#include <set>
#include <utility>

#include "gui/models/launch_levels.hpp"
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

    ChartView* chart() override { return chart_; }
    TableView* table() override { return table_; }
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
    static std::size_t place_of(analyzer::Grouping grouping);
    void build_toolbar();
    void forget();
    void show_breakdown();
    void ask_breakdown();
    void show_pages();
    void show_launch_bars();
    void rest();
    void follow_time();
    void zoom_to_time(std::optional<TimeRange> time);
    LaunchPart part_in_sight() const;
    void show_bars();
    void show_timeline();
    void show_heat();
    bool is_overlaid() const;
    void show_bar_overlay();
    static std::shared_ptr<const Timeline> read_timelines(Readers& readers, const CaseContentsPtr& of,
                                                          const std::vector<CaseContentsPtr>& others,
                                                          const Metric* metric, LaunchLevelsPtr levels,
                                                          std::optional<TimeRange> part, const Stale& stale);
    /// Whether it is drawn or on its way. Cancels another drawing that is on its way.
    bool is_settled(const Asked& asked);
    void drop_chart_query();
    /// Covers the chart with a sentence.
    void say_instead(const QString& sentence);
    void draw(BarChartPtr chart, const Asked& asked);
    void fill_metrics(const std::vector<const Metric*>& metrics);
    void follow_selection();
    void choose_row(int row);
    void open_row(int row);
    void explain();
    void zoom_to_launch(int launch);
    void show_launches();
    int row_of_selection() const;
    bool is_paged() const;
    QString metric_id() const;
    void choose_cell(int x, int y);

    ChartView* chart_;
    TableView* table_;
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
    Query breakdown_query_, chart_query_;
    std::optional<Asked> drawn_, asked_, asked_breakdown_;
    bool covered_ = false;  ///< by a sentence
    /// The stages and substages of the case shown: the heat map may also have those of other cases.
    std::set<std::pair<int, int>> places_;
    TableRowsPtr tabled_;
    std::optional<int> zoom_to_stage_;
    std::shared_ptr<const Timeline> timeline_;
    LaunchLevelsPtr levels_;               ///< null until read; only cases of very many launches have them
    std::optional<TimeRange> shown_time_;  ///< the visible part of the timeline, as in the selection
    bool reread_ = false;
};

}  // namespace sortscope::gui
