// `sortscope history`: finds the run that changed a time.
#include "analyzer/timing/history.hpp"
#include "cli/commands/commands.hpp"
#include "cli/options/gate.hpp"
#include "present/tables/compare.hpp"

namespace sortscope::cli {
namespace {
struct HistoryOptions : FileRequest {
    Comparing comparing;
    std::string fail_on;
};

void run_history(const HistoryOptions& options) {
    const auto min_effect = options.comparing.min_effect;
    const auto mode = options.comparing.time_mode;
    const auto fail_on = parse_fail_on(options.fail_on, min_effect);
    if (contains(fail_on, Verdict::unclear, &FailOn::verdict))
        wrong_request("A history has no unclear changes. 'sortscope compare --fail-on unclear' has them.");
    const auto reader = open_file(options.file);
    const auto file = case_file(reader, options.file, options.cases);
    const auto found = histories(file, mode, min_effect);
    if (found.empty())
        wrong_request(
            "No chosen case of '{}' was collected{} in two runs, so there is no history. Repeat 'sortscope "
            "collect ... -o {}' to make one.",
            file.name, mode ? fmt::format(" with times of --time-mode {}", name_of(*mode)) : "",
            shell_word(file.name));
    say_before_verdict([&] {
        print_in(
            options.formats, [&] { return history_table(found, min_effect); }, in_object([&](auto& json) {
                json.put("file", file.name, "series", found);
                member_legend(json);
            }),
            [&](TextPage& page) {
                page.line(fmt::format(
                    "{}: {} series over several runs, {} with a change", file.name, found.size(),
                    std::ranges::count_if(found, [](const History& one) { return !one.changes.empty(); })));
                page.blank().table(history_table(found, min_effect));
            });
    });
    if (fail_on.empty()) return;
    size_t host_bound_count = 0;
    std::set<TimeMode> modes;
    for (const auto& one : found)
        if (host_bound(one.condition.time_mode)) ++host_bound_count, modes.insert(one.condition.time_mode);
    fail_on_any(failing(file, mode, fail_on), "condition",
                host_warning(host_bound_count, "condition", modes, 0,
                             "--time-mode graph looks at graph times alone."));
}
}  // namespace

void add_history(Program& program) {
    Command command(program, "history", "Find the run that changed a time");
    auto& options = command.run(run_history);
    add_comparing_options(command, options.comparing, "each mode");
    add_fail_on(command, options.fail_on);
    add_request(command, options, "the series");
}
}
