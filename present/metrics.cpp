#include "present/metrics.hpp"

#include <fmt/core.h>

#include "present/cells.hpp"
#include "present/metric_texts.hpp"

namespace sortscope::present {

Table metrics_table() {
    using enum Align;
    using enum Fit;
    Table table;
    table.columns = {{.id = "id", .title = "Id", .head = "id", .align = left, .importance = 1000},
                     {.id = "title", .title = "Metric", .head = "metric", .align = left, .importance = 100, .fit = shorten, .least = 12},
                     {.id = "unit", .title = "Unit", .head = "unit", .align = left, .importance = 80},
                     {.id = "adds_up_by", .title = "Adds up by", .head = "adds up by", .align = left, .importance = 40},
                     {.id = "provenances", .title = "Provenances", .head = "provenances", .align = left, .importance = 70, .fit = shorten,
                      .least = 11},
                     {.id = "pass", .title = "Pass", .head = "pass", .align = left, .importance = 75}};
    for (const auto* metric : metric_catalogue())
        table.row({text_cell(metric->id), text_cell(metric->title), text_cell(metric->unit), text_cell(adding_text(metric->adding)),
                   text_cell(provenances_text(*metric)), text_cell(pass_word(metric->hardware.pass))});
    return table;
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

}  // namespace sortscope::present
