// The subcommands of `sortscope`, one file each. To add one:
//
//   1. cli/<name>.cpp defines `void add_<name>(CLI::App& app)`, declared here and called in main.cpp:
//
//          void add_devices(CLI::App& app) {
//              auto& command = *app.add_subcommand("devices", "Devices that cases can run on");
//              auto options = std::make_shared<Options>();          // lives as long as the callback
//              command.add_flag("--json", options->json, "print JSON");
//              command.footer("Examples:\n  sortscope devices\n");
//              command.callback([options] { print(render_devices(find_devices(), stdout_screen())); });
//          }
//
//   2. The callback computes, then calls print() (cli/output.hpp) with text from a pure render function; nothing else
//      writes to standard output. Numbers go through cli/cells.hpp and cli/table.hpp, JSON through cli/json.hpp.
//   3. What goes wrong is thrown as sortscope::Error: main() writes its sentence to standard error and exits with
//      exit_code(kind). A command that has told everything itself throws ExitWith{code}.
//   4. Commands that only read belong to the target sortscope::cli::reading (tests link it); one that needs the kernels or the
//      collector is a source of the executable, so that the reading commands never depend on CUDA.
#pragma once

#include <optional>
#include <string>

#include <CLI/CLI.hpp>

namespace sortscope::cli {

void add_list(CLI::App& app);
void add_show(CLI::App& app);
void add_report(CLI::App& app);
void add_gui(CLI::App& app);
void add_collect(CLI::App& app, std::string command_line);  ///< the line as typed is stored with the run
void add_variants(CLI::App& app);
void add_devices(CLI::App& app);
void add_doctor(CLI::App& app);

/// sortscope-gui beside the running program (as it is built and installed), else on PATH.
std::optional<std::string> find_window_program();

/// The file that reading commands open where none is named.
inline constexpr const char* default_file = "sortscope.db";

}  // namespace sortscope::cli
