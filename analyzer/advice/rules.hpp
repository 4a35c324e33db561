// The rules of advice: each looks at the launches of one stage and kernel, or of one substage of them.
#pragma once

#include <initializer_list>
#include <optional>
#include <vector>

#include "analyzer/advice/advice.hpp"
#include "core/metric/together.hpp"

namespace sortscope::analyzer {

/// The launches of one stage (or substage) and kernel, as their mean launch.
struct AdvisedLaunches {
    LaunchSums sums;
    LaunchRecord shape;         ///< of the first of them
    LaunchDemand now;           ///< a mean launch
    std::optional<double> ns;   ///< its measured time
    PredictedLaunch predicted;  ///< by the model, as it is
    std::optional<Occupancy> occupancy;
    double barrier_part = 0;   ///< of the kernel's stall samples: at barriers; 0 without samples
    double queue_part = 0;     ///< of them: for the queue of memory instructions (mio_throttle)
    bool has_samples = false;  ///< of stalled warps of the kernel
    const DeviceModel* device = nullptr;

    /// The time of the mean launch with `fixed` in place of what it asks for: the model's, scaled by what the
    /// model misses of the launch as it is (kept within 2/3 and 3/2); never more than its time.
    double time_with(const LaunchDemand& fixed) const;
    /// The least it could take, were there warps enough to hide all latency: the parts of `demand` that are
    /// throughput.
    double floor_ns(const LaunchDemand& demand) const;
    /// Counters of a mean launch, of one pass and of the provenance that `now` is of, so that they may meet;
    /// nothing where they were not taken so.
    std::optional<TogetherTaken> together(std::initializer_list<CounterId> ids) const;
    /// One of them alone.
    std::optional<double> value(CounterId id) const;
};

/// What a rule says of a mean launch.
struct RuleHit {
    double found = 0, ideal = 0;
    std::optional<double> fixed_ns;  ///< its time without the fault; nothing where it has no time
    double saved =
        0;  ///< of modelled launches: sectors, wavefronts or branches of all launches that would go
    std::optional<Provenance> provenance;  ///< of what it was found by; nothing where no counter says it
    std::vector<CounterId> evidence;       ///< shown as far as they are of that provenance
    bool sampled = false;                  ///< by samples of stalled warps: `found` is their part
    double requests =
        0;  ///< a mean launch, that `found` and `ideal` are by; 0 where they are of something else
};

/// Nothing where the rule does not apply, or its counters were not taken.
std::optional<RuleHit> check(Fault fault, const AdvisedLaunches& launches);

/// Whether `fault` must be looked for in each substage of `launches`: their mean launch, of several strides,
/// is none that runs, so that it tells neither what is wrong nor what that costs.
bool is_of_each_substage(Fault fault, const AdvisedLaunches& launches);

}  // namespace sortscope::analyzer

namespace sortscope::analyzer::rules {

/// Whether loads or stores move sectors that they need not, at all: the three rules below look at such
/// launches one by one.
bool moves_excess(const AdvisedLaunches& launches);
std::optional<RuleHit> excess_load_sectors(const AdvisedLaunches& launches);
std::optional<RuleHit> excess_store_sectors(const AdvisedLaunches& launches);
std::optional<RuleHit> misaligned(const AdvisedLaunches& launches);
std::optional<RuleHit> bank_conflicts(const AdvisedLaunches& launches);
std::optional<RuleHit> redundant_traffic(const AdvisedLaunches& launches);
std::optional<RuleHit> atomics(const AdvisedLaunches& launches);
std::optional<RuleHit> spills(const AdvisedLaunches& launches);

std::optional<RuleHit> divergence(const AdvisedLaunches& launches);
std::optional<RuleHit> few_blocks(const AdvisedLaunches& launches);
std::optional<RuleHit> registers(const AdvisedLaunches& launches);
std::optional<RuleHit> shared_memory(const AdvisedLaunches& launches);
std::optional<RuleHit> small_blocks(const AdvisedLaunches& launches);
std::optional<RuleHit> tail(const AdvisedLaunches& launches);
/// By samples of stalled warps where the case has them, else by the number of barriers.
std::optional<RuleHit> barriers(const AdvisedLaunches& launches);

}  // namespace sortscope::analyzer::rules
