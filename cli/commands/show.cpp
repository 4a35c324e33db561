// `sortscope show`: everything about one case.
#include <algorithm>
#include <charconv>
#include <functional>
#include <iterator>
#include <limits>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/core.h>

#include "analyzer/curves/throughput.hpp"
#include "analyzer/devices.hpp"
#include "analyzer/launches/breakdown.hpp"
#include "analyzer/launches/lod.hpp"
#include "analyzer/source/lines.hpp"
#include "cli/commands/commands.hpp"
#include "cli/options/case_files.hpp"
#include "cli/options/choices.hpp"
#include "cli/options/filter.hpp"
#include "cli/options/formats.hpp"
#include "cli/output/output.hpp"
#include "core/error.hpp"
#include "core/records.hpp"
#include "db/read/reader.hpp"
#include "db/read/reader_helpers.hpp"
#include "present/csv/csv.hpp"
#include "present/json/breakdown.hpp"
#include "present/json/case.hpp"
#include "present/json/metrics.hpp"
#include "present/json/writer.hpp"
#include "present/tables/breakdown.hpp"
#include "present/tables/case.hpp"
#include "present/tables/source.hpp"
#include "present/tables/matrix.hpp"
#include "present/text/facts.hpp"
#include "present/text/table.hpp"
#include "present/text/terminal.hpp"

namespace sortscope::cli {
namespace {

/// Rows by launch that are held, and that decide the widths of columns.
constexpr std::size_t most_launches_held = 10'000;
constexpr std::size_t piece_bytes = 1 << 16;

/// A file of a case, and which of its lines are shown; none: all.
struct ShownSource {
    analyzer::Listing listing;
    std::vector<analyzer::LineSpan> spans;
};

struct ShowOptions {
    analyzer::Grouping by = analyzer::Grouping::stage;
    bool sites = false;                        ///< with the table of access sites
    std::optional<std::uint32_t> only_launch;  ///< of this launch alone, for the table of sites
    std::string sort =
        {};  ///< rows by "share", "time" or a metric, greatest first; empty: in order of launching
    std::size_t top = 0;             ///< how many rows; the others are added up; 0: all
    std::vector<CaseId> older = {};  ///< of its condition: those that it was chosen over
    bool reordered() const { return !sort.empty() || top != 0; }
    bool all_facts = false;  ///< all facts and notes in front of rows, too, that were asked for in particular
    std::size_t most_launches = 0;   ///< by launch: how many rows are held; 0: all
    bool lines = false;              ///< by source line
    const Metric* matrix = nullptr;  ///< this metric by stage and substage
    std::optional<std::string> source =
        {};  ///< the source with what its lines cost: as shown_sources() takes it
    /// Rows that a plain show lacks get a short head.
    bool particular() const {
        return by != analyzer::Grouping::stage || sites || only_launch || reordered() || lines ||
               matrix != nullptr || source;
    }
};

struct ShowData {
    CaseRecord details;            ///< at db::Detail::details
    analyzer::Breakdown by_stage;  ///< for the facts
    analyzer::Breakdown
        shown;  ///< as asked for; by launch, of very many launches a part (analyzer::LaunchSample)
    std::vector<SiteCounts> sites;                     ///< added up, where asked for
    std::vector<analyzer::LineCounts> lines = {};      ///< where asked for
    std::vector<ShownSource> sources = {};             ///< where asked for
    std::optional<analyzer::StageMatrix> matrix = {};  ///< where asked for
    std::optional<LaunchRecord> heaviest =
        {};  ///< a launch of the stage and kernel that takes most time, without its counters
};

constexpr std::uint32_t around_recorded = 2;
constexpr std::uint32_t around_asked = 8;

struct SourcePlace {
    std::string file;  ///< empty: whichever there is
    std::optional<std::uint32_t> line;
};

std::optional<std::uint32_t> line_number(std::string_view text) {
    std::uint32_t line = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), line);
    if (error != std::errc() || end != text.data() + text.size() || line == 0) return std::nullopt;
    return line;
}

[[noreturn]] void refuse_line(const std::string& text) {
    wrong_request(
        "--source {}: lines count from 1, and the largest is {}. Name "
        "a line as in --source 47, or --source FILE:47.",
        text, std::numeric_limits<std::uint32_t>::max());
}

bool is_number(std::string_view text) {
    return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

SourcePlace parse_place(const std::string& text) {
    const auto place = [&](const std::string& file, std::string_view number) {
        const auto line = line_number(number);
        if (!line) refuse_line(text);
        return SourcePlace{file, line};
    };
    if (is_number(text)) return place({}, text);
    const auto colon = text.rfind(':');
    if (colon != std::string::npos && is_number(std::string_view(text).substr(colon + 1)))
        return place(text.substr(0, colon), std::string_view(text).substr(colon + 1));
    return {text, std::nullopt};
}

std::string names_of_files(const std::vector<std::string>& files) {
    std::string text;
    for (const auto& file : files) text += (text.empty() ? "" : ", ") + file;
    return text;
}

/// The one of `files` that is meant: by its whole name, else by the end of its path, else by any part of it.
std::string find_file(const std::vector<std::string>& files, const std::string& name) {
    const auto those = [&](auto&& fits) {
        std::vector<std::string> found;
        std::ranges::copy_if(files, std::back_inserter(found), fits);
        return found;
    };
    auto found = those([&](const std::string& file) { return file == name; });
    if (found.empty()) found = those([&](const std::string& file) { return file.ends_with('/' + name); });
    if (found.empty())
        found = those([&](const std::string& file) { return file.find(name) != std::string::npos; });
    if (found.size() == 1) return found.front();
    if (found.empty())
        wrong_request("No line of the case is of a source file '{}'. Its lines are of {}.", name,
                      names_of_files(files));
    wrong_request("'{}' can be several source files of the case: {}. Name one.", name, names_of_files(found));
}

const SourceText* text_of(const std::vector<SourceText>& sources, const std::string& file) {
    const auto found = std::ranges::find(sources, file, &SourceText::file);
    return found == sources.end() ? nullptr : &*found;
}

std::vector<ShownSource> shown_sources(const std::vector<analyzer::LineCounts>& lines,
                                       const std::vector<SourceText>& sources, const std::string& place,
                                       const std::string& heat) {
    std::vector<ShownSource> shown;
    const auto asked = parse_place(place);  // before a case without lines ends the search
    const auto files = analyzer::listed_files(lines);
    if (files.empty()) return shown;
    const auto hot = heat.empty() ? analyzer::heat_of(lines) : heat;
    if (place.empty()) {
        for (const auto& file : files) {
            auto& one = shown.emplace_back(
                ShownSource{analyzer::listing(file, lines, text_of(sources, file), hot), {}});
            one.spans = analyzer::recorded_spans(one.listing, around_recorded);
        }
        return shown;
    }
    if (asked.file.empty() && files.size() > 1)
        wrong_request("The case has lines of {} source files: {}. Name one, as in --source {}:{}.",
                      files.size(), names_of_files(files), files.front().substr(files.front().rfind('/') + 1),
                      *asked.line);
    const auto file = asked.file.empty() ? files.front() : find_file(files, asked.file);
    auto& one =
        shown.emplace_back(ShownSource{analyzer::listing(file, lines, text_of(sources, file), hot), {}});
    if (!asked.line) return shown;
    if (one.listing.has_text && *asked.line > one.listing.lines.back().number)
        wrong_request("{} has no line {}: it has {}.", file, *asked.line, one.listing.lines.back().number);
    one.spans = {{*asked.line > around_asked ? *asked.line - around_asked : 1, *asked.line + around_asked}};
    return shown;
}

std::vector<ShownSource> read_sources(const db::Reader& reader, CaseId id,
                                      std::optional<std::uint32_t> launch, const std::string& place,
                                      const std::string& heat) {
    const auto lines =
        analyzer::by_line(reader.sites(id, launch), launch ? std::vector<StallRecord>() : reader.stalls(id));
    return shown_sources(lines, reader.sources(id), place, heat);
}

std::string draw_sources(const std::vector<ShownSource>& sources, std::optional<std::uint32_t> launch,
                         const Screen& screen) {
    if (sources.empty()) return wrap(present::no_sites_sentence(), screen) + '\n';
    std::string out;
    std::set<Provenance> provenances;
    for (const auto& source : sources) {
        auto table = present::listing_table(source.listing, source.spans);
        if (launch) table.title += fmt::format(", launch {}", *launch);
        provenances.merge(table.terminal_provenances());
        out += (out.empty() ? "" : "\n") + present::text::draw(table, screen);
    }
    return out + present::text::draw_legend(provenances, screen);
}

std::string sources_csv(const std::vector<ShownSource>& sources) {
    if (sources.empty()) throw Error(ErrorKind::unsupported, present::no_sites_sentence());
    present::Table all;
    for (const auto& source : sources) {
        auto table = present::listing_table(source.listing, source.spans);
        if (all.columns.empty()) all.columns = table.columns;
        std::ranges::move(table.rows, std::back_inserter(all.rows));
    }
    return present::csv::write(all);
}

ShowData read_show(const db::Reader& reader, CaseId id, const ShowOptions& options) {
    ShowData data;
    data.details = reader.read_case(id, db::Detail::details);
    data.by_stage =
        analyzer::breakdown(reader, data.details, analyzer::Grouping::stage, analyzer::Gaps::read);
    const auto stages = reader.stages(id);
    if (const auto* heaviest = analyzer::heaviest_stage(stages); heaviest != nullptr && heaviest->time_ns)
        data.heaviest = one_launch(reader, id, heaviest->first_launch);
    if (options.by == analyzer::Grouping::stage)
        data.shown = data.by_stage;
    else if (options.by != analyzer::Grouping::launch)
        data.shown = analyzer::breakdown(reader, data.details, options.by, analyzer::Gaps::read);
    else
        data.shown = analyzer::sample_by_launch(reader, id, data.by_stage, options.most_launches);
    if (!options.sort.empty() && !options.lines && !options.source)
        analyzer::sort_rows(data.shown, options.sort);
    data.details.device.name = analyzer::DeviceNames(reader.cases()).without_backend(data.details.device);
    if (options.sites || options.lines) data.sites = reader.sites(id, options.only_launch);
    if (options.lines) {
        data.lines = analyzer::by_line(data.sites, reader.stalls(id));
        if (!options.sort.empty()) analyzer::sort_lines(data.lines, options.sort);
        if (options.top != 0 && data.lines.size() > options.top) data.lines.resize(options.top);
    }
    if (options.source)
        data.sources = read_sources(reader, id, options.only_launch, *options.source, options.sort);
    if (options.matrix != nullptr)
        data.matrix =
            analyzer::stage_matrix(analyzer::breakdown(reader, data.details, analyzer::Grouping::substage),
                                   data.by_stage, *options.matrix);
    if (data.matrix && options.top != 0) analyzer::leave_greatest(*data.matrix, options.top);
    return data;
}

/// Empty for a case chosen by its number, or the only one.
std::string newest_line(const std::vector<CaseId>& older, const Screen& screen) {
    if (older.empty()) return {};
    std::string ids;
    for (const auto id : older)
        ids += fmt::format("{}{}", ids.empty() ? "" : ", ", static_cast<std::int64_t>(id));
    return "  " +
           wrap(fmt::format("The newest of {} cases of this condition; older: {}.", older.size() + 1, ids),
                screen, 2, 2) +
           '\n';
}

present::Table shown_table(const ShowData& data, const ShowOptions& options) {
    return options.sort.empty()
               ? present::breakdown_table(data.shown, options.top)
               : present::breakdown_table(data.shown, analyzer::first_rows(data.shown, options.top));
}

std::string draw_table(const present::Table& table, const Screen& screen) {
    return present::text::draw(table, screen) +
           present::text::draw_legend(table.terminal_provenances(), screen);
}

std::string head(const ShowData& data, const ShowOptions& options, const Screen& screen) {
    const bool brief = options.particular() && !options.all_facts;
    const auto facts =
        brief ? present::brief_facts(data.details)
              : present::case_facts(data.details, data.by_stage, data.heaviest ? &*data.heaviest : nullptr);
    auto out = wrap(printable(present::case_title(data.details)), screen, 2) + '\n' +
               newest_line(options.older, screen);
    if (brief) out += "  " + wrap(printable(facts.subtitle), screen, 4, 2) + '\n';
    out += present::text::draw_facts(facts, screen);
    const auto notes = present::text::draw_notes(facts, screen);
    if (!notes.empty()) out += (brief ? "" : "\nNotes\n") + notes;
    if (brief) out += "  --all shows its facts and notes, too.\n";
    out += '\n';
    if (data.shown.rows.empty())
        out += wrap(printable(present::no_launches_sentence(data.details)), screen) + '\n';
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

/// Below the breakdown.
std::string tail(const ShowData& data, const ShowOptions& options, const Screen& screen) {
    if (!options.sites || data.shown.rows.empty()) return {};
    if (data.sites.empty()) return '\n' + wrap(present::no_sites_sentence(), screen) + '\n';
    return '\n' + draw_table(present::sites_table(data.sites, options.only_launch), screen);
}

/// The table by launch, a row after the other; the columns are those of the part of them that `part` holds.
void print_launches(const db::Reader& reader, CaseId id, const analyzer::Breakdown& part,
                    const Screen& screen, const std::function<void(std::string_view)>& print) {
    auto table = present::breakdown_table(part);
    present::text::RowByRow drawing(table, screen);
    std::vector<present::Row> totals;
    std::ranges::copy_if(table.rows, std::back_inserter(totals),
                         [](const present::Row& row) { return row.kind == present::Row::Kind::total; });
    const auto provenances = table.terminal_provenances();
    table.rows.clear();
    table.rows.shrink_to_fit();
    const present::BreakdownCells cells(part);
    auto text = present::text::draw_title(table, screen) + drawing.heads();
    analyzer::GapFinder gaps;
    reader.launches(id, {}, [&](const LaunchRecord& launch) {
        auto row = analyzer::launch_row(launch, part);
        row.gap_ns = gaps.add(launch.start_ns, launch.duration_ns);
        text += drawing.row(cells.row(row, drawing.drawn()));
        if (text.size() < piece_bytes) return true;
        print(text);
        text.clear();
        return true;
    });
    for (const auto& total : totals) text += drawing.row(total);
    text += present::text::left_out_sentence(drawing.left_out(), screen);
    print(text + present::text::draw_notes(table, screen) + present::text::draw_legend(provenances, screen));
}

std::string render_show(const ShowData& data, const ShowOptions& options, const Screen& screen) {
    if (data.matrix && !data.shown.rows.empty())
        return head(data, options, screen) + draw_matrix(*data.matrix, screen);
    if (options.source && !data.shown.rows.empty())
        return head(data, options, screen) + draw_sources(data.sources, options.only_launch, screen);
    if (options.lines && !data.shown.rows.empty()) {
        if (data.lines.empty())
            return head(data, options, screen) + wrap(present::no_sites_sentence(), screen) + '\n';
        return head(data, options, screen) + draw_table(present::line_table(data.lines, true), screen);
    }
    const auto table = data.shown.rows.empty() ? "" : draw_table(shown_table(data, options), screen);
    return head(data, options, screen) + table + tail(data, options, screen);
}

void print_show(const db::Reader& reader, CaseId id, const ShowData& data, const ShowOptions& options,
                const Screen& screen, const std::function<void(std::string_view)>& print) {
    const bool all = data.matrix || options.reordered() ||
                     data.shown.grouping != analyzer::Grouping::launch ||
                     data.shown.rows.size() == data.details.launch_count;
    if (all) return print(render_show(data, options, screen));
    print(head(data, options, screen));
    print_launches(reader, id, data.shown, screen, print);
    print(tail(data, options, screen));
}

void write_show(present::json::Writer& out, const db::Reader& reader, CaseId id, const ShowOptions& options) {
    auto details = reader.read_case(id, db::Detail::details);
    details.series = reader.series(id);
    const bool by_launch = options.by == analyzer::Grouping::launch;  // whose rows are too many to be kept
    const auto breakdown = analyzer::breakdown(
        reader, details, by_launch ? analyzer::Grouping::stage : options.by, analyzer::Gaps::read);
    out.object([&] {
        present::json::members_of_summary(out, details);
        present::json::members_of_details(out, details);
        present::json::member_of_limits(out, limits_of(reader, details));
        present::json::member_of_stalls(out, reader.stalls(id));
        out.array("launches", [&] {
            db::LaunchQuery query;
            query.sites = true;
            reader.launches(id, query, [&](const LaunchRecord& launch) {
                present::json::write_launch(out, launch, details.device, details.bytes());
                return true;
            });
        });
        if (!breakdown.rows.empty())
            out.member("breakdown", [&] {
                if (by_launch)
                    present::json::write_breakdown_by_launch(out, breakdown, reader, id,
                                                             analyzer::Gaps::read);
                else
                    present::json::write_breakdown(out, breakdown);
            });
        if (options.matrix != nullptr) {
            const auto by_stage =
                by_launch || options.by == analyzer::Grouping::stage
                    ? breakdown
                    : analyzer::breakdown(reader, details, analyzer::Grouping::stage, analyzer::Gaps::read);
            const auto matrix =
                analyzer::stage_matrix(analyzer::breakdown(reader, details, analyzer::Grouping::substage),
                                       by_stage, *options.matrix);
            out.member("matrix", [&] { present::json::write_matrix(out, matrix); });
        }
        if (options.lines)
            out.array("lines", [&] {
                for (const auto& line :
                     analyzer::by_line(reader.sites(id, options.only_launch), reader.stalls(id)))
                    present::json::write_line(out, line);
            });
        if (options.source)
            out.array("source", [&] {
                for (const auto& file :
                     read_sources(reader, id, options.only_launch, *options.source, options.sort))
                    present::json::write_listing(out, file.listing, file.spans);
            });
        present::json::member_legend(out);
    });
}

struct ShowCommandOptions {
    std::vector<std::string> file_and_case;
    CaseOptions cases;
    std::string by = "stage";
    std::string matrix;
    std::string sort;
    std::optional<std::uint32_t> top;
    bool sites = false;
    std::vector<std::string> source;
    std::optional<std::uint32_t> launch;
    bool all = false;
    Formats formats;
};

/// Rows for a spreadsheet, without the row that adds up others.
present::Table breakdown_records(const ShowData& data, const ShowOptions& options) {
    auto rows = options.sort.empty() ? analyzer::shortened(data.shown, options.top == 0 ? 0 : options.top + 1)
                                     : analyzer::first_rows(data.shown, options.top);
    rows.others.reset();
    return present::breakdown_table(data.shown, rows);
}

std::string show_csv(const ShowData& data, const ShowOptions& show) {
    if (show.matrix != nullptr) {
        const auto tables = present::matrix_tables(*data.matrix);
        if (tables.empty()) throw Error(ErrorKind::unsupported, present::no_matrix_sentence(*show.matrix));
        return present::csv::write(tables.front());
    }
    if (show.source) return sources_csv(data.sources);
    if (show.lines) return present::csv::write(present::line_table(data.lines));
    return present::csv::write(show.sites ? present::sites_table(data.sites, show.only_launch)
                                          : breakdown_records(data, show));
}

void show(const db::Reader& reader, CaseId id, const ShowOptions& show, const ShowCommandOptions& options) {
    check_formats(options.formats);
    const Destination out(options.formats.output);
    out.check();
    if (options.formats.json) return out.print_json([&](auto& json) { write_show(json, reader, id, show); });
    auto held = show;
    if (!options.formats.csv && !show.reordered()) held.most_launches = most_launches_held;
    const auto data = read_show(reader, id, held);
    if (options.formats.csv) return out.print(show_csv(data, show));
    StreamOutput text(options.formats.output);
    print_show(reader, id, data, show, out.screen(), [&](std::string_view piece) { text.print(piece); });
    text.finish();
}

void run_show(const ShowCommandOptions& options) {
    const auto which = asked_case(options.file_and_case, options.cases);
    ShowOptions asked;
    asked.lines = options.by == "line";
    if (!asked.lines) asked.by = analyzer::parse_grouping(options.by);
    if (!options.source.empty()) asked.source = options.source.front();
    if (asked.source && (asked.lines || !options.matrix.empty() || options.top))
        wrong_request(
            "--source lists lines in the order of the file: without --by line, --matrix and --top. "
            "--sort says what is hot.");
    asked.sites = options.sites || (options.launch.has_value() && !asked.source);
    asked.only_launch = options.launch;
    if (!options.matrix.empty()) asked.matrix = &metric(options.matrix);
    asked.sort = options.sort;
    if (!asked.sort.empty() && asked.sort != "share" && asked.sort != "time" && !asked.lines && !asked.source)
        metric(asked.sort);  // refuses what is none
    asked.top = options.top.value_or(0);
    asked.all_facts = options.all;
    if (options.top && *options.top == 0)
        wrong_request("--top must be 1 or more; without it all rows are shown.");
    if (asked.matrix != nullptr && !asked.sort.empty())
        wrong_request("A matrix keeps its stages in order. --top N leaves the N stages of greatest value.");
    if (asked.reordered() && options.formats.json && !asked.source)
        wrong_request(
            "--sort and --top are of the table: --json has all rows, in the order of their launches.");
    const db::Reader reader(which.file);
    const auto chosen = choose_case(reader, which, options.cases);
    asked.older = chosen.older;
    db::check_case(reader, which.file, chosen.id);
    if (!options.launch) return show(reader, chosen.id, asked, options);
    try {
        show(reader, chosen.id, asked, options);
    } catch (const Error& error) {
        if (error.kind() != ErrorKind::usage) throw;
        wrong_request("{} 'sortscope show {} {} --by launch' shows the launches there are.", error.what(),
                      shell_word(which.file), static_cast<std::int64_t>(chosen.id));
    }
}

}  // namespace

void add_show(Program& program) {
    Command command(program, "show", "Show one case: times, stages, counters, access sites");
    const auto options = std::make_shared<ShowCommandOptions>();
    add_case_argument(command, options->file_and_case);
    command.option("--by", options->by, "WHAT", "Group rows: stage, substage, launch, kernel, line")
        .choices({"stage", "substage", "launch", "kernel", "line"});
    command.option("--matrix", options->matrix, "METRIC", "Show a metric by stage and substage")
        .choices(metric_choices);
    command.option("--sort", options->sort, "WHAT", "Sort rows by share, time, a metric, or a line's heat")
        .choices([] {
            auto all =
                to_choices({"share", "time", "sectors", "samples", "requests", "conflicts", "divergence"});
            for (auto& metric : metric_choices()) all.push_back(std::move(metric));
            return all;
        });
    command.option("--top", options->top, "N", "Show N rows and add up the others");
    command.flag("--sites", options->sites, "Add the source lines that load, store and branch");
    command
        .option("--source", options->source, "[PLACE]", "Show source with its costs: FILE, LINE or FILE:LINE")
        .values(0, 1)
        .may_be_empty();
    command.option("--launch", options->launch, "N", "Show the access sites of launch N (from 0)");
    command.flag("--all", options->all, "Add all facts and notes above the rows");
    add_formats(command, options->formats, "the breakdown or the sites");
    add_case_options(command, options->cases);
    command.notes(
        "If the options choose several cases of one condition, the newest is shown. Write --source last.");
    command.examples({"sortscope show 12",
                      "sortscope show sweep.db --variant bitonic-c4 --size 2^26 --sort share --top 5",
                      "sortscope show sweep.db 12 --by substage", "sortscope show sweep.db 12 --launch 3",
                      "sortscope show sweep.db 12 --source bitonic_semi.hpp:47",
                      "sortscope show sweep.db 12 --json | jq '.launches[].counters'"});
    command.run([options] { run_show(*options); });
}

}  // namespace sortscope::cli
