// Finds faults that slow a sort down. Each finding has evidence from counters and the modelled gain of a
// repair (docs/advice-formulas.md).
#pragma once

#include "analyzer/launches/roofline.hpp"
#include "core/case_source.hpp"
#include "core/metric/occupancy.hpp"

namespace sortscope::analyzer {
enum class Fault {
    excess_load_sectors,
    excess_store_sectors,
    misaligned,  ///< pieces of requests straddle sectors
    bank_conflicts,
    divergence,     ///< instructions issue for few active threads
    few_blocks,     ///< the grid has fewer blocks than there are multiprocessors
    registers,      ///< registers limit occupancy
    shared_memory,  ///< shared memory limits occupancy
    small_blocks,   ///< block slots limit occupancy, or blocks take longer to start than to run
    tail,           ///< the last wave has few blocks
    launch_gaps,    ///< many launches cost time that a single launch would save
    barriers,
    redundant_traffic,  ///< requests ask for more than the required bytes
    atomics,            ///< atomics on one address are serialized
    spills,             ///< registers spilled to local memory
    clocks              ///< the device ran below its maximum clock
};
inline constexpr size_t faults = 16;

struct AdvisedLaunches;
struct RuleHit;

struct AdviceRule {
    Fault fault{};
    std::string_view id;     ///< "excess_load_sectors"
    std::string_view title;  ///< "Excess sectors on loads"
    std::string_view found;  ///< unit of AdviceFinding::found: "sectors a request"
    std::string_view remedy;
    std::optional<RuleHit> (*check)(const AdvisedLaunches&) = nullptr;  ///< null: judges whole sorts
    double (*site_weight)(const SiteCounts&) = nullptr;                 ///< null: line counts do not show it
    std::array<std::string_view, 4> stalls = {};                        ///< stall reasons that show the fault
};
/// Rules in the order of Fault.
std::span<const AdviceRule> advice_rules();
const AdviceRule& rule_of(Fault fault);

struct AdviceEvidence {
    const Metric* metric = nullptr;
    MetricValue value;
};

struct AdviceSite {
    std::string file;
    uint32_t line = 0;
    std::string function;
    double part = 0;       ///< share of the kernel's fault at this line, 0..1
    bool sampled = false;  ///< from stall samples, not from counts
};

/// Another case of the file with as many compare-exchanges, but less of the fault.
struct AdviceExample {
    CaseId id{};
    std::string label;                ///< "bitonic-c4 max_keys=16"
    std::string_view words;           ///< unit of `found` and `own`: "launches"
    double found = 0, own = 0;        ///< amount of the fault in the whole example and the whole case
    double ns = 0, own_ns = 0;        ///< median times
    double steps = 0, own_steps = 0;  ///< launch_gaps: compare-exchanges per launch and pair of keys
};

/// One fault of one kernel.
struct AdviceFinding {
    Fault fault{};
    std::string kernel{};       ///< empty: the whole sort
    std::vector<int> stages{};  ///< ascending
    uint64_t launches = 0;
    double found = 0, ideal = 0;      ///< unit: found_words(); weighted means over stages
    bool sampled = false;             ///< found by stall samples, not by counters
    std::optional<double> time_ns;    ///< measured time of the launches
    std::optional<double> gain_ns;    ///< modelled; absent without measured times (modelled cases)
    std::optional<double> gain_part;  ///< gain / sort time
    /// Modelled cases: saved part of the sort's sectors. For bank_conflicts, of its wavefronts; for
    /// divergence, of its branches.
    std::optional<double> saved_part{};
    std::vector<AdviceEvidence> evidence{};
    std::vector<AdviceSite> sites{};
    std::vector<OccupancyLimiter> limiters{};
    std::optional<AdviceExample> example{};
};

/// Unit of `found` and `ideal`: "sectors a request".
std::string_view found_words(const AdviceFinding& finding);

struct Advice {
    CaseStatus status = CaseStatus::ok;  ///< placements exist only if `ok`
    std::vector<RoofLimit> roofs;
    Placement sort;  ///< placement of the whole sort, by its time
    std::vector<Placement> stages;
    std::vector<AdviceFinding> findings;  ///< the greatest gain first
    double least_part = 0.05;             ///< least gain_part of a finding
    std::optional<double> sort_ns;        ///< absent without a time, or if the case failed
    bool modelled = false;
    std::string stalled_for;    ///< most frequent stall reason; empty without samples
    double stalled_part = 0;    ///< share of `stalled_for` in all samples
    double serial_part = 0;     ///< part of the kernel time in launches of one thread; modelled cases: 1 or 0
    std::string serial_kernel;  ///< kernel with most time in launches of one thread
};

/// `record` must have its trials. `others` are candidates for examples. Throws Error(usage) without launches.
Advice advise(const CaseSource& source, const CaseRecord& record, double least_part = 0.05,
              std::span<const CaseRecord> others = {});

/// Chooses the fastest of `others`. It must be faster than `record`, with at most 1 / 1.2 of its fault and as
/// many compare-exchanges. Its promise and condition must be equal, except for variant, parameters and block.
/// Empty if the fault cannot be measured over a whole case. `all` sums the launches of `record`.
std::optional<AdviceExample> example_of(Fault fault, const CaseSource& source, const CaseRecord& record,
                                        const LaunchSums& all, std::span<const CaseRecord> others);

/// The stage with the longest kernel time, and the reason for it.
struct LongestStage {
    static constexpr double least_part = 0.01;  ///< if `part` is below, findings of the whole sort come first
    Placement stage;
    double part = 0;                         ///< part of the time of all kernels
    const AdviceFinding* finding = nullptr;  ///< greatest gain in the stage, else in the whole sort
};
/// Empty without times. `advice` must outlive the result.
std::optional<LongestStage> longest_stage(const Advice& advice);
}
