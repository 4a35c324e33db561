#include "analyzer/reproduce/figure.hpp"

#include <gtest/gtest.h>
#include <set>

#include "core/error.hpp"
#include "tests/core/expect_error.hpp"

namespace sortscope::analyzer::reproduce {
namespace {
/// Parses `text`, in which ' stands for ".
std::vector<Figure> parsed(std::string text) {
    std::ranges::replace(text, '\'', '"');
    return parse_figures(text, "mine.json");
}

/// A figure with id, title and `fields`, which begin in line 5.
std::string described(const std::string& fields) {
    return "{\n'source': 'Mine',\n'figures': [\n{'id': 'mine-1', 'title': 'One',\n" + fields + "\n}\n]\n}\n";
}

const std::string plain_rows = "'rows': {'axis': 'n', 'values': ['2^10..2^12']}",
                  plain_columns = "'columns': [{'name': 'a', 'variant': 'rank'}]",
                  plain = plain_rows + ",\n" + plain_columns;

TEST(FigureFile, ThePlainestFigureIsACurveOfTimes) {
    const auto figures = parsed(described(plain));
    ASSERT_EQ(figures.size(), 1U);
    EXPECT_EQ(figures[0].source, "Mine");
    ASSERT_EQ(figures[0].rows.size(), 3U);
    EXPECT_EQ(std::tuple(figures[0].rows[2].name, figures[0].rows[2].query.n()), std::tuple("2^12", 4096U));
    EXPECT_EQ(figures[0].rows[2].published, "12");
    EXPECT_EQ(figures[0].columns[0].quantity, Quantity::time);
}

TEST(FigureFile, ErrorsNameFileLineAndField) {
    const auto column = [](const std::string& fields) {
        return described(plain_rows + ",\n'columns': [{'name': 'a',\n" + fields + "}]");
    };
    const auto claim = [](const std::string& fields) {
        return described(plain + ",\n'claims': [{'id': 'mine/x', 'text': 'X', " + fields + "}]");
    };
    for (const auto& [text, error] : std::vector<std::pair<std::string, std::string>>{
             {"{\n'source': 'Mine',\n'figures': [\n,]}", "mine.json, line 4: this is no JSON: "},
             {"[1]", "mine.json, line 1: it must be an object"},
             {"{'figures': []}", "mine.json, line 1: 'source' is missing."},
             {"{'source': 'Mine', 'source': 'Again'}", "'source' is given twice."},
             {"{'source': " + std::string(100, '['), "it nests deeper than 32 levels."},
             {column("'variant': 7"), "mine.json, line 7, figures[0].columns[0].variant: "},
             {described(plain + ",\n'colunms': []"), "Did you mean 'columns'?"},
             {described("'rows': {'axis': 'm', 'values': ['4']},\n" + plain_columns),
              "line 5, figures[0].rows.axis: There is no axis of rows called 'm'."},
             {described("'rows': {'axis': 'n', 'values': ['2^x']},\n" + plain_columns), "rows.values: "},
             {described("'query': {'key': 'u33'},\n" + plain), "figures[0].query.key: "},
             {column("'quantity': 'metric', 'metric': 'gld_sector'"), "figures[0].columns[0].metric: "},
             {column("'colour': 10"), "line 7, figures[0].columns[0].colour: "},
             {column("'quantity': 'ratio', 'of': 'b', 'over': 'c'"), "the figure has no earlier column 'b'."},
             {described("'kind': 'network'"), "a network shows one case: 'variant' and 'n' are missing."},
             {column("'published': {'csv': 'none.csv', 'device': 'X'}"), "no published table 'none.csv'."},
             {claim("'rule': 'withn', 'columns': ['a']"), "'withn' is none of within, steps, "},
             {claim("'columns': ['a']"), "line 7, figures[0].claims[0]: 'rule' is missing."},
             {claim("'why': 'unknown', 'columns': ['z']"), "the figure has no column 'z'."},
             {claim("'rule': 'crosses', 'columns': ['a'], 'than': []"), "the rule 'crosses' needs 'than'."},
             {claim("'rule': 'steps', 'columns': ['a']"), "the rule 'steps' needs 'least' or 'most'."},
             {claim("'rule': 'within', 'columns': ['z'], 'most': 1"), "the figure has no column 'z'."},
             {column("'quantity': 'published'"), "'published' is missing"},
             {column("'quantity': 'stage'"), "There is no quantity called 'stage'."},
             {described(plain + ",\n'together': ['b']"), "the figure has no column 'b'."},
             {claim("'rule': 'peak', 'columns': ['a'], 'rows': ['2^9'], 'least': 1"), "no row '2^9'."}})
        test::expect_error(ErrorKind::data, error, [&] { parsed(text); });
}

TEST(CarriedFigures, JudgeEachClaimOnceAndShowEveryPublishedColumn) {
    std::map<std::string, std::set<std::string>> shown;
    std::set<std::string> ids, claims;
    for (const auto& figure : figures()) {
        EXPECT_TRUE(ids.insert(figure.id).second) << figure.id;
        for (const auto& claim : figure.claims) EXPECT_TRUE(claims.insert(claim.id).second) << claim.id;
        for (const auto& column : figure.columns)
            if (column.published.given()) shown[column.published.csv].insert(column.published.column);
    }
    EXPECT_GE(ids.size(), 32U);
    EXPECT_TRUE(shown.contains("sinha2010_times.csv"));  // its columns are named like rows
    const std::set<std::string> names{"note", "log2n", "size", "kernels", "work_group"};
    for (const auto& file : embedded_files()) {
        if (!file.name.ends_with(".csv") || file.name == "jan2013_devices.csv" ||
            file.name == "sinha2010_times.csv")
            continue;
        for (const auto& column : parse_published(file.text, std::string(file.name)).columns)
            EXPECT_TRUE(names.contains(column) || shown[std::string(file.name)].contains(column))
                << file.name << ", " << column;
    }
    EXPECT_EQ(find_figures("all", figures()).size(), ids.size());
    EXPECT_EQ(
        find_figures("sinha2010-table1,sinha2010", figures()).size(),
        1 + size_t(std::ranges::count_if(ids, [](const auto& id) { return id.starts_with("sinha2010-"); })));
    test::expect_error(ErrorKind::usage, "jan2013-fig7", [] { find_figures("jan2013-fig77", figures()); });
}

TEST(PublishedTables, RowsAreFoundByNameAndEmptyFieldsAreAbsent) {
    const auto table =
        parse_published("# source: X\n# unit: ms\nsize,time,note\n1K,2.50,\n2K,,\"a, b\"\n", "x.csv");
    const auto value = [&](const std::string& row, const std::string& column, const std::string& published) {
        const std::string rows = column.empty() ? "" : "size";
        return table.value({.csv = "x.csv", .column = column, .row_column = rows, .where = {}, .device = {}},
                           {row, 0, published, {}});
    };
    const auto found = value("1K", "time", "1K");
    EXPECT_EQ(std::tuple(found.number, found.printed), std::tuple(2.5, "2.50"));
    EXPECT_FALSE(value("2K", "time", "2K").number || value("4K", "time", "4K").number);
    EXPECT_FALSE(value("1K", "", "").number) << "the row has no published value";
    EXPECT_THROW(value("1K", "", "no column"), Error);
    EXPECT_THROW(value("2K", "note", "2K"), Error);
    for (const auto* text : {"a,b\n1\n", "# nothing\n"}) EXPECT_THROW(parse_published(text, "x.csv"), Error);
}

TEST(LaunchRule, IsThatOfTheSource) {
    Query query;
    EXPECT_EQ(query.block_for(512), std::nullopt) << "any";
    query.axes.set("block", 64);
    EXPECT_EQ(query.block_for(512), 64);
    query.axes.set("block", "source");
    for (const auto& [n, block] : {std::pair{2U, 1}, {16U, 1}, {128U, 8}, {510U, 31}, {512U, 256}})
        EXPECT_EQ(query.block_for(n), block) << n;
    query.keys_a_thread = 1;
    EXPECT_EQ(query.block_for(256), 256);
}
}  // namespace
}
