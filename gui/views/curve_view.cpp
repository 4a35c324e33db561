#include "gui/views/curve_view.hpp"

#include <qcustomplot.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include <QMouseEvent>
#include <QToolTip>

#include "core/text.hpp"
#include "gui/models/text.hpp"
#include "gui/views/index_ticker.hpp"

namespace sortscope::gui {
namespace {

constexpr double reach_px = 14;  // how near to a point the mouse must be
constexpr int longest_name = 60;
constexpr int longest_of_many = 28;  // of more than four: a legend must not take the chart's room; the tooltip has the whole

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

void CurveView::set_chart(present::Chart chart) {
    chart_ = std::move(chart);
    rebuild();
}

void CurveView::set_current_case(CaseId id) {
    current_ = id;
    rebuild();
}

void CurveView::rebuild() {
    plot().clearPlottables();
    if (chart_.empty()) {
        set_caption({});
        show_message(chart_.empty_text.empty() ? tr("No file is open.") : typeset(chart_.empty_text));
        return;
    }
    show_plot();
    QStringList words;
    for (const auto* text : {&chart_.conditions, &chart_.note})
        if (!text->empty()) words << typeset(*text);
    set_caption(words.join(QStringLiteral(" \u2013 ")));
    auto* x = plot().xAxis;
    auto* y = plot().yAxis;
    x->setLabel(typeset(chart_.x.title));
    y->setLabel(typeset(chart_.y.title));
    x->setTicker(QSharedPointer<IndexTicker>::create(x, [powers = chart_.x.powers](int exponent) {
        return powers || exponent < 0 || exponent > 62 ? typeset("2^" + std::to_string(exponent))
                                                       : to_qstring(format_grouped(std::int64_t{1} << exponent));
    }));
    x->setSubTicks(false);
    y->setSubTicks(false);
    for (auto* axis : {x, y}) axis->setTickLength(0, 4);
    const bool logarithmic = chart_.y.scale == present::Scale::logarithmic;
    y->setScaleType(logarithmic ? QCPAxis::stLogarithmic : QCPAxis::stLinear);
    if (logarithmic)
        y->setTicker(QSharedPointer<QCPAxisTickerLog>::create());
    else
        y->setTicker(QSharedPointer<QCPAxisTicker>::create());
    y->grid()->setSubGridVisible(false);
    y->setNumberFormat(QStringLiteral("g"));
    y->setNumberPrecision(8);
    for (std::size_t i = 0; i < chart_.series.size(); ++i) add_line(chart_.series[i], static_cast<qsizetype>(i));
    add_ring();
    set_ranges();
    plot().legend->setWrap(0);
    arrange_legend();
    plot().replot(QCustomPlot::rpQueuedReplot);
}

void CurveView::add_line(const present::Series& line, qsizetype number) {
    const QColor colour = theme().series.at(number % theme().series.size());
    auto* graph = plot().addGraph();
    graph->setName(shortened_name(typeset(line.name), chart_.series.size() > 4 ? longest_of_many : longest_name));
    graph->setPen(QPen(colour, line.emphasised ? 2.6 : 1.6, line.dashed ? Qt::DashLine : Qt::SolidLine));
    graph->setScatterStyle(QCPScatterStyle(shapes[static_cast<std::size_t>(number) % std::size(shapes)],
                                           QPen(colour, 1.4), QBrush(colour), line.emphasised ? 8 : 7));
    QCPErrorBars* intervals = nullptr;
    if (line.intervals) {
        intervals = new QCPErrorBars(plot().xAxis, plot().yAxis);
        intervals->removeFromLegend();
        intervals->setDataPlottable(graph);
        intervals->setPen(QPen(colour, 1));
        intervals->setWhiskerWidth(5);
    }
    for (const auto& point : line.points) {
        if (!point.y) continue;
        graph->addData(point.x, *point.y);
        if (intervals) intervals->addData(std::max(0.0, *point.y - point.low), std::max(0.0, point.high - *point.y));
    }
}

void CurveView::add_ring() {
    for (const auto& line : chart_.series)
        for (const auto& point : line.points) {
            if (point.case_id != current_ || current_ == CaseId{} || !point.y) continue;
            auto* ring = plot().addGraph();
            ring->removeFromLegend();
            ring->setLineStyle(QCPGraph::lsNone);
            ring->setScatterStyle(
                QCPScatterStyle(QCPScatterStyle::ssCircle, QPen(theme().text, 1.6), Qt::NoBrush, 15));
            ring->addData(point.x, *point.y);
        }
}

void CurveView::set_ranges() {
    double left = 1e300, right = -1e300, low = 1e300, high = 0;
    for (const auto& line : chart_.series)
        for (const auto& point : line.points) {
            if (!point.y) continue;
            left = std::min(left, point.x);
            right = std::max(right, point.x);
            low = std::min(low, *point.y);
            high = std::max({high, *point.y, line.intervals ? point.high : 0.0});
        }
    // One size alone stands in the middle of its neighbours.
    const double pad = right > left ? 0.4 : 1.4;
    plot().xAxis->setRange(left - pad, right + pad);
    if (chart_.y.scale == present::Scale::logarithmic)
        plot().yAxis->setRange(low / 1.6, high * 1.6);
    else
        plot().yAxis->setRange(0, high > 0 ? high * 1.08 : 1);
}

std::optional<CurveView::Place> CurveView::point_at(const QPoint& position) {
    std::optional<Place> nearest;
    double best = reach_px;
    for (std::size_t s = 0; s < chart_.series.size(); ++s)
        for (std::size_t p = 0; p < chart_.series[s].points.size(); ++p) {
            const auto& point = chart_.series[s].points[p];
            if (!point.y) continue;
            const double dx = plot().xAxis->coordToPixel(point.x) - position.x();
            const double dy = plot().yAxis->coordToPixel(*point.y) - position.y();
            const double distance = std::hypot(dx, dy);
            if (distance < best) best = distance, nearest = Place{s, p};
        }
    return nearest;
}

bool CurveView::eventFilter(QObject* watched, QEvent* event) {
    if (watched == &plot() && has_chart()) {
        if (event->type() == QEvent::MouseMove) {
            const auto* mouse = static_cast<QMouseEvent*>(event);
            const auto place = point_at(mouse->position().toPoint());
            plot().setCursor(place ? Qt::PointingHandCursor : Qt::ArrowCursor);
            if (place && chart_.tooltip)
                QToolTip::showText(mouse->globalPosition().toPoint(), typeset(chart_.tooltip(place->series, place->point)), &plot());
            else
                QToolTip::hideText();
        } else if (event->type() == QEvent::MouseButtonPress) {
            if (const auto place = point_at(static_cast<QMouseEvent*>(event)->position().toPoint())) {
                const CaseId id = chart_.series[place->series].points[place->point].case_id;
                emit case_selected(static_cast<qlonglong>(id));
            }
        }
    }
    return ChartView::eventFilter(watched, event);
}

}  // namespace sortscope::gui
