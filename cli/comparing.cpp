#include "cli/comparing.hpp"

#include "cli/command.hpp"

namespace sortscope::cli {

void add_comparing_options(Command& command, ComparingOptions& options, const std::string& mode_help) {
    command.option("--min-effect", options.min_effect, "PART", "a smaller effect is no difference");
    command.option("--time-mode", options.time_mode, "MODE", mode_help);
}

void add_choice_and_output(Command& command, ComparingOptions& options, const std::string& rows) {
    add_case_options(command, options.cases);
    command.option("--output,-o", options.output, "FILE", "write to FILE");
    command.flag("--json", options.json, "print JSON: every number's unit is in its name");
    command.flag("--csv", options.csv, "print the " + rows + " as comma-separated values");
}

}  // namespace sortscope::cli
