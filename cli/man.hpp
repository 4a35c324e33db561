// Man pages, of the words that --help prints.
#pragma once

#include <string>
#include <vector>

#include "cli/help_data.hpp"

namespace sortscope::cli {

/// The page of the program (commands.front()) or of one of its commands, in section 1, for man(7) as groff
/// has it.
std::string man_page(const std::vector<CommandHelp>& commands, const CommandHelp& command);

/// "sortscope.1", "sortscope-list.1".
std::string man_file(const CommandHelp& command);

}  // namespace sortscope::cli
