#include "collector/cupti/metrics.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "core/error.hpp"

namespace sortscope::cupti {
namespace {

using enum CounterId;

constexpr std::string_view w64 = "smsp__sass_inst_executed_op_memory_64b.sum";
constexpr std::string_view w128 = "smsp__sass_inst_executed_op_memory_128b.sum";

std::vector<MetricGroup> make_groups() {
    MetricGroup sass{
        "sass",
        "Counted by instrumented instructions: instructions, global and shared memory accesses, and "
        "divergence.",
        {
            {warp_instructions, Formula::sum, {"smsp__sass_inst_executed.sum"}, ""},
            {thread_instructions, Formula::sum, {"smsp__sass_thread_inst_executed_pred_on.sum"}, ""},
            {active_thread_instructions, Formula::sum, {"smsp__sass_thread_inst_executed.sum"}, ""},
            {gld_requests,
             Formula::sum,
             {"smsp__sass_inst_executed_op_global_ld.sum"},
             "LDG, and LD where it addresses global memory."},
            {gst_requests,
             Formula::sum,
             {"smsp__sass_inst_executed_op_global_st.sum"},
             "STG, and ST where it addresses global memory."},
            {gld_bytes, Formula::sum, {"smsp__sass_data_bytes_mem_global_op_ld.sum"}, "A byte that several threads of a request ask for is one."},
            {gst_bytes, Formula::sum, {"smsp__sass_data_bytes_mem_global_op_st.sum"}, "A byte that several threads of a request ask for is one."},
            {gld_sectors, Formula::sum, {"smsp__sass_l1tex_t_sectors_pipe_lsu_mem_global_op_ld.sum"}, ""},
            {gst_sectors, Formula::sum, {"smsp__sass_l1tex_t_sectors_pipe_lsu_mem_global_op_st.sum"}, ""},
            {global_tags,
             Formula::sum,
             {"smsp__sass_l1tex_tags_mem_global.sum"},
             "Loads, stores and atomics together: no chip counts them apart."},
            {branch_instructions,
             Formula::sum,
             {"smsp__sass_inst_executed_op_branch.sum"},
             "Jumps, calls and returns as well as conditional branches."},
            {divergent_branch_targets,
             Formula::sum,
             {"smsp__sass_branch_targets_threads_divergent.sum"},
             "Of the machine code: a branch of the source that became a predicate is not among them."},
            {branch_targets_threads, Formula::sum, {"smsp__sass_branch_targets.sum"}, ""},
            {branch_targets_threads_uniform,
             Formula::sum,
             {"smsp__sass_branch_targets_threads_uniform.sum"},
             ""},
            {shared_ld_requests, Formula::sum, {"smsp__sass_inst_executed_op_shared_ld.sum"}, ""},
            {shared_st_requests, Formula::sum, {"smsp__sass_inst_executed_op_shared_st.sum"}, ""},
            {shared_ld_wavefronts,
             Formula::sum,
             {"smsp__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_ld.sum"},
             ""},
            {shared_st_wavefronts,
             Formula::sum,
             {"smsp__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_st.sum"},
             ""},
            {shared_ld_conflicts,
             Formula::extra_wavefronts,
             {"smsp__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_ld.sum",
              "smsp__sass_inst_executed_op_shared_ld.sum", w64, w128},
             "A request of 32 bits or less a thread takes one wavefront without conflicts."},
            {shared_st_conflicts,
             Formula::extra_wavefronts,
             {"smsp__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_st.sum",
              "smsp__sass_inst_executed_op_shared_st.sum", w64, w128},
             "A request of 32 bits or less a thread takes one wavefront without conflicts."},
        }};
    MetricGroup memory{
        "memory",
        "Counted by the memory system: device memory and L2.",
        {
            {dram_read_bytes, Formula::sum, {"dram__bytes_read.sum|dram__bytes_op_read.sum"}, ""},
            {dram_write_bytes, Formula::sum, {"dram__bytes_write.sum|dram__bytes_op_write.sum"}, ""},
            {l2_sectors, Formula::sum, {"lts__t_sectors.sum"}, ""},
        }};
    MetricGroup sm{"sm",
                   "Counted by the multiprocessors.",
                   {{warps_active_ppm,
                     Formula::ppm_of_percent,
                     {"sm__warps_active.avg.pct_of_peak_sustained_active"},
                     ""}}};
    std::vector<MetricGroup> groups;
    groups.push_back(std::move(sass));
    groups.push_back(std::move(memory));
    groups.push_back(std::move(sm));
    return groups;
}

// Largest double below which every whole number is exact.
constexpr double exact_limit = 9007199254740992.0;

std::optional<std::int64_t> whole(double value) {
    if (!std::isfinite(value) || value < 0 || value > exact_limit) return std::nullopt;
    return static_cast<std::int64_t>(std::llround(value));
}

// inputs: wavefronts, requests, then warp instructions that access 64 and 128 bits a thread.
std::optional<std::int64_t> extra_wavefronts(std::span<const double> inputs) {
    const auto wavefronts = whole(inputs[0]);
    const auto requests = whole(inputs[1]);
    const auto wide64 = whole(inputs[2]);
    const auto wide128 = whole(inputs[3]);
    if (!wavefronts || !requests || !wide64 || !wide128) return std::nullopt;
    if (*requests == 0 && *wavefronts == 0) return 0;
    if (*wide64 != 0 || *wide128 != 0 || *wavefronts < *requests) return std::nullopt;
    return *wavefronts - *requests;
}

std::optional<std::int64_t> value_of(Formula formula, std::span<const double> inputs) {
    switch (formula) {
        case Formula::sum:
            return whole(inputs[0]);
        case Formula::ppm_of_percent:
            return whole(inputs[0] * 1e4);
        case Formula::extra_wavefronts:
            return extra_wavefronts(inputs);
    }
    return std::nullopt;
}

std::optional<std::string> first_known(std::string_view names,
                                       const std::function<bool(const std::string&)>& has) {
    while (!names.empty()) {
        const std::size_t bar = names.find('|');
        const std::string name(names.substr(0, bar));
        if (has(name)) return name;
        names = bar == std::string_view::npos ? std::string_view{} : names.substr(bar + 1);
    }
    return std::nullopt;
}

}  // namespace

std::string_view formula_text(Formula formula) {
    switch (formula) {
        case Formula::sum:
            return "the metric itself";
        case Formula::ppm_of_percent:
            return "10^4 * percentage";
        case Formula::extra_wavefronts:
            return "wavefronts - requests, where no memory instruction is wider than 32 bits a thread";
    }
    return "";
}

const std::vector<MetricGroup>& metric_groups() {
    static const std::vector<MetricGroup> groups = make_groups();
    return groups;
}

std::vector<const MetricGroup*> groups_of(CounterSet set) {
    std::vector<const MetricGroup*> chosen;
    if (set == CounterSet::none) return chosen;
    for (const auto& group : metric_groups())
        if (set == CounterSet::full || group.name == "sass") chosen.push_back(&group);
    return chosen;
}

ChipGroup resolve(const MetricGroup& group, const std::function<bool(const std::string&)>& has) {
    ChipGroup resolved;
    resolved.name = group.name;
    for (const auto& source : group.counters) {
        std::vector<std::string> names;
        for (const auto alternatives : source.metrics) {
            auto name = first_known(alternatives, has);
            if (!name) break;
            names.push_back(std::move(*name));
        }
        if (names.size() != source.metrics.size()) {
            resolved.missing.push_back(source.id);
            continue;
        }
        ChipGroup::Counter counter{source, {}};
        for (auto& name : names) {
            const auto at = std::find(resolved.metrics.begin(), resolved.metrics.end(), name);
            counter.inputs.push_back(static_cast<std::size_t>(at - resolved.metrics.begin()));
            if (at == resolved.metrics.end()) resolved.metrics.push_back(std::move(name));
        }
        resolved.counters.push_back(std::move(counter));
    }
    return resolved;
}

std::vector<CounterValue> counters_of(const ChipGroup& group, std::span<const double> values) {
    if (values.size() != group.metrics.size())
        throw Error(ErrorKind::internal,
                    fmt::format("Group '{}' of hardware metrics has {} metrics, but {} values were given.",
                                group.name, group.metrics.size(), values.size()));
    std::vector<CounterValue> counters;
    std::vector<double> inputs;
    for (const auto& counter : group.counters) {
        inputs.clear();
        for (const std::size_t input : counter.inputs) inputs.push_back(values[input]);
        if (const auto value = value_of(counter.source.formula, inputs))
            counters.push_back({counter.source.id, Provenance::measured, *value});
    }
    return counters;
}

}  // namespace sortscope::cupti
