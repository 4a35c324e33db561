#include "analyzer/advice/rules.hpp"

#include <algorithm>
#include <array>
#include <cmath>

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

namespace sortscope::analyzer::rules {
namespace {

using Id = CounterId;
using Launches = AdvisedLaunches;
using Hit = std::optional<RuleHit>;

constexpr double lanes = 32;
constexpr double busy_part = 0.75;  // from here on throughput bounds a launch, and more warps help little
constexpr double usual_block = 256;
// Barriers, on an H200: a multiprocessor passes a warp in 2 cycles; alone, a block waits some 30 for its last
// warp.
constexpr double barrier_warp_cycles = 2, barrier_block_cycles = 30;
constexpr double instructions_a_barrier = 1;
constexpr double other_instructions = 4,
                 least_other_barriers =
                     8;  // a thread: those that a kernel without barriers has, and what is above doubt

/// Lanes that the block has for each of its warps.
double lanes_a_warp(const LaunchDemand& demand) {
    return std::min(lanes, demand.block_threads / demand.warps_per_block());
}

}  // namespace

Hit divergence(const Launches& launches) {
    if (!launches.ns) {
        const auto taken = launches.together({Id::branches, Id::divergent_branches});
        if (!taken || taken->values[0] <= 0 || taken->values[1] < 0.1 * taken->values[0]) return std::nullopt;
        return RuleHit{taken->values[1] / taken->values[0],
                       0,
                       {},
                       taken->values[1] * static_cast<double>(launches.sums.launches),
                       taken->provenance,
                       {Id::divergent_branches, Id::branches}};
    }
    const auto taken = launches.together({Id::active_thread_instructions, Id::warp_instructions});
    if (!taken || taken->values[1] <= 0) return std::nullopt;
    // That threads part at all: hardware tells of the machine code, software of the source.
    const auto parts = [&](Id id) {
        return std::ranges::any_of(launches.sums.counters, [&](const CounterValue& value) {
            return value.id == id && value.value.as_double() > 0;
        });
    };
    if (!parts(Id::divergent_branch_targets) && !parts(Id::divergent_branches)) return std::nullopt;
    const double active = taken->values[0] / taken->values[1], ideal = lanes_a_warp(launches.now);
    if (active > 0.9 * ideal) return std::nullopt;
    auto fixed = launches.now;
    fixed.warp_instructions *= active / ideal;
    return RuleHit{active,
                   ideal,
                   launches.time_with(fixed),
                   0,
                   taken->provenance,
                   {Id::active_thread_instructions, Id::warp_instructions, Id::divergent_branch_targets}};
}

namespace {

/// The time of a launch that waits for latency, with `ratio` of its waiting: it never falls below what
/// throughput takes, and the cost of the launch itself stays.
double waiting_time(const Launches& launches, const LaunchDemand& demand, double ratio) {
    const double launch = launches.device->launch_ns;
    const double least = launch + launches.floor_ns(demand);
    return std::min(*launches.ns, std::max(least, launch + std::max(0.0, *launches.ns - launch) * ratio));
}

/// Whether throughput bounds it already.
bool is_busy(const Launches& launches) {
    return launches.floor_ns(launches.now) >
           busy_part * std::max(1.0, *launches.ns - launches.device->launch_ns);
}

}  // namespace

Hit few_blocks(const Launches& launches) {
    if (!launches.ns) return std::nullopt;
    const auto& now = launches.now;
    const double multiprocessors = launches.device->multiprocessors;
    if (now.blocks >= multiprocessors) return std::nullopt;
    const double held = multiprocessors * resident_blocks(*launches.device, now);
    // One thread is one after the other: its work has no parts that blocks could take. Advice::serial_part
    // tells of it.
    if (now.blocks * now.block_threads <= 1) return std::nullopt;
    auto spread = now;
    spread.blocks = multiprocessors;  // as many are busy as there are
    return RuleHit{now.blocks, multiprocessors, waiting_time(launches, spread, now.blocks / held), 0, {}, {}};
}

namespace {

/// Warps that are resident at once on the device, of a block of so many threads with these demands.
double resident_warps(const DeviceModel& device, const LaunchDemand& demand) {
    return resident_blocks(device, demand) * demand.warps_per_block();
}

Hit occupancy(const Launches& launches, OccupancyLimiter limiter, const LaunchDemand& lifted) {
    if (!launches.ns || !launches.occupancy || launches.occupancy->warp_slots == 0) return std::nullopt;
    if (std::ranges::find(launches.occupancy->limiters, limiter) == launches.occupancy->limiters.end())
        return std::nullopt;
    const double now = resident_warps(*launches.device, launches.now);
    const double then = resident_warps(*launches.device, lifted);
    // The grid must have the blocks to fill the slots that become free.
    const double offered = launches.now.warps() / launches.device->multiprocessors;
    const double useful = std::min(then, std::max(now, offered));
    if (now > 0.8 * useful || is_busy(launches)) return std::nullopt;
    return RuleHit{launches.occupancy->percent(),
                   100 * then / launches.occupancy->warp_slots,
                   waiting_time(launches, launches.now, now / useful),
                   0,
                   {},
                   {Id::warps_active_ppm}};
}

}  // namespace

Hit registers(const Launches& launches) {
    auto lifted = launches.now;
    lifted.registers = 32;  // with which every multiprocessor can be full
    return occupancy(launches, OccupancyLimiter::registers, lifted);
}

Hit shared_memory(const Launches& launches) {
    auto lifted = launches.now;
    lifted.shared_bytes = 0;
    return occupancy(launches, OccupancyLimiter::shared_memory, lifted);
}

namespace {

/// The same work in blocks of the usual size.
LaunchDemand in_usual_blocks(const LaunchDemand& now) {
    auto fixed = now;
    const double threads = now.blocks * now.block_threads;
    fixed.shared_bytes = now.shared_bytes * usual_block / now.block_threads;
    fixed.block_threads = usual_block;
    fixed.blocks = std::max(1.0, threads / usual_block);
    // Threads of several small blocks share their warps.
    const double full = lanes_a_warp(now) / lanes;
    for (auto* part : {&fixed.warp_instructions, &fixed.requests, &fixed.tags, &fixed.shared_requests,
                       &fixed.shared_wavefronts, &fixed.barriers})
        *part *= full;
    return fixed;
}

}  // namespace

Hit small_blocks(const Launches& launches) {
    // A grid of one block has no others that could be joined with it.
    if (!launches.ns || launches.now.block_threads >= usual_block || launches.now.blocks <= 1)
        return std::nullopt;
    const auto lifted = in_usual_blocks(launches.now);
    auto hit = occupancy(launches, OccupancyLimiter::blocks, lifted);
    const double starts = launches.predicted.of(LaunchPart::blocks);
    const bool slow_starts =
        launches.predicted.limit == LaunchPart::blocks || lanes_a_warp(launches.now) < lanes;
    if (slow_starts && starts > 0) {
        RuleHit started{launches.now.block_threads, usual_block, launches.time_with(lifted), 0, {}, {}};
        if (!hit || *started.fixed_ns < *hit->fixed_ns) hit = started;
    }
    if (hit) hit->found = launches.now.block_threads, hit->ideal = usual_block;
    return hit;
}

Hit tail(const Launches& launches) {
    if (!launches.ns || !launches.occupancy || launches.occupancy->blocks == 0) return std::nullopt;
    const double waves =
        launches.now.blocks / (launches.device->multiprocessors * launches.occupancy->blocks);
    const double whole = std::ceil(waves);
    if (waves <= 1 || waves > 5 || waves / whole > 0.85 || is_busy(launches)) return std::nullopt;
    // A wave that leaves the device to a few blocks waits for latency alone, time x; the k full ones for
    // throughput, too: work = k (x^1.5 + (floor / k)^1.5)^(2/3) + x.
    const double work = std::max(1.0, *launches.ns - launches.device->launch_ns),
                 floor = launches.floor_ns(launches.now);
    const double full = whole - 1;
    const auto full_waves = [&](double alone) {
        return full * std::pow(std::pow(alone, 1.5) + std::pow(floor / full, 1.5), 2.0 / 3);
    };
    double low = 0, high = work;
    for (int step = 0; step < 60; ++step) {
        const double middle = (low + high) / 2;
        (full_waves(middle) + middle < work ? low : high) = middle;
    }
    // What the blocks of the last wave do is done within full ones.
    const double fixed = launches.device->launch_ns + full_waves(low) * waves / full;
    return RuleHit{waves, full, std::min(*launches.ns, fixed), 0, {}, {}};
}

namespace {

/// Barriers of a mean launch, by warp.
struct CountedBarriers {
    double count = 0;
    Provenance provenance{};
    Id shown{};  ///< the counter that tells
};

std::optional<CountedBarriers> counted_barriers(const Launches& launches) {
    const auto all = static_cast<double>(std::max<std::uint64_t>(launches.sums.launches, 1));
    if (const auto counted = find_value(launches.sums.counters, Id::barriers))
        return CountedBarriers{counted->value.as_double() / all, counted->provenance, Id::barriers};
    // Hardware counts them among the instructions that are of no other kind, which every kernel has a few of.
    const auto other = find_value(launches.sums.counters, Id::other_thread_instructions);
    if (!other) return std::nullopt;
    const double threads = launches.now.blocks * launches.now.block_threads;
    const double each = other->value.as_double() / all / threads - other_instructions;
    if (each < least_other_barriers) return std::nullopt;
    return CountedBarriers{each * launches.now.warps(), other->provenance, Id::other_thread_instructions};
}

/// By the samples of stalled warps.
Hit barriers_by_samples(const Launches& launches) {
    if (launches.barrier_part < 0.1) return std::nullopt;
    // Barriers pass through the queue that shared memory has, too: where that is hardly used, who waits for
    // the queue waits because of barriers.
    double part = launches.barrier_part;
    if (launches.predicted.of(LaunchPart::shared) < 0.1 * *launches.ns) part += launches.queue_part;
    auto fixed = launches.now;
    fixed.warp_instructions *= 1 - part;
    return RuleHit{100 * part, 0, waiting_time(launches, fixed, 1 - part), 0, {}, {Id::barriers}, true};
}

/// By how many there are: a multiprocessor passes one warp through a barrier in so many cycles, and a block
/// alone waits so long for its last warp.
Hit barriers_by_count(const Launches& launches) {
    const auto found = counted_barriers(launches);
    if (!found || launches.now.warps() <= 0) return std::nullopt;
    const auto& device = *launches.device;
    const double each = found->count / launches.now.warps();
    const double busy = std::clamp(launches.now.blocks, 1.0, device.multiprocessors);
    const double passing = barrier_warp_cycles * found->count / busy;
    const double waiting = barrier_block_cycles * each * std::max(1.0, launches.predicted.waves);
    const double work = std::max(1.0, *launches.ns - device.launch_ns);
    const double part = std::min(0.95, std::max(passing, waiting) / device.clock_ghz() / work);
    if (part < 0.1) return std::nullopt;
    auto fixed = launches.now;
    fixed.warp_instructions = std::max(fixed.warp_instructions - instructions_a_barrier * found->count,
                                       fixed.warp_instructions * (1 - part));
    return RuleHit{each, 1, waiting_time(launches, fixed, 1 - part), 0, found->provenance, {found->shown}};
}

}  // namespace

Hit barriers(const Launches& launches) {
    if (!launches.ns) return std::nullopt;
    return launches.has_samples ? barriers_by_samples(launches) : barriers_by_count(launches);
}

namespace {

using Id = CounterId;
using Launches = AdvisedLaunches;
using Hit = std::optional<RuleHit>;

constexpr double sector = 32, line = 128;

/// `now` with what loads or stores move brought down to what they ask for.
LaunchDemand without_excess(const Launches& launches, double excess_sectors, double excess_lines) {
    auto fixed = launches.now;
    const double part = fixed.moved_bytes > 0 ? 1 - sector * excess_sectors / fixed.moved_bytes : 1;
    fixed.moved_bytes *= part;
    fixed.tags = std::max(fixed.tags - excess_lines, fixed.requests);
    if (fixed.l2_bytes) *fixed.l2_bytes *= part;
    // Beyond L2, what device memory moves above what is asked for is what the excess costs there.
    if (fixed.dram_bytes)
        *fixed.dram_bytes = std::min(
            *fixed.dram_bytes,
            fixed.own_bytes > 0 ? fixed.own_bytes : std::max(fixed.moved_bytes, *fixed.dram_bytes * part));
    return fixed;
}

struct Direction {
    Id requests, sectors, bytes, lines;
};
constexpr Direction loads{Id::gld_requests, Id::gld_sectors, Id::gld_bytes, Id::gld_tags};
constexpr Direction stores{Id::gst_requests, Id::gst_sectors, Id::gst_bytes, Id::gst_tags};

/// Requests, sectors, lines of one direction with what they would be at best, a mean launch.
struct Traffic {
    Provenance provenance{};
    double requests = 0, sectors = 0, bytes = 0, ideal = 0, lines = 0, ideal_lines = 0;
    double excess() const { return sectors - ideal; }
};

std::optional<Traffic> traffic(const Launches& launches, const Direction& direction) {
    const auto taken = launches.together({direction.requests, direction.sectors, direction.bytes});
    if (!taken || taken->values[0] <= 0) return std::nullopt;
    const double requests = taken->values[0], sectors = taken->values[1], bytes = taken->values[2];
    Traffic result{taken->provenance,
                   requests,
                   sectors,
                   bytes,
                   std::min(sectors, std::max(bytes / sector, requests)),
                   0,
                   std::max(bytes / line, requests)};
    result.lines = result.ideal_lines;
    if (const auto own = launches.together({direction.requests, direction.lines})) {
        result.lines = own->values[1];
        return result;
    }
    // Hardware tells not loads from stores: stores and loads have lines as they have sectors.
    const auto& other = direction.sectors == Id::gld_sectors ? stores : loads;
    if (const auto both =
            launches.together({direction.requests, Id::global_tags, other.sectors, other.requests}))
        result.lines =
            std::max(result.ideal_lines, both->values[1] - std::max(both->values[2] / 4, both->values[3]));
    return result;
}

/// Pieces of 16 bytes and more that straddle sectors: at most twice the sectors. A piece of p sectors that
/// begins anywhere within one touches p + 1 of them, and 1 + p / 4 lines on average: strides, and launches of
/// several strides together, have other numbers of lines for their sectors. Lanes that ask for nothing leave
/// gaps of their own: three quarters must ask, for 4 bytes each.
bool is_misaligned(const Traffic& one) {
    if (one.lines <= 0 || one.sectors < 1.2 * one.ideal || one.sectors > 2.05 * one.ideal ||
        one.bytes < 96 * one.requests)
        return false;
    const double piece = one.ideal / one.excess();
    const double of_pieces = one.sectors / one.lines * (1 + piece / 4) / (piece + 1);
    return of_pieces >= 0.88 && of_pieces <= 1.1;
}

Hit excess(const Launches& launches, const Direction& direction, bool misaligned) {
    const auto one = traffic(launches, direction);
    if (!one || one->sectors < 1.1 * one->ideal || is_misaligned(*one) != misaligned) return std::nullopt;
    RuleHit hit{one->sectors / one->requests,
                one->ideal / one->requests,
                {},
                one->excess() * static_cast<double>(launches.sums.launches),
                one->provenance,
                {direction.sectors, direction.requests, direction.bytes}};
    hit.requests = one->requests;
    if (!launches.ns) return hit;
    double ideal_lines = one->ideal_lines;
    // That all pieces straddle tells their number, the excess, and p, the ideal over the excess. They stay
    // where they are: each touches a line at the least.
    const double piece = misaligned ? std::max(1.0, std::round(one->ideal / one->excess())) : 0;
    if (misaligned) ideal_lines = std::max(ideal_lines, one->excess() * std::ceil(piece / 4));
    auto fixed = without_excess(launches, one->excess(), std::max(0.0, one->lines - ideal_lines));
    // Device memory moves pairs of sectors. A piece of p sectors that begins within one touches p + 1, which
    // are (p + 2) / 2 pairs on average; aligned it is p / 2, rounded up.
    const auto moved =
        launches.value(direction.sectors == Id::gld_sectors ? Id::dram_read_bytes : Id::dram_write_bytes);
    if (misaligned && launches.now.dram_bytes && moved)
        fixed.dram_bytes = *launches.now.dram_bytes - *moved * (1 - std::ceil(piece / 2) / ((piece + 2) / 2));
    hit.fixed_ns = launches.time_with(fixed);
    // Pieces that stand alone cost device memory a request each, however short they are (docs/advice.md):
    // where it is what the launch waits for, a line takes what it takes now.
    if (misaligned && launches.predicted.limit == LaunchPart::dram && launches.now.tags > 0) {
        const double launch = std::min(*launches.ns, launches.device->launch_ns);
        hit.fixed_ns =
            std::max(*hit.fixed_ns, launch + (*launches.ns - launch) * fixed.tags / launches.now.tags);
    }
    return hit;
}

}  // namespace

bool moves_excess(const Launches& launches) {
    constexpr double least = 1.02;  // in the mean of launches of which few may have all of it
    return std::ranges::any_of(std::array{traffic(launches, loads), traffic(launches, stores)},
                               [](const auto& one) { return one && one->sectors > least * one->ideal; });
}

Hit excess_load_sectors(const Launches& launches) { return excess(launches, loads, false); }
Hit excess_store_sectors(const Launches& launches) { return excess(launches, stores, false); }

Hit misaligned(const Launches& launches) {
    auto hit = excess(launches, loads, true);
    const auto of_stores = excess(launches, stores, true);
    if (!hit) return of_stores;
    if (!of_stores) return hit;
    // Of the two the one that costs more.
    const auto gain = [&](const RuleHit& one) {
        return one.fixed_ns ? *launches.ns - *one.fixed_ns : one.saved;
    };
    return gain(*of_stores) > gain(*hit) ? of_stores : hit;
}

Hit bank_conflicts(const Launches& launches) {
    const auto taken = launches.together(
        {Id::shared_ld_requests, Id::shared_st_requests, Id::shared_ld_conflicts, Id::shared_st_conflicts});
    if (!taken) return std::nullopt;
    const double requests = taken->values[0] + taken->values[1],
                 conflicts = taken->values[2] + taken->values[3];
    if (requests <= 0 || conflicts < 0.1 * requests) return std::nullopt;
    RuleHit hit{
        1 + conflicts / requests,
        1,
        {},
        conflicts * static_cast<double>(launches.sums.launches),
        taken->provenance,
        {Id::shared_ld_conflicts, Id::shared_st_conflicts, Id::shared_ld_requests, Id::shared_st_requests}};
    hit.requests = requests;
    if (launches.ns) {
        auto fixed = launches.now;
        fixed.shared_wavefronts = std::max(fixed.shared_wavefronts - conflicts, fixed.shared_requests);
        hit.fixed_ns = launches.time_with(fixed);
    }
    return hit;
}

Hit redundant_traffic(const Launches& launches) {
    const auto taken = launches.together({Id::gld_bytes, Id::gst_bytes});
    const double own = launches.now.own_bytes;
    if (!taken || own <= 0) return std::nullopt;
    const double asked = taken->values[0] + taken->values[1];
    if (asked < 1.2 * own) return std::nullopt;
    const double part = own / asked;
    RuleHit hit{asked / own,
                1,
                {},
                (1 - part) * launches.now.moved_bytes / sector * static_cast<double>(launches.sums.launches),
                taken->provenance,
                {Id::gld_bytes, Id::gst_bytes}};
    if (launches.ns) {
        auto fixed = launches.now;
        // What is used again comes from shared memory instead: it is asked for as often, and what is done
        // with it stays.
        const double again = (1 - part) * fixed.requests;
        for (auto* amount : {&fixed.moved_bytes, &fixed.requests, &fixed.tags}) *amount *= part;
        fixed.shared_requests += again;
        fixed.shared_wavefronts += again;
        if (fixed.l2_bytes) *fixed.l2_bytes *= part;
        if (fixed.dram_bytes) *fixed.dram_bytes = std::min(*fixed.dram_bytes, own);
        hit.fixed_ns = launches.time_with(fixed);
    }
    return hit;
}

Hit atomics(const Launches& launches) {
    const auto taken = launches.together(
        {Id::global_atomic_requests, Id::global_reduction_requests, Id::gld_requests, Id::gst_requests});
    if (!launches.ns || !taken || launches.predicted.ns <= 0) return std::nullopt;
    const double requests = taken->values[0] + taken->values[1];
    if (requests <= 0 || requests < 0.01 * (taken->values[2] + taken->values[3])) return std::nullopt;
    const double factor = *launches.ns / launches.predicted.ns;
    if (factor < 1.5) return std::nullopt;
    return RuleHit{factor,
                   1,
                   launches.predicted.ns,
                   0,
                   taken->provenance,
                   {Id::global_atomic_requests, Id::global_reduction_requests}};
}

Hit spills(const Launches& launches) {
    const auto taken = launches.together({Id::local_ld_sectors, Id::local_st_sectors});
    if (!launches.ns || !taken) return std::nullopt;
    const double sectors = taken->values[0] + taken->values[1];
    if (sectors <= 0) return std::nullopt;
    auto fixed = launches.now;
    if (fixed.l2_bytes) *fixed.l2_bytes = std::max(0.0, *fixed.l2_bytes - sector * sectors);
    if (const auto accesses = launches.together({Id::local_ld_requests, Id::local_st_requests}))
        fixed.warp_instructions -=
            std::min(fixed.warp_instructions / 2, accesses->values[0] + accesses->values[1]);
    return RuleHit{sectors,
                   0,
                   launches.time_with(fixed),
                   0,
                   taken->provenance,
                   {Id::local_ld_sectors, Id::local_st_sectors}};
}

}  // namespace sortscope::analyzer::rules
