// `sortscope metrics`: prints the catalogue of metrics, one metric, or a chip's counting passes.
#include "present/tables/metrics.hpp"
#include "cli/commands/commands.hpp"

namespace sortscope::cli {
namespace {
struct MetricsOptions {
    std::string id;
    std::string chip;
    std::string set;
    Formats formats;
};

void describe_metric(const MetricsOptions& options) {
    const auto* row = find_metric(options.id);
    const auto* other = row == nullptr ? find_nvprof_name(options.id) : nullptr;
    if (row == nullptr && other == nullptr) {
        std::vector<std::string_view> known;
        for (const auto* each : metric_catalogue()) known.push_back(each->id);
        for (const auto& each : nvprof_names()) known.push_back(each.name);
        wrong_request("There is no metric '{}'.{} 'sortscope metrics' lists all.", options.id,
                      nearest_sentence(options.id, known));
    }
    if (other != nullptr && !other->metric.empty()) row = &metric(other->metric);
    const std::vector<const Metric*> alone(row == nullptr ? 0 : 1, row);
    print_in(
        options.formats, [&] { return metrics_table(alone, nullptr); },
        [&](auto& out) {
            if (other != nullptr)
                out.put(*other);
            else
                out.put(*row);
        },
        [&](TextPage& page) {
            const auto add = [&](const Facts& facts) { page.line(facts.title, 0, 2).facts(facts); };
            if (other != nullptr) add(nvprof_facts(*other));
            if (other != nullptr && row != nullptr) page.blank();
            if (row != nullptr) add(metric_facts(*row));
        });
}

void list_metrics(const MetricsOptions& options) {
    const bool all = options.set.empty();
    std::vector<const Metric*> metrics(metric_catalogue().begin(), metric_catalogue().end());
    if (!all) metrics = metrics_of(options.set);
    std::optional<ChipPlan> plan;
    std::string without;  // why the chip's part is missing
    if (!options.chip.empty()) {
        try {
            plan = collector::plan_on_chip(options.chip, parse_counters(all ? "full" : options.set));
        } catch (const Error& error) {
            if (error.kind() != ErrorKind::environment) throw;
            without = error.what();
        }
    }
    if ((options.formats.json || options.formats.csv) && !without.empty())
        fail(ErrorKind::environment, "{}", without);
    auto table = metrics_table(metrics, plan ? &*plan : nullptr);
    if (!without.empty())
        table.notes.push_back("The metrics of " + options.chip + " are unknown here. " + without);
    print_in(
        options.formats, [&] { return table; },
        [&](auto& out) {
            if (plan) return out.object([&] { members_of(out, metrics, *plan); });
            out.array([&] {
                for (const auto* row : metrics) out.put(*row);
            });
        },
        [&](TextPage& page) {
            if (!metrics.empty())
                page.table(table);
            else
                for (const auto& note : table.notes) page.line(note);
            if (all)
                page.blank().line(
                    "A pass runs the whole sort once more; 'collect --counters' chooses the passes. "
                    "'sortscope "
                    "metrics ID' describes one metric, '--chip GH100' what a chip makes of them.");
            for (const auto& selection : selections())
                if (selection.name == options.set) page.blank().line(selection.sentence);
        });
}

void run_metrics(const MetricsOptions& options) {
    if (options.id.empty()) return list_metrics(options);
    if (options.chip.empty() && options.set.empty()) return describe_metric(options);
    if (!options.set.empty()) wrong_request("Give a metric or --set, not both: --set takes metrics, too.");
    auto as_list = options;
    as_list.set = options.id;
    list_metrics(as_list);
}
}  // namespace

void add_metrics(Program& program) {
    Command command(program, "metrics", "List what is measured, counted and computed");
    auto& options = command.run(run_metrics);
    command.option("ID", options.id, "", "Describe this metric; nvprof's names work, too",
                   {.choices = metric_choices});
    command.option("--set", options.set, "LIST", "List only these selections and metrics",
                   {.choices = selection_choices});
    command.option("--chip", options.chip, "CHIP",
                   "Show a chip's vendor metrics and passes: GA100, GH100; no GPU needed");
    add_formats(command, options.formats, "the metrics");
}
}
