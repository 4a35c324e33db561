// What made the difference between two cases: stage by stage, with the counters that differ.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "analyzer/launches/breakdown.hpp"
#include "core/metric/metric.hpp"

namespace sortscope::analyzer {

/// A metric that two sides have of one provenance, with values that differ.
struct MetricDifference {
    const Metric* metric = nullptr;
    MetricValue base, other;
    /// other / base; nothing where either is 0.
    std::optional<double> ratio() const;
};

/// value / base; nothing where the base is not above 0.
std::optional<double> ratio_to(const MetricValue& base, const MetricValue& value);

/// One stage (or all launches together) on both sides. A side that has no such stage has no launches.
struct StageDifference {
    int stage = 0;
    LaunchSums base, other;
    std::optional<double> difference_ns;  ///< other - base, 0 for a side without the stage; nothing where
                                          ///< launches have no time, or a side has no launches at all
    std::optional<double> part;  ///< of the difference of the whole sort: above 1 and below 0 where stages
                                 ///< make up for each other
    /// Counters that differ and computed metrics that explain times (the table `explaining` in
    /// difference.cpp), those that differ most first.
    std::vector<MetricDifference> metrics;

    /// Those of the table `explaining` that can have made the difference: they went the way that the time
    /// went (occupancy the other way), and are not next to nothing: traffic of device memory from 1 % of what
    /// the kernels ask for, conflicts and divergence from 1 % of the instructions.
    std::vector<MetricDifference> causes() const;
};

struct CaseDifference {
    std::vector<StageDifference> stages;  ///< by stage, ascending
    StageDifference total;                ///< all launches
    /// Sort time less the time in kernels: gaps between launches, and the host. Below 0 where the activity
    /// trial was slower than the sort; nothing where either is unknown.
    std::optional<double> base_rest_ns, other_rest_ns;
    std::optional<double> difference_ns;  ///< of the sort times
    /// The stage that made the most of the difference, in its direction; null where none did.
    const StageDifference* most() const;
    /// other_rest_ns - base_rest_ns.
    std::optional<double> rest_difference_ns() const;
    /// What `made_ns` is of the difference of the sort times; nothing where either is unknown, or there is no
    /// difference.
    std::optional<double> part_of(std::optional<double> made_ns) const;
};

/// Differences of metrics between two sums: those of the table `explaining` that both have of one provenance
/// and that lie further apart than 1 %, the greatest ratio first; then all other counters that differ.
/// `data_bytes`: of the workload.
std::vector<MetricDifference> metric_differences(const LaunchSums& base, const LaunchSums& other,
                                                 std::uint64_t base_data_bytes,
                                                 std::uint64_t other_data_bytes);

/// From the sums by stage of both cases. `base_ns` and `other_ns`: the sort times; nothing where there are
/// none.
CaseDifference difference(const std::vector<LaunchSums>& base, const std::vector<LaunchSums>& other,
                          std::optional<double> base_ns, std::optional<double> other_ns,
                          std::uint64_t base_data_bytes, std::uint64_t other_data_bytes);

}  // namespace sortscope::analyzer
