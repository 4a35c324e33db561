// The difference between two cases, stage by stage, with the counters that differ.
#pragma once

#include "analyzer/launches/breakdown.hpp"
#include "analyzer/timing/compare.hpp"

namespace sortscope::analyzer {
/// A metric whose values differ between two sides. Both values have the same provenance.
struct MetricDifference {
    const Metric* metric = nullptr;
    MetricValue base, other;
    std::optional<double> ratio() const;  ///< other / base; absent if either is 0
};

/// value / base; empty if the base is not above 0.
std::optional<double> ratio_to(const MetricValue& base, const MetricValue& value);

/// One stage (or all launches) on both sides. A side without the stage has no launches.
struct StageDifference {
    int stage = 0, other_stage = 0;  ///< of base and other side; equal if one side lacks the stage
    LaunchSums base, other;
    std::optional<double> difference_ns;  ///< other - base; a missing stage has 0 ns; absent without times
    std::optional<double> part;  ///< of the sort's difference; above 1 or below 0 if other stages offset it
    std::vector<MetricDifference> metrics;  ///< metric_differences()

    /// Metrics that explain the time: they rise or fall with it; occupancy does the opposite. Ignores device
    /// memory traffic below 1 % of 32 · sectors, and conflicts and divergence below 1 % of the instructions.
    std::vector<MetricDifference> causes() const;
};

struct CaseDifference {
    std::vector<StageDifference> stages;  ///< by stage, ascending; empty for unrelated sorts
    StageDifference total;                ///< all launches
    /// Sort time - time in kernels: launch gaps and the host. Below 0 if the activity trial was slower.
    std::optional<double> base_rest_ns, other_rest_ns;
    std::optional<double> difference_ns;  ///< of the sort times
    /// Stage that contributes most to the sort's difference; null if absent.
    const StageDifference* most() const;
    std::optional<double> rest_difference_ns() const;
    /// `made_ns` / difference_ns; empty if either is unknown, or difference_ns is 0.
    std::optional<double> part_of(std::optional<double> made_ns) const;
};

/// Explaining metrics that differ by 1 % or more, the largest change first; then other counters that differ.
std::vector<MetricDifference> metric_differences(const LaunchSums& base, const LaunchSums& other,
                                                 uint64_t base_data_bytes, uint64_t other_data_bytes);

/// Pairs stages by number or by label. Labels match by the length that they name ("k=1024", "dir=1024
/// inc=4"), else by the whole text. Sorts are unrelated if fewer than half of the stages find a pair.
enum class StageMatch { number, label };

/// Compares stages by their sums, and sorts by their times.
CaseDifference difference(const std::vector<LaunchSums>& base, const std::vector<LaunchSums>& other,
                          std::optional<double> base_ns, std::optional<double> other_ns,
                          uint64_t base_data_bytes, uint64_t other_data_bytes,
                          StageMatch match = StageMatch::number);
/// Compares a pair's cases. Stages of different subjects are paired by label.
CaseDifference difference(const ComparedPair& pair, const std::vector<LaunchSums>& base,
                          const std::vector<LaunchSums>& other);
}
