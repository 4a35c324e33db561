// `sortscope import`: results of other tools, as comma-separated values.
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <fmt/core.h>

#include "cli/commands/commands.hpp"
#include "cli/options/command.hpp"
#include "cli/options/names.hpp"
#include "cli/output/interruption.hpp"
#include "cli/output/output.hpp"
#include "core/condition.hpp"
#include "core/error.hpp"
#include "core/host.hpp"
#include "core/text.hpp"
#include "core/text_file.hpp"
#include "core/version.hpp"
#include "db/import/import.hpp"
#include "present/csv/csv.hpp"
#include "present/facts.hpp"
#include "present/tables/list.hpp"
#include "present/text/facts.hpp"

namespace sortscope::cli {
namespace {

constexpr std::size_t longest_csv_bytes = 1ULL << 30;

struct ImportCommandOptions {
    std::string csv, output;
    std::vector<std::string> columns, values;
    std::string provenance = "measured", tool = "another tool";
    bool again = false, others = false, list = false, json = false, csv_table = false, dry_run = false;
};

std::string read_csv(const std::string& name) {
    constexpr const char* remedy =
        "Name a file of comma-separated values of at most 1 GiB, or - for standard input.";
    return name == "-" ? read_text(std::cin, "standard input", longest_csv_bytes, remedy)
                       : read_text_file(name, longest_csv_bytes, remedy);
}

std::map<std::string, std::string> pairs_of(const char* option, const std::vector<std::string>& texts) {
    std::map<std::string, std::string> pairs;
    for (const auto& text : texts) {
        const auto equals = text.rfind('=');
        if (equals == std::string::npos || equals == 0)
            throw Error(ErrorKind::usage, fmt::format("{}: '{}' is not NAME=VALUE.", option, text));
        if (!pairs.emplace(text.substr(0, equals), text.substr(equals + 1)).second)
            throw Error(ErrorKind::usage,
                        fmt::format("{}: '{}' is named twice.", option, text.substr(0, equals)));
    }
    return pairs;
}

void print_columns() {
    present::Facts facts;
    for (const auto& column : db::import_columns())
        facts.facts.push_back({.id = column.name, .name = column.name, .text = column.sentence});
    const auto screen = stdout_screen();
    print(present::text::draw_facts(facts, screen) +
          wrap("Counters have the names that 'sortscope metrics' lists, or those of the vendor; they make a "
               "row a launch.",
               screen) +
          "\n");
}

/// What was made of the values: a new run, or a run that had lost cases and has them again.
struct Outcome {
    std::size_t cases = 0;                 ///< of the values, those that the run had kept among them
    std::uint64_t launches = 0;            ///< of the cases that are stored
    std::optional<db::KnownImport> known;  ///< the run that lacked the cases that are stored
};

std::vector<std::string> labels_of(const std::vector<CaseRecord>& cases) {
    std::vector<std::string> labels;
    for (const auto& record : cases) labels.push_back(condition_of(record).label());
    return labels;
}

/// "Run 1 of 'a.db' is their import of ..., and lacked 1 of the cases: x u32 2^10. It is back."
std::string completed_sentence(const ImportCommandOptions& options, const db::Imported& imported,
                               const db::KnownImport& known) {
    constexpr std::size_t most_named = 5;
    auto labels = labels_of(imported.cases);
    const auto count = labels.size();
    if (count > most_named) labels.resize(most_named);
    std::string named;
    for (const auto& label : labels) named += (named.empty() ? "" : "; ") + label;
    if (count > most_named) named += fmt::format("; and {} more", count - most_named);
    return fmt::format("Run {} of '{}' is their import of {}, and lacked {} of the cases: {}.{}",
                       static_cast<std::int64_t>(known.run), options.output, known.started_utc, count, named,
                       options.dry_run ? ""
                       : count == 1    ? " It is back."
                                       : " They are back.");
}

void print_imported(const ImportCommandOptions& options, const std::string& name,
                    const db::Imported& imported, const Outcome& outcome) {
    const auto launches = outcome.launches;
    if (options.json)
        return print_json([&](auto& json) {
            json.object([&] {
                json.put("file", options.csv);
                json.put("into", options.output);
                json.put("stored", !options.dry_run);
                json.put("rows", imported.rows);
                json.put("skipped_rows", imported.skipped);
                json.put("cases", imported.cases.size());
                json.put("launches", launches);
                json.array("brought_back", [&] {
                    if (outcome.known)
                        for (const auto& label : labels_of(imported.cases)) json.put(label);
                });
                json.array("columns_left_out", [&] {
                    for (const auto& column : imported.left_out) json.put(column);
                });
                json.object("values_left_out", [&] {
                    for (const auto& [column, count] : imported.values_left_out) json.put(column, count);
                });
            });
        });
    if (options.csv_table)
        return print(present::csv::write(present::imported_table(imported.cases, imported.lines)));
    const auto screen = stdout_screen();
    auto text = fmt::format(
        "{} of {}: {}{}{}", plural(imported.rows, "row"), name, plural(outcome.cases, "case"),
        launches == 0 || outcome.known
            ? std::string()
            : (launches == 1
                   ? std::string(" with 1 launch")
                   : fmt::format(" with {} launches", format_grouped(static_cast<std::int64_t>(launches)))),
        imported.skipped == 0
            ? std::string()
            : fmt::format(", {} left out that the tool had skipped", plural(imported.skipped, "row")));
    if (outcome.known)
        text += ". " + completed_sentence(options, imported, *outcome.known);
    else
        text += ".";
    text = wrap(printable(text + (options.dry_run ? " Nothing was stored."
                                                  : fmt::format(" 'sortscope list {}' shows them.",
                                                                shell_word(options.output)))),
                screen) +
           '\n';
    if (!imported.left_out.empty()) {
        std::string columns;
        for (const auto& column : imported.left_out) columns += (columns.empty() ? "" : ", ") + column;
        text += wrap(printable("Left out: " + columns), screen, 10) + '\n';
    }
    if (!imported.values_left_out.empty()) {
        std::string columns;
        for (const auto& [column, count] : imported.values_left_out)
            columns += fmt::format("{}{} of {}", columns.empty() ? "" : ", ",
                                   format_grouped(static_cast<std::int64_t>(count)), column);
        text += wrap(printable("Values left out that are no number from 0 to 1e18: " + columns), screen, 10) +
                '\n';
    }
    print(text);
}

void run_import(const ImportCommandOptions& options, const std::string& command_line) {
    check_one_format(options.json, options.csv_table);
    if (options.list && (options.json || options.csv_table))
        throw Error(ErrorKind::usage, fmt::format("--columns prints a list alone: leave {} out.",
                                                  options.json ? "--json" : "--csv"));
    if (options.list) return print_columns();
    if (options.csv.empty())
        throw Error(ErrorKind::usage,
                    "Import what? Name a file of comma-separated values, or - for standard input.");
    if (options.output.empty() && !options.dry_run)
        throw Error(ErrorKind::usage,
                    "Import into which file? Name it with -o; it is made where it is not there.");
    db::ImportOptions how;
    how.columns = pairs_of("--map", options.columns);
    how.values = pairs_of("--set", options.values);
    how.others = options.others;
    how.provenance = value_of("--provenance", [&] { return parse_enum<Provenance>(options.provenance); });
    how.tool = options.tool;
    if (!is_printable(how.tool) || how.tool.size() > 100)
        throw Error(ErrorKind::usage, "--tool: give a short name.");
    const auto name = options.csv == "-" ? std::string("standard input") : printable(options.csv);
    auto imported = db::parse_import(name, read_csv(options.csv), how);
    Outcome outcome;
    outcome.cases = imported.cases.size();
    const auto known = options.output.empty() ? std::nullopt : db::known_import(options.output, imported);
    if (known && !options.again) {
        db::leave_missing(imported, *known, options.output);
        outcome.known = known;
    }
    for (const auto& record : imported.cases) outcome.launches += record.launches.size();
    if (!options.dry_run) {
        RunRecord run;
        run.uuid = outcome.known ? outcome.known->uuid : db::next_import_uuid(options.output, imported);
        run.started_utc = run.ended_utc = utc_now();
        run.command = printable(command_line);
        run.program_version = program_version;
        run.host = read_host();
        run.planned_cases = static_cast<std::uint32_t>(outcome.cases);
        const auto counters = outcome.launches > 0
                                  ? fmt::format("counters are said to be {}, times", name_of(how.provenance))
                                  : std::string("times are said to be");
        run.notes = {{Severity::info, fmt::format("Imported from '{}': nothing of it was measured by "
                                                  "sortscope. Its figures are by {}; {} measured.",
                                                  name, how.tool, counters)}};
        note_interruptions();
        try {
            db::store_import(options.output, run, imported, interrupted);
        } catch (const Error&) {
            if (!interrupted()) throw;
            print_error("The import was interrupted. '" + options.output + "' is as it was before.");
            throw ExitWith{130};
        }
    }
    const auto say = [&] { print_imported(options, name, imported, outcome); };
    if (options.dry_run) return say();
    say_after("The import itself is done: 'sortscope list " + shell_word(options.output) + "' shows it.",
              say);
}

}  // namespace

void add_import(CLI::App& program, std::string command_line) {
    Command command(program, "import", "Results of other tools, from comma-separated values");
    const auto options = std::make_shared<ImportCommandOptions>();
    command.option(
        "CSV", options->csv, "",
        "file of comma-separated values, its columns named in the first line; - reads standard input");
    command.option("--output,-o", options->output, "FILE",
                   "SortScope file to add a run to; made where it is not there");
    command.option("--map", options->columns, "THEIRS=OURS", "what a column is; THEIRS= leaves it out")
        .each();
    command.option("--set", options->values, "OURS=VALUE", "a value for all rows: variant=cub-radix").each();
    command.flag("--others", options->others, "leave out columns that mean nothing here");
    command.option("--provenance", options->provenance, "WORD",
                   "of counters: measured, counted, modelled or published");
    command.option("--tool", options->tool, "NAME", "who measured, for the notes");
    command.flag("--again", options->again,
                 "also what is in the file already: once more, as a run of its own");
    command.flag("--columns", options->list, "list the columns that are taken");
    command.flag("--dry-run", options->dry_run, "check the file, and store nothing");
    command.flag("--json", options->json, "print JSON: what was imported");
    command.flag("--csv", options->csv_table,
                 "print the table of cases that were imported as comma-separated values");
    command.footer(
        "A row is a time trial of a case; with a column that tells of launches (kernel, duration_us, a "
        "counter, ...) it "
        "is a launch, and rows that agree in all that makes a case are one case. What NVBench (--csv) and "
        "ncu (--csv "
        "--page raw) call their columns is known. A mistake is told with line and column, and nothing is "
        "stored then. Values that are in FILE already, understood in the same way, are refused: --again "
        "takes them once more. Where cases of that import were deleted, they come back.\n\n"
        "Examples:\n"
        "  sortscope import times.csv -o others.db --set variant=their-sort --set device='NVIDIA H200'\n"
        "  sortscope import nvbench.csv -o others.db --others --tool NVBench\n"
        "  ncu --csv --page raw ./sort | sortscope import - -o ncu.db --set variant=x --set n=2^20 --tool "
        "ncu\n"
        "  sortscope compare sweep.db others.db --across run\n");
    command.run([options, command_line] { run_import(*options, command_line); });
}

}  // namespace sortscope::cli
