#include "present/tables/list.hpp"

#include <fmt/core.h>

#include "analyzer/curves/curve.hpp"
#include "core/times.hpp"
#include "present/tables/case.hpp"
#include "present/tables/condition_columns.hpp"

namespace sortscope::present {
namespace {
std::string input_text(const CaseRecord& record) {
    return join({record.input_name(), record.input ? record.input->file : ""}, " ");
}

bool parameters_tell_apart(std::span<const CaseRecord* const> cases) {
    std::map<std::tuple<std::string, uint64_t, std::string, std::string, uint32_t>, const CaseRecord*> known;
    return std::ranges::any_of(cases, [&](const CaseRecord* one) {
        const auto [found, added] = known.try_emplace(
            {variant_text(*one), one->keys(), one->axes.text("key"), input_text(*one), one->block()}, one);
        return !added && found->second->axes.parameters() != one->axes.parameters();
    });
}
}  // namespace

std::string tags_text(const Annotation& annotation) { return join(annotation.tags); }

std::string annotation_text(const Annotation& annotation) {
    const auto tags = tags_text(annotation);
    return join({annotation.name, tags.empty() ? tags : "tags: " + tags, annotation.note}, "; ");
}

void add_annotation(Facts& facts, const Annotation& annotation) {
    const auto tags = tags_text(annotation);
    facts.add("name", "Name", annotation.name, annotation.name, "What somebody called it.");
    facts.add("tags", "Tags", tags, tags, "Words by which it is found again: --tag.");
    facts.add("note", "Note", annotation.note, annotation.note, "What somebody noted about it.");
}

Table annotation_table(const std::vector<Annotated>& annotated) {
    return table_of(
        Fields<Annotated>{
            {make_column("run_id", "Run", "run", 1000, "Number of the run in its file.").names(),
             &Annotated::run, nonzero},
            {make_column("case_id", "Case", "case", 1000, "Number of the case; absent for the whole run.")
                 .names(),
             &Annotated::id, nonzero},
            {text_column("Name", 900, "What somebody called it.").wrap(8), &Annotated::annotation,
             &Annotation::name},
            {text_column("Tags", 800, "Words by which it is found again.").wrap(8), &Annotated::annotation,
             tags_text},
            {text_column("Note", 700, "What somebody noted about it.").wrap(8), &Annotated::annotation,
             &Annotation::note}},
        annotated);
}

Fields<CaseRecord> case_fields(std::span<const CaseRecord* const> cases) {
    // CSV has fixed columns.
    const auto if_differs = [&](Column column, auto member) {
        const auto timed = [](const CaseRecord* record) { return record->time.has_value(); };
        const auto first = std::ranges::find_if(cases, timed);
        const bool differs = std::any_of(first, cases.end(), [&](const CaseRecord* record) {
            return timed(record) && record->*member != (*first)->*member;
        });
        if (!differs) column.importance = 0;
        return std::move(column).shown_if(differs);
    };
    return {
        {case_id_column(1000).names(), &CaseRecord::id},
        {part_column("variant", 1000).wrap(12).names(), variant_text},
        {part_column("n", 900),
         [](const auto& record) {
             const auto n = record.keys();
             return n == 0 ? Cell{} : Cell{format_count(n), Number(n)};  // sorted by value
         }},
        {part_column("key", 60), [](const auto& record) { return record.axes.text("key"); }},
        {part_column("input", 50).wrap(7), input_text},
        {part_column("block", 70).units("threads"), &CaseRecord::block, nonzero, setting_cell},
        {part_column("parameters", parameters_tell_apart(cases) ? 96 : 30).wrap(10), &CaseRecord::axes,
         parameters_text},
        {text_column("Output", 98, "What of its keys a case leaves in order, if not all.").wrap(8),
         output_of},
        {if_differs(part_column("cache", 65), &CaseRecord::cache_state), &CaseRecord::cache_state},
        {if_differs(part_column("time-mode", 64), &CaseRecord::time_mode), &CaseRecord::time_mode, mode_cell},
        {text_column("Name", 94, "What somebody called it.").wrap(6), &CaseRecord::annotation,
         &Annotation::name},
        {text_column("Tags", 93, "Words by which somebody finds it again.").wrap(6), &CaseRecord::annotation,
         tags_text},
        {text_column("Status", 95, "How the case ended."), &CaseRecord::status},
        {median_column(100), &CaseRecord::time, &TimeSummary::median_ns, time_cell},
        {spread_column(80), &CaseRecord::time, spread_of, percent_with(1)},
        {make_column("rate_mkeys_per_s", "Rate", "rate", 90, "Keys over median time.").units("Mkey/s"),
         analyzer::rate_mkeys_per_s, rate_cell},
        {make_column("time_trials", "Time trials", "trials", "time", "", 20, "Accepted time trials."),
         &CaseRecord::time, &TimeSummary::count},
        // For CSV: texts show these in headings.
        {make_column("run_id", "Run", "run", 0, "Number of the run in its file.").hidden(), &CaseRecord::run},
        {text_column("Backend", 0, "Who ran the case.").hidden(), &CaseRecord::device, &Device::backend},
        {text_column("Device", 0, "What it ran on.").hidden(), &CaseRecord::device, &Device::name},
        {text_column("uuid", "Device's UUID", "uuid", 0, "Distinguishes devices of one name.").hidden(),
         &CaseRecord::device, &Device::uuid},
        {text_column("Note", 0, "What somebody noted about it.").hidden(), &CaseRecord::annotation,
         &Annotation::note}};
}

Table case_table(std::span<const CaseRecord* const> cases) { return table_of(case_fields(cases), cases); }

void order_cases(std::vector<CaseRecord>& cases) {
    std::ranges::stable_sort(cases, {}, [](const CaseRecord& record) {
        return std::tuple(record.subject.name, record.keys(), record.axes.text("key"), record.block());
    });
}

void order_cases(std::vector<CaseRecord>& cases, const std::string& column) {
    const auto fields = case_fields();
    std::vector<Column> columns;
    add_columns(columns, fields);
    std::ranges::stable_sort(cases, comes_before, fields[find_column(columns, column)].cell);
}

Table imported_table(std::span<const CaseRecord> cases, std::span<const size_t> lines) {
    auto table = case_table(mapped(cases, [](const CaseRecord& record) { return &record; }));
    const auto run = size_t(std::ranges::find(table.columns, "run_id", &Column::id) - table.columns.begin());
    const bool by_line = !lines.empty();
    table.columns.front() = (by_line ? make_column("Line", 1000, "The first line of the case in the file.")
                                     : make_column("Case", 1000, "Number of the case in the file."))
                                .names();
    table.columns[run] = make_column("Launches", 0, "Rows that are launches of the case.").hidden();
    for (size_t i = 0; i < cases.size(); ++i) {
        table.rows[i].cells.front() = cell_of(by_line ? lines[i] : i + 1);
        table.rows[i].cells[run] = cell_of(cases[i].launch_count);
    }
    return table;
}

std::vector<std::string> case_messages(std::span<const CaseRecord* const> cases) {
    std::vector<std::string> messages;
    for (const auto* record : cases)
        if (!record->message.empty())
            messages.push_back(fmt::format("Case {} {}", record->id, status_text(*record)));
    return messages;
}

Facts run_facts(const RunRecord& run, size_t cases, bool filtered) {
    Facts facts{.title =
                    fmt::format("Run {}{}", run.id, run.host.name.empty() ? "" : " on " + run.host.name)};
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
    facts.sort_notes();
    return facts;
}

std::string device_heading(const analyzer::DeviceGroup& group) {
    return join({group.name, capability_text(group.device)}) +
           (group.device.backend == BackendKind::simt ? ": counters modelled, no time" : "");
}

std::string device_summary(const analyzer::DeviceGroup& group) {
    auto text = plural(group.cases.size(), "case");
    const auto bad = std::ranges::count_if(
        group.cases, [](const CaseRecord* record) { return record->status != CaseStatus::ok; });
    if (bad > 0) text += fmt::format(", {} of them not ok ('sortscope list' says why)", bad);
    const bool modelled = group.device.backend == BackendKind::simt;
    return join(
        {text, capability_text(group.device),
         modelled ? "counters are modelled by the host interpreter, which has no time to measure" : ""},
        "; ");
}

Facts run_facts_with_place(const RunRecord& run, size_t cases, const std::string& path) {
    auto facts = run_facts(run, cases);
    facts.add("machine", fmt::format("{}, {}, {}", run.host.name, run.host.cpu, run.host.os));
    facts.add("file", path);
    return facts;
}

namespace {
DeviceLines lines_of(const Device& device) {
    switch (device.backend) {
        case BackendKind::cupti:
            return {fmt::format("GPU {}  {}", device.ordinal, device.name),
                    {fmt::format("{}, {} SMs at up to {}", capability_text(device), device.multiprocessors,
                                 format_clock(device.clock_khz)),
                     fmt::format("{} memory ({}-bit at {}), {} L2", bytes_text(device.memory_bytes),
                                 device.memory_bus_bits, format_clock(device.memory_clock_khz),
                                 bytes_text(device.l2_bytes)),
                     fmt::format("driver {}, CUDA {}, CUPTI {}", device.driver_version, device.cuda_version,
                                 device.cupti_version.empty() ? "not found" : device.cupti_version)}};
        case BackendKind::simt:
            return {"simt   " + device.name,
                    {"counters of a GPU, modelled; --model chooses another compute capability"}};
        case BackendKind::cpu:
            return {"cpu    " + device.name,
                    {fmt::format("{}, {} memory; sorts run on one thread",
                                 plural(uint64_t(device.multiprocessors), "thread"),
                                 bytes_text(device.memory_bytes))}};
    }
    return {};
}
}  // namespace

std::vector<DeviceLines> device_list(std::span<const Device> devices) { return mapped(devices, lines_of); }

Table device_rows(std::span<const Device> devices) { return table_of(device_fields(), devices); }

const Fields<Device>& device_fields() {
    static const Fields<Device> fields{
        {"backend", &Device::backend},
        {"ordinal", &Device::ordinal},
        {"name", &Device::name},
        {"uuid", &Device::uuid},
        {"compute_capability", &Device::compute_capability},
        {"multiprocessors", &Device::multiprocessors, nonzero},
        {"warp_size_threads",
         [](const auto& device) {
             return device.backend == BackendKind::cpu ? Cell{} : cell_of(nonzero(device.warp_size));
         }},
        {"clock_khz", &Device::clock_khz, nonzero},
        {"memory_clock_khz", &Device::memory_clock_khz, nonzero},
        {"memory_bus_bits", &Device::memory_bus_bits, nonzero},
        {"memory_bytes", &Device::memory_bytes, nonzero},
        {"l2_bytes", &Device::l2_bytes, nonzero},
        {"shared_per_block_bytes", &Device::shared_per_block_bytes, nonzero},
        {"max_threads_per_block", &Device::max_threads_per_block, nonzero},
        {"driver_version", &Device::driver_version},
        {"cuda_version", &Device::cuda_version},
        {"cupti_version", &Device::cupti_version}};
    return fields;
}

std::string capability_text(const Device& device) {
    const auto capability = device.compute_capability();
    return capability.empty() ? capability : "compute capability " + capability;
}
}
