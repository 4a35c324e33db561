#include "present/csv/csv.hpp"

#include <gtest/gtest.h>

namespace sortscope::present::csv {
namespace {

Cell words(const char* text) { return {text, std::nullopt, std::nullopt, 0}; }
Cell number(const char* text, Number value, Provenance provenance = Provenance::measured) { return {text, value, provenance, 0}; }
Column column(const char* id, Fit fit = Fit::whole) { return {.id = id, .title = id, .head = id, .fit = fit}; }

TEST(Csv, IdsAsHeaderAndNumbersAsTheyAre) {
    Table table;
    table.columns = {column("label"), column("bar", Fit::bar), column("time"), column("share")};
    table.row({words("k=2"), {}, number("12,345", 12345), number("66.7", 66.66)});
    table.rule();
    table.row({words(" "), {}, {}, number("0.0", 0.0)});
    table.total({words("total"), {}, number("1", 1)});
    EXPECT_EQ(write(table), "label,time,share\r\nk=2,12345,66.66\r\n,,0\r\n");
}

TEST(Csv, QuotesWhatWouldBreakARecord) {
    Table table;
    table.columns = {column("a"), column("b"), column("c")};
    table.row({words("x,y"), words("say \"hi\""), words("two\nlines")});
    EXPECT_EQ(write(table), "a,b,c\r\n\"x,y\",\"say \"\"hi\"\"\",\"two\nlines\"\r\n");
}

TEST(Csv, TimesSayTheirUnit) {
    Table table;
    table.columns = {column("time"), column("median_ns")};
    table.columns[0].unit = "us";
    table.columns[1].unit = "ns";
    table.row({number("1.5", 1.5), number("2", 2)});
    EXPECT_EQ(write(table), "time_us,median_ns\r\n1.5,2\r\n");
}

TEST(Csv, ProvenanceOnlyWhereItDiffers) {
    Table table;
    table.columns = {column("same"), column("mixed")};
    table.row({number("1", 1), number("1", 1)});
    table.row({number("2", 2), number("2", 2, Provenance::modelled)});
    table.row({number("3", 3), {}});
    EXPECT_EQ(write(table), "same,mixed,mixed_provenance\r\n1,1,measured\r\n2,2,modelled\r\n3,,\r\n");
}

}  // namespace
}  // namespace sortscope::present::csv
