// Rules of advice that look at memory: what loads and stores move, shared memory's banks, atomics and spills.
#include <algorithm>
#include <array>
#include <cmath>

#include "analyzer/rule_functions.hpp"

namespace sortscope::analyzer::rules {
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
