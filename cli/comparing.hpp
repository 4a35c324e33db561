// The options that commands share which hold times against each other: compare and sweep.
#pragma once

#include <string>

#include "cli/filter.hpp"

namespace sortscope::cli {

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
