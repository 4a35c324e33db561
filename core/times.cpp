#include "core/times.hpp"

#include "core/ranges.hpp"
#include "core/statistics.hpp"

namespace sortscope {
bool is_time_of(const TrialRecord& trial, TimeMode mode) {
    return trial.kind == TrialKind::time && trial.time_mode == mode && trial.duration_ns;
}

std::vector<const TrialRecord*> accepted_times(std::span<const TrialRecord> trials, TimeMode mode) {
    std::vector<const TrialRecord*> found;
    for (const auto& trial : trials)
        if (trial.accepted && is_time_of(trial, mode)) found.push_back(&trial);
    return found;
}

std::optional<TimeSummary> summarize_times(std::span<const TrialRecord> trials, TimeMode mode,
                                           std::string stopped_by) {
    std::map<uint32_t, std::vector<double>> by_round;
    std::vector<double> all;
    for (const auto* trial : accepted_times(trials, mode)) {
        const auto duration_ns = double(*trial->duration_ns);
        by_round[trial->round].push_back(duration_ns);
        all.push_back(duration_ns);
    }
    if (all.empty()) return std::nullopt;
    TimeSummary summary;
    summary.mode = mode;
    std::vector<double> medians;
    for (const auto& [round, durations] : by_round) {
        medians.push_back(median(durations));
        summary.rounds.push_back(
            {round, std::llround(medians.back()), relative_spread(durations), uint32_t(durations.size())});
    }
    const auto [least, greatest] = std::minmax_element(all.begin(), all.end());
    summary.median_ns = std::llround(median(medians));
    summary.min_ns = std::llround(*least);
    summary.max_ns = std::llround(*greatest);
    summary.spread = relative_spread(all);
    summary.count = uint32_t(all.size());
    summary.stopped_by = std::move(stopped_by);
    return summary;
}

std::optional<double> spread_of(const TimeSummary& time) {
    return time.count == 1 ? std::nullopt : std::optional(time.spread);
}

const TimeSummary* time_in(const CaseRecord& record, TimeMode mode) {
    if (record.time && record.time_mode == mode) return &*record.time;
    return find_or_null(record.other_times, mode, &TimeSummary::mode);
}
}
