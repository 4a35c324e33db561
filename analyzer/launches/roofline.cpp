#include "analyzer/launches/roofline.hpp"

#include "analyzer/devices.hpp"
#include "analyzer/launches/breakdown.hpp"
#include "core/metric/occupancy.hpp"

namespace sortscope::analyzer {
namespace {
constexpr double bytes_a_sector = 32, bytes_a_wavefront = 128, threads_a_warp = 32;

std::optional<CounterValue> both(const LaunchSums& sums, CounterId a, CounterId b) {
    const auto taken = find_same_pass(sums.counters, {a, b});
    if (!taken) return std::nullopt;
    return CounterValue{a, taken->provenance, taken->sum(), taken->pass};
}

std::optional<CounterValue> scaled(std::optional<CounterValue> value, double factor) {
    if (value) value->value = Number(value->value.as_double() * factor);
    return value;
}

std::optional<CounterValue> amount(const LaunchSums& sums, Roof roof) {
    if (roof == Roof::dram) return both(sums, CounterId::dram_read_bytes, CounterId::dram_write_bytes);
    if (roof == Roof::l2) return scaled(find_value(sums.counters, CounterId::l2_sectors), bytes_a_sector);
    if (roof == Roof::shared)
        return scaled(both(sums, CounterId::shared_ld_wavefronts, CounterId::shared_st_wavefronts),
                      bytes_a_wavefront);
    return find_value(sums.counters, CounterId::warp_instructions);
}
}  // namespace

std::string_view name_of(Roof roof) {
    return std::array{"device memory", "L2", "shared memory", "instructions"}[size_t(roof)];
}

std::string_view id_of(Roof roof) { return std::array{"dram", "l2", "shared", "instructions"}[size_t(roof)]; }

std::vector<RoofLimit> roofs_of(const Device& device, std::span<const DeviceLimit> limits) {
    const auto sheet = published_model(device).value_or(DeviceModel{});  // without a sheet, all figures are 0
    std::vector<RoofLimit> roofs;
    const auto add = [&](Roof roof, std::string_view measured, double factor, double published) {
        if (const auto value = limit_value(limits, measured))
            roofs.push_back({roof, *value * factor, Provenance::measured});
        else if (published > 0)
            roofs.push_back({roof, published, Provenance::published});
    };
    const double cycles = sheet.multiprocessors * sheet.clock_mhz * 1e6;
    add(Roof::dram, "copy_bandwidth", 1, sheet.dram_gb_per_s * 1e9);
    add(Roof::l2, "l2_bandwidth", 1, sheet.l2_gb_per_s * 1e9);
    add(Roof::shared, "shared_bandwidth", 1, sheet.shared_bytes_per_cycle * cycles);
    add(Roof::instructions, "integer_add_throughput", 1 / threads_a_warp, sheet.issue_per_cycle * cycles);
    return roofs;
}

const RoofPlace* Placement::nearest() const {
    const auto nearest = std::ranges::max_element(places, {}, &RoofPlace::part);
    return nearest == places.end() ? nullptr : &*nearest;
}

Placement placement(const LaunchSums& sums, double time_ns, std::span<const RoofLimit> roofs) {
    Placement result{sums.stage, sums.label, time_ns, {}};
    if (!(time_ns > 0)) return result;
    for (const auto& roof : roofs) {
        const auto done = amount(sums, roof.roof);
        if (!done) continue;
        const double per_s = done->value.as_double() / time_ns * 1e9;
        result.places.push_back({roof.roof, per_s, done->provenance, per_s / roof.per_s});
    }
    return result;
}

std::vector<Placement> stage_placements(std::span<const LaunchSums> stages,
                                        std::span<const RoofLimit> roofs) {
    std::vector<Placement> placements;
    for (const auto& [stage, sums] : by_stage(stages))
        if (sums.time_ns) placements.push_back(placement(sums, double(*sums.time_ns), roofs));
    return placements;
}
}
