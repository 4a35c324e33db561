// Scripts by which shells complete sortscope's command lines.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "cli/help/help.hpp"

namespace sortscope::cli {

/// What values options take, by the option's name, or by "COMMAND OPTION" where commands differ; those that
/// are not named here take files or anything.
using CompletionWords = std::map<std::string, std::vector<std::string>>;

/// A script for bash (4 or newer, with or without the package bash-completion), zsh or fish: commands,
/// options, and the values of those in `words`, also the last of a list "a,b". Throws Error(usage) for
/// another shell.
std::string completion_script(const std::string& shell, const std::vector<CommandHelp>& commands,
                              const CompletionWords& words);

}  // namespace sortscope::cli
