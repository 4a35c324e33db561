// Writes docs/metrics.md from the catalogue (SORTSCOPE_UPDATE=1), and checks it.
#include "present/tables/metrics.hpp"

#include <cstdlib>
#include <fstream>
#include <sstream>

#include <gtest/gtest.h>

#include <fmt/core.h>

#include "core/metric/formula.hpp"
#include "core/metric/metric.hpp"
#include "core/metric/nvprof.hpp"
#include "core/metric/selection.hpp"
#include "core/text.hpp"

namespace sortscope::present {
namespace {

constexpr const char* introduction = R"(# Metrics

Every metric that SortScope knows, written from its catalogue (the files `*_rows.cpp` of `core/metric/`). Do not
edit this page: `SORTSCOPE_UPDATE=1 build/dev/bin/test_present --gtest_filter='MetricsPage.*'` writes it anew, and without the variable the
same test fails where the page and the catalogue differ. [adding-a-metric.md](adding-a-metric.md) walks through a new row.

A metric's id is its name in files, in `--json`, in CSV and in formulas. Absent is not zero: a counter that was not taken, or a ratio that
would divide by zero, has no value. A ratio is computed from values of one provenance (the first of measured, counted, modelled, published
that has them all) and of one pass over the sort; launches are added up first, so it is a ratio of sums.

Where a terminal is too narrow for a table, the metrics of least importance are left out first.
)";

std::string joined(const std::vector<std::string>& parts, const char* separator) {
    std::string text;
    for (const auto& part : parts) text += (text.empty() ? "" : separator) + part;
    return text;
}

std::string code(std::string_view text) { return fmt::format("`{}`", text); }

std::string sets_text(const Metric& metric) {
    std::vector<std::string> names;
    for (const auto& set : metric_sets())
        for (const auto* member : set.metrics)
            if (member == &metric) names.push_back(code(set.name));
    return joined(names, ", ");
}

std::string formula_text(const Metric& metric) {
    std::vector<std::string> formulas;
    for (const auto& formula : parse_formulas(metric.formula))
        formulas.push_back(code(formula.render([](const auto& name) { return name; })));
    return joined(formulas, ", else ");
}

std::string shown_text(const Metric& metric) {
    std::vector<std::string> places;
    if (metric.importance > 0) places.push_back(fmt::format("terminal (importance {})", metric.importance));
    if (!metric.stands_in_for.empty())
        places.push_back(fmt::format("instead of {} where that has no values", code(metric.stands_in_for)));
    places.emplace_back(metric.shown ? "window's table" : "window's table, at choice");
    if (metric.charted) places.emplace_back("charts");
    return joined(places, "; ");
}

std::string constants_text() {
    std::vector<std::string> constants;
    for (const auto& constant : formula_constants())
        constants.push_back(fmt::format("{} ({})", code(constant.name), constant.sentence));
    return "Formulas also know " + joined(constants, ", ") + ".\n";
}

std::string entry(const Metric& metric) {
    auto text = fmt::format("\n### {}\n**{}** {}\n\n| | |\n|---|---|\n", code(metric.id),
                            std::string(metric.title) + ".", metric.sentence);
    const auto line = [&](const char* what, const std::string& value) {
        if (!value.empty()) text += fmt::format("| {} | {} |\n", what, value);
    };
    line("unit", std::string(metric.unit));
    line("digits after the point", std::to_string(metric.decimals));
    line("of several launches", adding_text(metric.adding));
    line("formula", metric.computed() ? formula_text(metric) : std::string());
    line("can be", provenances_text(metric));
    line("sets", sets_text(metric));
    line("hardware", hardware_text(metric.hardware, "`"));
    line("taken by", std::string(pass_text(metric.hardware.pass)));
    line("shown in", shown_text(metric));
    return text;
}

std::string selections_text() {
    std::string text =
        "\n## Selections\nWhat `collect --counters` takes, alone or several separated by commas, single "
        "metrics among them. On a chip "
        "each stands for passes:\n`sortscope metrics --set memory --chip GH100` says which.\n\n| selection | "
        "sets | what |\n|---|---|---|\n";
    for (const auto& selection : selections()) {
        std::vector<std::string> sets;
        for (const auto& set : selection.request.sets) sets.push_back(code(set));
        text +=
            fmt::format("| {} | {} | {} |\n", code(selection.name), joined(sets, ", "), selection.sentence);
    }
    return text;
}

std::string nvprof_text() {
    std::string text =
        "\n## nvprof's names\n`collect --counter` and `sortscope metrics` know them. Where a metric of this "
        "page says the same, it is "
        "taken; else the vendor's own of today, which\nis kept under its own name.\n\n| nvprof | here | "
        "|\n|---|---|---|\n";
    for (const auto& name : nvprof_names()) {
        std::string here;
        if (!name.metric.empty())
            here = code(name.metric);
        else if (!name.vendor.empty())
            here = hardware_text({.names = name.vendor}, "`");
        text +=
            fmt::format("| {} | {} | {} |\n", code(name.name), here.empty() ? "none" : here, name.sentence);
    }
    return text;
}

std::string metrics_page() {
    std::string page = introduction;
    page +=
        "\n## Sets\nCounters that are stored together, cheapest first.\n\n| set | values are | what "
        "|\n|---|---|---|\n";
    for (const auto& set : metric_sets())
        page += fmt::format("| {} | {} | {} |\n", code(set.name), name_of(set.provenance), set.sentence);
    page += selections_text() + "\n## Time\n" + entry(time_metric());
    page += "\n## Computed\n";
    page += constants_text();
    for (const auto* metric : computed_metrics()) page += entry(*metric);
    page += "\n## Counters\n";
    for (const auto* metric : counter_metrics()) page += entry(*metric);
    page += nvprof_text();
    return page;
}

constexpr const char* path = SORTSCOPE_SOURCE_DIR "/docs/metrics.md";

TEST(MetricsPage, IsTheOneInTheDocs) {
    const auto page = metrics_page();
    if (std::getenv("SORTSCOPE_UPDATE") != nullptr) {
        std::ofstream(path, std::ios::binary) << page;
        GTEST_SKIP() << path << " was written anew.";
    }
    std::ifstream in(path, std::ios::binary);
    ASSERT_TRUE(in) << path << " is missing; SORTSCOPE_UPDATE=1 writes it.";
    std::stringstream written;
    written << in.rdbuf();
    EXPECT_TRUE(written.str() == page)
        << path << " differs from the catalogue. SORTSCOPE_UPDATE=1 writes it anew.";
}

}  // namespace
}  // namespace sortscope::present
