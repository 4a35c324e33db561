#include "analyzer/advice_rules.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/error.hpp"

namespace sortscope::analyzer {
namespace {

using Id = CounterId;
using Launches = AdvisedLaunches;
using Hit = std::optional<RuleHit>;

constexpr double sector = 32, line = 128, lanes = 32;
constexpr double busy_part = 0.75;       // from here on throughput bounds a launch, and more warps help little
constexpr double usual_block = 256;
constexpr double scattered_part = 0.88;  // of the copy bandwidth: reading pieces that stand alone (an H200: 0.8 to 0.9)

/// `now` with what loads or stores move brought down to what they ask for.
LaunchDemand without_excess(const Launches& launches, double excess_sectors, double excess_lines) {
    auto fixed = launches.now;
    const double part = fixed.moved_bytes > 0 ? 1 - sector * excess_sectors / fixed.moved_bytes : 1;
    fixed.moved_bytes *= part;
    fixed.tags = std::max(fixed.tags - excess_lines, fixed.requests);
    if (fixed.l2_bytes) *fixed.l2_bytes *= part;
    // Beyond L2, what device memory moves above what is asked for is what the excess costs there.
    if (fixed.dram_bytes) *fixed.dram_bytes = std::min(*fixed.dram_bytes, fixed.own_bytes > 0 ? fixed.own_bytes : std::max(fixed.moved_bytes, *fixed.dram_bytes * part));
    return fixed;
}

struct Direction {
    Id requests, sectors, bytes, lines;
};
constexpr Direction loads{Id::gld_requests, Id::gld_sectors, Id::gld_bytes, Id::gld_tags};
constexpr Direction stores{Id::gst_requests, Id::gst_sectors, Id::gst_bytes, Id::gst_tags};

/// Requests, sectors, lines of one direction with what they would be at best, a mean launch.
struct Traffic {
    double requests = 0, sectors = 0, ideal = 0, lines = 0, ideal_lines = 0;
    double excess() const { return sectors - ideal; }
};

std::optional<Traffic> traffic(const Launches& launches, const Direction& direction) {
    const auto requests = launches.value(direction.requests), sectors = launches.value(direction.sectors), bytes = launches.value(direction.bytes);
    if (!requests || !sectors || !bytes || *requests <= 0) return std::nullopt;
    Traffic result{*requests, *sectors, std::min(*sectors, std::max(*bytes / sector, *requests)), 0, std::max(*bytes / line, *requests)};
    if (const auto lines = launches.value(direction.lines)) result.lines = *lines;
    else {
        // Hardware tells not loads from stores: stores and loads have lines as they have sectors.
        const auto all = launches.value(Id::global_tags), other = launches.value(direction.sectors == Id::gld_sectors ? Id::gst_sectors : Id::gld_sectors);
        const auto other_requests = launches.value(direction.sectors == Id::gld_sectors ? Id::gst_requests : Id::gld_requests);
        if (!all || !other || !other_requests) result.lines = result.ideal_lines;
        else result.lines = std::max(result.ideal_lines, *all - std::max(*other / 4, *other_requests));
    }
    return result;
}

/// Pieces of 16 bytes and more that straddle sectors: at most twice the sectors, and neither whole lines (a stride) nor sectors far apart.
bool is_misaligned(const Traffic& one) {
    const double a_line = one.lines > 0 ? one.sectors / one.lines : 0;
    return one.sectors >= 1.2 * one.ideal && one.sectors <= 2.05 * one.ideal && a_line >= 1.5 && a_line <= 3.6;
}

Hit excess(const Launches& launches, const Direction& direction, bool misaligned) {
    const auto one = traffic(launches, direction);
    if (!one || one->sectors < 1.1 * one->ideal || is_misaligned(*one) != misaligned) return std::nullopt;
    RuleHit hit{one->sectors / one->requests, one->ideal / one->requests, {}, one->excess() * static_cast<double>(launches.sums.launches),
                {direction.sectors, direction.requests, direction.bytes}};
    if (!launches.ns) return hit;
    auto fixed = without_excess(launches, one->excess(), std::max(0.0, one->lines - one->ideal_lines));
    // Device memory moves pairs of sectors. A piece of p sectors that begins within one touches p + 1, which are (p + 2) / 2 pairs on average; aligned
    // it is p / 2, rounded up. That all pieces straddle tells p: the ideal over the excess.
    const auto moved = launches.value(direction.sectors == Id::gld_sectors ? Id::dram_read_bytes : Id::dram_write_bytes);
    if (misaligned && launches.now.dram_bytes && moved) {
        const double piece = std::max(1.0, std::round(one->ideal / one->excess()));
        fixed.dram_bytes = *launches.now.dram_bytes - *moved * (1 - std::ceil(piece / 2) / ((piece + 2) / 2));
    }
    hit.fixed_ns = launches.time_with(fixed);
    // The pieces stay where they are: for sectors that stand alone device memory does not reach what it copies.
    if (misaligned && fixed.dram_bytes && launches.device->dram_gb_per_s > 0)
        hit.fixed_ns = std::min(*launches.ns, std::max(*hit.fixed_ns, launches.device->launch_ns + *fixed.dram_bytes / (scattered_part * launches.device->dram_gb_per_s)));
    return hit;
}

Hit misaligned(const Launches& launches) {
    auto hit = excess(launches, loads, true);
    const auto of_stores = excess(launches, stores, true);
    if (!hit) return of_stores;
    if (!of_stores) return hit;
    // Of the two the one that costs more.
    const auto gain = [&](const RuleHit& one) { return one.fixed_ns ? *launches.ns - *one.fixed_ns : one.saved; };
    return gain(*of_stores) > gain(*hit) ? of_stores : hit;
}

Hit bank_conflicts(const Launches& launches) {
    const auto ld = launches.value(Id::shared_ld_requests), st = launches.value(Id::shared_st_requests);
    const auto ld_conflicts = launches.value(Id::shared_ld_conflicts), st_conflicts = launches.value(Id::shared_st_conflicts);
    if (!ld || !st || !ld_conflicts || !st_conflicts || *ld + *st <= 0) return std::nullopt;
    const double requests = *ld + *st, conflicts = *ld_conflicts + *st_conflicts;
    if (conflicts < 0.1 * requests) return std::nullopt;
    RuleHit hit{1 + conflicts / requests, 1, {}, conflicts * static_cast<double>(launches.sums.launches),
                {Id::shared_ld_conflicts, Id::shared_st_conflicts, Id::shared_ld_requests, Id::shared_st_requests}};
    if (launches.ns) {
        auto fixed = launches.now;
        fixed.shared_wavefronts = std::max(fixed.shared_wavefronts - conflicts, fixed.shared_requests);
        hit.fixed_ns = launches.time_with(fixed);
    }
    return hit;
}

/// Lanes that the block has for each of its warps.
double lanes_a_warp(const LaunchDemand& demand) { return std::min(lanes, demand.block_threads / demand.warps_per_block()); }

Hit divergence(const Launches& launches) {
    if (!launches.ns) {
        const auto branches = launches.value(Id::branches), divergent = launches.value(Id::divergent_branches);
        if (!branches || !divergent || *branches <= 0 || *divergent < 0.1 * *branches) return std::nullopt;
        return RuleHit{*divergent / *branches, 0, {}, *divergent * static_cast<double>(launches.sums.launches), {Id::divergent_branches, Id::branches}};
    }
    const auto threads = launches.value(Id::active_thread_instructions), warps = launches.value(Id::warp_instructions);
    const auto hardware = launches.value(Id::divergent_branch_targets), source = launches.value(Id::divergent_branches);
    if (!threads || !warps || *warps <= 0 || hardware.value_or(0) + source.value_or(0) <= 0) return std::nullopt;
    const double active = *threads / *warps, ideal = lanes_a_warp(launches.now);
    if (active > 0.9 * ideal) return std::nullopt;
    auto fixed = launches.now;
    fixed.warp_instructions *= active / ideal;
    return RuleHit{active, ideal, launches.time_with(fixed), 0, {Id::active_thread_instructions, Id::warp_instructions, hardware ? Id::divergent_branch_targets : Id::divergent_branches}};
}

/// The time of a launch that waits for latency, with `ratio` of its waiting: it never falls below what throughput takes, and the cost of the
/// launch itself stays.
double waiting_time(const Launches& launches, const LaunchDemand& demand, double ratio) {
    const double launch = launches.device->launch_ns;
    const double least = launch + launches.floor_ns(demand);
    return std::min(*launches.ns, std::max(least, launch + std::max(0.0, *launches.ns - launch) * ratio));
}

/// Whether throughput bounds it already.
bool is_busy(const Launches& launches) { return launches.floor_ns(launches.now) > busy_part * std::max(1.0, *launches.ns - launches.device->launch_ns); }

Hit few_blocks(const Launches& launches) {
    if (!launches.ns) return std::nullopt;
    const auto& now = launches.now;
    const double multiprocessors = launches.device->multiprocessors;
    if (now.blocks >= multiprocessors) return std::nullopt;
    const double held = multiprocessors * resident_blocks(*launches.device, now);
    auto spread = now;
    spread.blocks = multiprocessors;  // as many are busy as there are
    return RuleHit{now.blocks, multiprocessors, waiting_time(launches, spread, now.blocks / held), 0, {}};
}

/// Warps that are resident at once on the device, of a block of so many threads with these demands.
double resident_warps(const DeviceModel& device, const LaunchDemand& demand) { return resident_blocks(device, demand) * demand.warps_per_block(); }

Hit occupancy(const Launches& launches, OccupancyLimiter limiter, const LaunchDemand& lifted) {
    if (!launches.ns || !launches.occupancy || launches.occupancy->warp_slots == 0) return std::nullopt;
    if (std::ranges::find(launches.occupancy->limiters, limiter) == launches.occupancy->limiters.end()) return std::nullopt;
    const double now = resident_warps(*launches.device, launches.now);
    const double then = resident_warps(*launches.device, lifted);
    // The grid must have the blocks to fill the slots that become free.
    const double offered = launches.now.warps() / launches.device->multiprocessors;
    const double useful = std::min(then, std::max(now, offered));
    if (now > 0.8 * useful || is_busy(launches)) return std::nullopt;
    return RuleHit{launches.occupancy->percent(), 100 * then / launches.occupancy->warp_slots, waiting_time(launches, launches.now, now / useful), 0, {Id::warps_active_ppm}};
}

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

/// The same work in blocks of the usual size.
LaunchDemand in_usual_blocks(const LaunchDemand& now) {
    auto fixed = now;
    const double threads = now.blocks * now.block_threads;
    fixed.shared_bytes = now.shared_bytes * usual_block / now.block_threads;
    fixed.block_threads = usual_block;
    fixed.blocks = std::max(1.0, threads / usual_block);
    // Threads of several small blocks share their warps.
    const double full = lanes_a_warp(now) / lanes;
    for (auto* part : {&fixed.warp_instructions, &fixed.requests, &fixed.tags, &fixed.shared_requests, &fixed.shared_wavefronts, &fixed.barriers}) *part *= full;
    return fixed;
}

Hit small_blocks(const Launches& launches) {
    if (!launches.ns || launches.now.block_threads >= usual_block) return std::nullopt;
    const auto lifted = in_usual_blocks(launches.now);
    auto hit = occupancy(launches, OccupancyLimiter::blocks, lifted);
    const double starts = launches.predicted.of(LaunchPart::blocks);
    const bool slow_starts = launches.predicted.limit == LaunchPart::blocks || lanes_a_warp(launches.now) < lanes;
    if (slow_starts && starts > 0) {
        RuleHit started{launches.now.block_threads, usual_block, launches.time_with(lifted), 0, {}};
        if (!hit || *started.fixed_ns < *hit->fixed_ns) hit = started;
    }
    if (hit) hit->found = launches.now.block_threads, hit->ideal = usual_block;
    return hit;
}

Hit tail(const Launches& launches) {
    if (!launches.ns || !launches.occupancy || launches.occupancy->blocks == 0) return std::nullopt;
    const double waves = launches.now.blocks / (launches.device->multiprocessors * launches.occupancy->blocks);
    const double whole = std::ceil(waves);
    if (waves <= 1 || waves > 5 || waves / whole > 0.85 || is_busy(launches)) return std::nullopt;
    // A wave that leaves the device to a few blocks waits for latency alone, time x; the k full ones for throughput, too:
    // work = k (x^1.5 + (floor / k)^1.5)^(2/3) + x.
    const double work = std::max(1.0, *launches.ns - launches.device->launch_ns), floor = launches.floor_ns(launches.now);
    const double full = whole - 1;
    const auto full_waves = [&](double alone) { return full * std::pow(std::pow(alone, 1.5) + std::pow(floor / full, 1.5), 2.0 / 3); };
    double low = 0, high = work;
    for (int step = 0; step < 60; ++step) {
        const double middle = (low + high) / 2;
        (full_waves(middle) + middle < work ? low : high) = middle;
    }
    // What the blocks of the last wave do is done within full ones.
    const double fixed = launches.device->launch_ns + full_waves(low) * waves / full;
    return RuleHit{waves, full, std::min(*launches.ns, fixed), 0, {}};
}

Hit barriers(const Launches& launches) {
    if (!launches.ns || launches.barrier_part < 0.1) return std::nullopt;
    // Barriers pass through the queue that shared memory has, too: where that is hardly used, who waits for the queue waits because of barriers.
    double part = launches.barrier_part;
    if (launches.predicted.of(LaunchPart::shared) < 0.1 * *launches.ns) part += launches.queue_part;
    auto fixed = launches.now;
    fixed.warp_instructions *= 1 - part;
    return RuleHit{100 * part, 0, waiting_time(launches, fixed, 1 - part), 0, {Id::barriers}};
}

Hit redundant_traffic(const Launches& launches) {
    const auto loaded = launches.value(Id::gld_bytes), stored = launches.value(Id::gst_bytes);
    const double own = launches.now.own_bytes;
    if (!loaded || !stored || own <= 0 || *loaded + *stored < 1.2 * own) return std::nullopt;
    const double part = own / (*loaded + *stored);
    RuleHit hit{(*loaded + *stored) / own, 1, {}, (1 - part) * launches.now.moved_bytes / sector * static_cast<double>(launches.sums.launches), {Id::gld_bytes, Id::gst_bytes}};
    if (launches.ns) {
        auto fixed = launches.now;
        // What is done with a byte is done as often as it is asked for.
        for (auto* amount : {&fixed.moved_bytes, &fixed.requests, &fixed.tags, &fixed.warp_instructions}) *amount *= part;
        if (fixed.l2_bytes) *fixed.l2_bytes *= part;
        if (fixed.dram_bytes) *fixed.dram_bytes = std::min(*fixed.dram_bytes, own);
        hit.fixed_ns = launches.time_with(fixed);
    }
    return hit;
}

Hit atomics(const Launches& launches) {
    const double requests = launches.value(Id::global_atomic_requests).value_or(0) + launches.value(Id::global_reduction_requests).value_or(0);
    if (!launches.ns || requests < 0.01 * launches.now.requests || requests <= 0 || launches.predicted.ns <= 0) return std::nullopt;
    const double factor = *launches.ns / launches.predicted.ns;
    if (factor < 1.5) return std::nullopt;
    return RuleHit{factor, 1, launches.predicted.ns, 0, {Id::global_atomic_requests, Id::global_reduction_requests}};
}

Hit spills(const Launches& launches) {
    const auto ld = launches.value(Id::local_ld_sectors), st = launches.value(Id::local_st_sectors);
    if (!launches.ns || !ld || !st || *ld + *st <= 0) return std::nullopt;
    auto fixed = launches.now;
    if (fixed.l2_bytes) *fixed.l2_bytes = std::max(0.0, *fixed.l2_bytes - sector * (*ld + *st));
    fixed.warp_instructions -= std::min(fixed.warp_instructions / 2, launches.value(Id::local_ld_requests).value_or(0) + launches.value(Id::local_st_requests).value_or(0));
    return RuleHit{*ld + *st, 0, launches.time_with(fixed), 0, {Id::local_ld_sectors, Id::local_st_sectors}};
}

constexpr auto rules = std::to_array<AdviceRule>({
    {Fault::excess_load_sectors, "excess_load_sectors", "Excess sectors on loads", "sectors a request", "let the lanes of a warp load neighbouring keys"},
    {Fault::excess_store_sectors, "excess_store_sectors", "Excess sectors on stores", "sectors a request", "let the lanes of a warp store neighbouring keys"},
    {Fault::misaligned, "misaligned", "Misaligned accesses", "sectors a request", "begin each piece at a multiple of 32 bytes"},
    {Fault::bank_conflicts, "bank_conflicts", "Bank conflicts in shared memory", "wavefronts a request", "pad rows, or swap the order of lanes and places"},
    {Fault::divergence, "divergence", "Divergence", "active threads an instruction", "give whole warps the same way"},
    {Fault::few_blocks, "few_blocks", "Too little work for the device", "blocks", "divide the work among more blocks"},
    {Fault::registers, "registers", "Low occupancy: registers", "% of the warp slots", "use fewer registers a thread"},
    {Fault::shared_memory, "shared_memory", "Low occupancy: shared memory", "% of the warp slots", "take less shared memory for a thread"},
    {Fault::small_blocks, "small_blocks", "Blocks too small", "threads a block", "use larger blocks"},
    {Fault::tail, "tail", "A last wave of few blocks", "waves", "make the blocks fill whole waves"},
    {Fault::launch_gaps, "launch_gaps", "Many short launches", "launches", "do more in each launch"},
    {Fault::barriers, "barriers", "Waiting at barriers", "% of the stall samples", "use fewer barriers, or smaller blocks"},
    {Fault::redundant_traffic, "redundant_traffic", "Redundant traffic", "times the bytes that the algorithm must move", "keep what is used again in shared memory or registers"},
    {Fault::atomics, "atomics", "Atomics on few addresses", "times what traffic and instructions take", "add up within a block first, or spread the addresses"},
    {Fault::spills, "spills", "Registers spilled", "sectors of local memory", "use fewer registers a thread, or allow more"},
    {Fault::clocks, "clocks", "Clock below its maximum", "MHz", "look for heat, power caps or other programs"},
});

}  // namespace

std::span<const AdviceRule> advice_rules() { return rules; }

const AdviceRule& rule_of(Fault fault) {
    const auto found = std::ranges::find(rules, fault, &AdviceRule::fault);
    if (found == rules.end()) throw Error(ErrorKind::internal, "A fault has no rule.");
    return *found;
}

std::optional<double> AdvisedLaunches::value(CounterId id) const {
    const auto found = find_value(sums.counters, id);
    if (!found || sums.launches == 0) return std::nullopt;
    return found->value.as_double() / static_cast<double>(sums.launches);
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
        if (static_cast<LaunchPart>(i) != LaunchPart::latency) sum += std::pow(parts.part_ns[i], device->constants.overlap);
    return std::pow(sum, 1 / device->constants.overlap);
}

std::optional<RuleHit> check(Fault fault, const AdvisedLaunches& launches) {
    switch (fault) {
        case Fault::excess_load_sectors: return excess(launches, loads, false);
        case Fault::excess_store_sectors: return excess(launches, stores, false);
        case Fault::misaligned: return misaligned(launches);
        case Fault::bank_conflicts: return bank_conflicts(launches);
        case Fault::divergence: return divergence(launches);
        case Fault::few_blocks: return few_blocks(launches);
        case Fault::registers: return registers(launches);
        case Fault::shared_memory: return shared_memory(launches);
        case Fault::small_blocks: return small_blocks(launches);
        case Fault::tail: return tail(launches);
        case Fault::barriers: return barriers(launches);
        case Fault::redundant_traffic: return redundant_traffic(launches);
        case Fault::atomics: return atomics(launches);
        case Fault::spills: return spills(launches);
        case Fault::launch_gaps:
        case Fault::clocks: return std::nullopt;  // of the whole sort: advise() looks at them
    }
    return std::nullopt;
}

}  // namespace sortscope::analyzer
