#include "cli/show.hpp"

#include <algorithm>
#include <charconv>
#include <iterator>
#include <memory>
#include <set>

#include <fmt/core.h>

#include "analyzer/launch_sample.hpp"
#include "cli/command.hpp"
#include "cli/commands.hpp"
#include "cli/launches.hpp"
#include "cli/output.hpp"
#include "core/error.hpp"
#include "present/breakdown.hpp"
#include "present/case.hpp"
#include "present/csv/csv.hpp"
#include "present/json/breakdown.hpp"
#include "present/json/case.hpp"
#include "present/json/metrics.hpp"
#include "present/matrix.hpp"
#include "present/sites.hpp"
#include "present/text/facts.hpp"
#include "present/text/table.hpp"

namespace sortscope::cli {
namespace {

struct ShowCommandOptions {
    std::vector<std::string> file_and_case;
    std::string by = "stage";
    std::string matrix;
    bool sites = false;
    std::optional<std::uint32_t> launch;
    bool json = false, csv = false;
};

std::optional<std::int64_t> parse_id(const std::string& text) {
    std::int64_t id = 0;
    const auto* end = text.data() + text.size();
    const auto [last, error] = std::from_chars(text.data(), end, id);
    if (error != std::errc{} || last != end || id <= 0) return std::nullopt;
    return id;
}

/// Rows of a table by launch that are held, and that its columns are fitted to.
constexpr std::size_t most_launches_held = 10'000;
/// Text that is printed at once.
constexpr std::size_t piece_bytes = 1 << 16;

std::string draw_table(const present::Table& table, const Screen& screen) {
    return present::text::draw(table, screen) + present::text::draw_legend(table.terminal_provenances(), screen);
}

void show(const db::Reader& reader, CaseId id, const ShowOptions& show, const ShowCommandOptions& options) {
    check_one_format(options.json, options.csv);
    if (options.json) return print_json([&](auto& out) { write_show(out, reader, id, show); });
    auto held = show;
    if (!options.csv) held.most_launches = most_launches_held;
    const auto data = read_show(reader, id, held);
    if (!options.csv) return print_show(reader, id, data, show, stdout_screen(), [](std::string_view text) { print(text); });
    if (show.matrix != nullptr) {
        const auto tables = present::matrix_tables(*data.matrix);
        if (tables.empty()) throw Error(ErrorKind::unsupported, present::no_matrix_sentence(*show.matrix));
        return print(present::csv::write(tables.front()));
    }
    if (show.lines) return print(present::csv::write(present::line_table(data.lines)));
    print(present::csv::write(show.sites ? present::sites_table(data.sites, show.only_launch) : present::breakdown_table(data.shown)));
}

void run_show(const ShowCommandOptions& options) {
    const auto& words = options.file_and_case;
    const auto file = words.size() > 1 ? words.front() : std::string(default_file);
    const auto id = parse_id(words.back());
    if (!id && words.size() == 1)
        throw Error(ErrorKind::usage, fmt::format("Which case of '{0}'? 'sortscope list {0}' shows the numbers of its "
                                                  "cases, 'sortscope show {0} 1' the case 1.",
                                                  words.back()));
    if (!id)
        throw Error(ErrorKind::usage, fmt::format("'{}' is not the number of a case. 'sortscope list {}' shows them.",
                                                  words.back(), file));
    ShowOptions asked;
    asked.lines = options.by == "line";
    if (!asked.lines) asked.by = analyzer::parse_grouping(options.by);
    asked.sites = options.sites || options.launch.has_value();
    asked.only_launch = options.launch;
    if (!options.matrix.empty()) asked.matrix = &metric(options.matrix);
    const db::Reader reader(file);
    const auto advised = [&](const auto& read, const std::string& advice) {
        try {
            read();
        } catch (const Error& error) {
            if (error.kind() != ErrorKind::usage) throw;
            throw Error(ErrorKind::usage, fmt::format("{} {}", error.what(), advice));
        }
    };
    advised([&] { reader.read_case(CaseId{*id}, db::Detail::summary); }, fmt::format("'sortscope list {}' shows the cases there are.", file));
    advised([&] { show(reader, CaseId{*id}, asked, options); },
            fmt::format("'sortscope show {} {} --by launch' shows the launches there are.", file, *id));
}

std::string head(const ShowData& data, const Screen& screen) {
    const auto facts = present::case_facts(data.details, data.by_stage);
    auto out = wrap(printable(present::case_title(data.details)), screen, 2) + '\n' + present::text::draw_facts(facts, screen);
    const auto notes = present::text::draw_notes(facts, screen);
    if (!notes.empty()) out += "\nNotes\n" + notes;
    out += '\n';
    if (data.shown.rows.empty()) out += wrap(printable(present::no_launches_sentence(data.details)), screen) + '\n';
    return out;
}

/// The matrix in as many tables as the screen is narrow.
std::string draw_matrix(const analyzer::StageMatrix& matrix, const Screen& screen) {
    const auto tables = present::matrix_tables(matrix, screen.width);
    if (tables.empty()) return wrap(present::no_matrix_sentence(*matrix.metric), screen) + '\n';
    std::string out;
    std::set<Provenance> provenances;
    for (const auto& table : tables) {
        provenances.merge(table.terminal_provenances());
        out += (out.empty() ? "" : "\n") + present::text::draw(table, screen);
    }
    return out + present::text::draw_legend(provenances, screen);
}

/// What stands below the breakdown.
std::string tail(const ShowData& data, const ShowOptions& options, const Screen& screen) {
    if (!options.sites || data.shown.rows.empty()) return {};
    if (data.sites.empty()) return '\n' + wrap(present::no_sites_sentence(), screen) + '\n';
    return '\n' + draw_table(present::sites_table(data.sites, options.only_launch), screen);
}

/// The table by launch, a row after the other; the columns are those of the part of them that `part` holds.
void print_launches(const db::Reader& reader, CaseId id, const analyzer::Breakdown& part, const Screen& screen,
                    const std::function<void(std::string_view)>& print) {
    auto table = present::breakdown_table(part);
    present::text::RowByRow drawing(table, screen);
    std::vector<present::Row> totals;
    std::ranges::copy_if(table.rows, std::back_inserter(totals), [](const present::Row& row) { return row.kind == present::Row::Kind::total; });
    const auto provenances = table.terminal_provenances();
    table.rows.clear();
    table.rows.shrink_to_fit();
    const present::BreakdownCells cells(part);
    auto text = present::text::draw_title(table, screen) + drawing.heads();
    reader.launches(id, {}, [&](const LaunchRecord& launch) {
        text += drawing.row(cells.row(analyzer::launch_row(launch, part), drawing.drawn()));
        if (text.size() < piece_bytes) return true;
        print(text);
        text.clear();
        return true;
    });
    for (const auto& total : totals) text += drawing.row(total);
    text += present::text::left_out_sentence(drawing.left_out(), screen);
    print(text + present::text::draw_notes(table, screen) + present::text::draw_legend(provenances, screen));
}

}  // namespace

ShowData read_show(const db::Reader& reader, CaseId id, const ShowOptions& options) {
    ShowData data;
    data.details = reader.read_case(id, db::Detail::details);
    const auto source = launches_of(reader, id);
    data.by_stage = analyzer::breakdown(data.details, analyzer::Grouping::stage, source);
    if (options.by == analyzer::Grouping::stage) data.shown = data.by_stage;
    else if (options.by != analyzer::Grouping::launch) data.shown = analyzer::breakdown(data.details, options.by, source);
    else data.shown = analyzer::sample_by_launch(data.by_stage, source, options.most_launches);
    if (options.sites || options.lines) data.sites = reader.sites(id, options.only_launch);
    if (options.lines) data.lines = analyzer::by_line(data.sites, reader.stalls(id));
    if (options.matrix != nullptr) data.matrix = analyzer::stage_matrix(analyzer::breakdown(data.details, analyzer::Grouping::substage, source), data.by_stage, *options.matrix);
    return data;
}

std::string render_show(const ShowData& data, const ShowOptions& options, const Screen& screen) {
    if (data.matrix && !data.shown.rows.empty()) return head(data, screen) + draw_matrix(*data.matrix, screen);
    if (options.lines && !data.shown.rows.empty()) {
        if (data.lines.empty()) return head(data, screen) + wrap(present::no_sites_sentence(), screen) + '\n';
        return head(data, screen) + draw_table(present::line_table(data.lines), screen);
    }
    const auto table = data.shown.rows.empty() ? "" : draw_table(present::breakdown_table(data.shown), screen);
    return head(data, screen) + table + tail(data, options, screen);
}

void print_show(const db::Reader& reader, CaseId id, const ShowData& data, const ShowOptions& options, const Screen& screen,
                const std::function<void(std::string_view)>& print) {
    const bool all = data.matrix || data.shown.grouping != analyzer::Grouping::launch || data.shown.rows.size() == data.details.launch_count;
    if (all) return print(render_show(data, options, screen));
    print(head(data, screen));
    print_launches(reader, id, data.shown, screen, print);
    print(tail(data, options, screen));
}

void write_show(present::json::Writer& out, const db::Reader& reader, CaseId id, const ShowOptions& options) {
    auto details = reader.read_case(id, db::Detail::details);
    details.series = reader.series(id);
    const auto source = launches_of(reader, id);
    const bool by_launch = options.by == analyzer::Grouping::launch;  // whose rows are too many to be kept
    const auto breakdown = analyzer::breakdown(details, by_launch ? analyzer::Grouping::stage : options.by, source);
    out.object([&] {
        present::json::members_of_summary(out, details);
        present::json::members_of_details(out, details);
        out.array("launches", [&] {
            db::LaunchQuery query;
            query.sites = true;
            reader.launches(id, query, [&](const LaunchRecord& launch) {
                present::json::write_launch(out, launch, details.device, details.workload.bytes());
                return true;
            });
        });
        if (!breakdown.rows.empty())
            out.member("breakdown", [&] {
                if (by_launch) present::json::write_breakdown_by_launch(out, breakdown, source);
                else present::json::write_breakdown(out, breakdown);
            });
        if (options.matrix != nullptr) {
            const auto by_stage = by_launch || options.by == analyzer::Grouping::stage ? breakdown : analyzer::breakdown(details, analyzer::Grouping::stage, source);
            const auto matrix = analyzer::stage_matrix(analyzer::breakdown(details, analyzer::Grouping::substage, source), by_stage, *options.matrix);
            out.member("matrix", [&] { present::json::write_matrix(out, matrix); });
        }
        if (options.lines)
            out.array("lines", [&] {
                for (const auto& line : analyzer::by_line(reader.sites(id, options.only_launch), reader.stalls(id))) present::json::write_line(out, line);
            });
        present::json::member_legend(out);
    });
}

void add_show(CLI::App& program) {
    Command command(program, "show", "One case: times, stages, counters, access sites");
    const auto options = std::make_shared<ShowCommandOptions>();
    command.option("CASE", options->file_and_case, "",
                   "[FILE] CASE: number of the case, as list shows it;\nFILE is sortscope.db where none is named")
        .required().values(1, 2);
    command.option("--by", options->by, "WHAT", "rows: stage, substage, launch, kernel or (source) line");
    command.option("--matrix", options->matrix, "METRIC", "stages by substages: of time, or any that metrics lists");
    command.flag("--sites", options->sites, "add the access sites: source lines that load, store, branch");
    command.option("--launch", options->launch, "N", "the access sites of launch N alone (from 0)");
    command.flag("--json", options->json, "print JSON: every launch, every access site of it");
    command.flag("--csv", options->csv, "print the breakdown (with --sites: the sites) as comma-separated values");
    command.footer("Examples:\n"
                   "  sortscope show 12\n"
                   "  sortscope show sweep.db 12 --by substage\n"
                   "  sortscope show sweep.db 12 --launch 3\n"
                   "  sortscope show sweep.db 12 --json | jq '.launches[].counters'\n");
    command.run([options] { run_show(*options); });
}

}  // namespace sortscope::cli
