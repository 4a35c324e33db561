// `sortscope metrics [ID]`: the catalogue of metrics, or all about one.
#include <memory>

#include "cli/command.hpp"
#include "cli/commands.hpp"
#include "cli/output.hpp"
#include "core/metric/metric.hpp"
#include "present/json/metrics.hpp"
#include "present/metrics.hpp"
#include "present/text/facts.hpp"
#include "present/text/table.hpp"

namespace sortscope::cli {
namespace {

std::string render_metric(const Metric& metric, const Screen& screen) {
    const auto facts = present::metric_facts(metric);
    return wrap(facts.title, screen, 2) + '\n' + present::text::draw_facts(facts, screen);
}

struct MetricsOptions {
    std::string id;
    bool json = false;
};

void run_metrics(const MetricsOptions& options) {
    if (!options.id.empty()) {
        const auto& row = metric(options.id);
        if (options.json) return print_json([&](auto& out) { present::json::write_metric(out, row); });
        return print(render_metric(row, stdout_screen()));
    }
    if (options.json)
        return print_json([](auto& out) {
            out.array([&] {
                for (const auto* row : metric_catalogue()) present::json::write_metric(out, *row);
            });
        });
    const auto screen = stdout_screen();
    print(present::text::draw(present::metrics_table(), screen) + "\n" +
          wrap("A pass runs the whole sort once more; 'collect --counters' says which are taken. 'sortscope metrics ID' tells all about one.",
               screen) + "\n");
}

}  // namespace

void add_metrics(CLI::App& program) {
    Command command(program, "metrics", "What is measured, counted and computed");
    const auto options = std::make_shared<MetricsOptions>();
    command.option("ID", options->id, "", "tell all about this one");
    command.flag("--json", options->json, "print JSON");
    command.footer("Examples:\n  sortscope metrics\n  sortscope metrics gld_efficiency_pct\n");
    command.run([options] { run_metrics(*options); });
}

}  // namespace sortscope::cli
