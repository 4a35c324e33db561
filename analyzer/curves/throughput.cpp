#include "analyzer/curves/throughput.hpp"

#include <unordered_map>

#include "analyzer/devices.hpp"

namespace sortscope::analyzer {
namespace {
/// Merged points use the range of their medians as interval.
TimeEstimate time_at(const CurvePoint& point, TimeMode mode) {
    const auto [low, high] = point.medians_ns.value_or(std::pair(point.median_ns, point.median_ns));
    TimeEstimate time;
    time.mode = mode;
    time.ns = point.median_ns;
    time.interval_ns = point.interval_ns.value_or(Interval{low, high, 0});
    time.source = IntervalSource::range;
    return time;
}

std::vector<SizedRatio> shared_sizes(const Curve& first, const Curve& second, double min_effect) {
    std::vector<SizedRatio> found;
    for (const auto& point : first.points) {
        const auto same = std::ranges::find(second.points, point.x, &CurvePoint::x);
        if (same == second.points.end()) continue;
        const auto mode = first.condition.time_mode;
        // Intervals between rounds lack the host's drift between recordings. Intervals of one round lack
        // the variation between processes.
        const auto n = uint64_t(point.x);
        const double of_rounds = point.run_id == same->run_id ? 0 : recording_variation(mode, n);
        const double variation = point.of_rounds && same->of_rounds ? of_rounds : process_variation(mode, n);
        const auto ratio = ratio_of(time_at(*same, mode), time_at(point, mode), variation);
        found.push_back({std::log2(point.x), std::log(ratio.ratio), verdict_of(ratio, min_effect)});
    }
    return found;
}

}  // namespace

void add_intervals(std::vector<Curve>& curves, const CaseFile& file) {
    std::unordered_map<CaseId, const CaseRecord*> records;
    for (const auto& record : file.cases) records.emplace(record.id, &record);
    for (auto& curve : curves)
        for (auto& point : curve.points) {
            const auto found = records.find(point.case_id);
            if (point.cases > 1 || found == records.end()) continue;
            if (const auto time = time_of(file, *found->second, found->second->time_mode);
                time && time->source != IntervalSource::none) {
                point.interval_ns = time->interval_ns;
                point.of_rounds = time->of_rounds();
            }
        }
}

void add_limits(std::vector<Curve>& curves, std::span<const DeviceLimit> limits) {
    const auto bandwidth = limit_value(limits, "copy_bandwidth");
    if (!bandwidth) return;
    for (auto& curve : curves)
        for (auto& point : curve.points)
            if (point.bound_gb_per_s) point.part_of_copy = 1e9 * *point.bound_gb_per_s / *bandwidth;
}

CurvePair crossings(const Curve& first, const Curve& second, double min_effect) {
    return {crossings_of(shared_sizes(first, second, min_effect)), &first, &second};
}

std::vector<CurvePair> against_the_fastest(const std::vector<Curve>& curves, double min_effect) {
    std::vector<CurvePair> pairs;
    const auto key_of = [](const Curve& one) {
        return std::pair(one.condition.leaving_free({"variant", "parameters", "block", "n"}), one.run_id);
    };
    std::set<std::pair<Condition, RunId>> seen;
    for (const auto& curve : curves) {
        const auto key = key_of(curve);
        if (!seen.insert(key).second) continue;
        std::vector<const Curve*> group;
        for (const auto& one : curves)
            if (one.points.size() > 1 && one.promise == Promise::sorted && key_of(one) == key)
                group.push_back(&one);
        std::vector<Curve> copies;  // ranking() takes a vector of curves
        for (const auto* one : group) copies.push_back(*one);
        const auto ranked = ranking(copies);
        if (ranked.empty()) continue;
        const auto* fastest = group[size_t(ranked.front().curve - copies.data())];
        for (const auto* one : group)
            if (one != fastest) pairs.push_back(crossings(*fastest, *one, min_effect));
    }
    return pairs;
}
}
