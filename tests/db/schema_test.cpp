#include "db/schema/schema.hpp"

#include <SQLiteCpp/SQLiteCpp.h>
#include <gmock/gmock.h>

#include "db/schema/wide_tables.hpp"
#include "db/sqlite/connection.hpp"
#include "db/write/writer.hpp"
#include "support.hpp"

namespace sortscope::db {
namespace {

using namespace test;
using SchemaFile = OneFile;

SQLite::Database memory() { return {":memory:", SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE}; }

SQLite::Database newest() {
    auto database = memory();
    create_schema(database);
    return database;
}

TEST(Schema, MarksTheFile) {
    auto database = memory();
    EXPECT_TRUE(identify(database).empty);
    create_schema(database);
    const auto found = identify(database);
    EXPECT_TRUE(found.ours());
    EXPECT_FALSE(found.empty);
    EXPECT_EQ(found.version, schema_version);
}

TEST(Schema, HasTheTablesThatReadersRequire) {
    auto database = newest();
    EXPECT_NO_THROW(check_tables(database));
}

/// Columns of `table` with their types, one a line.
std::string columns(SQLite::Database& database, const std::string& table) {
    SQLite::Statement info(database, "SELECT name || ' ' || type FROM pragma_table_info(?)");
    info.bind(1, table);
    std::string text;
    while (info.executeStep()) text += info.getColumn(0).getString() + "\n";
    return text;
}

TEST_F(SchemaFile, GrowsWithTheCatalogueOfMetrics) {
    record(path, 1);
    std::string whole;
    {
        SQLite::Database database(path.string(), SQLite::OPEN_READWRITE);
        whole = columns(database, "counter_sass");
        // As a program wrote it with one counter and two tables less in its catalogue.
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
    EXPECT_THAT(catalogue_changes(database), testing::IsEmpty());
    EXPECT_EQ(database.execAndGet("SELECT count(DISTINCT case_id) FROM launch_counters").getInt(), 2);
}

TEST_F(SchemaFile, KeepsTheViewsOfANewerCatalogue) {
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
    EXPECT_EQ(count, 18);
}

}  // namespace
}  // namespace sortscope::db
