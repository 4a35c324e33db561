// Advice: what makes a sort slower than it could be, what shows it, and what its removal would gain. A rule
// is one row of a table (advice_rules.cpp); docs/advice.md has the formulas. Nothing is said without a
// figure, and nothing where nothing is wrong.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "analyzer/launches/roofline.hpp"
#include "analyzer/model/predict.hpp"
#include "core/metric/occupancy.hpp"
#include "core/records.hpp"

namespace sortscope::analyzer {

/// What can be wrong.
enum class Fault {
    excess_load_sectors,  ///< loads move sectors of which few bytes are asked for
    excess_store_sectors,
    misaligned,  ///< pieces of requests straddle sectors
    bank_conflicts,
    divergence,         ///< instructions issued for few active threads
    few_blocks,         ///< the grid leaves multiprocessors, or their warp slots, without work
    registers,          ///< occupancy held down by registers
    shared_memory,      ///< by shared memory
    small_blocks,       ///< by the slots for blocks, or blocks start slower than they run
    tail,               ///< a last wave of few blocks
    launch_gaps,        ///< launches cost more than what they do
    barriers,           ///< warps wait for each other
    redundant_traffic,  ///< more bytes are asked for than the algorithm must move
    atomics,            ///< additions to one address take turns
    spills,             ///< registers spilled to local memory
    clocks              ///< the device did not run at its clock
};
inline constexpr std::size_t faults = 16;

struct AdviceRule {
    Fault fault{};
    std::string_view id;      ///< "excess_load_sectors", in JSON and tests
    std::string_view title;   ///< "Excess sectors on loads"
    std::string_view found;   ///< what AdviceFinding::found is: "sectors a request"
    std::string_view remedy;  ///< what removes it, in a few words
};
/// All rules, in the order of Fault.
std::span<const AdviceRule> advice_rules();
const AdviceRule& rule_of(Fault fault);

/// A counter that shows a fault.
struct AdviceEvidence {
    const Metric* metric = nullptr;
    MetricValue value;
};

/// A source line that has a part in it.
struct AdviceSite {
    std::string file;
    std::uint32_t line = 0;
    std::string function;
    double part = 0;       ///< of what was found, 0..1 over the kernel's lines
    bool sampled = false;  ///< by samples of stalled warps; else by counts
};

/// One fault of one kernel.
struct AdviceFinding {
    Fault fault{};
    std::string kernel;       ///< empty: of the whole sort
    std::vector<int> stages;  ///< in which it costs something, ascending
    std::uint64_t launches = 0;
    double found = 0, ideal = 0;    ///< in found_words(); several stages: weighted by what they gain
    bool sampled = false;           ///< by samples of stalled warps, not by counters
    std::optional<double> time_ns;  ///< measured time of those launches
    std::optional<double> gain_ns;  ///< modelled: time that its removal would take away. Nothing of modelled
                                    ///< cases, which have no time
    std::optional<double> gain_part;   ///< of the sort's time
    std::optional<double> saved_part;  ///< of modelled cases: of the sort's sectors (wavefronts for
                                       ///< bank_conflicts; branches for divergence)
    std::vector<AdviceEvidence> evidence;
    std::vector<AdviceSite> sites;
    std::vector<OccupancyLimiter> limiters;  ///< of occupancy
};

/// The unit of found and ideal: "sectors a request".
std::string_view found_words(const AdviceFinding& finding);

/// What advice is made from; the analyzer knows no store.
struct AdviceInput {
    CaseRecord record;                ///< with trials (their clocks)
    std::vector<LaunchSums> stages;   ///< by stage and kernel
    std::vector<DeviceLimit> limits;  ///< of the device; may be empty
    std::vector<StallRecord> stalls;
    /// By stage, substage and kernel: asked for, once, where launches of a stage move more than they need;
    /// not set: stages are judged by their mean launch.
    std::function<std::vector<LaunchSums>()> substages = {};
    std::function<std::optional<LaunchRecord>(std::uint32_t index)>
        launch;  ///< one launch, without counters: its shape
    std::function<std::vector<SiteCounts>(std::uint32_t index)> sites;  ///< of one launch
};

struct Advice {
    CaseStatus status = CaseStatus::ok;  ///< of the case; where it did not end well there are no placements:
                                         ///< no rate of sorting is told of it
    std::vector<RoofLimit> roofs;
    Placement sort;  ///< against the sort's time
    std::vector<Placement> stages;
    std::vector<AdviceFinding> findings;  ///< the most valuable first
    double least_part = 0.05;             ///< gains below this part of the sort are no finding
    std::optional<double> sort_ns;        ///< nothing of modelled cases
    bool modelled = false;
    /// Where nothing limits the throughput: the stall reason most samples have, and its share; empty without
    /// samples.
    std::string stalled_for;
    double stalled_part = 0;
    /// Part of the kernels' time in which one thread works alone, and the kernel of which that is most; of
    /// modelled cases 1 or 0, for all launches or not.
    double serial_part = 0;
    std::string serial_kernel;
};

/// Throws Error(usage) where the case has no launches.
Advice advise(const AdviceInput& input, double least_part = 0.05);

/// Of the case `record` (with its trials) and its `stages`, by stage and kernel. The input asks `reader` for
/// launches and sites when they are wanted, so it must live as long. Throws what the reader throws.
template <class Reader>
AdviceInput advice_input(const Reader& reader, CaseRecord record, std::vector<LaunchSums> stages) {
    AdviceInput input;
    const auto id = record.id;
    input.limits = limits_of(reader, record);
    input.stalls = reader.stalls(id);
    input.substages = [&reader, id] { return reader.substages(id).value_or(std::vector<LaunchSums>{}); };
    input.launch = [&reader, id](std::uint32_t index) { return one_launch(reader, id, index); };
    input.sites = [&reader, id](std::uint32_t index) { return reader.sites(id, index); };
    input.record = std::move(record);
    input.stages = std::move(stages);
    return input;
}

}  // namespace sortscope::analyzer
