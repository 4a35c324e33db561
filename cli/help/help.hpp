// --help, man pages, and completion: shells ask the program what fits.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "cli/options/command.hpp"

namespace sortscope::cli {

/// `all`: rare options too, and what each option's choices mean.
std::string help_text(const Program& program, const CommandHelp& command, bool all);

/// The program's own for an empty name. Throws Error(usage) with the nearest name.
const CommandHelp& command_named(const Program& program, const std::string& name);

/// "sortscope show", "sortscope".
std::string full_name(const CommandHelp& command);
/// "[FILE] [CASE] [options]": what follows the name in usage lines.
std::vector<std::string> usage(const Program& program, const CommandHelp& command);

struct HelpSection {
    std::string heading;
    std::vector<std::pair<std::string, std::string>> rows;  ///< "--output, -o FILE" and its text
};
/// Commands, arguments, and options by group, in this order.
std::vector<HelpSection> help_sections(const Program& program, const CommandHelp& command, bool all);

/// Shells run "sortscope complete-words list --va". It is no subcommand: every word behind it is data.
inline constexpr const char* complete_command = "complete-words";

/// What fits the last of `words` (typed behind "sortscope"): "WORD<tab>MEANING" a line; ":files" if names of
/// files fit, too.
std::string complete_words(const Program& program, std::vector<std::string> words);

/// The script by which bash, zsh or fish asks.
std::string completion_script(const std::string& shell);

}  // namespace sortscope::cli
