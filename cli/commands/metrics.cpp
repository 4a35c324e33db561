// `sortscope metrics [ID] [--chip CHIP] [--set LIST]`: the catalogue of metrics, all about one, and how a
// chip counts them.
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include <fmt/core.h>

#include "cli/commands/commands.hpp"
#include "cli/options/command.hpp"
#include "cli/options/formats.hpp"
#include "cli/output/output.hpp"
#include "collector/catalogue/catalogue.hpp"
#include "core/error.hpp"
#include "core/metric/metric.hpp"
#include "core/metric/nvprof.hpp"
#include "core/metric/selection.hpp"
#include "core/text.hpp"
#include "present/json/metrics.hpp"
#include "present/tables/metrics.hpp"
#include "present/text/facts.hpp"
#include "present/text/table.hpp"

namespace sortscope::cli {
namespace {

struct MetricsOptions {
    std::string id;
    std::string chip;
    std::string set;
    Formats formats;
};

std::string render_facts(const present::Facts& facts, const Screen& screen) {
    return wrap(facts.title, screen, 2) + '\n' + present::text::draw_facts(facts, screen);
}

void tell_metric(const MetricsOptions& options) {
    const auto* row = find_metric(options.id);
    const auto* other = row == nullptr ? find_nvprof_name(options.id) : nullptr;
    if (row == nullptr && other == nullptr) {
        std::vector<std::string_view> known;
        for (const auto& one : metric_catalogue()) known.push_back(one->id);
        for (const auto& one : nvprof_names()) known.push_back(one.name);
        throw Error(ErrorKind::usage,
                    fmt::format("There is no metric called '{}'.{} 'sortscope metrics' lists all.",
                                options.id, nearest_sentence(options.id, known)));
    }
    if (other != nullptr && !other->metric.empty()) row = &metric(other->metric);
    const std::vector<const Metric*> alone(row == nullptr ? 0 : 1, row);
    print_in(
        options.formats, [&] { return present::metrics_table(alone, nullptr); },
        [&](auto& out) {
            if (other != nullptr)
                present::json::write_nvprof(out, *other);
            else
                present::json::write_metric(out, *row);
        },
        [&](const Screen& screen) {
            std::string text;
            if (other != nullptr) text += render_facts(present::nvprof_facts(*other), screen);
            if (row != nullptr)
                text += (text.empty() ? "" : "\n") + render_facts(present::metric_facts(*row), screen);
            return text;
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
        throw Error(ErrorKind::environment, without);
    auto table = present::metrics_table(metrics, plan ? &*plan : nullptr);
    if (!without.empty())
        table.notes.push_back("What " + options.chip + " makes of it cannot be said. " + without);
    print_in(
        options.formats, table,
        [&](auto& out) {
            if (plan) return present::json::write_chip(out, metrics, *plan);
            out.array([&] {
                for (const auto* row : metrics) present::json::write_metric(out, *row);
            });
        },
        [&](const Screen& screen) {
            std::string text;
            if (!metrics.empty())
                text = present::text::draw(table, screen);
            else
                for (const auto& note : table.notes) text += wrap(note, screen) + "\n";
            if (!all) {
                for (const auto& selection : selections())
                    if (selection.name == options.set)
                        text += "\n" + wrap(std::string(selection.sentence), screen) + "\n";
                return text;
            }
            return text + "\n" +
                   wrap(
                       "A pass runs the whole sort once more; 'collect --counters' says which are taken. "
                       "'sortscope metrics ID' tells all "
                       "about one, '--chip GH100' what a chip makes of them.",
                       screen) +
                   "\n";
        });
}

void run_metrics(const MetricsOptions& options) {
    if (options.id.empty()) return list_metrics(options);
    if (options.chip.empty() && options.set.empty()) return tell_metric(options);
    if (!options.set.empty())
        throw Error(ErrorKind::usage, "Give a metric or --set, not both: --set takes metrics, too.");
    auto as_list = options;
    as_list.set = options.id;
    list_metrics(as_list);
}

}  // namespace

void add_metrics(CLI::App& program) {
    Command command(program, "metrics", "What is measured, counted and computed");
    const auto options = std::make_shared<MetricsOptions>();
    command.option("ID", options->id, "", "tell all about this one; nvprof's names are known, too");
    std::string names;
    for (const auto& selection : selections())
        names += (names.empty() ? "" : ", ") + std::string(selection.name);
    command.option("--set", options->set, "LIST",
                   "only these: selections (" + names + ") and metrics, separated by commas");
    command.option("--chip", options->chip, "CHIP",
                   "the vendor's names and passes on a chip, such as GA100 or GH100; needs no GPU");
    add_formats(command, options->formats, "the table");
    command.footer(
        "Examples:\n  sortscope metrics\n  sortscope metrics gld_efficiency_pct\n  sortscope metrics --chip "
        "GA100 --set memory\n");
    command.run([options] { run_metrics(*options); });
}

}  // namespace sortscope::cli
