// `sortscope show`: shows one case.
#include "analyzer/advice/advice.hpp"
#include "analyzer/devices.hpp"
#include "analyzer/launches/breakdown.hpp"
#include "analyzer/launches/lod.hpp"
#include "analyzer/source/lines.hpp"
#include "cli/commands/commands.hpp"
#include "present/tables/advice.hpp"
#include "present/tables/breakdown.hpp"
#include "present/tables/case.hpp"
#include "present/tables/source.hpp"

namespace sortscope::cli {
namespace {
/// Most rows of launches in memory. They decide the widths of columns.
constexpr size_t most_buffered_launches = 10'000;
/// Lines shown before and after each line with counts, and the line of --source.
constexpr uint32_t around_recorded = 2, around_line = 8;

struct ShowOptions : CaseRequest {
    std::string by = "stage", matrix, sort;
    std::optional<uint32_t> top;
    bool sites = false, all = false, trials = false;
    std::vector<std::string> source;  ///< the place; empty without --source
    std::optional<uint32_t> launch;

    bool by_line() const { return by == "line"; }
    Grouping grouping() const { return by_line() ? Grouping::stage : parse_grouping(by); }
    bool with_sites() const { return sites || (launch && source.empty()); }
    bool reordered() const { return !sort.empty() || top; }
    /// True if another table replaces the breakdown.
    bool other_table() const { return by_line() || !matrix.empty() || !source.empty() || trials; }
    bool is_by_stage() const {
        return grouping() == Grouping::stage && !other_table() && !with_sites() && !launch;
    }
    bool is_plain() const { return is_by_stage() && !reordered(); }
};

/// A source file of a case, and the lines to show; no spans: all lines.
struct ShownSource {
    Listing listing;
    std::vector<LineSpan> spans;
};

struct ShownCase {
    const db::Reader& reader;
    const CaseRecord& details;
    const Breakdown& by_stage;
    const ShowOptions& options;
};

struct SourcePlace {
    std::string file;  ///< empty: any file
    std::optional<uint32_t> line;
};

/// "FILE", "LINE" or "FILE:LINE".
SourcePlace parse_place(const std::string& text) {
    const auto colon = text.rfind(':');
    const auto number = colon == std::string::npos ? text : text.substr(colon + 1);
    if (number.empty() || number.find_first_not_of("0123456789") != std::string::npos) return {text, {}};
    const auto line = parse_number<uint32_t>(number);
    if (line.value_or(0) == 0)
        wrong_request("--source {}: lines count from 1. Name a line as in --source 47, or --source FILE:47.",
                      text);
    return {colon == std::string::npos ? "" : text.substr(0, colon), line};
}

/// Finds a file by its whole path, else by the path's end, else by any part. Errors quote `place` (as typed).
std::string find_file(const std::vector<std::string>& files, const std::string& name,
                      const std::string& place) {
    std::vector<std::string> found;
    for (int loose = 0; loose < 3 && found.empty(); ++loose)
        std::ranges::copy_if(files, std::back_inserter(found), [&](const std::string& file) {
            return loose == 0   ? file == name
                   : loose == 1 ? file.ends_with('/' + name)
                                : file.find(name) != std::string::npos;
        });
    if (found.empty())
        wrong_request("The case has no source file '{}'. Its lines are of {}.", name, join(files));
    if (found.size() > 1)
        wrong_request("'{}' fits several source files: {}. Name one: --source FILE:LINE.", place,
                      join(found));
    return found.front();
}

std::vector<ShownSource> read_sources(const db::Reader& reader, CaseId id, const ShowOptions& options) {
    const auto& place = options.source.front();
    const auto requested = parse_place(place);  // first, to refuse a bad place for any case
    const auto lines = by_line(reader.sites(id, options.launch),
                               options.launch ? std::vector<StallRecord>() : reader.stalls(id));
    const auto files = listed_files(lines);
    std::vector<ShownSource> shown;
    if (files.empty()) return shown;
    const auto heat = options.sort.empty() ? heat_of(lines) : options.sort;
    const auto sources = reader.sources(id);
    for (const auto& file : place.empty() ? files : std::vector{find_file(files, requested.file, place)}) {
        const auto* text = find_or_null(sources, file, &SourceText::file);
        auto listing = analyzer::listing(file, lines, text, heat);
        std::vector<LineSpan> spans;
        if (place.empty()) spans = recorded_spans(listing, around_recorded);
        if (requested.line) {
            if (listing.has_text && *requested.line > listing.lines.back().number)
                wrong_request("{} has no line {}: it has {}.", file, *requested.line,
                              listing.lines.back().number);
            spans = {{*requested.line > around_line ? *requested.line - around_line : 1,
                      *requested.line + around_line}};
        }
        shown.push_back({std::move(listing), std::move(spans)});
    }
    return shown;
}

StageMatrix read_matrix(const ShownCase& shown) {
    const auto& [reader, details, by_stage, options] = shown;
    auto matrix = stage_matrix(analyzer::breakdown(reader, details, Grouping::substage), by_stage,
                               metric(options.matrix));
    if (options.top) leave_greatest(matrix, *options.top);
    return matrix;
}

/// Tables of --matrix, --trials, --source or --by line; empty if the case lacks the data. `csv`: all columns
/// of lines.
std::vector<Table> other_tables(const ShownCase& shown, bool csv) {
    const auto& [reader, details, by_stage, options] = shown;
    std::vector<Table> tables;
    if (options.trials && csv) return {trial_table(details)};
    if (options.trials) tables = {trial_histogram_table(details), trial_order_table(details)};
    if (!options.matrix.empty()) tables = {matrix_table(read_matrix(shown))};
    std::erase_if(tables, std::mem_fn(&Table::empty));
    if (options.trials || !options.matrix.empty()) return tables;
    if (!options.source.empty()) {
        for (const auto& source : read_sources(reader, details.id, options)) {
            tables.push_back(listing_table(source.listing, source.spans));
            if (options.launch) tables.back().title += fmt::format(", launch {}", *options.launch);
        }
        return tables;
    }
    auto lines = by_line(reader.sites(details.id, options.launch), reader.stalls(details.id));
    if (!options.sort.empty()) sort_lines(lines, options.sort);
    if (options.top && lines.size() > *options.top) lines.resize(*options.top);
    if (csv || !lines.empty()) tables.push_back(line_table(lines, !csv));
    return tables;
}

std::string absent_sentence(const ShowOptions& options) {
    if (options.trials) return "The case has no accepted trials with a time.";
    return options.matrix.empty() ? no_sites_sentence() : no_matrix_sentence(metric(options.matrix));
}

/// The breakdown to print. By launch, it has at most `most_launches` rows (0: all).
Breakdown shown_breakdown(const ShownCase& of, size_t most_launches) {
    const auto& [reader, details, by_stage, options] = of;
    auto shown = options.grouping() == Grouping::stage ? by_stage
                 : options.grouping() == Grouping::launch
                     ? sample_by_launch(reader, details.id, by_stage, most_launches)
                     : analyzer::breakdown(reader, details, options.grouping(), Gaps::read);
    if (!options.sort.empty() && !options.by_line() && options.source.empty()) sort_rows(shown, options.sort);
    return shown;
}

void add_head(TextPage& page, const ShownCase& shown, const std::vector<CaseId>& older) {
    const auto& [reader, details, by_stage, options] = shown;
    // Without --all, only a plain show gets the full head.
    const bool brief = !options.all && !options.is_plain();
    std::optional<LaunchRecord> heaviest;
    const auto stages = reader.stages(details.id);
    if (const auto* stage = heaviest_stage(stages); stage != nullptr && stage->time_ns)
        heaviest = find_launch(reader, details.id, stage->first_launch);
    const auto facts =
        brief ? brief_facts(details) : case_facts(details, by_stage, heaviest ? &*heaviest : nullptr);
    page.line(case_title(details), 0, 2);
    if (!older.empty()) {
        page.line(fmt::format("The newest of {} cases of this condition; older: {}.", older.size() + 1,
                              fmt::join(older, ", ")),
                  2);
    }
    if (brief) page.line(facts.subtitle, 2, 2);
    page.facts(facts);
    const auto notes = text::draw_notes(facts, page.screen());
    if (!notes.empty()) page.drawn((brief ? "" : "\nNotes\n") + notes);
    if (brief) page.line("--all adds the facts and notes of the case.", 2);
    page.blank();
}

/// Prints launches row by row. The rows of `part` decide the columns.
void print_launches(const db::Reader& reader, CaseId id, const Breakdown& part, StreamOutput& out,
                    const Screen& screen) {
    auto table = breakdown_table(part);
    text::RowByRow drawing(table, screen);
    const auto provenances = table.terminal_provenances();
    const auto rows = std::move(table.rows);
    table.rows.clear();
    const BreakdownCells cells(part);
    out.print(text::draw_title(table, screen) + drawing.heads());
    GapFinder gaps;
    reader.launches(id, {}, [&](const LaunchRecord& launch) {
        auto row = launch_row(launch, part);
        row.gap_ns = gaps.add(launch.start_ns, launch.duration_ns);
        out.print(drawing.row(cells.row(row, drawing.drawn())));
        return true;
    });
    for (const auto& row : rows)
        if (row.kind == Row::Kind::total) out.print(drawing.row(row));
    out.print(drawing.end() + text::left_out_sentence(drawing.left_out(), screen) +
              text::draw_notes(table, screen) + text::draw_legend(provenances, screen));
}

void print_show(const ShownCase& of, const std::vector<CaseId>& older, StreamOutput& out) {
    const auto& [reader, details, by_stage, options] = of;
    // Read sites before printing: an unknown launch throws.
    const auto sites =
        options.with_sites() ? reader.sites(details.id, options.launch) : std::vector<SiteCounts>();
    const auto shown = shown_breakdown(of, options.reordered() ? 0 : most_buffered_launches);
    TextPage page(options.formats.screen());
    add_head(page, of, older);
    if (shown.rows.empty() && !options.trials) {
        page.line(no_launches_sentence(details));
    } else if (options.other_table()) {
        const auto tables = other_tables(of, false);
        if (tables.empty()) page.line(absent_sentence(options));
        for (const auto& table : tables) {
            if (&table != &tables.front()) page.blank();
            if (options.matrix.empty())
                page.table(table);
            else
                page.drawn(text::draw_in_parts(table, page.screen())).marks(table.terminal_provenances());
        }
        page.legend();
    } else {
        if (options.reordered() || shown.grouping != Grouping::launch ||
            shown.rows.size() == details.launch_count) {
            const auto top = options.top.value_or(0);
            page.table(options.sort.empty() ? breakdown_table(shown, top == 0 ? 0 : top + 1)
                                            : breakdown_table(shown, first_rows(shown, top)))
                .legend();
        } else {
            out.print(page.text());
            print_launches(reader, details.id, shown, out, page.screen());
            page = TextPage(page.screen());
        }
        if (options.with_sites()) {
            page.blank();
            if (sites.empty())
                page.line(no_sites_sentence());
            else
                page.table(sites_table(sites, options.launch)).legend();
        }
        if (options.is_by_stage()) {
            // Use the stored record: `details` has a changed device name.
            const auto record = reader.read_case(details.id, db::Detail::details);
            const auto why = longest_stage_sentence(advise(reader, record));
            if (!why.empty()) page.blank().line(why);
        }
    }
    out.print(page.text());
}

std::string show_csv(const ShownCase& of) {
    const auto& [reader, details, by_stage, options] = of;
    if (options.other_table()) {
        auto tables = other_tables(of, true);
        if (tables.empty()) fail(ErrorKind::unsupported, "{}", absent_sentence(options));
        auto& all = tables.front();
        for (size_t i = 1; i < tables.size(); ++i)
            std::ranges::move(tables[i].rows, std::back_inserter(all.rows));
        return csv::write(all);
    }
    if (options.with_sites())
        return csv::write(sites_table(reader.sites(details.id, options.launch), options.launch));
    const auto shown = shown_breakdown(of, 0);
    const auto top = options.top.value_or(0);
    auto rows = options.sort.empty() ? shortened(shown, top == 0 ? 0 : top + 1) : first_rows(shown, top);
    rows.others.reset();  // a spreadsheet needs no row of sums
    return csv::write(breakdown_table(shown, rows));
}

void write_show(json::Writer& out, const db::Reader& reader, CaseId id, const ShowOptions& options) {
    auto details = reader.read_case(id, db::Detail::details);
    details.series = reader.series(id);
    details.sampled_launches = reader.sampled_launches(id);
    const bool by_launch = options.grouping() == Grouping::launch;  // too many rows for memory
    const auto breakdown =
        analyzer::breakdown(reader, details, by_launch ? Grouping::stage : options.grouping(), Gaps::read);
    members_of_summary(out, details);
    members_of_details(out, details);
    out.put_known("device_limits", limits_of(reader, details), "stalls", reader.stalls(id));
    out.array("launches", [&] {
        reader.launches(id, {.sites = true}, [&](const LaunchRecord& launch) {
            write_launch(out, launch, details.device, details.bytes());
            return true;
        });
    });
    if (!breakdown.rows.empty())
        out.object("breakdown", [&] {
            if (by_launch)
                members_of_launches(out, breakdown, reader, id, Gaps::read);
            else
                members_of(out, breakdown);
        });
    if (!options.matrix.empty()) {
        const auto by_stage = analyzer::breakdown(reader, details, Grouping::stage, Gaps::read);
        out.put("matrix", read_matrix({reader, details, by_stage, options}));
    }
    if (options.by_line()) out.put("lines", by_line(reader.sites(id, options.launch), reader.stalls(id)));
    if (!options.source.empty())
        out.objects("source", read_sources(reader, id, options),
                    [&](const auto& file) { members_of(out, file.listing, file.spans); });
    member_legend(out);
}

void show(const db::Reader& reader, CaseId id, const std::vector<CaseId>& older, const ShowOptions& options) {
    StreamOutput out(options.formats.output);
    if (options.formats.json) {
        out.print_json(in_object([&](auto& json) { write_show(json, reader, id, options); }));
    } else {
        auto details = reader.read_case(id, db::Detail::details);
        details.device.name = DeviceNames(reader.cases()).without_backend(details.device);
        const auto by_stage = analyzer::breakdown(reader, details, Grouping::stage, Gaps::read);
        const ShownCase shown{reader, details, by_stage, options};
        options.formats.csv ? out.print(show_csv(shown)) : print_show(shown, older, out);
    }
    out.finish();
}

void run_show(const ShowOptions& options) {
    const auto which = requested_case(options);
    options.grouping();  // throws for an unknown grouping
    const bool source = !options.source.empty();
    if (source && (options.by_line() || !options.matrix.empty() || options.top))
        wrong_request("--source keeps the order of the file. Leave out --by line, --matrix and --top.");
    if (options.trials && (source || options.by_line() || !options.matrix.empty() || options.reordered()))
        wrong_request(
            "--trials shows times by order. Leave out --source, --by line, --matrix, --sort and --top.");
    if (!options.matrix.empty()) metric(options.matrix);
    const auto& sort = options.sort;
    if (!sort.empty() && sort != "share" && sort != "time" && !options.by_line() && !source) metric(sort);
    if (options.top && options.top == 0)
        wrong_request("--top must be 1 or more; without it all rows are shown.");
    if (!options.matrix.empty() && !sort.empty())
        wrong_request("A matrix keeps its stages in order. --top N leaves the N stages of greatest value.");
    if (options.reordered() && options.formats.json && !source)
        wrong_request("--sort and --top are of the table; --json has all rows in their order.");
    const auto reader = open_file(which.file);
    const auto [id, older] = choose_case(reader, which, options.cases);
    db::check_case(reader, which.file, id);
    try {
        show(reader, id, older, options);
    } catch (const Error& error) {
        if (error.kind() != ErrorKind::usage || !options.launch) throw;
        wrong_request("{} 'sortscope show {} {} --by launch' lists its launches.", error.what(),
                      shell_word(which.file), id);
    }
}
}  // namespace

void add_show(Program& program) {
    Command command(program, "show", "Show one case: times, stages, counters, access sites");
    auto& options = command.run(run_show);
    command.option("--by", options.by, "WHAT", "Group rows: stage, substage, launch, kernel, line",
                   {.choices = words({"stage", "substage", "launch", "kernel", "line"})});
    command.option("--matrix", options.matrix, "METRIC", "Show a metric by stage and substage",
                   {.choices = metric_choices});
    command.option("--sort", options.sort, "WHAT", "Sort rows by share, time, a metric, or a line's heat",
                   {.choices = [] {
                       auto all = to_choices(
                           {"share", "time", "sectors", "samples", "requests", "conflicts", "divergence"});
                       for (auto& metric : metric_choices()) all.push_back(std::move(metric));
                       return all;
                   }});
    command.option("--top", options.top, "N", "Show N rows and add up the others");
    command.flag("--trials", options.trials, "Show the trials' times as a histogram and by order");
    command.flag("--sites", options.sites, "Add the source lines that load, store and branch");
    command.option("--source", options.source, "[PLACE]",
                   "Show source with its costs: FILE, LINE or FILE:LINE",
                   {.least_values = 0, .most_values = 1, .may_be_empty = true});
    command.option("--launch", options.launch, "N", "Show the access sites of launch N (from 0)");
    command.flag("--all", options.all, "Add all facts and notes above the rows");
    add_request(command, options, "the breakdown or the sites");
}
}
