// `sortscope doctor`: what works here, and why not.
#include <memory>

#include <fmt/core.h>

#include "cli/command.hpp"
#include "cli/commands.hpp"
#include "cli/formats.hpp"
#include "cli/output.hpp"
#include "collector/catalogue/catalogue.hpp"
#include "present/cells.hpp"

namespace sortscope::cli {
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
