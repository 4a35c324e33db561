#include "core/metric/formula.hpp"

#include <gmock/gmock.h>

#include "core/metric/metric.hpp"
#include "tests/core/expect_error.hpp"

namespace sortscope {
namespace {
using test::expect_error, ::testing::ElementsAre;

std::optional<double> value_of(const char* text, const std::vector<double>& values = {}) {
    return Formula(text).value(values);
}

TEST(Formula, BindsProductsBeforeSums) {
    for (const auto& [text, value] : {std::pair("2 + 3 * 4", 14.0),
                                      {"(2 + 3) * 4", 20},
                                      {"100 - 10 - 5", 85},
                                      {"64 / 4 / 2", 8},
                                      {"-(2 - 5) * 0.5", 1.5},
                                      {"  7 ", 7}})
        EXPECT_EQ(value_of(text), value) << text;
    EXPECT_FALSE(value_of("1 / x", {0}));
    EXPECT_FALSE(value_of("1 / (x - y)", {3, 3}));
    EXPECT_EQ(value_of("x / y", {0, 3}), 0);
}

TEST(Formula, NamesOnceInOrderOfAppearance) {
    const Formula formula("100 * gld_bytes / (32 * gld_sectors) + gld_bytes");
    EXPECT_THAT(formula.names(), ElementsAre("gld_bytes", "gld_sectors"));
    EXPECT_EQ(formula.value({64, 4}), 50 + 64);
}

TEST(Formula, SaysWhereItCannotBeRead) {
    for (const auto& [text, words] :
         std::initializer_list<std::pair<std::string, const char*>>{{"1 + * 2", "character 5"},
                                                                    {"(1 + 2", "bracket"},
                                                                    {"1 2", "operator"},
                                                                    {"", "expected"},
                                                                    {"1 +", "expected"},
                                                                    {std::string(1000, '('), "too deep"}})
        expect_error(ErrorKind::usage, words, [&] { Formula{text}; });
}

TEST(Formula, RendersAsTextThatMeansTheSame) {
    const auto itself = [](const std::string& name) { return name; };
    const auto sql = [&](const char* text) {
        return Formula(text).render(itself, Formula::Division::null_of_0);
    };
    for (const auto* text : {"100 * a / (32 * b)", "a + b - c", "a - (b - c)", "a / (b / c)", "a / b / c",
                             "-a * b", "-(a + b)", "a * -b", "0.5 * (a + 2)"})
        EXPECT_EQ(Formula(text).render(itself), text);
    EXPECT_EQ(Formula("((a)) + (b*c)").render(itself), "a + b * c") << "brackets that say nothing go";
    EXPECT_EQ(sql("100 * a / (32 * b)"), "100.0 * a / nullif(32.0 * b, 0)")
        << "and whole numbers are not divided as such";
    EXPECT_EQ(sql("a / b / c"), "a / nullif(b, 0) / nullif(c, 0)");
    EXPECT_EQ(Formula("a - b").render([](const std::string& name) { return "CAST(t." + name + " AS REAL)"; }),
              "CAST(t.a AS REAL) - CAST(t.b AS REAL)");
}

TEST(Formula, WhatItRendersReadsBackAsTheSameValue) {
    for (const auto* text :
         {"1 - 2 - 3 * 4 / 5", "1 - (2 - 3) * 4", "8 / (4 / 2) - -3", "-(1 + 2) * (3 - 4)", "1e20 / 1e-3"}) {
        const Formula formula(text);
        EXPECT_EQ(Formula(formula.render({})).value({}), formula.value({})) << text;
    }
}

TEST(ParseFormulas, TakesThemApartAtElse) {
    const auto formulas = parse_formulas("a / b else 100 - c");
    ASSERT_EQ(formulas.size(), 2U);
    EXPECT_THAT(formulas[0].names(), ElementsAre("a", "b"));
    EXPECT_THAT(formulas[1].names(), ElementsAre("c"));
    expect_error(ErrorKind::usage, "cannot be read", [] { parse_formulas("a else "); });
}

TEST(ParseFormulas, EveryRowOfTheCatalogueIsOverItsCountersAndConstants) {
    for (const auto* row : computed_metrics())
        for (const auto& formula : parse_formulas(row->formula))
            for (const auto& name : formula.names()) {
                if (is_formula_constant(name)) continue;
                const auto* operand = find_metric(name);
                ASSERT_NE(operand, nullptr) << row->id << " uses " << name;
                EXPECT_NE(operand->counter, CounterId::none) << row->id << " uses " << name;
            }
}
}  // namespace
}
