// `sortscope list`: the runs and cases of a file.
#include "present/tables/list.hpp"
#include "cli/commands/commands.hpp"
#include "cli/options/filter.hpp"
#include "present/json/case.hpp"

namespace sortscope::cli {
namespace {
struct ListData {
    std::vector<RunRecord> runs;
    std::vector<CaseRecord> cases;  ///< chosen
    size_t all_cases = 0;           ///< of the file
    analyzer::DeviceNames names;    ///< all devices of the file
};

void add_run(TextPage& page, const RunRecord& run, size_t cases, bool filtered) {
    const auto facts = present::run_facts(run, cases, filtered);
    page.blank().line(facts.title + ": " + facts.subtitle, 0, 7);
    if (!run.command.empty()) page.line("$ " + run.command, 2, 2);
    if (!run.annotation.empty()) page.line(present::annotation_text(run.annotation), 2, 2);
    page.notes(facts);
}

void render_list(const std::string& file, const ListData& data, TextPage& page) {
    const auto& [runs, cases, all_cases, names] = data;
    const bool filtered = cases.size() != all_cases;
    page.line(fmt::format("{}: {}, {}{}", file, plural(runs.size(), "run"),
                          filtered ? fmt::format("{} of ", cases.size()) : "", plural(all_cases, "case")));
    auto devices = analyzer::by_device(cases);
    for (auto& group : devices) group.name = names(group.device);
    for (const auto& run : runs) {
        const auto count = size_t(std::ranges::count(cases, run.id, &CaseRecord::run));
        if (filtered && count == 0) continue;
        add_run(page, run, count, filtered);
        for (const auto& group : analyzer::of_run(devices, run.id)) {
            page.blank().line(present::device_heading(group), 0, 4).table(present::case_table(group.cases));
            for (const auto& message : present::case_messages(group.cases)) page.line(message, 2, 2);
        }
    }
    page.blank();
    if (cases.empty() && filtered)
        page.line("No case of this file fits the options. Without them, list shows all.");
    else if (cases.empty())
        page.line("The file has no case yet. 'sortscope collect -o " + shell_word(file) + "' adds some.");
    else
        page.line(
            std::string(std::ranges::any_of(cases, [](const auto& record) { return record.time.has_value(); })
                            ? "Times are measured: the median of the rounds' medians; spread is "
                              "interquartile range / median of all trials. "
                            : "No case here has a time. ") +
            "'sortscope show' describes one case.");
}

void run_list(const FileRequest& options) {
    const auto reader = open_file(options.file);
    const auto all = reader.cases();
    const ListData data{reader.runs(), chosen_cases(reader, options.cases), all.size(),
                        analyzer::DeviceNames(all)};
    const auto table = [&] {
        std::vector<const CaseRecord*> cases;
        for (const auto& record : data.cases) cases.push_back(&record);
        return present::case_table(cases);
    };
    const auto json = in_object([&](auto& out) {
        out.put("file", options.file);
        out.put("runs", data.runs);
        out.objects("cases", data.cases,
                    [&](const auto& record) { present::json::members_of_summary(out, record); });
    });
    print_in(options.formats, table, json, [&](TextPage& page) { render_list(options.file, data, page); });
}
}  // namespace

void add_list(Program& program) {
    Command command(program, "list", "List the runs and cases of a file");
    auto& options = command.run(run_list);
    add_file(command, options.file);
    add_case_options(command, options.cases);
    add_formats(command, options.formats, "the cases");
    command.examples({"sortscope list", "sortscope list sweep.db --variant bitonic-b2 --size 2^16..2^20",
                      "sortscope list sweep.db --status failed --json",
                      "sortscope list sweep.db --tag doubtful"});
}
}
