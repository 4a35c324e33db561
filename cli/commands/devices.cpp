// `sortscope devices` and `sortscope doctor`: what can run cases here.
#include <algorithm>
#include <memory>

#include "cli/commands/commands.hpp"
#include "cli/options/formats.hpp"
#include "collector/catalogue/catalogue.hpp"
#include "present/cells.hpp"
#include "present/json/case.hpp"
#include "present/tables/devices.hpp"

namespace sortscope::cli {
namespace {

void render(const std::vector<Device>& devices, TextPage& page) {
    for (const auto& device : present::device_list(devices)) {
        page.line(device.head, 0, 7);
        for (const auto& line : device.lines) page.line(line, 6);
    }
    if (std::ranges::find(devices, BackendKind::cupti, &Device::backend) == devices.end())
        page.blank().line("No GPU can be used here; 'sortscope doctor' shows why.");
}

}  // namespace

void add_devices(Program& program) {
    Command command(program, "devices", "List the devices that can run cases");
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
            [&](TextPage& page) { render(devices, page); });
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

void render(const std::vector<collector::Check>& checks, TextPage& page) {
    bool missing = false;
    for (const auto& check : checks) {
        missing = missing || !check.ok;
        page.line(fmt::format("{:<4} {}: {}", check.ok ? "ok" : "no", check.name, check.detail), 2, 5);
        if (!check.remedy.empty()) page.line(check.remedy, 7);
    }
    page.blank().line(missing ? "'no' marks what is missing; everything else works without it."
                              : "Everything works here.");
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

void add_doctor(Program& program) {
    Command command(program, "doctor", "Check what works on this machine");
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
            [&](TextPage& page) { render(checks, page); });
    });
}

}  // namespace sortscope::cli
