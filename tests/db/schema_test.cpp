#include "db/schema/schema.hpp"

#include <SQLiteCpp/SQLiteCpp.h>
#include <gmock/gmock.h>

#include "core/metric/metric.hpp"
#include "db/read/reader.hpp"
#include "db/schema/connection.hpp"
#include "db/write/writer.hpp"
#include "support.hpp"

namespace sortscope::db {
namespace {
using namespace test;
using SchemaFile = OneFile;
using ViewsFile = OneFile;
using DocumentationFile = OneFile;

SQLite::Database memory() { return {":memory:", SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE}; }

SQLite::Database newest() {
    auto database = memory();
    create_schema(database);
    return database;
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
        // As written by a program whose catalogue lacks one counter and two tables.
        database.exec(
            "DROP VIEW launch_counters; DROP VIEW stages; DROP VIEW launch_ratios;ALTER TABLE counter_sass "
            "DROP COLUMN shared_st_wavefronts; DROP TABLE counter_sm; DROP TABLE sum_sm;CREATE VIEW stages "
            "AS SELECT 1");
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

TEST(Schema, IsExplainedInTheFileAndReadable) {
    auto database = newest();
    SQLite::Statement objects(
        database, "SELECT name, sql FROM sqlite_master WHERE type IN ('table', 'view') AND sql NOT NULL");
    while (objects.executeStep()) {
        const auto name = objects.getColumn(0).getString();
        EXPECT_THAT(objects.getColumn(1).getString(), testing::ContainsRegex("^[^\n]*\n    -- ")) << name;
        EXPECT_NO_THROW(database.exec("SELECT * FROM " + name)) << name;
    }
    EXPECT_EQ(database.execAndGet("SELECT count(*) FROM sqlite_master WHERE type = 'view'").getInt(), 18);
    EXPECT_EQ(database
                  .execAndGet("SELECT coalesce(group_concat(m.name || '.' || p.name), '') FROM sqlite_master "
                              "m JOIN pragma_table_info(m.name) p WHERE m.type = 'view' AND p.name LIKE "
                              "'%\\_id' ESCAPE '\\' AND p.name NOT IN ('run_id', 'case_id', 'device_id')")
                  .getString(),
              "")
        << "numbers of interned rows";
}

TEST(VocabularyRows, AreThoseOfTheProgramAndNewerOnes) {
    auto database = newest();
    store_vocabulary(database);
    auto expected = vocabulary();
    auto stored = stored_vocabulary(database);
    std::ranges::sort(expected);
    std::ranges::sort(stored);
    EXPECT_EQ(stored, expected);
    EXPECT_GT(expected.size(), 60u);
    EXPECT_EQ(database.execAndGet("SELECT name FROM case_status WHERE id = 3").getString(), "unverified");
    const auto before = database.getTotalChanges();
    store_vocabulary(database);
    EXPECT_EQ(database.getTotalChanges(), before);
    database.exec(
        "DELETE FROM counter WHERE name = 'gld_sectors'; UPDATE severity SET description = 'old words' WHERE "
        "id = 1; INSERT INTO counter VALUES (9999, 'from_the_future', 'things', 'Unknown here.')");
    store_vocabulary(database);
    stored = stored_vocabulary(database);
    std::ranges::sort(stored);
    EXPECT_EQ(stored.size(), expected.size() + 1);
    EXPECT_TRUE(std::ranges::includes(stored, expected));
}

TEST_F(ViewsFile, RatiosAreThoseOfTheCatalogue) {
    auto record = large_case(3, 30, 0);
    for (auto& launch : record.launches)
        for (auto& value : launch.counters) value.value = 1000 + 37 * int(value.id) % 101;
    for (auto& value : record.launches[1].counters) value.value = 0;  // nothing to divide by
    record.launches[2].required_bytes = 0;                            // unknown, not 0
    test::record(path, {record});
    const Reader reader(path);
    const auto summary = reader.read_case(CaseId{1}, Detail::summary);
    SQLite::Database database(path.string(), SQLite::OPEN_READONLY);
    int compared = 0;
    reader.launches(CaseId{1}, {}, [&](const LaunchRecord& launch) {
        for (const auto provenance : {Provenance::measured, Provenance::counted, Provenance::modelled}) {
            SQLite::Statement row(
                database,
                "SELECT * FROM launch_ratios WHERE case_id = 1 AND launch_index = ? AND provenance = ?");
            row.bind(1, launch.index);
            row.bind(2, std::string(name_of(provenance)));
            if (!row.executeStep()) continue;
            for (const auto* metric : computed_metrics()) {
                const MetricInput input{.counters = launch.counters,
                                        .time_ns = launch.duration_ns,
                                        .data_bytes = summary.bytes(),
                                        .required_bytes = launch.required_bytes};
                const auto expected = evaluate(*metric, input, provenance);
                const auto found = row.getColumn(std::string(metric->id).c_str());
                SCOPED_TRACE(testing::Message() << metric->id << " of launch " << launch.index);
                EXPECT_NE(expected.has_value(), found.isNull());
                if (!expected) continue;
                EXPECT_DOUBLE_EQ(expected->value.as_double(), found.getDouble());
                ++compared;
            }
        }
        return true;
    });
    EXPECT_GT(compared, 20);
}

TEST_F(ViewsFile, LaunchesOfACaseAreFoundByTheirNumbers) {
    record(path, 2);
    SQLite::Database database(path.string(), SQLite::OPEN_READONLY);
    for (const std::string view : {"launches", "launch_counters", "launch_ratios", "sites"}) {
        SQLite::Statement explain(database,
                                  "EXPLAIN QUERY PLAN SELECT * FROM " + view + " WHERE case_id = 1");
        std::string steps;
        while (explain.executeStep()) steps += explain.getColumn(3).getString() + "\n";
        EXPECT_THAT(steps, testing::HasSubstr("SEARCH l USING INTEGER PRIMARY KEY (rowid>? AND rowid<?)"))
            << view;
        EXPECT_THAT(steps, testing::Not(testing::ContainsRegex("SCAN [^l]|SCAN l[^a]")))
            << view;  // may scan only the view itself
    }
}

TEST_F(DocumentationFile, NamesEveryTableAndItsQueriesGiveRows) {
    std::filesystem::copy_file(SORTSCOPE_SOURCE_DIR "/examples/h200.db", path);
    std::filesystem::permissions(path, std::filesystem::perms::owner_write,
                                 std::filesystem::perm_options::add);
    // The example has each case once. Record two cases again.
    const auto again = [&](int64_t id) { return Reader(path).read_case(CaseId{id}, Detail::sites); };
    record(path, {again(1), again(373)});
    const auto text = text_of(SORTSCOPE_SOURCE_DIR "/docs/schema.md");
    SQLite::Database database(path.string(), SQLite::OPEN_READONLY);
    const std::string begin = "```sql\n";
    int queries = 0;
    for (auto at = text.find(begin); at != std::string::npos; at = text.find(begin, at + 1), ++queries) {
        const auto from = at + begin.size();
        SQLite::Statement statement(database, text.substr(from, text.find("```", from) - from));
        EXPECT_TRUE(statement.executeStep()) << "no rows: " << statement.getQuery();
    }
    EXPECT_GE(queries, 8);
    SQLite::Statement names(database, "SELECT name FROM sqlite_master WHERE type IN ('table', 'view')");
    while (names.executeStep())
        EXPECT_THAT(text, testing::HasSubstr("`" + names.getColumn(0).getString() + "`"));
}
}  // namespace
}
