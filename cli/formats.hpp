// --json, --csv and --output, as the commands take them that print one table.
#pragma once

#include <functional>
#include <string>

#include "cli/command.hpp"
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

}  // namespace sortscope::cli
