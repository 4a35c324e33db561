#include "present/charts/curves.hpp"

#include <gmock/gmock.h>

#include "tests/present/timed_case.hpp"
#include "tests/sample/edit.hpp"

namespace sortscope::present {
namespace {
TEST(CurveChoice, TakesTheKeyThatMostCurvesHaveAndNamesTheOthers) {
    std::vector<CaseRecord> cases;
    for (const auto& [name, key] : {std::pair("a", KeyType::f64), {"b", KeyType::u32}, {"c", KeyType::u32}}) {
        cases.push_back(test::timed(int(cases.size()) + 1, name, 1024, 1000));
        edit(cases.back()).workload.key = key;
    }
    const auto curves = analyzer::curves_over("n", cases);
    ASSERT_EQ(curves.size(), 3U);
    const auto choice = most_common_curves(curves);
    ASSERT_EQ(choice.curves.size(), 2U);
    EXPECT_EQ(choice.curves[0].condition.key(), KeyType::u32);
    EXPECT_THAT(choice.note,
                ::testing::AllOf(::testing::HasSubstr("Of 3 curves, 2 are u32 uniform"),
                                 ::testing::HasSubstr("f64 uniform (1)"), ::testing::HasSubstr("--key")));
    EXPECT_EQ(most_common_curves(choice.curves).note, "");
    EXPECT_TRUE(most_common_curves({}).curves.empty());
}
}  // namespace
}
