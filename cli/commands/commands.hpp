// The subcommands of `sortscope`, one file each. To add one:
//
//   1. cli/<name>.cpp defines `void add_<name>(CLI::App& program)`, declared here and called in main.cpp:
//
//          void add_devices(CLI::App& program) {
//              Command command(program, "devices", "Devices that cases can run on");
//              const auto options = std::make_shared<DevicesOptions>();   // lives as long as the action
//              command.flag("--json", options->json, "print JSON");
//              command.footer("Examples:\n  sortscope devices\n");
//              command.run([options] { print(render_devices(find_devices(), stdout_screen())); });
//          }
//
//   2. The action reads, asks the analyzer, and calls print() (cli/output.hpp) with what present/ makes of
//   it: text through
//      present/text, JSON through present/json. Nothing is computed in a command, nothing else writes to
//      standard output.
//   3. What goes wrong is thrown as sortscope::Error: main() writes its sentence to standard error and exits
//   with
//      exit_code(kind). A command that has told everything itself throws ExitWith{code}.
//   4. Commands that only read belong to the target sortscope::cli::reading (tests link it); one that needs
//   the kernels or the
//      collector is a source of the executable, so that the reading commands never depend on CUDA.
#pragma once

#include <optional>
#include <string>

namespace CLI {
class App;
}

namespace sortscope::cli {

void add_list(CLI::App& program);
void add_show(CLI::App& program);
void add_report(CLI::App& program);
void add_compare(CLI::App& program);
void add_sweep(CLI::App& program);
void add_advise(CLI::App& program);
void add_predict(CLI::App& program);
void add_query(CLI::App& program);
void add_merge(CLI::App& program);
void add_annotate(CLI::App& program);
void add_delete(CLI::App& program);
void add_verify(CLI::App& program);
void add_import(CLI::App& program, std::string command_line);  ///< the line as typed is stored with the run
void add_reproduce(CLI::App& program);
void add_export(CLI::App& program);
void add_metrics(CLI::App& program);
void add_gui(CLI::App& program);
void add_collect(CLI::App& program, std::string command_line);  ///< the line as typed is stored with the run
void add_tune(CLI::App& program, std::string command_line);     ///< the line as typed is stored with the run
void add_variants(CLI::App& program);
void add_devices(CLI::App& program);
void add_doctor(CLI::App& program);
void add_completion(CLI::App& program);
void add_man(CLI::App& program);
void add_overview(CLI::App& program);  ///< hidden: what `sortscope FILE` runs
void add_worker(CLI::App& program);    ///< hidden: started by collect

/// sortscope-gui beside the running program (as it is built and installed), else on PATH.
std::optional<std::string> find_window_program();

/// The file that reading commands open where none is named.
inline constexpr const char* default_file = "sortscope.db";

}  // namespace sortscope::cli
