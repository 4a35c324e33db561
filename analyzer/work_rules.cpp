// Rules of advice that look at how the work is spread: lanes, blocks, warp slots, waves and barriers.
#include <algorithm>
#include <array>
#include <cmath>

#include "analyzer/rule_functions.hpp"

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

}  // namespace sortscope::analyzer::rules
