// `sortscope metrics [ID]`: the catalogue of metrics, or all about one.
#include <memory>

#include <fmt/core.h>

#include "cli/command.hpp"
#include "cli/commands.hpp"
#include "cli/output.hpp"
#include "core/metric/metric.hpp"
#include "present/cells.hpp"
#include "present/facts.hpp"
#include "present/json/metrics.hpp"
#include "present/metric_texts.hpp"
#include "present/text/facts.hpp"
#include "present/text/table.hpp"

namespace sortscope::cli {
namespace {

using present::text_cell;

present::Table metrics_table() {
    using enum present::Align;
    using enum present::Fit;
    present::Table table;
    table.columns = {{.id = "id", .title = "Id", .head = "id", .align = left, .importance = 1000},
                     {.id = "title", .title = "Metric", .head = "metric", .align = left, .importance = 100, .fit = shorten, .least = 12},
                     {.id = "unit", .title = "Unit", .head = "unit", .align = left, .importance = 80},
                     {.id = "adds_up_by", .title = "Adds up by", .head = "adds up by", .align = left, .importance = 40},
                     {.id = "provenances", .title = "Provenances", .head = "provenances", .align = left, .importance = 70, .fit = shorten, .least = 11},
                     {.id = "pass", .title = "Pass", .head = "pass", .align = left, .importance = 75}};
    for (const auto* metric : metric_catalogue())
        table.row({text_cell(metric->id), text_cell(metric->title), text_cell(metric->unit),
                   text_cell(present::adding_text(metric->adding)), text_cell(present::provenances_text(*metric)),
                   text_cell(present::json::pass_word(metric->hardware.pass))});
    return table;
}

/// "a, b or c" of names that differ between chip families.
std::string hardware_text(const HardwareSource& hardware) {
    std::string text(hardware.names);
    for (auto at = text.find('|'); at != std::string::npos; at = text.find('|', at)) text.replace(at, 1, " or ");
    if (!hardware.sentence.empty()) text += (text.empty() ? "" : ": ") + std::string(hardware.sentence);
    return text;
}

std::string render_metric(const Metric& metric, const Screen& screen) {
    present::Facts facts;
    const auto add = [&](const char* name, std::string text) { facts.facts.push_back({.id = name, .name = name, .text = std::move(text)}); };
    add("what", std::string(metric.sentence));
    add("unit", std::string(metric.unit));
    add("adds up", present::adding_text(metric.adding));
    add("formula", std::string(metric.formula));
    add("can be", present::provenances_text(metric));
    add("pass", std::string(present::json::pass_word(metric.hardware.pass)));
    add("hardware", hardware_text(metric.hardware));
    return wrap(fmt::format("{}: {}", metric.id, metric.title), screen, 2) + '\n' + present::text::draw_facts(facts, screen);
}

struct Options {
    std::string id;
    bool json = false;
};

void run_metrics(const Options& options) {
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
    print(present::text::draw(metrics_table(), screen) + "\n" +
          wrap("A pass runs the whole sort once more; 'collect --counters' says which are taken. 'sortscope metrics ID' tells all about one.",
               screen) + "\n");
}

}  // namespace

void add_metrics(CLI::App& program) {
    Command command(program, "metrics", "What is measured, counted and computed");
    const auto options = std::make_shared<Options>();
    command.option("ID", options->id, "", "tell all about this one");
    command.flag("--json", options->json, "print JSON");
    command.footer("Examples:\n  sortscope metrics\n  sortscope metrics gld_efficiency_pct\n");
    command.run([options] { run_metrics(*options); });
}

}  // namespace sortscope::cli
