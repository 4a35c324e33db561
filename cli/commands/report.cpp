#include "cli/commands/report.hpp"

#include <algorithm>
#include <memory>
#include <set>
#include <type_traits>

#include <fmt/core.h>

#include "analyzer/curves/throughput.hpp"
#include "analyzer/devices.hpp"
#include "cli/commands/commands.hpp"
#include "cli/options/case_files.hpp"
#include "cli/options/command.hpp"
#include "cli/options/filter.hpp"
#include "cli/options/formats.hpp"
#include "cli/output/output.hpp"
#include "core/error.hpp"
#include "core/text.hpp"
#include "present/json/breakdown.hpp"
#include "present/json/case.hpp"
#include "present/json/metrics.hpp"
#include "present/tables/breakdown.hpp"
#include "present/tables/case.hpp"
#include "present/tables/curves.hpp"
#include "present/tables/list.hpp"
#include "present/text/table.hpp"

namespace sortscope::cli {
namespace {

using analyzer::Curve;
using analyzer::DeviceGroup;

constexpr std::size_t most_rows = 24;

/// One device's part of a report.
struct Section {
    DeviceGroup device;
    std::vector<std::pair<const CaseRecord*, const ReportData::CaseBreakdown*>> breakdowns;
    std::size_t all_breakdowns = 0;  ///< before they were limited
    std::vector<Curve> throughput, block_sweeps;
    std::vector<DeviceLimit> limits;
};

/// What the newest run that measured `device` says of it.
std::vector<DeviceLimit> limits_of(const ReportData& data, const Device& device) {
    const auto found = std::ranges::find(data.limits, device_key(device),
                                         [](const DeviceLimits& one) { return device_key(one.device); });
    return found == data.limits.end() ? std::vector<DeviceLimit>{} : found->limits;
}

/// How much of a device's part is shown where nothing else is said: more is scrolled past, not read.
constexpr std::size_t usual_top = 6;

std::vector<Section> sections_of(const ReportData& data) {
    auto throughput = analyzer::throughput_curves(data.cases, data.repeats);
    auto sweeps = analyzer::block_sweeps(data.cases, data.repeats);
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

std::string underlined(const std::string& text, const Screen& screen) {
    std::string line;
    for (int i = 0; i < present::text::display_width(text); ++i) line += screen.utf8 ? "\u2550" : "=";
    return text + '\n' + line + '\n';
}

std::string device_head(const DeviceGroup& group, const Screen& screen) {
    auto name = printable(group.name);
    if (screen.width) name = present::text::shorten(name, *screen.width, screen);
    return underlined(name, screen) + wrap(printable(present::device_summary(group)), screen) + '\n';
}

/// What stands below all tables of a device.
struct Footnotes {
    std::set<Provenance> provenances;
    std::vector<std::string> left_out;
    bool rest = false;  ///< a table has that row
};

std::string draw_footnotes(const Footnotes& notes, const Screen& screen) {
    if (notes.provenances.empty()) return {};
    const auto rest = notes.rest ? "  " + wrap(present::rest_sentence, screen, 2, 2) + '\n' : std::string();
    return '\n' + present::text::left_out_sentence(notes.left_out, screen, true) + rest +
           present::text::draw_legend(notes.provenances, screen);
}

std::string breakdown_section(const CaseRecord& record, const ReportData::CaseBreakdown& of_case,
                              const Screen& screen, Footnotes& notes) {
    const auto& breakdown = of_case.breakdown;
    auto out = wrap(printable(present::case_heading(record, of_case.chosen.older)), screen, 2) + '\n';
    if (breakdown.rows.empty()) return out + "  No launches were recorded.\n";
    const auto table = present::breakdown_table(breakdown, most_rows);
    notes.provenances.merge(table.terminal_provenances());
    notes.rest = notes.rest || breakdown.rest_ns().has_value();
    return out + present::text::draw_title(table, screen, 2) +
           present::text::draw_rows(table, screen, notes.left_out);
}

/// What follows for each device, and how much of it.
std::string contents(const std::vector<Section>& sections, const ReportData& data, const Screen& screen) {
    std::string out = "\nContents\n";
    bool limited = false;
    for (const auto& section : sections) {
        std::vector<std::string> parts;
        const auto count = section.all_breakdowns;
        const auto shown = section.breakdowns.size();
        limited = limited || shown < count;
        if (count != 0) {
            std::string variants;
            for (std::size_t i = 0; i < shown; ++i)
                variants +=
                    (variants.empty() ? "" : ", ") + present::variant_text(*section.breakdowns[i].first);
            parts.push_back(fmt::format("{}stage {} ({})",
                                        shown < count ? fmt::format("{} of {} ", shown, count) : "",
                                        count == 1 ? "breakdown" : "breakdowns", variants));
        }
        if (!section.throughput.empty())
            parts.push_back("throughput by number of keys of " + plural(section.throughput.size(), "curve"));
        if (!section.block_sweeps.empty())
            parts.push_back("by block size of " + plural(section.block_sweeps.size(), "curve"));
        std::string text = section.device.name + ": ";
        for (std::size_t i = 0; i < parts.size(); ++i) text += (i == 0 ? "" : "; ") + parts[i];
        if (parts.empty()) text += "nothing to draw";
        out += "  " + wrap(printable(text), screen, 4, 2) + '\n';
    }
    if (limited)
        out += "  " +
               wrap(fmt::format("Breakdowns are of the {} that took longest on each device. --top N shows so "
                                "many, --top 0 all; --variant and --size choose.",
                                plural(data.top, "case")),
                    screen, 2, 2) +
               '\n';
    return out;
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
        if (data.cases.empty() && !all.empty())
            throw Error(ErrorKind::usage, fmt::format("There is nothing to report: no case of '{}' fits the "
                                                      "options. 'sortscope list {}' shows what it has.",
                                                      options.file, shell_word(options.file)));
    }
    for (auto run = data.file_of->runs.rbegin(); run != data.file_of->runs.rend(); ++run)
        for (auto& limits : reader.limits(run->id)) data.limits.push_back(std::move(limits));
    for (const auto& chosen : analyzer::representative_cases(data.cases)) {
        const auto record =
            reader.read_case(chosen.case_id, db::Detail::summary);  // of an older file, the list has no span
        data.breakdowns.push_back({chosen, analyzer::breakdown(record, analyzer::Grouping::stage,
                                                               launches_of(reader, chosen.case_id))});
    }
    print_in(
        options.formats, [&] { return report_points(data); }, [&](auto& out) { write_report(out, data); },
        [&](const Screen& screen) { return render_report(data, screen); });
}

}  // namespace

std::string render_report(const ReportData& data, const Screen& screen) {
    auto sections = sections_of(data);
    auto out = wrap(fmt::format("{}: {} on {}", printable(data.file), plural(data.cases.size(), "case"),
                                plural(sections.size(), "device")),
                    screen) +
               '\n';
    if (sections.empty()) return out + "\nThere is nothing to report: the file has no case yet.\n";
    const bool lengthy = sections.size() > 1 || std::ranges::any_of(sections, [&](const Section& one) {
                             return one.breakdowns.size() > 3;
                         });
    for (auto& section : sections) limit(section, data.top);
    if (lengthy) out += contents(sections, data, screen);
    for (const auto& section : sections) {
        out += '\n' + device_head(section.device, screen);
        Footnotes notes;
        for (const auto& [record, of_case] : section.breakdowns)
            out += '\n' + breakdown_section(*record, *of_case, screen, notes);
        out += draw_footnotes(notes, screen);
        const auto tables = present::curve_tables(section.throughput, section.block_sweeps,
                                                  "--repeats each-run keeps runs apart");
        for (const auto* table : {&tables.throughput, &tables.ranking, &tables.block_sweeps})
            if (!table->empty()) out += '\n' + present::text::draw(*table, screen);
        const auto pairs = analyzer::against_the_fastest(section.throughput);
        for (const auto& table : present::crossing_tables(pairs))
            out += '\n' + present::text::draw(table, screen);
    }
    return out;
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

void add_report(CLI::App& program) {
    Command command(program, "report", "A whole file: stage breakdowns, throughput, block sweeps");
    const auto options = std::make_shared<ReportOptions>();
    command.option("FILE", options->file, "", "SortScope file to read");
    add_case_options(command, options->cases);
    command.option("--repeats", options->repeats, "WHICH",
                   "of several cases of one condition, a curve shows the newest, there is a curve for "
                   "each-run, or all are merged: the median of their medians");
    command.option("--top", options->top, "N",
                   "breakdowns of at most N cases a device, those that took longest; 0: of all");
    add_formats(command, options->formats, "the points of all curves");
    command.footer(
        "For each device: the stages of each variant's largest case (of several the fastest with uniform "
        "keys), throughput by number of keys, and throughput by block size where several were collected.\n\n"
        "Examples:\n"
        "  sortscope report\n"
        "  sortscope report sweep.db --variant bitonic-b2,cub-radix --key u32\n"
        "  sortscope report sweep.db --top 0\n");
    command.run([options] { run_report(*options); });
}

}  // namespace sortscope::cli
