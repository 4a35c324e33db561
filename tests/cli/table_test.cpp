#include "cli/table.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

namespace sortscope::cli {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using enum Provenance;

constexpr Screen wide{std::nullopt, false};

Cell number(const char* text, std::optional<Provenance> provenance = measured) { return {text, provenance, 0}; }

int widest_line(const std::string& text) {
    std::istringstream lines(text);
    int widest = 0;
    for (std::string line; std::getline(lines, line);) widest = std::max(widest, display_width(line));
    return widest;
}

TEST(Table, AlignsAndKeepsNoBlanksAtLineEnds) {
    Table table({{"name", "", Align::left}, {"time", "us"}});
    table.row({{"sort", std::nullopt, 0}, number("1.5")});
    table.rule();
    table.row({{"merge sort", std::nullopt, 0}, number("10.5")});
    EXPECT_EQ(table.render(wide),
              "  name        time\n"
              "                us\n"
              "  ----------------\n"
              "  sort         1.5\n"
              "  ----------------\n"
              "  merge sort  10.5\n");
}

TEST(Table, AbsentIsADashAndEmptyColumnsAreHidden) {
    Table table({{"a"}, {"b"}, {"c"}});
    table.row({number("1"), {}, {}});
    table.row({{}, {}, number("0")});
    EXPECT_EQ(table.render(wide), "  a  c\n  ----\n  1  -\n  -  0\n");
}

TEST(Table, OneProvenanceMarksTheTitle) {
    Table table({{"sectors"}});
    table.row({number("10", modelled)});
    table.row({number("200", modelled)});
    EXPECT_EQ(table.render(wide), "  sectors*\n  --------\n        10\n       200\n");
}

TEST(Table, SeveralProvenancesMarkEachNumber) {
    Table table({{"sectors"}});
    table.row({number("10", measured)});
    table.row({number("200", modelled)});
    table.row({number("3000", counted)});
    table.row({{}});
    EXPECT_EQ(table.render(wide), "  sectors\n  -------\n      10\n     200*\n    3000+\n       -\n");
    EXPECT_EQ(table.provenances(), (std::set{measured, counted, modelled}));
}

Table wide_table() {
    Table table({{"variant", "", Align::left, 1000, Fit::shorten, 8},
                 {"time", "us", Align::right, 90},
                 {"", "", Align::left, 80, Fit::bar, 6},
                 {"launches", "", Align::right, 10},
                 {"sectors", "32 B", Align::right, 70}});
    table.row({{"a_variant_with_a_long_name", std::nullopt, 0}, number("123,456.7"), {{}, std::nullopt, 1},
               number("210"), number("1,234,567")});
    return table;
}

TEST(Table, FitsEveryWidthAndNeverBreaksANumber) {
    for (int width = 40; width < 100; ++width) {
        const auto text = wide_table().render({width, false});
        EXPECT_LE(widest_line(text), width) << text;
        EXPECT_THAT(text, HasSubstr("123,456.7"));
    }
}

TEST(Table, LeavesOutTheLeastImportantColumnAndSaysSo) {
    const auto text = wide_table().render({46, false});
    EXPECT_THAT(text, HasSubstr("Left out to fit 46 columns: launches."));
    EXPECT_THAT(text, Not(HasSubstr("210")));
    EXPECT_THAT(text, HasSubstr("1,234,567"));
    EXPECT_THAT(wide_table().render(wide), Not(HasSubstr("Left out")));
}

TEST(Table, CollectsTheNamesOfLeftOutColumnsOnce) {
    std::vector<std::string> left_out;
    wide_table().render({36, false}, left_out);
    wide_table().render({36, false}, left_out);
    EXPECT_THAT(left_out, ::testing::ElementsAre("launches", "sectors 32 B"));
}

TEST(Table, ShortensTextsBeforeItLeavesColumnsOut) {
    EXPECT_THAT(wide_table().render({70, false}), HasSubstr("a_varian"));
    EXPECT_THAT(wide_table().render({70, false}), Not(HasSubstr("Left out")));
}

TEST(Legend, NamesEveryMark) {
    EXPECT_EQ(legend({measured}), "All values are measured.");
    EXPECT_EQ(legend({modelled}), "* modelled by the host interpreter, without a GPU.");
    EXPECT_EQ(legend({measured, modelled}),
              "Unmarked values are measured; * modelled by the host interpreter, without a GPU.");
    EXPECT_EQ(legend({}), "");
    for (const auto& row : EnumTable<Provenance>::names())
        EXPECT_THAT(legend({row.value}), HasSubstr(std::string(row.name)));
}

}  // namespace
}  // namespace sortscope::cli
