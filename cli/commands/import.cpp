// `sortscope import`: imports other tools' results.
#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <istream>

#include "cli/commands/collect_run.hpp"
#include "cli/commands/commands.hpp"
#include "core/condition.hpp"
#include "db/import/import.hpp"
#include "present/tables/list.hpp"

namespace sortscope::cli {
namespace {
struct ImportCommandOptions {
    std::vector<std::string> what;
    db::ImportOptions csv;
    bool again = false, list = false, dry_run = false;
    Formats formats;
};

/// The file to read and its format.
struct ImportSource {
    std::string path, name;
    std::string tool;  ///< "nvbench", "nsys"; empty: CSV
};

ImportSource source_of(const ImportCommandOptions& options) {
    const auto& words = options.what;
    if (words.empty())
        wrong_request("Import what? Name a file of comma-separated values, or - for standard input.");
    ImportSource source;
    if (words.size() == 2) source.tool = words[0];
    if (words.size() == 2 && source.tool != "nvbench" && source.tool != "nsys")
        wrong_request(
            "'{}' is no format. Write 'import FILE.csv', 'import nvbench FILE.json' or 'import nsys "
            "FILE.sqlite'.",
            words[0]);
    source.path = words.back();
    source.name = source.path == "-" ? "standard input" : printable(source.path);
    if (!source.tool.empty() && source.path == "-")
        wrong_request("import {} reads no standard input. Name a file.", source.tool);
    return source;
}

void refuse_csv_options(const ImportCommandOptions& options) {
    const auto& csv = options.csv;
    const db::ImportOptions usual;
    for (const auto& [option, is_named] : {std::pair{"--map", !csv.columns.empty()},
                                           {"--set", !csv.values.empty()},
                                           {"--others", csv.others},
                                           {"--separator", csv.separator != usual.separator},
                                           {"--decimal", csv.decimal != usual.decimal},
                                           {"--provenance", csv.provenance != usual.provenance},
                                           {"--tool", csv.tool != usual.tool},
                                           {"--columns", options.list}})
        if (is_named) wrong_request("{} is for CSV. Leave it out: the file names all it holds.", option);
}

/// Reads an open file until an interruption: read() on a terminal or pipe would wait on.
class Input : public std::streambuf {
 public:
    explicit Input(int file) : file_(file), part_(1 << 16, '\0') {}
    ~Input() override { ::close(file_); }
    Input(const Input&) = delete;
    Input& operator=(const Input&) = delete;

 protected:
    int_type underflow() override {
        pollfd ready{.fd = file_, .events = POLLIN, .revents = 0};
        while (::poll(&ready, 1, 200) <= 0)
            if (interrupted()) return traits_type::eof();
        const auto count = ::read(file_, part_.data(), part_.size());
        if (count < 0) throw std::ios_base::failure("reading failed");  // sets badbit
        if (count == 0) return traits_type::eof();
        setg(part_.data(), part_.data(), part_.data() + count);
        return traits_type::to_int_type(*gptr());
    }

 private:
    int file_;
    std::string part_;
};

/// Discards the cases of --dry-run.
class Nowhere : public db::ImportSink {
 public:
    void begin(CaseRecord) override {}
    void add(LaunchRecord) override {}
    void end() override {}
};

/// Adds "NAME=VALUE" to `pairs`. Splits at the last '=': names of columns may contain '='.
Command::Take pairs_of(std::map<std::string, std::string>& pairs) {
    return [&](const std::string& text) {
        const auto equals = text.rfind('=');
        if (equals == std::string::npos || equals == 0) wrong_request("'{}' is not NAME=VALUE.", text);
        if (!pairs.emplace(text.substr(0, equals), text.substr(equals + 1)).second)
            wrong_request("'{}' is named twice.", text.substr(0, equals));
    };
}

void print_columns() {
    Facts facts;
    for (const auto& column : db::import_columns())
        facts.facts.push_back({.id = column.name, .name = column.name, .text = column.sentence});
    TextPage page(stdout_screen());
    page.facts(facts).line(
        "Name counters as 'sortscope metrics' does, or as the vendor does. With counters, a row is a "
        "launch.");
    print(page.text());
}

void print_imported(const ImportCommandOptions& options, const ImportSource& source,
                    const db::Imported& imported) {
    const auto text = [&](TextPage& page) {
        auto sentence =
            fmt::format("{} of {}: {}", plural(imported.rows, source.tool == "nvbench" ? "state" : "row"),
                        source.name, plural(imported.cases.size(), "case"));
        if (imported.launches != 0) sentence += " with " + plural(imported.launches, "launch");
        if (imported.skipped != 0 && source.tool.empty())
            sentence +=
                fmt::format(", {} left out that the tool had skipped", plural(imported.skipped, "row"));
        page.line(sentence + (options.dry_run ? ". Nothing was stored."
                                              : fmt::format(". 'sortscope list {}' shows them.",
                                                            shell_word(options.formats.output))));
        for (const auto& note : imported.notes) page.line(note.text, 0, 10);
        if (!imported.left_out.empty())
            page.line(fmt::format("Left out: {}", join(imported.left_out)), 0, 10);
        std::vector<std::string> values;
        for (const auto& [column, count] : imported.values_left_out)
            values.push_back(fmt::format("{} of {}", format_grouped(int64_t(count)), column));
        if (!values.empty())
            page.line(fmt::format("Values left out that are no number from 0 to 1e18: {}", join(values)), 0,
                      10);
    };
    const auto write = in_object([&](auto& json) {
        json.put("file", source.path, "into", options.formats.output, "stored", !options.dry_run);
        json.put("rows", imported.rows, "skipped_rows", imported.skipped, "cases", imported.cases.size());
        json.put("launches", imported.launches);
        json.values("columns_left_out", imported.left_out);
        json.object("values_left_out", [&] {
            for (const auto& [column, count] : imported.values_left_out) json.put(column, count);
        });
    });
    // Print on standard output: --output is the SortScope file.
    auto how = options.formats;
    how.output.clear();
    print_in(
        how, [&] { return imported_table(imported.cases, imported.lines); }, write, text);
}

RunRecord run_of(const ImportCommandOptions& options, const ImportSource& source,
                 const std::string& command_line, const db::Imported& imported) {
    auto run = begun_run(command_line);
    run.ended_utc = run.started_utc;
    run.planned_cases = uint32_t(imported.cases.size());
    const auto figures =
        !source.tool.empty() ? fmt::format("Its times are measured by {}.", source.tool)
        : imported.launches != 0
            ? fmt::format("Its figures are by {}; its counters count as {}, its times as measured.",
                          options.csv.tool, name_of(options.csv.provenance))
            : fmt::format("Its figures are by {}; its times count as measured.", options.csv.tool);
    run.notes = {{Severity::info,
                  fmt::format("Imported from '{}', not measured by sortscope. {}", source.name, figures)}};
    run.notes.insert(run.notes.end(), imported.notes.begin(), imported.notes.end());
    return run;
}

db::Imported read_into(const ImportCommandOptions& options, const ImportSource& source,
                       db::ImportSink& sink) {
    if (source.tool == "nvbench") return db::import_nvbench(source.path, sink, interrupted);
    if (source.tool == "nsys") return db::import_nsys(source.path, sink, interrupted);
    constexpr const char* remedy = "Name a file of comma-separated values, or - for standard input.";
    std::error_code failed;
    if (std::filesystem::is_directory(source.path, failed))
        fail(ErrorKind::data, "'{}' is a folder. {}", source.name, remedy);
    const int file =
        source.path == "-" ? ::dup(STDIN_FILENO) : ::open(source.path.c_str(), O_RDONLY | O_CLOEXEC);
    if (file < 0) fail(ErrorKind::data, "'{}' cannot be read. {}", source.name, remedy);
    Input input(file);
    std::istream in(&input);
    return db::import_csv(source.name, in, options.csv, sink, interrupted);
}

void run_import(const ImportCommandOptions& options, const Program& program) {
    const auto& into = options.formats.output;
    if (options.list && (options.formats.json || options.formats.csv))
        wrong_request("--columns prints a list. Leave out --json and --csv.");
    if (options.list && options.what.size() < 2) return print_columns();
    const auto source = source_of(options);
    if (!source.tool.empty()) refuse_csv_options(options);
    if (into.empty() && !options.dry_run)
        wrong_request("Import into which file? Name it with -o; it is created if absent.");
    db::Imported imported;
    const auto say = [&] { print_imported(options, source, imported); };
    if (options.dry_run) {
        Nowhere nowhere;
        imported = read_into(options, source, nowhere);
        if (!into.empty()) db::import_uuid(into, imported, options.again);
        return say();
    }
    change_or_leave(into, [&] {
        db::ImportDraft draft(into);
        imported = read_into(options, source, draft);
        auto run = run_of(options, source, program.command_line, imported);
        run.uuid = db::import_uuid(into, imported, options.again);
        draft.store(run, imported, interrupted);
    });
    say_after("The import itself is done: 'sortscope list " + shell_word(into) + "' shows it.", say);
}
}  // namespace

void add_import(Program& program) {
    Command command(program, "import", "Import results of other tools: CSV, NVBench, nsys");
    auto& options = command.run(run_import);
    command.option("FILE", options.what, "",
                   "Import a CSV file with names in line 1 (-: standard input), 'nvbench FILE.json' or "
                   "'nsys FILE.sqlite'",
                   {.least_values = 0, .most_values = 2, .usage = "[nvbench|nsys] FILE [options]"});
    auto& csv = options.csv;
    command.repeatable("--map", "THEIRS=OURS", "Rename a column; THEIRS= leaves it out",
                       pairs_of(csv.columns));
    command.repeatable("--set", "OURS=VALUE", "Set a value for all rows: variant=cub-radix",
                       pairs_of(csv.values));
    command.flag("--others", csv.others, "Ignore columns that are unknown here");
    command.parsed("--separator", csv.separator, "WORD",
                   "Separate columns by comma, semicolon or tab; by default as line 1 does",
                   [](const std::string& word) {
                       return word == "tab" ? '\t' : word == "semicolon" ? ';' : ',';
                   },
                   {.choices = words({"comma", "semicolon", "tab"}), .only = true});
    command.parsed(
        "--decimal", csv.decimal, "WORD", "Read decimals after a point or comma",
        [](const auto& word) { return word == "comma" ? db::DecimalMark::comma : db::DecimalMark::point; },
        {.choices = words({"point", "comma"}), .only = true});
    command.parsed("--provenance", csv.provenance, "WORD", "Set the provenance of counters",
                   parse_enum<Provenance>, {.choices = choices_of<Provenance>, .initial = "measured"});
    command.parsed("--tool", csv.tool, "NAME", "Name who measured, for the notes",
                   [](const std::string& name) {
                       if (!is_printable(name) || name.size() > 100) wrong_request("give a short name.");
                       return name;
                   },
                   {.initial = csv.tool});
    command.flag("--again", options.again, "Import known values once more, as a new run");
    command.flag("--columns", options.list, "List the columns that import understands");
    command.flag("--dry-run", options.dry_run, "Check the input; store nothing");
    add_store(command, options.formats.output, "Add a run to FILE, created if absent");
    add_print_formats(command, options.formats, "the imported cases");
}
}
