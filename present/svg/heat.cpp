#include <algorithm>
#include <cmath>
#include <map>

#include <fmt/core.h>

#include "present/svg/series.hpp"
#include "present/svg/text.hpp"

namespace sortscope::present::svg {
namespace {

/// Cells that fall on one pixel share it: the greatest value shows.
void draw_dense_heat(Canvas& canvas, const Frame& frame, const Style& style) {
    const auto& chart = *frame.chart;
    const auto columns = chart.x.ticks.size();
    std::map<std::pair<long, long>, double> pixels;
    for (std::size_t cell = 0; cell < chart.heat->values.size(); ++cell) {
        const auto& value = chart.heat->values[cell];
        if (!value) continue;
        const auto at = frame.at(static_cast<double>(cell % columns), static_cast<double>(cell / columns));
        auto& pixel =
            pixels.try_emplace({std::lround(std::floor(at.x)), std::lround(std::floor(at.y))}, *value)
                .first->second;
        pixel = std::max(pixel, *value);
    }
    const double width = std::max(1.0, frame.plot.width / static_cast<double>(columns));
    const double height = std::max(1.0, frame.plot.height / static_cast<double>(chart.y.ticks.size()));
    for (const auto& [at, value] : pixels) {
        Box box{static_cast<double>(at.first), static_cast<double>(at.second), width, height};
        box.x = std::min(box.x, frame.plot.right() - width);
        box.y = std::min(box.y, frame.plot.bottom() - height);
        canvas.rect(box, fmt::format("fill=\"{}\"", hex(colour_of(chart, value, style))));
    }
}

}  // namespace

void draw_heat(Canvas& canvas, const Frame& frame, const Style& style) {
    const auto& chart = *frame.chart;
    const auto columns = chart.x.ticks.size(), rows = chart.y.ticks.size();
    if (!chart.heat || columns == 0 || rows == 0 || chart.heat->values.size() < columns * rows) return;
    const auto& colours = palette(style.dark);
    canvas.rect(frame.plot, fmt::format("fill=\"{}\"", hex(colours.band)));
    const double width = frame.plot.width / static_cast<double>(columns),
                 height = frame.plot.height / static_cast<double>(rows);
    if (width < 2 || height < 2) return draw_dense_heat(canvas, frame, style);
    const double gap = std::min({1.0, width * 0.08, height * 0.08});
    // One size for all texts: the largest that the widest has room in; below 7 px none.
    double px = std::min(style.font_px * 0.95, height * 0.7);
    for (const auto& text : chart.heat->texts)
        if (!text.empty()) px = std::min(px, px * (width - 4) / std::max(1.0, text_width(text, px)));
    for (std::size_t cell = 0; cell < columns * rows; ++cell) {
        const auto& value = chart.heat->values[cell];
        if (!value) continue;
        const Box box{frame.plot.x + static_cast<double>(cell % columns) * width + gap / 2,
                      frame.plot.y + static_cast<double>(cell / columns) * height + gap / 2, width - gap,
                      height - gap};
        const auto colour = colour_of(chart, *value, style);
        canvas.rect(
            box, fmt::format("fill=\"{}\"", hex(colour)),
            style.tooltips && chart.tooltip ? chart.tooltip(chart.series.size(), cell) : std::string());
        if (px < 7 || cell >= chart.heat->texts.size() || chart.heat->texts[cell].empty()) continue;
        canvas.text({box.x + box.width / 2, box.y + box.height / 2 + 0.36 * px}, chart.heat->texts[cell],
                    {.px = px, .colour = letters_on(colour), .anchor = Anchor::middle});
    }
    for (const auto cell : chart.heat->outlined) {
        if (cell >= columns * rows) continue;
        canvas.rect({frame.plot.x + static_cast<double>(cell % columns) * width + 1,
                     frame.plot.y + static_cast<double>(cell / columns) * height + 1, width - 2, height - 2},
                    fmt::format("fill=\"none\" stroke=\"{}\" stroke-width=\"{}\"", hex(colours.series[1]),
                                width < 12 || height < 12 ? "1.2" : "2.4"));
    }
}

void draw_colour_bar(Canvas& canvas, const Chart& chart, const Box& box, const Style& style) {
    const auto& colours = palette(style.dark);
    const AxisScale scale(chart.colour, {chart.colour.least, chart.colour.largest});
    constexpr int pieces = 48;
    for (int i = 0; i < pieces; ++i) {
        const double height = box.height / pieces;
        canvas.rect({box.x, box.bottom() - (i + 1) * height, box.width, height + 0.5},
                    fmt::format("fill=\"{}\"", hex(scale_colour(chart, (i + 0.5) / pieces, style))));
    }
    canvas.rect(box,
                fmt::format("fill=\"none\" stroke=\"{}\" stroke-width=\"0.7\"", hex(colours.faint_text)));
    for (const auto& tick : scale.vertical_ticks(box.height, style.font_px)) {
        const double y = box.bottom() - scale.part(tick.at) * box.height;
        canvas.line({box.right(), y}, {box.right() + 3, y},
                    fmt::format("stroke=\"{}\"", hex(colours.faint_text)));
        canvas.text({box.right() + 5,
                     std::clamp(y + 0.35 * style.font_px, box.y + 0.75 * style.font_px, box.bottom())},
                    tick.text, {.px = style.font_px, .colour = colours.text});
    }
}

}  // namespace sortscope::present::svg
