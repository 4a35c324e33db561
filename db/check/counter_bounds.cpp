#include "db/check/counter_bounds.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "core/metric/metric.hpp"

namespace sortscope::db {
namespace {

using enum CounterId;

// A request moves a sector of 32 bytes for each thread of a warp at most. Before compute capability 3.0 it
// moves whole segments (1.2, 1.3) or lines (2.x) of 128 bytes for a thread that touches but a word (CUDA C
// Programming Guide, compute capabilities 1.x and 2.x).
constexpr CounterBound bounds[] = {
    {gld_bytes, 32, 32, gld_sectors, "efficiency",
     "loaded more bytes than its sectors hold: an efficiency above 100 %"},
    {gst_bytes, 32, 32, gst_sectors, "efficiency",
     "stored more bytes than its sectors hold: an efficiency above 100 %"},
    {gld_sectors, 32, 128, gld_requests, "sectors", "loaded more than 32 sectors a request"},
    {gst_sectors, 32, 128, gst_requests, "sectors", "stored more than 32 sectors a request"},
    {gld_threads, 32, 32, gld_requests, "efficiency", "loaded by more than 32 threads a request"},
    {gst_threads, 32, 32, gst_requests, "efficiency", "stored by more than 32 threads a request"},
    {divergent_branches, 1, 1, branches, "efficiency", "has more divergent branches than branches"},
    {branch_targets_threads_uniform, 1, 1, branch_targets_threads, "efficiency",
     "has more uniform branch targets than branch targets"},
    {active_thread_instructions, 32, 32, warp_instructions, "efficiency",
     "has more than 32 threads a warp instruction"},
    {thread_instructions, 32, 32, warp_instructions, "efficiency",
     "has more than 32 threads a warp instruction"},
    {l1_hit_sectors, 1, 1, l1_sectors, "efficiency", "finds more sectors in L1 than it asks for"},
    {l1_ld_hit_sectors, 1, 1, l1_ld_sectors, "efficiency", "hits L1 more often than it asks"},
    {l2_hits, 1, 1, l2_lookups, "efficiency", "hits L2 more often than it asks"},
    {warps_active_ppm, 1'000'000, 1'000'000, none, "efficiency", "has an occupancy above 100 %"},
};

}  // namespace

std::optional<BrokenBound> broken_bound(std::span<const CounterValue> counters, int cc_major) {
    for (const auto& bound : bounds)
        for (const auto& part : counters) {
            if (part.id != bound.part) continue;
            const auto whole = std::ranges::find_if(counters, [&](const CounterValue& value) {
                return value.id == bound.whole && value.provenance == part.provenance &&
                       value.pass == part.pass;
            });
            if (bound.whole != none && whole == counters.end()) continue;
            const auto most = bound.whole == none ? 1.0 : whole->value.as_double();
            const int times = cc_major == 1 || cc_major == 2 ? bound.times_before_3 : bound.times;
            if (part.value.as_double() <= times * most) continue;
            return BrokenBound{
                &bound, part,
                fmt::format("{} ({} {}{})", bound.sentence, metric_of(bound.part).id, part.value.as_double(),
                            bound.whole == none ? std::string()
                                                : fmt::format(", {} {}", metric_of(bound.whole).id, most))};
        }
    return std::nullopt;
}

}  // namespace sortscope::db
