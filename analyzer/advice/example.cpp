#include "analyzer/advice/example.hpp"

#include <numeric>

#include "core/condition.hpp"

namespace sortscope::analyzer {
namespace {
constexpr double least_example_ratio = 1.2;

struct Measure {
    std::string_view words;  ///< "launches"
    double value = 0;
    std::optional<Provenance> provenance = {};  ///< provenance of the counters
};

std::optional<Measure> counted(const LaunchSums& all, std::string_view words,
                               std::initializer_list<CounterId> ids,
                               double (*of)(std::span<const double>) = nullptr) {
    const auto taken = find_same_pass(all.counters, ids);
    if (!taken) return std::nullopt;
    const std::vector<double> values(taken->values.begin(), taken->values.end());
    return Measure{words, of != nullptr ? of(values) : std::accumulate(values.begin(), values.end(), 0.0),
                   taken->provenance};
}

/// `of` holds requests, sectors and bytes.
double excess_sectors(std::span<const double> of) {
    return std::max(0.0, of[1] - std::max(of[2] / 32, of[0]));
}

std::optional<Measure> measure_of(Fault fault, const LaunchSums& all) {
    using Id = CounterId;
    switch (fault) {
        case Fault::launch_gaps:
            return Measure{"launches", double(all.launches)};
        case Fault::redundant_traffic:
            return counted(all, "bytes loaded and stored", {Id::gld_bytes, Id::gst_bytes});
        case Fault::excess_load_sectors:
            return counted(all, "excess sectors loaded", {Id::gld_requests, Id::gld_sectors, Id::gld_bytes},
                           excess_sectors);
        case Fault::excess_store_sectors:
            return counted(all, "excess sectors stored", {Id::gst_requests, Id::gst_sectors, Id::gst_bytes},
                           excess_sectors);
        case Fault::bank_conflicts:
            return counted(all, "bank conflicts", {Id::shared_ld_conflicts, Id::shared_st_conflicts});
        case Fault::divergence:
            return counted(all, "divergent branches", {Id::divergent_branch_targets});
        case Fault::barriers:
            return counted(all, "barriers", {Id::barriers});
        default:
            return std::nullopt;
    }
}

LaunchSums all_launches(const CaseSource& source, CaseId id) {
    LaunchSums all;
    for (const auto& sums : source.stages(id)) add(all, sums);
    return all;
}

/// Compare-exchanges per pair of keys and launch.
double steps_a_launch(const LaunchSums& all, double keys) {
    return double(all.comparators) / (keys / 2) / double(all.launches);
}
}  // namespace

std::optional<AdviceExample> example_of(Fault fault, const CaseSource& source, const CaseRecord& record,
                                        const LaunchSums& all, std::span<const CaseRecord> others) {
    const auto own = measure_of(fault, all);
    if (!own || all.comparators == 0 || !record.time || record.keys() == 0) return std::nullopt;
    const PartNames free{"variant", "parameters", "block"};
    const auto condition = condition_of(record).leaving_free(free);
    std::vector<const CaseRecord*> faster;
    for (const auto& other : others)
        if (other.status == CaseStatus::ok && other.time && other.time->median_ns < record.time->median_ns &&
            other.subject.promise == record.subject.promise &&
            condition_of(other).leaving_free(free) == condition)
            faster.push_back(&other);
    std::ranges::stable_sort(faster, {}, [](const CaseRecord* one) { return one->time->median_ns; });
    for (const auto* other : faster) {
        const auto sums = all_launches(source, other->id);
        const auto its = measure_of(fault, sums);
        if (!its || its->provenance != own->provenance || sums.comparators != all.comparators ||
            its->value * least_example_ratio > own->value)
            continue;
        const auto keys = double(record.keys());
        PartNames alike{"key", "n", "input", "device", "backend", "cache", "time-mode"};
        if (other->block() == record.block()) alike.insert("block");
        return AdviceExample{other->id,
                             condition_of(*other).label(alike),
                             own->words,
                             its->value,
                             own->value,
                             double(other->time->median_ns),
                             double(record.time->median_ns),
                             fault == Fault::launch_gaps ? steps_a_launch(sums, keys) : 0,
                             fault == Fault::launch_gaps ? steps_a_launch(all, keys) : 0};
    }
    return std::nullopt;
}
}
