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

Table device_rows(std::span<const Device> devices) { return table_of(device_fields(), devices); }

const Fields<Device>& device_fields() {
    const auto plain = [](const char* id) { return make_column(id, id, id); };
    const auto number = [](auto member) {
        return [member](const Device& device) { return known(device.*member); };
    };
    static const Fields<Device> fields{
        {plain("backend").left().names(), &Device::backend},
        {plain("ordinal").left().names(), &Device::ordinal},
        {plain("name").left().names(), &Device::name},
        {plain("uuid").left().names(), &Device::uuid},
        {plain("compute_capability").left().names(), &Device::compute_capability},
        {plain("multiprocessors"), number(&Device::multiprocessors)},
        {plain("warp_size_threads"),
         [](const auto& device) {
             return device.backend == BackendKind::cpu ? Cell{} : cell_of(known(device.warp_size));
         }},
        {plain("clock_khz"), number(&Device::clock_khz)},
        {plain("memory_clock_khz"), number(&Device::memory_clock_khz)},
        {plain("memory_bus_bits"), number(&Device::memory_bus_bits)},
        {plain("memory_bytes"), number(&Device::memory_bytes)},
        {plain("l2_bytes"), number(&Device::l2_bytes)},
        {plain("shared_per_block_bytes"), number(&Device::shared_per_block_bytes)},
        {plain("max_threads_per_block"), number(&Device::max_threads_per_block)},
        {plain("driver_version").left(), &Device::driver_version},
        {plain("cuda_version").left(), &Device::cuda_version},
        {plain("cupti_version").left(), &Device::cupti_version}};
    return fields;
}

std::string capability_text(const Device& device) {
    const auto capability = device.compute_capability();
    return capability.empty() ? capability : "compute capability " + capability;
}

}  // namespace sortscope::present
