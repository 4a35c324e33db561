// --json, --csv and --output, as the commands take them that print one table.
#pragma once

#include <functional>
#include <string>

#include "cli/options/command.hpp"
#include "cli/options/filter.hpp"
#include "present/json/writer.hpp"
#include "present/table.hpp"
#include "present/text/terminal.hpp"

namespace sortscope::cli {

struct Formats {
    bool json = false, csv = false;
    std::string output;  ///< empty: standard output
};

/// Adds the three options. `table`: what --csv prints.
void add_formats(Command& command, Formats& formats, const std::string& table);

/// Throws what print_in() would, before anything is done: Error(usage) where both formats were asked for, and
/// where OUT cannot be written.
void check_formats(const Formats& formats);

/// Prints in the format that was asked for: `table` as CSV, what `write` writes as JSON, else `text`. Throws
/// as Destination does, and Error(usage) where both formats were asked for.
void print_in(const Formats& formats, const std::function<present::Table()>& table,
              const std::function<void(present::json::Writer&)>& write,
              const std::function<std::string(const present::text::Screen&)>& text);
/// The same of a table that is there.
void print_in(const Formats& formats, const present::Table& table,
              const std::function<void(present::json::Writer&)>& write,
              const std::function<std::string(const present::text::Screen&)>& text);

class Command;

struct ComparingOptions {
    CaseOptions cases;
    std::string min_effect = "2%", time_mode, output;
    bool json = false, csv = false;
};

/// --min-effect and --time-mode; `mode_help` says what holds without the latter.
void add_comparing_options(Command& command, ComparingOptions& options, const std::string& mode_help);
/// Which cases, and --output, --json, --csv; `rows` is what the CSV has rows of.
void add_choice_and_output(Command& command, ComparingOptions& options, const std::string& rows);

}  // namespace sortscope::cli
