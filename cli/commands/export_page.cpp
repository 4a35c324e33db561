// The page of `sortscope export --format html`.
#include "analyzer/advice/advice.hpp"
#include "analyzer/curves/curve.hpp"
#include "analyzer/curves/sweep.hpp"
#include "analyzer/devices.hpp"
#include "analyzer/source/lines.hpp"
#include "analyzer/timing/compare.hpp"
#include "cli/commands/export.hpp"
#include "present/charts/breakdown.hpp"
#include "present/charts/curves.hpp"
#include "present/charts/sweep.hpp"
#include "present/tables/advice.hpp"
#include "present/tables/breakdown.hpp"
#include "present/tables/case.hpp"
#include "present/tables/curves.hpp"
#include "present/tables/list.hpp"
#include "present/tables/source.hpp"
#include "present/tables/store.hpp"
#include "present/tables/sweep.hpp"

namespace sortscope::cli {
namespace {
using html::Page;
using PagePart = present::html::Part;
using PageSection = present::html::Section;

constexpr size_t most_breakdowns = 6, most_charts = 12, most_table_rows = 40, most_page_cases = 2000,
                 most_sweeps = 8;

std::string file_name(const std::string& path) { return std::filesystem::path(path).filename().string(); }

PageSection summary(const std::string& file, const CaseFile& all) {
    PageSection section{"Summary", {{.facts = overview_facts(file, all.runs, all.cases)}}};
    for (const auto& run : all.runs) {
        const auto count = size_t(std::ranges::count(all.cases, run.id, &CaseRecord::run));
        if (count == 0) continue;
        const auto facts = run_facts(run, count, count != run.planned_cases);
        section.parts.push_back({.heading = facts.title, .facts = facts});
    }
    return section;
}

PageSection throughput(const CaseFile& file, const DeviceGroup& group) {
    PageSection section{fmt::format("Throughput: {}", group.name), {}};
    const auto curves_of = [&](const char* axis) {
        auto curves = curves_over(axis, file.cases);
        add_intervals(curves, file);
        return of_device(curves, group.device);
    };
    const auto curves = curves_of("n");
    size_t drawn = 0;
    for (const auto& like : curves_by_input(curves))
        // For two sizes, the table suffices.
        if (std::ranges::any_of(like, [](const Curve& curve) { return curve.points.size() > 2; }) &&
            drawn++ < most_charts)
            section.parts.push_back({.chart = curve_chart(like, CurveKind::throughput, nullptr)});
    auto tables = curve_tables(curves, curves_of("block"));
    const auto add = [&](const char* heading, Table table, bool folded) {
        if (!table.empty())
            section.parts.push_back({.heading = heading, .table = std::move(table), .folded = folded});
    };
    add("Rates as a table", std::move(tables.throughput), true);
    add("Fastest first", std::move(tables.ranking), false);
    for (auto& table : crossing_tables(against_the_fastest(curves)))
        add("Where curves cross", std::move(table), true);
    return section;
}

PageSection sweeps_section(const CaseFile& file, const ChartRequest& request) {
    PageSection section{"Block sizes", {}};
    const std::vector axes{parse_axis("block", file.cases)};
    const auto found =
        analyzer::sweeps(file, axes, request.comparing.time_mode, request.comparing.min_effect);
    if (found.empty()) return section;
    section.parts.push_back({.chart = sweep_chart(found)});
    if (std::ranges::any_of(found, [&](const Sweep& sweep) {
            return sweep.condition.keys() != found.front().condition.keys();
        }))
        section.parts.push_back({.chart = sweep_heat_chart(found)});
    for (size_t i = 0; i < std::min(found.size(), most_sweeps); ++i)
        section.parts.push_back({.heading = sweep_heading(found[i]),
                                 .sentences = {sweep_sentence(found[i], request.comparing.min_effect)},
                                 .table = sweep_table(found[i]),
                                 .folded = true});
    return section;
}

void add_breakdown(PageSection& section, const db::Reader& reader, const CaseRecord& record, size_t older) {
    const auto by_stage =
        std::make_shared<const Breakdown>(analyzer::breakdown(reader, record, Grouping::stage, Gaps::read));
    PagePart part{.heading = case_heading(record, older),
                  .chart = breakdown_chart(by_stage, time_metric(), record)};
    if (part.chart.empty() && by_stage->weight == Weight::sectors)
        part.chart = breakdown_chart(by_stage, metric("global_sectors"), record);
    part.chart.conditions = fmt::format("{}, {}", case_title(record), device_text(record.device));
    part.table = breakdown_table(*by_stage, most_table_rows);
    section.parts.push_back(std::move(part));
}

constexpr uint32_t lines_around = 2;

/// Adds a folded part for each file: the lines of a finding, with surrounding lines.
void add_source(PageSection& section, const AdviceFinding& finding, const std::vector<LineCounts>& lines,
                const std::vector<SourceText>& sources) {
    std::vector<std::string> files;
    for (const auto& site : finding.sites)
        if (!contains(files, site.file)) files.push_back(site.file);
    for (const auto& file : files) {
        const auto* text = find_or_null(sources, file, &SourceText::file);
        if (text == nullptr) continue;
        std::vector<uint32_t> named;
        std::string words;
        for (const auto& site : finding.sites)
            if (site.file == file)
                named.push_back(site.line),
                    words += fmt::format("{} {}", words.empty() ? "" : ",", site.line);
        const auto listing = analyzer::listing(file, lines, text, heat_of(lines));
        section.parts.push_back({.heading = fmt::format("Source: {}, {}{}", file_name(file),
                                                        named.size() == 1 ? "line" : "lines", words),
                                 .table = listing_table(listing, spans_around(listing, named, lines_around)),
                                 .folded = true});
    }
}

std::string finding_heading(size_t place, const AdviceFinding& finding) {
    return fmt::format("{}. {}: {}", place + 1, finding_title(finding), finding_gain(finding));
}

void add_sentence(PagePart& part, std::string sentence) {
    if (!sentence.empty()) part.sentences.push_back(std::move(sentence));
}

/// The advice on a case, with the source of its lines.
PageSection advice_section(const db::Reader& reader, CaseId id, const std::vector<LineCounts>& lines) {
    PageSection section{"What makes it slower than it could be", {}};
    const auto advice = advise(reader, reader.read_case(id, db::Detail::details));
    PagePart roofs{.table = roofline_table(advice)}, limit;
    add_sentence(roofs, not_placed_sentence(advice.status));
    add_sentence(limit, limit_sentence(advice));
    for (auto* part : {&roofs, &limit})
        if (!part->table.empty() || !part->sentences.empty()) section.parts.push_back(std::move(*part));
    const auto sources = reader.sources(id);
    for (size_t i = 0; i < advice.findings.size(); ++i) {
        const auto& finding = advice.findings[i];
        section.parts.push_back({.heading = finding_heading(i, finding),
                                 .sentences = {finding_figures(finding), finding_remedy(finding)}});
        add_source(section, finding, lines, sources);
    }
    if (!advice.findings.empty()) section.parts.push_back({.sentences = {gains_sentence(advice)}});
    return section;
}

/// Adds headlines of findings. Skips a case without launches.
void add_advice(PageSection& section, const db::Reader& reader, const CaseRecord& record) {
    if (record.launch_count == 0) return;
    const auto advice = advise(reader, reader.read_case(record.id, db::Detail::details));
    PagePart part{.heading = fmt::format("What makes case {} slower than it could be", record.id),
                  .folded = true};
    add_sentence(part, not_placed_sentence(advice.status));
    add_sentence(part, limit_sentence(advice));
    for (size_t i = 0; i < advice.findings.size(); ++i)
        add_sentence(part, finding_heading(i, advice.findings[i]));
    if (!advice.findings.empty()) add_sentence(part, gains_sentence(advice));
    section.parts.push_back(std::move(part));
}

PageSection breakdowns(const db::Reader& reader, const DeviceGroup& group,
                       const std::vector<Representative>& chosen) {
    PageSection section{fmt::format("Where the time goes: {}", group.name), {}};
    std::vector<const CaseRecord*> records;
    std::map<CaseId, size_t> older;
    for (const auto& one : chosen)
        if (const auto* found = find_or_null(group.cases, one.case_id, &CaseRecord::id)) {
            records.push_back(*found);
            older[one.case_id] = one.older;
        }
    for (const auto i : longest_cases(records, most_breakdowns)) {
        add_breakdown(section, reader, *records[i], older[records[i]->id]);
        add_advice(section, reader, *records[i]);
    }
    if (records.size() > most_breakdowns)
        section.parts.insert(
            section.parts.begin(),
            {.sentences = {fmt::format(
                 "These are the {} of {} variants that took longest at their largest size. 'sortscope "
                 "export FILE CASE -o case.html' makes a page of any case.",
                 most_breakdowns, records.size())}});
    return section;
}

PageSection all_cases(const std::vector<DeviceGroup>& groups) {
    PageSection section{"All cases", {}};
    size_t shown = 0;
    for (const auto& group : groups) {
        auto of_device = group.cases;
        const auto room = most_page_cases - std::min(shown, most_page_cases);
        PagePart part{
            .heading = fmt::format("{}: {}", device_heading(group), plural(of_device.size(), "case")),
            .folded = true};
        if (of_device.size() > room) {
            of_device.resize(room);
            part.sentences.push_back(
                fmt::format("The first {}: --variant, --n and others choose among them, and --format csv "
                            "has them all.",
                            plural(room, "case")));
        }
        shown += of_device.size();
        part.table = case_table(of_device);
        for (auto& message : case_messages(of_device)) part.sentences.push_back(std::move(message));
        section.parts.push_back(std::move(part));
    }
    return section;
}
}  // namespace

Page file_page(const db::Reader& reader, const std::string& file, const CaseOptions& options,
               const ChartRequest& request) {
    const auto all = case_file(reader, file, options);
    const auto& cases = all.cases;
    if (cases.empty() && options.restricts()) no_case_fits(file);
    Page page{fmt::format("SortScope: {}", file_name(file)), {}, {summary(file, all)}};
    page.subtitle = page.sections.front().parts.front().facts.subtitle;
    const auto groups = by_device(cases);
    const auto chosen = representative_cases(cases);
    const auto add = [&](PageSection section) {
        if (!section.parts.empty()) page.sections.push_back(std::move(section));
    };
    for (const auto& group : groups) add(throughput(all, group));
    if (std::ranges::any_of(cases, [](const CaseRecord& record) { return record.block() != 0; }))
        add(sweeps_section(all, request));
    for (const auto& group : groups) add(breakdowns(reader, group, chosen));
    add(all_cases(groups));
    return page;
}

Page case_page(const db::Reader& reader, const std::string& file, CaseId id, const ChartRequest& request) {
    const auto details = reader.read_case(id, db::Detail::details);
    const auto by_stage =
        std::make_shared<const Breakdown>(analyzer::breakdown(reader, details, Grouping::stage, Gaps::read));
    Page page{case_title(details),
              fmt::format("{}, {}", device_text(details.device), file_name(file)),
              {{"Case", {{.facts = case_facts(details, *by_stage)}}}}};
    const auto chart = [&](const char* name) { return case_chart(reader, id, named_chart(name), request); };
    PageSection time{"Where the time goes", {}};
    add_breakdown(time, reader, details, 0);
    time.parts.front().heading.clear();
    if (by_stage->rows.empty()) {
        page.sections.push_back(std::move(time));
        return page;
    }
    time.parts.push_back({.chart = chart("matrix")});
    if (details.launch_span && details.launch_count <= most_drawn_launches) {
        if (!details.transfers.empty()) time.parts.push_back({.chart = chart("timeline")});
        time.parts.push_back({.chart = chart("sort")});
    }
    if (details.launch_count <= most_page_cases)
        time.parts.push_back(
            {.heading = "By launch",
             .table = breakdown_table(analyzer::breakdown(reader, details, Grouping::launch, Gaps::read)),
             .folded = true});
    page.sections.push_back(std::move(time));
    PageSection memory{"Memory and control flow", {}};
    const auto add = [&](Chart drawn) {
        if (!drawn.empty()) memory.parts.push_back({.chart = std::move(drawn)});
    };
    for (const char* id_of : {"gld_efficiency_pct", "gst_efficiency_pct"})
        add(breakdown_chart(by_stage, metric(id_of), details));
    for (const char* name : {"loads", "stores", "roofline"}) add(chart(name));
    if (details.keys() <= 64) add(chart("network"));
    const auto lines = by_line(reader.sites(id), reader.stalls(id));
    page.sections.push_back(advice_section(reader, id, lines));
    if (!lines.empty()) memory.parts.push_back({.heading = "By source line", .table = line_table(lines)});
    if (!memory.parts.empty()) page.sections.push_back(std::move(memory));
    return page;
}
}
