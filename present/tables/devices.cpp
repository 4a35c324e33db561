#include "present/tables/devices.hpp"

#include <fmt/core.h>

#include "core/text.hpp"
#include "present/cells.hpp"

namespace sortscope::present {
namespace {

std::string bytes_text(std::uint64_t bytes) { return format_bytes(static_cast<double>(bytes)); }

DeviceLines lines_of(const Device& device) {
    switch (device.backend) {
        case BackendKind::cupti:
            return {fmt::format("GPU {}  {}", device.ordinal, device.name),
                    {fmt::format("{}, {} SMs at up to {}", capability_text(device), device.multiprocessors,
                                 format_clock(device.clock_khz)),
                     fmt::format("{} memory ({}-bit at {}), {} L2", bytes_text(device.memory_bytes),
                                 device.memory_bus_bits, format_clock(device.memory_clock_khz),
                                 bytes_text(device.l2_bytes)),
                     fmt::format("driver {}, CUDA {}, CUPTI {}", device.driver_version, device.cuda_version,
                                 device.cupti_version.empty() ? "not found" : device.cupti_version)}};
        case BackendKind::simt:
            return {"simt   " + device.name,
                    {"counters of a GPU, modelled; --model chooses another compute capability"}};
        case BackendKind::cpu:
            return {"cpu    " + device.name,
                    {fmt::format("{}, {} memory; sorts run on one thread",
                                 plural(static_cast<std::uint64_t>(device.multiprocessors), "thread"),
                                 bytes_text(device.memory_bytes))}};
    }
    return {};
}

}  // namespace

std::vector<DeviceLines> device_list(std::span<const Device> devices) {
    std::vector<DeviceLines> list;
    for (const auto& device : devices) list.push_back(lines_of(device));
    return list;
}

Table device_rows(std::span<const Device> devices) {
    Table table;
    for (const char* id : {"backend", "ordinal", "name", "uuid", "compute_capability"})
        table.columns.push_back(make_column(id, id, id).left().names());
    for (const char* id :
         {"multiprocessors", "clock_khz", "memory_clock_khz", "memory_bus_bits", "memory_bytes", "l2_bytes"})
        table.columns.push_back(make_column(id, id, id));
    for (const char* id : {"driver_version", "cuda_version", "cupti_version"})
        table.columns.push_back(make_column(id, id, id).left());
    for (const auto& device : devices) {
        std::vector<Cell> cells{text_cell(name_of(device.backend)), count_cell(device.ordinal)};
        const auto text = [&](const std::string& value) {
            cells.push_back(value.empty() ? Cell{} : text_cell(value));
        };
        const auto number = [&](std::uint64_t value) {
            cells.push_back(value == 0 ? Cell{} : count_cell(static_cast<std::int64_t>(value)));
        };
        text(device.name);
        text(device.uuid);
        text(device.compute_capability());
        number(static_cast<std::uint64_t>(device.multiprocessors));
        number(static_cast<std::uint64_t>(device.clock_khz));
        number(static_cast<std::uint64_t>(device.memory_clock_khz));
        number(static_cast<std::uint64_t>(device.memory_bus_bits));
        number(device.memory_bytes);
        number(device.l2_bytes);
        text(device.driver_version);
        text(device.cuda_version);
        text(device.cupti_version);
        table.row(std::move(cells));
    }
    return table;
}

std::string capability_text(const Device& device) {
    const auto capability = device.compute_capability();
    return capability.empty() ? capability : "compute capability " + capability;
}

}  // namespace sortscope::present
