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
    PredictedLaunch predicted;  ///< modelled, including faults
    std::optional<Occupancy> occupancy;
    bool has_samples = false;  ///< the kernel has stall samples
    double barrier_part = 0;   ///< share of stall samples at barriers
    double queue_part = 0;     ///< share of stall samples for the memory instruction queue (mio_throttle)
    const DeviceModel* device = nullptr;

    double count() const { return double(std::max<uint64_t>(sums.launches, 1)); }
    /// Measured time without the cost of launching, at least 1.
    double work_ns() const { return std::max(1.0, *ns - device->launch_ns); }
    /// Modelled time with `fixed` demands, scaled by the model's error for this launch (2/3 to 3/2). At most
    /// the measured time.
    double time_with(const LaunchDemand& fixed) const;
    /// Least time if enough warps hide all latency.
    double floor_ns(const LaunchDemand& demand) const;
    /// Time if `ratio` of the waiting remains. At least floor_ns() of `demand` plus the cost of launching.
    double time_waiting(const LaunchDemand& demand, double ratio) const;
    /// True if throughput bounds the launch, so that more warps help little.
    bool is_busy() const;
    /// Counters of one launch, from one pass and with the provenance of `now`; empty if a counter is missing.
    std::optional<SamePassValues> together(std::initializer_list<CounterId> ids) const;
};

/// A fault in a mean launch.
struct RuleHit {
    double found = 0, ideal = 0;
    std::optional<double> fixed_ns = {};  ///< time without the fault; empty in modelled cases
    double saved = 0;  ///< in modelled cases: sectors, wavefronts or branches saved over all launches
    std::optional<Provenance> provenance = {};  ///< provenance of `found`; empty without a counter
    std::vector<CounterId> evidence = {};       ///< counters to show if they have that provenance
    bool sampled = false;                       ///< true: `found` is a share of stall samples
    double requests = 0;  ///< requests of a mean launch, if `found` and `ideal` are per request
};

/// True if loads or stores move needless sectors. Rules about sectors then judge each substage, since no
/// launch has the mean of several strides.
bool moves_excess(const AdvisedLaunches& launches);
}
