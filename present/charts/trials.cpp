#include "present/charts/trials.hpp"

#include <algorithm>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include <fmt/core.h>

#include "core/text.hpp"
#include "core/times.hpp"
#include "present/palette.hpp"
#include "present/tables/condition_columns.hpp"

namespace sortscope::present {
namespace {

struct TimedTrial {
    const TrialRecord* trial = nullptr;
    double ns = 0;
};

std::string trial_text(const TimedTrial& timed) {
    const auto& trial = *timed.trial;
    auto text = fmt::format("{} trial {}, round {}: {}", name_of(trial.kind), trial.index, trial.round + 1,
                            format_time_ns(timed.ns));
    if (!trial.accepted) text += "\nleft out: " + trial.note;
    if (trial.sm_clock_mhz) text += fmt::format("\nSM clock {} MHz", *trial.sm_clock_mhz);
    return text;
}

/// Trials of the case's time mode, by round.
std::vector<TimedTrial> timed_trials(const CaseRecord& details) {
    std::vector<TimedTrial> trials;
    for (const auto& trial : details.trials)
        if (is_time_of(trial, details.time_mode))
            trials.push_back({&trial, static_cast<double>(*trial.duration_ns)});
    std::ranges::stable_sort(trials, {}, [](const TimedTrial& timed) { return timed.trial->round; });
    return trials;
}

constexpr double far_apart = 20;  // times whose differences a linear axis would hide

}  // namespace

Chart trials_chart(const CaseRecord& details) {
    Chart chart;
    chart.title = "Time trials";
    const auto trials = timed_trials(details);
    if (trials.empty()) {
        chart.empty_text = "This case has no time trials: its figures are counts.";
        return chart;
    }
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
    chart.tooltip = [tips = std::move(tips)](std::size_t series, std::size_t at) {
        return tips.at(series).at(at);
    };
    return chart;
}

Chart trials_overlay_chart(std::span<const CaseRecord* const> cases) {
    if (cases.empty()) return {};
    if (cases.size() == 1) return trials_chart(*cases.front());
    const auto names = overlay_names(cases);
    Chart chart;
    chart.title = "Time trials";
    std::vector<std::vector<TimedTrial>> trials;
    double least = std::numeric_limits<double>::infinity(), most = 0;
    std::size_t longest = 0;
    std::string without;
    std::vector<std::string> variants;
    for (std::size_t i = 0; i < cases.size(); ++i) {
        const auto& own = trials.emplace_back(timed_trials(*cases[i]));
        variants.push_back(cases[i]->subject.name);
        longest = std::max(longest, own.size());
        for (const auto& timed : own) least = std::min(least, timed.ns), most = std::max(most, timed.ns);
        if (own.empty()) without += (without.empty() ? "" : "; ") + names[i];
    }
    if (longest == 0) {
        chart.empty_text = "None of these cases has time trials: their figures are counts.";
        return chart;
    }
    const auto scale = time_scale(least, most);
    const auto colours = variant_colours(variants);
    std::vector<std::vector<std::string>> tips;
    for (std::size_t i = 0; i < cases.size(); ++i) {
        if (trials[i].empty()) continue;
        for (const bool accepted : {true, false}) {
            Series series;
            series.kind = Series::Kind::points;
            series.provenance = Provenance::measured;
            series.name = names[i] + (accepted ? "" : ", left out");
            series.dashed = !accepted;
            series.emphasised = i == 0;
            series.colour = colours[i];
            std::vector<std::string> texts;
            for (std::size_t at = 0; at < trials[i].size(); ++at) {
                const auto& timed = trials[i][at];
                if (timed.trial->accepted != accepted) continue;
                Point point;
                point.x = static_cast<double>(at);
                point.y = timed.ns / scale.ns;
                point.row = at;
                series.points.push_back(point);
                texts.push_back(names[i] + "\n" + trial_text(timed));
            }
            if (series.points.empty()) continue;
            chart.series.push_back(std::move(series));
            tips.push_back(std::move(texts));
        }
        if (cases[i]->time) {
            Mark median;
            median.at = static_cast<double>(cases[i]->time->median_ns) / scale.ns;
            median.text = fmt::format("{}: median {}", names[i],
                                      format_time_ns(static_cast<double>(cases[i]->time->median_ns)));
            median.provenance = Provenance::measured;
            chart.marks.push_back(std::move(median));
        }
    }
    if (!without.empty()) chart.note = fmt::format("Without time trials: {}.", without);
    chart.x.title = "time trial";
    chart.x.largest = static_cast<double>(longest) - 1;
    chart.y.unit = scale.unit;
    chart.y.title = fmt::format("time ({}, measured)", scale.unit);
    chart.y.least = least / scale.ns;
    chart.y.largest = most / scale.ns;
    if (least > 0 && most > far_apart * least) chart.y.scale = Scale::logarithmic;
    chart.tooltip = [tips = std::move(tips)](std::size_t series, std::size_t at) {
        return tips.at(series).at(at);
    };
    return chart;
}

}  // namespace sortscope::present
