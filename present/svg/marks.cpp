#include <algorithm>

#include <fmt/core.h>

#include "present/svg/legend.hpp"
#include "present/svg/series.hpp"
#include "present/svg/text.hpp"

namespace sortscope::present::svg {
namespace {

constexpr double size_of_font = 0.92;

/// Whether the mark's line is drawn from top to bottom.
bool upright(const Chart& chart, const Mark& mark) {
    return (mark.across == Mark::Across::x) != chart.sideways;
}

/// Places where the text of a line may stand, the best first, as the left ends of their base lines.
std::vector<Place> candidates(const Frame& frame, const Mark& mark, double width, double px) {
    std::vector<Place> places;
    const auto& plot = frame.plot;
    if (upright(*frame.chart, mark)) {
        const double x = frame.horizontal_px(mark.at);
        for (double y = plot.y + 1.1 * px; y < plot.y + plot.height * 0.6; y += 1.3 * px) {
            places.push_back({x + 0.35 * px, y});
            places.push_back({x - 0.35 * px - width, y});
        }
        return places;
    }
    const double y = frame.vertical_px(mark.at);
    for (const double left :
         {plot.right() - width - 0.4 * px, plot.x + 0.4 * px, plot.x + (plot.width - width) / 2})
        for (const double base : {y - 0.35 * px, y + 1.05 * px}) places.push_back({left, base});
    return places;
}

}  // namespace

std::vector<MarkLabel> place_marks(const Frame& frame, const Style& style,
                                   std::vector<std::size_t>& left_out) {
    std::vector<MarkLabel> labels;
    std::vector<Box> taken;
    const auto& marks = frame.chart->marks;
    const double px = size_of_font * style.font_px;
    for (std::size_t i = 0; i < marks.size(); ++i) {
        const auto text = mark_text(marks[i]);
        if (text.empty()) continue;
        const double width = text_width(text, px);
        const auto places = candidates(frame, marks[i], width, px);
        const auto found = std::ranges::find_if(places, [&](const Place& place) {
            const Box box{place.x, place.y - 0.85 * px, width, 1.15 * px};
            return frame.plot.contains(box) &&
                   std::ranges::none_of(taken, [&](const Box& other) { return box.overlaps(other); });
        });
        if (found == places.end()) {
            left_out.push_back(i);
            continue;
        }
        taken.push_back({found->x, found->y - 0.85 * px, width, 1.15 * px});
        labels.push_back({i, *found});
    }
    return labels;
}

void draw_marks(Canvas& canvas, const Frame& frame, const Style& style,
                const std::vector<MarkLabel>& labels) {
    const auto& chart = *frame.chart;
    const auto& colours = palette(style.dark);
    for (const auto& mark : chart.marks) {
        const bool across_x = mark.across == Mark::Across::x;
        if (!(across_x ? frame.x : frame.y).takes(mark.at)) continue;
        const bool up = upright(chart, mark);
        const double at = up ? frame.horizontal_px(mark.at) : frame.vertical_px(mark.at);
        const auto from = up ? Place{at, frame.plot.y} : Place{frame.plot.x, at},
                   to = up ? Place{at, frame.plot.bottom()} : Place{frame.plot.right(), at};
        canvas.line(
            from, to,
            fmt::format("stroke=\"{}\" stroke-width=\"1.2\" stroke-dasharray=\"6 3\"", hex(colours.text)),
            style.tooltips ? mark_text(mark) : std::string());
    }
    for (const auto& label : labels)
        canvas.text(
            label.at, mark_text(chart.marks[label.mark]),
            {.px = size_of_font * style.font_px, .colour = colours.text, .halo = &colours.background});
}

}  // namespace sortscope::present::svg
