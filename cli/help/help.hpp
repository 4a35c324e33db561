// --help and --help-all, and the same as JSON for programs.
#pragma once

#include <string>

#include "cli/options/command.hpp"

namespace sortscope::cli {

/// `all`: rare options too, and what each option's choices mean.
std::string help_text(const CommandHelp& command, bool all);
std::string help_text(const Program& program);

/// Throws Error(usage) with the nearest name.
const CommandHelp& command_named(const Program& program, const std::string& name);

/// "sortscope show", "sortscope".
std::string full_name(const CommandHelp& command);
/// "[FILE] [CASE]": the arguments as a usage line has them.
std::string usage(const CommandHelp& command);
/// "--output, -o FILE".
std::string option_head(const OptionHelp& option);
/// Its text, its default and, where `all`, its choices: one a line if they have texts.
std::string option_text(const OptionHelp& option, bool all);

}  // namespace sortscope::cli
