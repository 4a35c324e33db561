#include "present/csv/csv.hpp"

#include <gtest/gtest.h>

namespace sortscope::present::csv {
namespace {
Cell words(const char* text) { return {.text = text}; }
Cell number(const char* text, Number value, Provenance provenance = Provenance::measured) {
    return {text, value, provenance};
}
Column column(const char* id, Fit fit = Fit::whole) {
    return {.id = id, .title = id, .head = id, .fit = fit};
}

TEST(Csv, IdsAsHeaderAndNumbersAsTheyAre) {
    Table table{.columns = {column("label"), column("bar", Fit::bar), column("time"), column("share")}};
    table.row({words("k=2"), {}, number("12,345", 12345), number("66.7", 66.66)});
    table.rule();
    table.row({words(" "), {}, {}, number("0.0", 0.0)});
    table.total({words("total"), {}, number("1", 1)});
    EXPECT_EQ(write(table), "label,time,share\r\nk=2,12345,66.66\r\n,,0\r\n");
}

TEST(Csv, QuotesWhatWouldBreakARecord) {
    Table table{.columns = {column("a"), column("b"), column("c")}};
    table.row({words("x,y"), words("say \"hi\""), words("two\nlines")});
    EXPECT_EQ(write(table), "a,b,c\r\n\"x,y\",\"say \"\"hi\"\"\",\"two\nlines\"\r\n");
}

TEST(Csv, AFormulaIsTextForASpreadsheet) {
    Table table{.columns = {column("a"), column("b"), column("c"), column("d"), column("e"), column("f")}};
    table.row({words("=1+1"), words("@x"), words("-x,y"), words("-1.5"), words("+"), number("-2", -2)});
    EXPECT_EQ(write(table), "a,b,c,d,e,f\r\n'=1+1,'@x,\"'-x,y\",-1.5,+,-2\r\n");
}

TEST(Csv, TimesAreInNsWhateverUnitIsRead) {
    Table table{.columns = {column("time"), column("median_ns"), column("other")}};
    table.columns[0].unit = "us";
    table.columns[0].unit_ns = 1e3;
    table.columns[1].unit = "ns";
    table.row({number("1.5", 1.536), number("2", 2), number("2", 2)});
    EXPECT_EQ(write(table), "time_ns,median_ns,other\r\n1536,2,2\r\n");
}

TEST(Csv, WhatIsNotMeasuredSaysWhereItComesFrom) {
    Table table{.columns = {column("measured"), column("modelled"), column("mixed"), column("text")}};
    const auto modelled = [](const char* text, Number value) {
        return number(text, value, Provenance::modelled);
    };
    table.row({number("1", 1), modelled("1", 1), number("1", 1), words("a")});
    table.row({number("2", 2), modelled("2", 2), number("2", 2, Provenance::counted), words("b")});
    table.row({number("3", 3), {}, {}, words("c")});
    EXPECT_EQ(write(table),
              "measured,modelled,modelled_provenance,mixed,mixed_provenance,text\r\n"
              "1,1,modelled,1,measured,a\r\n2,2,modelled,2,counted,b\r\n3,,,,,c\r\n");
}
}  // namespace
}
