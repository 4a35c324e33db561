#include "analyzer/reproduce/figure.hpp"

#include <map>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "analyzer/reproduce/embedded.hpp"
#include "analyzer/reproduce/published.hpp"
#include "core/error.hpp"
#include "tests/core/expect_error.hpp"

namespace sortscope::analyzer::reproduce {
namespace {

using testing::HasSubstr;

/// What is wrong with a description, in words.
std::string figure_error(const std::string& text) {
    try {
        parse_figures(text, "mine.json");
    } catch (const Error& error) {
        EXPECT_EQ(error.kind(), ErrorKind::data);
        return error.what();
    }
    return "nothing";
}

/// A description of a figure with id, title and `fields`.
std::string described(const std::string& fields) {
    return "{\n\"source\": \"Mine\",\n\"figures\": [\n{\"id\": \"mine-1\", \"title\": \"One\",\n" + fields +
           "\n}\n]\n}\n";
}

constexpr const char* plain_rows = "\"rows\": {\"axis\": \"n\", \"values\": [\"2^10..2^12\"]}";
constexpr const char* plain_columns = "\"columns\": [{\"name\": \"a\", \"variant\": \"rank\"}]";

TEST(FigureFile, ThePlainestFigureIsACurveOfTimes) {
    const auto figures =
        parse_figures(described(std::string(plain_rows) + ",\n" + plain_columns), "mine.json");
    ASSERT_EQ(figures.size(), 1U);
    EXPECT_EQ(figures[0].source, "Mine");
    ASSERT_EQ(figures[0].rows.size(), 3U);
    EXPECT_EQ(figures[0].rows[2].name, "2^12");
    EXPECT_EQ(figures[0].rows[2].query.n, 4096U);
    EXPECT_EQ(figures[0].rows[2].published, "12");
    EXPECT_EQ(figures[0].columns[0].quantity, Quantity::time);
}

TEST(FigureFile, ErrorsNameFileLineAndField) {
    EXPECT_THAT(figure_error("{\n\"source\": \"Mine\",\n\"figures\": [\n,]}"),
                testing::StartsWith("mine.json, line 4: this is no JSON: "));
    EXPECT_EQ(figure_error("[1]"), "mine.json, line 1: it must be an object, but is array.");
    EXPECT_EQ(figure_error("{\"figures\": []}"), "mine.json, line 1: 'source' is missing.");
    EXPECT_EQ(figure_error(described(std::string(plain_rows) +
                                     ",\n\"columns\": [{\"name\": \"a\",\n\"variant\": 7}]")),
              "mine.json, line 7, figures[0].columns[0].variant: type must be string, but is number.");
    EXPECT_EQ(figure_error(described(std::string(plain_rows) + ",\n" + plain_columns + ",\n\"colunms\": []")),
              "mine.json, line 7, figures[0].colunms: there is no such field here. Did you mean 'columns'?");
    EXPECT_EQ(figure_error("{\"source\": \"Mine\", \"source\": \"Again\"}"),
              "mine.json, line 1: 'source' is given twice.");
}

TEST(FigureFile, ValuesAreCheckedWhereTheyStand) {
    EXPECT_THAT(
        figure_error(
            described("\"rows\": {\"axis\": \"m\", \"values\": [\"4\"]},\n" + std::string(plain_columns))),
        HasSubstr("line 5, figures[0].rows.axis: There is no axis of rows called 'm'. Known are: n, block,"));
    EXPECT_THAT(figure_error(described("\"rows\": {\"axis\": \"n\", \"values\": [\"2^x\"]},\n" +
                                       std::string(plain_columns))),
                HasSubstr("line 5, figures[0].rows.values: "));
    EXPECT_THAT(figure_error(described("\"query\": {\"key\": \"u33\"},\n" + std::string(plain_rows) + ",\n" +
                                       plain_columns)),
                HasSubstr("figures[0].query.key: "));
    EXPECT_THAT(
        figure_error(described(
            std::string(plain_rows) +
            ",\n\"columns\": [{\"name\": \"a\", \"quantity\": \"metric\", \"metric\": \"gld_sector\"}]")),
        HasSubstr("figures[0].columns[0].metric: "));
    EXPECT_THAT(
        figure_error(described(
            std::string(plain_rows) +
            ",\n\"columns\": [{\"name\": \"a\", \"quantity\": \"ratio\", \"of\": \"b\", \"over\": \"c\"}]")),
        HasSubstr("there is no column 'b' before this one."));
    EXPECT_THAT(figure_error(described("\"kind\": \"network\"")),
                HasSubstr("a network shows one case: 'variant' and 'n' are missing."));
    EXPECT_THAT(
        figure_error(described(std::string(plain_rows) + ",\n\"columns\": [{\"name\": \"a\", \"published\": "
                                                         "{\"csv\": \"none.csv\", \"device\": \"X\"}}]")),
        HasSubstr("There is no published table 'none.csv'."));
}

TEST(FigureFile, AClaimNeedsARuleAndWhatTheRuleNeeds) {
    const auto claim = [](const std::string& fields) {
        return figure_error(described(std::string(plain_rows) + ",\n" + plain_columns +
                                      ",\n\"claims\": [{\"id\": \"mine/x\", \"text\": \"X\", " + fields +
                                      "}]"));
    };
    EXPECT_THAT(claim("\"rule\": \"abov\", \"columns\": [\"a\"]"),
                HasSubstr("line 7, figures[0].claims[0].rule: 'abov' is none of above, below, "));
    EXPECT_THAT(claim("\"rule\": \"below\", \"columns\": [\"a\"], \"than\": []"),
                HasSubstr("the rule 'below' needs 'than'."));
    EXPECT_THAT(claim("\"rule\": \"ratio_about\", \"columns\": [\"a\"]"),
                HasSubstr("the rule 'ratio_about' needs 'value'."));
    EXPECT_THAT(claim("\"rule\": \"above\", \"columns\": [\"z\"], \"than\": [\"a\"]"),
                HasSubstr("the figure has no column 'z'."));
    EXPECT_THAT(claim("\"rule\": \"greatest_at\", \"columns\": [\"a\"], \"rows\": [\"2^9\"]"),
                HasSubstr("the figure has no row '2^9'."));
}

TEST(FigureFile, DeepNestingIsRefused) {
    std::string text = "{\"source\": ";
    for (int i = 0; i < 100; ++i) text += '[';
    EXPECT_THAT(figure_error(text), HasSubstr("it nests deeper than 32 levels."));
}

TEST(CarriedFigures, JudgeEachClaimOnce) {
    std::set<std::string> claims;
    for (const auto& figure : figures())
        for (const auto& claim : figure.claims) EXPECT_TRUE(claims.insert(claim.id).second) << claim.id;
    EXPECT_EQ(claims.size(), 21U);
}

TEST(CarriedFigures, EveryColumnOfThePublishedTablesIsShown) {
    std::map<std::string, std::set<std::string>> shown;
    std::set<std::string> ids;
    for (const auto& figure : figures()) {
        EXPECT_TRUE(ids.insert(figure.id).second) << figure.id;
        for (const auto& column : figure.columns)
            if (column.published.given()) shown[column.published.csv].insert(column.published.column);
    }
    EXPECT_GE(ids.size(), 32U);
    for (const auto& file : embedded_files()) {
        if (!file.name.ends_with(".csv") || file.name == "jan2013_devices.csv") continue;
        const auto table = parse_published(file.text, std::string(file.name));
        for (const auto& column : table.columns) {
            if (column == "note" || column == "log2n" || column == "size" || column == "kernels" ||
                column == "work_group")
                continue;
            if (file.name == "sinha2010_times.csv") continue;  // its columns are rows of the figures
            EXPECT_TRUE(shown[table.name].contains(column)) << table.name << ", " << column;
        }
    }
    EXPECT_TRUE(shown.contains("sinha2010_times.csv"));
}

TEST(CarriedFigures, AnUnknownIdNamesTheNearest) {
    test::expect_error(ErrorKind::usage, "jan2013-fig7", [] { find_figure("jan2013-fig77", figures()); });
}

TEST(PublishedTables, RowsAreFoundByNameAndEmptyFieldsAreAbsent) {
    const auto table =
        parse_published("# source: X\n# unit: ms\nsize,time,note\n1K,2.5,\n2K,,\"a, b\"\n", "x.csv");
    Overlay overlay;
    overlay.csv = "x.csv";
    overlay.row_column = "size";
    overlay.column = "time";
    Row row;
    row.published = "1K";
    EXPECT_EQ(published_value(table, overlay, row), 2.5);
    row.published = "2K";
    EXPECT_EQ(published_value(table, overlay, row), std::nullopt);
    row.published = "4K";
    EXPECT_EQ(published_value(table, overlay, row), std::nullopt);
    overlay.column = "note";
    row.published = "2K";
    EXPECT_THROW(published_value(table, overlay, row), Error);
    EXPECT_THROW(parse_published("a,b\n1\n", "x.csv"), Error);
    EXPECT_THROW(parse_published("# nothing\n", "x.csv"), Error);
}

TEST(LaunchRule, IsThatOfTheSource) {
    Query query;
    EXPECT_EQ(query.block_for(512), 0U) << "any";
    query.block = 64;
    EXPECT_EQ(query.block_for(512), 64U);
    query.source_block = true;
    for (const auto& [n, block] : {std::pair{2U, 1U}, {16U, 1U}, {128U, 8U}, {510U, 31U}, {512U, 256U}})
        EXPECT_EQ(query.block_for(n), block) << n;
    query.keys_a_thread = 1;
    EXPECT_EQ(query.block_for(256), 256U);
}

}  // namespace
}  // namespace sortscope::analyzer::reproduce
