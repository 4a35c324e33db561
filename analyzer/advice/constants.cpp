#include "analyzer/advice/constants.hpp"

#include "analyzer/devices.hpp"
#include "core/metric/occupancy.hpp"

namespace sortscope::analyzer {
std::span<const AdviceConstantField> advice_constant_fields() {
    using C = AdviceConstants;
    static constexpr auto fields = std::to_array<AdviceConstantField>({
        {"launch_factor", &C::launch_factor},
        {"unknown_launch_ns", &C::unknown_launch_ns},
        {"unknown_latency_ns", &C::unknown_latency_ns},
        {"unknown_l2_factor", &C::unknown_l2_factor},
        {"least_error", &C::least_error},
        {"most_error", &C::most_error},
        {"busy", &C::busy},
        {"gap_latencies", &C::gap_latencies},
        {"excess", &C::excess},
        {"least_misaligned", &C::least_misaligned},
        {"most_misaligned", &C::most_misaligned},
        {"misaligned_bytes", &C::misaligned_bytes},
        {"least_piece", &C::least_piece},
        {"most_piece", &C::most_piece},
        {"conflicts", &C::conflicts},
        {"active", &C::active},
        {"modelled_divergent", &C::modelled_divergent},
        {"occupied", &C::occupied},
        {"usual_block", &C::usual_block},
        {"usual_registers", &C::usual_registers},
        {"tail_waves", &C::tail_waves},
        {"tail_part", &C::tail_part},
        {"tail_exponent", &C::tail_exponent},
        {"barrier_samples", &C::barrier_samples},
        {"barrier_time", &C::barrier_time},
        {"queue_shared", &C::queue_shared},
        {"barrier_warp_cycles", &C::barrier_warp_cycles},
        {"barrier_block_cycles", &C::barrier_block_cycles},
        {"barrier_instructions", &C::barrier_instructions},
        {"other_instructions", &C::other_instructions},
        {"least_other_barriers", &C::least_other_barriers},
        {"most_barrier_part", &C::most_barrier_part},
        {"redundant", &C::redundant},
        {"atomics_part", &C::atomics_part},
        {"atomics_factor", &C::atomics_factor},
        {"clock", &C::clock},
    });
    static_assert(sizeof(C) == fields.size() * sizeof(double), "each member has its row");
    return fields;
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
    // Sets defaults for values without a source.
    if (model.clock_mhz <= 0) model.clock_mhz = double(device.clock_khz) / 1000;
    if (model.memory_latency_ns <= 0) model.memory_latency_ns = advice_constants.unknown_latency_ns;
    if (model.l2_gb_per_s <= 0) model.l2_gb_per_s = advice_constants.unknown_l2_factor * model.dram_gb_per_s;
    if (std::ranges::find(model.assumed, "launch_ns") != model.assumed.end())
        model.launch_ns = advice_constants.unknown_launch_ns;
    model = with_limits(std::move(model), limits);
    // A launch with work costs more than an empty launch, since blocks begin and end at different times.
    if (limit_value(limits, "graph_node_overhead")) model.launch_ns *= advice_constants.launch_factor;
    const double dram = model.constants.dram;
    model.constants = advised_model;
    model.constants.dram = dram;
    return model;
}
}
