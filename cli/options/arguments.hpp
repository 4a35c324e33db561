// What happens to a command line's words before and after they are parsed.
#pragma once

#include <string>
#include <vector>

#include "cli/options/command.hpp"

namespace sortscope::cli {

/// "sortscope FILE" is "sortscope overview FILE". Throws Error(data) for a file that does not exist.
std::vector<std::string> with_overview(const Program& program, std::vector<std::string> arguments);

/// Drops a "--" before words that are no options, where CLI11 would leave the subcommand. A file "-x.db"
/// behind it becomes "./-x.db".
std::vector<std::string> without_dashes(std::vector<std::string> arguments);

/// CLI11's sentence on missing or surplus values in this program's words; other texts as they are.
std::string plain_words(const std::string& text);

/// A sentence on the first word that was not understood, with the nearest name; empty if there is none.
std::string unknown_word(const Program& program);

/// The command line as typed, for the record: "sortscope list 'my file.db'".
std::string command_line(const std::vector<std::string>& arguments);

}  // namespace sortscope::cli
