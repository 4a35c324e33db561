// `sortscope devices`: what cases can run on here.
#include <memory>

#include <fmt/core.h>

#include "cli/command.hpp"
#include "cli/commands.hpp"
#include "cli/output.hpp"
#include "collector/catalogue/catalogue.hpp"
#include "core/text.hpp"
#include "present/json/case.hpp"

namespace sortscope::cli {
namespace {

std::string render(const std::vector<Device>& devices, const Screen& screen) {
    std::string text;
    bool gpu = false;
    for (const auto& device : devices) {
        const auto line = [&](const std::string& value) {
            if (!value.empty()) text += "      " + wrap(value, screen, 6, 6) + "\n";
        };
        switch (device.backend) {
            case BackendKind::cupti:
                gpu = true;
                text += fmt::format("GPU {}  {}\n", device.ordinal, device.name);
                line(fmt::format("compute capability {}.{}, {} SMs at up to {:.0f} MHz", device.cc_major, device.cc_minor,
                                 device.multiprocessors, static_cast<double>(device.clock_khz) / 1e3));
                line(fmt::format("{} memory ({}-bit at {:.0f} MHz), {} L2", format_bytes(static_cast<double>(device.memory_bytes)),
                                 device.memory_bus_bits, static_cast<double>(device.memory_clock_khz) / 1e3,
                                 format_bytes(static_cast<double>(device.l2_bytes))));
                line(fmt::format("driver {}, CUDA {}, CUPTI {}", device.driver_version, device.cuda_version,
                                 device.cupti_version.empty() ? "not found" : device.cupti_version));
                break;
            case BackendKind::simt:
                text += fmt::format("simt   {}\n", device.name);
                line("counters of a GPU, modelled; --model chooses another compute capability");
                break;
            case BackendKind::cpu:
                text += fmt::format("cpu    {}\n", device.name);
                line(fmt::format("{}, {} memory; sorts run on one thread", plural(static_cast<std::uint64_t>(device.multiprocessors), "thread"),
                                 format_bytes(static_cast<double>(device.memory_bytes))));
                break;
        }
    }
    if (!gpu) text += "\nNo GPU can be used here; 'sortscope doctor' says why.\n";
    return text;
}

}  // namespace

void add_devices(CLI::App& program) {
    Command command(program, "devices", "Devices that cases can run on");
    const auto json = std::make_shared<bool>(false);
    command.flag("--json", *json, "print JSON");
    command.run([json] {
        const auto devices = collector::available_devices();
        if (!*json) return print(render(devices, stdout_screen()));
        print_json([&](auto& out) {
            out.array([&] {
                for (const auto& device : devices) present::json::write_device(out, device);
            });
        });
    });
}

}  // namespace sortscope::cli
