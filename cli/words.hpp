// The words of a command line before the library that parses them sees them: help, a file alone, words that mean nothing here.
#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace sortscope::cli {

/// `sortscope help [COMMAND]`.
void add_help(CLI::App& program);

/// "sortscope FILE" is "sortscope overview FILE": `arguments` (without the program's name) with that word put in where the first is a
/// file's name, no command. Throws Error(data) where it can only be meant as a file that is not there.
std::vector<std::string> with_overview(const CLI::App& program, std::vector<std::string> arguments);

/// What was typed that nothing is called by, with the names nearest to it; nothing where all words were understood.
std::string unknown_word(const CLI::App& program);

/// The command line as typed, for the record: "sortscope list 'my file.db'".
std::string command_line(const std::vector<std::string>& arguments);

}  // namespace sortscope::cli
