// The launches that the rules of advice judge, a rule's result, and the constants of the rules.
// docs/advice-formulas.md lists each constant by name; a test compares page and code.
#pragma once

#include "analyzer/advice/advice.hpp"
#include "analyzer/model/predict.hpp"

namespace sortscope::analyzer {
/// Constants fitted to kernels with one fault each (docs/advice.md). Names with `part` are fractions.
struct AdviceConstants {
    double launch_factor = 1.65;  ///< (cost of a launch that does work) / graph_node_overhead
    double unknown_launch_ns = 1000, unknown_latency_ns = 300;
    double unknown_l2_factor = 2;                    ///< L2 bandwidth / device memory bandwidth
    double least_error = 2.0 / 3, most_error = 1.5;  ///< range of the model's error for one launch
    double busy = 0.75;                              ///< is_busy() if floor_ns() / work_ns() is above
    double gap_latencies = 3;  ///< memory latencies to fill and empty the device, per launch
    double excess = 1.1, least_misaligned = 1.2, most_misaligned = 2.05;  ///< sectors / ideal sectors
    double misaligned_bytes = 96;                                         ///< least bytes per request
    double least_piece = 0.88, most_piece = 1.1;
    double conflicts = 0.1;  ///< conflicts per shared memory request
    double active = 0.9;     ///< active threads / lanes
    double modelled_divergent = 0.1;
    double occupied = 0.8;  ///< resident warps now / resident warps without the limit
    double usual_block = 256, usual_registers = 32;
    double tail_waves = 5, tail_part = 0.85, tail_exponent = 1.5;
    double barrier_samples = 0.1, barrier_time = 0.1, queue_shared = 0.1;
    double barrier_warp_cycles = 2, barrier_block_cycles = 30, barrier_instructions = 1;
    double other_instructions = 4;    ///< "other" instructions of a thread without barriers
    double least_other_barriers = 8;  ///< least excess over other_instructions that shows barriers
    double most_barrier_part = 0.95;
    double redundant = 1.2;  ///< requested bytes / required bytes
    double atomics_part = 0.01, atomics_factor = 1.5;
    double clock = 0.95;  ///< median / maximum
};
inline constexpr AdviceConstants advice_constants;

/// Model constants that advise uses, rounded from calibrations on an H200 (docs/predict.md). advised_device()
/// keeps the device's own `dram`: 1 with a measured copy_bandwidth, else 1.25.
inline constexpr ModelConstants advised_model{.dram = 1,
                                              .l2 = 1,
                                              .shared = 1.05,
                                              .tags = 2,
                                              .issue = 1.4,
                                              .block_cycles = 1.2,
                                              .instruction_cycles = 1.8,
                                              .divergence_cycles = 0,
                                              .memory_part = 0.08,
                                              .shared_cycles = 8,
                                              .barrier_cycles = 30,
                                              .overlap = 3};

/// Device with figures from `limits`, else from the data sheet (published_model()), else from the driver.
/// Model constants come from advised_model.
DeviceModel advised_device(const Device& device, std::span<const DeviceLimit> limits);

/// The launches of one kernel in one stage (or substage). Demands and times are means over these launches.
struct AdvisedLaunches {
    LaunchSums sums;
    LaunchRecord shape;  ///< the first launch
    LaunchDemand now;
    std::optional<double> ns;   ///< measured
    PredictedLaunch predicted;  ///< modelled time of `now`, with its faults
    std::optional<Occupancy> occupancy;
    bool has_samples = false;                 ///< the kernel has stall samples
    double barrier_part = 0, queue_part = 0;  ///< parts of samples: barrier, mio_throttle
    const DeviceModel* device = nullptr;

    double count() const { return double(std::max<uint64_t>(sums.launches, 1)); }
    /// Measured time minus the cost of launching, at least 1.
    double work_ns() const { return std::max(1.0, *ns - device->launch_ns); }
    /// Modelled time of `fixed`, scaled by the model's error for this launch; at most `ns`.
    double time_with(const LaunchDemand& fixed) const;
    /// Time of `demand` with all latency hidden, without the cost of launching.
    double floor_ns(const LaunchDemand& demand) const;
    /// Cost of launching + the greater of `ratio` * work_ns() and floor_ns(demand); at most `ns`.
    double time_waiting(const LaunchDemand& demand, double ratio) const;
    /// True if throughput bounds the launch: more warps help little.
    bool is_busy() const;
    /// Counters per launch (mean), from one pass and with the provenance of `now`.
    std::optional<SamePassValues> together(std::initializer_list<CounterId> ids) const;
};

/// A fault that a rule found in AdvisedLaunches.
struct RuleHit {
    double found = 0, ideal = 0;
    std::optional<double> fixed_ns = {};        ///< time without the fault; empty in modelled cases
    double saved = 0;                           ///< modelled cases: sectors, wavefronts or branches, in all
    std::optional<Provenance> provenance = {};  ///< of `found`; empty without a counter
    std::vector<CounterId> evidence = {};       ///< counters to show, if of `provenance`
    bool sampled = false;                       ///< `found` is a share of stall samples
    double requests = 0;                        ///< mean requests per launch, if `found` is per request
};

/// True if the launches move needless sectors. Then a mean over different strides misleads, so rules about
/// sectors judge each substage.
bool moves_excess(const AdvisedLaunches& launches);
}
