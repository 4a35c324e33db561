// The program: all subcommands, and what goes wrong as a sentence and an exit code.
#pragma once

#include <string>
#include <vector>

namespace sortscope::cli {

/// Runs a command line, without the program's name. Returns the exit code.
int run_program(const std::vector<std::string>& arguments);

}  // namespace sortscope::cli
