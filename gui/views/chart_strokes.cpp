// Series that are not bars: lines, points, spans of time, links of a network.
#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "gui/models/text.hpp"
#include "gui/views/chart_series.hpp"

namespace sortscope::gui {
namespace {

using present::Point;
using Kind = present::Series::Kind;

}  // namespace

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
        // The least and the greatest of each pixel, in the order in which they come.
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
    std::map<double, double> drawn_to;  // by lane: the pixel up to which something was drawn
    painter->setAntialiasing(false);
    painter->setPen(Qt::NoPen);
    painter->setBrush(colour);
    const auto& tooltip = drawing_->chart->chart.tooltip;
    for (std::size_t i = part.first; i < part.last; ++i) {
        const auto& point = points[i];
        auto rect = span_rect(point);
        auto& to = drawn_to.try_emplace(point.y.value_or(0), -1e9).first->second;
        const bool chosen = drawing_->row == point.row;
        if (rect.right() < to + 1 && !chosen) continue;  // what stands at that pixel is drawn already
        if (rect.right() < area.left() || rect.left() > area.right()) continue;
        rect.setLeft(std::max(rect.left(), area.left() - 2));
        rect.setRight(std::min(std::max(rect.right(), rect.left() + 1), area.right() + 2));
        to = rect.right();
        const QColor fill = point.heat ? drawing_->heat(*point.heat) : colour;
        painter->setBrush(fill);
        painter->setPen(Qt::NoPen);
        // A gap of a pixel tells neighbours apart where there is room.
        painter->drawRect(rect.width() > 4 ? rect.adjusted(0, 0, -1, 0) : rect);
        ++drawing_->drawn;
        if (chosen) {
            painter->setBrush(Qt::NoBrush);
            painter->setPen(QPen(drawing_->theme.text, 2));
            painter->drawRect(rect.adjusted(0, -2, 0, 2));
            painter->setPen(Qt::NoPen);
        }
        if (rect.width() > 54 && rect.height() > 13 && tooltip) {
            const auto words = typeset(tooltip(number_, i)).section(u'\n', 0, 0);
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
    std::map<std::pair<int, int>, double> covered;  // by column and upper end in pixels: how far strokes went
    for (std::size_t i = part.first; i < part.last; ++i) {
        const auto& point = points[i];
        if (point.high < seen.lower || point.low > seen.upper) continue;
        const auto from = coordsToPixels(point.x, point.low), to = coordsToPixels(point.x, point.high);
        if (dot < 0.5) {  // closer than pixels: one stroke of each end is enough
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
            if (head != 0) {  // its tip is on the wire
                const auto tip = head > 0 ? to : from, other = head > 0 ? from : to;
                const double down = tip.y() > other.y() ? -1 : 1, size = 1.6 * dot + 1.4;
                painter->drawPolygon(QPolygonF{tip, tip + QPointF(-0.7 * size, 1.5 * size * down),
                                               tip + QPointF(0.7 * size, 1.5 * size * down)});
            }
        }
        ++drawing_->drawn;
    }
}

}  // namespace sortscope::gui
