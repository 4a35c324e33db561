// `sortscope import`: results of other tools, as comma-separated values.
#include <iostream>

#include "cli/commands/commands.hpp"
#include "cli/options/values.hpp"
#include "core/condition.hpp"
#include "core/host.hpp"
#include "core/text_file.hpp"
#include "core/version.hpp"
#include "db/import/import.hpp"
#include "present/tables/list.hpp"

namespace sortscope::cli {
namespace {
struct ImportCommandOptions {
    std::string csv;
    std::vector<std::string> columns, values;
    std::string provenance = "measured", tool = "another tool";
    bool again = false, others = false, list = false, dry_run = false;
    Formats formats;
};

std::string read_csv(const std::string& name) {
    constexpr size_t longest_csv_bytes = 1ULL << 30;
    constexpr const char* remedy =
        "Name a file of comma-separated values of at most 1 GiB, or - for standard input.";
    return name == "-" ? read_text(std::cin, "standard input", longest_csv_bytes, remedy)
                       : read_text_file(name, longest_csv_bytes, remedy);
}

/// Splits at the last '=': names of columns may hold one.
std::map<std::string, std::string> pairs_of(const char* option, const std::vector<std::string>& texts) {
    std::map<std::string, std::string> pairs;
    for (const auto& text : texts) {
        const auto equals = text.rfind('=');
        if (equals == std::string::npos || equals == 0)
            wrong_request("{}: '{}' is not NAME=VALUE.", option, text);
        if (!pairs.emplace(text.substr(0, equals), text.substr(equals + 1)).second)
            wrong_request("{}: '{}' is named twice.", option, text.substr(0, equals));
    }
    return pairs;
}

void print_columns() {
    present::Facts facts;
    for (const auto& column : db::import_columns())
        facts.facts.push_back({.id = column.name, .name = column.name, .text = column.sentence});
    TextPage page(stdout_screen());
    page.facts(facts).line(
        "Counters have the names that 'sortscope metrics' lists, or the vendor's; they make a row a launch.");
    print(page.text());
}

void print_imported(const ImportCommandOptions& options, const std::string& name,
                    const db::Imported& imported, uint64_t launches) {
    const auto text = [&](TextPage& page) {
        auto sentence = fmt::format("{} of {}: {}", plural(imported.rows, "row"), name,
                                    plural(imported.cases.size(), "case"));
        if (launches != 0) sentence += " with " + plural(launches, "launch");
        if (imported.skipped != 0)
            sentence +=
                fmt::format(", {} left out that the tool had skipped", plural(imported.skipped, "row"));
        page.line(sentence + (options.dry_run ? ". Nothing was stored."
                                              : fmt::format(". 'sortscope list {}' shows them.",
                                                            shell_word(options.formats.output))));
        if (!imported.left_out.empty())
            page.line(fmt::format("Left out: {}", fmt::join(imported.left_out, ", ")), 0, 10);
        std::vector<std::string> values;
        for (const auto& [column, count] : imported.values_left_out)
            values.push_back(fmt::format("{} of {}", format_grouped(int64_t(count)), column));
        if (!values.empty())
            page.line(
                fmt::format("Values left out that are no number from 0 to 1e18: {}", fmt::join(values, ", ")),
                0, 10);
    };
    const auto write = in_object([&](auto& json) {
        json.put("file", options.csv);
        json.put("into", options.formats.output);
        json.put("stored", !options.dry_run);
        json.put("rows", imported.rows);
        json.put("skipped_rows", imported.skipped);
        json.put("cases", imported.cases.size());
        json.put("launches", launches);
        json.values("columns_left_out", imported.left_out);
        json.object("values_left_out", [&] {
            for (const auto& [column, count] : imported.values_left_out) json.put(column, count);
        });
    });
    // --output is the file that is imported into.
    auto how = options.formats;
    how.output.clear();
    print_in(
        how, [&] { return present::imported_table(imported.cases, imported.lines); }, write, text);
}

void store(const ImportCommandOptions& options, const std::string& name, const std::string& uuid,
           const std::string& command_line, const db::Imported& imported, bool with_launches) {
    RunRecord run;
    run.uuid = uuid;
    run.started_utc = run.ended_utc = utc_now();
    run.command = printable(command_line);
    run.program_version = program_version;
    run.host = read_host();
    run.planned_cases = uint32_t(imported.cases.size());
    run.notes = {
        {Severity::info,
         fmt::format("Imported from '{}', not measured by sortscope. Its figures are by {}; {} measured.",
                     name, options.tool,
                     with_launches ? fmt::format("its counters count as {}, its times as", options.provenance)
                                   : "its times count as")}};
    change_or_leave(options.formats.output,
                    [&] { db::store_import(options.formats.output, run, imported, interrupted); });
}

void run_import(const ImportCommandOptions& options, const Program& program) {
    const auto& into = options.formats.output;
    if (options.list && (options.formats.json || options.formats.csv))
        wrong_request("--columns prints a list. Leave out --json and --csv.");
    if (options.list) return print_columns();
    if (options.csv.empty())
        wrong_request("Import what? Name a file of comma-separated values, or - for standard input.");
    if (into.empty() && !options.dry_run)
        wrong_request("Import into which file? Name it with -o; it is created if absent.");
    db::ImportOptions how;
    how.columns = pairs_of("--map", options.columns);
    how.values = pairs_of("--set", options.values);
    how.others = options.others;
    how.provenance = value_of("--provenance", [&] { return parse_enum<Provenance>(options.provenance); });
    how.tool = options.tool;
    if (!is_printable(how.tool) || how.tool.size() > 100) wrong_request("--tool: give a short name.");
    const auto name = options.csv == "-" ? std::string("standard input") : printable(options.csv);
    auto imported = db::parse_import(name, read_csv(options.csv), how);
    const auto uuid = into.empty() ? "" : db::import_uuid(into, imported, options.again);
    uint64_t launches = 0;
    for (const auto& record : imported.cases) launches += record.launches.size();
    const auto say = [&] { print_imported(options, name, imported, launches); };
    if (options.dry_run) return say();
    store(options, name, uuid, program.command_line, imported, launches > 0);
    say_after("The import itself is done: 'sortscope list " + shell_word(into) + "' shows it.", say);
}
}  // namespace

void add_import(Program& program) {
    Command command(program, "import", "Import results of other tools from CSV");
    auto& options = command.run(run_import);
    command.option("CSV", options.csv, "",
                   "Import this file, columns named in line 1; - reads standard input");
    command.option("--map", options.columns, "THEIRS=OURS", "Rename a column; THEIRS= leaves it out",
                   {.each = true});
    command.option("--set", options.values, "OURS=VALUE", "Set a value for all rows: variant=cub-radix",
                   {.each = true});
    command.flag("--others", options.others, "Ignore columns that are unknown here");
    command.option("--provenance", options.provenance, "WORD", "Set the provenance of counters",
                   {.choices = choices_of<Provenance>});
    command.option("--tool", options.tool, "NAME", "Name who measured, for the notes");
    command.flag("--again", options.again, "Import known values once more, as a new run");
    command.flag("--columns", options.list, "List the columns that import understands");
    command.flag("--dry-run", options.dry_run, "Check the input; store nothing");
    command.option("--output,-o", options.formats.output, "FILE", "Add a run to FILE, created if absent");
    add_print_formats(command, options.formats, "the imported cases");
    command.notes(
        "A row is a time trial. With a launch column (kernel, duration_us, a counter, ...) it is a launch, "
        "and rows of one condition are one case. Columns of NVBench (--csv) and ncu (--csv --page raw) are "
        "known. Errors give line and column, and store nothing.");
    command.examples({"sortscope import times.csv -o others.db --set variant=theirs --set device=H200",
                      "sortscope import nvbench.csv -o others.db --others --tool NVBench",
                      "ncu --csv --page raw ./sort | sortscope import - -o ncu.db --set n=2^20",
                      "sortscope compare sweep.db others.db --across run"});
}
}
