#include "cli/list.hpp"

#include <algorithm>
#include <memory>

#include <fmt/core.h>

#include "cli/cells.hpp"
#include "cli/commands.hpp"
#include "cli/filter.hpp"
#include "cli/output.hpp"
#include "cli/table.hpp"
#include "core/text.hpp"

namespace sortscope::cli {
namespace {

using CasePointers = std::vector<const CaseRecord*>;

std::string run_heading(const RunRecord& run, std::size_t cases, bool filtered, const Screen& screen) {
    auto text = fmt::format("Run {} on {}: {}, {}", static_cast<std::int64_t>(run.id), printable(run.host.name),
                            printable(run.started_utc), plural(cases, "case"));
    if (!filtered && run.planned_cases > cases) text += fmt::format(" of {} planned", run.planned_cases);
    if (run.ended_utc.empty()) text += ", not ended (still running, or stopped by force)";
    text += fmt::format(", sortscope {}", printable(run.program_version));
    auto out = wrap(text, screen, 7) + '\n';
    if (!run.command.empty()) out += "  $ " + wrap(printable(run.command), screen, 4, 4) + '\n';
    for (const auto& note : run.notes)
        out += "  " + wrap(fmt::format("{}: {}", name_of(note.severity), printable(note.text)), screen, 4, 2) + '\n';
    return out;
}

std::string input_text(const Workload& workload) {
    const auto name = workload.input_name();
    return workload.distribution == Distribution::file ? name + " " + workload.file : name;
}

Table case_table(const CasePointers& cases) {
    Table table({{"case", "", Align::right, 1000},
                 {"variant", "", Align::left, 1000, Fit::shorten, 12},
                 {"keys", "", Align::right, 900},
                 {"type", "", Align::left, 60},
                 {"input", "", Align::left, 50, Fit::shorten, 7},
                 {"block", "threads", Align::right, 70},
                 {"parameters", "", Align::left, 30, Fit::shorten, 10},
                 {"status", "", Align::left, 95},
                 {"median", "time", Align::right, 100},
                 {"spread", "%", Align::right, 80},
                 {"rate", "Mkey/s", Align::right, 90},
                 {"trials", "time", Align::right, 20}});
    for (const auto* record : cases) {
        const auto& time = record->time;
        std::string params;
        for (const auto& [name, value] : record->config.params)
            params += fmt::format("{}{}={}", params.empty() ? "" : " ", name, value);
        const bool rated = time && time->median_ns > 0 && record->status == CaseStatus::ok;
        const auto measured = Provenance::measured;
        table.row({count_cell(static_cast<std::int64_t>(record->id)), text_cell(record->variant),
                   text_cell(format_count(record->workload.n)), text_cell(name_of(record->workload.key)),
                   text_cell(input_text(record->workload)),
                   record->backend == BackendKind::cpu || record->config.block == 0 ? Cell{} : count_cell(record->config.block), text_cell(params),
                   text_cell(name_of(record->status)),
                   time ? time_cell(static_cast<double>(time->median_ns)) : Cell{},
                   time ? fixed_cell(time->spread * 100, 1, measured) : Cell{},
                   rated ? Cell{format_rate(1e3 * static_cast<double>(record->workload.n) /
                                            static_cast<double>(time->median_ns)),
                                measured, 0}
                         : Cell{},
                   time ? count_cell(time->count) : Cell{}});
    }
    return table;
}

std::string device_heading(const Device& device) {
    auto text = "  " + device_text(device);
    if (device.cc_major != 0) text += fmt::format(", compute capability {}.{}", device.cc_major, device.cc_minor);
    if (device.backend == BackendKind::simt) text += ": counters modelled, no time";
    return text + '\n';
}

std::string device_section(const CasePointers& cases, const Screen& screen) {
    const auto& device = cases.front()->device;
    auto out = wrap(device_heading(device), screen, 4) + case_table(cases).render(screen);
    for (const auto* record : cases)
        if (!record->message.empty())
            out += "  " + wrap(fmt::format("Case {} {}: {}", static_cast<std::int64_t>(record->id),
                                           name_of(record->status), printable(record->message)),
                               screen, 4, 2) + '\n';
    return out;
}

struct Options {
    std::string file = default_file;
    CaseOptions cases;
    bool json = false;
};

void run_list(const Options& options) {
    const CaseChoice checked(options.cases);
    const db::Reader reader(options.file);
    const auto cases = chosen_cases(reader, options.cases);
    const auto runs = reader.runs();
    if (options.json) {
        print(dump(list_json(options.file, runs, cases)));
        return;
    }
    print(render_list(options.file, runs, cases, reader.cases().size(), stdout_screen()));
}

}  // namespace

std::string render_list(const std::string& file, const std::vector<RunRecord>& runs,
                        const std::vector<CaseRecord>& cases, std::size_t all_cases, const Screen& screen) {
    const bool filtered = cases.size() != all_cases;
    auto out = fmt::format("{}: {}, {}{}\n", printable(file), plural(runs.size(), "run"),
                           filtered ? fmt::format("{} of ", cases.size()) : "", plural(all_cases, "case"));
    for (const auto& run : runs) {
        std::vector<CasePointers> by_device;
        std::size_t count = 0;
        for (const auto& record : cases) {
            if (record.run != run.id) continue;
            ++count;
            const auto same = std::ranges::find_if(by_device, [&](const CasePointers& group) {
                return same_device(group.front()->device, record.device);
            });
            (same == by_device.end() ? by_device.emplace_back() : *same).push_back(&record);
        }
        if (filtered && count == 0) continue;
        out += '\n' + run_heading(run, count, filtered, screen);
        for (const auto& group : by_device) out += '\n' + device_section(group, screen);
    }
    if (cases.empty())
        return out + (filtered ? "\nNo case of this file fits the options. Without them, list shows all.\n"
                               : "\nThe file has no case yet. 'sortscope collect' adds some.\n");
    return out + '\n' + wrap("Times are measured: median of the time trials; spread is interquartile range / median. "
                             "'sortscope show' tells all of one case.", screen) + '\n';
}

Json list_json(const std::string& file, const std::vector<RunRecord>& runs, const std::vector<CaseRecord>& cases) {
    Json out{{"file", file}, {"runs", Json::array()}, {"cases", Json::array()}};
    for (const auto& run : runs) out["runs"].push_back(to_json(run));
    for (const auto& record : cases) out["cases"].push_back(summary_json(record));
    return out;
}

void add_list(CLI::App& app) {
    auto& command = *app.add_subcommand("list", "Runs and cases in a file");
    const auto options = std::make_shared<Options>();
    command.add_option("FILE", options->file, "SortScope file to read")->capture_default_str()->type_name("");
    add_case_options(command, options->cases);
    command.add_flag("--json", options->json, "print JSON: every number's unit is in its name");
    command.footer("Examples:\n"
                   "  sortscope list\n"
                   "  sortscope list sweep.db --variant bitonic-b2 --size 2^16..2^20\n"
                   "  sortscope list sweep.db --status failed --json\n");
    command.callback([options] { run_list(*options); });
}

}  // namespace sortscope::cli
