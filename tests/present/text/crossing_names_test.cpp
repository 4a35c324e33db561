#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "analyzer/curves/throughput.hpp"
#include "present/tables/curves.hpp"
#include "present/text/table.hpp"
#include "tests/present/timed_case.hpp"
#include "tests/sample/edit.hpp"

namespace sortscope::present::text {
namespace {

TEST(CrossingTables, NamesAreWholeInEightyColumns) {
    std::vector<CaseRecord> cases{test::timed(1, "slow", 1024, 2000), test::timed(2, "slow", 4096, 4096),
                                  test::timed(3, "fast", 1024, 1000), test::timed(4, "fast", 4096, 1024)};
    const auto add = [&](int id, int factor) {
        for (int i = 0; i < 2; ++i) {
            auto record =
                test::timed(id + i, "selection-blocks-of-a-long-name", i == 0 ? 1024 : 4096, 100'000);
            edit(record).config.params["block_factor"] = factor;
            cases.push_back(std::move(record));
        }
    };
    add(6, 4);
    add(8, 16);
    const auto curves = analyzer::curves_over("n", cases);
    const auto tables = crossing_tables(analyzer::against_the_fastest(curves));
    ASSERT_EQ(tables.size(), 1U);
    const auto text = draw(tables.front(), {80, false});
    EXPECT_THAT(text, ::testing::Not(::testing::HasSubstr("~")));
    EXPECT_THAT(text, ::testing::Not(::testing::HasSubstr("Left out")));
    EXPECT_THAT(text, ::testing::HasSubstr("block_factor=4"));
    EXPECT_THAT(text, ::testing::HasSubstr("block_factor=16"));
}

}  // namespace
}  // namespace sortscope::present::text
