#include "present/html/page.hpp"

#include <gmock/gmock.h>

#include "present/cells.hpp"

namespace sortscope::present::html {
namespace {
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

std::string written(const Page& page) {
    std::string text;
    write(page, [&](std::string_view piece) { text += piece; });
    return text;
}

Chart line_chart() {
    Series series{.name = "one", .intervals = true};
    for (const double y : {2.0, 0.0, 8.0})
        series.points.push_back({.x = double(series.points.size() + 1),
                                 .y = y,
                                 .low = y * 0.9,
                                 .high = y * 1.1,
                                 .hint = "line 1\nat " + std::to_string(series.points.size())});
    series.points.push_back({.x = 4});
    return {.title = "A & B </script>",
            .x = {.scale = Scale::log2},
            .y = {.scale = Scale::logarithmic},
            .series = {series, series}};
}

Page page_of(Part part) { return {"<Title>", {}, {{"First & only", {std::move(part)}}}}; }

TEST(HtmlPage, SourceKeepsItsBlanksAndTimesTheirUnits) {
    Part part;
    part.table.columns = {
        {.id = "median_ns", .title = "Median", .head = "median", .unit = "ns"},
        {.id = "time", .title = "Time", .head = "time", .subhead = "ns", .unit = "ns", .unit_ns = 1},
        {.id = "text", .title = "Source", .head = "source", .align = Align::left, .is_code = true}};
    part.table.row({time_cell(1500.0), fixed_cell(3.0, 0), text_cell("    c.sync();")});
    EXPECT_THAT(written(page_of(part)),
                AllOf(HasSubstr(">Median</button>"), HasSubstr(">Time<small>ns</small></button>"),
                      HasSubstr("<td class=\"l code\">    c.sync();</td>")));
}

TEST(HtmlPage, TextsAreEscapedAndPowersRaised) {
    Part part;
    part.heading = "<h1>2^20 keys";
    part.sentences = {"a < b & c"};
    part.facts.facts = {{.name = "name<", .text = "text>", .sentence = "\"quoted\""}};
    part.facts.notes = {{Severity::warning, "<w>", "about", false}, {Severity::info, "remark", "", false}};
    const auto page = written(page_of(part));
    EXPECT_THAT(
        page, AllOf(HasSubstr("<title>&lt;Title&gt;</title>"),
                    HasSubstr("<h3>&lt;h1&gt;2<sup>20</sup> keys</h3>"), HasSubstr("<p>a &lt; b &amp; c</p>"),
                    HasSubstr("<dt title=\"&quot;quoted&quot;\">name&lt;</dt><dd>text&gt;</dd>"),
                    HasSubstr("<p class=\"note-warning\">warning: about: &lt;w&gt;</p>"),
                    HasSubstr("<summary>1 remark</summary>")));
}

TEST(HtmlPage, TablesHaveNumbersToSortByAndMarks) {
    Part part;
    part.table.columns = {{.id = "a", .title = "Name", .head = "a", .align = Align::left},
                          {.id = "b", .title = "Time", .head = "b", .unit = "us"},
                          {.id = "c", .title = "Never", .head = "c", .importance = 0},
                          {.id = "d", .title = "Empty", .head = "d"}};
    part.table.row({text_cell("<x>"), fixed_cell(1.25, 2, Provenance::modelled), text_cell("no"), {}});
    part.table.total({text_cell("total"), fixed_cell(1.25, 2), {}, {}});
    const auto page = written(page_of(part));
    EXPECT_THAT(page, AllOf(HasSubstr("<td class=\"l\">&lt;x&gt;</td><td data-v=\"1.25\">1.25<sup title=\""),
                            HasSubstr(">*</sup>"), HasSubstr("Time<small>us</small>"),
                            HasSubstr("<tr class=\"total\">"), Not(HasSubstr("Never")),
                            Not(HasSubstr("Empty")), HasSubstr("* modelled by the host interpreter")));
}

TEST(HtmlPage, ChartsAreDataForTheScriptAndPictures) {
    // A logarithmic axis has no place for 0, so 0 becomes null. Absent values become null, too.
    EXPECT_THAT(chart_data(line_chart()),
                AllOf(Not(HasSubstr("<")), HasSubstr("\"title\": \"A \\u0026 B \\u003c/script\\u003e\""),
                      HasSubstr("\"points\": [[1.0,2.0,1.8,2.2],[2.0,null],[3.0,8.0,7.2,8.8],[4.0,null]]"),
                      HasSubstr("\"hints\": [\"line 1\\nat 0\"")));
    Part part;
    part.chart = line_chart();
    const auto page = written(page_of(part));
    EXPECT_THAT(page, HasSubstr("<svg "));
    EXPECT_EQ(page.find("<script type=\"application/json\">") != std::string::npos, !chart_script().empty());
    EXPECT_EQ(chart_library().empty(), chart_script().empty());
}
}  // namespace
}
