#include "present/trials_chart.hpp"

#include <algorithm>

#include <fmt/core.h>

#include "core/text.hpp"
#include "core/times.hpp"

namespace sortscope::present {
namespace {

struct TimedTrial {
    const TrialRecord* trial = nullptr;
    double ns = 0;
};

std::string trial_text(const TimedTrial& timed) {
    const auto& trial = *timed.trial;
    auto text = fmt::format("{} trial {}, round {}: {}", name_of(trial.kind), trial.index, trial.round + 1, format_time_ns(timed.ns));
    if (!trial.accepted) text += "\nleft out: " + trial.note;
    if (trial.sm_clock_mhz) text += fmt::format("\nSM clock {} MHz", *trial.sm_clock_mhz);
    return text;
}

}  // namespace

Chart trials_chart(const CaseRecord& details) {
    Chart chart;
    chart.title = "Time trials";
    std::vector<TimedTrial> trials;
    for (const auto& trial : details.trials)
        if (is_time_of(trial, details.time_mode)) trials.push_back({&trial, static_cast<double>(*trial.duration_ns)});
    if (trials.empty()) {
        chart.empty_text = "This case has no time trials: its figures are counts.";
        return chart;
    }
    std::ranges::stable_sort(trials, {}, [](const TimedTrial& timed) { return timed.trial->round; });
    const auto [least, most] = std::ranges::minmax(trials, {}, &TimedTrial::ns);
    const auto scale = time_scale(least.ns, most.ns);
    Series accepted, left_out;
    for (auto* series : {&accepted, &left_out}) {
        series->kind = Series::Kind::points;
        series->provenance = Provenance::measured;
    }
    accepted.name = "accepted";
    left_out.name = "left out of the summary";
    left_out.dashed = true;
    left_out.colour = 7;
    std::vector<std::string> texts[2];
    std::optional<std::uint32_t> round;
    bool odd = false;
    for (std::size_t i = 0; i < trials.size(); ++i) {
        const auto& timed = trials[i];
        if (round && *round != timed.trial->round) {
            odd = !odd;
            if (odd) chart.bands.push_back({static_cast<double>(i) - 0.5, static_cast<double>(i) + 0.5});
        } else if (odd) {
            chart.bands.back().to = static_cast<double>(i) + 0.5;
        }
        round = timed.trial->round;
        Point point;
        point.x = static_cast<double>(i);
        point.y = timed.ns / scale.ns;
        point.row = i;
        const bool good = timed.trial->accepted;
        (good ? accepted : left_out).points.push_back(point);
        texts[good ? 0 : 1].push_back(trial_text(timed));
    }
    std::vector<std::vector<std::string>> tips;
    for (auto* series : {&accepted, &left_out})
        if (!series->points.empty()) {
            tips.push_back(std::move(texts[series == &accepted ? 0 : 1]));
            chart.series.push_back(std::move(*series));
        }
    if (details.time) {
        Mark median;
        median.at = static_cast<double>(details.time->median_ns) / scale.ns;
        median.text = "median " + format_time_ns(static_cast<double>(details.time->median_ns));
        median.provenance = Provenance::measured;
        chart.marks.push_back(std::move(median));
    }
    chart.x.title = "time trial";
    chart.x.largest = static_cast<double>(trials.size()) - 1;
    chart.y.unit = scale.unit;
    chart.y.title = fmt::format("time ({}, measured)", scale.unit);
    chart.y.least = least.ns / scale.ns;
    chart.y.largest = most.ns / scale.ns;
    chart.tooltip = [tips = std::move(tips)](std::size_t series, std::size_t at) { return tips.at(series).at(at); };
    return chart;
}

}  // namespace sortscope::present
