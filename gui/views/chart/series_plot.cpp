#include "gui/views/chart/series_plot.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "gui/models/text.hpp"
#include "present/axis.hpp"

namespace sortscope::gui {
namespace {

using present::Point;
using Kind = present::Series::Kind;

constexpr double reach_px = 14;  // from the mouse to a mark
constexpr double faint = 0.22;   // opacity of series that are not highlighted

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

QColor ChartDrawing::colour(std::size_t series) const {
    const auto& of = chart->chart.series[series];
    const auto at = static_cast<qsizetype>(of.colour.value_or(series)) % theme.series.size();
    const QColor plain = theme.series.at(at);
    return highlighted && *highlighted != series ? blend(theme.background, plain, faint) : plain;
}

QColor ChartDrawing::heat(double value) const {
    const auto colour = present::colour_of(chart->chart, value, theme.background.lightness() < 128);
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
    return {};
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
    // Lines continue to the points just outside.
    if (part.first > 0) --part.first;
    if (part.last < points.size()) ++part.last;
    return part;
}

QPen SeriesPlot::line_pen() const {
    return {drawing_->colour(number_), series().emphasised || drawing_->highlighted == number_ ? 2.6 : 1.6,
            series().dashed ? Qt::DashLine : Qt::SolidLine};
}

QCPScatterStyle SeriesPlot::mark() const {
    // Measured values are filled; published and modelled ones are open.
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
        painter->drawRect(
            QRectF(coordsToPixels(at, below), coordsToPixels(at + places.width, top)).normalized());
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

void SeriesPlot::draw_line(QCPPainter* painter) {
    const auto& points = series().points;
    const auto part = visible();
    const bool steps = series().kind == Kind::steps;
    const auto* axes = key_.axisRect();
    const auto pixels = static_cast<std::size_t>(std::max(100, axes->width()));
    QPolygonF line;
    const auto flush = [&] {
        applyDefaultAntialiasingHint(painter);
        painter->setPen(line_pen());
        painter->setBrush(Qt::NoBrush);
        if (line.size() > 1) painter->drawPolyline(line);
        line.clear();
    };
    const auto add = [&](const QPointF& at) {
        if (steps && !line.isEmpty())
            line << (drawing_->chart->chart.sideways ? QPointF(line.last().x(), at.y())
                                                     : QPointF(at.x(), line.last().y()));
        line << at;
    };
    if (part.last - part.first <= 4 * pixels) {
        for (std::size_t i = part.first; i < part.last; ++i) {
            if (!points[i].y) {
                flush();
                continue;
            }
            add(coordsToPixels(points[i].x, *points[i].y));
            if (steps && points[i].x_end > points[i].x) add(coordsToPixels(points[i].x_end, *points[i].y));
        }
    } else {
        // The least and the greatest value of each pixel, in their order.
        const std::size_t stride = (part.last - part.first) / pixels + 1;
        for (std::size_t begin = part.first; begin < part.last; begin += stride) {
            std::optional<std::size_t> least, most;
            for (std::size_t i = begin; i < std::min(begin + stride, part.last); ++i) {
                if (!points[i].y) continue;
                if (!least || *points[i].y < *points[*least].y) least = i;
                if (!most || *points[i].y > *points[*most].y) most = i;
            }
            if (!least) {
                flush();
                continue;
            }
            for (const auto at : {std::min(*least, *most), std::max(*least, *most)})
                add(coordsToPixels(points[at].x, *points[at].y));
        }
    }
    flush();
    if (series().kind == Kind::line && series().marked) draw_marks(painter, part);
}

void SeriesPlot::draw_marks(QCPPainter* painter, const Part& part) {
    const auto& points = series().points;
    applyDefaultAntialiasingHint(painter);
    const auto style = mark();
    const QPen whisker(drawing_->colour(number_), 1);
    const bool upright = !drawing_->chart->chart.sideways;
    for (std::size_t i = part.first; i < part.last; ++i) {
        const auto& point = points[i];
        if (!point.y) continue;
        const auto at = coordsToPixels(point.x, *point.y);
        if (series().intervals && point.high > point.low) {
            const auto low = coordsToPixels(
                point.x,
                std::max(point.low, value_.scaleType() == QCPAxis::stLogarithmic ? 1e-300 : point.low));
            const auto high = coordsToPixels(point.x, point.high);
            const QPointF cap = upright ? QPointF(3, 0) : QPointF(0, 3);
            painter->setPen(whisker);
            painter->drawLine(low, high);
            painter->drawLine(low - cap, low + cap);
            painter->drawLine(high - cap, high + cap);
        }
        style.applyTo(painter, QPen(drawing_->colour(number_), 1.4));
        if (point.heat) painter->setBrush(drawing_->heat(*point.heat));
        style.drawShape(painter, at);
        if (series().best == i) {
            painter->setPen(QPen(drawing_->theme.text, 1.4));
            painter->setBrush(Qt::NoBrush);
            painter->drawRect(QRectF(at.x() - 6.5, at.y() - 6.5, 13, 13));
        }
        const bool chosen = (drawing_->current != CaseId{} && point.case_id == drawing_->current) ||
                            (drawing_->row == point.row && point.case_id == CaseId{} &&
                             !drawing_->chart->chart.series.empty() && drawing_->row && drawing_->has_rows);
        const bool compared =
            !chosen && point.case_id != CaseId{} &&
            std::ranges::find(drawing_->compared, point.case_id) != drawing_->compared.end();
        if (!chosen && !compared) continue;
        painter->setPen(QPen(drawing_->theme.text, 1.6, compared ? Qt::DotLine : Qt::SolidLine));
        painter->setBrush(Qt::NoBrush);
        painter->drawEllipse(at, 8, 8);
    }
}

QRectF SeriesPlot::span_rect(const Point& point) const {
    const double lane = point.y.value_or(0);
    return QRectF(coordsToPixels(point.x, lane - 0.36), coordsToPixels(point.x_end, lane + 0.36))
        .normalized();
}

void SeriesPlot::draw_spans(QCPPainter* painter) {
    const auto& points = series().points;
    const auto part = visible();
    const QRectF area = key_.axisRect()->rect();
    const QColor colour = drawing_->colour(number_);
    std::map<double, double> drawn_to;  // by lane: the last pixel with a span
    painter->setAntialiasing(false);
    painter->setPen(Qt::NoPen);
    painter->setBrush(colour);
    for (std::size_t i = part.first; i < part.last; ++i) {
        const auto& point = points[i];
        auto rect = span_rect(point);
        auto& to = drawn_to.try_emplace(point.y.value_or(0), -1e9).first->second;
        const bool chosen = drawing_->row == point.row;
        if (rect.right() < to + 1 && !chosen) continue;  // the pixel has a span already
        if (rect.right() < area.left() || rect.left() > area.right()) continue;
        rect.setLeft(std::max(rect.left(), area.left() - 2));
        rect.setRight(std::min(std::max(rect.right(), rect.left() + 1), area.right() + 2));
        to = rect.right();
        const QColor fill = point.heat ? drawing_->heat(*point.heat) : colour;
        painter->setBrush(fill);
        painter->setPen(Qt::NoPen);
        // A gap of a pixel separates neighbours.
        painter->drawRect(rect.width() > 4 ? rect.adjusted(0, 0, -1, 0) : rect);
        ++drawing_->drawn;
        if (chosen) {
            painter->setBrush(Qt::NoBrush);
            painter->setPen(QPen(drawing_->theme.text, 2));
            painter->drawRect(rect.adjusted(0, -2, 0, 2));
            painter->setPen(Qt::NoPen);
        }
        if (rect.width() > 54 && rect.height() > 13) {
            const auto words = typeset(point.hint).section(u'\n', 0, 0);
            painter->setPen(letters_on(fill));
            const QFontMetrics metrics(painter->font());
            painter->drawText(rect.adjusted(5, 0, -5, 0), Qt::AlignLeft | Qt::AlignVCenter,
                              metrics.elidedText(words, Qt::ElideRight, static_cast<int>(rect.width()) - 10));
            painter->setPen(Qt::NoPen);
        }
    }
}

void SeriesPlot::draw_links(QCPPainter* painter) {
    const auto& points = series().points;
    const auto part = visible();
    applyDefaultAntialiasingHint(painter);
    const double column_px = std::abs(key_.coordToPixel(1) - key_.coordToPixel(0));
    const double wire_px = std::abs(value_.coordToPixel(1) - value_.coordToPixel(0));
    const double dot = std::clamp(std::min(column_px, wire_px) * 0.3, 0.0, 3.5);
    const QColor colour = drawing_->colour(number_);
    const auto seen = value_.range();
    std::map<std::pair<int, int>, double> covered;  // by column and upper end: length of the longest stroke
    for (std::size_t i = part.first; i < part.last; ++i) {
        const auto& point = points[i];
        if (point.high < seen.lower || point.low > seen.upper) continue;
        const auto from = coordsToPixels(point.x, point.low), to = coordsToPixels(point.x, point.high);
        if (dot < 0.5) {  // strokes closer than pixels: the longest is enough
            auto& reach = covered.try_emplace({static_cast<int>(from.x()), static_cast<int>(from.y())}, -1e9)
                              .first->second;
            if (std::abs(to.y() - from.y()) <= reach) continue;
            reach = std::abs(to.y() - from.y());
        }
        const bool chosen = drawing_->row && drawing_->row == point.row;
        const QColor stroke = point.heat ? drawing_->heat(*point.heat) : colour;
        painter->setPen(QPen(stroke, chosen ? 2.6 : 1.4));
        painter->setBrush(stroke);
        painter->drawLine(from, to);
        if (dot >= 1) {
            const int head = series().head;
            if (head >= 0) painter->drawEllipse(from, dot, dot);
            if (head <= 0) painter->drawEllipse(to, dot, dot);
            if (head != 0) {  // the tip touches the wire
                const auto tip = head > 0 ? to : from, other = head > 0 ? from : to;
                const double down = tip.y() > other.y() ? -1 : 1, size = 1.6 * dot + 1.4;
                painter->drawPolygon(QPolygonF{tip, tip + QPointF(-0.7 * size, 1.5 * size * down),
                                               tip + QPointF(0.7 * size, 1.5 * size * down)});
            }
        }
        ++drawing_->drawn;
    }
}

std::optional<std::size_t> SeriesPlot::hit_bar(const QPointF& position) const {
    double key = 0, value = 0;
    pixelsToCoords(position, key, value);
    const auto& bars = drawing_->chart->bars;
    const auto& chart = drawing_->chart->chart;
    if (!chart.stacked && chart.series.size() > 1) {
        const auto places = bar_places();
        const auto row = std::ranges::find_if(places.rows, [&](std::size_t one) {
            const double from = static_cast<double>(one) + places.shift;
            return key >= from && key < from + places.width;
        });
        if (row == places.rows.end()) return std::nullopt;
        const auto& points = series().points;
        const auto found = std::ranges::find_if(points, [&](const Point& point) {
            return std::lround(point.x) == static_cast<long>(*row) && point.y;
        });
        return found == points.end() ? std::nullopt
                                     : std::optional(static_cast<std::size_t>(found - points.begin()));
    }
    const auto row = std::lround(key);
    if (row < 0 || static_cast<std::size_t>(row) >= bars.rows()) return std::nullopt;
    const auto found = bars.hit(static_cast<std::size_t>(row), value, drawing_->hidden);
    return found && found->series == number_ ? std::optional(found->point) : std::nullopt;
}

std::optional<std::size_t> SeriesPlot::hit(const QPointF& position) const {
    if (drawing_->is_hidden(number_)) return std::nullopt;
    const auto kind = series().kind;
    if (kind == Kind::bars && drawing_->chart->chart.x.scale == present::Scale::categories)
        return hit_bar(position);
    const auto part = visible();
    const auto& points = series().points;
    std::optional<std::size_t> nearest;
    double best = kind == Kind::links ? 6 : reach_px;
    for (std::size_t i = part.first; i < part.last; ++i) {
        const auto& point = points[i];
        if (kind == Kind::spans) {
            auto rect = span_rect(point);
            if (rect.width() < 3) rect.adjust(-1.5, 0, 1.5, 0);
            if (rect.contains(position)) nearest = i;
            continue;
        }
        if (kind == Kind::bars) {
            if (point.y && point.x_end > point.x
                    ? QRectF(coordsToPixels(point.x, 0), coordsToPixels(point.x_end, *point.y))
                          .normalized()
                          .contains(position)
                    : point.y && std::abs(coordsToPixels(point.x, 0).x() - position.x()) < 5)
                nearest = i;
            continue;
        }
        if (kind == Kind::links) {
            const auto from = coordsToPixels(point.x, point.low), to = coordsToPixels(point.x, point.high);
            const double distance = std::abs(from.x() - position.x());
            if (distance < best && position.y() >= std::min(from.y(), to.y()) - 3 &&
                position.y() <= std::max(from.y(), to.y()) + 3)
                best = distance, nearest = i;
            continue;
        }
        if (!point.y) continue;
        const auto at = coordsToPixels(point.x, *point.y) - position;
        if (const double distance = std::hypot(at.x(), at.y()); distance < best) best = distance, nearest = i;
    }
    return nearest;
}

HeatPlot::HeatPlot(QCPAxis& key, QCPAxis& value, std::shared_ptr<ChartDrawing> drawing)
    : QCPAbstractPlottable(&key, &value), drawing_(std::move(drawing)) {
    setSelectable(QCP::stNone);
    removeFromLegend();
}

QCPRange HeatPlot::getKeyRange(bool& found, QCP::SignDomain) const {
    found = true;
    return {-0.5, static_cast<double>(drawing_->chart->chart.x.ticks.size()) - 0.5};
}

QCPRange HeatPlot::getValueRange(bool& found, QCP::SignDomain, const QCPRange&) const {
    found = true;
    return {-0.5, static_cast<double>(drawing_->chart->chart.y.ticks.size()) - 0.5};
}

void HeatPlot::draw(QCPPainter* painter) {
    const auto& chart = drawing_->chart->chart;
    const auto& heat = *chart.heat;
    const auto columns = chart.x.ticks.size(), rows = chart.y.ticks.size();
    painter->setAntialiasing(false);
    const QFontMetrics metrics(painter->font());
    const auto rect_of = [&](std::size_t cell) {
        const auto x = static_cast<double>(cell % columns), y = static_cast<double>(cell / columns);
        return QRectF(coordsToPixels(x - 0.5, y - 0.5), coordsToPixels(x + 0.5, y + 0.5)).normalized();
    };
    for (std::size_t cell = 0; cell < std::min(heat.values.size(), columns * rows); ++cell) {
        if (!heat.values[cell]) continue;
        const auto rect = rect_of(cell);
        const QColor fill = drawing_->heat(*heat.values[cell]);
        painter->fillRect(rect.width() > 6 && rect.height() > 6 ? rect.adjusted(0.5, 0.5, -0.5, -0.5) : rect,
                          fill);
        ++drawing_->drawn;
        if (cell >= heat.texts.size() || heat.texts[cell].empty()) continue;
        const auto words = typeset(heat.texts[cell]);
        if (metrics.horizontalAdvance(words) + 4 > rect.width() || metrics.height() > rect.height()) continue;
        painter->setPen(letters_on(fill));
        painter->drawText(rect, Qt::AlignCenter, words);
    }
    painter->setBrush(Qt::NoBrush);
    for (const auto cell : heat.outlined) {
        if (columns == 0 || cell >= columns * rows) continue;
        painter->setPen(QPen(drawing_->theme.text, 2));
        painter->drawRect(rect_of(cell).adjusted(1, 1, -1, -1));
    }
    if (drawing_->row && *drawing_->row < rows && columns > 0) {
        const auto first = rect_of(*drawing_->row * columns),
                   last = rect_of(*drawing_->row * columns + columns - 1);
        painter->setPen(QPen(drawing_->theme.series.front(), 2, Qt::DashLine));
        painter->drawRect(first.united(last));
    }
}

std::optional<std::size_t> HeatPlot::hit(const QPointF& position) const {
    const auto& chart = drawing_->chart->chart;
    double key = 0, value = 0;
    pixelsToCoords(position, key, value);
    const auto x = std::lround(key), y = std::lround(value);
    if (x < 0 || y < 0 || static_cast<std::size_t>(x) >= chart.x.ticks.size() ||
        static_cast<std::size_t>(y) >= chart.y.ticks.size())
        return std::nullopt;
    const auto cell = static_cast<std::size_t>(y) * chart.x.ticks.size() + static_cast<std::size_t>(x);
    return cell < chart.heat->values.size() && chart.heat->values[cell] ? std::optional(cell) : std::nullopt;
}

}  // namespace sortscope::gui
