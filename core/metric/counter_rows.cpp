// Rows of counters. A new counter also needs a number in CounterId and code that counts it.
#include "core/metric/rows.hpp"

namespace sortscope {
namespace counter_table {
namespace {
using enum CounterId;
using Text = std::string_view;

constexpr Metric software(CounterId counter, Text id, Text title, Text unit, Text sentence) {
    return {.id = id,
            .counter = counter,
            .title = title,
            .unit = unit,
            .sentence = sentence,
            .provenances = by_software};
}
constexpr Metric hardware(CounterId counter, Text id, Text title, Text unit, Text sentence,
                          HardwareSource source) {
    return {.id = id,
            .counter = counter,
            .title = title,
            .unit = unit,
            .sentence = sentence,
            .provenances = by_hardware,
            .hardware = source};
}
constexpr Metric everywhere(CounterId counter, Text id, Text title, Text unit, Text sentence,
                            HardwareSource source) {
    auto row = hardware(counter, id, title, unit, sentence, source);
    row.provenances = by_all;
    return row;
}

// One function per metric set; `note` is HardwareSource::sentence.
constexpr HardwareSource sass(Text names, Text note = {}) {
    return {PassClass::sass, HardwareRule::value, names, note};
}
constexpr HardwareSource instructions(Text names, Text note = {}) {
    return {PassClass::sass, HardwareRule::value, names, note, "instructions"};
}
constexpr HardwareSource extra_wavefronts(Text names, Text note) {
    return {PassClass::sass, HardwareRule::extra_wavefronts, names, note};
}
constexpr HardwareSource memory(Text names) { return {PassClass::memory, HardwareRule::value, names}; }
constexpr HardwareSource l2(Text names, Text note = {}) {
    return {PassClass::memory, HardwareRule::value, names, note, "l2"};
}
constexpr HardwareSource l1(Text names, Text note) {
    return {PassClass::sm, HardwareRule::value, names, note, "l1"};
}
constexpr HardwareSource sm(Text names, Text note = {}) {
    return {PassClass::sm, HardwareRule::value, names, note};
}
constexpr HardwareSource ppm(Text names) { return {PassClass::sm, HardwareRule::ppm_of_percent, names}; }

constexpr Text no_ratio_on_gv100 =
    "On GV100 the set takes several passes, so that no ratio is made of it there.";
constexpr Text narrow_words = "A request of 32 bits or less a thread takes one wavefront without conflicts.";

constexpr Metric rows[] = {
    // Instructions and global memory.
    hardware(warp_instructions, "warp_instructions", "Warp instructions", "instructions",
             "Warp instructions executed by the launch.", sass("smsp__sass_inst_executed.sum")),
    hardware(thread_instructions, "thread_instructions", "Thread instructions", "instructions",
             "Thread instructions executed, threads that were predicated off not counted.",
             sass("smsp__sass_thread_inst_executed_pred_on.sum")),
    hardware(active_thread_instructions, "active_thread_instructions", "Active thread instructions",
             "instructions",
             "Thread instructions executed, active threads that were predicated off counted too.",
             sass("smsp__sass_thread_inst_executed.sum")),
    everywhere(
        gld_requests, "gld_requests", "Load requests", "requests",
        "Warp instructions that load from global memory.",
        sass("smsp__sass_inst_executed_op_global_ld.sum", "LDG, and LD where it addresses global memory.")),
    everywhere(
        gst_requests, "gst_requests", "Store requests", "requests",
        "Warp instructions that store to global memory.",
        sass("smsp__sass_inst_executed_op_global_st.sum", "STG, and ST where it addresses global memory.")),
    software(gld_threads, "gld_threads", "Thread-level loads", "accesses",
             "Thread-level loads from global memory."),
    software(gst_threads, "gst_threads", "Thread-level stores", "accesses",
             "Thread-level stores to global memory."),
    everywhere(
        gld_bytes, "gld_bytes", "Bytes loaded", "bytes",
        "Bytes that requests load from global memory; a byte that several threads of a warp ask for is one.",
        sass("smsp__sass_data_bytes_mem_global_op_ld.sum",
             "A byte that several threads of a request ask for is one.")),
    everywhere(
        gst_bytes, "gst_bytes", "Bytes stored", "bytes",
        "Bytes that requests store to global memory; a byte that several threads of a warp write is one.",
        sass("smsp__sass_data_bytes_mem_global_op_st.sum",
             "A byte that several threads of a request ask for is one.")),
    {.id = "gld_sectors",
     .counter = gld_sectors,
     .title = "Sectors loaded",
     .unit = "sectors",
     .sentence = "32-byte sectors loaded from global memory, by request.",
     .provenances = by_all,
     .hardware = sass("smsp__sass_l1tex_t_sectors_pipe_lsu_mem_global_op_ld.sum"),
     .shown = true},
    {.id = "gst_sectors",
     .counter = gst_sectors,
     .title = "Sectors stored",
     .unit = "sectors",
     .sentence = "32-byte sectors stored to global memory, by request.",
     .provenances = by_all,
     .hardware = sass("smsp__sass_l1tex_t_sectors_pipe_lsu_mem_global_op_st.sum"),
     .shown = true},
    software(gld_tags, "gld_tags", "Lines loaded", "lines",
             "128-byte lines touched by global loads, by request."),
    software(gst_tags, "gst_tags", "Lines stored", "lines",
             "128-byte lines touched by global stores, by request."),
    hardware(global_tags, "global_tags", "Lines touched", "lines",
             "128-byte lines touched by all global accesses, by request: loads, stores and atomics.",
             sass("smsp__sass_l1tex_tags_mem_global.sum",
                  "Loads, stores and atomics together: no chip counts them apart.")),
    software(gld_32b, "gld_32b", "32-byte loads", "transactions",
             "Loaded lines where a request used one sector (32 bytes)."),
    software(gld_64b, "gld_64b", "64-byte loads", "transactions",
             "Loaded lines where a request used two sectors (64 bytes)."),
    software(gld_96b, "gld_96b", "96-byte loads", "transactions",
             "Loaded lines where a request used three sectors (96 bytes)."),
    software(gld_128b, "gld_128b", "128-byte loads", "transactions",
             "Loaded lines where a request used all four sectors (128 bytes)."),
    software(gst_32b, "gst_32b", "32-byte stores", "transactions",
             "Stored lines where a request used one sector (32 bytes)."),
    software(gst_64b, "gst_64b", "64-byte stores", "transactions",
             "Stored lines where a request used two sectors (64 bytes)."),
    software(gst_96b, "gst_96b", "96-byte stores", "transactions",
             "Stored lines where a request used three sectors (96 bytes)."),
    software(gst_128b, "gst_128b", "128-byte stores", "transactions",
             "Stored lines where a request used all four sectors (128 bytes)."),
    software(gld_32b_cc13, "gld_32b_cc13", "32-byte loads (cc 1.3)", "transactions",
             "32-byte loads by the half-warp rule of compute capability 1.3."),
    software(gld_64b_cc13, "gld_64b_cc13", "64-byte loads (cc 1.3)", "transactions",
             "64-byte loads by the half-warp rule of compute capability 1.3."),
    software(gld_128b_cc13, "gld_128b_cc13", "128-byte loads (cc 1.3)", "transactions",
             "128-byte loads by the half-warp rule of compute capability 1.3."),
    software(gst_32b_cc13, "gst_32b_cc13", "32-byte stores (cc 1.3)", "transactions",
             "32-byte stores by the half-warp rule of compute capability 1.3."),
    software(gst_64b_cc13, "gst_64b_cc13", "64-byte stores (cc 1.3)", "transactions",
             "64-byte stores by the half-warp rule of compute capability 1.3."),
    software(gst_128b_cc13, "gst_128b_cc13", "128-byte stores (cc 1.3)", "transactions",
             "128-byte stores by the half-warp rule of compute capability 1.3."),
    // Control flow, shared memory, instructions by kind, atomics and local memory.
    software(branches, "branches", "Branches", "branches",
             "Conditional branches of the source, by warp: a compiler may turn them into predicates."),
    software(divergent_branches, "divergent_branches", "Divergent branches", "branches",
             "Branches whose warp had threads going both ways."),
    hardware(
        divergent_branch_targets, "divergent_branch_targets", "Divergent branch targets", "targets",
        "Branch targets at which a warp's threads parted, in the machine code: predicated code has none.",
        sass("smsp__sass_branch_targets_threads_divergent.sum",
             "Of the machine code: a branch of the source that became a predicate is not among them.")),
    hardware(branch_targets_threads, "branch_targets_threads", "Branch targets", "targets",
             "Branch targets executed, by thread.", sass("smsp__sass_branch_targets.sum")),
    hardware(branch_targets_threads_uniform, "branch_targets_threads_uniform", "Uniform branch targets",
             "targets", "Branch targets executed by threads whose whole warp went the same way.",
             sass("smsp__sass_branch_targets_threads_uniform.sum")),
    software(barriers, "barriers", "Barriers", "barriers", "Block-wide barriers executed, by warp."),
    hardware(branch_instructions, "branch_instructions", "Branch instructions", "instructions",
             "Branch instructions of every kind executed, by warp: jumps and returns as well as conditional "
             "branches.",
             sass("smsp__sass_inst_executed_op_branch.sum",
                  "Jumps, calls and returns as well as conditional branches.")),
    everywhere(shared_ld_requests, "shared_ld_requests", "Shared load requests", "requests",
               "Warp instructions that load from shared memory.",
               sass("smsp__sass_inst_executed_op_shared_ld.sum")),
    everywhere(shared_st_requests, "shared_st_requests", "Shared store requests", "requests",
               "Warp instructions that store to shared memory.",
               sass("smsp__sass_inst_executed_op_shared_st.sum")),
    everywhere(shared_ld_conflicts, "shared_ld_conflicts", "Shared load conflicts", "wavefronts",
               "Extra wavefronts of shared loads: bank conflicts.",
               extra_wavefronts("smsp__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_ld.sum,smsp__sass_"
                                "inst_executed_op_shared_ld.sum,smsp__sass_inst_executed_op_memory_64b.sum,"
                                "smsp__sass_inst_executed_op_memory_128b.sum",
                                narrow_words)),
    everywhere(shared_st_conflicts, "shared_st_conflicts", "Shared store conflicts", "wavefronts",
               "Extra wavefronts of shared stores: bank conflicts.",
               extra_wavefronts("smsp__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_st.sum,smsp__sass_"
                                "inst_executed_op_shared_st.sum,smsp__sass_inst_executed_op_memory_64b.sum,"
                                "smsp__sass_inst_executed_op_memory_128b.sum",
                                narrow_words)),
    hardware(shared_ld_wavefronts, "shared_ld_wavefronts", "Shared load wavefronts", "wavefronts",
             "Wavefronts of shared loads: requests and conflicts.",
             sass("smsp__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_ld.sum")),
    hardware(shared_st_wavefronts, "shared_st_wavefronts", "Shared store wavefronts", "wavefronts",
             "Wavefronts of shared stores: requests and conflicts.",
             sass("smsp__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_st.sum")),
    hardware(integer_thread_instructions, "integer_thread_instructions", "Integer instructions",
             "instructions",
             "Thread instructions executed: integer arithmetic and comparisons; threads that were predicated "
             "off not counted.",
             instructions("smsp__sass_thread_inst_executed_op_integer_pred_on.sum")),
    hardware(fp16_thread_instructions, "fp16_thread_instructions", "Half-precision instructions",
             "instructions",
             "Thread instructions executed: arithmetic of 16-bit floats; threads that were predicated off "
             "not counted.",
             instructions("smsp__sass_thread_inst_executed_op_fp16_pred_on.sum")),
    hardware(fp32_thread_instructions, "fp32_thread_instructions", "Single-precision instructions",
             "instructions",
             "Thread instructions executed: arithmetic of 32-bit floats; threads that were predicated off "
             "not counted.",
             instructions("smsp__sass_thread_inst_executed_op_fp32_pred_on.sum")),
    hardware(fp64_thread_instructions, "fp64_thread_instructions", "Double-precision instructions",
             "instructions",
             "Thread instructions executed: arithmetic of 64-bit floats; threads that were predicated off "
             "not counted.",
             instructions("smsp__sass_thread_inst_executed_op_fp64_pred_on.sum")),
    hardware(conversion_thread_instructions, "conversion_thread_instructions", "Conversions", "instructions",
             "Thread instructions executed: conversions between types; threads that were predicated off not "
             "counted.",
             instructions("smsp__sass_thread_inst_executed_op_conversion_pred_on.sum")),
    hardware(bit_thread_instructions, "bit_thread_instructions", "Bit instructions", "instructions",
             "Thread instructions executed: logic, shifts and other work on bits; threads that were "
             "predicated off not counted.",
             instructions("smsp__sass_thread_inst_executed_op_bit_pred_on.sum")),
    hardware(control_thread_instructions, "control_thread_instructions", "Control instructions",
             "instructions",
             "Thread instructions executed: branches, jumps, calls and returns; threads that were predicated "
             "off not counted.",
             instructions("smsp__sass_thread_inst_executed_op_control_pred_on.sum")),
    hardware(exchange_thread_instructions, "exchange_thread_instructions", "Exchanges between threads",
             "instructions",
             "Thread instructions executed: shuffles, votes and matches of a warp; threads that were "
             "predicated off not counted.",
             instructions("smsp__sass_thread_inst_executed_op_inter_thread_communication_pred_on.sum")),
    hardware(memory_thread_instructions, "memory_thread_instructions", "Memory instructions", "instructions",
             "Thread instructions executed: loads, stores and atomics of every kind of memory; threads that "
             "were predicated off not counted.",
             instructions("smsp__sass_thread_inst_executed_op_memory_pred_on.sum")),
    hardware(other_thread_instructions, "other_thread_instructions", "Other instructions", "instructions",
             "Thread instructions executed: moves, barriers and what is of no other kind; threads that were "
             "predicated off not counted.",
             instructions("smsp__sass_thread_inst_executed_op_misc_pred_on.sum",
                          "No chip counts barriers apart: the counter 'barriers' is of software.")),
    hardware(global_atomic_requests, "global_atomic_requests", "Global atomic requests", "requests",
             "Warp instructions that change global memory atomically and return what was there.",
             instructions("smsp__sass_inst_executed_op_global_atom.sum")),
    hardware(global_reduction_requests, "global_reduction_requests", "Global reduction requests", "requests",
             "Warp instructions that change global memory atomically and return nothing.",
             instructions("smsp__sass_inst_executed_op_global_red.sum")),
    hardware(shared_atomic_requests, "shared_atomic_requests", "Shared atomic requests", "requests",
             "Warp instructions that change shared memory atomically.",
             instructions("smsp__sass_inst_executed_op_shared_atom.sum")),
    hardware(local_ld_requests, "local_ld_requests", "Local load requests", "requests",
             "Warp instructions that load from local memory: spilled registers and arrays of a thread.",
             instructions("smsp__sass_inst_executed_op_local_ld.sum")),
    hardware(local_st_requests, "local_st_requests", "Local store requests", "requests",
             "Warp instructions that store to local memory: spilled registers and arrays of a thread.",
             instructions("smsp__sass_inst_executed_op_local_st.sum")),
    hardware(local_ld_sectors, "local_ld_sectors", "Local sectors loaded", "sectors",
             "32-byte sectors loaded from local memory, by request.",
             instructions("smsp__sass_l1tex_t_sectors_pipe_lsu_mem_local_op_ld.sum")),
    hardware(local_st_sectors, "local_st_sectors", "Local sectors stored", "sectors",
             "32-byte sectors stored to local memory, by request.",
             instructions("smsp__sass_l1tex_t_sectors_pipe_lsu_mem_local_op_st.sum")),
    hardware(shared_ld_bytes, "shared_ld_bytes", "Shared bytes loaded", "bytes",
             "Bytes that requests load from shared memory.",
             instructions("smsp__sass_data_bytes_mem_shared_op_ld.sum",
                          "A byte that several threads of a request ask for is one.")),
    hardware(shared_st_bytes, "shared_st_bytes", "Shared bytes stored", "bytes",
             "Bytes that requests store to shared memory.",
             instructions("smsp__sass_data_bytes_mem_shared_op_st.sum",
                          "A byte that several threads of a request write is one.")),
    // Units of the chip, from device memory to the schedulers.
    hardware(dram_read_bytes, "dram_read_bytes", "DRAM bytes read", "bytes", "Bytes read from device memory.",
             memory("dram__bytes_read.sum|dram__bytes_op_read.sum")),
    hardware(dram_write_bytes, "dram_write_bytes", "DRAM bytes written", "bytes",
             "Bytes written to device memory.", memory("dram__bytes_write.sum|dram__bytes_op_write.sum")),
    hardware(l2_sectors, "l2_sectors", "L2 sectors", "sectors",
             "Sector accesses in the L2 cache, of all units.", memory("lts__t_sectors.sum")),
    hardware(l2_read_sectors, "l2_read_sectors", "L2 sectors read", "sectors",
             "Sectors that are read in the L2 cache, by all units.", l2("lts__t_sectors_op_read.sum")),
    hardware(l2_write_sectors, "l2_write_sectors", "L2 sectors written", "sectors",
             "Sectors that are written in the L2 cache, by all units.", l2("lts__t_sectors_op_write.sum")),
    hardware(l2_lookups, "l2_lookups", "L2 lookups", "lookups",
             "Look-ups of a line in the L2 cache, by all units.",
             l2("lts__t_tag_requests.sum", no_ratio_on_gv100)),
    hardware(l2_hits, "l2_hits", "L2 hits", "lookups", "Look-ups that found their line in the L2 cache.",
             l2("lts__t_tag_requests_hit.sum",
                "By line: hits by sector take two passes on every chip. On GV100 the set takes several "
                "passes, so that no ratio is made of it there.")),
    hardware(l1_sectors, "l1_sectors", "L1 sectors", "sectors",
             "Sectors that accesses of every kind look for in L1.",
             l1("l1tex__t_sectors.sum", no_ratio_on_gv100)),
    hardware(l1_hit_sectors, "l1_hit_sectors", "L1 sectors hit", "sectors", "Sectors of these that L1 had.",
             l1("l1tex__t_sectors_lookup_hit.sum", no_ratio_on_gv100)),
    hardware(l1_ld_sectors, "l1_ld_sectors", "L1 sectors of global loads", "sectors",
             "Sectors that global loads look for in L1.",
             l1("l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum", no_ratio_on_gv100)),
    hardware(l1_ld_hit_sectors, "l1_ld_hit_sectors", "L1 sectors hit by global loads", "sectors",
             "Sectors of these that L1 had.",
             l1("l1tex__t_sectors_pipe_lsu_mem_global_op_ld_lookup_hit.sum", no_ratio_on_gv100)),
    {.id = "warps_active_ppm",
     .counter = warps_active_ppm,
     .title = "Active warps",
     .unit = "ppm",
     .sentence = "Achieved occupancy: warps resident on the SMs, in millionths of their warp slots.",
     .adding = Adding::time_weighted,
     .provenances = by_hardware,
     .hardware = ppm("sm__warps_active.avg.pct_of_peak_sustained_active")},
    hardware(
        scheduler_cycles, "scheduler_cycles", "Scheduler cycles", "cycles",
        "Cycles in which a scheduler had warps, added up over the schedulers (four to a multiprocessor).",
        sm("smsp__cycles_active.sum")),
    hardware(eligible_warp_cycles, "eligible_warp_cycles", "Eligible warp cycles", "warp cycles",
             "Warps that could have issued, added up over a scheduler's cycles.",
             sm("smsp__warps_eligible.sum")),
    hardware(resident_warp_cycles, "resident_warp_cycles", "Resident warp cycles", "warp cycles",
             "Warps that were resident, added up over a scheduler's cycles.", sm("smsp__warps_active.sum")),
    hardware(issue_cycles, "issue_cycles", "Issue cycles", "cycles",
             "Cycles in which a scheduler issued an instruction.", sm("smsp__issue_active.sum")),
    hardware(issued_instructions, "issued_instructions", "Issued instructions", "instructions",
             "Warp instructions issued.",
             sm("smsp__inst_issued.sum", "Those that were issued again are counted again.")),
};
}  // namespace
}

std::span<const Metric> counter_rows() { return counter_table::rows; }
}
