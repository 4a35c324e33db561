#include "present/metrics_page.hpp"

#include <vector>

#include <fmt/core.h>

#include "core/metric/metric.hpp"
#include "present/metric_texts.hpp"

namespace sortscope::present {
namespace {

constexpr const char* introduction = R"(# Metrics

Every metric that SortScope knows, written from its catalogue (`core/metric/computed_rows.cpp`, `core/metric/counter_rows.cpp`). Do not
edit this page: `SORTSCOPE_UPDATE=1 build/dev/bin/test_present --gtest_filter='MetricsPage.*'` writes it anew, and without the variable the
same test fails where the page and the catalogue differ. [adding-a-metric.md](adding-a-metric.md) walks through a new row.

A metric's id is its name in files, in `--json`, in CSV and in formulas. Absent is not zero: a counter that was not taken, or a ratio that
would divide by zero, has no value. A ratio is computed from values of one provenance (the first of measured, counted, modelled, published
that has them all) and of one pass over the sort; launches are added up first, so it is a ratio of sums.

Where a terminal is too narrow for a table, the metrics of least importance are left out first.
)";

constexpr const char* constants = R"(Formulas also know `data_bytes` (N times the bytes of a key), `bound_bytes` (bytes that the algorithm must move) and `launches`.
)";

std::string pass_text(PassClass pass) {
    switch (pass) {
        case PassClass::none: return {};
        case PassClass::sass: return "instrumented instructions";
        case PassClass::memory: return "memory system";
        case PassClass::sm: return "multiprocessors";
        case PassClass::activity: return "activity records, no counter";
    }
    return {};
}

std::string joined(const std::vector<std::string>& parts, const char* separator) {
    std::string text;
    for (const auto& part : parts) text += (text.empty() ? "" : separator) + part;
    return text;
}

std::vector<std::string> split(std::string_view text, char separator) {
    std::vector<std::string> parts;
    while (!text.empty()) {
        const auto end = text.find(separator);
        parts.emplace_back(text.substr(0, end));
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    }
    return parts;
}

std::string code(std::string_view text) { return fmt::format("`{}`", text); }

std::string sets_text(const Metric& metric) {
    std::vector<std::string> names;
    for (const auto& set : metric_sets())
        for (const auto* member : set.metrics)
            if (member == &metric) names.push_back(code(set.name));
    return joined(names, ", ");
}

/// "`a` with `b`; `c`, on chips without it `d`".
std::string hardware_text(const HardwareSource& hardware) {
    std::vector<std::string> names;
    for (const auto& one : split(hardware.names, ',')) {
        std::vector<std::string> alternatives;
        for (const auto& name : split(one, '|')) alternatives.push_back(code(name));
        names.push_back(joined(alternatives, " or, on chips that lack it, "));
    }
    auto text = joined(names, ", ");
    if (hardware.rule == HardwareRule::ppm_of_percent) text = "10,000 x " + text;
    if (hardware.rule == HardwareRule::extra_wavefronts)
        text = "wavefronts less requests, where no memory instruction is wider than 32 bits a thread: " + text;
    if (!hardware.sentence.empty()) text += ". " + std::string(hardware.sentence);
    return text;
}

std::string formula_text(std::string_view formula) {
    std::vector<std::string> formulas;
    constexpr std::string_view separator = " else ";
    while (true) {
        const auto end = formula.find(separator);
        formulas.push_back(code(formula.substr(0, end)));
        if (end == std::string_view::npos) return joined(formulas, ", else ");
        formula.remove_prefix(end + separator.size());
    }
}

std::string shown_text(const Metric& metric) {
    std::vector<std::string> places;
    if (metric.importance > 0) places.push_back(fmt::format("terminal (importance {})", metric.importance));
    if (!metric.stands_in_for.empty()) places.push_back(fmt::format("instead of {} where that has no values", code(metric.stands_in_for)));
    places.emplace_back(metric.shown ? "window's table" : "window's table, at choice");
    if (metric.charted) places.emplace_back("charts");
    return joined(places, "; ");
}

std::string entry(const Metric& metric) {
    auto text = fmt::format("\n### {}\n**{}** {}\n\n| | |\n|---|---|\n", code(metric.id), std::string(metric.title) + ".", metric.sentence);
    const auto line = [&](const char* what, const std::string& value) {
        if (!value.empty()) text += fmt::format("| {} | {} |\n", what, value);
    };
    line("unit", std::string(metric.unit));
    line("digits after the point", std::to_string(metric.decimals));
    line("of several launches", adding_text(metric.adding));
    line("formula", metric.computed() ? formula_text(metric.formula) : std::string());
    line("can be", provenances_text(metric));
    line("sets", sets_text(metric));
    line("hardware", hardware_text(metric.hardware));
    line("taken by", pass_text(metric.hardware.pass));
    line("shown in", shown_text(metric));
    return text;
}

}  // namespace

std::string metrics_page() {
    std::string page = introduction;
    page += "\n## Sets\nCounters that are stored together, cheapest first.\n\n| set | values are | what |\n|---|---|---|\n";
    for (const auto& set : metric_sets()) page += fmt::format("| {} | {} | {} |\n", code(set.name), name_of(set.provenance), set.sentence);
    page += "\n## Time\n" + entry(time_metric());
    page += "\n## Computed\n";
    page += constants;
    for (const auto* metric : computed_metrics()) page += entry(*metric);
    page += "\n## Counters\n";
    for (const auto* metric : counter_metrics()) page += entry(*metric);
    return page;
}

}  // namespace sortscope::present
