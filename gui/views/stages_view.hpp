// Where a case's time goes: bars, timeline or heat map, with the table of the same rows below, each following
// the other.
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
class QSplitter;
class QTimer;

namespace sortscope::gui {

class OverlayToggle;
class Sentence;
struct Timeline;

class StagesView : public View {
    Q_OBJECT

 public:
    enum class Kind { bars, timeline, heat };

    explicit StagesView(Workspace& workspace);

    ChartView* chart() override { return chart_; }
    TableView* table() override { return table_; }
    QWidget* first_focus() override;
    bool is_waiting() const override;
    QJsonObject layout_state() const override;
    void restore_layout(const QJsonObject& state) override;

    Kind kind() const { return kind_; }
    void set_kind(Kind kind);
    /// The breakdown of the grouping that is chosen; null until it has been read, and for launches that are
    /// shown by pages.
    BreakdownContentsPtr shown_breakdown() const;
    QComboBox& grouping_box() { return *grouping_; }
    QComboBox& beside_box() { return *beside_; }

 protected:
    void refresh() override;

 private:
    /// Something that was asked for, or has come, of one case: its contents, what of it, and for which
    /// metric.
    struct Asked {
        CaseContentsPtr of;
        analyzer::Grouping grouping = analyzer::Grouping::stage;
        QString metric;
        Kind kind = Kind::bars;
        QString others = {};  ///< those drawn beside it
        friend bool operator==(const Asked&, const Asked&) = default;
    };
    /// Of a grouping among all of them.
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
    /// Whether that is drawn, or on its way; what else was asked for is not wanted any more.
    bool is_settled(const Asked& asked);
    void drop_chart_query();
    /// A sentence in the chart's place; the chart itself is drawn anew where it is wanted again.
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
    /// A heat map's cell was clicked.
    void choose_cell(int x, int y);

    ChartView* chart_;
    TableView* table_;
    QSplitter* splitter_;
    Sentence* explanation_;
    QComboBox* grouping_;
    QComboBox* metric_;
    QComboBox* beside_;       ///< of the heat map of cases compared: their ratio, or one beside the other
    QAction* beside_action_;  ///< it in the tool bar
    QActionGroup* kinds_;
    OverlayToggle* overlay_;
    QTimer* rest_timer_;  ///< until a chart that is moved stays
    Kind kind_ = Kind::bars;
    CaseContentsPtr of_;
    std::array<BreakdownContentsPtr, analyzer::groupings.size()>
        breakdowns_;  ///< of the case, those that were read
    TableRowsPtr pages_;
    Query breakdown_query_, chart_query_;
    std::optional<Asked> drawn_, asked_, asked_breakdown_;
    bool covered_ = false;                  ///< a sentence stands in the place of what is drawn
    std::set<std::pair<int, int>> places_;  ///< stages and substages of the case shown, as the heat map was
                                            ///< drawn; others' may be beside them
    TableRowsPtr tabled_;
    std::optional<int> zoom_to_stage_;
    std::shared_ptr<const Timeline> timeline_;
    LaunchLevelsPtr levels_;  ///< of a case of very many launches, once they were read
    std::optional<TimeRange>
        shown_time_;  ///< the part of the timeline that is in sight, as the selection has it
    bool reread_ = false;
};

}  // namespace sortscope::gui
