#include "analyzer/curves/curve.hpp"

#include <unordered_map>

#include "analyzer/devices.hpp"
#include "core/failure.hpp"
#include "core/ranges.hpp"
#include "core/times.hpp"

namespace sortscope::analyzer {
namespace {
constexpr std::array<std::string_view, all_repeats.size()> repeats_names{"newest", "each-run", "merged"};

void set_rates(CurvePoint& point) {
    const auto sorted = sorted_keys(point);
    point.rate_mkeys_per_s = *curve_value(sorted, CurveQuantity::rate);
    point.effective_gb_per_s = *curve_value(sorted, CurveQuantity::bandwidth);
    point.required_gb_per_s = curve_value(sorted, CurveQuantity::pass_bandwidth);
}

class CurveMaker {
 public:
    CurveMaker(std::string_view axis, Repeats repeats) : free_{std::string(axis)}, repeats_(repeats) {
        if (axis == "block") free_.insert("output");  // larger blocks sort longer sequences: outputs differ
    }

    /// Adds the case to its curve. Without a time, its point has no rate.
    void add(const CaseRecord& record, double x) {
        auto& curve = curve_of(record);
        curve.provenance = record.backend == BackendKind::simt ? Provenance::modelled : Provenance::measured;
        CurvePoint at;
        at.case_id = record.id;
        at.run_id = record.run;
        at.x = x;
        if (record.time) set_time(at, record);
        const auto same = std::ranges::find(curve.points, x, &CurvePoint::x);
        if (same == curve.points.end()) {
            curve.points.push_back(at);
        } else if (repeats_ == Repeats::merged) {
            auto& medians = medians_[{size_t(&curve - curves_.data()), x}];
            if (medians.empty()) medians.push_back(same->median_ns);
            medians.push_back(at.median_ns);
            same->case_id = at.case_id;
            same->run_id = at.run_id;
        } else {
            at.alternatives = same->alternatives + 1;
            *same = at;
        }
    }

    std::vector<Curve> take() {
        for (const auto& [place, medians] : medians_) {
            auto& points = curves_[place.first].points;
            merge(*std::ranges::find(points, place.second, &CurvePoint::x), medians);
        }
        for (auto& curve : curves_) std::ranges::sort(curve.points, {}, &CurvePoint::x);
        disambiguate_devices(curves_);
        return std::move(curves_);
    }

 private:
    static void set_time(CurvePoint& point, const CaseRecord& record) {
        point.median_ns = double(record.time->median_ns);
        point.spread = spread_of(*record.time);
        const double half = point.spread.value_or(0) / 2;
        point.low_ns = point.median_ns * std::max(1 - half, 0.0);
        point.high_ns = point.median_ns * (1 + half);
        point.keys = double(record.work->items);
        point.data_bytes = double(record.work->bytes);
        point.required_bytes = double(record.required_bytes);
        set_rates(point);
    }

    static void merge(CurvePoint& point, const std::vector<double>& medians) {
        const auto [least, greatest] = std::ranges::minmax(medians);
        point.median_ns = median(medians);
        point.spread = relative_spread(medians);
        point.low_ns = least;
        point.high_ns = greatest;
        set_rates(point);
        point.cases = medians.size();
        point.medians_ns.emplace(least, greatest);
    }

    Curve& curve_of(const CaseRecord& record) {
        const auto condition = condition_of(record).leaving_free(free_);
        const auto run = repeats_ == Repeats::each_run ? record.run : RunId{};
        auto& of_condition = known_[condition];
        for (const auto at : of_condition)
            if (curves_[at].run_id == run) return curves_[at];
        of_condition.push_back(curves_.size());
        auto& curve = curves_.emplace_back();
        curve.condition = condition;
        // Programs promise no order. They can still be ranked, because points of one program do the same
        // work.
        curve.promise = record.is_program() ? Promise::sorted : record.subject.promise;
        curve.run_id = run;
        return curve;
    }

    PartNames free_;
    Repeats repeats_;
    std::vector<Curve> curves_;
    std::map<Condition, std::vector<size_t>> known_;  ///< positions in curves_
    /// Medians of the cases of merged points, by curve and x.
    std::map<std::pair<size_t, double>, std::vector<double>> medians_;
};

/// Time of a point. The interval of a merged point is the range of its medians.
TimeEstimate time_at(const CurvePoint& point, TimeMode mode) {
    const auto [low, high] = point.medians_ns.value_or(std::pair(point.median_ns, point.median_ns));
    TimeEstimate time;
    time.mode = mode;
    time.ns = point.median_ns;
    time.interval_ns = point.interval_ns.value_or(Interval{low, high, 0});
    time.source = IntervalSource::range;
    return time;
}

std::vector<SizedRatio> shared_sizes(const Curve& first, const Curve& second) {
    std::vector<SizedRatio> found;
    for (const auto& point : first.points) {
        const auto same = std::ranges::find(second.points, point.x, &CurvePoint::x);
        if (same == second.points.end()) continue;
        const auto mode = first.condition.time_mode;
        // Intervals between rounds do not contain the drift of the host between recordings. Intervals of one
        // round do not contain the variation between processes.
        const auto n = uint64_t(point.x);
        const double of_rounds = point.run_id == same->run_id ? 0 : recording_variation(mode, n);
        const double variation = point.of_rounds && same->of_rounds ? of_rounds : process_variation(mode, n);
        const auto ratio = ratio_of(time_at(*same, mode), time_at(point, mode), variation);
        found.push_back({std::log2(point.x), std::log(ratio.ratio), verdict_of(ratio, default_min_effect)});
    }
    return found;
}

/// Curves of the cases for which `is_shown` returns true.
template <class IsShown>
std::vector<Curve> made(std::string_view axis, const std::vector<CaseRecord>& cases, Repeats repeats,
                        const IsShown& is_shown) {
    CurveMaker maker(axis, repeats);
    for (const auto& record : cases)
        if (const auto x = record.axes.number(axis); x && is_shown(record)) maker.add(record, *x);
    return maker.take();
}

/// Condition that all curves of one ranking share.
Condition compared_by(const Curve& curve) {
    return curve.condition.leaving_free({"variant", "parameters", "block", "n"});
}

std::vector<Ranked> ranking_of(const std::vector<const Curve*>& all) {
    std::map<Condition, std::vector<const Curve*>> kinds;
    for (const auto* curve : all)
        if (curve->promise == Promise::sorted) kinds[compared_by(*curve)].push_back(curve);
    std::vector<Ranked> ranked;
    for (const auto& [kind, curves] : kinds) {
        std::vector<double> sizes;
        for (const auto* curve : curves)
            for (const auto& point : curve->points) sizes.push_back(point.x);
        std::ranges::sort(sizes, std::ranges::greater{});
        const auto shared = std::ranges::adjacent_find(sizes);
        if (shared == sizes.end()) continue;
        std::vector<Ranked> of_kind;
        for (const auto* curve : curves)
            for (const auto& point : curve->points)
                if (point.x == *shared) of_kind.push_back({curve, &point, 0});
        const auto weight = [](const std::vector<Ranked>& one) {
            return one.empty() ? std::pair(size_t{0}, 0.0) : std::pair(one.size(), one.front().point->x);
        };
        if (weight(of_kind) > weight(ranked)) ranked = std::move(of_kind);
    }
    if (ranked.empty()) return ranked;
    const auto rate = [](const Ranked& one) { return one.point->rate_mkeys_per_s; };
    std::ranges::stable_sort(ranked, std::greater{}, rate);
    for (auto& one : ranked) one.part_of_fastest = rate(one) / rate(ranked.front());
    return ranked;
}
}  // namespace

std::string_view name_of(Repeats repeats) { return repeats_names[size_t(repeats)]; }

Repeats parse_repeats(std::string_view name) {
    for (const auto repeats : all_repeats)
        if (name_of(repeats) == name) return repeats;
    throw failure(ErrorKind::usage,
                  "Of several cases of one condition '{}' cannot be shown: it is newest, each-run for a "
                  "curve of each run, or merged for one point of all.",
                  name);
}

std::string Curve::label() const {
    auto text = condition.label();
    if (run_id != RunId{}) text += ", run " + std::to_string(int64_t(run_id));
    return text;
}

bool covers(const Curve& curve, const CaseRecord& record) {
    if (curve.run_id != RunId{} && record.run != curve.run_id) return false;
    return condition_of(record).leaving_free(curve.condition.free_parts()) == curve.condition;
}

std::vector<Curve> curves_over(std::string_view axis, const std::vector<CaseRecord>& cases, Repeats repeats) {
    auto curves = made(axis, cases, repeats,
                       [](const CaseRecord& record) { return rate_mkeys_per_s(record).has_value(); });
    if (axis != "n") std::erase_if(curves, [](const Curve& curve) { return curve.points.size() < 2; });
    return curves;
}

std::vector<Curve> untimed_curves_over(std::string_view axis, const std::vector<CaseRecord>& cases) {
    return made(axis, cases, Repeats::newest, [](const CaseRecord& record) {
        return record.status == CaseStatus::ok && !record.time && record.launch_count != 0;
    });
}

std::optional<double> rate_mkeys_per_s(const CaseRecord& record) {
    if (record.status != CaseStatus::ok || !record.time || record.time->median_ns <= 0 || !record.work ||
        record.work->items == 0)
        return std::nullopt;
    return 1e3 * double(record.work->items) / double(record.time->median_ns);
}

std::vector<Curve> of_device(const std::vector<Curve>& curves, const Device& device) {
    auto own = curves;
    std::erase_if(own, [&, key = device_key(device)](const Curve& curve) {
        return curve.condition.backend != device.backend || curve.condition.device != key;
    });
    return own;
}

std::string_view less_than_sorted(Promise promise) {
    const auto* row = find_or_null(EnumTable<Promise>::names(), promise, &EnumName<Promise>::value);
    return promise == Promise::sorted || row == nullptr ? "" : row->description;
}

std::vector<Ranked> ranking(const std::vector<Curve>& curves) {
    std::vector<const Curve*> all;
    for (const auto& curve : curves) all.push_back(&curve);
    return ranking_of(all);
}

SortedKeys sorted_keys(const CurvePoint& point) {
    return {point.keys, point.median_ns, point.data_bytes,
            point.required_bytes > 0 ? std::optional(point.required_bytes) : std::nullopt};
}

std::optional<double> curve_value(const SortedKeys& sorted, CurveQuantity quantity) {
    using enum CurveQuantity;
    if (quantity == pass_bandwidth && !sorted.required_bytes) return std::nullopt;
    const double value = quantity == rate         ? 1e3 * sorted.keys / sorted.ns
                         : quantity == time       ? sorted.ns
                         : quantity == time_a_key ? sorted.ns / sorted.keys
                         : quantity == bandwidth  ? 2 * sorted.data_bytes / sorted.ns  // bytes per ns = GB/s
                                                  : *sorted.required_bytes / sorted.ns;
    return std::isfinite(value) ? std::optional(value) : std::nullopt;
}

std::optional<CurveValue> curve_value(const CurvePoint& point, CurveQuantity quantity) {
    auto sorted = sorted_keys(point);
    const auto value = curve_value(sorted, quantity);
    if (!value) return std::nullopt;
    const auto at = [&](double ns) {
        sorted.ns = ns;
        return curve_value(sorted, quantity).value_or(*value);
    };
    const double one = at(point.low_ns), other = at(point.high_ns);  // a rate falls as the time grows
    return CurveValue{*value, std::min(one, other), std::max(one, other)};
}

std::optional<SortedKeys> bound_of(const CurvePoint& point, double bytes_per_s) {
    auto sorted = sorted_keys(point);
    if (!sorted.required_bytes) return std::nullopt;
    sorted.ns = *sorted.required_bytes / bytes_per_s * 1e9;
    return sorted;
}

SortedKeys copy_of(double keys, double key_bytes, double bytes_per_s) {
    const double moved = 2 * keys * key_bytes;
    return {keys, moved / bytes_per_s * 1e9, keys * key_bytes, moved};
}

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
            if (point.required_gb_per_s) point.part_of_copy = 1e9 * *point.required_gb_per_s / *bandwidth;
}

CurvePair crossings(const Curve& first, const Curve& second) {
    return {crossings_of(shared_sizes(first, second)), &first, &second};
}

std::vector<CurvePair> against_the_fastest(const std::vector<Curve>& curves) {
    std::vector<CurvePair> pairs;
    const auto key_of = [](const Curve& one) { return std::pair(compared_by(one), one.run_id); };
    std::set<std::pair<Condition, RunId>> seen;
    for (const auto& curve : curves) {
        const auto key = key_of(curve);
        if (!seen.insert(key).second) continue;
        std::vector<const Curve*> group;
        for (const auto& one : curves)
            if (one.points.size() > 1 && one.promise == Promise::sorted && key_of(one) == key)
                group.push_back(&one);
        const auto ranked = ranking_of(group);
        for (const auto* one : group)
            if (!ranked.empty() && one != ranked.front().curve)
                pairs.push_back(crossings(*ranked.front().curve, *one));
    }
    return pairs;
}
}
