#include "present/tables/list.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include <fmt/core.h>

#include "analyzer/curves/curve.hpp"
#include "core/text.hpp"
#include "core/times.hpp"
#include "present/tables/annotation.hpp"
#include "present/tables/case.hpp"
#include "present/tables/devices.hpp"

namespace sortscope::present {
namespace {

std::int64_t number(CaseId id) { return static_cast<std::int64_t>(id); }

std::string input_text(const CaseRecord& record) {
    return record.input_name() +
           (record.input && !record.input->file.empty() ? " " + record.input->file : "");
}

/// Numbers, so that they sort by value.
Cell keys_cell(std::uint64_t n) {
    auto cell = n == 0 ? Cell{} : text_cell(format_count(n));
    if (n != 0) cell.number = Number(n);
    return cell;
}

bool parameters_tell_apart(std::span<const CaseRecord* const> cases) {
    std::map<std::tuple<std::string, std::uint64_t, std::string, std::string, std::uint32_t>,
             const CaseRecord*>
        known;
    return std::ranges::any_of(cases, [&](const CaseRecord* one) {
        const auto [found, added] = known.try_emplace(
            {variant_text(*one), one->keys(), one->axes.text("key"), input_text(*one), one->block()}, one);
        return !added && found->second->axes.parameters() != one->axes.parameters();
    });
}

}  // namespace

Fields<CaseRecord> case_fields(std::span<const CaseRecord* const> cases) {
    std::set<std::string> caches;
    std::set<TimeMode> modes;
    for (const auto* record : cases)
        if (record->time) caches.insert(record->cache_state), modes.insert(record->time_mode);
    // The CSV always has the same columns.
    const auto if_differs = [](Column column, bool differs) {
        if (!differs) column.importance = 0;
        return std::move(column).shown_if(differs);
    };
    const auto of_time = [](auto cell) {
        return [cell](const CaseRecord& record) { return record.time ? cell(*record.time) : Cell{}; };
    };
    return {
        {make_column("case_id", "Case", "case", 1000, "Number of the case in its file.").names(),
         &CaseRecord::id},
        {text_column("variant", "Variant", "variant", 1000, "What sorted.").wrap(12).names(), variant_text},
        {make_column("n", "Keys", "keys", 900, "Number of keys, N."),
         [](const auto& record) { return keys_cell(record.keys()); }},
        {text_column("key", "Key type", "type", 60, "Type of the keys, with their values."),
         [](const auto& record) { return record.axes.text("key"); }},
        {text_column("input", "Input", "input", 50, "How the keys are distributed.").wrap(7), input_text},
        {make_column("block_threads", "Block", "block", 70, "Threads of a block.").units("threads"),
         [](const auto& record) { return record.block() == 0 ? Cell{} : setting_cell(record.block()); }},
        {text_column("parameters", "Parameters", "parameters", parameters_tell_apart(cases) ? 96 : 30,
                     "The variant's own parameters.")
             .wrap(10),
         [](const auto& record) { return parameters_text(record.axes); }},
        {if_differs(
             text_column("cache_state", "L2 cache", "L2", 65, "State of the L2 cache before each trial."),
             caches.size() > 1),
         &CaseRecord::cache_state},
        {if_differs(text_column("time_mode", "Time mode", "mode", 64, "How the time was taken."),
                    modes.size() > 1),
         [](const auto& record) { return mode_cell(record.time_mode); }},
        {text_column("name", "Name", "name", 94, "What somebody called it.").wrap(6),
         [](const auto& record) { return record.annotation.name; }},
        {text_column("tags", "Tags", "tags", 93, "Words by which somebody finds it again.").wrap(6),
         [](const auto& record) { return tags_text(record.annotation); }},
        {text_column("status", "Status", "status", 95, "How the case ended."), &CaseRecord::status},
        {make_column("median_ns", "Median time", "median", "time", "ns", 100,
                     "Median of the accepted time trials; of several rounds the median of their medians."),
         of_time([](const auto& time) { return time_cell(static_cast<double>(time.median_ns)); })},
        {make_column("spread_pct", "Spread", "spread", 80,
                     "Interquartile range over median of all accepted time trials; nothing of a single one.")
             .units("%"),
         of_time([](const auto& time) { return percent_cell(spread_of(time), 1); })},
        {make_column("rate_mkeys_per_s", "Rate", "rate", 90, "Keys over median time.").units("Mkey/s"),
         [](const auto& record) { return rate_cell(analyzer::rate_mkeys_per_s(record)); }},
        {make_column("time_trials", "Time trials", "trials", "time", "", 20, "Accepted time trials."),
         of_time([](const auto& time) { return cell_of(time.count); })},
        // For CSV: headings have them elsewhere.
        {make_column("run_id", "Run", "run", 0, "Number of the run in its file.").hidden(), &CaseRecord::run},
        {text_column("backend", "Backend", "backend", 0, "Who ran the case.").hidden(),
         [](const auto& record) { return record.device.backend; }},
        {text_column("device", "Device", "device", 0, "What it ran on.").hidden(),
         [](const auto& record) { return record.device.name; }},
        {text_column("uuid", "Device's UUID", "uuid", 0, "Distinguishes devices of one name.").hidden(),
         [](const auto& record) { return record.device.uuid; }},
        {text_column("note", "Note", "note", 0, "What somebody noted about it.").hidden(),
         [](const auto& record) { return record.annotation.note; }}};
}

Table case_table(std::span<const CaseRecord* const> cases) { return table_of(case_fields(cases), cases); }

Table imported_table(std::span<const CaseRecord> cases, std::span<const std::size_t> lines) {
    std::vector<const CaseRecord*> all;
    for (const auto& record : cases) all.push_back(&record);
    auto table = case_table(all);
    const auto run = std::ranges::find(table.columns, "run_id", &Column::id) - table.columns.begin();
    auto& first = table.columns.front();
    first.id = first.head = "line";
    first.title = "Line";
    first.sentence = "The first line of the case in what was imported.";
    auto& launches = table.columns[static_cast<std::size_t>(run)];
    launches.id = launches.head = "launches";
    launches.title = "Launches";
    launches.sentence = "Rows that are launches of the case.";
    for (std::size_t i = 0; i < cases.size(); ++i) {
        auto& cells = table.rows[i].cells;
        cells.front() = count_cell(static_cast<std::int64_t>(lines[i]));
        cells[static_cast<std::size_t>(run)] =
            count_cell(static_cast<std::int64_t>(cases[i].launches.size()));
    }
    return table;
}

std::vector<std::string> case_messages(std::span<const CaseRecord* const> cases) {
    std::vector<std::string> messages;
    for (const auto* record : cases)
        if (!record->message.empty())
            messages.push_back(fmt::format("Case {} {}", number(record->id), status_text(*record)));
    return messages;
}

Facts run_facts(const RunRecord& run, std::size_t cases, bool filtered) {
    Facts facts;
    facts.title = fmt::format("Run {} on {}", static_cast<std::int64_t>(run.id), run.host.name);
    auto counted = plural(cases, "case");
    if (!filtered && run.planned_cases > cases) counted += fmt::format(" of {} planned", run.planned_cases);
    const std::string not_ended = "not ended (still running, or stopped by force)";
    facts.subtitle = fmt::format("{}, {}{}, sortscope {}", run.started_utc, counted,
                                 run.ended_utc.empty() ? ", " + not_ended : "", run.program_version);
    const auto add = [&](const char* id, const char* title, const std::string& text, const char* sentence) {
        facts.add(id, title, text, text, sentence);
    };
    add("command", "Command", run.command, "The command line as given.");
    add("started", "Started", run.started_utc, "In UTC.");
    add("ended", "Ended", run.ended_utc.empty() ? not_ended : run.ended_utc, "In UTC.");
    add("cases", "Cases", counted, "Cases of the run.");
    add("program", "Program", "sortscope " + run.program_version, "The version that collected.");
    add("host", "Host", run.host.name, "Name of the machine.");
    add("os", "System", run.host.os, "Its operating system.");
    add("kernel", "Kernel", run.host.kernel, "Its kernel.");
    add("cpu", "CPU", run.host.cpu, "Its processor.");
    add_annotation(facts, run.annotation);
    for (const auto& note : run.notes) facts.notes.push_back({note.severity, note.text});
    std::ranges::stable_sort(facts.notes, std::ranges::greater{}, &NoteLine::severity);
    return facts;
}

std::string device_heading(const analyzer::DeviceGroup& group) {
    auto text = group.name;
    if (group.device.cc_major != 0) text += ", " + capability_text(group.device);
    if (group.device.backend == BackendKind::simt) text += ": counters modelled, no time";
    return text;
}

std::string device_summary(const analyzer::DeviceGroup& group) {
    auto text = plural(group.cases.size(), "case");
    const auto bad = std::ranges::count_if(
        group.cases, [](const CaseRecord* record) { return record->status != CaseStatus::ok; });
    if (bad > 0) text += fmt::format(", {} of them not ok ('sortscope list' says why)", bad);
    if (group.device.cc_major != 0) text += "; " + capability_text(group.device);
    if (group.device.backend == BackendKind::simt)
        text += "; counters are modelled by the host interpreter, which has no time to measure";
    return text;
}

Facts run_facts_with_place(const RunRecord& run, std::size_t cases, const std::string& path) {
    auto facts = run_facts(run, cases);
    facts.add("machine", {}, fmt::format("{}, {}, {}", run.host.name, run.host.cpu, run.host.os));
    facts.add("file", {}, path);
    return facts;
}

}  // namespace sortscope::present
