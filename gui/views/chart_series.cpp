#include "gui/views/chart_series.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "present/palette.hpp"

namespace sortscope::gui {
namespace {

using present::Point;
using Kind = present::Series::Kind;

constexpr double faint = 0.22;  // of series beside a highlighted one

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

double part_of(const present::Axis& axis, double value) {
    if (axis.scale == present::Scale::logarithmic && axis.least > 0 && value > 0 && axis.largest > axis.least)
        return std::log(value / axis.least) / std::log(axis.largest / axis.least);
    return axis.largest > axis.least ? (value - axis.least) / (axis.largest - axis.least) : 1;
}

}  // namespace

bool has_kind(const present::Chart& chart, Kind kind) {
    return std::ranges::any_of(chart.series, [&](const auto& series) { return series.kind == kind; });
}

QColor ChartDrawing::colour(std::size_t series) const {
    const auto& of = chart->chart.series[series];
    const auto at = static_cast<qsizetype>(of.colour.value_or(series)) % theme.series.size();
    const QColor plain = theme.series.at(at);
    return highlighted && *highlighted != series ? blend(theme.background, plain, faint) : plain;
}

QColor ChartDrawing::heat(double value) const {
    if (chart->chart.colour.ratio) {
        const auto colour =
            present::ratio_colour(part_of(chart->chart.colour, value), theme.background.lightness() < 128);
        return {colour.r, colour.g, colour.b};
    }
    // Cells may be as pale as they like; marks must stand out from the background.
    const double part = part_of(chart->chart.colour, value);
    const auto colour = present::heat_colour(chart->chart.heat ? part : 0.35 + 0.65 * part,
                                             theme.background.lightness() < 128);
    return {colour.r, colour.g, colour.b};
}

SeriesPlot::SeriesPlot(QCPAxis& key, QCPAxis& value, std::shared_ptr<ChartDrawing> drawing,
                       std::size_t number)
    : QCPAbstractPlottable(&key, &value),
      key_(key),
      value_(value),
      drawing_(std::move(drawing)),
      number_(number) {
    setSelectable(QCP::stNone);
    for (const auto& point : series().points) longest_ = std::max(longest_, point.x_end - point.x);
}

QCPRange SeriesPlot::getKeyRange(bool& found, QCP::SignDomain) const {
    found = !series().points.empty();
    return found ? QCPRange(series().points.front().x, series().points.back().x) : QCPRange();
}

QCPRange SeriesPlot::getValueRange(bool& found, QCP::SignDomain, const QCPRange&) const {
    found = !series().points.empty();
    return {drawing_->chart->chart.y.least, drawing_->chart->chart.y.largest};
}

QPointF SeriesPlot::place(const Point& point) const {
    if (series().kind == Kind::spans) return span_rect(point).center();
    if (series().kind == Kind::links) return coordsToPixels(point.x, (point.low + point.high) / 2);
    return coordsToPixels(point.x, point.y.value_or(0));
}

SeriesPlot::Part SeriesPlot::visible() const {
    const auto& points = series().points;
    const auto range = key_.range();
    const auto before = [](const Point& point, double x) { return point.x < x; };
    const auto first = std::lower_bound(points.begin(), points.end(), range.lower - longest_, before);
    const auto last = std::lower_bound(first, points.end(), std::nextafter(range.upper, 1e300), before);
    Part part{static_cast<std::size_t>(first - points.begin()),
              static_cast<std::size_t>(last - points.begin())};
    // Of lines the points just outside of sight, too: to where they lead.
    if (part.first > 0) --part.first;
    if (part.last < points.size()) ++part.last;
    return part;
}

QPen SeriesPlot::line_pen() const {
    return {drawing_->colour(number_), series().emphasised || drawing_->highlighted == number_ ? 2.6 : 1.6,
            series().dashed ? Qt::DashLine : Qt::SolidLine};
}

QCPScatterStyle SeriesPlot::mark() const {
    // Filled where measured; published and modelled values are open.
    const auto colour = drawing_->colour(number_);
    const bool open = series().dashed;
    return QCPScatterStyle(shapes[number_ % std::size(shapes)], QPen(colour, 1.4),
                           open ? QBrush(drawing_->theme.background) : QBrush(colour),
                           series().emphasised ? 8.5 : 7);
}

void SeriesPlot::draw(QCPPainter* painter) {
    if (drawing_->is_hidden(number_)) return;
    switch (series().kind) {
        case Kind::bars:
            if (drawing_->chart->chart.x.scale == present::Scale::categories)
                draw_bars(painter);
            else
                draw_free_bars(painter);
            break;
        case Kind::line:
        case Kind::steps:
            draw_line(painter);
            break;
        case Kind::points:
            draw_marks(painter, visible());
            break;
        case Kind::spans:
            draw_spans(painter);
            break;
        case Kind::links:
            draw_links(painter);
            break;
    }
}

SeriesPlot::BarPlaces SeriesPlot::bar_places() const {
    const auto& chart = drawing_->chart->chart;
    const auto& bars = drawing_->chart->bars;
    const auto range = key_.range();
    const auto rows = static_cast<double>(bars.rows());
    const auto first = static_cast<std::size_t>(std::clamp(std::floor(range.lower + 0.5), 0.0, rows));
    const auto last = static_cast<std::size_t>(std::clamp(std::ceil(range.upper + 0.5), 0.0, rows));
    const auto* axes = key_.axisRect();
    const auto pixels =
        static_cast<std::size_t>(std::max(100, chart.sideways ? axes->height() : axes->width()));
    BarPlaces places;
    places.rows = bars.drawn(first, last, pixels);
    places.in_sight = last > first ? last - first : 0;
    if (places.rows.size() < places.in_sight)
        places.width = static_cast<double>(places.in_sight) /
                       static_cast<double>(std::max<std::size_t>(1, places.rows.size()));
    else if (places.in_sight <= 100)
        places.width = chart.x.names ? 0.56 : 0.78;
    places.shift = -places.width / 2;
    if (!chart.stacked && chart.series.size() > 1) {  // side by side
        places.width /= static_cast<double>(chart.series.size());
        places.shift += places.width * static_cast<double>(number_);
    }
    return places;
}

void SeriesPlot::draw_bars(QCPPainter* painter) {
    const auto& chart = drawing_->chart->chart;
    const auto& bars = drawing_->chart->bars;
    const auto places = bar_places();
    if (number_ == 0) drawing_->drawn = places.rows.size();
    painter->setAntialiasing(false);
    painter->setPen(Qt::NoPen);
    const QBrush plain(drawing_->colour(number_));
    painter->setBrush(plain);
    const double base = value_.scaleType() == QCPAxis::stLogarithmic ? value_.range().lower : 0;
    for (const auto row : places.rows) {
        const double value = bars.part(number_, row);
        if (value == 0) continue;
        double below = base;
        if (chart.stacked)
            for (std::size_t other = 0; other < number_; ++other)
                if (!drawing_->is_hidden(other)) below += bars.part(other, row);
        const double at = static_cast<double>(row) + places.shift;
        if (const auto& heated = series().points;
            row < heated.size() && heated[row].heat && heated[row].row == row)
            painter->setBrush(drawing_->heat(*heated[row].heat));
        const double top = chart.stacked ? below + value : value;
        painter->drawRect(QRectF(coordsToPixels(at, below), coordsToPixels(at + places.width, top))
                              .normalized()
                              .adjusted(0, 0, 0, 0));
    }
}

void SeriesPlot::draw_free_bars(QCPPainter* painter) {
    const auto& points = series().points;
    double width = 1;
    for (std::size_t i = 1; i < points.size(); ++i)
        if (const double gap = points[i].x - points[i - 1].x; gap > 0)
            width = i == 1 ? gap : std::min(width, gap);
    painter->setAntialiasing(false);
    painter->setPen(Qt::NoPen);
    painter->setBrush(drawing_->colour(number_));
    std::optional<QRectF> chosen;
    const auto part = visible();
    for (std::size_t i = part.first; i < part.last; ++i) {
        const auto& point = points[i];
        if (!point.y) continue;
        const double right = point.x_end > point.x ? point.x_end : point.x + width * 0.45;
        const double left = point.x_end > point.x ? point.x : point.x - width * 0.45;
        const auto rect = QRectF(coordsToPixels(left, 0), coordsToPixels(right, *point.y)).normalized();
        painter->drawRect(rect);
        if (drawing_->row == point.row && point.x_end > point.x) chosen = rect;
        ++drawing_->drawn;
    }
    if (!chosen) return;
    painter->setBrush(Qt::NoBrush);
    painter->setPen(QPen(drawing_->theme.text, 2));
    painter->drawRect(chosen->width() < 3 ? chosen->adjusted(-1.5, -2, 1.5, 0)
                                          : chosen->adjusted(0, -2, 0, 0));
}

void SeriesPlot::drawLegendIcon(QCPPainter* painter, const QRectF& rect) const {
    const bool hidden = drawing_->is_hidden(number_);
    const QColor colour = hidden ? drawing_->theme.grid : drawing_->colour(number_);
    const auto kind = series().kind;
    if (kind == Kind::bars || kind == Kind::spans) {
        painter->setAntialiasing(false);
        painter->setPen(Qt::NoPen);
        painter->setBrush(colour);
        painter->drawRect(rect.adjusted(0, 1, 0, -1));
        return;
    }
    painter->setAntialiasing(true);
    auto pen = line_pen();
    pen.setColor(colour);
    if (kind != Kind::points) {
        painter->setPen(pen);
        painter->drawLine(QPointF(rect.left(), rect.center().y()), QPointF(rect.right(), rect.center().y()));
    }
    if (!series().marked || kind == Kind::steps || kind == Kind::links) return;
    auto style = mark();
    style.setPen(QPen(colour, 1.4));
    if (!series().dashed) style.setBrush(colour);
    style.applyTo(painter, QPen(colour, 1.4));
    style.drawShape(painter, rect.center());
}

}  // namespace sortscope::gui
