#include "db/check/counter_bounds.hpp"

namespace sortscope::db {

std::span<const CounterBound> counter_bounds() {
    static constexpr CounterBound bounds[] = {
        {"gld_bytes", 32, 32, "gld_sectors", "efficiency",
         "loaded more bytes than its sectors hold: an efficiency above 100 %"},
        {"gst_bytes", 32, 32, "gst_sectors", "efficiency",
         "stored more bytes than its sectors hold: an efficiency above 100 %"},
        {"gld_sectors", most_sectors, most_sectors_before_3, "gld_requests", "sectors",
         "loaded more than 32 sectors a request"},
        {"gst_sectors", most_sectors, most_sectors_before_3, "gst_requests", "sectors",
         "stored more than 32 sectors a request"},
        {"gld_threads", 32, 32, "gld_requests", "efficiency", "loaded by more than 32 threads a request"},
        {"gst_threads", 32, 32, "gst_requests", "efficiency", "stored by more than 32 threads a request"},
        {"divergent_branches", 1, 1, "branches", "efficiency", "has more divergent branches than branches"},
        {"branch_targets_threads_uniform", 1, 1, "branch_targets_threads", "efficiency",
         "has more uniform branch targets than branch targets"},
        {"active_thread_instructions", 32, 32, "warp_instructions", "efficiency",
         "has more than 32 threads a warp instruction"},
        {"thread_instructions", 32, 32, "warp_instructions", "efficiency",
         "has more than 32 threads a warp instruction"},
        {"l1_hit_sectors", 1, 1, "l1_sectors", "efficiency", "finds more sectors in L1 than it asks for"},
        {"l1_ld_hit_sectors", 1, 1, "l1_ld_sectors", "efficiency", "hits L1 more often than it asks"},
        {"l2_hits", 1, 1, "l2_lookups", "efficiency", "hits L2 more often than it asks"},
        {"warps_active_ppm", 1'000'000, 1'000'000, "", "efficiency", "has an occupancy above 100 %"},
    };
    return bounds;
}

}  // namespace sortscope::db
