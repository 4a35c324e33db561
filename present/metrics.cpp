#include "present/metrics.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "present/cells.hpp"
#include "present/metric_texts.hpp"

namespace sortscope::present {

namespace {

std::string listed(const std::vector<std::string>& parts, const char* separator = ", ") {
    std::string text;
    for (const auto& part : parts) text += (text.empty() ? "" : separator) + part;
    return text;
}

/// The formula, or the vendor's names: those of the chip where there is a plan.
std::string source_text(const Metric& metric, const ChipPlan* plan) {
    if (metric.computed()) return std::string(metric.formula);
    if (plan == nullptr) return std::string(metric.hardware.names);
    const auto found = std::ranges::find(plan->counters, metric.counter, &ChipCounter::id);
    return found == plan->counters.end() ? std::string() : listed(found->names);
}

}  // namespace

Table metrics_table() {
    auto table = metrics_table(metric_catalogue());
    // Of the whole catalogue, what a metric is comes before how it is taken.
    for (auto& column : table.columns) {
        if (column.id == "taken_from") column.importance = 30, column.least = 24;
        if (column.id == "adds_up_by") column.importance = 40;
        if (column.id == "provenances") column.importance = 70;
    }
    return table;
}

Table metrics_table(std::span<const Metric* const> metrics, const ChipPlan* plan) {
    using enum Align;
    using enum Fit;
    Table table;
    table.columns = {
        {.id = "id",
         .title = "Id",
         .head = "id",
         .align = left,
         .importance = 1000,
         .fit = wrap,
         .least = 40},
        {.id = "title",
         .title = "Metric",
         .head = "metric",
         .align = left,
         .importance = 1000,
         .fit = wrap,
         .least = 16},
        {.id = "unit", .title = "Unit", .head = "unit", .align = left, .importance = 80},
        {.id = "adds_up_by", .title = "Adds up by", .head = "adds up by", .align = left, .importance = 20},
        {.id = "provenances",
         .title = "Provenances",
         .head = "provenances",
         .align = left,
         .importance = 25,
         .fit = wrap,
         .least = 11},
        {.id = "pass", .title = "Pass", .head = "pass", .align = left, .importance = 75},
        {.id = "taken_from",
         .title = "Taken from",
         .head = "taken from",
         .align = left,
         .importance = plan != nullptr ? 350 : 60,
         .fit = wrap,
         .least = 24}};
    for (const auto* metric : metrics)
        table.row({text_cell(metric->id), text_cell(metric->title), text_cell(metric->unit),
                   text_cell(adding_text(metric->adding)), text_cell(provenances_text(*metric)),
                   text_cell(pass_word(metric->hardware.pass)), text_cell(source_text(*metric, plan))});
    if (plan != nullptr) table.notes = plan_sentences(*plan);
    return table;
}

std::vector<std::string> plan_sentences(const ChipPlan& plan) {
    std::vector<std::string> sentences;
    const auto count = plan.pass_count();
    sentences.push_back(count == 0 ? fmt::format("{} takes no pass for it.", plan.chip)
                                   : fmt::format("{} takes {} pass{} for it, each a run of the whole sort:",
                                                 plan.chip, count, count == 1 ? "" : "es"));
    for (const auto& pass : plan.passes)
        if (pass.passes > 0)
            sentences.push_back(fmt::format("{}: {} pass{} of class {}, {} of the vendor's metrics.",
                                            listed(pass.sets), pass.passes, pass.passes == 1 ? "" : "es",
                                            pass_word(pass.pass), pass.names.size()));
    std::vector<std::string> missing;
    for (const auto id : plan.missing) missing.emplace_back(metric_of(id).id);
    missing.insert(missing.end(), plan.missing_vendor.begin(), plan.missing_vendor.end());
    if (!missing.empty())
        sentences.push_back(fmt::format("{} does not have: {}.", plan.chip, listed(missing)));
    return sentences;
}

Facts metric_facts(const Metric& metric) {
    Facts facts;
    facts.title = fmt::format("{}: {}", metric.id, metric.title);
    const auto add = [&](const char* name, std::string_view text) {
        facts.facts.push_back({.id = name, .name = name, .text = std::string(text)});
    };
    add("what", metric.sentence);
    add("unit", metric.unit);
    add("adds up", adding_text(metric.adding));
    add("formula", metric.formula);
    add("can be", provenances_text(metric));
    add("pass", pass_word(metric.hardware.pass));
    add("hardware", hardware_text(metric.hardware));
    return facts;
}

Facts nvprof_facts(const NvprofName& name) {
    Facts facts;
    facts.title = fmt::format("nvprof's {}", name.name);
    const auto add = [&](const char* id, std::string_view text) {
        if (!text.empty()) facts.facts.push_back({.id = id, .name = id, .text = std::string(text)});
    };
    if (!name.metric.empty())
        add("here", fmt::format("{}: {}", name.metric, metric(name.metric).sentence));
    else if (!name.vendor.empty())
        add("here", fmt::format("the vendor's {}", name.vendor));
    else
        add("here", "nothing corresponds to it");
    add("differs", name.sentence);
    return facts;
}

}  // namespace sortscope::present
