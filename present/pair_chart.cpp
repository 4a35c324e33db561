#include "present/pair_chart.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include <fmt/core.h>

#include "analyzer/timing/compare.hpp"
#include "core/text.hpp"
#include "present/compare.hpp"
#include "present/compare_parts.hpp"
#include "present/condition_columns.hpp"

namespace sortscope::present {

Chart pair_chart(const analyzer::ComparedPair& pair, const std::string& base, const std::string& other,
                 double min_effect) {
    Chart chart;
    if (!pair.ratio || !pair.verdict || !pair.base_time || !pair.other_time) {
        chart.empty_text = "The two sides have no times to compare.";
        return chart;
    }
    const bool per_key = pair.per_key();
    const auto keys = [&](const analyzer::Compared& of) {
        return per_key ? static_cast<double>(of.record->workload.n) : 1.0;
    };
    struct Side {
        const analyzer::Compared* of;
        const analyzer::TimeEstimate* time;
        double keys;
        double value() const { return time->ns / keys; }
    };
    const std::array<Side, 2> sides{{{&pair.base, &*pair.base_time, keys(pair.base)},
                                     {&pair.other, &*pair.other_time, keys(pair.other)}}};
    const auto scale = time_scale(std::min(sides[0].value(), sides[1].value()),
                                  std::max(sides[0].value(), sides[1].value()));
    const auto what = per_key ? "time per key" : "time";
    chart.title = fmt::format("{} of {} and of {}", per_key ? "Times per key" : "Times", base, other);
    const std::vector<Condition> conditions{condition_of(*pair.base.record),
                                            condition_of(*pair.other.record)};
    const ConditionWords words(conditions);
    for (std::size_t i = 0; i < condition_parts; ++i) {
        const auto part = static_cast<ConditionPart>(i);
        if (words.differs(part)) continue;
        if (const auto word = words.words(conditions[0], part); !word.empty())
            chart.conditions += (chart.conditions.empty() ? "" : ", ") + word;
    }
    chart.sideways = true;
    chart.x.scale = Scale::categories;
    chart.x.names = true;
    chart.x.largest = 1;
    chart.x.ticks = {base, other};
    chart.y.unit = scale.unit;
    chart.y.title = fmt::format("{} ({}, measured)", what, scale.unit);
    const double from = sides[0].value() / scale.ns;
    chart.bands.push_back({from / (1 + min_effect), from * (1 + min_effect), true});
    chart.marks.push_back({Mark::Across::y, from, "", {}});
    Series series;
    series.kind = Series::Kind::points;
    series.name = fmt::format("{}: ratio {}", compare_parts::verdict_text(pair), ratio_text(*pair.ratio));
    series.provenance = Provenance::measured;
    series.intervals = true;
    series.colour = compare_parts::verdict_colour(*pair.verdict);
    std::array<std::string, 2> hints;
    chart.y.least = chart.y.largest = from;
    for (std::size_t i = 0; i < sides.size(); ++i) {
        const auto& [of, time, keys_of] = sides[i];
        Point point;
        point.x = static_cast<double>(i);
        point.y = sides[i].value() / scale.ns;
        point.low = time->interval_ns.low / keys_of / scale.ns;
        point.high = time->interval_ns.high / keys_of / scale.ns;
        point.case_id = of->record->id;
        chart.y.least = std::min({chart.y.least, *point.y, point.low});
        chart.y.largest = std::max({chart.y.largest, *point.y, point.high});
        series.points.push_back(point);
        hints[i] = fmt::format(
            "{}\n{}: {} ({} .. {}){}", case_words(*of), i == 0 ? "base" : "other", format_time_ns(time->ns),
            format_time_ns(time->interval_ns.low), format_time_ns(time->interval_ns.high),
            per_key ? fmt::format("\n{} per key", format_time_ns(sides[i].value())) : std::string());
    }
    chart.series.push_back(std::move(series));
    if (const auto work = compare_parts::said_of_work({&pair}); !work.empty()) chart.note = work + ' ';
    chart.note += fmt::format(
        "The line is the base's {}, the stripe {} beside it: effects within it count as the same.", what,
        format_percent_short(min_effect));
    if (const auto level = std::min(sides[0].time->interval_ns.level, sides[1].time->interval_ns.level);
        level > 0)
        chart.note +=
            fmt::format(" Intervals of {}.", format_percent(level, level < analyzer::interval_level));
    chart.tooltip = [hints](std::size_t, std::size_t point) { return hints.at(point); };
    return chart;
}

}  // namespace sortscope::present
