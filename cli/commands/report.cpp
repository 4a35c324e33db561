// `sortscope report`: a whole file at a glance.
#include <algorithm>
#include <memory>
#include <optional>
#include <set>
#include <type_traits>
#include <vector>

#include <fmt/format.h>

#include "analyzer/curves/curve.hpp"
#include "analyzer/curves/throughput.hpp"
#include "analyzer/devices.hpp"
#include "analyzer/launches/breakdown.hpp"
#include "analyzer/timing/compare.hpp"
#include "cli/commands/commands.hpp"
#include "cli/options/case_files.hpp"
#include "cli/options/filter.hpp"
#include "cli/options/formats.hpp"
#include "cli/output/output.hpp"
#include "cli/output/text_page.hpp"
#include "core/error.hpp"
#include "core/records.hpp"
#include "core/text.hpp"
#include "present/json/breakdown.hpp"
#include "present/json/case.hpp"
#include "present/json/metrics.hpp"
#include "present/json/writer.hpp"
#include "present/table.hpp"
#include "present/tables/breakdown.hpp"
#include "present/tables/case.hpp"
#include "present/tables/curves.hpp"
#include "present/tables/list.hpp"
#include "present/text/table.hpp"
#include "present/text/terminal.hpp"

namespace sortscope::cli {
namespace {

using analyzer::Curve;
using analyzer::DeviceGroup;

struct ReportData {
    std::string file;
    std::vector<CaseRecord> cases;  ///< all that were asked for, at db::Detail::summary
    struct CaseBreakdown {
        analyzer::Representative chosen;
        analyzer::Breakdown breakdown;  ///< by stage
    };
    /// Of those that analyzer::representative_cases() chooses, in its order.
    std::vector<CaseBreakdown> breakdowns;
    analyzer::Repeats repeats = analyzer::Repeats::newest;
    std::optional<analyzer::CaseFile> file_of = {};  ///< of intervals; nothing: points have none
    std::vector<DeviceLimits> limits = {};           ///< of devices, the newest run's first
    std::size_t top = 0;  ///< in text: breakdowns of so many cases of each device, the longest; 0: all
    std::optional<analyzer::DeviceNames> names =
        {};  ///< of all of the file's devices, where not all cases were asked for
};

constexpr std::size_t most_rows = 24;

/// One device's part of a report.
struct Section {
    DeviceGroup device;
    std::vector<std::pair<const CaseRecord*, const ReportData::CaseBreakdown*>> breakdowns;
    std::size_t all_breakdowns = 0;  ///< before they were limited
    std::vector<Curve> throughput, block_sweeps;
    std::vector<DeviceLimit> limits;
};

/// The limits that the newest run measured on `device`.
std::vector<DeviceLimit> limits_of(const ReportData& data, const Device& device) {
    const auto found = std::ranges::find(data.limits, device_key(device),
                                         [](const DeviceLimits& one) { return device_key(one.device); });
    return found == data.limits.end() ? std::vector<DeviceLimit>{} : found->limits;
}

/// Readers scroll past more breakdowns of a device.
constexpr std::size_t usual_top = 6;

std::vector<Section> sections_of(const ReportData& data) {
    auto throughput = analyzer::curves_over("n", data.cases, data.repeats);
    auto sweeps = analyzer::curves_over("block", data.cases, data.repeats);
    if (data.file_of) {
        analyzer::add_intervals(throughput, *data.file_of);
        analyzer::add_intervals(sweeps, *data.file_of);
    }
    std::vector<Section> sections;
    for (auto& group : analyzer::by_device(data.cases)) {
        Section section{std::move(group), {}, 0, {}, {}, {}};
        for (const auto& one : data.breakdowns) {
            const auto found = std::ranges::find(section.device.cases, one.chosen.case_id, &CaseRecord::id);
            if (found != section.device.cases.end()) section.breakdowns.emplace_back(*found, &one);
        }
        section.throughput = analyzer::of_device(throughput, section.device.device);
        section.block_sweeps = analyzer::of_device(sweeps, section.device.device);
        if (data.names) section.device.name = (*data.names)(section.device.device);
        section.limits = limits_of(data, section.device.device);
        analyzer::add_limits(section.throughput, section.limits);
        analyzer::add_limits(section.block_sweeps, section.limits);
        sections.push_back(std::move(section));
    }
    return sections;
}

void add_device_head(TextPage& page, const DeviceGroup& group) {
    const auto& screen = page.screen();
    auto name = printable(group.name);
    if (screen.width) name = present::text::shorten(name, *screen.width, screen);
    page.blank().line(name);
    std::string rule;
    for (int i = 0; i < present::text::display_width(name); ++i) rule += screen.utf8 ? "\u2550" : "=";
    page.drawn(rule + '\n').line(present::device_summary(group));
}

/// What is below all breakdowns of a device.
struct Footnotes {
    std::set<Provenance> provenances;
    std::vector<std::string> left_out;
    bool rest = false;  ///< a table has that row
};

void add_footnotes(TextPage& page, const Footnotes& notes) {
    if (notes.provenances.empty()) return;
    page.blank().drawn(present::text::left_out_sentence(notes.left_out, page.screen(), true));
    if (notes.rest) page.line(present::rest_sentence, 2);
    page.drawn(present::text::draw_legend(notes.provenances, page.screen()));
}

void add_breakdown(TextPage& page, const CaseRecord& record, const ReportData::CaseBreakdown& of_case,
                   Footnotes& notes) {
    const auto& breakdown = of_case.breakdown;
    page.blank().line(present::case_heading(record, of_case.chosen.older), 0, 2);
    if (breakdown.rows.empty()) {
        page.line("No launches were recorded.", 2);
        return;
    }
    const auto table = present::breakdown_table(breakdown, most_rows);
    notes.provenances.merge(table.terminal_provenances());
    notes.rest = notes.rest || breakdown.rest_ns().has_value();
    page.drawn(present::text::draw_title(table, page.screen(), 2) +
               present::text::draw_rows(table, page.screen(), notes.left_out));
}

void add_contents(TextPage& page, const std::vector<Section>& sections, std::size_t top) {
    page.blank().line("Contents");
    bool limited = false;
    for (const auto& section : sections) {
        const auto count = section.all_breakdowns, shown = section.breakdowns.size();
        limited = limited || shown < count;
        std::vector<std::string> parts;
        if (count != 0) {
            std::vector<std::string> variants;
            for (const auto& [record, of_case] : section.breakdowns)
                variants.push_back(present::variant_text(*record));
            parts.push_back(fmt::format("{}stage {} ({})",
                                        shown < count ? fmt::format("{} of {} ", shown, count) : "",
                                        count == 1 ? "breakdown" : "breakdowns", fmt::join(variants, ", ")));
        }
        if (!section.throughput.empty())
            parts.push_back("throughput by number of keys of " + plural(section.throughput.size(), "curve"));
        if (!section.block_sweeps.empty())
            parts.push_back("by block size of " + plural(section.block_sweeps.size(), "curve"));
        if (parts.empty()) parts.emplace_back("nothing to draw");
        page.line(fmt::format("{}: {}", section.device.name, fmt::join(parts, "; ")), 2, 2);
    }
    if (limited)
        page.line(
            fmt::format("Breakdowns show the {} that took longest on each device. --top N shows N, --top 0 "
                        "all; --variant and --size choose.",
                        plural(top, "case")),
            2);
}

/// Leaves the breakdowns of the longest cases, in their order.
void limit(Section& section, std::size_t top) {
    auto& all = section.breakdowns;
    section.all_breakdowns = all.size();
    if (top == 0 || all.size() <= top) return;
    std::vector<const CaseRecord*> records;
    for (const auto& one : all) records.push_back(one.first);
    auto longest = analyzer::longest_cases(records, top);
    std::ranges::sort(longest);
    std::remove_cvref_t<decltype(all)> kept;
    for (const auto i : longest) kept.push_back(std::move(all[i]));
    all = std::move(kept);
}

std::string render_report(const ReportData& data, const Screen& screen) {
    auto sections = sections_of(data);
    TextPage page(screen);
    page.line(fmt::format("{}: {} on {}", data.file, plural(data.cases.size(), "case"),
                          plural(sections.size(), "device")));
    if (sections.empty()) return page.blank().line("The file has no case yet.").text();
    const bool lengthy = sections.size() > 1 || sections.front().breakdowns.size() > 3;
    for (auto& section : sections) limit(section, data.top);
    if (lengthy) add_contents(page, sections, data.top);
    for (const auto& section : sections) {
        add_device_head(page, section.device);
        Footnotes notes;
        for (const auto& [record, of_case] : section.breakdowns)
            add_breakdown(page, *record, *of_case, notes);
        add_footnotes(page, notes);
        const auto tables = present::curve_tables(section.throughput, section.block_sweeps,
                                                  "--repeats each-run keeps runs apart");
        for (const auto* table : {&tables.throughput, &tables.ranking, &tables.block_sweeps})
            if (!table->empty()) page.blank().table(*table);
        for (const auto& table : present::crossing_tables(analyzer::against_the_fastest(section.throughput)))
            page.blank().table(table);
    }
    return page.text();
}

present::Table report_points(const ReportData& data) {
    std::vector<Curve> curves;
    for (auto& section : sections_of(data))
        for (auto* all : {&section.throughput, &section.block_sweeps})
            curves.insert(curves.end(), all->begin(), all->end());
    return present::curve_points(curves);
}

void write_report(present::json::Writer& out, const ReportData& data) {
    out.object([&] {
        out.put("file", data.file);
        out.put("repeats", analyzer::name_of(data.repeats));
        out.array("devices", [&] {
            for (const auto& section : sections_of(data))
                out.object([&] {
                    out.object("device",
                               [&] { present::json::members_of_device(out, section.device.device); });
                    out.put("cases", section.device.cases.size());
                    out.array("breakdowns", [&] {
                        for (const auto& [record, of_case] : section.breakdowns)
                            out.object([&, record = record, of_case = of_case] {
                                present::json::members_of_summary(out, *record, false);
                                out.put_nonzero("cases_not_shown", of_case->chosen.older);
                                out.member("breakdown",
                                           [&] { present::json::write_breakdown(out, of_case->breakdown); });
                            });
                    });
                    out.array("throughput", [&] {
                        for (const auto& curve : section.throughput) present::json::write_curve(out, curve);
                    });
                    out.array("block_sweeps", [&] {
                        for (const auto& curve : section.block_sweeps) present::json::write_curve(out, curve);
                    });
                    out.array("crossings", [&] {
                        for (const auto& pair : analyzer::against_the_fastest(section.throughput))
                            present::json::write_crossings(out, pair);
                    });
                    if (section.limits.empty()) return;
                    out.array("limits", [&] {
                        for (const auto& limit : section.limits)
                            out.object([&] {
                                out.put("name", limit.name);
                                out.put("value", limit.value);
                                out.put("unit", limit.unit);
                                out.put("spread_ratio", limit.spread);
                            });
                    });
                });
        });
        present::json::member_legend(out);
    });
}

struct ReportOptions {
    std::string file = default_file;
    CaseOptions cases;
    std::uint32_t top = usual_top;
    std::string repeats = std::string(analyzer::name_of(analyzer::Repeats::newest));
    Formats formats;
};

void run_report(const ReportOptions& options) {
    check_formats(options.formats);
    const CaseChoice checked(options.cases);
    ReportData data{options.file, {}, {}, analyzer::parse_repeats(options.repeats), {}, {}};
    const db::Reader reader(options.file);
    check_names(reader, options.cases);
    data.top = options.top;
    data.file_of = case_file(reader, options.file, options.cases);
    data.cases = data.file_of->cases;
    if (options.cases.restricts()) {
        const auto all = reader.cases();
        data.names.emplace(all);
        if (data.cases.empty() && !all.empty()) throw Error(ErrorKind::usage, no_case_fits(options.file));
    }
    for (auto run = data.file_of->runs.rbegin(); run != data.file_of->runs.rend(); ++run)
        for (auto& limits : reader.limits(run->id)) data.limits.push_back(std::move(limits));
    for (const auto& chosen : analyzer::representative_cases(data.cases)) {
        const auto record = reader.read_case(chosen.case_id, db::Detail::summary);
        data.breakdowns.push_back({chosen, analyzer::breakdown(reader, record, analyzer::Grouping::stage)});
    }
    print_in(
        options.formats, [&] { return report_points(data); }, [&](auto& out) { write_report(out, data); },
        [&](const Screen& screen) { return render_report(data, screen); });
}

}  // namespace

void add_report(Program& program) {
    Command command(program, "report", "Report a whole file: stages, throughput, block sweeps");
    const auto options = std::make_shared<ReportOptions>();
    add_file(command, options->file);
    command
        .option("--repeats", options->repeats, "WHICH",
                "Draw the newest case of a condition, each-run, or merged")
        .only({"newest", "each-run", "merged"});
    command.option("--top", options->top, "N", "Show the N longest breakdowns of a device; 0: all");
    add_case_options(command, options->cases);
    add_formats(command, options->formats, "the points of all curves");
    command.notes("Breakdowns are of each variant's largest case. Merged points are the median of medians.");
    command.examples({"sortscope report",
                      "sortscope report sweep.db --variant bitonic-b2,cub-radix --key u32",
                      "sortscope report sweep.db --top 0"});
    command.run([options] { run_report(*options); });
}

}  // namespace sortscope::cli
