// Advice: what slows a sort down, the counters that show it, and the modelled gain of removing it. A rule is
// one row of a table (rules.cpp); docs/advice.md has the formulas.
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
    few_blocks,     ///< the grid leaves multiprocessors or warp slots idle
    registers,      ///< registers limit occupancy
    shared_memory,  ///< shared memory limits occupancy
    small_blocks,   ///< block slots limit occupancy, or blocks start slower than they run
    tail,           ///< the last wave has few blocks
    launch_gaps,    ///< launching costs more than the launches' work
    barriers,
    redundant_traffic,  ///< requests ask for more than the required bytes
    atomics,            ///< atomics on one address are serialized
    spills,             ///< registers spilled to local memory
    clocks              ///< the device ran below its clock
};
inline constexpr std::size_t faults = 16;

struct AdvisedLaunches;
struct RuleHit;

struct AdviceRule {
    Fault fault{};
    std::string_view id;     ///< "excess_load_sectors", in JSON
    std::string_view title;  ///< "Excess sectors on loads"
    std::string_view found;  ///< unit of AdviceFinding::found: "sectors a request"
    std::string_view remedy;
    /// Null: advise() judges the sort as a whole
    std::optional<RuleHit> (*check)(const AdvisedLaunches&) = nullptr;
    /// Weight of a site in the fault; null: no counts by line show it
    double (*site_weight)(const SiteCounts&) = nullptr;
    /// Stall reasons that show it, if there are no counts by line
    std::array<std::string_view, 4> stalls = {};
};
/// All rules, in the order of Fault.
std::span<const AdviceRule> advice_rules();
const AdviceRule& rule_of(Fault fault);

/// A counter that shows a fault.
struct AdviceEvidence {
    const Metric* metric = nullptr;
    MetricValue value;
};

/// A source line with a share in a fault.
struct AdviceSite {
    std::string file;
    std::uint32_t line = 0;
    std::string function;
    double part = 0;       ///< 0..1 over the kernel's lines
    bool sampled = false;  ///< by stall samples, else by counts
};

/// One fault of one kernel.
struct AdviceFinding {
    Fault fault{};
    std::string kernel;       ///< empty: of the whole sort
    std::vector<int> stages;  ///< that it slows down, ascending
    std::uint64_t launches = 0;
    double found = 0, ideal = 0;      ///< in found_words(); means over stages, weighted by their gains
    bool sampled = false;             ///< by stall samples, not by counters
    std::optional<double> time_ns;    ///< measured time of those launches
    std::optional<double> gain_ns;    ///< modelled; nothing in modelled cases, which have no time
    std::optional<double> gain_part;  ///< gain / sort's time
    /// In modelled cases: share of the sort's sectors (bank_conflicts: wavefronts; divergence: branches)
    std::optional<double> saved_part;
    std::vector<AdviceEvidence> evidence;
    std::vector<AdviceSite> sites;
    std::vector<OccupancyLimiter> limiters;
};

/// The unit of found and ideal: "sectors a request".
std::string_view found_words(const AdviceFinding& finding);

struct Advice {
    CaseStatus status = CaseStatus::ok;  ///< of the case; without `ok` there are no placements
    std::vector<RoofLimit> roofs;
    Placement sort;  ///< by the sort's time
    std::vector<Placement> stages;
    std::vector<AdviceFinding> findings;  ///< the greatest gain first
    double least_part = 0.05;             ///< smaller gains are no finding
    std::optional<double> sort_ns;        ///< nothing in modelled cases
    bool modelled = false;
    std::string stalled_for;  ///< most frequent stall reason; empty without samples
    double stalled_part = 0;  ///< its share of the samples
    /// Share of the kernels' time in which one thread works alone; in modelled cases 1 or 0
    double serial_part = 0;
    std::string serial_kernel;  ///< the kernel with most of that time
};

/// `record` is the case with its trials. Throws Error(usage) if the case has no launches.
Advice advise(const CaseSource& source, const CaseRecord& record, double least_part = 0.05);

}  // namespace sortscope::analyzer
