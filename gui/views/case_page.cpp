#include "gui/views/case_page.hpp"

#include <qcustomplot.h>

#include <algorithm>
#include <utility>

#include <QComboBox>
#include <QHBoxLayout>
#include <QSplitter>
#include <QTabWidget>
#include <QVBoxLayout>

#include "gui/models/curve_chart.hpp"
#include "gui/models/stage_columns.hpp"
#include "gui/views/breakdown_view.hpp"
#include "gui/views/case_header.hpp"
#include "gui/views/curve_view.hpp"
#include "gui/views/stage_table_view.hpp"

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
    set_case(nullptr);
}

void CasePage::build_controls(QHBoxLayout& row) {
    for (const auto grouping : groupings) grouping_->addItem(tr("by %1").arg(grouping_text(grouping)));
    grouping_->setObjectName(QStringLiteral("grouping"));
    grouping_->setToolTip(tr("What one bar and one row stand for (Ctrl+1 to Ctrl+4)"));
    metric_->setObjectName(QStringLiteral("metric"));
    metric_->setToolTip(tr("What the bars of the chart show"));
    metric_->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    grouping_->setAccessibleName(tr("Rows and bars"));
    metric_->setAccessibleName(tr("Measure"));
    row.setContentsMargins(0, 0, 0, 4);
    row.setSpacing(6);
    row.addWidget(metric_);  // the two read as one: "Time", "by stage"
    row.addWidget(grouping_);
}

void CasePage::connect_views() {
    connect(grouping_, &QComboBox::currentIndexChanged, this, [this] {
        show_grouping();
        emit grouping_changed(grouping());
    });
    connect(metric_, &QComboBox::activated, this, &CasePage::show_chart);
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
    header_->setVisible(contents_ != nullptr);
    if (contents_) header_->set_facts(case_facts(*contents_));
    show_grouping();
    show_curves();
}

analyzer::Grouping CasePage::grouping() const {
    return groupings[static_cast<std::size_t>(std::max(0, grouping_->currentIndex()))];
}

void CasePage::set_grouping(analyzer::Grouping grouping) {
    const auto at = std::find(groupings.begin(), groupings.end(), grouping);
    grouping_->setCurrentIndex(static_cast<int>(at - groupings.begin()));
}

void CasePage::set_metric(Metric metric) {
    const int at = metric_->findData(static_cast<int>(metric));
    if (at < 0) return;
    metric_->setCurrentIndex(at);
    show_chart();
}

void CasePage::set_tab(Tab tab) { tabs_->setCurrentIndex(static_cast<int>(tab)); }

ChartView& CasePage::current_chart() { return *qobject_cast<ChartView*>(tabs_->currentWidget()); }

void CasePage::show_grouping() {
    table_->set_case(contents_, grouping());
    const QVariant chosen = metric_->currentData();
    metric_->clear();
    if (contents_)
        for (const auto metric : available_metrics(contents_->breakdown(grouping())))
            metric_->addItem(metric_text(metric), static_cast<int>(metric));
    metric_->setCurrentIndex(std::max(0, metric_->findData(chosen)));
    metric_->setEnabled(metric_->count() > 0);
    const bool rows = table_->table().rowCount() > 0;
    grouping_->setEnabled(rows);
    table_->setVisible(rows);  // the chart's sentence says why there is nothing
    show_chart();
}

void CasePage::show_chart() {
    if (!contents_) {
        breakdown_->set_chart({});
        return;
    }
    const int row = table_->current_row();
    const auto metric =
        metric_->count() > 0 ? static_cast<Metric>(metric_->currentData().toInt()) : Metric::time;
    breakdown_->set_chart(breakdown_chart(*contents_, grouping(), metric));
    breakdown_->set_current_row(row);
}

void CasePage::show_curves() {
    const CaseRecord* selected = contents_ ? &contents_->record : nullptr;
    for (const auto kind : {CurveKind::throughput, CurveKind::block_sweep}) {
        auto* view = kind == CurveKind::throughput ? throughput_ : block_sweep_;
        if (!file_) {
            view->set_chart({});
            continue;
        }
        view->set_chart(curve_chart(kind == CurveKind::throughput ? file_->throughput : file_->block_sweeps,
                                    kind, selected));
        view->set_current_case(selected ? selected->id : CaseId{});
    }
}

}  // namespace sortscope::gui
