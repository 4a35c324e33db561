#include "kernels/simt/warp_merge.hpp"

namespace sortscope::kernels::simt {
namespace {
/// Returns true if two events have equal site, kind and access size.
bool same_instruction(const Event& a, const Event& b) {
    return site_key(a.site) == site_key(b.site) && (a.where >> 56) == (b.where >> 56);
}

bool ends_level(const Event& event) {
    return event.kind() == EventKind::loop_next || event.kind() == EventKind::loop_exit;
}

bool earlier_in_source(const Event& a, const Event& b) {
    if (a.site.line() != b.site.line()) return a.site.line() < b.site.line();
    if (a.site.column() != b.site.column()) return a.site.column() < b.site.column();
    return a.kind() < b.kind();
}

/// Site kind of an event; loop events count as branches.
SiteKind site_kind(EventKind kind) {
    switch (kind) {
        case EventKind::global_load:
            return SiteKind::global_load;
        case EventKind::global_store:
            return SiteKind::global_store;
        case EventKind::global_atomic:
            return SiteKind::global_atomic;
        case EventKind::shared_load:
            return SiteKind::shared_load;
        case EventKind::shared_store:
            return SiteKind::shared_store;
        case EventKind::branch:
        case EventKind::loop_enter:
        case EventKind::loop_next:
        case EventKind::loop_exit:
            break;
    }
    return SiteKind::branch;
}

size_t first_lane(uint32_t mask) { return size_t(std::countr_zero(mask)); }

/// Calls f(lane) for each lane of the mask, ascending.
template <class F>
void for_lanes(uint32_t mask, F&& f) {
    for (; mask != 0; mask &= mask - 1) f(first_lane(mask));
}
}  // namespace

void WarpMerger::merge(std::span<LaneLog* const> lanes) {
    Mask live = 0;
    bool level = true;  // all live lanes logged equally many events, mostly equal ones
    size_t events = 0;
    for (size_t lane = 0; lane < lanes.size(); ++lane) {
        const size_t size = lanes[lane] ? lanes[lane]->size() : 0;
        if (size == 0) continue;
        at_[lane] = lanes[lane]->data();
        end_[lane] = at_[lane] + size;
        level = level && (live == 0 || size == events);
        events = size;
        live |= 1U << lane;
    }
    if (level && live != 0) merge_agreeing(live, events);
    // After a barrier, a log may start within a loop: its first loop step then has no loop_enter.
    for (live = waiting(live); live != 0; live = waiting(live)) {
        const Mask stepping = run_level(live);
        if (stepping != 0) run_loop(stepping);
    }
    for (LaneLog* log : lanes)
        if (log) log->clear();
}

/// Fast path: issues accesses and branches while all `lanes` agree. Stops before the first loop step or
/// disagreement.
void WarpMerger::merge_agreeing(Mask lanes, size_t events) {
    std::array<const Event*, 32> base;     // NOLINT: the first `used` are filled
    std::array<uint64_t, 32> addresses;    // NOLINT
    std::array<uint8_t, 32> lane_numbers;  // NOLINT
    size_t used = 0;
    for_lanes(lanes, [&](size_t lane) {
        base[used] = at_[lane];
        lane_numbers[used++] = uint8_t(lane);
    });
    size_t done = 0;
    for (; done < events; ++done) {
        const Event& first = base[0][done];
        const EventKind kind = first.kind();
        if (kind > EventKind::branch) break;
        uint64_t difference = 0;
        for (size_t i = 0; i < used; ++i) {
            const Event& event = base[i][done];
            difference |= (site_key(event.site) ^ site_key(first.site)) | (event.where ^ first.where) >> 56;
            addresses[i] = event.address();
        }
        if (difference != 0) break;
        if (kind == EventKind::branch) {
            Mask taken = 0;
            for (size_t i = 0; i < used; ++i) taken |= static_cast<Mask>(addresses[i] & 1) << lane_numbers[i];
            issue_branch(first.site, lanes, taken);
        } else {
            count_access(first.site, site_kind(kind),
                         {{addresses.data(), used}, {lane_numbers.data(), used}, first.size()});
        }
    }
    for_lanes(lanes, [&](size_t lane) { at_[lane] += done; });
}

WarpMerger::Mask WarpMerger::waiting(Mask lanes) const {
    Mask result = 0;
    for_lanes(lanes, [&](size_t lane) { result |= has_next(lane) ? 1U << lane : 0; });
    return result;
}

/// Runs lanes until each has no events or is at the next step of the enclosing loop. Returns the lanes at
/// a step.
WarpMerger::Mask WarpMerger::run_level(Mask lanes) {
    Mask stepping = 0;
    for (;;) {
        // Lanes at the end of the level leave.
        Mask active = 0;
        const Event* first = nullptr;
        bool agree = true;
        for_lanes(lanes, [&](size_t lane) {
            if (!has_next(lane)) return;
            const Event& event = *at_[lane];
            if (ends_level(event)) {
                stepping |= 1U << lane;
                return;
            }
            active |= 1U << lane;
            if (!first)
                first = &event;
            else if (!same_instruction(*first, event))
                agree = false;
        });
        if (active == 0) return stepping;
        lanes = active;
        issue(agree ? active : choose(active));
    }
}

/// Iterates a loop until all `lanes` have left it. At first, all lanes are at its loop_next or loop_exit.
void WarpMerger::run_loop(Mask lanes) {
    while (lanes != 0) {
        Mask going = 0;
        Mask tested = 0;  // lanes that tested the condition; a break tests none
        const Event* any = nullptr;
        for_lanes(lanes, [&](size_t lane) {
            const Event& event = *at_[lane]++;
            any = &event;
            if (event.kind() == EventKind::loop_next) going |= 1U << lane;
            if (event.kind() == EventKind::loop_next || event.flag()) tested |= 1U << lane;
        });
        if (tested != 0) issue_branch(any->site, tested, going);
        lanes = going == 0 ? 0 : run_level(going);
    }
}

/// Returns the lanes that go first if `lanes` disagree.
WarpMerger::Mask WarpMerger::choose(Mask lanes) const {
    Mask best = 0;
    bool best_waits = true;
    for (Mask left = lanes; left != 0;) {
        const Event& event = *at_[first_lane(left)];
        Mask group = 0;
        for_lanes(left, [&](size_t lane) { group |= same_instruction(event, *at_[lane]) ? 1U << lane : 0; });
        left &= ~group;
        const bool waits = occurs_later(event, lanes & ~group);
        const bool better = best == 0 || (best_waits && !waits) ||
                            (best_waits == waits && earlier_in_source(event, *at_[first_lane(best)]));
        if (better) {
            best = group;
            best_waits = waits;
        }
    }
    return best;
}

/// Returns true if a lane of `lanes` reaches `event` later on this level: the lanes at `event` then wait.
bool WarpMerger::occurs_later(const Event& event, Mask lanes) const {
    for (; lanes != 0; lanes &= lanes - 1) {
        const size_t lane = first_lane(lanes);
        int depth = 0;
        for (const Event* next = at_[lane]; next != end_[lane]; ++next) {
            if (depth == 0 && ends_level(*next)) break;
            if (depth == 0 && same_instruction(event, *next)) return true;
            if (next->kind() == EventKind::loop_enter) ++depth;
            if (next->kind() == EventKind::loop_exit) --depth;
        }
    }
    return false;
}

/// Issues the common next event of `lanes`.
void WarpMerger::issue(Mask lanes) {
    const Event& first = *at_[first_lane(lanes)];
    switch (first.kind()) {
        case EventKind::global_load:
        case EventKind::global_store:
        case EventKind::global_atomic:
        case EventKind::shared_load:
        case EventKind::shared_store:
            issue_access(first, lanes);
            return;
        case EventKind::branch: {
            Mask taken = 0;
            for_lanes(lanes, [&](size_t lane) { taken |= at_[lane]->flag() ? 1U << lane : 0; });
            for_lanes(lanes, [&](size_t lane) { ++at_[lane]; });
            issue_branch(first.site, lanes, taken);
            return;
        }
        case EventKind::loop_enter:
            for_lanes(lanes, [&](size_t lane) { ++at_[lane]; });
            run_loop(run_level(waiting(lanes)));  // run the accesses of the loop's condition first
            return;
        case EventKind::loop_next:
        case EventKind::loop_exit:
            return;  // run_level() issues no loop steps
    }
}

void WarpMerger::issue_access(const Event& first, Mask lanes) {
    std::array<uint64_t, 32> addresses;    // NOLINT: the first `used` are filled
    std::array<uint8_t, 32> lane_numbers;  // NOLINT
    size_t used = 0;
    for_lanes(lanes, [&](size_t lane) {
        addresses[used] = at_[lane]->address();
        lane_numbers[used++] = uint8_t(lane);
        ++at_[lane];
    });
    count_access(first.site, site_kind(first.kind()),
                 {{addresses.data(), used}, {lane_numbers.data(), used}, first.size()});
}

void WarpMerger::count_access(const SourcePlace& site, SiteKind kind, const Request& request) {
    const auto threads = int64_t(request.addresses.size());
    SiteCounts& counts = table_.at(site, kind);
    ++counts.requests;
    counts.threads += threads;
    counts.bytes += distinct_bytes(request.addresses, request.size);
    if (kind == SiteKind::shared_load || kind == SiteKind::shared_store) {
        counts.extra_wavefronts += bank_conflicts(request);
        return;
    }
    const SectorCounts sectors = count_sectors(request.addresses);
    for (size_t i = 0; i < 4; ++i) counts.sizes[i] += sectors.sizes[i];
    const Cc13Transactions cc13 = cc13_transactions(request);
    for (size_t i = 0; i < 3; ++i) counts.sizes_cc13[i] += cc13.sizes[i];
    if (rule_ == Rule::cc3) {  // the default rule needs no second pass over the addresses
        counts.sectors += sectors.sectors;
        counts.lines += sectors.lines;
    } else {
        const Transactions cost = transactions(rule_, request, kind == SiteKind::global_store);
        counts.sectors += cost.bytes / 32;
        counts.lines += cost.count;
    }
}

void WarpMerger::issue_branch(const SourcePlace& site, Mask lanes, Mask taken) {
    SiteCounts& counts = table_.at(site, SiteKind::branch);
    ++counts.requests;
    counts.threads += std::popcount(lanes);
    counts.taken_threads += std::popcount(taken);
    if (taken != 0 && taken != lanes) ++counts.divergent_warps;
}
}
