// The page of one case: its head, the charts and the counters table, which follow one another's selection.
#pragma once

#include <QWidget>

#include "gui/models/breakdown_chart.hpp"
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
    /// The case to show; null empties its part of the page.
    void set_case(CaseContentsPtr contents);
    const CaseContentsPtr& contents() const { return contents_; }

    analyzer::Grouping grouping() const;
    void set_grouping(analyzer::Grouping grouping);
    void set_metric(Metric metric);
    void set_tab(Tab tab);
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

 private:
    void build_controls(QHBoxLayout& row);
    void connect_views();
    void show_grouping();
    void show_chart();
    void show_curves();

    FileContentsPtr file_;
    CaseContentsPtr contents_;
    CaseHeader* header_;
    QTabWidget* tabs_;
    BreakdownView* breakdown_;
    CurveView* throughput_;
    CurveView* block_sweep_;
    StageTableView* table_;
    QComboBox* grouping_;
    QComboBox* metric_;
    QSplitter* splitter_;
};

}  // namespace sortscope::gui
