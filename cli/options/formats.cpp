#include "cli/options/formats.hpp"

#include "cli/output/output.hpp"
#include "core/error.hpp"
#include "present/csv/csv.hpp"

namespace sortscope::cli {

void add_formats(Command& command, Formats& formats, const std::string& rows) {
    command.option("--output,-o", formats.output, "FILE", "Write to FILE");
    command.flag("--json", formats.json, "Print JSON");
    command.flag("--csv", formats.csv, "Print " + rows + " as CSV");
}

void check_one_format(const Formats& formats) {
    if (formats.json && formats.csv) wrong_request("--json and --csv exclude each other. Give one of them.");
}

void check_formats(const Formats& formats) {
    check_one_format(formats);
    Destination(formats.output).check();
}

void print_in(const Formats& formats, const TableOf& table, const WriteJson& write, const TextOf& text) {
    const Destination out(formats.output);
    if (formats.json) return out.print_json(write);
    if (formats.csv) return out.print(present::csv::write(table()));
    out.print(text(out.screen()));
}

void add_comparing_options(Command& command, std::string& min_effect, std::string& time_mode) {
    command.option("--min-effect", min_effect, "PART", "Treat a smaller effect as no difference");
    command.option("--time-mode", time_mode, "MODE", "Compare times of this mode; default: the most common")
        .choices({"graph", "stream", "host"});
}

}  // namespace sortscope::cli
