#include "gui/views/network_view.hpp"

#include <qcustomplot.h>

#include <QComboBox>
#include <QSignalBlocker>
#include <QSlider>
#include <QToolBar>
#include <QVBoxLayout>

#include "gui/models/text.hpp"
#include "gui/views/chart/chart_view.hpp"
#include "gui/views/parts/controls.hpp"
#include "gui/views/parts/overlay_toggle.hpp"

namespace sortscope::gui {

NetworkView::NetworkView(Workspace& of)
    : View(of, tr("Network")),
      chart_(new ChartView),
      metric_(new QComboBox),
      step_(new QSlider(Qt::Horizontal)),
      query_(of.loader(), Loader::Lane::lengthy) {
    metric_->setAccessibleName(tr("Colour"));
    metric_->setToolTip(tr("What the colour of a comparator says of its launch"));
    fit_long_items(*metric_);
    step_->setAccessibleName(tr("Launch"));
    step_->setToolTip(tr("Step through the launches"));
    step_->setMinimumWidth(80);
    step_->setMaximumWidth(240);
    toolbar().addWidget(metric_);
    toolbar().addSeparator();
    toolbar().addWidget(step_);
    overlay_ = new OverlayToggle(
        workspace(), toolbar(),
        tr("Colour by how the launches of the case compared differ from those of the one shown."), this);
    connect(overlay_, &OverlayToggle::changed, this, [this] { touch(); });
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(chart_);
    connect(metric_, &QComboBox::activated, this, [this] {
        workspace().selected().edit(
            [&](Selection& next) { next.metric = metric_->currentData().toString(); });
    });
    connect(step_, &QSlider::valueChanged, this, &NetworkView::choose_launch);
    connect(chart_, &ChartView::row_selected, this, &NetworkView::choose_launch);
    connect(chart_, &ChartView::offer_taken, this, [this] {
        workspace().selected().edit([](Selection& next) { next.filter = QStringLiteral("n:..64"); });
        emit view_wanted(QStringLiteral("runs"));
    });
}

bool NetworkView::is_waiting() const { return query_.pending() || overlay_->waiting(); }

QJsonObject NetworkView::layout_state() const { return {{QStringLiteral("overlay"), overlay_->is_wanted()}}; }

void NetworkView::restore_layout(const QJsonObject& state) {
    overlay_->set_wanted(state[QStringLiteral("overlay")].toBool(true));
}

QWidget* NetworkView::first_focus() { return &chart_->plot(); }

void NetworkView::choose_launch(int launch) {
    if (!drawing_ || launch < 0 || static_cast<std::size_t>(launch) >= drawing_->launches.size()) return;
    const auto& stage = drawing_->launches[static_cast<std::size_t>(launch)];
    workspace().selected().edit([&](Selection& next) {
        next.launches = LaunchRange{static_cast<std::uint64_t>(launch), static_cast<std::uint64_t>(launch)};
        next.stage = stage.stage;
        next.substage = stage.substage;
    });
}

void NetworkView::refresh() {
    overlay_->follow();
    if (workspace().current() != of_) {
        of_ = workspace().current();
        drawing_ = nullptr;
        asked_.clear();
        metric_->clear();
        if (of_)
            for (const auto* metric : of_->by_stage->metrics)
                metric_->addItem(to_qstring(metric->title), to_qstring(metric->id));
        fit_long_items(*metric_);
    }
    step_->setEnabled(drawing_ && !drawing_->launches.empty());
    metric_->setEnabled(metric_->count() > 0);
    if (!of_) {
        query_.cancel();
        chart_->show_message(waiting_sentence());
        return;
    }
    metric_->setCurrentIndex(std::max(0, metric_->findData(selection().metric)));
    const QString wanted = QStringLiteral("!") + metric_->currentData().toString() + u'!' + overlay_->key();
    if (wanted != asked_) {
        asked_ = wanted;
        chart_->set_context(context());
        query_.ask<NetworkDrawing>(
            [of = of_, others = overlay_->cases(),
             metric = find_metric(metric_->currentData().toString().toStdString())](
                Readers& readers, const Stale&) { return read_network(readers, *of, metric, others); },
            [this](const std::shared_ptr<const NetworkDrawing>& drawing) {
                const bool again = drawing_ != nullptr;
                drawing_ = drawing;
                chart_->set_chart(drawing->chart, again);
                if (!chart_->has_chart() && drawing->launches.empty())
                    chart_->show_message(chart_->message(), tr("List small cases"));
                const QSignalBlocker quiet(step_);
                step_->setRange(0, std::max(0, static_cast<int>(drawing->launches.size()) - 1));
                step_->setEnabled(!drawing->launches.empty());
                refresh();
            },
            [this](const QString& sentence) { chart_->show_message(sentence); });
        return;
    }
    if (!drawing_ || !chart_->has_chart()) return;
    const int launch = selection().launches ? static_cast<int>(selection().launches->first) : -1;
    if (chart_->current_row() != launch) chart_->set_current_row(launch);
    const QSignalBlocker quiet(step_);
    step_->setValue(std::max(0, launch));
}

}  // namespace sortscope::gui
