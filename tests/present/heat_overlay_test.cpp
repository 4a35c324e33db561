// Several cases in coloured cells: matrices and heat maps beside each other, ratios of two.
#include <gmock/gmock.h>

#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include "present/charts/matrix.hpp"
#include "present/charts/sweep.hpp"
#include "present/charts/timeline.hpp"
#include "present/palette.hpp"
#include "tests/present/timed_case.hpp"
#include "tests/sample/edit.hpp"
#include "tests/sample/staged.hpp"

namespace sortscope::present {
namespace {

using analyzer::Grouping;
using testing::ElementsAre;
using testing::HasSubstr;

MatrixCase matrix_case(const CaseRecord& record) {
    return {&record, analyzer::stage_matrix(analyzer::breakdown(record, Grouping::substage),
                                            analyzer::breakdown(record, Grouping::stage), time_metric())};
}

TEST(Overlay, MatricesStandBesideEachOtherOrAsTheirRatio) {
    const auto base = sample::staged_case();
    auto other = base;
    other.id = CaseId{2};
    edit(other).config.block = 128;
    other.launches[0].duration_ns = 20'000;
    other.launches[1].duration_ns = 15'000;
    other.launches.push_back(sample::launch_of(3, 1, "late", 400'000, 7'000));
    const std::vector cases{matrix_case(base), matrix_case(other)};
    const auto beside = matrices_chart(cases);
    EXPECT_THAT(beside.x.ticks, ElementsAre("1", "2", "", "1", "2"));
    EXPECT_THAT(beside.y.ticks, ElementsAre("1", "2", "3"));
    EXPECT_EQ(beside.heat->values[0], 10);
    EXPECT_EQ(beside.heat->values[3], 20);
    EXPECT_EQ(beside.heat->values[2], std::nullopt);
    EXPECT_EQ(beside.heat->texts[13], "7.0");
    EXPECT_THAT(beside.note, HasSubstr("block 256; block 128"));
    EXPECT_THAT(beside.hint(0, 3), HasSubstr("block 128\nstage 1, substage 1"));
    const auto ratio = matrix_ratio_chart(cases);
    EXPECT_TRUE(ratio.colour.ratio);
    EXPECT_EQ(ratio.heat->values.at(0), 2);
    EXPECT_EQ(ratio.heat->values.at(2), 0.25);
    EXPECT_EQ(ratio.colour.largest, 4);
    EXPECT_EQ(ratio.colour.least, 0.25);
    EXPECT_THAT(ratio.y.ticks, ElementsAre("1", "2"));  // stage 3 is of one alone
    EXPECT_THAT(ratio.note, HasSubstr("block 128, as a multiple of block 256. What one of them alone has"));
    EXPECT_THAT(ratio.heat->cases, ElementsAre("block 128", "block 128"));
    EXPECT_THAT(beside.heat->cases, ElementsAre("block 256", "block 256", "", "block 128", "block 128"));
    EXPECT_THAT(ratio.hint(0, 0), HasSubstr("2.000 of block 256\nblock 128: 20.00 us (measured)"));
    const auto modelled = sample::modelled_staged_case();
    EXPECT_THAT(matrix_ratio_chart(std::vector{matrix_case(base), matrix_case(modelled)}).empty_text,
                HasSubstr("Draw them beside each other"));
    EXPECT_THAT(matrices_chart(std::vector{matrix_case(base), matrix_case(modelled)}).note,
                HasSubstr("Without such values"));
    EXPECT_FALSE(matrices_chart(std::vector{matrix_case(modelled)}).empty_text.empty());
    EXPECT_TRUE(matrices_chart({}).empty());
}

TEST(Overlay, WhatIsZeroInOneHasNoRatioWhichIsSaid) {
    const auto base = sample::staged_case();
    auto other = base;
    other.id = CaseId{2};
    edit(other).config.block = 128;
    EXPECT_THAT(matrix_ratio_chart(std::vector{matrix_case(base), matrix_case(other)}).note,
                testing::Not(HasSubstr("left out")));
    other.launches[0].duration_ns = 0;
    EXPECT_THAT(matrix_ratio_chart(std::vector{matrix_case(base), matrix_case(other)}).note,
                HasSubstr("What is 0 in one of them is left out."));
    EXPECT_THAT(matrix_ratio_chart(std::vector{matrix_case(other), matrix_case(base)}).note,
                HasSubstr("What is 0 in one of them is left out."));
    other.launches.push_back(sample::launch_of(3, 1, "late", 400'000, 7'000));
    EXPECT_THAT(matrix_ratio_chart(std::vector{matrix_case(base), matrix_case(other)}).note,
                HasSubstr("What one of them alone has, or is 0 in one, is left out."));
}

TEST(Overlay, LaunchesAreColouredByTheirRatio) {
    const auto base = sample::staged_case();
    auto other = base;
    other.launches[0].duration_ns = 5'000;
    other.launches[2].duration_ns.reset();
    const auto base_whole = analyzer::breakdown(base, Grouping::stage),
               other_whole = analyzer::breakdown(other, Grouping::stage);
    ASSERT_TRUE(same_steps(base.launches, other.launches));
    std::map<std::uint32_t, double> ratios;
    const auto axis = ratio_axis(time_metric(), {base.launches, &base_whole, "this"},
                                 {other.launches, &other_whole, "that"}, ratios);
    EXPECT_THAT(ratios, ElementsAre(testing::Pair(base.launches[0].index, 0.5),
                                    testing::Pair(base.launches[1].index, 1)));
    EXPECT_TRUE(axis.ratio);
    EXPECT_EQ(axis.largest, 2);
    EXPECT_EQ(axis.least, 0.5);
    EXPECT_EQ(axis.title, "Time of that, times that of this (measured)");
    other.launches.back().stage.substage += 1;
    EXPECT_FALSE(same_steps(base.launches, other.launches));
    const auto modelled = sample::modelled_staged_case();
    const auto modelled_whole = analyzer::breakdown(modelled, Grouping::stage);
    ratios.clear();
    EXPECT_EQ(ratio_axis(time_metric(), {base.launches, &base_whole, "this"},
                         {modelled.launches, &modelled_whole, "that"}, ratios)
                  .title,
              "");
    EXPECT_TRUE(ratios.empty());
}

TEST(Overlay, HeatMapsStandBesideEachOther) {
    const auto map_of = [](std::vector<std::string> columns, std::vector<std::string> rows,
                           std::vector<std::optional<double>> values, std::vector<std::size_t> best) {
        Chart chart;
        chart.x.ticks = std::move(columns);
        chart.y.ticks = std::move(rows);
        chart.colour.least = 1;
        chart.colour.largest = values.back().value_or(1);
        chart.heat.emplace();
        chart.heat->values = std::move(values);
        chart.heat->texts.assign(chart.heat->values.size(), "x");
        chart.heat->outlined = std::move(best);
        for (std::size_t cell = 0; cell < chart.heat->values.size(); ++cell)
            chart.heat->hints.push_back("cell " + std::to_string(cell));
        return chart;
    };
    Chart none;
    none.empty_text = "nothing";
    const std::vector<std::string> names{"a", "b", "c"};
    const auto chart = heat_charts_beside(std::vector{map_of({"1", "2"}, {"8", "16"}, {1, 2, 3, 1}, {0, 3}),
                                                      none, map_of({"4"}, {"16", "32"}, {1, 5}, {0})},
                                          names);
    EXPECT_THAT(chart.x.ticks, ElementsAre("1", "2", "", "4"));
    EXPECT_THAT(chart.y.ticks, ElementsAre("8", "16", "32"));
    EXPECT_EQ(chart.heat->values,
              (std::vector<std::optional<double>>{1, 2, {}, {}, 3, 1, {}, 1, {}, {}, {}, 5}));
    EXPECT_THAT(chart.heat->outlined, ElementsAre(0, 5, 7));
    EXPECT_EQ(chart.colour.largest, 5);
    EXPECT_EQ(chart.note, "From left to right: a; c. Without such values: b.");
    EXPECT_EQ(chart.hint(0, 5), "a\ncell 3");
    EXPECT_EQ(chart.hint(0, 11), "c\ncell 1");
    EXPECT_EQ(chart.hint(0, 2), "");
    EXPECT_THAT(chart.heat->cases, ElementsAre("a", "a", "", "c"));
    EXPECT_TRUE(heat_charts_beside({}, {}).empty());
    // The case shown may be the one without a map: the others are drawn. Conditions and notes of one are not
    // said of all.
    auto first = map_of({"1"}, {"8"}, {2}, {0}), second = map_of({"4"}, {"16"}, {5}, {0});
    first.conditions = "uniform", first.note = "2 sweeps left out.";
    second.conditions = "reversed", second.note = "1 sweep left out.";
    const auto others = heat_charts_beside(std::vector{none, first, second}, names);
    EXPECT_THAT(others.x.ticks, ElementsAre("1", "", "4"));
    EXPECT_EQ(others.conditions, "");
    EXPECT_EQ(others.note,
              "From left to right: b; c. Without such values: a. b: 2 sweeps left out. c: 1 sweep left out.");
    EXPECT_EQ(others.hint(0, 0), "b\ncell 0");
    second.conditions = "uniform";
    EXPECT_EQ(heat_charts_beside(std::vector{first, second}, names).conditions, "uniform");
    EXPECT_EQ(heat_charts_beside(std::vector{none, first}, names).note,
              "Drawn: b. Without such values: a. b: 2 sweeps left out.");
    EXPECT_EQ(heat_charts_beside(std::vector{none, none}, names).empty_text, "nothing");
}

TEST(Palette, RatiosAreGreyInTheMiddleAndOfTwoColours) {
    for (const bool dark : {false, true}) {
        const auto low = ratio_colour(0, dark), same = ratio_colour(0.5, dark), high = ratio_colour(1, dark);
        EXPECT_GT(low.b, low.r + 40);
        EXPECT_GT(high.r, high.b + 40);
        EXPECT_LT(std::abs(same.r - same.b), 16);
        EXPECT_EQ(ratio_colour(-3, dark), low);
        EXPECT_EQ(ratio_colour(7, dark), high);
    }
}

}  // namespace
}  // namespace sortscope::present
