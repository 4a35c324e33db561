#include "core/metric/nvprof.hpp"

#include <algorithm>
#include <iterator>

namespace sortscope {
namespace nvprof {
namespace {

constexpr std::string_view sectors_since_maxwell =
    "A transaction is a 32-byte sector here, as it is on every chip since Maxwell.";
constexpr std::string_view of_peak = "In % of the peak, not in steps of 0 to 10.";
constexpr std::string_view issue_stalls =
    "Warps that stood for it at each issue; the samples of --counters stalls say where.";
constexpr std::string_view issue_stalls_of_both =
    "Warps that stood for it at each issue; the samples of --counters stalls say where. The sum of both.";
constexpr std::string_view in_sectors = "In sectors of 32 bytes.";
constexpr std::string_view over_time =
    "Sectors of 32 bytes; divide their bytes by the time of a run without counters.";
constexpr std::string_view flops = "Additions, multiplications, and twice the fused ones.";
constexpr std::string_view of_one_scheduler =
    "Of one of the four schedulers of a multiprocessor, where nvprof gave the multiprocessor's.";
constexpr std::string_view two_passes = "It takes two passes, so that it is no ratio of one run of the sort.";
constexpr std::string_view no_dram_throughput =
    "Over the time of a run that carries counters, which is longer than without. Chips without memory of "
    "their own (GA10B, GB10B, GB20B) have none.";
constexpr std::string_view no_dram_sectors =
    "A transaction is a 32-byte sector here, as it is on every chip since Maxwell. Chips without memory of "
    "their own (GA10B, GB10B, GB20B) have none.";
constexpr std::string_view by_sector = "Of loads, by sector.";
constexpr std::string_view bytes_over_time = "The bytes; divide them by the time of a run without counters.";
constexpr std::string_view wavefronts = "A transaction is a wavefront here.";
constexpr std::string_view uncounted = "No chip since Volta counts it.";

// Sorted by name, after NVIDIA's comparison (Nsight Compute CLI, "nvprof Metric Comparison" and "Event
// Comparison"). An equal metric of the catalogue replaces the vendor's.
constexpr NvprofName written_names[] = {
    {"achieved_occupancy", "occupancy_pct", "", "nvprof gave a fraction of 1, this is in %."},
    {"active_cycles", "", "sm__cycles_active.sum", ""},
    {"active_warps", "", "sm__warps_active.sum", ""},
    {"atomic_transactions", "",
     "l1tex__t_set_accesses_pipe_lsu_mem_global_op_atom.sum,l1tex__t_set_accesses_pipe_lsu_mem_global_op_red."
     "sum",
     "The sum of both: atomics with and without a result."},
    {"branch", "branch_instructions", "", "Jumps and returns among them."},
    {"branch_efficiency", "branch_efficiency_pct", "",
     "Of branch targets in the machine code; code that a compiler has predicated has none."},
    {"cf_executed", "", "smsp__inst_executed_pipe_cbu.sum,smsp__inst_executed_pipe_adu.sum",
     "The sum of both pipelines."},
    {"cf_fu_utilization", "", "", "No chip since Volta counts how busy that unit is."},
    {"cf_issued", "", "", uncounted},
    {"divergent_branch", "divergent_branch_targets", "", "Targets at which the threads of a warp parted."},
    {"double_precision_fu_utilization", "", "smsp__inst_executed_pipe_fp64.avg.pct_of_peak_sustained_active",
     of_peak},
    {"dram_read_bytes", "dram_read_bytes", "", ""},
    {"dram_read_throughput", "", "dram__bytes_read.sum.per_second|dram__bytes_op_read.sum.per_second",
     no_dram_throughput},
    {"dram_read_transactions", "", "dram__sectors_read.sum|dram__sectors_op_read.sum", no_dram_sectors},
    {"dram_utilization", "", "dram__throughput.avg.pct_of_peak_sustained_elapsed",
     "In % of the peak, not in steps of 0 to 10. Chips without memory of their own (GA10B, GB10B, GB20B) "
     "have none."},
    {"dram_write_bytes", "dram_write_bytes", "", ""},
    {"dram_write_throughput", "", "dram__bytes_write.sum.per_second|dram__bytes_op_write.sum.per_second",
     no_dram_throughput},
    {"dram_write_transactions", "", "dram__sectors_write.sum|dram__sectors_op_write.sum", no_dram_sectors},
    {"elapsed_cycles_sm", "", "sm__cycles_elapsed.sum", ""},
    {"eligible_warps_per_cycle", "eligible_warps_per_cycle", "", ""},
    {"flop_count_dp", "",
     "smsp__sass_thread_inst_executed_op_dadd_pred_on.sum,smsp__sass_thread_inst_executed_op_dmul_pred_on."
     "sum,smsp__sass_thread_inst_executed_op_dfma_pred_on.sum",
     flops},
    {"flop_count_dp_add", "", "smsp__sass_thread_inst_executed_op_dadd_pred_on.sum", ""},
    {"flop_count_dp_fma", "", "smsp__sass_thread_inst_executed_op_dfma_pred_on.sum", ""},
    {"flop_count_dp_mul", "", "smsp__sass_thread_inst_executed_op_dmul_pred_on.sum", ""},
    {"flop_count_hp", "",
     "smsp__sass_thread_inst_executed_op_hadd_pred_on.sum,smsp__sass_thread_inst_executed_op_hmul_pred_on."
     "sum,smsp__sass_thread_inst_executed_op_hfma_pred_on.sum",
     flops},
    {"flop_count_hp_add", "", "smsp__sass_thread_inst_executed_op_hadd_pred_on.sum", ""},
    {"flop_count_hp_fma", "", "smsp__sass_thread_inst_executed_op_hfma_pred_on.sum", ""},
    {"flop_count_hp_mul", "", "smsp__sass_thread_inst_executed_op_hmul_pred_on.sum", ""},
    {"flop_count_sp", "",
     "smsp__sass_thread_inst_executed_op_fadd_pred_on.sum,smsp__sass_thread_inst_executed_op_fmul_pred_on."
     "sum,smsp__sass_thread_inst_executed_op_ffma_pred_on.sum",
     flops},
    {"flop_count_sp_add", "", "smsp__sass_thread_inst_executed_op_fadd_pred_on.sum", ""},
    {"flop_count_sp_fma", "", "smsp__sass_thread_inst_executed_op_ffma_pred_on.sum", ""},
    {"flop_count_sp_mul", "", "smsp__sass_thread_inst_executed_op_fmul_pred_on.sum", ""},
    {"flop_count_sp_special", "", "smsp__inst_executed_pipe_xu.sum",
     "Warp instructions of the unit for special functions, conversions among them."},
    {"flop_dp_efficiency", "",
     "smsp__sass_thread_inst_executed_ops_dadd_dmul_dfma_pred_on.avg.pct_of_peak_sustained_elapsed", ""},
    {"flop_hp_efficiency", "",
     "smsp__sass_thread_inst_executed_ops_hadd_hmul_hfma_pred_on.avg.pct_of_peak_sustained_elapsed", ""},
    {"flop_sp_efficiency", "",
     "smsp__sass_thread_inst_executed_ops_fadd_fmul_ffma_pred_on.avg.pct_of_peak_sustained_elapsed", ""},
    {"gld_efficiency", "gld_efficiency_pct", "", ""},
    {"gld_requested_throughput", "gld_bytes", "", bytes_over_time},
    {"gld_throughput", "gld_sectors", "", over_time},
    {"gld_transactions", "gld_sectors", "", sectors_since_maxwell},
    {"gld_transactions_per_request", "gld_sectors_per_request", "", sectors_since_maxwell},
    {"global_atomic_requests", "global_atomic_requests", "", ""},
    {"global_hit_rate", "l1_ld_hit_pct", "", by_sector},
    {"global_load", "gld_requests", "", ""},
    {"global_load_requests", "gld_requests", "", ""},
    {"global_reduction_requests", "global_reduction_requests", "", ""},
    {"global_store", "gst_requests", "", ""},
    {"global_store_requests", "gst_requests", "", ""},
    {"gst_efficiency", "gst_efficiency_pct", "", ""},
    {"gst_requested_throughput", "gst_bytes", "", bytes_over_time},
    {"gst_throughput", "gst_sectors", "", over_time},
    {"gst_transactions", "gst_sectors", "", sectors_since_maxwell},
    {"gst_transactions_per_request", "gst_sectors_per_request", "", sectors_since_maxwell},
    {"half_precision_fu_utilization", "", "smsp__inst_executed_pipe_fp16.avg.pct_of_peak_sustained_active",
     "In % of the peak, not in steps of 0 to 10. GA100 is the last chip that has it."},
    {"inst_bit_convert", "conversion_thread_instructions", "", ""},
    {"inst_compute_ld_st", "memory_thread_instructions", "", ""},
    {"inst_control", "control_thread_instructions", "", ""},
    {"inst_executed", "warp_instructions", "", ""},
    {"inst_executed_global_atomics", "global_atomic_requests", "", ""},
    {"inst_executed_global_loads", "gld_requests", "", ""},
    {"inst_executed_global_reductions", "global_reduction_requests", "", ""},
    {"inst_executed_global_stores", "gst_requests", "", ""},
    {"inst_executed_local_loads", "local_ld_requests", "", ""},
    {"inst_executed_local_stores", "local_st_requests", "", ""},
    {"inst_executed_shared_atomics", "shared_atomic_requests", "", ""},
    {"inst_executed_shared_loads", "shared_ld_requests", "", ""},
    {"inst_executed_shared_stores", "shared_st_requests", "", ""},
    {"inst_executed_surface_atomics", "", "smsp__inst_executed_op_surface_atom.sum", ""},
    {"inst_executed_surface_loads", "", "smsp__inst_executed_op_surface_ld.sum", ""},
    {"inst_executed_surface_reductions", "", "smsp__inst_executed_op_surface_red.sum", ""},
    {"inst_executed_surface_stores", "", "smsp__inst_executed_op_surface_st.sum", ""},
    {"inst_executed_tex_ops", "", "smsp__inst_executed_op_texture.sum", ""},
    {"inst_fp_16", "fp16_thread_instructions", "", ""},
    {"inst_fp_32", "fp32_thread_instructions", "", ""},
    {"inst_fp_64", "fp64_thread_instructions", "", ""},
    {"inst_integer", "integer_thread_instructions", "", ""},
    {"inst_inter_thread_communication", "exchange_thread_instructions", "", ""},
    {"inst_issued", "issued_instructions", "", ""},
    {"inst_misc", "other_thread_instructions", "", ""},
    {"inst_per_warp", "", "smsp__average_inst_executed_per_warp.ratio", ""},
    {"inst_replay_overhead", "", "",
     "Chips since Maxwell replay no instructions in the way that it counted."},
    {"ipc", "", "smsp__inst_executed.avg.per_cycle_active", of_one_scheduler},
    {"issue_slot_utilization", "issue_slot_pct", "", ""},
    {"issue_slots", "issued_instructions", "", ""},
    {"issued_ipc", "", "smsp__inst_issued.avg.per_cycle_active", of_one_scheduler},
    {"l1_cache_global_hit_rate", "", "", "It is of Kepler and before; global_hit_rate follows it."},
    {"l1_cache_local_hit_rate", "", "", "It is of Kepler and before; local_hit_rate follows it."},
    {"l2_atomic_throughput", "", "lts__t_sectors_op_atom.sum.per_second,lts__t_sectors_op_red.sum.per_second",
     "The sum of both, in sectors of 32 bytes."},
    {"l2_atomic_transactions", "", "lts__t_sectors_op_atom.sum,lts__t_sectors_op_red.sum",
     "The sum of both."},
    {"l2_read_throughput", "", "lts__t_sectors_op_read.sum.per_second", in_sectors},
    {"l2_read_transactions", "l2_read_sectors", "", sectors_since_maxwell},
    {"l2_tex_hit_rate", "l2_hit_pct", "",
     "Of all units, and by line; by sector it is lts__t_sector_hit_rate.pct, which takes two passes."},
    {"l2_tex_read_hit_rate", "", "lts__t_sector_op_read_hit_rate.pct", two_passes},
    {"l2_tex_read_throughput", "", "lts__t_sectors_srcunit_tex_op_read.sum.per_second", in_sectors},
    {"l2_tex_read_transactions", "", "lts__t_sectors_srcunit_tex_op_read.sum", sectors_since_maxwell},
    {"l2_tex_write_hit_rate", "", "lts__t_sector_op_write_hit_rate.pct", two_passes},
    {"l2_tex_write_throughput", "", "lts__t_sectors_srcunit_tex_op_write.sum.per_second", in_sectors},
    {"l2_tex_write_transactions", "", "lts__t_sectors_srcunit_tex_op_write.sum", sectors_since_maxwell},
    {"l2_utilization", "", "lts__t_sectors.avg.pct_of_peak_sustained_elapsed", of_peak},
    {"l2_write_throughput", "", "lts__t_sectors_op_write.sum.per_second", in_sectors},
    {"l2_write_transactions", "l2_write_sectors", "", sectors_since_maxwell},
    {"ldst_executed", "", "", "No chip since Volta counts it; inst_compute_ld_st is of threads."},
    {"ldst_fu_utilization", "", "smsp__inst_executed_pipe_lsu.avg.pct_of_peak_sustained_active", of_peak},
    {"ldst_issued", "", "", uncounted},
    {"local_hit_rate", "", "l1tex__t_sector_pipe_lsu_mem_local_op_ld_hit_rate.pct", by_sector},
    {"local_load", "local_ld_requests", "", ""},
    {"local_load_requests", "local_ld_requests", "", ""},
    {"local_load_throughput", "", "l1tex__t_bytes_pipe_lsu_mem_local_op_ld.sum.per_second", ""},
    {"local_load_transactions", "local_ld_sectors", "", sectors_since_maxwell},
    {"local_load_transactions_per_request", "", "", "Divide local_load_transactions by local_load_requests."},
    {"local_memory_overhead", "", "",
     "No chip since Volta counts it; compare local_load_transactions with gld_transactions."},
    {"local_store", "local_st_requests", "", ""},
    {"local_store_requests", "local_st_requests", "", ""},
    {"local_store_throughput", "", "l1tex__t_bytes_pipe_lsu_mem_local_op_st.sum.per_second", ""},
    {"local_store_transactions", "local_st_sectors", "", sectors_since_maxwell},
    {"local_store_transactions_per_request", "", "",
     "Divide local_store_transactions by local_store_requests."},
    {"not_predicated_off_thread_inst_executed", "thread_instructions", "", ""},
    {"shared_efficiency", "shared_efficiency_pct", "", ""},
    {"shared_ld_bank_conflict", "shared_ld_conflicts", "", ""},
    {"shared_load", "shared_ld_requests", "", ""},
    {"shared_load_throughput", "", "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum.per_second",
     "In wavefronts."},
    {"shared_load_transactions", "shared_ld_wavefronts", "", wavefronts},
    {"shared_load_transactions_per_request", "", "",
     "Divide shared_load_transactions by inst_executed_shared_loads."},
    {"shared_st_bank_conflict", "shared_st_conflicts", "", ""},
    {"shared_store", "shared_st_requests", "", ""},
    {"shared_store_throughput", "", "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum.per_second",
     "In wavefronts."},
    {"shared_store_transactions", "shared_st_wavefronts", "", wavefronts},
    {"shared_store_transactions_per_request", "", "",
     "Divide shared_store_transactions by inst_executed_shared_stores."},
    {"shared_utilization", "", "l1tex__data_pipe_lsu_wavefronts_mem_shared.avg.pct_of_peak_sustained_elapsed",
     of_peak},
    {"single_precision_fu_utilization", "", "smsp__inst_executed_pipe_fma.avg.pct_of_peak_sustained_active",
     of_peak},
    {"sm_efficiency", "", "smsp__cycles_active.avg.pct_of_peak_sustained_elapsed", ""},
    {"special_fu_utilization", "", "smsp__inst_executed_pipe_xu.avg.pct_of_peak_sustained_active", of_peak},
    {"stall_constant_memory_dependency", "",
     "smsp__average_warps_issue_stalled_imc_miss_per_issue_active.ratio",
     "Warps that stood for it at each issue; the samples of --counters stalls say where. No chip from GB100 "
     "on has it."},
    {"stall_exec_dependency", "",
     "smsp__average_warps_issue_stalled_short_scoreboard_per_issue_active.ratio,smsp__average_warps_issue_"
     "stalled_wait_per_issue_active.ratio",
     issue_stalls_of_both},
    {"stall_inst_fetch", "", "smsp__average_warps_issue_stalled_no_instruction_per_issue_active.ratio",
     issue_stalls},
    {"stall_memory_dependency", "",
     "smsp__average_warps_issue_stalled_long_scoreboard_per_issue_active.ratio", issue_stalls},
    {"stall_memory_throttle", "",
     "smsp__average_warps_issue_stalled_drain_per_issue_active.ratio,smsp__average_warps_issue_stalled_lg_"
     "throttle_per_issue_active.ratio",
     issue_stalls_of_both},
    {"stall_not_selected", "", "smsp__average_warps_issue_stalled_not_selected_per_issue_active.ratio",
     issue_stalls},
    {"stall_other", "",
     "smsp__average_warps_issue_stalled_misc_per_issue_active.ratio,smsp__average_warps_issue_stalled_"
     "dispatch_stall_per_issue_active.ratio",
     issue_stalls_of_both},
    {"stall_pipe_busy", "",
     "smsp__average_warps_issue_stalled_math_pipe_throttle_per_issue_active.ratio,smsp__average_warps_issue_"
     "stalled_mio_throttle_per_issue_active.ratio",
     issue_stalls_of_both},
    {"stall_sleeping", "", "smsp__average_warps_issue_stalled_sleeping_per_issue_active.ratio", issue_stalls},
    {"stall_sync", "",
     "smsp__average_warps_issue_stalled_barrier_per_issue_active.ratio,smsp__average_warps_issue_stalled_"
     "membar_per_issue_active.ratio",
     issue_stalls_of_both},
    {"stall_texture", "", "smsp__average_warps_issue_stalled_tex_throttle_per_issue_active.ratio",
     issue_stalls},
    {"sysmem_read_bytes", "", "lts__t_sectors_aperture_sysmem_op_read.sum",
     "In sectors of 32 bytes. No chip from GB100 on has it."},
    {"sysmem_read_transactions", "", "lts__t_sectors_aperture_sysmem_op_read.sum",
     "A transaction is a 32-byte sector here, as it is on every chip since Maxwell. No chip from GB100 on "
     "has it."},
    {"sysmem_write_bytes", "", "lts__t_sectors_aperture_sysmem_op_write.sum",
     "In sectors of 32 bytes. No chip from GB100 on has it."},
    {"sysmem_write_transactions", "", "lts__t_sectors_aperture_sysmem_op_write.sum",
     "A transaction is a 32-byte sector here, as it is on every chip since Maxwell. No chip from GB100 on "
     "has it."},
    {"tensor_precision_fu_utilization", "", "sm__inst_executed_pipe_tensor.avg.pct_of_peak_sustained_active",
     of_peak},
    {"tex_cache_hit_rate", "l1_hit_pct", "", "Texture and L1 are one cache since Maxwell."},
    {"tex_cache_transactions", "l1_sectors", "", sectors_since_maxwell},
    {"tex_fu_utilization", "", "smsp__inst_executed_pipe_tex.avg.pct_of_peak_sustained_active", of_peak},
    {"texture_load_requests", "", "l1tex__t_requests_pipe_tex_mem_texture.sum", ""},
    {"thread_inst_executed", "active_thread_instructions", "", ""},
    {"warp_execution_efficiency", "warp_execution_efficiency_pct", "", ""},
    {"warp_nonpred_execution_efficiency", "warp_nonpred_efficiency_pct", "", ""},
    {"warps_launched", "", "smsp__warps_launched.sum", ""},
};

}  // namespace
}  // namespace nvprof

std::span<const NvprofName> nvprof_names() { return nvprof::written_names; }

const NvprofName* find_nvprof_name(std::string_view name) {
    const auto* found = std::ranges::lower_bound(nvprof::written_names, name, {}, &NvprofName::name);
    return found != std::end(nvprof::written_names) && found->name == name ? found : nullptr;
}

}  // namespace sortscope
