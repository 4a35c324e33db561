#include "gui/views/curve_view.hpp"

#include <qcustomplot.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include <QMouseEvent>
#include <QToolTip>

#include "gui/models/text.hpp"
#include "gui/views/index_ticker.hpp"

namespace sortscope::gui {
namespace {

constexpr double reach_px = 14;  // how near to a point the mouse must be

constexpr QCPScatterStyle::ScatterShape shapes[] = {QCPScatterStyle::ssDisc,
                                                    QCPScatterStyle::ssSquare,
                                                    QCPScatterStyle::ssTriangle,
                                                    QCPScatterStyle::ssDiamond,
                                                    QCPScatterStyle::ssTriangleInverted,
                                                    QCPScatterStyle::ssCircle,
                                                    QCPScatterStyle::ssCross,
                                                    QCPScatterStyle::ssPlus,
                                                    QCPScatterStyle::ssStar,
                                                    QCPScatterStyle::ssPlusCircle};

}  // namespace

CurveView::CurveView(QWidget* parent) : ChartView(parent) {
    plot().setObjectName(QStringLiteral("curve_plot"));
    plot().setAccessibleName(tr("Curve chart"));
    plot().setMouseTracking(true);
    show_message(tr("No file is open."));
}

void CurveView::set_chart(CurveChart chart) {
    chart_ = std::move(chart);
    rebuild();
}

void CurveView::set_current_case(CaseId id) {
    current_ = id;
    rebuild();
}

void CurveView::rebuild() {
    plot().clearPlottables();
    if (chart_.lines.empty()) {
        set_caption({});
        show_message(chart_.empty_text.isEmpty() ? tr("No file is open.") : chart_.empty_text);
        return;
    }
    show_plot();
    set_caption(chart_.note.isEmpty() ? chart_.conditions
                                      : chart_.conditions + QStringLiteral(" \u2013 ") + chart_.note);
    auto* x = plot().xAxis;
    auto* y = plot().yAxis;
    x->setLabel(chart_.key_title);
    y->setLabel(chart_.value_title);
    x->setTicker(QSharedPointer<IndexTicker>::create(x, [powers = chart_.powers](int exponent) {
        return powers || exponent < 0 || exponent > 62 ? power_of_two_text(exponent)
                                                       : grouped_text(std::int64_t{1} << exponent);
    }));
    x->setSubTicks(false);
    y->setSubTicks(false);
    for (auto* axis : {x, y}) axis->setTickLength(0, 4);
    y->setScaleType(chart_.log_value ? QCPAxis::stLogarithmic : QCPAxis::stLinear);
    if (chart_.log_value)
        y->setTicker(QSharedPointer<QCPAxisTickerLog>::create());
    else
        y->setTicker(QSharedPointer<QCPAxisTicker>::create());
    y->grid()->setSubGridVisible(false);
    y->setNumberFormat(QStringLiteral("g"));
    y->setNumberPrecision(8);
    for (std::size_t i = 0; i < chart_.lines.size(); ++i)
        add_line(chart_.lines[i], static_cast<qsizetype>(i));
    add_ring();
    set_ranges();
    plot().legend->setWrap(0);
    arrange_legend();
    plot().replot(QCustomPlot::rpQueuedReplot);
}

void CurveView::add_line(const ChartLine& line, qsizetype number) {
    const QColor colour = theme().series.at(number % theme().series.size());
    auto* graph = plot().addGraph();
    graph->setName(line.name);
    graph->setPen(QPen(colour, line.current ? 2.6 : 1.6));
    graph->setScatterStyle(QCPScatterStyle(shapes[static_cast<std::size_t>(number) % std::size(shapes)],
                                           QPen(colour, 1.4), QBrush(colour), line.current ? 8 : 7));
    auto* spread = new QCPErrorBars(plot().xAxis, plot().yAxis);
    spread->removeFromLegend();
    spread->setDataPlottable(graph);
    spread->setPen(QPen(colour, 1));
    spread->setWhiskerWidth(5);
    for (const auto& point : line.points) {
        graph->addData(point.log2_x, point.value);
        spread->addData(point.half_spread);
    }
}

void CurveView::add_ring() {
    for (const auto& line : chart_.lines)
        for (const auto& point : line.points) {
            if (point.id != current_ || current_ == CaseId{}) continue;
            auto* ring = plot().addGraph();
            ring->removeFromLegend();
            ring->setLineStyle(QCPGraph::lsNone);
            ring->setScatterStyle(
                QCPScatterStyle(QCPScatterStyle::ssCircle, QPen(theme().text, 1.6), Qt::NoBrush, 15));
            ring->addData(point.log2_x, point.value);
        }
}

void CurveView::set_ranges() {
    double left = 1e300, right = -1e300, low = 1e300, high = 0;
    for (const auto& line : chart_.lines)
        for (const auto& point : line.points) {
            left = std::min(left, point.log2_x);
            right = std::max(right, point.log2_x);
            low = std::min(low, point.value);
            high = std::max(high, point.value + point.half_spread);
        }
    // One size alone stands in the middle of its neighbours.
    const double pad = right > left ? 0.4 : 1.4;
    plot().xAxis->setRange(left - pad, right + pad);
    if (chart_.log_value)
        plot().yAxis->setRange(low / 1.6, high * 1.6);
    else
        plot().yAxis->setRange(0, high > 0 ? high * 1.08 : 1);
}

const ChartPoint* CurveView::point_at(const QPoint& position) {
    const ChartPoint* nearest = nullptr;
    double best = reach_px;
    for (const auto& line : chart_.lines)
        for (const auto& point : line.points) {
            const double dx = plot().xAxis->coordToPixel(point.log2_x) - position.x();
            const double dy = plot().yAxis->coordToPixel(point.value) - position.y();
            const double distance = std::hypot(dx, dy);
            if (distance < best) best = distance, nearest = &point;
        }
    return nearest;
}

bool CurveView::eventFilter(QObject* watched, QEvent* event) {
    if (watched == &plot() && has_chart()) {
        if (event->type() == QEvent::MouseMove) {
            const auto* mouse = static_cast<QMouseEvent*>(event);
            const auto* point = point_at(mouse->position().toPoint());
            plot().setCursor(point ? Qt::PointingHandCursor : Qt::ArrowCursor);
            if (point)
                QToolTip::showText(mouse->globalPosition().toPoint(), point->tooltip, &plot());
            else
                QToolTip::hideText();
        } else if (event->type() == QEvent::MouseButtonPress) {
            if (const auto* point = point_at(static_cast<QMouseEvent*>(event)->position().toPoint())) {
                const CaseId id = point->id;  // the chart is replaced while the signal runs
                emit case_selected(static_cast<qlonglong>(id));
            }
        }
    }
    return ChartView::eventFilter(watched, event);
}

}  // namespace sortscope::gui
