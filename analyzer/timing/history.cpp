#include "analyzer/timing/history.hpp"

#include "analyzer/devices.hpp"
#include "core/ranges.hpp"

namespace sortscope::analyzer {
namespace {
/// Combines all runs since a change into one time: the geometric mean, with the mean half-widths of their
/// intervals.
TimeEstimate together(const std::vector<const HistoryPoint*>& points) {
    TimeEstimate all = points.front()->time;
    double log_ns = 0, low = 0, high = 0;
    const auto count = double(points.size());
    for (const auto* point : points) {
        const auto& time = point->time;
        log_ns += std::log(time.ns) / count;
        low += std::log(time.ns / time.interval_ns.low) / count;
        high += std::log(time.interval_ns.high / time.ns) / count;
        all.interval_ns.level = std::min(all.interval_ns.level, time.interval_ns.level);
    }
    all.ns = std::exp(log_ns);
    all.interval_ns.low = std::exp(log_ns - low);
    all.interval_ns.high = std::exp(log_ns + high);
    all.source = IntervalSource::range;  // rounds of several runs are not one set
    return all;
}

RatioEstimate against(const std::vector<const HistoryPoint*>& before, const HistoryPoint& point, uint64_t n) {
    const bool rounds = point.time.of_rounds() && std::ranges::all_of(before, [](const HistoryPoint* one) {
                            return one->time.of_rounds();
                        });
    auto ratio =
        ratio_of(together(before), point.time,
                 rounds ? recording_variation(point.time.mode, n) : process_variation(point.time.mode, n));
    ratio.of_rounds = rounds;
    return ratio;
}

void add(std::map<Condition, std::vector<HistoryPoint>>& series, const CaseFile& file,
         const CaseRecord& record, TimeMode mode) {
    const auto time = time_of(file, record, mode);
    if (!time) return;
    auto condition = condition_of(record);
    condition.time_mode = mode;
    // Cases are in order of collecting, so the newest case of a run remains.
    find_or_add(series[condition], record.run, &HistoryPoint::run) = {
        record.run, record.id, *time, false, false, file.run_of(record).program_version};
}
/// Sets the `causes` of changes.
void add_causes(History& history, const CaseFile& file) {
    const auto mode = history.condition.time_mode;
    const auto compared = [&](size_t at) {
        return Compared{&file, &*std::ranges::find(file.cases, history.points[at].case_id, &CaseRecord::id)};
    };
    for (auto& change : history.changes)
        change.causes = recording_differences(compared(change.at - 1), compared(change.at), mode, mode);
}
}  // namespace

std::vector<ChangePoint> change_points(std::vector<HistoryPoint>& points, uint64_t n, double min_effect) {
    std::vector<ChangePoint> changes;
    std::vector<const HistoryPoint*> segment;
    for (size_t i = 0; i < points.size(); ++i) {
        const auto ratio_of_run = [&](const HistoryPoint& point) { return against(segment, point, n); };
        const auto verdict_at = [&](size_t at) { return verdict_of(ratio_of_run(points[at]), min_effect); };
        const auto verdict = segment.empty() ? Verdict::same : verdict_at(i);
        const auto next = std::min(i + 1, points.size() - 1);
        points[i].unclear = verdict == Verdict::unclear;
        if (!is_clear(verdict)) {
            segment.push_back(&points[i]);
        } else if (verdict_at(next) != verdict) {
            points[i].outlier = true;
        } else {
            changes.push_back(
                {i, ratio_of_run(points[i]), verdict, next > i, verdict_at(points.size() - 1), {}});
            segment.assign(1, &points[i]);
        }
    }
    return changes;
}

std::vector<History> histories(const CaseFile& file, std::optional<TimeMode> mode, double min_effect) {
    std::map<Condition, std::vector<HistoryPoint>> series;
    for (const auto& record : file.cases) {
        if (record.status != CaseStatus::ok) continue;
        for (const auto one : timed_modes)
            if (!mode || *mode == one) add(series, file, record, one);
    }
    std::vector<History> found;
    for (auto& [condition, points] : series) {
        if (points.size() < 2) continue;
        History history{condition, std::move(points), {}};
        history.changes = change_points(history.points, condition.keys(), min_effect);
        add_causes(history, file);
        found.push_back(std::move(history));
    }
    disambiguate_devices(found);
    return found;
}

size_t failing(const CaseFile& file, std::optional<TimeMode> mode, std::span<const FailOn> bad) {
    std::vector<bool> fails;  // each call of histories() returns the same series
    for (const auto& one : bad) {
        const auto found = histories(file, mode, one.min_effect);
        fails.resize(found.size());
        for (size_t i = 0; i < found.size(); ++i)
            for (const auto& change : found[i].changes)
                if (change.verdict == one.verdict && change.holds()) fails[i] = true;
    }
    return size_t(std::ranges::count(fails, true));
}
}
