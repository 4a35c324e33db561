#include "present/charts/trials.hpp"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <fmt/core.h>

#include "core/text.hpp"
#include "core/times.hpp"
#include "present/cells.hpp"
#include "present/palette.hpp"
#include "present/tables/condition_columns.hpp"

namespace sortscope::present {
namespace {

constexpr std::size_t rejected_colour = 7;
constexpr double far_apart = 20;  // a linear axis would hide the smaller times

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

/// Every second round has a band.
std::vector<Band> round_bands(const std::vector<TimedTrial>& trials) {
    std::vector<Band> bands;
    bool odd = false;
    for (std::size_t i = 0; i < trials.size(); ++i) {
        const auto at = static_cast<double>(i);
        if (i > 0 && trials[i].trial->round != trials[i - 1].trial->round) {
            odd = !odd;
            if (odd) bands.push_back({at - 0.5, at + 0.5});
        } else if (odd) {
            bands.back().to = at + 0.5;
        }
    }
    return bands;
}

}  // namespace

Chart trials_chart(std::span<const CaseRecord* const> cases) {
    Chart chart;
    if (cases.empty()) return chart;
    const bool alone = cases.size() == 1;
    const auto names = alone ? std::vector<std::string>(1) : overlay_names(cases);
    chart.title = "Time trials";
    std::vector<std::vector<TimedTrial>> trials;
    Extent times;
    std::vector<std::string> without, variants;
    for (std::size_t i = 0; i < cases.size(); ++i) {
        trials.push_back(timed_trials(*cases[i]));
        variants.push_back(cases[i]->subject.name);
        for (const auto& timed : trials[i]) times.add(timed.ns);
        if (trials[i].empty()) without.push_back(names[i]);
    }
    if (times.empty()) {
        chart.empty_text = alone ? "This case has no time trials: its figures are counts."
                                 : "None of these cases has time trials: their figures are counts.";
        return chart;
    }
    const auto scale = time_scale(times.least, times.largest);
    const auto colours = variant_colours(variants);
    for (std::size_t i = 0; i < cases.size(); ++i) {
        for (const bool accepted : {true, false}) {
            Series series;
            series.kind = Series::Kind::points;
            series.provenance = Provenance::measured;
            series.dashed = !accepted;
            if (alone) {
                series.name = accepted ? "accepted" : "left out of the summary";
                if (!accepted) series.colour = rejected_colour;
            } else {
                series.name = names[i] + (accepted ? "" : ", left out");
                series.emphasised = i == 0;
                series.colour = colours[i];
            }
            for (std::size_t at = 0; at < trials[i].size(); ++at)
                if (const auto& timed = trials[i][at]; timed.trial->accepted == accepted)
                    series.points.push_back({.x = static_cast<double>(at),
                                             .y = timed.ns / scale.ns,
                                             .row = at,
                                             .hint = (alone ? "" : names[i] + "\n") + trial_text(timed)});
            if (!series.points.empty()) chart.series.push_back(std::move(series));
        }
        if (!trials[i].empty() && cases[i]->time) {
            const auto median = static_cast<double>(cases[i]->time->median_ns);
            chart.marks.push_back({Mark::Across::y, median / scale.ns,
                                   (alone ? "" : names[i] + ": ") + "median " + format_time_ns(median),
                                   Provenance::measured});
        }
    }
    if (alone) chart.bands = round_bands(trials.front());
    if (!without.empty()) chart.note = fmt::format("Without time trials: {}.", join(without, "; "));
    chart.x.title = "time trial";
    chart.y.unit = scale.unit;
    chart.y.title = fmt::format("time ({}, measured)", scale.unit);
    if (!alone && times.exceeds(far_apart)) chart.y.scale = Scale::logarithmic;
    return chart;
}

}  // namespace sortscope::present
