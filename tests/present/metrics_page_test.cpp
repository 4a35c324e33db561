// Writes docs/metrics.md from the catalogue (SORTSCOPE_UPDATE=1), and checks it.
#include "present/tables/metrics.hpp"

#include <cstdlib>
#include <fstream>
#include <sstream>

#include <gtest/gtest.h>

#include <fmt/core.h>

#include "core/metric/formula.hpp"
#include "present/cells.hpp"

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

std::string code(std::string_view text) { return fmt::format("`{}`", text); }

std::string sets_text(const Metric& metric) {
    return join(metric_sets(), ", ", [&](const auto& set) {
        const bool has = std::ranges::find(set.metrics, &metric) != set.metrics.end();
        return has ? code(set.name) : std::string();
    });
}

std::string formula_text(const Metric& metric) {
    return join(parse_formulas(metric.formula), ", else ", [](const auto& formula) {
        return code(formula.render([](const auto& name) { return name; }));
    });
}

std::string shown_text(const Metric& metric) {
    return join(
        {metric.importance > 0 ? fmt::format("terminal (importance {})", metric.importance) : "",
         metric.substitute_for.empty()
             ? ""
             : fmt::format("instead of {} where that has no values", code(metric.substitute_for)),
         metric.shown ? "window's table" : "window's table, at choice", metric.charted ? "charts" : ""},
        "; ");
}

std::string constants_text() {
    return "Formulas also know " +
           join(formula_constants(), ", ",
                [](const auto& constant) {
                    return fmt::format("{} ({})", code(constant.name), constant.sentence);
                }) +
           ".\n";
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
    constexpr std::array pass_texts{"", "instrumented instructions", "memory system", "multiprocessors",
                                    "activity records, no counter"};
    line("taken by", pass_texts[size_t(metric.hardware.pass)]);
    line("shown in", shown_text(metric));
    return text;
}

std::string selections_text() {
    std::string text =
        "\n## Selections\n`collect --counters` takes these names and metric ids, separated by commas.\n"
        "`sortscope metrics --set memory --chip GH100` prints the passes of a chip.\n\n| selection | "
        "sets | what |\n|---|---|---|\n";
    for (const auto& selection : selections())
        text += fmt::format("| {} | {} | {} |\n", code(selection.name),
                            join(selection.request.sets, ", ", code), selection.sentence);
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
}
