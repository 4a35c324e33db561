#include "core/metric/formula.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/metric/metric.hpp"
#include "tests/core/expect_error.hpp"

namespace sortscope {
namespace {

using test::expect_error;
using ::testing::ElementsAre;

std::optional<double> value(const char* text, const std::vector<double>& values = {}) { return Formula(text).value(values); }

TEST(Formula, BindsProductsBeforeSums) {
    EXPECT_EQ(value("2 + 3 * 4"), 14);
    EXPECT_EQ(value("(2 + 3) * 4"), 20);
    EXPECT_EQ(value("100 - 10 - 5"), 85);
    EXPECT_EQ(value("64 / 4 / 2"), 8);
    EXPECT_EQ(value("-(2 - 5) * 0.5"), 1.5);
    EXPECT_EQ(value("  7 "), 7);
}

TEST(Formula, NamesOnceInOrderOfAppearance) {
    const Formula formula("100 * gld_bytes / (32 * gld_sectors) + gld_bytes");
    EXPECT_THAT(formula.names(), ElementsAre("gld_bytes", "gld_sectors"));
    EXPECT_EQ(formula.value({64, 4}), 50 + 64);
}

TEST(Formula, DividesByNothingWhereItIsZero) {
    EXPECT_FALSE(value("1 / x", {0}));
    EXPECT_FALSE(value("1 / (x - y)", {3, 3}));
    EXPECT_EQ(value("x / y", {0, 3}), 0);
}

TEST(Formula, SaysWhereItCannotBeRead) {
    expect_error(ErrorKind::usage, "character 5", [] { Formula("1 + * 2"); });
    expect_error(ErrorKind::usage, "bracket", [] { Formula("(1 + 2"); });
    expect_error(ErrorKind::usage, "operator", [] { Formula("1 2"); });
    expect_error(ErrorKind::usage, "expected", [] { Formula(""); });
    expect_error(ErrorKind::usage, "expected", [] { Formula("1 +"); });
    expect_error(ErrorKind::usage, "too deep", [] { Formula(std::string(1000, '(')); });
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
                if (name == "data_bytes" || name == "bound_bytes" || name == "launches" || name == "time") continue;
                const auto* operand = find_metric(name);
                ASSERT_NE(operand, nullptr) << row->id << " uses " << name;
                EXPECT_NE(operand->counter, CounterId::none) << row->id << " uses " << name;
            }
}

}  // namespace
}  // namespace sortscope
