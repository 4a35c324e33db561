#include "db/schema.hpp"

#include <SQLiteCpp/SQLiteCpp.h>
#include <gmock/gmock.h>

#include <array>

#include "db/connection.hpp"
#include "records.hpp"

namespace sortscope::db {
namespace {

using namespace test;

SQLite::Database memory() { return {":memory:", SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE}; }

constexpr std::array<Migration, 3> three_files{
    {{1, "001_a.sql", "CREATE TABLE a (x INTEGER);"},
     {1, "001_b.sql", "CREATE VIEW b AS SELECT x FROM a;"},
     {2, "002_c.sql", "ALTER TABLE a ADD COLUMN y INTEGER DEFAULT 5;"}}};

TEST(Schema, FilesAscendWithoutGaps) {
    int version = 1;
    std::string_view name;
    for (const auto& step : migrations()) {
        EXPECT_TRUE(step.version == version || step.version == version + 1) << step.name;
        EXPECT_LT(name, step.name);
        version = step.version;
        name = step.name;
    }
    EXPECT_EQ(newest_version(migrations()), version);
}

TEST(Schema, MigrationMarksTheFile) {
    auto database = memory();
    EXPECT_TRUE(identify(database).empty);
    migrate(database, migrations());
    const auto found = identify(database);
    EXPECT_TRUE(found.ours());
    EXPECT_FALSE(found.empty);
    EXPECT_EQ(found.version, newest_version(migrations()));
}

TEST(Schema, MigratesFromEveryVersion) {
    auto database = memory();
    migrate(database, std::span(three_files).first(2));
    EXPECT_EQ(identify(database).version, 1);
    database.exec("INSERT INTO a VALUES (3)");
    migrate(database, three_files);
    EXPECT_EQ(identify(database).version, 2);
    EXPECT_EQ(database.execAndGet("SELECT x + y FROM a").getInt(), 8);
    migrate(database, three_files);  // nothing left to do
    EXPECT_EQ(identify(database).version, 2);
}

TEST(Schema, AMigrationThatFailsLeavesTheVersionBeforeIt) {
    constexpr std::array<Migration, 2> bad{{{1, "001_a.sql", "CREATE TABLE a (x INTEGER);"},
                                            {2, "002_b.sql", "CREATE TABLE b (x INTEGER); CREATE TABEL c;"}}};
    auto database = memory();
    EXPECT_THROW(migrate(database, bad), SQLite::Exception);
    EXPECT_EQ(identify(database).version, 1);
    EXPECT_FALSE(database.tableExists("b"));
}

TEST(Schema, AnOlderFileIsReadThroughACopyAndMigratedByAWriter) {
    TempFolder folder;
    const auto path = folder / "old.db";
    const auto wait = std::chrono::milliseconds(100);
    {
        auto database = open_for_writing(path, wait, std::span(three_files).first(2));
        database.exec("INSERT INTO a VALUES (3)");
    }
    {
        auto database = open_for_reading(path, wait, three_files);
        EXPECT_EQ(database.execAndGet("SELECT x + y FROM a").getInt(), 8);
    }
    EXPECT_EQ(query(path, "PRAGMA user_version"), "1");
    open_for_writing(path, wait, three_files);
    EXPECT_EQ(query(path, "PRAGMA user_version"), "2");
}

TEST(Schema, EveryTableAndColumnIsExplainedInTheFile) {
    auto database = memory();
    migrate(database, migrations());
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
    auto database = memory();
    migrate(database, migrations());
    SQLite::Statement columns(database,
                              "SELECT m.name, p.name FROM sqlite_master m JOIN pragma_table_info(m.name) p "
                              "WHERE m.type = 'view' AND p.name LIKE '%\\_id' ESCAPE '\\'");
    while (columns.executeStep())
        EXPECT_THAT(columns.getColumn(1).getString(), testing::AnyOf("run_id", "case_id", "device_id"))
            << columns.getColumn(0).getString();
}

}  // namespace
}  // namespace sortscope::db
