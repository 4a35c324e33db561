// --json, --csv and --output, and the options that comparing commands share.
#pragma once

#include <functional>
#include <string>

#include "cli/options/command.hpp"
#include "present/json/writer.hpp"
#include "present/table.hpp"
#include "present/text/terminal.hpp"

namespace sortscope::cli {

struct Formats {
    bool json = false, csv = false;
    std::string output;  ///< empty: standard output
};

/// Adds the three options; `rows`: what --csv prints.
void add_formats(Command& command, Formats& formats, const std::string& rows);

/// Throws Error(usage) if --json and --csv are both given.
void check_one_format(const Formats& formats);
/// The same, and throws what writing to FILE would throw: before anything is done.
void check_formats(const Formats& formats);

using TableOf = std::function<present::Table()>;
using WriteJson = std::function<void(present::json::Writer&)>;
using TextOf = std::function<std::string(const present::text::Screen&)>;
/// Prints in the chosen format: the table as CSV, JSON, or text. Throws as Destination does.
void print_in(const Formats& formats, const TableOf& table, const WriteJson& write, const TextOf& text);

/// --min-effect and --time-mode.
void add_comparing_options(Command& command, std::string& min_effect, std::string& time_mode);

}  // namespace sortscope::cli
