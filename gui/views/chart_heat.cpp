// The cells of a heat map.
#include <algorithm>
#include <cmath>
#include <utility>

#include "gui/models/text.hpp"
#include "gui/views/chart_series.hpp"

namespace sortscope::gui {

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
