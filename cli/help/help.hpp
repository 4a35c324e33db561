// The program's commands and options as data: what completion scripts and man pages are made of, from the
// same words as --help.
#pragma once

#include <memory>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace sortscope::cli {

struct OptionHelp {
    std::vector<std::string> names;  ///< "--output", "-o"; of an argument by its place its name alone: "FILE"
    std::string value;               ///< "LIST"; empty where it takes none
    std::string text;
    std::string group;          ///< the heading that it stands under; empty: the first
    std::string default_value;  ///< empty where there is none, or none worth saying
    bool by_place = false;
    bool required = false;
    bool several = false;  ///< by its place: may be given more than once
};

struct CommandHelp {
    std::string name;  ///< "list"; of the program itself "sortscope"
    std::string summary, footer;
    std::vector<OptionHelp> options;  ///< in the order of the help
};

/// The program itself first, then its commands in the order of the help, without the hidden ones.
std::vector<CommandHelp> command_help(const CLI::App& program);

}  // namespace sortscope::cli

namespace CLI {
class FormatterBase;
}

namespace sortscope::cli {

/// Breaks summaries, options and footers into lines of at most 80 columns, continued under their own
/// beginning.
std::shared_ptr<CLI::FormatterBase> help_formatter();

}  // namespace sortscope::cli
