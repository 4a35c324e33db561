#include "gui/views/chart/series_plot.hpp"

#include "present/axis.hpp"

namespace sortscope::gui {
namespace {
using present::Point;
using Kind = present::Series::Kind;

constexpr double path_radius = 3;  // QCPScatterStyle scales paths drawn for size 6
}  // namespace

QColor ChartDrawing::colour(size_t series) const {
    const auto& of = data().series[series];
    const auto at = qsizetype(of.colour.value_or(series)) % theme.series.size();
    const QColor plain = theme.series.at(at);
    return highlighted && *highlighted != series ? faint(plain) : plain;
}

QColor ChartDrawing::heat(double value) const {
    const auto colour = present::colour_of(data(), value, is_dark());
    return {colour.r, colour.g, colour.b};
}

bool ChartDrawing::has_lanes() const {
    return data().y.scale == present::Scale::categories && !data().sideways &&
           (data().has(Kind::spans) || data().has(Kind::steps));
}

std::pair<size_t, size_t> ChartDrawing::bars_in(const QCPRange& range) const {
    const auto within = [most = double(chart->rows())](double at) {
        return size_t(std::clamp(at, 0.0, most));
    };
    return {within(std::floor(range.lower + 0.5)), within(std::ceil(range.upper + 0.5))};
}

double ChartDrawing::distance(const Drawn& mark, const QPointF& position) const {
    const auto outside = [](double from, double at, double to) {
        return std::max({from - at, at - to, 0.0});
    };
    double x = outside(mark.place.left(), position.x(), mark.place.right()),
           y = outside(mark.place.top(), position.y(), mark.place.bottom());
    const auto kind = data().series[mark.series].kind;
    if (kind == Kind::bars) (data().sideways ? x : y) *= 1e-4;
    if (kind == Kind::spans) x *= mark.place.width() < 3 ? 8 : 1e4, y *= 1e4;
    if (kind == Kind::links) x *= 2, y *= 4;
    return std::hypot(x, y);
}

int ChartDrawing::last_row() const {
    constexpr size_t no_row = size_t(-1);  // a timeline's transfers have no row
    if (data().heat) return int(data().y.ticks.size()) - 1;
    if (has_row_slots()) return int(data().x.ticks.size()) - 1;
    size_t last = 0;
    for (const auto& series : data().series)
        for (const auto& point : series.points)
            if (point.row != no_row) last = std::max(last, point.row);
    return int(last);
}

present::Extent ChartDrawing::places_of_row(size_t number) const {
    present::Extent place;
    for (const auto& series : data().series)
        for (const auto& point : series.points)
            if (point.row == number) place.add(point.x), place.add(std::max(point.x, point.x_end));
    return place;
}

ChartPlot::ChartPlot(QCPAxis& key, QCPAxis& value, ChartDrawing& drawing)
    : QCPAbstractPlottable(&key, &value), key_(key), value_(value), drawing_(drawing) {
    setSelectable(QCP::stNone);
}

SeriesPlot::SeriesPlot(QCPAxis& key, QCPAxis& value, ChartDrawing& drawing, size_t number)
    : ChartPlot(key, value, drawing), number_(number) {
    double closest = std::numeric_limits<double>::infinity();
    const present::Point* before = nullptr;
    for (const auto& point : series().points) {
        longest_ = std::max(longest_, point.x_end - point.x);
        if (before != nullptr && point.x > before->x) closest = std::min(closest, point.x - before->x);
        before = &point;
    }
    if (std::isfinite(closest)) bar_width_ = closest;
}

std::span<const Point> SeriesPlot::visible() const {
    const auto& points = series().points;
    const auto range = key_.range();
    const auto index_of = [&](double x) {
        return size_t(std::ranges::lower_bound(points, x, {}, &Point::x) - points.begin());
    };
    // Includes the points just outside, because lines continue to them.
    const auto first = index_of(range.lower - longest_), last = index_of(std::nextafter(range.upper, 1e300));
    return {points.begin() + ptrdiff_t(first - (first > 0 ? 1 : 0)),
            points.begin() + ptrdiff_t(std::min(last + 1, points.size()))};
}

QPen SeriesPlot::line_pen() const {
    return {drawing_.colour(number_), series().emphasised || drawing_.highlighted == number_ ? 2.6 : 1.6,
            series().provenance == Provenance::modelled ? Qt::DotLine
            : series().dashed                           ? Qt::DashLine
                                                        : Qt::SolidLine};
}

QCPScatterStyle SeriesPlot::mark() const {
    const auto colour = drawing_.colour(number_);
    QPolygonF corners;
    for (const auto& [x, y] : present::mark_corners(chart().mark_shape(number_)))
        corners << QPointF(x, y) * path_radius;
    QPainterPath path;
    path.setFillRule(Qt::WindingFill);
    corners.isEmpty() ? path.addEllipse(QPointF(), path_radius, path_radius) : path.addPolygon(corners);
    path.closeSubpath();
    return QCPScatterStyle(path, QPen(colour, 1.2), is_open() ? drawing_.theme.background : colour,
                           series().emphasised ? 8.5 : 7);
}

void SeriesPlot::draw(QCPPainter* painter) {
    if (number_ == 0) drawing_.marks.clear();
    if (drawing_.is_hidden(number_)) return;
    switch (series().kind) {
        case Kind::bars:
            return drawing_.has_slots() ? draw_bars(painter) : draw_free_bars(painter);
        case Kind::line:
        case Kind::steps:
            return draw_line(painter);
        case Kind::points:
            return draw_marks(painter);
        case Kind::spans:
            return draw_spans(painter);
        case Kind::links:
            return draw_links(painter);
    }
}

void SeriesPlot::record(const QRectF& place, const Point& point) {
    drawing_.marks.push_back({place, number_, size_t(&point - series().points.data())});
}

void SeriesPlot::draw_bars(QCPPainter* painter) {
    const auto [first, last] = drawing_.bars_in(key_.range());
    const auto in_sight = last - first;
    const auto* axes = key_.axisRect();
    const auto rows = drawing_.chart->drawn(
        first, last, size_t(std::max(100, chart().sideways ? axes->height() : axes->width())));
    double width = 1;
    if (rows.size() < in_sight)
        width = double(in_sight) / double(std::max<size_t>(1, rows.size()));
    else if (in_sight <= 100)
        width = chart().x.names ? 0.56 : 0.78;
    double shift = -width / 2;
    if (!chart().stacked && chart().series.size() > 1) {  // side by side
        width /= double(chart().series.size());
        shift += width * double(number_);
    }
    if (number_ == 0) drawing_.drawn = rows.size();
    painter->setAntialiasing(false);
    painter->setPen(Qt::NoPen);
    const double base = value_.scaleType() == QCPAxis::stLogarithmic ? value_.range().lower : 0;
    for (const auto row : rows) {
        const auto* point = drawing_.chart->bar(number_, row);
        if (point == nullptr) continue;
        double below = base;
        for (size_t other = 0; chart().stacked && other < number_; ++other)
            if (const auto* under = drawing_.chart->bar(other, row);
                under != nullptr && !drawing_.is_hidden(other))
                below += *under->y;
        painter->setBrush(point->heat ? drawing_.heat(*point->heat) : drawing_.colour(number_));
        const double at = double(row) + shift;
        const auto bar = rect(at, below, at + width, chart().stacked ? below + *point->y : *point->y);
        painter->drawRect(bar);
        record(bar, *point);
    }
}

void SeriesPlot::draw_free_bars(QCPPainter* painter) {
    painter->setAntialiasing(false);
    painter->setPen(Qt::NoPen);
    painter->setBrush(drawing_.colour(number_));
    std::optional<QRectF> chosen;
    for (const auto& point : visible()) {
        if (!point.y) continue;
        const bool wide = point.x_end > point.x;
        const auto bar = rect(wide ? point.x : point.x - bar_width_ * 0.45, 0,
                              wide ? point.x_end : point.x + bar_width_ * 0.45, *point.y);
        painter->drawRect(bar);
        record(bar, point);
        if (drawing_.row == point.row && wide) chosen = bar;
        ++drawing_.drawn;
    }
    if (!chosen) return;
    painter->setBrush(Qt::NoBrush);
    painter->setPen(QPen(drawing_.theme.text, 2));
    const double spread = chosen->width() < 3 ? 1.5 : 0;
    painter->drawRect(chosen->adjusted(-spread, -2, spread, 0));
}

void SeriesPlot::drawLegendIcon(QCPPainter* painter, const QRectF& rect) const {
    const QColor colour = drawing_.is_hidden(number_) ? drawing_.theme.grid : drawing_.colour(number_);
    const auto kind = series().kind;
    if (kind == Kind::bars || kind == Kind::spans) {
        painter->setAntialiasing(false);
        // A metric may colour the points.
        const bool filled =
            std::ranges::none_of(series().points, [](const Point& point) { return point.heat.has_value(); });
        painter->setPen(filled ? QPen(Qt::NoPen) : QPen(drawing_.theme.faint_text));
        painter->setBrush(filled ? QBrush(colour) : QBrush());
        return painter->drawRect(rect.adjusted(0, 1, 0, -1));
    }
    painter->setAntialiasing(true);
    auto pen = line_pen();
    pen.setColor(colour);
    painter->setPen(pen);
    const double middle = rect.center().y();
    if (kind != Kind::points) painter->drawLine(QLineF(rect.left(), middle, rect.right(), middle));
    if (!series().marked || kind == Kind::steps || kind == Kind::links) return;
    auto style = mark();
    style.setPen(QPen(colour, 1.2));
    if (!is_open()) style.setBrush(colour);
    style.applyTo(painter, style.pen());
    style.drawShape(painter, rect.center());
}

void SeriesPlot::draw_line(QCPPainter* painter) {
    const auto points = visible();
    const bool steps = series().kind == Kind::steps;
    const auto pixels = size_t(std::max(100, key_.axisRect()->width()));
    QPolygonF line;
    const auto flush = [&] {
        applyDefaultAntialiasingHint(painter);
        if (series().floor && line.size() > 1) {
            const double base = coordsToPixels(points.front().x, *series().floor).y();
            auto area = line;
            area << QPointF(line.last().x(), base) << QPointF(line.first().x(), base);
            painter->setPen(Qt::NoPen);
            painter->setBrush(blend(drawing_.theme.background, drawing_.colour(number_), 0.35));
            painter->drawPolygon(area);
        }
        painter->setPen(line_pen());
        painter->setBrush(Qt::NoBrush);
        if (line.size() > 1) painter->drawPolyline(line);
        line.clear();
    };
    const auto add = [&](const QPointF& at) {
        if (steps && !line.isEmpty())
            line << (chart().sideways ? QPointF(line.last().x(), at.y()) : QPointF(at.x(), line.last().y()));
        line << at;
    };
    // Of very many points, keeps the least and the greatest of each pixel, in order.
    const size_t stride = points.size() <= 4 * pixels ? 1 : points.size() / pixels + 1;
    for (size_t begin = 0; begin < points.size(); begin += stride) {
        std::optional<size_t> least, most;
        for (size_t i = begin; i < std::min(begin + stride, points.size()); ++i) {
            if (!points[i].y) continue;
            if (!least || *points[i].y < *points[*least].y) least = i;
            if (!most || *points[i].y > *points[*most].y) most = i;
        }
        if (!least) {
            flush();
            continue;
        }
        const auto& [first, last] = std::minmax(*least, *most);
        const auto take = [&](const Point& point) {
            const auto at = coordsToPixels(point.x, *point.y);
            add(at);
            record({at, QSizeF(0, 0)}, point);
        };
        take(points[first]);
        const auto& end = points[last];
        if (last != first)
            take(end);
        else if (steps && stride == 1 && end.x_end > end.x)
            add(coordsToPixels(end.x_end, *end.y));
    }
    flush();
    if (series().kind == Kind::line && series().marked) draw_marks(painter);
}

void SeriesPlot::draw_marks(QCPPainter* painter) {
    applyDefaultAntialiasingHint(painter);
    const auto style = mark();
    const QPointF cap = chart().sideways ? QPointF(0, 3) : QPointF(3, 0);
    for (const auto& point : visible()) {
        if (!point.y) continue;
        const auto at = coordsToPixels(point.x, *point.y);
        if (series().kind == Kind::points) record({at, QSizeF(0, 0)}, point);  // draw_line() records others
        if (series().intervals && point.high > point.low) {
            const bool logarithmic = value_.scaleType() == QCPAxis::stLogarithmic;
            const auto low = coordsToPixels(point.x, logarithmic ? std::max(point.low, 1e-300) : point.low);
            const auto high = coordsToPixels(point.x, point.high);
            painter->setPen(QPen(drawing_.colour(number_), 1));
            painter->drawLine(low, high);
            painter->drawLine(low - cap, low + cap);
            painter->drawLine(high - cap, high + cap);
        }
        style.applyTo(painter, style.pen());
        if (point.heat) painter->setBrush(drawing_.heat(*point.heat));
        style.drawShape(painter, at);
        painter->setBrush(Qt::NoBrush);
        if (series().best && &point == &series().points[*series().best]) {
            painter->setPen(QPen(drawing_.theme.text, 1.4));
            painter->drawRect(QRectF(at.x() - 6.5, at.y() - 6.5, 13, 13));
        }
        const bool chosen = point.case_id != CaseId{} ? point.case_id == drawing_.current
                                                      : drawing_.has_rows && drawing_.row == point.row;
        if (!chosen) continue;
        painter->setPen(QPen(drawing_.theme.text, 1.6));
        painter->drawEllipse(at, 8, 8);
    }
}

void SeriesPlot::draw_spans(QCPPainter* painter) {
    const QRectF area = key_.axisRect()->rect();
    const QColor colour = drawing_.colour(number_);
    std::map<double, double> drawn_to;  // last pixel with a span, by lane
    painter->setAntialiasing(false);
    for (const auto& point : visible()) {
        const double lane = point.y.value_or(0);
        auto rect = this->rect(point.x, lane - 0.36, point.x_end, lane + 0.36);
        auto& to = drawn_to.try_emplace(lane, -1e9).first->second;
        const bool chosen = drawing_.row == point.row;
        if (rect.right() < to + 1 && !chosen) continue;  // the pixel has a span already
        if (rect.right() < area.left() || rect.left() > area.right()) continue;
        rect.setLeft(std::max(rect.left(), area.left() - 2));
        rect.setRight(std::min(std::max(rect.right(), rect.left() + 1), area.right() + 2));
        to = rect.right();
        record(rect, point);
        const QColor full = point.heat ? drawing_.heat(*point.heat) : colour;
        const bool aside = !drawing_.stage_rows.empty() && !drawing_.stage_rows.contains(point.row);
        const QColor fill = aside ? drawing_.faint(full) : full;
        painter->setBrush(fill);
        painter->setPen(Qt::NoPen);
        // A gap of a pixel separates neighbours.
        painter->drawRect(rect.width() > 4 ? rect.adjusted(0, 0, -1, 0) : rect);
        ++drawing_.drawn;
        if (chosen) {
            painter->setBrush(Qt::NoBrush);
            painter->setPen(QPen(drawing_.theme.text, 2));
            painter->drawRect(rect.adjusted(0, -2, 0, 2));
        }
        if (rect.width() > 54 && rect.height() > 13) {
            const auto words = typeset(point.hint).section(u'\n', 0, 0);
            painter->setPen(letters_on(fill));
            const QFontMetrics metrics(painter->font());
            painter->drawText(rect.adjusted(5, 0, -5, 0), Qt::AlignLeft | Qt::AlignVCenter,
                              elided(words, metrics, int(rect.width()) - 10));
        }
    }
}

void SeriesPlot::draw_links(QCPPainter* painter) {
    applyDefaultAntialiasingHint(painter);
    const double column_px = std::abs(key_.coordToPixel(1) - key_.coordToPixel(0));
    const double wire_px = std::abs(value_.coordToPixel(1) - value_.coordToPixel(0));
    const double dot = std::clamp(std::min(column_px, wire_px) * 0.3, 0.0, 3.5);
    const QColor colour = drawing_.colour(number_);
    const auto seen = value_.range();
    std::map<std::pair<int, int>, double> covered;  // length of the longest stroke by column and upper end
    for (const auto& point : visible()) {
        if (point.high < seen.lower || point.low > seen.upper) continue;
        const auto from = coordsToPixels(point.x, point.low), to = coordsToPixels(point.x, point.high);
        if (dot < 0.5) {  // draws only the longest stroke of a pixel
            auto& reach = covered.try_emplace({int(from.x()), int(from.y())}, -1e9).first->second;
            if (std::abs(to.y() - from.y()) <= reach) continue;
            reach = std::abs(to.y() - from.y());
        }
        const bool chosen = drawing_.row == point.row;
        const QColor stroke = point.heat ? drawing_.heat(*point.heat) : colour;
        painter->setPen(QPen(stroke, chosen ? 2.6 : 1.4));
        painter->setBrush(stroke);
        painter->drawLine(from, to);
        record(QRectF(from, to).normalized(), point);
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
        ++drawing_.drawn;
    }
}

HeatPlot::HeatPlot(QCPAxis& key, QCPAxis& value, ChartDrawing& drawing) : ChartPlot(key, value, drawing) {
    removeFromLegend();
}

void HeatPlot::draw(QCPPainter* painter) {
    const auto& heat = *chart().heat;
    const auto columns = chart().x.ticks.size(), rows = chart().y.ticks.size();
    painter->setAntialiasing(false);
    const QFontMetrics metrics(painter->font());
    const auto rect_of = [&](size_t cell) {
        const auto x = double(cell % columns), y = double(cell / columns);
        return rect(x - 0.5, y - 0.5, x + 0.5, y + 0.5);
    };
    for (size_t cell = 0; cell < std::min(heat.values.size(), columns * rows); ++cell) {
        if (!heat.values[cell]) continue;
        const auto rect = rect_of(cell);
        const QColor fill = drawing_.heat(*heat.values[cell]);
        painter->fillRect(rect.width() > 6 && rect.height() > 6 ? rect.adjusted(0.5, 0.5, -0.5, -0.5) : rect,
                          fill);
        ++drawing_.drawn;
        if (heat.texts[cell].empty()) continue;
        const auto words = typeset(heat.texts[cell]);
        if (metrics.horizontalAdvance(words) + 4 > rect.width() || metrics.height() > rect.height()) continue;
        painter->setPen(letters_on(fill));
        painter->drawText(rect, Qt::AlignCenter, words);
    }
    painter->setBrush(Qt::NoBrush);
    for (const auto cell : heat.outlined) {
        painter->setPen(QPen(letters_on(drawing_.heat(*heat.values[cell])), 2));
        painter->drawRect(rect_of(cell).adjusted(2, 2, -2, -2));
    }
    if (drawing_.cell && *drawing_.cell < columns * rows) {
        const auto chosen = rect_of(*drawing_.cell);
        painter->setPen(QPen(drawing_.theme.background, 5));
        painter->drawRect(chosen.adjusted(1, 1, -1, -1));
        painter->setPen(QPen(drawing_.theme.text, 2.4));
        painter->drawRect(chosen);
    } else if (drawing_.row && *drawing_.row < rows && columns > 0) {
        const auto first = *drawing_.row * columns;
        painter->setPen(QPen(drawing_.theme.series.front(), 2, Qt::DashLine));
        painter->drawRect(rect_of(first).united(rect_of(first + columns - 1)));
    }
}

std::optional<size_t> HeatPlot::hit(const QPointF& position) const {
    double key = 0, value = 0;
    pixelsToCoords(position, key, value);
    const auto columns = std::ssize(chart().x.ticks);
    const auto x = std::lround(key), y = std::lround(value);
    if (x < 0 || y < 0 || x >= columns || y >= std::ssize(chart().y.ticks)) return std::nullopt;
    const auto cell = size_t(y * columns + x);
    const auto& values = chart().heat->values;
    return cell < values.size() && values[cell] ? std::optional(cell) : std::nullopt;
}
}
