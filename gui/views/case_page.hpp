// The page of one case: its head, the charts and the counters table, which follow one another's selection.
#pragma once

#include <array>

#include <QWidget>

#include "gui/models/contents.hpp"

class QComboBox;
class QHBoxLayout;
class QSplitter;
class QTabWidget;

namespace sortscope::gui {

class BreakdownView;
class CaseHeader;
class ChartView;
class CurveView;
class StageTableView;

class CasePage : public QWidget {
    Q_OBJECT

 public:
    enum class Tab { breakdown, throughput, block_sweep };

    explicit CasePage(QWidget* parent = nullptr);

    /// The file whose curves are drawn; null empties the page.
    void set_file(FileContentsPtr file);
    /// The case to show; null empties its part of the page. Where its grouping is not there yet, breakdown_wanted() asks for it.
    void set_case(CaseContentsPtr contents);
    const CaseContentsPtr& contents() const { return contents_; }
    /// Takes a breakdown that was asked for; one of another case is left aside.
    void set_breakdown(BreakdownContentsPtr breakdown);
    /// The breakdown that the page shows or waits for could not be read.
    void breakdown_failed(const QString& sentence);
    /// The breakdown of the grouping that is chosen; null until it has been read.
    BreakdownContentsPtr shown_breakdown() const;
    /// Whether the case's breakdown of the grouping that is chosen has yet to come.
    bool waiting() const;
    /// Asks once more for a breakdown that the page waits for.
    void ask_again();

    analyzer::Grouping grouping() const;
    void set_grouping(analyzer::Grouping grouping);
    /// Id of the metric that the user chose; empty: the first that there is.
    const QString& metric_id() const { return metric_id_; }
    /// Shows the metric of the catalogue called `id`, where the breakdown has it.
    void set_metric(const QString& id);
    void set_tab(Tab tab);
    /// Which of several cases of one condition the curves show.
    void set_repeats(analyzer::Repeats repeats);
    ChartView& current_chart();

    CaseHeader& header() { return *header_; }
    BreakdownView& breakdown() { return *breakdown_; }
    CurveView& throughput() { return *throughput_; }
    CurveView& block_sweep() { return *block_sweep_; }
    StageTableView& table() { return *table_; }
    QSplitter& splitter() { return *splitter_; }

 signals:
    void case_selected(qlonglong case_id);  // a CaseId; Qt cannot carry enums of long
    void grouping_changed(sortscope::analyzer::Grouping grouping);
    /// The case's breakdown by `grouping` is to be read.
    void breakdown_wanted(sortscope::analyzer::Grouping grouping);

 private:
    void build_controls(QHBoxLayout& row);
    void connect_views();
    static std::size_t position(analyzer::Grouping grouping);
    void show_grouping();
    void show_breakdown();
    void show_chart();
    void show_curves();
    void show_controls();

    FileContentsPtr file_;
    CaseContentsPtr contents_;
    std::array<BreakdownContentsPtr, analyzer::groupings.size()> breakdowns_;  ///< of the case, those that were read
    QString metric_id_;  ///< that the user chose; empty: the first there is
    CaseHeader* header_;
    QTabWidget* tabs_;
    BreakdownView* breakdown_;
    CurveView* throughput_;
    CurveView* block_sweep_;
    StageTableView* table_;
    QComboBox* grouping_;
    QComboBox* metric_;
    QComboBox* repeats_;
    QSplitter* splitter_;
};

}  // namespace sortscope::gui
