#include "present/cells.hpp"

#include <gtest/gtest.h>

namespace sortscope::present {
namespace {

TEST(Cells, TextsInOneWayAndNumbersBesideThem) {
    EXPECT_EQ(count_cell(12345).text, "12,345");
    EXPECT_EQ(count_cell(12345).number, Number(12345));
    EXPECT_EQ(fixed_cell(1234.56, 1).text, "1,234.6");
    EXPECT_EQ(fixed_cell(1234.56, 1).number, Number(1234.56));
    EXPECT_EQ(time_cell(1234567).text, "1.235 ms");
    EXPECT_EQ(time_cell(1234567).number, Number(1234567.0));
    EXPECT_EQ(time_cell(1234567).provenance, Provenance::measured);
    EXPECT_EQ(rate_cell(13394.2).text, "13,394");
    EXPECT_EQ(scaled_time_cell(1234567, {"us", 1e3, 1}).text, "1,234.6");
    EXPECT_EQ(scaled_time_cell(1234567, {"us", 1e3, 1}).number, Number(1234.567));
    EXPECT_EQ(text_cell("a").text, "a");
    EXPECT_FALSE(text_cell("1").number);
    EXPECT_EQ(bar_cell(0.5).fraction, 0.5);
}

TEST(Cells, AbsentIsNotZero) {
    for (const auto& cell : {count_cell(std::nullopt), fixed_cell(std::nullopt, 1), time_cell(std::nullopt),
                             rate_cell(std::nullopt), metric_cell(metric("gld_sectors"), std::nullopt)}) {
        EXPECT_EQ(cell.text, "");
        EXPECT_FALSE(cell.number);
        EXPECT_FALSE(cell.provenance) << "what is absent comes from nowhere";
    }
    EXPECT_EQ(count_cell(0).text, "0");
    EXPECT_EQ(blank_cell().text, " ") << "a place left free is not an absent value";
}

TEST(Cells, AMetricsValueInItsDigitsWithItsProvenance) {
    const auto cell = metric_cell(metric("gld_efficiency_pct"), MetricValue{66.6666, Provenance::modelled});
    EXPECT_EQ(cell.text, "66.7");
    EXPECT_EQ(cell.number, Number(66.6666));
    EXPECT_EQ(cell.provenance, Provenance::modelled);
}

}  // namespace
}  // namespace sortscope::present
