// `sortscope devices` and `sortscope doctor`: what this machine has for running cases.
#include <algorithm>
#include <memory>

#include <fmt/core.h>

#include "cli/commands/commands.hpp"
#include "cli/options/command.hpp"
#include "cli/options/formats.hpp"
#include "cli/output/output.hpp"
#include "collector/catalogue/catalogue.hpp"
#include "present/cells.hpp"
#include "present/json/case.hpp"
#include "present/tables/devices.hpp"

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

namespace {

std::vector<collector::Check> all_checks() {
    auto checks = collector::check_machine();
    const auto window = find_window_program();
    checks.push_back(
        {"Window", window.has_value(),
         window ? *window : "sortscope-gui was not found beside this program or on PATH",
         window ? "" : "Install Qt 6 and QCustomPlot (tools/install-dependencies gui) and build again."});
    return checks;
}

std::string render(const std::vector<collector::Check>& checks, const Screen& screen) {
    std::string text;
    std::size_t missing = 0;
    for (const auto& check : checks) {
        missing += check.ok ? 0 : 1;
        const auto head = fmt::format("  {:<4} {}: ", check.ok ? "ok" : "no", check.name);
        text += head + wrap(check.detail, screen, 7, static_cast<int>(head.size())) + "\n";
        if (!check.remedy.empty()) text += "       " + wrap(check.remedy, screen, 7, 7) + "\n";
    }
    return text + (missing == 0
                       ? "\nEverything works here.\n"
                       : "\n" +
                             wrap("What says 'no' is not available here; everything else works without it.",
                                  screen) +
                             "\n");
}

present::Table check_rows(const std::vector<collector::Check>& checks) {
    present::Table table;
    for (const char* id : {"name", "ok", "detail", "remedy"})
        table.columns.push_back(
            {.id = id, .title = id, .head = id, .align = present::Align::left, .names_row = true});
    for (const auto& check : checks)
        table.row({present::text_cell(check.name), present::text_cell(check.ok ? "yes" : "no"),
                   present::text_cell(check.detail),
                   check.remedy.empty() ? present::Cell{} : present::text_cell(check.remedy)});
    return table;
}

}  // namespace

void add_doctor(CLI::App& program) {
    Command command(program, "doctor", "What works on this machine, and why not");
    const auto formats = std::make_shared<Formats>();
    add_formats(command, *formats, "the checks");
    command.run([formats] {
        const auto checks = all_checks();
        print_in(
            *formats, [&] { return check_rows(checks); },
            [&](auto& out) {
                out.array([&] {
                    for (const auto& check : checks)
                        out.object([&] {
                            out.put("name", check.name);
                            out.put("ok", check.ok);
                            out.put("detail", check.detail);
                            out.put_known("remedy", check.remedy);
                        });
                });
            },
            [&](const Screen& screen) { return render(checks, screen); });
    });
}

}  // namespace sortscope::cli
