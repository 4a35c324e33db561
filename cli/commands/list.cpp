// `sortscope list`: the runs and cases of a file.
#include <algorithm>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "analyzer/devices.hpp"
#include "cli/commands/commands.hpp"
#include "cli/options/filter.hpp"
#include "cli/options/formats.hpp"
#include "present/json/case.hpp"
#include "present/tables/annotation.hpp"
#include "present/tables/list.hpp"

namespace sortscope::cli {
namespace {

using analyzer::DeviceGroup;

struct ListData {
    std::string file;
    std::vector<RunRecord> runs;
    std::vector<CaseRecord> cases;  ///< the chosen ones
    std::size_t all_cases = 0;      ///< of the file
    analyzer::DeviceNames names;    ///< of all devices of the file
};

void add_run(TextPage& page, const RunRecord& run, std::size_t cases, bool filtered) {
    const auto facts = present::run_facts(run, cases, filtered);
    page.blank().line(facts.title + ": " + facts.subtitle, 0, 7);
    if (!run.command.empty()) page.line("$ " + run.command, 2, 2);
    if (!run.annotation.empty()) page.line(present::annotation_text(run.annotation), 2, 2);
    page.notes(facts);
}

void add_device(TextPage& page, const DeviceGroup& group) {
    page.blank().line(present::device_heading(group), 0, 4).table(present::case_table(group.cases));
    for (const auto& message : present::case_messages(group.cases)) page.line(message, 2, 2);
}

void render_list(const ListData& data, TextPage& page) {
    const bool filtered = data.cases.size() != data.all_cases;
    page.line(fmt::format("{}: {}, {}{}", data.file, plural(data.runs.size(), "run"),
                          filtered ? fmt::format("{} of ", data.cases.size()) : "",
                          plural(data.all_cases, "case")));
    auto devices = analyzer::by_device(data.cases);
    for (auto& group : devices) group.name = data.names(group.device);
    for (const auto& run : data.runs) {
        const auto groups = analyzer::of_run(devices, run.id);
        std::size_t count = 0;
        for (const auto& group : groups) count += group.cases.size();
        if (filtered && count == 0) continue;
        add_run(page, run, count, filtered);
        for (const auto& group : groups) add_device(page, group);
    }
    page.blank();
    if (data.cases.empty() && filtered)
        page.line("No case of this file fits the options. Without them, list shows all.");
    else if (data.cases.empty())
        page.line("The file has no case yet. 'sortscope collect -o " + shell_word(data.file) +
                  "' adds some.");
    else
        page.line(
            std::string(std::ranges::any_of(data.cases,
                                            [](const CaseRecord& record) { return record.time.has_value(); })
                            ? "Times are measured: the median of the rounds' medians; spread is "
                              "interquartile range / median of all trials. "
                            : "No case here has a time. ") +
            "'sortscope show' describes one case.");
}

void write_list(present::json::Writer& out, const ListData& data) {
    out.object([&] {
        out.put("file", data.file);
        out.elements("runs", data.runs, present::json::write_run);
        out.objects("cases", data.cases,
                    [&](const auto& record) { present::json::members_of_summary(out, record); });
    });
}

struct ListOptions {
    std::string file = default_file;
    CaseOptions cases;
    Formats formats;
};

void run_list(const ListOptions& options) {
    const db::Reader reader(options.file);
    const auto all = reader.cases();
    const ListData data{options.file, reader.runs(), chosen_cases(reader, options.cases), all.size(),
                        analyzer::DeviceNames(all)};
    const auto table = [&] {
        std::vector<const CaseRecord*> cases;
        for (const auto& record : data.cases) cases.push_back(&record);
        return present::case_table(cases);
    };
    print_in(
        options.formats, table, [&](auto& out) { write_list(out, data); },
        [&](TextPage& page) { render_list(data, page); });
}

}  // namespace

void add_list(Program& program) {
    Command command(program, "list", "List the runs and cases of a file");
    const auto options = std::make_shared<ListOptions>();
    add_file(command, options->file);
    add_case_options(command, options->cases);
    add_formats(command, options->formats, "the cases");
    command.examples({"sortscope list", "sortscope list sweep.db --variant bitonic-b2 --size 2^16..2^20",
                      "sortscope list sweep.db --status failed --json",
                      "sortscope list sweep.db --tag doubtful"});
    command.run([options] { run_list(*options); });
}

}  // namespace sortscope::cli
