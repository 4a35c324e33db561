#include "present/svg/frame.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/core.h>

namespace sortscope::present::svg {
namespace {

constexpr double swatch_letters = 2.0;  // in sizes of the font
constexpr double gap_before_text = 0.5, gap_after_text = 1.2;

/// The title explains a single series of bars, but not a line.
bool needs_legend(const Chart& chart) {
    std::vector<const Series*> named;
    for (const auto& series : chart.series)
        if (chart.is_named(series)) named.push_back(&series);
    if (named.size() != 1) return !named.empty();
    return named[0]->kind == Series::Kind::line || named[0]->kind == Series::Kind::steps ||
           named[0]->kind == Series::Kind::points ||
           named[0]->provenance.value_or(Provenance::measured) != Provenance::measured;
}

}  // namespace

Legend::Legend(const Chart& chart, const Style& style, const std::vector<std::size_t>& marks)
    : chart_(chart), style_(style), px_(style.font_px * 0.92) {
    if (needs_legend(chart))
        for (std::size_t i = 0; i < chart.series.size(); ++i)
            if (chart.is_named(chart.series[i])) entries_.push_back({chart.series[i].name, i, false});
    for (const auto mark : marks) entries_.push_back({chart.marks[mark].label(), mark, true});
}

double Legend::entry_width(const Entry& entry) const {
    return (swatch_letters + gap_before_text + gap_after_text) * px_ + text_width(entry.text, px_);
}

double Legend::natural_width() const {
    double widest = 0;
    for (const auto& entry : entries_) widest = std::max(widest, entry_width(entry));
    return widest;
}

void Legend::arrange(double width, double height) {
    if (entries_.empty()) return;
    const auto rows_there = static_cast<std::size_t>(std::max(1.0, std::floor(height / line_height())));
    const double least = std::min(width, 12 * px_);
    const auto most_columns = static_cast<std::size_t>(std::max(1.0, std::floor(width / least)));
    const auto whole = static_cast<std::size_t>(std::max(1.0, std::floor(width / natural_width())));
    const auto rows_of = [&](std::size_t columns) { return (entries_.size() + columns - 1) / columns; };
    columns_ = std::min(whole, entries_.size());
    while (rows_of(columns_) > rows_there && columns_ < most_columns) ++columns_;
    const auto rows = std::min(rows_of(columns_), rows_there);
    columns_ = std::min(columns_, (entries_.size() + rows - 1) / rows);
    shown_ = std::min(entries_.size(), rows * columns_);
    column_width_ = std::min(natural_width(), width / static_cast<double>(columns_));
    width_ = column_width_ * static_cast<double>(columns_);
    height_ = static_cast<double>(rows) * line_height();
}

void Legend::draw_swatch(Canvas& canvas, const Entry& entry, Place middle) const {
    const auto& colours = palette(style_.dark);
    const double half = swatch_letters * px_ / 2;
    const Place left{middle.x - half, middle.y}, right{middle.x + half, middle.y};
    if (entry.mark) return canvas.line(left, right, mark_paint(colours));
    const auto& series = chart_.series[entry.index];
    const auto look = look_of(chart_, entry.index, style_);
    switch (series.kind) {
        case Series::Kind::bars:
        case Series::Kind::spans:
            return canvas.rect({middle.x - 0.4 * px_, middle.y - 0.4 * px_, 0.8 * px_, 0.8 * px_},
                               bar_paint(look.colour, look.hollow));
        case Series::Kind::links:
            canvas.line({middle.x, middle.y - 0.5 * px_}, {middle.x, middle.y + 0.5 * px_},
                        stroke(look.colour, 1.6));
            for (const double end : {-0.5, 0.5})
                canvas.circle({middle.x, middle.y + end * px_}, 2.2, fill(look.colour));
            return;
        case Series::Kind::line:
        case Series::Kind::steps:
            canvas.line(left, right, stroke(look.colour, look.stroke, series.dashed ? "6 4" : ""));
            if (series.marked && series.kind == Series::Kind::line)
                draw_mark(canvas, middle, look, colours.background);
            return;
        case Series::Kind::points:
            return draw_mark(canvas, middle, look, colours.background);
    }
}

void Legend::draw(Canvas& canvas, Place corner) const {
    const auto& colours = palette(style_.dark);
    for (std::size_t i = 0; i < shown_; ++i) {
        const Place left{corner.x + static_cast<double>(i % columns_) * column_width_,
                         corner.y + (static_cast<double>(i / columns_) + 0.5) * line_height()};
        const bool rest = i + 1 == shown_ && shown_ < entries_.size();
        const double before = rest ? 0 : (swatch_letters + gap_before_text) * px_;
        const double text_x = left.x + before;
        const double room = column_width_ - before - gap_after_text * 0.6 * px_;
        if (!rest) draw_swatch(canvas, entries_[i], {left.x + swatch_letters * px_ / 2, left.y});
        const auto text = rest ? fmt::format("and {} more", entries_.size() - i) : entries_[i].text;
        const bool strong = !rest && !entries_[i].mark && chart_.series[entries_[i].index].emphasised;
        canvas.text({text_x, left.y + 0.35 * px_}, shortened(text, room, px_, strong),
                    {.px = px_, .colour = rest ? colours.faint_text : colours.text, .bold = strong});
    }
}

}  // namespace sortscope::present::svg
