#include "gui/views/case_page.hpp"

#include <algorithm>
#include <utility>

#include <QAbstractItemView>
#include <QComboBox>
#include <QHBoxLayout>
#include <QSplitter>
#include <QTabWidget>
#include <QVBoxLayout>

#include "gui/models/text.hpp"
#include "gui/views/breakdown_view.hpp"
#include "gui/views/case_header.hpp"
#include "gui/views/curve_view.hpp"
#include "gui/views/stage_table_view.hpp"
#include "present/case.hpp"
#include "present/curves.hpp"

namespace sortscope::gui {

CasePage::CasePage(QWidget* parent)
    : QWidget(parent),
      header_(new CaseHeader),
      tabs_(new QTabWidget),
      breakdown_(new BreakdownView),
      throughput_(new CurveView),
      block_sweep_(new CurveView),
      table_(new StageTableView),
      grouping_(new QComboBox),
      metric_(new QComboBox),
      repeats_(new QComboBox),
      splitter_(new QSplitter(Qt::Vertical)) {
    tabs_->setObjectName(QStringLiteral("chart_tabs"));
    tabs_->setDocumentMode(true);
    tabs_->addTab(breakdown_, tr("Stage breakdown"));
    tabs_->addTab(throughput_, tr("Throughput"));
    tabs_->addTab(block_sweep_, tr("Block size"));

    auto* controls = new QWidget;
    auto* controls_row = new QHBoxLayout(controls);
    build_controls(*controls_row);
    tabs_->setCornerWidget(controls, Qt::TopRightCorner);

    splitter_->addWidget(tabs_);
    splitter_->addWidget(table_);
    splitter_->setStretchFactor(0, 1);
    splitter_->setStretchFactor(1, 1);
    splitter_->setChildrenCollapsible(false);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(6, 4, 8, 6);
    column->setSpacing(8);
    column->addWidget(header_);
    column->addWidget(splitter_, 1);
    connect_views();
    show_controls();
    set_case(nullptr);
}

void CasePage::build_controls(QHBoxLayout& row) {
    for (const auto grouping : analyzer::groupings) grouping_->addItem(tr("by %1").arg(to_qstring(name_of(grouping))));
    grouping_->setObjectName(QStringLiteral("grouping"));
    grouping_->setToolTip(tr("What one bar and one row stand for (Ctrl+1 to Ctrl+4)"));
    metric_->setObjectName(QStringLiteral("metric"));
    metric_->setToolTip(tr("What the bars of the chart show"));
    // Long titles are shortened in the box, so that the tabs beside it keep their room in a small window; the list has them whole.
    metric_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    metric_->setMinimumContentsLength(10);
    grouping_->setAccessibleName(tr("Rows and bars"));
    metric_->setAccessibleName(tr("Measure"));
    row.setContentsMargins(0, 0, 0, 4);
    row.setSpacing(6);
    repeats_->setObjectName(QStringLiteral("repeats"));
    repeats_->addItem(tr("newest"), static_cast<int>(analyzer::Repeats::newest));
    repeats_->addItem(tr("each run"), static_cast<int>(analyzer::Repeats::each_run));
    repeats_->setToolTip(tr("Which of several cases collected under one condition the curves show"));
    repeats_->setAccessibleName(tr("Cases of one condition"));
    row.addWidget(repeats_);
    row.addWidget(metric_);  // the two read as one: "Time", "by stage"
    row.addWidget(grouping_);
}

void CasePage::connect_views() {
    connect(grouping_, &QComboBox::currentIndexChanged, this, [this] {
        show_grouping();
        emit grouping_changed(grouping());
    });
    connect(metric_, &QComboBox::activated, this, [this] {
        metric_id_ = metric_->currentData().toString();
        show_chart();
    });
    connect(repeats_, &QComboBox::currentIndexChanged, this, &CasePage::show_curves);
    connect(tabs_, &QTabWidget::currentChanged, this, &CasePage::show_controls);
    connect(breakdown_, &BreakdownView::row_selected, table_, &StageTableView::set_current_row);
    connect(table_, &StageTableView::row_selected, breakdown_, &BreakdownView::set_current_row);
    connect(throughput_, &CurveView::case_selected, this, &CasePage::case_selected);
    connect(block_sweep_, &CurveView::case_selected, this, &CasePage::case_selected);
}

void CasePage::set_file(FileContentsPtr file) {
    file_ = std::move(file);
    set_case(nullptr);
}

void CasePage::set_case(CaseContentsPtr contents) {
    contents_ = std::move(contents);
    breakdowns_ = {};
    header_->setVisible(contents_ != nullptr);
    if (contents_) {
        auto facts = present::case_facts(contents_->record, *contents_->by_stage->breakdown);
        // Which of several devices of one name it was, only the file's other cases tell.
        for (auto& fact : facts.facts)
            if (fact.id == "device" && file_ && !contents_->record.device.name.empty())
                fact.brief = file_->device_name(contents_->record).toStdString();
        header_->set_facts(facts);
        breakdowns_[position(analyzer::Grouping::stage)] = contents_->by_stage;
    }
    show_grouping();
    show_curves();
}

std::size_t CasePage::position(analyzer::Grouping grouping) {
    const auto& all = analyzer::groupings;
    return static_cast<std::size_t>(std::find(all.begin(), all.end(), grouping) - all.begin());
}

void CasePage::set_breakdown(BreakdownContentsPtr breakdown) {
    if (!contents_ || !breakdown || breakdown->case_id != contents_->record.id) return;
    const auto of = breakdown->breakdown->grouping;
    // Launches may be many: their breakdown is not kept beside another.
    if (grouping() != analyzer::Grouping::launch) breakdowns_[position(analyzer::Grouping::launch)] = nullptr;
    breakdowns_[position(of)] = std::move(breakdown);
    if (of == grouping()) show_breakdown();
}

void CasePage::breakdown_failed(const QString& sentence) {
    if (!waiting()) return;
    present::Chart chart;
    chart.empty_text = sentence.toStdString();
    breakdown_->set_chart(std::move(chart));
}

BreakdownContentsPtr CasePage::shown_breakdown() const { return breakdowns_[position(grouping())]; }

bool CasePage::waiting() const {
    // A case without launches has the same empty breakdown whichever way it is grouped.
    return contents_ && !contents_->by_stage->breakdown->rows.empty() && !shown_breakdown();
}

void CasePage::ask_again() {
    if (waiting()) emit breakdown_wanted(grouping());
}

analyzer::Grouping CasePage::grouping() const {
    return analyzer::groupings[static_cast<std::size_t>(std::max(0, grouping_->currentIndex()))];
}

void CasePage::set_grouping(analyzer::Grouping grouping) { grouping_->setCurrentIndex(static_cast<int>(position(grouping))); }

void CasePage::set_metric(const QString& id) {
    const int at = metric_->findData(id);
    if (at < 0) return;
    metric_->setCurrentIndex(at);
    metric_id_ = id;
    show_chart();
}

void CasePage::set_tab(Tab tab) { tabs_->setCurrentIndex(static_cast<int>(tab)); }

ChartView& CasePage::current_chart() { return *qobject_cast<ChartView*>(tabs_->currentWidget()); }

void CasePage::show_grouping() {
    if (waiting()) {
        table_->set_rows(nullptr);
        present::Chart chart;
        chart.empty_text = "Reading the launches...";
        breakdown_->set_chart(std::move(chart));
        emit breakdown_wanted(grouping());
        return;
    }
    show_breakdown();
}

void CasePage::show_breakdown() {
    const auto shown = shown_breakdown();
    table_->set_rows(shown ? shown->table : nullptr);
    metric_->clear();
    if (shown)
        for (const auto* metric : shown->metrics) metric_->addItem(to_qstring(metric->title), to_qstring(metric->id));
    metric_->setCurrentIndex(std::max(0, metric_->findData(metric_id_)));
    metric_->view()->setMinimumWidth(metric_->view()->sizeHintForColumn(0) + 30);
    metric_->setEnabled(metric_->count() > 0);
    const bool rows = table_->table().rowCount() > 0;
    grouping_->setEnabled(rows);
    table_->setVisible(rows);  // the chart's sentence says why there is nothing
    show_chart();
}

void CasePage::show_chart() {
    if (!contents_) {
        breakdown_->set_chart(BarChartPtr());
        return;
    }
    const auto shown = shown_breakdown() ? shown_breakdown() : contents_->by_stage;
    const int row = table_->current_row();
    const auto metric = static_cast<std::size_t>(std::max(0, metric_->currentIndex()));
    breakdown_->set_chart(metric == shown->charted ? shown->chart : bar_chart(*shown, metric, contents_->record));
    breakdown_->set_current_row(row);
}

void CasePage::set_repeats(analyzer::Repeats repeats) { repeats_->setCurrentIndex(repeats_->findData(static_cast<int>(repeats))); }

void CasePage::show_controls() {
    // Each chart has the boxes that it follows; the table below follows the grouping whatever chart is shown.
    const bool bars = tabs_->currentWidget() == breakdown_;
    metric_->setVisible(bars);
    repeats_->setVisible(!bars);
}

void CasePage::show_curves() {
    const CaseRecord* selected = contents_ ? &contents_->record : nullptr;
    const auto repeats = static_cast<analyzer::Repeats>(repeats_->currentData().toInt());
    const auto draw = [&](CurveView& view, present::CurveKind kind, const std::vector<analyzer::Curve>& curves) {
        view.set_chart(present::curve_chart(curves, kind, selected));
        view.set_current_case(selected ? selected->id : CaseId{});
    };
    if (!file_) {
        throughput_->set_chart({});
        block_sweep_->set_chart({});
    } else if (repeats == analyzer::Repeats::newest) {
        draw(*throughput_, present::CurveKind::throughput, file_->throughput);
        draw(*block_sweep_, present::CurveKind::block_sweep, file_->block_sweeps);
    } else {
        draw(*throughput_, present::CurveKind::throughput, analyzer::throughput_curves(file_->cases, repeats));
        draw(*block_sweep_, present::CurveKind::block_sweep, analyzer::block_sweeps(file_->cases, repeats));
    }
}

}  // namespace sortscope::gui
