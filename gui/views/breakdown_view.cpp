#include "gui/views/breakdown_view.hpp"

#include <qcustomplot.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include <QKeyEvent>
#include <QMouseEvent>
#include <QToolTip>

#include "gui/views/index_ticker.hpp"

namespace sortscope::gui {
namespace {

/// Two bars of a two-stage sort must not fill the window; names need the room.
double padding(const BreakdownChart& chart) {
    const double fewest_slots = chart.names ? 4 : 8;
    return std::max(0.0, (fewest_slots - static_cast<double>(chart.bars.size())) / 2);
}

/// A vertical stripe over the whole height of the plot, from `left` to `right` in bars.
QCPItemRect* add_stripe(QCustomPlot& plot, double left, double right, const QColor& colour) {
    auto* stripe = new QCPItemRect(&plot);
    stripe->setLayer(QStringLiteral("bands"));
    stripe->setSelectable(false);
    for (auto* corner : {stripe->topLeft, stripe->bottomRight}) {
        corner->setTypeX(QCPItemPosition::ptPlotCoords);
        corner->setTypeY(QCPItemPosition::ptAxisRectRatio);
    }
    stripe->topLeft->setCoords(left, 0);
    stripe->bottomRight->setCoords(right, 1);
    stripe->setPen(Qt::NoPen);
    stripe->setBrush(colour);
    return stripe;
}

}  // namespace

BreakdownView::BreakdownView(QWidget* parent) : ChartView(parent) {
    auto& chart_plot = plot();
    chart_plot.setObjectName(QStringLiteral("breakdown_plot"));
    chart_plot.setAccessibleName(tr("Stage breakdown chart"));
    chart_plot.addLayer(QStringLiteral("bands"), chart_plot.layer(QStringLiteral("grid")),
                        QCustomPlot::limBelow);
    chart_plot.setInteractions(QCP::iRangeDrag | QCP::iRangeZoom);
    chart_plot.axisRect()->setRangeDrag(Qt::Horizontal);
    chart_plot.axisRect()->setRangeZoom(Qt::Horizontal);
    chart_plot.setMouseTracking(true);
    connect(chart_plot.xAxis, qOverload<const QCPRange&>(&QCPAxis::rangeChanged), this,
            &BreakdownView::keep_in_range);
    show_message(tr("Choose a case on the left."));
}

void BreakdownView::set_chart(BreakdownChart chart) {
    chart_ = std::move(chart);
    current_row_ = -1;
    rebuild();
}

void BreakdownView::rebuild() {
    auto& chart_plot = plot();
    chart_plot.clearPlottables();
    chart_plot.clearItems();
    highlight_ = nullptr;
    if (!chart_.empty_text.isEmpty() || chart_.bars.empty()) {
        show_message(chart_.empty_text.isEmpty() ? tr("Choose a case on the left.") : chart_.empty_text);
        return;
    }
    show_plot();
    auto* x = chart_plot.xAxis;
    auto* y = chart_plot.yAxis;
    x->setLabel(chart_.key_title);
    y->setLabel(chart_.value_title);
    x->grid()->setVisible(false);
    x->setSubTicks(false);
    x->setTickLength(0, 4);
    y->setSubTicks(false);
    y->setTickLength(0, 4);
    y->setNumberFormat(QStringLiteral("g"));
    y->setNumberPrecision(10);
    const auto bar_at = [this](int i) -> const ChartBar* {
        return i >= 0 && i < static_cast<int>(chart_.bars.size()) ? &chart_.bars[static_cast<std::size_t>(i)]
                                                                  : nullptr;
    };
    auto ticker = QSharedPointer<IndexTicker>::create(
        x, [bar_at](int i) { return bar_at(i) ? bar_at(i)->tick : QString(); },
        [bar_at](int i) { return bar_at(i) && bar_at(i)->first_of_stage; });
    ticker->set_elided(chart_.names);
    x->setTicker(ticker);
    add_bands();
    add_series();
    reset_ranges();
    chart_plot.legend->setWrap(0);
    arrange_legend();
    set_current_row(current_row_);
}

void BreakdownView::add_bands() {
    highlight_ = add_stripe(plot(), 0, 0, theme().highlight);
    highlight_->setVisible(false);
    if (!chart_.bands) return;
    // Bands mark every second stage, so that a stage's substages are seen as one.
    bool shaded = false;
    for (std::size_t begin = 0, end = 0; begin < chart_.bars.size(); begin = end, shaded = !shaded) {
        end = begin + 1;
        while (end < chart_.bars.size() && !chart_.bars[end].first_of_stage) ++end;
        if (shaded)
            add_stripe(plot(), static_cast<double>(begin) - 0.5, static_cast<double>(end) - 0.5,
                       theme().band);
    }
}

void BreakdownView::add_series() {
    auto& chart_plot = plot();
    QCPBars* below = nullptr;
    for (std::size_t s = 0; s < chart_.series.size(); ++s) {
        const auto& series = chart_.series[s];
        auto* bars = new QCPBars(chart_plot.xAxis, chart_plot.yAxis);
        const QColor colour = theme().series.at(static_cast<qsizetype>(s) % theme().series.size());
        bars->setName(series.name);
        bars->setPen(Qt::NoPen);
        bars->setBrush(colour);
        bars->setAntialiased(false);
        bars->setWidth(chart_.bars.size() > 100 ? 1.0 : chart_.names ? 0.5 : 0.78);
        bars->setSelectable(QCP::stNone);
        for (std::size_t i = 0; i < series.values.size(); ++i)
            if (series.values[i]) bars->addData(static_cast<double>(i), *series.values[i]);
        if (below) bars->moveAbove(below);
        below = bars;
    }
}

void BreakdownView::reset_ranges() {
    const double count = static_cast<double>(chart_.bars.size());
    const double pad = padding(chart_);
    plot().xAxis->setRange(-0.5 - pad, count - 0.5 + pad);
    plot().yAxis->setRange(0, chart_.largest > 0 ? chart_.largest * 1.06 : 1);
    plot().replot(QCustomPlot::rpQueuedReplot);
}

void BreakdownView::keep_in_range(const QCPRange& range) {
    if (chart_.bars.empty()) return;
    const double count = static_cast<double>(chart_.bars.size());
    const double pad = padding(chart_);
    const QCPRange kept = range.bounded(-0.5 - pad, count - 0.5 + pad);
    if (kept.size() >= 2 && kept != range) plot().xAxis->setRange(kept);
}

void BreakdownView::set_current_row(int row) {
    current_row_ = row >= 0 && row < static_cast<int>(chart_.bars.size()) ? row : -1;
    if (!highlight_) return;
    highlight_->setVisible(current_row_ >= 0);
    highlight_->topLeft->setCoords(current_row_ - 0.5, 0);
    highlight_->bottomRight->setCoords(current_row_ + 0.5, 1);
    plot().replot(QCustomPlot::rpQueuedReplot);
}

int BreakdownView::row_at(const QPoint& position) const {
    const auto& chart_plot = const_cast<BreakdownView*>(this)->plot();
    if (!has_chart() || !chart_plot.axisRect()->rect().contains(position)) return -1;
    const int row = static_cast<int>(std::lround(chart_plot.xAxis->pixelToCoord(position.x())));
    return row >= 0 && row < static_cast<int>(chart_.bars.size()) ? row : -1;
}

void BreakdownView::show_tooltip(const QPoint& position, const QPoint& global) {
    const int row = row_at(position);
    if (row < 0)
        QToolTip::hideText();
    else
        QToolTip::showText(global, chart_.bars[static_cast<std::size_t>(row)].tooltip, &plot());
}

bool BreakdownView::eventFilter(QObject* watched, QEvent* event) {
    if (watched != &plot() || !has_chart()) return ChartView::eventFilter(watched, event);
    const auto choose = [this](int row) {
        if (row < 0) return;
        set_current_row(row);
        emit row_selected(row);
    };
    switch (event->type()) {
        case QEvent::MouseMove: {
            const auto* mouse = static_cast<QMouseEvent*>(event);
            if (mouse->buttons() == Qt::NoButton)
                show_tooltip(mouse->position().toPoint(), mouse->globalPosition().toPoint());
            break;
        }
        case QEvent::MouseButtonPress:
            choose(row_at(static_cast<QMouseEvent*>(event)->position().toPoint()));
            break;
        case QEvent::MouseButtonDblClick:
            reset_ranges();
            break;
        case QEvent::KeyPress: {
            const int last = static_cast<int>(chart_.bars.size()) - 1;
            switch (static_cast<QKeyEvent*>(event)->key()) {
                case Qt::Key_Left:
                    choose(std::max(0, current_row_ - 1));
                    return true;
                case Qt::Key_Right:
                    choose(std::min(last, current_row_ + 1));
                    return true;
                case Qt::Key_Home:
                    choose(0);
                    return true;
                case Qt::Key_End:
                    choose(last);
                    return true;
                default:
                    break;
            }
            break;
        }
        default:
            break;
    }
    return ChartView::eventFilter(watched, event);
}

}  // namespace sortscope::gui
