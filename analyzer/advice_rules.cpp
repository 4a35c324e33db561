#include "analyzer/advice_rules.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "analyzer/rule_functions.hpp"
#include "core/error.hpp"

namespace sortscope::analyzer {
namespace {

constexpr auto rule_table = std::to_array<AdviceRule>({
    {Fault::excess_load_sectors, "excess_load_sectors", "Excess sectors on loads", "sectors a request",
     "let the lanes of a warp load neighbouring keys"},
    {Fault::excess_store_sectors, "excess_store_sectors", "Excess sectors on stores", "sectors a request",
     "let the lanes of a warp store neighbouring keys"},
    {Fault::misaligned, "misaligned", "Misaligned accesses", "sectors a request",
     "begin each piece at a multiple of 32 bytes"},
    {Fault::bank_conflicts, "bank_conflicts", "Bank conflicts in shared memory", "wavefronts a request",
     "pad rows, or swap the order of lanes and places"},
    {Fault::divergence, "divergence", "Divergence", "active threads an instruction",
     "give whole warps the same way"},
    {Fault::few_blocks, "few_blocks", "Too little work for the device", "blocks",
     "divide the work among more blocks"},
    {Fault::registers, "registers", "Low occupancy: registers", "% of the warp slots",
     "use fewer registers a thread"},
    {Fault::shared_memory, "shared_memory", "Low occupancy: shared memory", "% of the warp slots",
     "take less shared memory for a thread"},
    {Fault::small_blocks, "small_blocks", "Blocks too small", "threads a block", "use larger blocks"},
    {Fault::tail, "tail", "A last wave of few blocks", "waves", "make the blocks fill whole waves"},
    {Fault::launch_gaps, "launch_gaps", "Many short launches", "launches", "do more in each launch"},
    {Fault::barriers, "barriers", "Waiting at barriers", "barriers a warp",
     "use fewer barriers, or smaller blocks"},
    {Fault::redundant_traffic, "redundant_traffic", "Redundant traffic",
     "times the bytes that the algorithm must move", "keep what is used again in shared memory or registers"},
    {Fault::atomics, "atomics", "Atomics on few addresses", "times what traffic and instructions take",
     "add up within a block first, or spread the addresses"},
    {Fault::spills, "spills", "Registers spilled", "sectors of local memory",
     "use fewer registers a thread, or allow more"},
    {Fault::clocks, "clocks", "Clock below its maximum", "MHz",
     "look for heat, power caps or other programs"},
});

using RuleFunction = std::optional<RuleHit> (*)(const AdvisedLaunches&);

/// Null for what is of the whole sort: advise() looks at that.
RuleFunction rule_function(Fault fault) {
    switch (fault) {
        case Fault::excess_load_sectors:
            return rules::excess_load_sectors;
        case Fault::excess_store_sectors:
            return rules::excess_store_sectors;
        case Fault::misaligned:
            return rules::misaligned;
        case Fault::bank_conflicts:
            return rules::bank_conflicts;
        case Fault::divergence:
            return rules::divergence;
        case Fault::few_blocks:
            return rules::few_blocks;
        case Fault::registers:
            return rules::registers;
        case Fault::shared_memory:
            return rules::shared_memory;
        case Fault::small_blocks:
            return rules::small_blocks;
        case Fault::tail:
            return rules::tail;
        case Fault::barriers:
            return rules::barriers;
        case Fault::redundant_traffic:
            return rules::redundant_traffic;
        case Fault::atomics:
            return rules::atomics;
        case Fault::spills:
            return rules::spills;
        case Fault::launch_gaps:
        case Fault::clocks:
            return nullptr;
    }
    return nullptr;
}

}  // namespace

std::span<const AdviceRule> advice_rules() { return rule_table; }

const AdviceRule& rule_of(Fault fault) {
    const auto found = std::ranges::find(rule_table, fault, &AdviceRule::fault);
    if (found == rule_table.end()) throw Error(ErrorKind::internal, "A fault has no rule.");
    return *found;
}

std::string_view found_words(const AdviceFinding& finding) {
    return finding.sampled ? "% of the stall samples" : rule_of(finding.fault).found;
}

std::optional<double> AdvisedLaunches::value(CounterId id) const {
    const auto taken = together({id});
    return taken ? std::optional(taken->values.front()) : std::nullopt;
}

std::optional<TogetherTaken> AdvisedLaunches::together(std::initializer_list<CounterId> ids) const {
    if (sums.launches == 0) return std::nullopt;
    auto taken =
        taken_together(sums.counters, ids, now.complete ? std::optional(now.provenance) : std::nullopt);
    if (taken)
        for (auto& one : taken->values) one /= static_cast<double>(sums.launches);
    return taken;
}

double AdvisedLaunches::time_with(const LaunchDemand& fixed) const {
    const double launch = device->launch_ns;
    const auto work = [&](double time) { return std::max(1.0, time - launch); };
    const double missed = std::clamp(work(*ns) / work(predicted.ns), 2.0 / 3, 1.5);
    return std::min(*ns, launch + work(predict(*device, fixed).ns) * missed);
}

double AdvisedLaunches::floor_ns(const LaunchDemand& demand) const {
    const auto parts = predict(*device, demand);
    double sum = 0;
    for (std::size_t i = 0; i < launch_parts; ++i)
        if (static_cast<LaunchPart>(i) != LaunchPart::latency)
            sum += std::pow(parts.part_ns[i], device->constants.overlap);
    return std::pow(sum, 1 / device->constants.overlap);
}

bool is_of_each_substage(Fault fault, const AdvisedLaunches& launches) {
    const bool of_sectors = fault == Fault::excess_load_sectors || fault == Fault::excess_store_sectors ||
                            fault == Fault::misaligned;
    return of_sectors && launches.sums.launches > 1 && rules::moves_excess(launches);
}

std::optional<RuleHit> check(Fault fault, const AdvisedLaunches& launches) {
    const auto function = rule_function(fault);
    return function == nullptr ? std::nullopt : function(launches);
}

}  // namespace sortscope::analyzer
