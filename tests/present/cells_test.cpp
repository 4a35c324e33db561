#include "present/cells.hpp"

#include <gmock/gmock.h>

#include "present/table.hpp"

namespace sortscope::present {
namespace {
using testing::ElementsAre;
using testing::SizeIs;

TEST(Cells, TextsInOneWayAndNumbersBesideThem) {
    for (const auto& [cell, text, number] :
         {std::tuple(count_cell(12345), "12,345", std::optional(Number(12345))),
          {fixed_cell(1234.56, 1), "1,234.6", Number(1234.56)},
          {time_cell(1234567), "1.235 ms", Number(1234567.0)},
          {rate_cell(13394.2), "13,394", Number(13394.2)},
          {scaled_time_cell(1234567, {"us", 1e3, 1}), "1,234.6", Number(1234.567)},
          {text_cell("1"), "1", std::nullopt}})
        EXPECT_EQ(std::tuple(cell.text, cell.number), std::tuple(text, number));
    EXPECT_EQ(time_cell(1234567).provenance, Provenance::measured);
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
    const auto cell = metric_cell(metric("gld_efficiency_pct"), MetricValue{66.6666, Provenance::modelled});
    EXPECT_EQ(std::tuple(cell.text, cell.number), std::tuple("66.7", Number(66.6666)));
    EXPECT_EQ(cell.provenance, Provenance::modelled);
}

TEST(FactsBeside, MeetByTheirIdsAndSayWhatDiffers) {
    Facts one, two;
    one.facts = {{.id = "time", .name = "time", .text = "1 us"},
                 {.id = "device", .name = "device", .text = "H200"},
                 {.id = "brief", .name = "brief", .brief = "1"}};
    two.facts = {{.id = "device", .name = "device", .text = "H200"},
                 {.id = "time", .name = "time", .text = "2 us"},
                 {.id = "more", .name = "more", .text = "yes"}};
    const auto rows = facts_beside(std::vector{one, two});
    ASSERT_THAT(rows, SizeIs(3));
    using Texts = std::vector<std::string>;
    EXPECT_EQ(std::tuple(rows[0].id, rows[0].texts, rows[0].differs),
              std::tuple("time", Texts{"1 us", "2 us"}, true));
    EXPECT_FALSE(rows[1].differs);
    EXPECT_EQ(std::tuple(rows[2].name, rows[2].texts, rows[2].differs),
              std::tuple("more", Texts{"", "yes"}, true));
}

using enum Provenance;

TEST(Legend, SaysWhatTheMarksMean) {
    EXPECT_EQ(std::tuple(legend({}), legend({measured})), std::tuple("", "All values are measured."));
    EXPECT_EQ(legend({measured}, true), "Unmarked values are measured.") << "others are marked";
    EXPECT_EQ(legend({modelled}), "* modelled by the host interpreter, without a GPU.");
    EXPECT_EQ(legend({modelled, measured, counted}),
              "Unmarked values are measured; + counted by software on the GPU; * modelled by the host "
              "interpreter, without a GPU.");
    EXPECT_EQ(provenance_names({modelled, measured}), "measured and modelled");
    EXPECT_EQ(provenance_names({}), "");
}
}  // namespace
}
