#include "analyzer/advice/rules.hpp"

#include "analyzer/devices.hpp"
#include "core/ranges.hpp"

namespace sortscope::analyzer {
std::optional<SamePassValues> AdvisedLaunches::together(std::initializer_list<CounterId> ids) const {
    if (sums.launches == 0) return std::nullopt;
    auto taken =
        find_same_pass(sums.counters, ids, now.complete ? std::optional(now.provenance) : std::nullopt);
    if (taken)
        for (auto& value : taken->values) value /= count();
    return taken;
}

double AdvisedLaunches::time_with(const LaunchDemand& fixed) const {
    const auto work = [&](double time) { return std::max(1.0, time - device->launch_ns); };
    const double error =
        std::clamp(work_ns() / work(predicted.ns), advice_constants.least_error, advice_constants.most_error);
    return std::min(*ns, device->launch_ns + work(predict(*device, fixed).ns) * error);
}

double AdvisedLaunches::floor_ns(const LaunchDemand& demand) const {
    const auto parts = predict(*device, demand);
    double sum = 0;
    for (size_t i = 0; i < launch_parts; ++i)
        if (LaunchPart(i) != LaunchPart::latency)
            sum += std::pow(parts.part_ns[i], device->constants.overlap);
    return std::pow(sum, 1 / device->constants.overlap);
}

double AdvisedLaunches::time_waiting(const LaunchDemand& demand, double ratio) const {
    const double waiting = std::max(0.0, *ns - device->launch_ns) * ratio;
    return std::min(*ns, device->launch_ns + std::max(floor_ns(demand), waiting));
}

bool AdvisedLaunches::is_busy() const { return floor_ns(now) > advice_constants.busy * work_ns(); }

namespace rules {
namespace {
using Id = CounterId;
using Launches = AdvisedLaunches;
using Hit = std::optional<RuleHit>;

constexpr const auto& constants = advice_constants;

constexpr double lanes = 32, sector = 32, line = 128;

double lanes_a_warp(const LaunchDemand& demand) {
    return std::min(lanes, demand.block_threads / demand.warps_per_block());
}

Hit divergence(const Launches& launches) {
    if (!launches.ns) {
        const auto taken = launches.together({Id::branches, Id::divergent_branches});
        if (!taken || taken->values[0] <= 0 ||
            taken->values[1] < constants.modelled_divergent * taken->values[0])
            return std::nullopt;
        return RuleHit{.found = taken->values[1] / taken->values[0],
                       .saved = taken->values[1] * launches.count(),
                       .provenance = taken->provenance,
                       .evidence = {Id::divergent_branches, Id::branches}};
    }
    const auto taken = launches.together({Id::active_thread_instructions, Id::warp_instructions});
    if (!taken || taken->values[1] <= 0) return std::nullopt;
    // Either counter shows divergence. Hardware counts divergent branch targets of the machine code; software
    // counts divergent branches of the source.
    if (std::ranges::none_of(launches.sums.counters, [](const CounterValue& value) {
            return (value.id == Id::divergent_branch_targets || value.id == Id::divergent_branches) &&
                   value.value.as_double() > 0;
        }))
        return std::nullopt;
    const double active = taken->values[0] / taken->values[1], ideal = lanes_a_warp(launches.now);
    if (active > constants.active * ideal) return std::nullopt;
    auto fixed = launches.now;
    fixed.warp_instructions *= active / ideal;
    return RuleHit{
        .found = active,
        .ideal = ideal,
        .fixed_ns = launches.time_with(fixed),
        .provenance = taken->provenance,
        .evidence = {Id::active_thread_instructions, Id::warp_instructions, Id::divergent_branch_targets}};
}

Hit few_blocks(const Launches& launches) {
    if (!launches.ns) return std::nullopt;
    const auto& now = launches.now;
    const double multiprocessors = launches.device->multiprocessors;
    // The work of one thread cannot be spread over blocks. Advice::serial_part reports it.
    if (now.blocks >= multiprocessors || now.blocks * now.block_threads <= 1) return std::nullopt;
    const double held = multiprocessors * resident_blocks(*launches.device, now);
    auto spread = now;
    spread.blocks = multiprocessors;
    return RuleHit{now.blocks, multiprocessors, launches.time_waiting(spread, now.blocks / held)};
}

Hit occupancy(const Launches& launches, OccupancyLimiter limiter, const LaunchDemand& lifted) {
    if (!launches.ns || !launches.occupancy || launches.occupancy->warp_slots == 0) return std::nullopt;
    if (!contains(launches.occupancy->limiters, limiter)) return std::nullopt;
    const auto resident_warps = [&](const LaunchDemand& demand) {
        return resident_blocks(*launches.device, demand) * demand.warps_per_block();
    };
    const double now = resident_warps(launches.now), then = resident_warps(lifted);
    // Freed slots help only if the grid has enough blocks to fill them.
    const double offered = launches.now.warps() / launches.device->multiprocessors;
    const double useful = std::min(then, std::max(now, offered));
    if (now > constants.occupied * useful || launches.is_busy()) return std::nullopt;
    return RuleHit{.found = launches.occupancy->percent(),
                   .ideal = 100 * then / launches.occupancy->warp_slots,
                   .fixed_ns = launches.time_waiting(launches.now, now / useful),
                   .evidence = {Id::warps_active_ppm}};
}

Hit registers(const Launches& launches) {
    auto lifted = launches.now;
    lifted.registers = constants.usual_registers;  // few enough for full occupancy on every multiprocessor
    return occupancy(launches, OccupancyLimiter::registers, lifted);
}

Hit shared_memory(const Launches& launches) {
    auto lifted = launches.now;
    lifted.shared_bytes = 0;
    return occupancy(launches, OccupancyLimiter::shared_memory, lifted);
}

/// Demand of the same work in blocks of the usual size.
LaunchDemand in_usual_blocks(const LaunchDemand& now) {
    auto fixed = now;
    const double threads = now.blocks * now.block_threads;
    fixed.shared_bytes = now.shared_bytes * constants.usual_block / now.block_threads;
    fixed.block_threads = constants.usual_block;
    fixed.blocks = std::max(1.0, threads / constants.usual_block);
    // Merged blocks fill their warps, so that fewer warps execute.
    const double full = lanes_a_warp(now) / lanes;
    for (auto* part : {&fixed.warp_instructions, &fixed.requests, &fixed.tags, &fixed.shared_requests,
                       &fixed.shared_wavefronts, &fixed.barriers})
        *part *= full;
    return fixed;
}

Hit small_blocks(const Launches& launches) {
    // A grid of one block has no other block to merge with.
    if (!launches.ns || launches.now.block_threads >= constants.usual_block || launches.now.blocks <= 1)
        return std::nullopt;
    const auto lifted = in_usual_blocks(launches.now);
    auto hit = occupancy(launches, OccupancyLimiter::blocks, lifted);
    const bool slow_starts =
        launches.predicted.limit == LaunchPart::blocks || lanes_a_warp(launches.now) < lanes;
    if (slow_starts && launches.predicted.of(LaunchPart::blocks) > 0) {
        RuleHit started{launches.now.block_threads, constants.usual_block, launches.time_with(lifted)};
        if (!hit || *started.fixed_ns < *hit->fixed_ns) hit = started;
    }
    if (hit) hit->found = launches.now.block_threads, hit->ideal = constants.usual_block;
    return hit;
}

Hit tail(const Launches& launches) {
    if (!launches.ns || !launches.occupancy || launches.occupancy->blocks == 0) return std::nullopt;
    const double waves =
        launches.now.blocks / (launches.device->multiprocessors * launches.occupancy->blocks);
    const double whole = std::ceil(waves);
    if (waves <= 1 || waves > constants.tail_waves || waves / whole > constants.tail_part ||
        launches.is_busy())
        return std::nullopt;
    // Finds x, the time of the last wave: only latency bounds it. Throughput also bounds the k full waves:
    // work = k (x^p + (floor / k)^p)^(1/p) + x, with p = tail_exponent.
    const double work = launches.work_ns(), floor = launches.floor_ns(launches.now), full = whole - 1;
    const auto full_waves = [&](double alone) {
        constexpr double power = constants.tail_exponent;
        return full * std::pow(std::pow(alone, power) + std::pow(floor / full, power), 1 / power);
    };
    double low = 0, high = work;
    for (int step = 0; step < 60; ++step) {
        const double middle = (low + high) / 2;
        (full_waves(middle) + middle < work ? low : high) = middle;
    }
    // Without the tail, the full waves also do the work of the last wave.
    const double fixed = launches.device->launch_ns + full_waves(low) * waves / full;
    return RuleHit{waves, full, std::min(*launches.ns, fixed)};
}

/// Mean arrivals of warps at barriers, per launch.
struct CountedBarriers {
    double count = 0;
    Provenance provenance{};
    Id counter{};
};

std::optional<CountedBarriers> counted_barriers(const Launches& launches) {
    if (const auto counted = find_value(launches.sums.counters, Id::barriers))
        return CountedBarriers{counted->value.as_double() / launches.count(), counted->provenance,
                               Id::barriers};
    // Hardware counts barriers among the "other" instructions. Kernels without barriers have a few "other"
    // instructions.
    const auto other = find_value(launches.sums.counters, Id::other_thread_instructions);
    if (!other) return std::nullopt;
    const double threads = launches.now.blocks * launches.now.block_threads;
    const double each = other->value.as_double() / launches.count() / threads - constants.other_instructions;
    if (each < constants.least_other_barriers) return std::nullopt;
    return CountedBarriers{each * launches.now.warps(), other->provenance, Id::other_thread_instructions};
}

Hit barriers_by_samples(const Launches& launches) {
    if (launches.barrier_part < constants.barrier_samples) return std::nullopt;
    // Stalls of reason mio_throttle come from barriers or from shared memory. If the kernel hardly uses
    // shared memory, barriers cause them.
    double part = launches.barrier_part;
    if (launches.predicted.of(LaunchPart::shared) < constants.queue_shared * *launches.ns)
        part += launches.queue_part;
    auto fixed = launches.now;
    fixed.warp_instructions *= 1 - part;
    return RuleHit{.found = 100 * part,
                   .fixed_ns = launches.time_waiting(fixed, 1 - part),
                   .evidence = {Id::barriers},
                   .sampled = true};
}

/// A multiprocessor needs barrier_warp_cycles to pass one warp through a barrier. A block alone waits
/// barrier_block_cycles for its last warp.
Hit barriers_by_count(const Launches& launches) {
    const auto barriers = counted_barriers(launches);
    if (!barriers || launches.now.warps() <= 0) return std::nullopt;
    const auto& device = *launches.device;
    const double each = barriers->count / launches.now.warps();
    const double busy = std::clamp(launches.now.blocks, 1.0, device.multiprocessors);
    const double passing = constants.barrier_warp_cycles * barriers->count / busy;
    const double waiting = constants.barrier_block_cycles * each * std::max(1.0, launches.predicted.waves);
    const double part = std::min(constants.most_barrier_part,
                                 std::max(passing, waiting) / device.clock_ghz() / launches.work_ns());
    if (part < constants.barrier_time) return std::nullopt;
    auto fixed = launches.now;
    fixed.warp_instructions =
        std::max(fixed.warp_instructions - constants.barrier_instructions * barriers->count,
                 fixed.warp_instructions * (1 - part));
    return RuleHit{.found = each,
                   .ideal = 1,
                   .fixed_ns = launches.time_waiting(fixed, 1 - part),
                   .provenance = barriers->provenance,
                   .evidence = {barriers->counter}};
}

Hit barriers(const Launches& launches) {
    if (!launches.ns) return std::nullopt;
    return launches.has_samples ? barriers_by_samples(launches) : barriers_by_count(launches);
}

/// Demand without needless sectors and lines.
LaunchDemand without_excess(const Launches& launches, double excess_sectors, double excess_lines) {
    auto fixed = launches.now;
    const double part = fixed.moved_bytes > 0 ? 1 - sector * excess_sectors / fixed.moved_bytes : 1;
    fixed.moved_bytes *= part;
    fixed.tags = std::max(fixed.tags - excess_lines, fixed.requests);
    if (fixed.l2_bytes) *fixed.l2_bytes *= part;
    // Device memory bytes beyond the required bytes are due to the excess.
    if (fixed.dram_bytes)
        *fixed.dram_bytes =
            std::min(*fixed.dram_bytes, fixed.required_bytes > 0
                                            ? fixed.required_bytes
                                            : std::max(fixed.moved_bytes, *fixed.dram_bytes * part));
    return fixed;
}

struct Direction {
    Id requests, sectors, bytes, lines;
};
constexpr Direction loads{Id::gld_requests, Id::gld_sectors, Id::gld_bytes, Id::gld_tags};
constexpr Direction stores{Id::gst_requests, Id::gst_sectors, Id::gst_bytes, Id::gst_tags};

/// Loads or stores per launch (mean), with the least possible sectors and lines.
struct Traffic {
    Provenance provenance{};
    double requests = 0, sectors = 0, bytes = 0, ideal = 0, lines = 0, ideal_lines = 0;
    double excess() const { return sectors - ideal; }
};

std::optional<Traffic> traffic(const Launches& launches, const Direction& direction) {
    const auto taken = launches.together({direction.requests, direction.sectors, direction.bytes});
    if (!taken || taken->values[0] <= 0) return std::nullopt;
    const double requests = taken->values[0], sectors = taken->values[1], bytes = taken->values[2];
    const double ideal = std::min(sectors, std::max(bytes / sector, requests));
    const double ideal_lines = std::max(bytes / line, requests);
    Traffic result{taken->provenance, requests, sectors, bytes, ideal, ideal_lines, ideal_lines};
    if (const auto own = launches.together({direction.requests, direction.lines})) {
        result.lines = own->values[1];
        return result;
    }
    // Hardware counts lines of loads and stores together. Subtracts the other direction's lines, estimated
    // from its sectors.
    const auto& other = direction.sectors == Id::gld_sectors ? stores : loads;
    if (const auto both =
            launches.together({direction.requests, Id::global_tags, other.sectors, other.requests}))
        result.lines =
            std::max(result.ideal_lines, both->values[1] - std::max(both->values[2] / 4, both->values[3]));
    return result;
}

/// Returns whether requests access misaligned pieces. A piece is a contiguous range of 32 p bytes. A
/// misaligned piece begins inside a sector; it touches p + 1 sectors and, on average, 1 + p / 4 lines.
/// Strided requests have another ratio of lines to sectors. Idle lanes look like misalignment, so a request
/// must ask for at least 96 bytes (24 lanes of 4 bytes).
bool is_misaligned(const Traffic& traffic) {
    if (traffic.lines <= 0 || traffic.sectors < constants.least_misaligned * traffic.ideal ||
        traffic.sectors > constants.most_misaligned * traffic.ideal ||
        traffic.bytes < constants.misaligned_bytes * traffic.requests)
        return false;
    const double piece = traffic.ideal / traffic.excess();
    const double like_pieces = traffic.sectors / traffic.lines * (1 + piece / 4) / (piece + 1);
    return like_pieces >= constants.least_piece && like_pieces <= constants.most_piece;
}

Hit excess(const Launches& launches, const Direction& direction, bool misaligned) {
    const auto moved = traffic(launches, direction);
    if (!moved || moved->sectors < constants.excess * moved->ideal || is_misaligned(*moved) != misaligned)
        return std::nullopt;
    RuleHit hit{.found = moved->sectors / moved->requests,
                .ideal = moved->ideal / moved->requests,
                .saved = moved->excess() * launches.count(),
                .provenance = moved->provenance,
                .evidence = {direction.sectors, direction.requests, direction.bytes},
                .requests = moved->requests};
    if (!launches.ns) return hit;
    double ideal_lines = moved->ideal_lines;
    // Each straddling piece has one excess sector. So the excess is the number of pieces, and p = ideal /
    // excess. Each piece touches at least one line.
    const double piece = misaligned ? std::max(1.0, std::round(moved->ideal / moved->excess())) : 0;
    if (misaligned) ideal_lines = std::max(ideal_lines, moved->excess() * std::ceil(piece / 4));
    auto fixed = without_excess(launches, moved->excess(), std::max(0.0, moved->lines - ideal_lines));
    // Device memory moves pairs of sectors. A misaligned piece touches (p + 2) / 2 pairs on average; an
    // aligned piece touches p / 2, rounded up.
    const auto dram = launches.together(
        {direction.sectors == Id::gld_sectors ? Id::dram_read_bytes : Id::dram_write_bytes});
    if (misaligned && launches.now.dram_bytes && dram)
        fixed.dram_bytes =
            *launches.now.dram_bytes - dram->values[0] * (1 - std::ceil(piece / 2) / ((piece + 2) / 2));
    hit.fixed_ns = launches.time_with(fixed);
    // Device memory serves each piece by its own request (docs/advice-formulas.md). If device memory is the
    // limit, the time per line is constant.
    if (misaligned && launches.predicted.limit == LaunchPart::dram && launches.now.tags > 0) {
        const double launch = std::min(*launches.ns, launches.device->launch_ns);
        hit.fixed_ns =
            std::max(*hit.fixed_ns, launch + (*launches.ns - launch) * fixed.tags / launches.now.tags);
    }
    return hit;
}

Hit excess_load_sectors(const Launches& launches) { return excess(launches, loads, false); }
Hit excess_store_sectors(const Launches& launches) { return excess(launches, stores, false); }

Hit misaligned(const Launches& launches) {
    auto hit = excess(launches, loads, true);
    const auto of_stores = excess(launches, stores, true);
    if (!hit) return of_stores;
    if (!of_stores) return hit;
    const auto gain = [&](const RuleHit& each) {
        return each.fixed_ns ? *launches.ns - *each.fixed_ns : each.saved;
    };
    return gain(*of_stores) > gain(*hit) ? of_stores : hit;
}

Hit bank_conflicts(const Launches& launches) {
    const auto taken = launches.together(
        {Id::shared_ld_requests, Id::shared_st_requests, Id::shared_ld_conflicts, Id::shared_st_conflicts});
    if (!taken) return std::nullopt;
    const double requests = taken->values[0] + taken->values[1],
                 conflicts = taken->values[2] + taken->values[3];
    if (requests <= 0 || conflicts < constants.conflicts * requests) return std::nullopt;
    RuleHit hit{.found = 1 + conflicts / requests,
                .ideal = 1,
                .saved = conflicts * launches.count(),
                .provenance = taken->provenance,
                .evidence = {Id::shared_ld_conflicts, Id::shared_st_conflicts, Id::shared_ld_requests,
                             Id::shared_st_requests},
                .requests = requests};
    if (launches.ns) {
        auto fixed = launches.now;
        fixed.shared_wavefronts = std::max(fixed.shared_wavefronts - conflicts, fixed.shared_requests);
        hit.fixed_ns = launches.time_with(fixed);
    }
    return hit;
}

Hit redundant_traffic(const Launches& launches) {
    const auto taken = launches.together({Id::gld_bytes, Id::gst_bytes});
    const double own = launches.now.required_bytes;
    if (!taken || own <= 0) return std::nullopt;
    const double asked = taken->sum();
    if (asked < constants.redundant * own) return std::nullopt;
    const double part = own / asked;
    RuleHit hit{.found = asked / own,
                .ideal = 1,
                .saved = (1 - part) * launches.now.moved_bytes / sector * launches.count(),
                .provenance = taken->provenance,
                .evidence = {Id::gld_bytes, Id::gst_bytes}};
    if (launches.ns) {
        auto fixed = launches.now;
        // Shared memory would serve the repeated accesses, with as many instructions.
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
    if (requests <= 0 || requests < constants.atomics_part * (taken->values[2] + taken->values[3]))
        return std::nullopt;
    const double factor = *launches.ns / launches.predicted.ns;
    if (factor < constants.atomics_factor) return std::nullopt;
    return RuleHit{.found = factor,
                   .ideal = 1,
                   .fixed_ns = launches.predicted.ns,
                   .provenance = taken->provenance,
                   .evidence = {Id::global_atomic_requests, Id::global_reduction_requests}};
}

Hit spills(const Launches& launches) {
    const auto taken = launches.together({Id::local_ld_sectors, Id::local_st_sectors});
    if (!launches.ns || !taken) return std::nullopt;
    const double sectors = taken->sum();
    if (sectors <= 0) return std::nullopt;
    auto fixed = launches.now;
    if (fixed.l2_bytes) *fixed.l2_bytes = std::max(0.0, *fixed.l2_bytes - sector * sectors);
    if (const auto accesses = launches.together({Id::local_ld_requests, Id::local_st_requests}))
        fixed.warp_instructions -= std::min(fixed.warp_instructions / 2, accesses->sum());
    return RuleHit{.found = sectors,
                   .fixed_ns = launches.time_with(fixed),
                   .provenance = taken->provenance,
                   .evidence = {Id::local_ld_sectors, Id::local_st_sectors}};
}

template <SiteKind... kinds>
double excess_of(const SiteCounts& site) {
    if (((site.site.kind != kinds) && ...)) return 0;
    return double(site.sectors) - std::max(double(site.bytes) / 32, double(site.requests));
}

template <SiteKind kind, int64_t SiteCounts::*count>
double count_of(const SiteCounts& site) {
    return site.site.kind == kind ? double(site.*count) : 0;
}

double conflicts_of(const SiteCounts& site) { return double(site.extra_wavefronts); }

using Waits = std::array<std::string_view, 4>;
constexpr Waits for_memory{"long_scoreboard", "lg_throttle"}, for_shared{"mio_throttle", "short_scoreboard"},
    at_branches{"branch_resolving", "wait"}, at_barriers{"barrier"},
    for_atomics{"long_scoreboard", "lg_throttle", "drain", "membar"};

constexpr auto rule_table = std::to_array<AdviceRule>({
    {Fault::excess_load_sectors, "excess_load_sectors", "Excess sectors on loads", "sectors a request",
     "let lane i of a warp load key i of a piece: let the index grow by 1 with threadIdx.x",
     excess_load_sectors, excess_of<SiteKind::global_load>, for_memory},
    {Fault::excess_store_sectors, "excess_store_sectors", "Excess sectors on stores", "sectors a request",
     "let lane i of a warp store key i of a piece: let the index grow by 1 with threadIdx.x",
     excess_store_sectors, excess_of<SiteKind::global_store>, for_memory},
    {Fault::misaligned, "misaligned", "Misaligned accesses", "sectors a request",
     "round the begin of each piece down to a multiple of 32 bytes, and mask the keys before it", misaligned,
     excess_of<SiteKind::global_load, SiteKind::global_store>, for_memory},
    {Fault::bank_conflicts, "bank_conflicts", "Bank conflicts in shared memory", "wavefronts a request",
     "add an element to each row of 32 (tile[32][33]), or write row ^ column as the index", bank_conflicts,
     conflicts_of, for_shared},
    {Fault::divergence, "divergence", "Divergence", "active threads an instruction",
     "choose the way by warp (threadIdx.x / 32), or write min and max in place of the branch", divergence,
     count_of<SiteKind::branch, &SiteCounts::divergent_warps>, at_branches},
    {Fault::few_blocks, "few_blocks", "Too little work for the device", "blocks",
     "launch a block for each multiprocessor at least: give each block fewer keys", few_blocks},
    {Fault::registers, "registers", "Low occupancy: registers", "% of the warp slots",
     "write __launch_bounds__(threads, blocks), or keep fewer keys in each thread", registers, nullptr,
     for_memory},
    {Fault::shared_memory, "shared_memory", "Low occupancy: shared memory", "% of the warp slots",
     "keep fewer keys of each block in shared memory, or part of them in registers", shared_memory, nullptr,
     for_memory},
    {Fault::small_blocks, "small_blocks", "Blocks too small", "threads a block",
     "launch blocks of 256 threads", small_blocks, nullptr, for_memory},
    {Fault::tail, "tail", "A last wave of few blocks", "waves",
     "launch a whole number of waves, or loop over the grid in each block", tail},
    {Fault::launch_gaps, "launch_gaps", "Many short launches", "launches",
     "merge consecutive steps into one launch"},
    {Fault::barriers, "barriers", "Waiting at barriers", "barriers a warp",
     "write __syncwarp() where only lanes of a warp exchange keys, or use smaller blocks", barriers,
     count_of<SiteKind::barrier, &SiteCounts::requests>, at_barriers},
    {Fault::redundant_traffic, "redundant_traffic", "Redundant traffic",
     "times the bytes that the algorithm must move",
     "load each key once into a register or shared memory, and do several steps on it there",
     redundant_traffic, count_of<SiteKind::global_load, &SiteCounts::bytes>, for_memory},
    {Fault::atomics, "atomics", "Atomics on few addresses", "times what traffic and instructions take",
     "add up in a warp or block first, then write one atomic for it; or spread the addresses", atomics,
     count_of<SiteKind::global_atomic, &SiteCounts::requests>, for_atomics},
    {Fault::spills, "spills", "Registers spilled", "sectors of local memory",
     "keep fewer values in each thread, or allow more registers in __launch_bounds__", spills},
    {Fault::clocks, "clocks", "Clock below its maximum", "MHz",
     "lock the clock (nvidia-smi -lgc), or look for heat, power caps and other programs"},
});
}  // namespace
}

bool moves_excess(const AdvisedLaunches& launches) {
    using namespace rules;
    constexpr double least = 1.02;  // low: the excess of few launches may hide in the mean
    return std::ranges::any_of(
        std::array{traffic(launches, loads), traffic(launches, stores)},
        [](const auto& moved) { return moved && moved->sectors > least * moved->ideal; });
}

std::span<const AdviceRule> advice_rules() { return rules::rule_table; }

const AdviceRule& rule_of(Fault fault) { return rules::rule_table[size_t(fault)]; }

std::string_view found_words(const AdviceFinding& finding) {
    return finding.sampled ? "% of the stall samples" : rule_of(finding.fault).found;
}

DeviceModel advised_device(const Device& device, std::span<const DeviceLimit> limits) {
    DeviceModel model;
    if (auto published = published_model(device))
        model = *std::move(published);
    else {
        model.name = device.name;
        model.assumed = {"launch_ns", "sort_ns"};
        model.source = {"the device's own driver"};
        model.cc_major = device.cc_major;
        model.cc_minor = device.cc_minor;
        model.multiprocessors = device.multiprocessors;
        model.clock_mhz = double(device.clock_khz) / 1000;
        model.issue_per_cycle = device.cc_major >= 7 ? 4 : 1;
        model.l2_kib = double(device.l2_bytes) / 1024;
        model.dram_gb_per_s = told_dram_gb_per_s(device);
        const auto multiprocessor =
            multiprocessor_limits(device.cc_major, device.cc_minor)
                .value_or(MultiprocessorLimits{48, 8, 32768, 48 * 1024, 48 * 1024, 0, 128});
        model.warps = multiprocessor.warps;
        model.blocks = multiprocessor.blocks;
        model.registers = multiprocessor.registers;
        model.shared_kib = multiprocessor.shared_bytes / 1024.0;
    }
    // Assumes values for figures without a source.
    if (model.clock_mhz <= 0) model.clock_mhz = double(device.clock_khz) / 1000;
    if (model.memory_latency_ns <= 0) model.memory_latency_ns = advice_constants.unknown_latency_ns;
    if (model.l2_gb_per_s <= 0) model.l2_gb_per_s = advice_constants.unknown_l2_factor * model.dram_gb_per_s;
    if (contains(model.assumed, "launch_ns")) model.launch_ns = advice_constants.unknown_launch_ns;
    model = with_limits(std::move(model), limits);
    // Blocks begin and end at different times, so a launch that does work costs more than an empty one.
    if (limit_value(limits, "graph_node_overhead")) model.launch_ns *= advice_constants.launch_factor;
    const double dram = model.constants.dram;
    model.constants = advised_model;
    model.constants.dram = dram;
    return model;
}
}
