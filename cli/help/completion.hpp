// Completion of command lines: shells ask the program itself what fits.
#pragma once

#include <string>
#include <vector>

#include "cli/options/command.hpp"

namespace sortscope::cli {

/// The command that shells run: "sortscope complete-words list --va". It is no subcommand, so that every word
/// behind it is data.
inline constexpr const char* complete_command = "complete-words";

/// What fits the last of `words` (typed behind "sortscope"): "WORD<tab>MEANING" a line. A line ":files" means
/// that names of files fit, too.
std::string complete_words(const Program& program, std::vector<std::string> words);

/// The script by which bash, zsh or fish asks.
std::string completion_script(const std::string& shell);

}  // namespace sortscope::cli
