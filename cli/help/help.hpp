// --help, man pages, and completion: shells ask the program what fits.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "cli/options/command.hpp"

namespace sortscope::cli {
/// `all`: also rare options and meanings of choices.
std::string help_text(const Program& program, const CommandHelp& command, bool all);

/// An empty name is the program. Throws Error(usage) with the nearest name.
const CommandHelp& command_named(const Program& program, const std::string& name);

/// "sortscope show", "sortscope".
std::string full_name(const CommandHelp& command);
/// What follows the name: "[FILE] [CASE] [options]".
std::vector<std::string> usage(const Program& program, const CommandHelp& command);

struct HelpSection {
    std::string heading;
    std::vector<std::pair<std::string, std::string>> rows;  ///< "--output, -o FILE" and its text
};
/// Commands, arguments, options by group.
std::vector<HelpSection> help_sections(const Program& program, const CommandHelp& command, bool all);

/// No subcommand: every word behind "sortscope complete-words" is data.
inline constexpr const char* complete_command = "complete-words";

/// Fits the last of `words`, typed behind "sortscope": "WORD<tab>MEANING" a line; ":files" if names of files
/// fit, too.
std::string complete_words(const Program& program, std::vector<std::string> words);

/// Script that makes bash, zsh or fish ask for completions.
std::string completion_script(const std::string& shell);
}
