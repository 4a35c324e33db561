#include "present/cells.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "present/facts.hpp"

namespace sortscope::present {
namespace {

using testing::ElementsAre;
using testing::SizeIs;

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
    EXPECT_EQ(rows[0].id, "time");
    EXPECT_THAT(rows[0].texts, ElementsAre("1 us", "2 us"));
    EXPECT_TRUE(rows[0].differs);
    EXPECT_FALSE(rows[1].differs);
    EXPECT_EQ(rows[2].name, "more");
    EXPECT_THAT(rows[2].texts, ElementsAre("", "yes"));
    EXPECT_TRUE(rows[2].differs);
}

using enum Provenance;

TEST(ProvenanceMarks, EachItsOwnAndNoneForMeasured) {
    std::set<std::string_view> marks;
    for (const auto& row : EnumTable<Provenance>::names()) {
        EXPECT_TRUE(marks.insert(provenance_mark(row.value)).second) << row.name;
        EXPECT_EQ(provenance_mark(row.value).empty(), row.value == measured);
        EXPECT_TRUE(provenance_sentence(row.value).starts_with(std::string(row.name) + ": ")) << row.name;
    }
}

TEST(Legend, SaysWhatTheMarksMean) {
    EXPECT_EQ(std::tuple(legend({}), legend({measured})), std::tuple("", "All values are measured."));
    EXPECT_EQ(legend({measured}, true), "Unmarked values are measured.") << "others are marked";
    EXPECT_EQ(legend({modelled}), "* modelled by the host interpreter, without a GPU.");
    EXPECT_EQ(legend({modelled, measured, counted}),
              "Unmarked values are measured; + counted by software on the GPU; * modelled by the host "
              "interpreter, without a GPU.");
}

TEST(ProvenanceNames, InTheVocabularysOrder) {
    EXPECT_EQ(provenance_names({modelled, measured}), "measured and modelled");
    EXPECT_EQ(provenance_names({}), "");
}

}  // namespace
}  // namespace sortscope::present
