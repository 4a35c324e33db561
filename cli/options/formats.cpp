#include "cli/options/formats.hpp"

#include "cli/options/command.hpp"
#include "cli/output/output.hpp"
#include "present/csv/csv.hpp"

namespace sortscope::cli {

void add_formats(Command& command, Formats& formats, const std::string& table) {
    command.option("--output,-o", formats.output, "FILE", "write to FILE");
    command.flag("--json", formats.json, "print JSON: every number's unit is in its name");
    command.flag("--csv", formats.csv, "print " + table + " as comma-separated values");
}

void check_formats(const Formats& formats) {
    check_one_format(formats.json, formats.csv);
    Destination(formats.output).check();
}

void print_in(const Formats& formats, const std::function<present::Table()>& table,
              const std::function<void(present::json::Writer&)>& write,
              const std::function<std::string(const present::text::Screen&)>& text) {
    check_one_format(formats.json, formats.csv);
    const Destination out(formats.output);
    if (formats.json) return out.print_json(write);
    if (formats.csv) return out.print(present::csv::write(table()));
    out.print(text(out.screen()));
}

void print_in(const Formats& formats, const present::Table& table,
              const std::function<void(present::json::Writer&)>& write,
              const std::function<std::string(const present::text::Screen&)>& text) {
    print_in(
        formats, [&] { return table; }, write, text);
}

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
