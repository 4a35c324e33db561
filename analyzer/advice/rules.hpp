// The launches that the rules of advice judge, and a rule's result.
#pragma once

#include <algorithm>

#include "analyzer/advice/advice.hpp"
#include "analyzer/model/predict.hpp"
#include "core/metric/value.hpp"

namespace sortscope::analyzer {
/// The mean launch of one stage (or substage) and kernel.
struct AdvisedLaunches {
    LaunchSums sums;
    LaunchRecord shape;  ///< the first launch
    LaunchDemand now;
    std::optional<double> ns;   ///< measured
    PredictedLaunch predicted;  ///< by the model, with its faults
    std::optional<Occupancy> occupancy;
    bool has_samples = false;  ///< the kernel has stall samples
    double barrier_part = 0;   ///< share of stall samples at barriers
    double queue_part = 0;     ///< share of stall samples for the memory instruction queue (mio_throttle)
    const DeviceModel* device = nullptr;

    double count() const { return double(std::max<uint64_t>(sums.launches, 1)); }
    /// Measured time without the cost of launching, at least 1.
    double work_ns() const { return std::max(1.0, *ns - device->launch_ns); }
    /// The model's time with `fixed` demands, scaled by its error for this launch (within 2/3 and 3/2); at
    /// most the measured time.
    double time_with(const LaunchDemand& fixed) const;
    /// The least time with enough warps to hide all latency.
    double floor_ns(const LaunchDemand& demand) const;
    /// The time if `ratio` of the waiting remained: at least the floor of `demand` and the cost of launching.
    double time_waiting(const LaunchDemand& demand, double ratio) const;
    /// True if throughput bounds the launch, so that more warps help little.
    bool is_busy() const;
    /// Counters of one launch, from one pass and with the provenance of `now`; nothing if one is missing.
    std::optional<TogetherTaken> together(std::initializer_list<CounterId> ids) const;
};

/// A fault in a mean launch.
struct RuleHit {
    double found = 0, ideal = 0;
    std::optional<double> fixed_ns = {};  ///< time without the fault; nothing in modelled cases
    double saved = 0;  ///< in modelled cases: sectors, wavefronts or branches saved over all launches
    std::optional<Provenance> provenance = {};  ///< of `found`; nothing if no counter gave it
    std::vector<CounterId> evidence = {};       ///< shown if they have that provenance
    bool sampled = false;                       ///< by stall samples: `found` is their share
    double requests = 0;  ///< of a mean launch, if `found` and `ideal` are ratios by request
};

/// True if loads or stores move needless sectors. Rules about sectors then judge each substage: no launch has
/// the mean of several strides.
bool moves_excess(const AdvisedLaunches& launches);
}
