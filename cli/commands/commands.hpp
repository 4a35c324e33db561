// The program and its subcommands, one file each. To add one, declare add_<name>() here, list it in
// program.cpp, and define it in cli/commands/<name>.cpp:
//
//     void add_devices(Program& program) {
//         Command command(program, "devices", "List the devices that can run cases");
//         auto& formats = command.run(run_devices);  // void run_devices(const Formats&)
//         add_formats(command, formats, "the devices");
//     }
//
// A run function reads its input, calls the analyzer, and prints tables of present/. It computes nothing.
// run_program() prints the sentence of an Error, and returns exit_code(kind).
#pragma once

#include <algorithm>
#include <filesystem>
#include <map>
#include <memory>
#include <set>

#include "cli/options/filter.hpp"
#include "cli/options/plugins.hpp"
#include "present/cells.hpp"
#include "present/csv/csv.hpp"
#include "present/json/analyses.hpp"
#include "present/json/case.hpp"
#include "present/text/table.hpp"

namespace sortscope::cli {
using namespace analyzer;
using namespace present;

/// Runs a command line, without the program's name. Returns the exit code.
int run_program(const std::vector<std::string>& arguments);

void add_list(Program& program);
void add_show(Program& program);
void add_report(Program& program);
void add_compare(Program& program);
void add_history(Program& program);
void add_speedup(Program& program);
void add_sweep(Program& program);
void add_advise(Program& program);
void add_predict(Program& program);
void add_query(Program& program);
void add_merge(Program& program);
void add_annotate(Program& program);
void add_delete(Program& program);
void add_verify(Program& program);
void add_import(Program& program);
void add_reproduce(Program& program);
void add_export(Program& program);
void add_metrics(Program& program);
void add_gui(Program& program);
void add_collect(Program& program);
void add_record(Program& program);
void add_tune(Program& program);
void add_new(Program& program);
void add_variants(Program& program);
void add_devices(Program& program);
void add_doctor(Program& program);
void add_help(Program& program);
void add_completion(Program& program);
void add_man(Program& program);
void add_overview(Program& program);  ///< hidden: `sortscope FILE`
void add_worker(Program& program);    ///< hidden: started by collect

/// Path of sortscope-gui: in the running program's folder, else on PATH.
std::optional<std::string> find_window_program();
}
