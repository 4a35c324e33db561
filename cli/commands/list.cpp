// `sortscope list`: lists the runs and cases of a file.
#include "present/tables/list.hpp"
#include "cli/commands/commands.hpp"

namespace sortscope::cli {
namespace {
struct ListData {
    std::vector<RunRecord> runs;
    std::vector<CaseRecord> cases;     ///< chosen
    size_t all_cases = 0;              ///< cases in the file
    DeviceNames names;                 ///< all devices of the file
    std::vector<std::string> columns;  ///< empty: the default columns
    db::Damage damage = {};

    Table table(std::span<const CaseRecord* const> some) const {
        auto table = case_table(some);
        if (!columns.empty()) choose_columns(table, columns);
        return table;
    }
};

struct ListOptions : FileRequest {
    std::string sort;
    std::vector<std::string> columns;
    std::optional<uint32_t> top;
};

void add_run(TextPage& page, const RunRecord& run, size_t cases, bool filtered) {
    const auto facts = run_facts(run, cases, filtered);
    page.blank().line(facts.title + ": " + facts.subtitle, 0, 7);
    if (!run.command.empty()) page.line("$ " + run.command, 2, 2);
    if (!run.annotation.empty()) page.line(annotation_text(run.annotation), 2, 2);
    page.notes(facts);
}

void render_list(const std::string& file, const ListData& data, TextPage& page) {
    const auto& [runs, cases, all_cases, names, columns, damage] = data;
    const bool filtered = cases.size() != all_cases;
    page.line(fmt::format("{}: {}, {}{}", file, plural(runs.size(), "run"),
                          filtered ? fmt::format("{} of ", cases.size()) : "", plural(all_cases, "case")));
    auto devices = by_device(cases);
    for (auto& group : devices) group.name = names(group.device);
    for (const auto& run : runs) {
        const auto count = size_t(std::ranges::count(cases, run.id, &CaseRecord::run));
        if (filtered && count == 0) continue;
        add_run(page, run, count, filtered);
        for (const auto& group : of_run(devices, run.id)) {
            page.blank().line(device_heading(group), 0, 4).table(data.table(group.cases));
            for (const auto& message : case_messages(group.cases)) page.line(message, 2, 2);
        }
    }
    for (const auto& sentence : damage.sentences())
        page.blank().line("Damaged, left out: " + sentence + ".", 0, 2);
    page.blank();
    const auto partial =
        std::ranges::count_if(cases, [](const auto& one) { return !output_of(one).empty(); });
    if (partial > 0 && !columns.empty() && !contains(columns, "output"))
        page.line(fmt::format("{} not all keys in order; the column 'output' names it.",
                              partial == 1 ? "1 case leaves" : fmt::format("{} cases leave", partial)));
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

void run_list(const ListOptions& options) {
    const auto reader = open_file(options.file);
    db::Damage damage;
    const auto all = reader.cases(&damage);
    ListData data{reader.runs(),   chosen_cases(reader, options.cases),
                  all.size(),      DeviceNames(all),
                  options.columns, std::move(damage)};
    order_cases(data.cases);
    if (!options.sort.empty()) order_cases(data.cases, options.sort);
    if (options.top && *options.top < data.cases.size()) data.cases.resize(*options.top);
    const auto table = [&] {
        std::vector<const CaseRecord*> cases;
        for (const auto& record : data.cases) cases.push_back(&record);
        return data.table(cases);
    };
    if (!data.columns.empty()) table();  // refuses unknown columns even without cases
    const auto json = in_object([&](auto& out) {
        out.put("file", options.file, "runs", data.runs);
        if (const auto left_out = data.damage.sentences(); !left_out.empty())
            out.values("left_out", left_out);
        if (!data.columns.empty()) return put_rows(out, "cases", table());
        out.objects("cases", data.cases, [&](const auto& record) { members_of_summary(out, record); });
    });
    print_in(options.formats, table, json, [&](TextPage& page) { render_list(options.file, data, page); });
}
}  // namespace

void add_list(Program& program) {
    Command command(program, "list", "List the runs and cases of a file");
    auto& options = command.run(run_list);
    command.option("--sort", options.sort, "COLUMN",
                   "Sort by time, rate, n or another column; default: variant, n",
                   {.choices = words({"time", "rate", "n", "spread", "variant", "case"})});
    command.option("--top", options.top, "N", "List the first N cases", {.within = std::pair{1, 1e9}});
    command.parsed("--columns", options.columns, "A,B", "Print these columns, by their heads", split_list);
    add_request(command, options, "the cases");
}
}
