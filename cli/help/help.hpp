// --help, man pages, and completion for shells.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "cli/options/command.hpp"

namespace sortscope::cli {
/// `all`: also prints rare options, and the meaning of each choice.
std::string help_text(const Program& program, const CommandHelp& command, bool all);

/// An empty name means the program. Throws Error(usage) with the nearest name.
const CommandHelp& command_named(const Program& program, const std::string& name);

/// "sortscope show", "sortscope".
std::string full_name(const CommandHelp& command);
/// Synopsis after the name: "[FILE] [CASE] [options]".
std::vector<std::string> usage(const Program& program, const CommandHelp& command);

struct HelpSection {
    std::string heading;
    std::vector<std::pair<std::string, std::string>> rows;  ///< "--output, -o FILE" and its text
};
/// Commands, arguments, options by group.
std::vector<HelpSection> help_sections(const Program& program, const CommandHelp& command, bool all);

/// Not a subcommand: all words after "sortscope complete-words" are data.
inline constexpr const char* complete_command = "complete-words";

/// Completes the last of `words`, the words typed after "sortscope". Returns lines "WORD<tab>MEANING". A line
/// ":files" asks the shell to add file names.
std::string complete_words(const Program& program, std::vector<std::string> words);

/// Script that makes bash, zsh or fish ask for completions.
std::string completion_script(const std::string& shell);
}
