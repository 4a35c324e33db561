// `sortscope devices`: what cases can run on here.
#include <algorithm>
#include <memory>

#include "cli/command.hpp"
#include "cli/commands.hpp"
#include "cli/formats.hpp"
#include "cli/output.hpp"
#include "collector/catalogue/catalogue.hpp"
#include "present/devices.hpp"
#include "present/json/case.hpp"

namespace sortscope::cli {
namespace {

std::string render(const std::vector<Device>& devices, const Screen& screen) {
    std::string text;
    for (const auto& device : present::device_list(devices)) {
        text += wrap(device.head, screen, 7) + "\n";
        for (const auto& line : device.lines) text += "      " + wrap(line, screen, 6, 6) + "\n";
    }
    const bool gpu = std::ranges::find(devices, BackendKind::cupti, &Device::backend) != devices.end();
    return gpu ? text
               : text + "\n" + wrap("No GPU can be used here; 'sortscope doctor' says why.", screen) + "\n";
}

}  // namespace

void add_devices(CLI::App& program) {
    Command command(program, "devices", "Devices that cases can run on");
    const auto formats = std::make_shared<Formats>();
    add_formats(command, *formats, "the devices");
    command.run([formats] {
        const auto devices = collector::available_devices();
        print_in(
            *formats, [&] { return present::device_rows(devices); },
            [&](auto& out) {
                out.array([&] {
                    for (const auto& device : devices) present::json::write_device(out, device);
                });
            },
            [&](const Screen& screen) { return render(devices, screen); });
    });
}

}  // namespace sortscope::cli
