// Rows of computed metrics. docs/adding-a-metric.md explains how to add one.
#include "core/metric/rows.hpp"

namespace sortscope {
namespace {
using Text = std::string_view;

/// Column of a narrow terminal: both lines of its head, and its importance.
struct Column {
    Text head, subhead;
    int importance = 0;
};

/// A ratio of sums over launches.
constexpr Metric ratio(Text id, Text title, Text unit, int decimals, Text sentence, Text formula,
                       Provenances from, Column column = {}) {
    return {.id = id,
            .title = title,
            .head = column.head,
            .subhead = column.subhead,
            .unit = unit,
            .decimals = decimals,
            .sentence = sentence,
            .adding = Adding::formula,
            .formula = formula,
            .provenances = from,
            .importance = column.importance,
            .charted = true};
}
constexpr Metric percent(Text id, Text title, Text sentence, Text formula, Provenances from,
                         Column column = {}) {
    return ratio(id, title, "%", 1, sentence, formula, from, column);
}
/// A sum of counters, which adds up over launches.
constexpr Metric total(Text id, Text title, Text unit, Text sentence, Text formula, Provenances from,
                       Column column = {}) {
    auto row = ratio(id, title, unit, 0, sentence, formula, from, column);
    row.adding = Adding::sum;
    return row;
}
constexpr Metric shown(Metric row) {
    row.shown = true;
    return row;
}
constexpr Metric standing_in_for(Text other, Metric row) {
    row.stands_in_for = other;
    return row;
}

constexpr Metric written_computed_rows[] = {
    {.id = "time",
     .title = "Time",
     .head = "time",
     .unit = "ns",
     .sentence = "Duration of the kernel launches, from the activity trial.",
     .provenances = by_hardware,
     .hardware = {PassClass::activity},
     .importance = 90,
     .shown = true,
     .charted = true},
    total("global_sectors", "Sectors loaded and stored", "sectors",
          "32-byte sectors loaded from and stored to global memory, by request.", "gld_sectors + gst_sectors",
          by_all, {"sectors", "32 B", 75}),
    shown(ratio("gld_bytes_per_request", "Bytes per load", "B/request", 1,
                "Distinct bytes that the threads of one load request ask for.", "gld_bytes / gld_requests",
                by_all, {"load", "B/req", 60})),
    shown(ratio("gst_bytes_per_request", "Bytes per store", "B/request", 1,
                "Distinct bytes that the threads of one store request write.", "gst_bytes / gst_requests",
                by_all, {"store", "B/req", 40})),
    shown(percent("gld_efficiency_pct", "Load efficiency",
                  "Bytes asked for over bytes moved by global loads, in sectors of 32.",
                  "100 * gld_bytes / (32 * gld_sectors)", by_all, {"load", "eff %", 67})),
    shown(percent("gst_efficiency_pct", "Store efficiency",
                  "Bytes written over bytes moved by global stores, in sectors of 32.",
                  "100 * gst_bytes / (32 * gst_sectors)", by_all, {"store", "eff %", 66})),
    ratio("gld_sectors_per_request", "Sectors per load", "sectors/request", 1,
          "32-byte sectors that one load request moves.", "gld_sectors / gld_requests", by_all),
    ratio("gst_sectors_per_request", "Sectors per store", "sectors/request", 1,
          "32-byte sectors that one store request moves.", "gst_sectors / gst_requests", by_all),
    shown(percent("divergent_pct", "Divergent branches of the source",
                  "Conditional branches of the source whose warp had threads going both ways; a compiler may "
                  "make predicates of them.",
                  "100 * divergent_branches / branches", by_software, {"diverg.", "%", 65})),
    standing_in_for("divergent_pct", percent("branch_efficiency_pct", "Branch efficiency",
                                             "Branches whose warp went one way: of the machine code where "
                                             "hardware counted them, else of the source.",
                                             "100 * branch_targets_threads_uniform / branch_targets_threads "
                                             "else 100 - 100 * divergent_branches / branches",
                                             by_all, {"branch", "eff %", 28})),
    percent("warp_execution_efficiency_pct", "Warp execution efficiency",
            "Threads that took part in an executed warp instruction, of its 32.",
            "100 * active_thread_instructions / (32 * warp_instructions)", by_hardware,
            {"warp", "eff %", 27}),
    percent("occupancy_pct", "Achieved occupancy", "Warps resident on the SMs, of their warp slots.",
            "warps_active_ppm / 10000", by_hardware, {"occup.", "%", 26}),
    percent("warp_nonpred_efficiency_pct", "Warp execution efficiency without predicates",
            "Threads of an executed warp instruction, of its 32, those that were predicated off not counted.",
            "100 * thread_instructions / (32 * warp_instructions)", by_hardware),
    percent("integer_pct", "Integer share", "Integer instructions, of the thread instructions executed.",
            "100 * integer_thread_instructions / thread_instructions", by_hardware),
    percent("float_pct", "Floating-point share",
            "Arithmetic of floats of any width, of the thread instructions executed.",
            "100 * (fp16_thread_instructions + fp32_thread_instructions + fp64_thread_instructions) / "
            "thread_instructions",
            by_hardware),
    percent("memory_pct", "Memory share", "Loads, stores and atomics, of the thread instructions executed.",
            "100 * memory_thread_instructions / thread_instructions", by_hardware),
    percent("control_pct", "Control share",
            "Branches, jumps, calls and returns, of the thread instructions executed.",
            "100 * control_thread_instructions / thread_instructions", by_hardware),
    percent("exchange_pct", "Share of exchanges",
            "Shuffles, votes and matches, of the thread instructions executed.",
            "100 * exchange_thread_instructions / thread_instructions", by_hardware),
    total("local_sectors", "Local sectors", "sectors",
          "32-byte sectors loaded from and stored to local memory: spilled registers and arrays of a thread.",
          "local_ld_sectors + local_st_sectors", by_hardware),
    total("shared_ld_ideal_wavefronts", "Ideal wavefronts of shared loads", "wavefronts",
          "Wavefronts that shared loads would take without bank conflicts.",
          "shared_ld_wavefronts - shared_ld_conflicts", by_hardware),
    total("shared_st_ideal_wavefronts", "Ideal wavefronts of shared stores", "wavefronts",
          "Wavefronts that shared stores would take without bank conflicts.",
          "shared_st_wavefronts - shared_st_conflicts", by_hardware),
    percent(
        "shared_efficiency_pct", "Shared memory efficiency",
        "Bytes asked of shared memory, of the 128 that each wavefront could move.",
        "100 * (shared_ld_bytes + shared_st_bytes) / (128 * (shared_ld_wavefronts + shared_st_wavefronts))",
        by_hardware),
    percent("l1_hit_pct", "L1 hit rate",
            "Sectors that L1 had, of those that accesses of every kind looked for.",
            "100 * l1_hit_sectors / l1_sectors", by_hardware, {"L1", "hit %", 23}),
    percent("l1_ld_hit_pct", "L1 hit rate of global loads",
            "Sectors that L1 had, of those that global loads looked for.",
            "100 * l1_ld_hit_sectors / l1_ld_sectors", by_hardware),
    percent("l2_hit_pct", "L2 hit rate", "Look-ups of a line that L2 had, of all look-ups.",
            "100 * l2_hits / l2_lookups", by_hardware, {"L2", "hit %", 22}),
    total("l2_bytes", "L2 bytes", "bytes", "Bytes of the sectors that were accessed in L2, by all units.",
          "32 * l2_sectors", by_hardware),
    total("dram_bytes", "DRAM bytes", "bytes", "Bytes read from and written to device memory.",
          "dram_read_bytes + dram_write_bytes", by_hardware, {"DRAM", "bytes", 21}),
    ratio("eligible_warps_per_cycle", "Eligible warps", "warps", 2,
          "Warps that could have issued in a cycle of a scheduler; below 1 it often had nothing to issue.",
          "eligible_warp_cycles / scheduler_cycles", by_hardware),
    ratio("resident_warps_per_cycle", "Resident warps", "warps", 2,
          "Warps that were resident in a cycle of a scheduler.", "resident_warp_cycles / scheduler_cycles",
          by_hardware),
    percent("issue_slot_pct", "Issue slots used",
            "Cycles in which a scheduler issued, of those in which it had warps.",
            "100 * issue_cycles / scheduler_cycles", by_hardware, {"issue", "slots %", 20}),
    ratio("rho_l", "rho of loads", "x data", 3,
          "Bytes loaded by the half-warp rule of compute capability 1.3, over the N keys' bytes (Jan et al. "
          "2013).",
          "(32 * gld_32b_cc13 + 64 * gld_64b_cc13 + 128 * gld_128b_cc13) / data_bytes", by_software,
          {"rho_l", "x data", 25}),
    ratio("rho_s", "rho of stores", "x data", 3,
          "Bytes stored by the half-warp rule of compute capability 1.3, over the N keys' bytes (Jan et al. "
          "2013).",
          "(32 * gst_32b_cc13 + 64 * gst_64b_cc13 + 128 * gst_128b_cc13) / data_bytes", by_software,
          {"rho_s", "x data", 24})};
}  // namespace

std::span<const Metric> time_and_computed_rows() { return written_computed_rows; }
}
