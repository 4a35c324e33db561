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
    for (const auto* trial : accepted_times(trials, mode))
        by_round[trial->round].push_back(double(*trial->duration_ns));
    if (by_round.empty()) return std::nullopt;
    TimeSummary summary;
    std::vector<double> all_ns, medians_ns;
    for (const auto& [round, durations] : by_round) {
        medians_ns.push_back(median(durations));
        summary.rounds.push_back(
            {round, std::llround(medians_ns.back()), relative_spread(durations), uint32_t(durations.size())});
        all_ns.insert(all_ns.end(), durations.begin(), durations.end());
    }
    const auto [least, greatest] = std::ranges::minmax_element(all_ns);
    summary.mode = mode;
    summary.median_ns = std::llround(median(medians_ns));
    summary.min_ns = std::llround(*least);
    summary.max_ns = std::llround(*greatest);
    summary.spread = relative_spread(all_ns);
    summary.count = uint32_t(all_ns.size());
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
