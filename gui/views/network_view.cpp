#include "gui/views/network_view.hpp"

namespace sortscope::gui {
NetworkView::NetworkView(Workspace& of)
    : View(of, tr("Network"), new ChartView),
      metric_(add_box(toolbar(), "metric", tr("Colour"),
                      tr("The metric of a launch that colours its comparators"), 12)),
      step_(new QSlider(Qt::Horizontal)),
      drawing_(of.loader(), Lane::lengthy, this) {
    name_control(*step_, "", tr("Launch"), tr("Step through the launches"));
    step_->setMinimumWidth(80);
    step_->setMaximumWidth(240);
    toolbar().addSeparator();
    toolbar().addWidget(step_);
    fill(*this, {chart_});
    choose_metrics_by(*metric_);
    connect(step_, &QSlider::valueChanged, this, &NetworkView::choose_launch);
    connect(chart_, &ChartView::row_selected, this, &NetworkView::choose_launch);
    connect(chart_, &ChartView::offer_taken, this, [this] {
        select([](Selection& next) { next.filter = u"n:..64"_s; });
        emit view_wanted(u"runs"_s);
    });
}

void NetworkView::choose_launch(int launch) {
    const auto drawing = drawing_.fresh();
    if (!drawing || launch < 0 || size_t(launch) >= drawing->launches.size()) return;
    const auto& stage = drawing->launches[size_t(launch)];
    select([&](Selection& next) {
        next.launch = launch;
        next.stage = stage.stage;
        next.substage = stage.substage;
    });
}

void NetworkView::refresh() {
    if (workspace().current() != of_) {
        of_ = workspace().current();
        drawing_.forget();
    }
    show_metrics(*metric_, of_ ? of_->by_stage->metrics : std::vector<const Metric*>{}, selection().metric);
    metric_->setEnabled(metric_->count() > 0);
    step_->setEnabled(drawing_.answer() && !drawing_.answer()->launches.empty());
    if (!of_) return chart_->show_message(waiting_sentence());
    const auto id = metric_->currentData().toString();
    drawing_.want(
        {of_, id},
        [of = of_, metric = find_metric(id.toStdString())](Readers& readers, const Stale&) {
            return read_network(readers.of(of->path), *of, metric);
        },
        [this, again = drawing_.answer() != nullptr] {
            const auto& drawing = *drawing_.answer();
            chart_->set_context(context());
            chart_->set_chart(drawing.chart, again);
            if (!chart_->has_chart() && drawing.launches.empty()) chart_->offer(tr("List small cases"));
            const QSignalBlocker quiet(step_);
            step_->setRange(0, std::max(0, int(drawing.launches.size()) - 1));
            refresh();
        },
        shown_failure());
    if (!drawing_.fresh() || !chart_->has_chart()) return;
    const int launch = selection().launch.value_or(-1);
    if (chart_->current_row() != launch) chart_->set_current_row(launch);
    const QSignalBlocker quiet(step_);
    step_->setValue(std::max(0, launch));
}
}
