#include "cli/formats.hpp"

#include "cli/output.hpp"
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

}  // namespace sortscope::cli
