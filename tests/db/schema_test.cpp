#include "db/schema/schema.hpp"

#include <SQLiteCpp/SQLiteCpp.h>
#include <gmock/gmock.h>

#include "db/check/verify.hpp"
#include "db/schema/wide_tables.hpp"
#include "db/sqlite/connection.hpp"
#include "db/write/writer.hpp"
#include "support.hpp"
#include "tests/sample/old_schema.hpp"

namespace sortscope::db {
namespace {

using namespace test;

SQLite::Database memory() { return {":memory:", SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE}; }

SQLite::Database newest() {
    auto database = memory();
    create_schema(database);
    return database;
}

TEST(Schema, FilesAscendWithoutGaps) {
    int version = 1;
    std::string_view name;
    for (const auto& file : schema_files()) {
        EXPECT_TRUE(file.version == version || file.version == version + 1) << file.name;
        EXPECT_LT(name, file.name);
        version = file.version;
        name = file.name;
    }
    EXPECT_EQ(newest_version(), version);
}

TEST(Schema, MarksTheFile) {
    auto database = memory();
    EXPECT_TRUE(identify(database).empty);
    create_schema(database);
    const auto found = identify(database);
    EXPECT_TRUE(found.ours());
    EXPECT_FALSE(found.empty);
    EXPECT_EQ(found.version, newest_version());
}

TEST(Schema, HasTheTablesThatReadersRequire) {
    auto database = newest();
    EXPECT_NO_THROW(check_tables(database, newest_version()));
    for (const int version : {1, 2}) {
        auto old = memory();
        sample::create_old_schema(old, version);
        EXPECT_NO_THROW(check_tables(old, version));
        EXPECT_EQ(identify(old).version, version);
    }
}

/// Columns of `table` with their types, one a line.
std::string columns(SQLite::Database& database, const std::string& table) {
    SQLite::Statement info(database, "SELECT name || ' ' || type FROM pragma_table_info(?)");
    info.bind(1, table);
    std::string text;
    while (info.executeStep()) text += info.getColumn(0).getString() + "\n";
    return text;
}

TEST(Schema, GrowsWithTheCatalogueOfMetrics) {
    TempFolder folder;
    const auto path = folder / "a.db";
    record(path, 1);
    std::string whole;
    {
        SQLite::Database database(path.string(), SQLite::OPEN_READWRITE);
        whole = columns(database, "counter_sass");
        // As a program wrote it whose catalogue had one counter and two tables less.
        database.exec(
            "DROP VIEW launch_counters; DROP VIEW stages; DROP VIEW launch_ratios;"
            "ALTER TABLE counter_sass DROP COLUMN shared_st_wavefronts; DROP TABLE counter_sm; DROP TABLE "
            "sum_sm;"
            "CREATE VIEW stages AS SELECT 1");
        ASSERT_NE(columns(database, "counter_sass"), whole);
    }
    record(path, 1);
    SQLite::Database database(path.string(), SQLite::OPEN_READONLY);
    EXPECT_EQ(columns(database, "counter_sass"), whole);
    EXPECT_TRUE(database.tableExists("counter_sm"));
    EXPECT_TRUE(generated_views_are_current(database));
    EXPECT_EQ(database.execAndGet("SELECT count(DISTINCT case_id) FROM launch_counters").getInt(), 2);
}

TEST(Schema, SpellsParametersOfConditionsAsTheViewDoes) {
    TempFolder folder;
    const auto path = folder / "a.db";
    record(path, 1);
    const auto spelt = query(path, "SELECT parameters FROM condition");
    EXPECT_THAT(spelt, testing::HasSubstr("="));
    EXPECT_EQ(query(path, "SELECT parameters FROM cases"), spelt);
    change(path, "UPDATE condition SET parameters = replace(parameters, '=', ' ')");
    ASSERT_NE(query(path, "SELECT parameters FROM condition"), spelt);
    record(path, 1);
    EXPECT_EQ(query(path, "SELECT group_concat(parameters) FROM condition"), spelt)
        << "one condition of two cases";
}

TEST(Schema, ParametersThatNobodySpeltLikeThatStay) {
    TempFolder folder;
    const auto path = folder / "a.db";
    record(path, 1);
    for (const std::string odd : {"fast", "=", "", "8 = 8"}) {
        change(path, "UPDATE condition SET parameters = '" + odd + "'");
        { const Writer writer(path); }
        EXPECT_EQ(
            query(path,
                  "SELECT parameters FROM condition JOIN sort_case ON sort_case.condition_id = condition.id"),
            odd);
    }
}

TEST(Schema, CasesOfBothSpellingsOfOneConditionMeet) {
    TempFolder folder;
    const auto path = folder / "a.db";
    record(path, 1);
    record(path, 1);
    const auto spelt = query(path, "SELECT parameters FROM condition");
    // What an older program writes into a newer file: a second row, with a blank.
    change(path,
           "INSERT INTO condition SELECT 99, variant, replace(parameters, '=', ' '), key_id, n, "
           "distribution_id, seed, entropy_bits, content, block, device, device_key, backend_id, "
           "cache_state, time_mode_id FROM condition; UPDATE sort_case SET condition_id = 99 WHERE id = 2");
    ASSERT_EQ(query(path, "SELECT count(DISTINCT condition_id) FROM sort_case"), "2");
    { const Writer writer(path); }
    EXPECT_EQ(query(path, "SELECT count(DISTINCT condition_id) FROM sort_case"), "1");
    EXPECT_EQ(query(path, "SELECT parameters FROM condition"), spelt);
    for (const auto& finding : verify(path).findings)
        EXPECT_TRUE(finding.check != "condition" && finding.check != "reference") << finding.sentence;
}

TEST(Schema, OfASingleTrialViewsTellNoSpreadAndEarlierOnesAreRenewed) {
    TempFolder folder;
    const auto path = folder / "a.db";
    record(path, 1);
    const auto now = query(path, "SELECT sql FROM sqlite_master WHERE name = 'cases'");
    auto before = now;
    const std::string of_several = "CASE WHEN c.time_count > 1 THEN c.time_spread END";
    ASSERT_NE(before.find(of_several), std::string::npos);
    before.replace(before.find(of_several), of_several.size(), "c.time_spread");
    change(path, "UPDATE sort_case SET time_count = 1, time_spread = 0");
    EXPECT_EQ(query(path, "SELECT spread_ratio IS NULL FROM cases"), "1");
    EXPECT_EQ(query(path, "SELECT spread_ratio IS NULL FROM case_times WHERE headline AND round IS NULL"),
              "1");
    change(path, "DROP VIEW cases; " + before);
    EXPECT_EQ(query(path, "SELECT spread_ratio FROM cases"), "0.0");
    for (const auto& finding : verify(path).findings)
        EXPECT_NE(finding.check, "view") << "an earlier program's is no strange one";
    { const Writer writer(path); }
    EXPECT_EQ(query(path, "SELECT sql FROM sqlite_master WHERE name = 'cases'"), now);
}

TEST(Schema, KeepsTheViewsOfANewerCatalogue) {
    TempFolder folder;
    const auto path = folder / "a.db";
    record(path, 1);
    change(path,
           "ALTER TABLE counter_sass ADD COLUMN later INTEGER; DROP VIEW stages; CREATE VIEW stages AS "
           "SELECT 'newer' AS words");
    record(path, 1);
    EXPECT_EQ(query(path, "SELECT words FROM stages"), "newer");
}

TEST(Schema, EveryTableAndColumnIsExplainedInTheFile) {
    auto database = newest();
    SQLite::Statement objects(
        database, "SELECT name, sql FROM sqlite_master WHERE type IN ('table', 'view') AND sql NOT NULL");
    while (objects.executeStep()) {
        const auto name = objects.getColumn(0).getString();
        const auto sql = objects.getColumn(1).getString();
        const auto first_line = sql.find('\n');
        ASSERT_NE(first_line, std::string::npos) << name;
        EXPECT_EQ(sql.compare(first_line + 1, 7, "    -- "), 0) << name << " does not begin with a comment";
    }
}

TEST(Schema, ViewsShowNoNumbersOfInternedRows) {
    auto database = newest();
    SQLite::Statement columns(database,
                              "SELECT m.name, p.name FROM sqlite_master m JOIN pragma_table_info(m.name) p "
                              "WHERE m.type = 'view' AND p.name LIKE '%\\_id' ESCAPE '\\'");
    while (columns.executeStep())
        EXPECT_THAT(columns.getColumn(1).getString(), testing::AnyOf("run_id", "case_id", "device_id"))
            << columns.getColumn(0).getString();
}

TEST(Schema, EveryViewCanBeRead) {
    auto database = newest();
    SQLite::Statement views(database, "SELECT name FROM sqlite_master WHERE type = 'view'");
    int count = 0;
    while (views.executeStep()) {
        EXPECT_NO_THROW(database.exec("SELECT * FROM " + views.getColumn(0).getString()))
            << views.getColumn(0).getString();
        ++count;
    }
    EXPECT_EQ(count, 17);
}

}  // namespace
}  // namespace sortscope::db
