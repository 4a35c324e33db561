// `sortscope devices` and `sortscope doctor`: list the devices here, and check this machine.
#include "cli/commands/commands.hpp"
#include "present/tables/list.hpp"

namespace sortscope::cli {
namespace {
void run_devices(const Formats& formats) {
    const auto devices = collector::available_devices();
    print_in(
        formats, [&] { return device_rows(devices); }, [&](auto& out) { out.put(devices); },
        [&](TextPage& page) {
            for (const auto& device : device_list(devices)) {
                page.line(device.head, 0, 7);
                for (const auto& line : device.lines) page.line(line, 6);
            }
            if (!contains(devices, BackendKind::cupti, &Device::backend))
                page.blank().line("No GPU can be used here; 'sortscope doctor' shows why.");
        });
}

Table check_rows(const std::vector<collector::Check>& checks) {
    return table_of(
        Fields<collector::Check>{
            {text_column("name", "name", "name"), &collector::Check::name},
            {text_column("ok", "ok", "ok"), [](const auto& check) { return check.ok ? "yes" : "no"; }},
            {text_column("detail", "detail", "detail"), &collector::Check::detail},
            {text_column("remedy", "remedy", "remedy"), &collector::Check::remedy}},
        checks);
}

struct DoctorOptions {
    std::vector<std::string> plugins;
    Formats formats;
};

std::vector<collector::Check> check_plugins(const std::vector<std::string>& files) {
    std::vector<collector::Check> checks;
    for (const auto& file : plugin_files(files)) {
        const auto catalogue = collector::make_catalogue({file});
        if (catalogue.plugins.empty()) {
            checks.push_back({"Plug-in", false, catalogue.unusable.front(), ""});
            continue;
        }
        const auto& plugin = *catalogue.plugins.front();
        std::vector<std::string> names;
        for (const auto& variant : plugin.variants()) names.push_back(variant.info.name);
        const auto& gpu_code = plugin.file().gpu_code;
        checks.push_back({"Plug-in", true,
                          fmt::format("{}: {}; GPU code {}", file, join(names),
                                      gpu_code.empty() ? "none" : "for " + gpu_code),
                          ""});
    }
    return checks;
}

void run_doctor(const DoctorOptions& options) {
    const auto& formats = options.formats;
    auto checks = collector::check_machine();
    for (auto& check : check_plugins(options.plugins)) checks.push_back(std::move(check));
    const auto window = find_window_program();
    checks.push_back(
        {"Window", window.has_value(),
         window.value_or("sortscope-gui was not found beside this program or on PATH"),
         window ? "" : "Install Qt 6 and QCustomPlot (tools/install-dependencies gui) and build again."});
    print_in(
        formats, [&] { return check_rows(checks); },
        [&](auto& out) {
            out.array([&] {
                for (const auto& check : checks)
                    out.object([&] {
                        out.put("name", check.name, "ok", check.ok, "detail", check.detail);
                        out.put_known("remedy", check.remedy);
                    });
            });
        },
        [&](TextPage& page) {
            for (const auto& check : checks) {
                page.line(fmt::format("{:<4} {}: {}", check.ok ? "ok" : "no", check.name, check.detail), 2,
                          5);
                if (!check.remedy.empty()) page.line(check.remedy, 7);
            }
            page.blank().line(std::ranges::all_of(checks, &collector::Check::ok)
                                  ? "Everything works here."
                                  : "'no' marks what is missing; everything else works without it.");
        });
}
}  // namespace

void add_devices(Program& program) {
    Command command(program, "devices", "List the devices that can run cases");
    add_formats(command, command.run(run_devices), "the devices");
}

void add_doctor(Program& program) {
    Command command(program, "doctor", "Check what works on this machine");
    auto& options = command.run(run_doctor);
    add_plugin_option(command, options.plugins);
    add_formats(command, options.formats, "the checks");
}
}
