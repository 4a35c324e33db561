#include <gmock/gmock.h>

#include <sstream>

#include "present/tables/curves.hpp"
#include "present/text/table.hpp"
#include "present/text/terminal.hpp"
#include "tests/present/timed_case.hpp"

namespace sortscope::present::text {
namespace {
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using enum Provenance;

constexpr Screen wide{std::nullopt, false};

Cell words(const char* text) { return {.text = text}; }
Cell number(const char* text, std::optional<Provenance> provenance = measured) {
    return {.text = text, .provenance = provenance};
}

Column column(const char* head, const char* subhead = "", Align align = Align::right, int importance = 100,
              Fit fit = Fit::whole, int least = 0) {
    return {.id = head,
            .title = head,
            .head = head,
            .subhead = subhead,
            .align = align,
            .importance = importance,
            .fit = fit,
            .least = least};
}

Table table_of(std::vector<Column> columns) { return {.columns = std::move(columns)}; }

int widest_line(const std::string& text) {
    std::istringstream lines(text);
    int widest = 0;
    for (std::string line; std::getline(lines, line);) widest = std::max(widest, display_width(line));
    return widest;
}

TEST(DrawTable, AbsentIsADashAndEmptyColumnsAreHidden) {
    auto table = table_of({column("a"), column("b"), column("c"), column("window", "", Align::right, 0)});
    table.row({number("1"), {}, {}, number("2")});
    table.row({{}, {}, number("0"), number("2")});
    EXPECT_EQ(draw(table, wide), "  a  c\n  ----\n  1  -\n  -  0\n");
    EXPECT_THAT(draw(table, {40, false}), Not(HasSubstr("Left out")));
}

TEST(DrawTable, TextsOfTheFileCannotSteerTheTerminal) {
    auto table = table_of({column("a", "", Align::left)});
    table.title = "lines of \x1b[2J.hpp";
    table.row({words("x\x1b[31m")});
    EXPECT_EQ(draw(table, wide), "lines of \\x1b[2J.hpp\n  a\n  ---------\n  x\\x1b[31m\n");
}

TEST(DrawTable, OneProvenanceMarksTheHeadSeveralEachNumber) {
    auto table = table_of({column("sectors")});
    table.row({number("200", modelled)});
    EXPECT_EQ(draw(table, wide), "  sectors*\n  --------\n       200\n");
    for (const auto& cell : {number("10", measured), number("3000", counted), Cell{}}) table.row({cell});
    EXPECT_EQ(draw(table, wide), "  sectors\n  -------\n     200*\n      10\n    3000+\n       -\n");
}

TEST(DrawTable, MarkdownIsOneTableWithoutBrokenCells) {
    constexpr Screen markdown{100, true, true};
    auto table = table_of({column("name", "", Align::left, 1000, Fit::wrap, 6), column("time", "us")});
    table.title = "Stages <by> kernel";
    table.notes = {"a * b"};
    table.columns[0].heads_group = true;
    table.group("u32");
    table.row({words("step<u32>|x"), number("1.5")});
    table.rule();
    table.row({words("a name that is longer than six columns"), number("2", modelled)});
    table.total({words("all"), {}});
    EXPECT_EQ(draw(table, markdown),
              "**Stages \\<by> kernel**\n\n"
              "| name | time us |\n"
              "| --- | ---: |\n"
              "| **u32** |  |\n"
              "| step\\<u32>\\|x | 1.5 |\n"
              "| a name that is longer than six columns | 2\\* |\n"
              "| **all** | - |\n\n"
              "a \\* b\n\n");
    Facts facts;
    facts.add("median", "Median time", "2 *us*");
    EXPECT_EQ(draw_facts(facts, markdown), "- **median**: 2 \\*us\\*\n\n");
}

Table wide_table() {
    auto table =
        table_of({column("variant", "", Align::left, 1000, Fit::wrap, 8),
                  column("time", "us", Align::right, 90), column("", "", Align::left, 80, Fit::bar, 6),
                  column("launches", "", Align::right, 10), column("sectors", "32 B", Align::right, 70)});
    table.row({words("a_variant_with_a_long_name"),
               number("123,456.7"),
               {.fraction = 1},
               number("210"),
               number("1,234,567")});
    return table;
}

TEST(DrawTable, FitsEveryWidthAndNeverBreaksANumber) {
    for (int width = 40; width < 100; ++width) {
        const auto text = draw(wide_table(), {width, false});
        EXPECT_LE(widest_line(text), width) << text;
        EXPECT_THAT(text, HasSubstr("123,456.7"));
    }
}

TEST(DrawTable, LeavesOutTheLeastImportantColumnAndSaysSo) {
    EXPECT_THAT(draw(wide_table(), {46, false}), AllOf(HasSubstr("Left out to fit 46 columns: launches."),
                                                       Not(HasSubstr("210")), HasSubstr("1,234,567")));
    for (const auto& screen : {wide, Screen{70, false}})
        EXPECT_THAT(draw(wide_table(), screen), AllOf(HasSubstr("a_varian"), Not(HasSubstr("Left out"))));
    std::vector<std::string> left_out;
    for (int i = 0; i < 2; ++i) draw_rows(wide_table(), {36, false}, left_out);
    EXPECT_THAT(left_out, ::testing::ElementsAre("launches", "sectors 32 B"));
}

TEST(DrawTable, WrapsTextsThatMustNotBeCut) {
    auto table = table_of({column("variant", "", Align::left, 1000, Fit::wrap, 12), column("time", "us"),
                           column("why", "", Align::left, 1000, Fit::wrap, 10)});
    table.row({words("selection-blocks"), number("1.5"), words("more sectors, more instructions")});
    table.row({words("selection-global"), number("2.5"), {}});
    EXPECT_EQ(draw(table, {36, false}),
              "  variant       time  why\n"
              "                  us\n"
              "  ---------------------------------\n"
              "  selection-     1.5  more sectors,\n"
              "  blocks              more\n"
              "                      instructions\n"
              "  selection-     2.5  -\n"
              "  global\n");
    for (int width = 30; width < 70; ++width) {
        const auto text = draw(table, {width, false});
        EXPECT_LE(widest_line(text), width) << text;
        EXPECT_THAT(text, Not(HasSubstr("~"))) << "no text is cut";
    }
    EXPECT_THAT(draw(table, wide), HasSubstr("  selection-blocks   1.5  more sectors, more instructions\n"));
}

TEST(DrawTable, GoesOnBelowWhereAllColumnsAreWorthTheSame) {
    auto table =
        table_of({column("keys"), column("CPU", "ms"), column("GPU basic", "ms"), column("GPU semi", "ms")});
    table.columns[0].names_row = true;
    table.notes = {"Of the source."};
    table.row({number("2^15", std::nullopt), number("2.275"), number("0.1218"), number("0.05")});
    table.row({number("2^16", std::nullopt), number("4.550"), number("0.1514"), words(" ")});
    EXPECT_EQ(draw_in_parts(table, wide), draw(table, wide));
    EXPECT_EQ(draw_in_parts(table, {26, false}),
              "  keys    CPU  GPU basic\n"
              "           ms         ms\n"
              "  ----------------------\n"
              "  2^15  2.275     0.1218\n"
              "  2^16  4.550     0.1514\n"
              "\n"
              "  keys  GPU semi\n"
              "              ms\n"
              "  --------------\n"
              "  2^15      0.05\n"
              "  Of the source.\n");
}

TEST(DrawTable, WhatHeadsAGroupStandsAboveItWhereThereIsNoRoom) {
    auto table = table_of({column("variant", "", Align::left, 1000, Fit::wrap, 12), column("block"),
                           column("keys"), column("time", "us")});
    table.columns[0].heads_group = table.columns[1].heads_group = true;
    auto block = number("256", std::nullopt);
    block.number = Number(256);
    table.row({words("bitonic-c4"), block, number("1,024"), number("1.5")});
    table.row({words(" "), words(" "), number("2,048"), number("2.5")});
    table.rule();
    table.row({words("merge"), {}, number("1,024"), number("3.5")});
    EXPECT_THAT(draw(table, {36, false}),
                HasSubstr("  bitonic-c4    256  1,024   1.5\n                     2,048   2.5\n"));
    EXPECT_EQ(draw(table, {26, false}),
              "   keys  time\n"
              "           us\n"
              "  -----------\n"
              "  bitonic-c4, block 256\n"
              "  1,024   1.5\n"
              "  2,048   2.5\n"
              "  -----------\n"
              "  merge\n"
              "  1,024   3.5\n");
}

TEST(Bar, FillsItsShareOfTheWidth) {
    constexpr Screen utf8{80, true}, ascii{80, false};
    EXPECT_EQ(std::tuple(bar(1, 4, utf8), bar(0.5, 3, utf8)), std::tuple("████", "█▌"));
    EXPECT_EQ(bar(0.5, 4, ascii), "##");
    EXPECT_EQ(bar(1e-9, 10, utf8), "▏") << "the smallest is still seen";
    EXPECT_EQ(bar(1e-9, 10, ascii), ".");
    for (const double nothing : {0.0, -1.0, std::nan("")}) EXPECT_EQ(bar(nothing, 10, utf8), "");
    EXPECT_EQ(bar(1, 0, utf8), "");
    for (int i = 0; i <= 700; ++i) EXPECT_LE(display_width(bar(i / 100.0, 7, utf8)), 7);
}

TEST(DrawFacts, ALineForEachTextAndNote) {
    Facts facts;
    facts.facts = {{.id = "time", .name = "time", .text = "median 1.000 ms; measured"},
                   {.id = "brief", .name = "brief", .brief = "1"}};
    facts.notes = {{Severity::warning, "Another process used\nthe GPU.", {}, false},
                   {Severity::info, "clocks were throttled", "time trial 5 left out", false},
                   {Severity::info, "said above", {}, true}};
    EXPECT_EQ(draw_facts(facts, wide), "  time       median 1.000 ms; measured\n");
    EXPECT_EQ(draw_facts(facts, {30, true}), "  time       median 1.000 ms;\n             measured\n");
    EXPECT_EQ(draw_notes(facts, wide),
              "  warning: Another process used the GPU.\n  time trial 5 left out: clocks were throttled\n");
}

TEST(RowByRow, KnowsWhichColumnsAreDrawnAndKeepsWiderNumbersWhole) {
    auto table = table_of(
        {column("name", "", Align::left, 1000), column("count"), column("wide column", "", Align::right, 1)});
    table.row({words("a"), number("1"), number("2")});
    const RowByRow drawing(table, {16, false});
    EXPECT_EQ(drawing.left_out(), std::vector<std::string>{"wide column"});
    EXPECT_EQ(drawing.drawn(), (std::vector<bool>{true, true, false}));
    auto part = table_of({column("n")});
    part.row({number("1")});
    EXPECT_EQ(RowByRow(part, wide).row({Row::Kind::values, {number("123,456")}}), "  123,456\n");
}

TEST(CrossingTables, NamesAreWholeInEightyColumns) {
    std::vector<CaseRecord> cases{test::timed(1, "slow", 1024, 2000), test::timed(2, "slow", 4096, 4096),
                                  test::timed(3, "fast", 1024, 1000), test::timed(4, "fast", 4096, 1024)};
    for (const int factor : {4, 16})
        for (const int i : {0, 1}) {
            auto& record = cases.emplace_back(
                test::timed(factor + i, "selection-blocks-of-a-long-name", 1024ULL << (2 * i), 100'000));
            edit(record).config.params["block_factor"] = factor;
        }
    const auto tables = crossing_tables(analyzer::against_the_fastest(analyzer::curves_over("n", cases)));
    ASSERT_EQ(tables.size(), 1U);
    EXPECT_THAT(draw(tables.front(), {80, false}),
                AllOf(Not(HasSubstr("~")), Not(HasSubstr("Left out")), HasSubstr("block_factor=4"),
                      HasSubstr("block_factor=16")));
}

constexpr Screen unlimited{std::nullopt, true};
constexpr Screen twenty{20, true};

TEST(Shorten, EndsInAnEllipsis) {
    EXPECT_EQ(shorten("bitonic", 7, unlimited), "bitonic");
    EXPECT_EQ(shorten("bitonic", 4, unlimited), "bit…");
    EXPECT_EQ(shorten("bitonic", 4, {80, false}), "bit~");
    EXPECT_EQ(shorten("bitonic", 0, unlimited), "");
    EXPECT_EQ(shorten("äöüß", 3, unlimited), "äö…");
}

TEST(DisplayWidth, IsTwoColumnsForWideCharactersAndNoneForMarks) {
    EXPECT_EQ(std::tuple(display_width(""), display_width("█▌…"), display_width("中文")),
              std::tuple(0, 3, 4));
    EXPECT_EQ(std::tuple(display_width("😀"), display_width("e\xCC\x81")), std::tuple(2, 1));
    EXPECT_EQ(display_width("a\xFF"
                            "b"),
              3)
        << "a broken byte";
    EXPECT_EQ(shorten("中文字", 4, unlimited), "中…");
    EXPECT_EQ(shorten("中文字", 5, unlimited), "中文…");
    EXPECT_EQ(shorten("ae\xCC\x81xy", 3, unlimited), "ae\xCC\x81…");
}

TEST(Wrap, BreaksAtSpacesAndIndents) {
    EXPECT_EQ(wrap("one two three four five six", twenty, 2), "one two three four\n  five six");
    EXPECT_EQ(wrap("one two", twenty, 4, 17), "one\n    two");
    EXPECT_EQ(wrap("one two three four five six", unlimited, 2), "one two three four five six");
    EXPECT_EQ(wrap("", twenty), "");
}

TEST(Wrap, BreaksWordsLongerThanALineBehindTheirMarksIfTheyHaveAny) {
    EXPECT_EQ(wrap("awordlongerthantwentycolumns b", twenty), "awordlongerthantwent\nycolumns b");
    EXPECT_EQ(wrap("one awordlongerthantwentycolumns", twenty, 4, 4),
              "one\n    awordlongerthant\n    wentycolumns");
    EXPECT_EQ(wrap("中文中文中文中文中文中文", {9, true}, 0), "中文中文\n中文中文\n中文中文");
    EXPECT_EQ(wrap("a_word_longer_than_twenty_columns b", twenty), "a_word_longer_than_\ntwenty_columns b");
    EXPECT_EQ(wrap("one,two,three,four,five,six,seven", twenty), "one,two,three,four,\nfive,six,seven");
    EXPECT_EQ(wrap("a,bcdefghijklmnopqrstuvwxyz", twenty), "a,bcdefghijklmnopqrs\ntuvwxyz")
        << "too near to the beginning";
    EXPECT_EQ(wrap("DeviceRadixSortOnesweepKernel", twenty), "DeviceRadixSort\nOnesweepKernel");
}
}  // namespace
}
