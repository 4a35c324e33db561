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

void AcceptedTimes::add(std::span<const TrialRecord> trials) {
    std::map<uint32_t, std::vector<double>> by_round;
    for (const auto* trial : accepted_times(trials, mode_))
        by_round[trial->round].push_back(double(*trial->duration_ns));
    for (const auto& [round, durations] : by_round) {
        medians_ns_.push_back(median(durations));
        rounds_.push_back({round, std::llround(medians_ns_.back()), relative_spread(durations),
                           uint32_t(durations.size())});
        all_ns_.insert(all_ns_.end(), durations.begin(), durations.end());
    }
}

std::optional<TimeSummary> AcceptedTimes::summary(std::string stopped_by) const {
    if (all_ns_.empty()) return std::nullopt;
    TimeSummary summary;
    summary.mode = mode_;
    summary.rounds = rounds_;
    const auto [least, greatest] = std::ranges::minmax_element(all_ns_);
    summary.median_ns = std::llround(median(medians_ns_));
    summary.min_ns = std::llround(*least);
    summary.max_ns = std::llround(*greatest);
    summary.spread = relative_spread(all_ns_);
    summary.count = uint32_t(all_ns_.size());
    summary.stopped_by = std::move(stopped_by);
    return summary;
}

std::optional<TimeSummary> summarize_times(std::span<const TrialRecord> trials, TimeMode mode,
                                           std::string stopped_by) {
    AcceptedTimes times(mode);
    times.add(trials);
    return times.summary(std::move(stopped_by));
}

std::optional<double> spread_of(const TimeSummary& time) {
    return time.count == 1 ? std::nullopt : std::optional(time.spread);
}

const TimeSummary* time_in(const CaseRecord& record, TimeMode mode) {
    if (record.time && record.time_mode == mode) return &*record.time;
    return find_or_null(record.other_times, mode, &TimeSummary::mode);
}
}
