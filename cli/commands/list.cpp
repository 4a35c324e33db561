#include "cli/commands/list.hpp"

#include <algorithm>
#include <memory>
#include <utility>

#include <fmt/core.h>

#include "analyzer/devices.hpp"
#include "cli/commands/commands.hpp"
#include "cli/options/command.hpp"
#include "cli/options/filter.hpp"
#include "cli/options/formats.hpp"
#include "cli/output/output.hpp"
#include "core/text.hpp"
#include "present/json/case.hpp"
#include "present/tables/annotation.hpp"
#include "present/tables/list.hpp"
#include "present/text/facts.hpp"
#include "present/text/table.hpp"

namespace sortscope::cli {
namespace {

using analyzer::DeviceGroup;

std::string run_section(const RunRecord& run, std::size_t cases, bool filtered, const Screen& screen) {
    const auto facts = present::run_facts(run, cases, filtered);
    auto out = wrap(printable(facts.title + ": " + facts.subtitle), screen, 7) + '\n';
    if (!run.command.empty()) out += "  $ " + wrap(printable(run.command), screen, 4, 4) + '\n';
    if (!run.annotation.empty())
        out += "  " + wrap(printable(present::annotation_text(run.annotation)), screen, 4, 2) + '\n';
    return out + present::text::draw_notes(facts, screen);
}

std::string device_section(const DeviceGroup& group, const Screen& screen) {
    auto out = wrap(printable(present::device_heading(group)), screen, 4) + '\n';
    out += present::text::draw(present::case_table(group.cases), screen);
    for (const auto& message : present::case_messages(group.cases))
        out += "  " + wrap(printable(message), screen, 4, 2) + '\n';
    return out;
}

struct ListOptions {
    std::string file = default_file;
    CaseOptions cases;
    Formats formats;
};

void run_list(const ListOptions& options) {
    check_formats(options.formats);
    const CaseChoice checked(options.cases);
    const db::Reader reader(options.file);
    check_names(reader, options.cases);
    ListData data{options.file, reader.runs(), chosen_cases(reader, options.cases), 0, {}};
    data.all_cases = data.cases.size();
    if (options.cases.restricts()) {
        const auto all = reader.cases();
        data.all_cases = all.size();
        data.names.emplace(all);
    }
    const auto table = [&] {
        std::vector<const CaseRecord*> cases;
        for (const auto& record : data.cases) cases.push_back(&record);
        return present::case_table(cases);
    };
    print_in(
        options.formats, table, [&](auto& out) { write_list(out, data); },
        [&](const Screen& screen) { return render_list(data, screen); });
}

}  // namespace

std::string render_list(const ListData& data, const Screen& screen) {
    const bool filtered = data.cases.size() != data.all_cases;
    auto out =
        fmt::format("{}: {}, {}{}\n", printable(data.file), plural(data.runs.size(), "run"),
                    filtered ? fmt::format("{} of ", data.cases.size()) : "", plural(data.all_cases, "case"));
    auto devices = analyzer::by_device(data.cases);
    if (data.names)
        for (auto& group : devices) group.name = (*data.names)(group.device);
    for (const auto& run : data.runs) {
        const auto groups = analyzer::of_run(devices, run.id);
        std::size_t count = 0;
        for (const auto& group : groups) count += group.cases.size();
        if (filtered && count == 0) continue;
        out += '\n' + run_section(run, count, filtered, screen);
        for (const auto& group : groups) out += '\n' + device_section(group, screen);
    }
    if (data.cases.empty())
        return out + (filtered ? "\nNo case of this file fits the options. Without them, list shows all.\n"
                               : "\nThe file has no case yet. 'sortscope collect -o " +
                                     shell_word(data.file) + "' adds some.\n");
    const bool timed =
        std::ranges::any_of(data.cases, [](const CaseRecord& record) { return record.time.has_value(); });
    return out + '\n' +
           wrap(std::string(
                    timed ? "Times are measured: median of the time trials, of several rounds the median of "
                            "their medians; spread is interquartile range / median of all trials. "
                          : "No case here has a time. ") +
                    "'sortscope show' tells all of one case.",
                screen) +
           '\n';
}

void write_list(present::json::Writer& out, const ListData& data) {
    out.object([&] {
        out.put("file", data.file);
        out.array("runs", [&] {
            for (const auto& run : data.runs) present::json::write_run(out, run);
        });
        out.array("cases", [&] {
            for (const auto& record : data.cases)
                out.object([&] { present::json::members_of_summary(out, record); });
        });
    });
}

void add_list(CLI::App& program) {
    Command command(program, "list", "Runs and cases in a file");
    const auto options = std::make_shared<ListOptions>();
    command.option("FILE", options->file, "", "SortScope file to read");
    add_case_options(command, options->cases);
    add_formats(command, options->formats, "the table of cases");
    command.footer(
        "Examples:\n"
        "  sortscope list\n"
        "  sortscope list sweep.db --variant bitonic-b2 --size 2^16..2^20\n"
        "  sortscope list sweep.db --status failed --json\n"
        "  sortscope list sweep.db --tag doubtful\n");
    command.run([options] { run_list(*options); });
}

}  // namespace sortscope::cli
