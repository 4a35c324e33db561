// The words of a command line before the library that parses them sees them: help, a file alone, words that
// mean nothing here.
#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace sortscope::cli {

/// `sortscope help [COMMAND]`.
void add_help(CLI::App& program);

/// "sortscope FILE" is "sortscope overview FILE": `arguments` (without the program's name) with that word put
/// in where the first is a file's name, no command. Throws Error(data) where it can only be meant as a file
/// that is not there.
std::vector<std::string> with_overview(const CLI::App& program, std::vector<std::string> arguments);

/// `arguments` without a "--" before words that are no options: the library lets go of the subcommand there.
/// A word behind it that begins with '-' and is a file is named as "./-x.db".
std::vector<std::string> without_dashes(std::vector<std::string> arguments);

/// What the library says of options without values, in this program's words; other texts as they are.
std::string plain_words(const std::string& text);

/// What was typed that nothing is called by, with the names nearest to it; nothing where all words were
/// understood.
std::string unknown_word(const CLI::App& program);

/// The command line as typed, for the record: "sortscope list 'my file.db'".
std::string command_line(const std::vector<std::string>& arguments);

}  // namespace sortscope::cli
