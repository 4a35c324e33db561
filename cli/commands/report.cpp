// `sortscope report`: summarises a whole file.
#include "analyzer/curves/curve.hpp"
#include "analyzer/devices.hpp"
#include "analyzer/launches/breakdown.hpp"
#include "cli/commands/commands.hpp"
#include "present/tables/breakdown.hpp"
#include "present/tables/case.hpp"
#include "present/tables/curves.hpp"
#include "present/tables/list.hpp"

namespace sortscope::cli {
namespace {
struct CaseBreakdown {
    CaseRecord record;
    size_t older = 0;     ///< older cases of its condition
    Breakdown breakdown;  ///< by stage
};

/// One device's part of a report.
struct Section {
    DeviceGroup device;
    std::vector<CaseBreakdown> breakdowns;
    std::vector<Curve> throughput, sweeps;
    std::vector<DeviceLimit> limits;  ///< of the newest run that measured the device
};

struct ReportData {
    std::string file;
    Repeats repeats = Repeats::newest;
    size_t cases = 0;  ///< chosen
    std::vector<Section> sections;
    size_t top = 0;    ///< breakdowns printed for each device; 0: all
    std::string over;  ///< the axis of the sweeps

    std::string over_words() const { return over == "block" ? "block size" : over; }
};

constexpr size_t most_rows = 24;

constexpr size_t brief_rows = 12;      ///< longest cases of a device in a brief report
constexpr ptrdiff_t most_lines = 100;  ///< two screens; longer reports become brief

constexpr size_t usual_top = 6;  // readers scroll past more breakdowns of a device

std::vector<Section> sections_of(const db::Reader& reader, const CaseFile& file, Repeats repeats,
                                 const std::string& over) {
    auto throughput = curves_over("n", file.cases, repeats);
    auto sweeps = curves_over(over, file.cases, repeats);
    add_intervals(throughput, file);
    add_intervals(sweeps, file);
    const DeviceNames names(reader.cases());
    const auto chosen = representative_cases(file.cases);
    std::vector<Section> sections;
    for (auto& group : by_device(file.cases)) {
        Section section{std::move(group), {}, {}, {}, {}};
        const auto& device = section.device.device;
        section.device.name = names(device);
        for (const auto& [id, older] : chosen) {
            if (!contains(section.device.cases, id, &CaseRecord::id)) continue;
            try {
                auto record = reader.read_case(id, db::Detail::summary);
                auto breakdown = analyzer::breakdown(reader, record, Grouping::stage);
                section.breakdowns.push_back({std::move(record), older, std::move(breakdown)});
            } catch (const Error& damaged) {
                if (damaged.kind() != ErrorKind::data) throw;
                print_error(fmt::format("The stages of case {} are left out: {}", id, damaged.what()));
            }
        }
        section.throughput = of_device(throughput, device);
        section.sweeps = of_device(sweeps, device);
        for (const auto& run : file.runs)
            for (const auto& limits : reader.limits(run.id))
                if (device_key(limits.device) == device_key(device)) section.limits = limits.limits;
        add_limits(section.throughput, section.limits);
        add_limits(section.sweeps, section.limits);
        sections.push_back(std::move(section));
    }
    return sections;
}

void add_device_head(TextPage& page, const DeviceGroup& group) {
    const auto& screen = page.screen();
    auto name = printable(group.name);
    if (screen.width) name = text::shorten(name, *screen.width, screen);
    page.blank().line(name);
    for (int i = 0; i < text::display_width(name); ++i) page.drawn(screen.utf8 ? "\u2550" : "=");
    page.blank().line(device_summary(group));
}

/// Notes below all breakdowns of a device.
struct Footnotes {
    std::set<Provenance> provenances;
    std::vector<std::string> left_out;
    bool rest = false;  ///< a table has the row "rest"
};

void add_footnotes(TextPage& page, const Footnotes& notes) {
    if (notes.provenances.empty()) return;
    page.blank().drawn(text::left_out_sentence(notes.left_out, page.screen(), true));
    if (notes.rest) page.line(rest_sentence, 2);
    page.drawn(text::draw_legend(notes.provenances, page.screen()));
}

void add_breakdown(TextPage& page, const CaseBreakdown& one, Footnotes& notes) {
    page.blank().line(case_heading(one.record, one.older), 0, 2);
    if (one.breakdown.rows.empty()) return void(page.line("No launches were recorded.", 2));
    const auto table = breakdown_table(one.breakdown, most_rows);
    notes.provenances.merge(table.terminal_provenances());
    notes.rest = notes.rest || one.breakdown.rest_ns().has_value();
    page.drawn(text::draw_title(table, page.screen(), 2) +
               text::draw_rows(table, page.screen(), notes.left_out));
}

/// Returns the `top` longest cases (0: all), in section order.
std::vector<const CaseBreakdown*> longest_of(const Section& section, size_t top) {
    std::vector<const CaseBreakdown*> all;
    std::vector<const CaseRecord*> records;
    for (const auto& one : section.breakdowns) {
        all.push_back(&one);
        records.push_back(&one.record);
    }
    if (top == 0 || all.size() <= top) return all;
    auto longest = longest_cases(records, top);
    std::ranges::sort(longest);
    std::vector<const CaseBreakdown*> shown;
    for (const auto i : longest) shown.push_back(all[i]);
    return shown;
}

void add_contents(TextPage& page, const ReportData& data) {
    page.blank().line("Contents");
    bool limited = false;
    for (const auto& section : data.sections) {
        const auto shown = longest_of(section, data.top);
        const auto count = section.breakdowns.size();
        limited = limited || shown.size() < count;
        std::vector<std::string> parts;
        if (count != 0) {
            std::vector<std::string> variants;
            for (const auto* one : shown) variants.push_back(variant_text(one->record));
            parts.push_back(fmt::format(
                "{}stage {} ({})", shown.size() < count ? fmt::format("{} of {} ", shown.size(), count) : "",
                count == 1 ? "breakdown" : "breakdowns", join(variants)));
        }
        if (!section.throughput.empty())
            parts.push_back("throughput by number of keys of " + plural(section.throughput.size(), "curve"));
        if (!section.sweeps.empty())
            parts.push_back(
                fmt::format("by {} of {}", data.over_words(), plural(section.sweeps.size(), "curve")));
        if (parts.empty()) parts.emplace_back("nothing to draw");
        page.line(fmt::format("{}: {}", section.device.name, join(parts, "; ")), 2, 2);
    }
    if (limited)
        page.line(
            fmt::format("Breakdowns show the {} that took longest on each device. --top N shows N, --top 0 "
                        "all; --variant and --n choose.",
                        plural(data.top, "case")),
            2);
}

void add_title(TextPage& page, const ReportData& data) {
    page.line(fmt::format("{}: {} on {}", data.file, plural(data.cases, "case"),
                          plural(data.sections.size(), "device")));
    if (data.sections.empty()) page.blank().line("The file has no case yet.");
}

/// Prints the longest cases and the fastest curves of each device, and commands for the rest.
void render_brief(const ReportData& data, TextPage& page) {
    add_title(page, data);
    for (const auto& section : data.sections) {
        add_device_head(page, section.device);
        std::vector<CaseStages> longest;
        for (const auto* one : longest_of(section, brief_rows))
            if (!one->breakdown.rows.empty()) longest.push_back({&one->record, &one->breakdown});
        std::ranges::sort(longest, std::greater{},
                          [](const auto& one) { return one.record->time ? one.record->time->median_ns : 0; });
        if (!longest.empty()) page.blank().table(costliest_stages_table(longest, section.breakdowns.size()));
        const auto tables = curve_tables(section.throughput, section.sweeps);
        if (!tables.ranking.empty()) page.blank().table(tables.ranking);
        const auto crossings = crossing_tables(against_the_fastest(section.throughput));
        std::vector<std::string> left_out;
        const auto add = [&](size_t count, const char* what) {
            if (count > 0) left_out.push_back(plural(count, what));
        };
        add(section.breakdowns.size(), "stage breakdown");
        add(section.throughput.size(), "throughput curve");
        add(section.sweeps.size(), (data.over + " sweep").c_str());
        add(crossings.size(), "crossing table");
        page.blank().line(fmt::format("Left out: {}.", join(left_out)));
    }
    page.blank().line(
        "'sortscope report --all' prints all of it; --variant, --key and --n choose. 'show', 'sweep' and "
        "'compare' print one case, sweep or comparison.");
    page.legend();
}

void render_report(const ReportData& data, TextPage& page) {
    const auto& sections = data.sections;
    add_title(page, data);
    if (sections.size() > 1 || (!sections.empty() && sections.front().breakdowns.size() > 3))
        add_contents(page, data);
    for (const auto& section : sections) {
        add_device_head(page, section.device);
        Footnotes notes;
        for (const auto* one : longest_of(section, data.top)) add_breakdown(page, *one, notes);
        add_footnotes(page, notes);
        const auto tables = curve_tables(section.throughput, section.sweeps,
                                         "--repeats each-run keeps runs apart", data.over);
        for (const auto* table : {&tables.throughput, &tables.ranking, &tables.sweeps})
            if (!table->empty()) page.blank().table(*table);
        for (const auto& table : crossing_tables(against_the_fastest(section.throughput)))
            page.blank().table(table);
    }
}

Table report_points(const ReportData& data) {
    std::vector<Curve> curves;
    for (const auto& section : data.sections)
        for (const auto* all : {&section.throughput, &section.sweeps})
            curves.insert(curves.end(), all->begin(), all->end());
    return curve_points(curves);
}

void write_report(json::Writer& out, const ReportData& data) {
    out.put("file", data.file, "repeats", name_of(data.repeats));
    out.objects("devices", data.sections, [&](const auto& section) {
        out.put("device", section.device.device, "cases", section.device.cases.size());
        out.objects("breakdowns", section.breakdowns, [&](const auto& one) {
            members_of_summary(out, one.record, false);
            out.put_nonzero("cases_not_shown", one.older);
            out.put("breakdown", one.breakdown);
        });
        out.put("throughput", section.throughput);
        out.put(data.over == "block" ? "block_sweeps" : "sweeps", section.sweeps);
        out.put("crossings", against_the_fastest(section.throughput));
        if (section.limits.empty()) return;
        out.objects("limits", section.limits, [&](const auto& limit) {
            out.put("name", limit.name, "value", limit.value, "unit", limit.unit);
            out.put("spread_ratio", limit.spread);
        });
    });
    member_legend(out);
}

struct ReportOptions : FileRequest {
    std::string over = "block";
    std::optional<uint32_t> top;
    bool all = false;
    Repeats repeats = Repeats::newest;
};

void run_report(const ReportOptions& options) {
    const auto reader = open_file(options.file);
    const auto file = case_file(reader, options.file, options.cases);
    if (options.cases.restricts() && file.cases.empty() && !reader.cases().empty())
        no_case_fits(options.file);
    const auto over = value_of("--over", [&] { return parse_axis(options.over, file.cases); });
    if (over == "n" || (over != "block" && !is_numeric(over, file.cases)))
        wrong_request("--over: '{}' is no axis with numbers besides n, such as block or a parameter.", over);
    const ReportData data{options.file,
                          options.repeats,
                          file.cases.size(),
                          sections_of(reader, file, options.repeats, over),
                          options.top.value_or(usual_top),
                          over};
    print_in(
        options.formats, [&] { return report_points(data); },
        in_object([&](auto& out) { write_report(out, data); }),
        [&](TextPage& page) {
            TextPage whole(page.screen());
            render_report(data, whole);
            const bool brief =
                !options.all && !options.top && std::ranges::count(whole.text(), '\n') > most_lines;
            brief ? render_brief(data, page) : void(page.drawn(whole.text()));
        });
}
}  // namespace

void add_report(Program& program) {
    Command command(program, "report", "Report a whole file: stages, throughput, block sweeps");
    auto& options = command.run(run_report);
    command.parsed("--repeats", options.repeats, "WHICH",
                   "Draw the newest case of a condition, each-run, or merged", parse_repeats,
                   {.choices = words({"newest", "each-run", "merged"}), .only = true, .initial = "newest"});
    command.option("--over", options.over, "AXIS", "Draw sweeps over block or a parameter");
    command.flag("--all", options.all, "Print all tables of a report that exceeds 100 lines");
    command.option("--top", options.top, "N", "Break down the N longest cases of a device; 0: all");
    add_request(command, options, "the points of all curves");
}
}
