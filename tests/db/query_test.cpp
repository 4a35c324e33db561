#include "db/query/query.hpp"

#include <SQLiteCpp/SQLiteCpp.h>
#include <gmock/gmock.h>
#include <sqlite3.h>
#include <boost/algorithm/string.hpp>

#include "db/read/reader.hpp"
#include "db/write/writer.hpp"
#include "support.hpp"

namespace sortscope::db {
namespace {
using namespace test;
using testing::ElementsAre, testing::HasSubstr, testing::IsEmpty, testing::Not;

struct QueryFile : OneFile {
    QueryFile() {
        record(path, 3);
        before = text_of(path);
    }
    ~QueryFile() override {
        EXPECT_EQ(text_of(path), before) << "a query must not change the file";
        EXPECT_FALSE(has_companions(path));
    }
    /// Rows as "a|b".
    std::vector<std::string> rows(const std::string& sql, const Query::Limits& limits = {}) {
        std::vector<std::string> all;
        Query query(path);
        query.run(sql,
                  {[&](const std::vector<std::string>& found) { columns = found; },
                   [&](const std::vector<QueryValue>& row) {
                       std::string line;
                       for (const auto& value : row) {
                           if (!line.empty()) line += '|';
                           if (const auto* whole = std::get_if<int64_t>(&value))
                               line += std::to_string(*whole);
                           else if (const auto* text = std::get_if<std::string_view>(&value))
                               line += *text;
                           else if (std::holds_alternative<std::monostate>(value))
                               line += "NULL";
                           else if (const auto* blob = std::get_if<QueryBlob>(&value))
                               line += "blob of " + std::to_string(blob->bytes.size());
                           else
                               line += std::to_string(std::get<double>(value));
                       }
                       all.push_back(line);
                   }},
                  limits);
        return all;
    }
    std::string refusal(const std::string& sql) {
        return error_of(ErrorKind::usage, [&] { rows(sql); });
    }
    std::string before;
    std::vector<std::string> columns;
};

TEST_F(QueryFile, MemoryIsLimitedWhileOneIsOpen) {
    ASSERT_EQ(sqlite3_hard_heap_limit64(-1), 0);
    {
        const Query one(path);
        const auto limit = sqlite3_hard_heap_limit64(-1);
        EXPECT_GT(limit, 0);
        { const Query another(path); }
        EXPECT_EQ(sqlite3_hard_heap_limit64(-1), limit);
    }
    EXPECT_EQ(sqlite3_hard_heap_limit64(-1), 0) << "the readers of the process are not limited";
}

TEST_F(QueryFile, GivesRowsOfEveryType) {
    EXPECT_THAT(rows("SELECT case_id, variant, 0.5, NULL, x'0001' FROM cases WHERE case_id < 3 ORDER BY 1"),
                ElementsAre("1|bitonic-b2|0.500000|NULL|blob of 2", "2|bitonic-b2|0.500000|NULL|blob of 2"));
    EXPECT_THAT(rows("SELECT 1 AS a, 2 AS a, 3 AS a_2, 4 AS a; -- the end\n /* */"), ElementsAre("1|2|3|4"));
    EXPECT_THAT(columns, ElementsAre("a", "a_2", "a_2_2", "a_3"));
    EXPECT_THAT(rows("WITH RECURSIVE t(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM t WHERE x < 3) SELECT "
                     "sum(x) FROM t"),
                ElementsAre("6"));
    EXPECT_THAT(rows("PRAGMA user_version"), ElementsAre("1"));
    EXPECT_THAT(rows("SELECT name FROM pragma_table_info('cases') WHERE cid = 0"), ElementsAre("case_id"));
    EXPECT_THAT(rows("PRAGMA integrity_check"), ElementsAre("ok"));
    EXPECT_THAT(rows("VALUES (1), (2)"), ElementsAre("1", "2"));
    EXPECT_THAT(rows("EXPLAIN QUERY PLAN SELECT * FROM run"), Not(IsEmpty()));
}

TEST_F(QueryFile, RefusesAllThatChangesSomething) {
    const auto other = (folder / "other.db").string();
    const std::string forbidden =
        "DELETE FROM profiled_case | UPDATE run SET command = '' | INSERT INTO string (text) VALUES ('x') | "
        "REPLACE INTO string (id, text) VALUES (1, 'x') | CREATE TABLE x (a) | CREATE TEMP TABLE x (a) | "
        "CREATE VIEW x AS SELECT 1 | CREATE TEMP TRIGGER x AFTER INSERT ON run BEGIN SELECT 1; END | CREATE "
        "VIRTUAL TABLE x USING fts5(a) | DROP TABLE run | ALTER TABLE run RENAME TO r | CREATE INDEX i ON "
        "run (id) | ATTACH ':memory:' AS o | DETACH main | VACUUM | REINDEX | ANALYZE | BEGIN | BEGIN "
        "IMMEDIATE | COMMIT | SAVEPOINT s | PRAGMA user_version = 9 | PRAGMA journal_mode = WAL | PRAGMA "
        "writable_schema = ON | PRAGMA query_only = OFF | PRAGMA trusted_schema = ON | PRAGMA "
        "temp_store_directory = '/tmp' | PRAGMA wal_checkpoint(TRUNCATE) | PRAGMA optimize | PRAGMA "
        "application_id = 1 | PRAGMA hard_heap_limit = 0 | PRAGMA mmap_size = 100000000 | SELECT "
        "load_extension('/tmp/x.so') | SELECT * FROM pragma_user_version(9) | SELECT "
        "fts3_tokenizer('simple') | SELECT * FROM sqlite_stmt | SELECT writefile('/tmp/x', 'y') | UPDATE "
        "sqlite_master SET sql = '' | EXPLAIN DELETE FROM run | WITH a AS (SELECT 1) DELETE FROM run | "
        "ATTACH '" +
        other + "' AS o | VACUUM INTO '" + other + "'";
    std::vector<std::string> statements;
    boost::split(statements, forbidden, boost::is_any_of("|"));
    for (const auto& sql : statements) EXPECT_FALSE(refusal(sql).empty()) << sql;
    EXPECT_FALSE(std::filesystem::exists(other));
    // The remedy depends on the refused statement.
    const std::pair<const char*, const char*> remedies[] = {
        {"DELETE FROM profiled_case", "this one deletes rows. 'sortscope annotate', 'delete' and 'merge'"},
        {"ATTACH ':memory:' AS o", "attaches another file. 'sortscope merge'"},
        {"PRAGMA user_version = 9", "changes a setting"},
        {"CREATE TEMP TABLE t (x)", "makes, changes or drops tables. Name what it makes by WITH"},
        {"BEGIN", "begins or ends a transaction. Leave it out"}};
    for (const auto& [sql, words] : remedies) EXPECT_THAT(refusal(sql), HasSubstr(words));
}

TEST_F(QueryFile, ReadsOurViewsWhateverTheFileHas) {
    const auto sql = "SELECT case_id, variant FROM cases ORDER BY 1";
    const auto recorded = rows(sql);
    ASSERT_THAT(recorded, testing::SizeIs(3));
    change(path, "DROP VIEW cases; CREATE VIEW cases AS SELECT 1 AS case_id, 'other' AS variant");
    before = text_of(path);
    EXPECT_EQ(rows(sql), recorded);
}

TEST_F(QueryFile, APlaceholderHasNoValue) {
    EXPECT_THAT(refusal("SELECT * FROM cases WHERE variant = ?"),
                HasSubstr("'?' is a placeholder, and there is no value to put in its place."));
    EXPECT_THAT(refusal("SELECT * FROM cases WHERE variant = :a"), HasSubstr("':a' is a placeholder"));
    EXPECT_THAT(rows("SELECT '?' AS q"), ElementsAre("?"));
}

TEST_F(QueryFile, SaysWhereBadSqlIsWrong) {
    EXPECT_THAT(refusal("SELECT " + std::string(300, 'a') + " FROM cases"),
                Not(HasSubstr(std::string(200, 'a') + " FROM")));
    EXPECT_THAT(refusal("SELECT '\x1b[31m' FROM nowhere"), Not(HasSubstr("\x1b")));
    const std::pair<std::string, const char*> bad[] = {
        {"SELECT case_id,\n  varant FROM cases",
         "no such column: varant. Did you mean 'variant'?\n    varant FROM cases\n    ^ line 2, byte 18"},
        {"SELECT * FROM case", "near \"case\": syntax error"},
        {"SELECT planned_cases FROM cases", "no such column: planned_cases. It is a column of runs."},
        {"SELECT * FROM casess", "no such table: casess. Did you mean 'cases'"},
        {"SELECT (1", "incomplete input"},
        {"", "it is empty"},
        {"-- nothing", "it is empty"},
        {"SELECT 1; SELECT 2", "another one follows:\n  SELECT 1; SELECT 2\n            ^"},
        {std::string("SELECT '\0'", 10), "character of number 0"},
        {"SELECT abs(-9223372036854775807 - 1)", "integer overflow"},
        {"SELECT zeroblob(1000000000)", "too big"}};
    for (const auto& [sql, words] : bad) EXPECT_THAT(refusal(sql), HasSubstr(words)) << sql;
}

TEST_F(QueryFile, EndsWhenItMust) {
    const std::string endless =
        "WITH RECURSIVE t(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM t) SELECT count(*) FROM t";
    EXPECT_THROW(rows(endless, {std::chrono::milliseconds(30), {}}), QueryEnded);
    int looks = 0;
    EXPECT_THROW(rows(endless, {{}, [&] { return ++looks == 3; }}), QueryEnded);
    EXPECT_EQ(looks, 3);
    EXPECT_THAT(rows("SELECT 1", {std::chrono::seconds(10), [] { return false; }}), ElementsAre("1"));
}

TEST(QueryViews, AreDescribedByTheirOwnComments) {
    const auto views = view_texts(std::nullopt);
    const auto column = [&](const std::string& view, const std::string& name) {
        return *std::ranges::find(std::ranges::find(views, view, &ViewText::name)->columns, name,
                                  &ViewColumn::name);
    };
    EXPECT_EQ(std::ranges::find(views, "runs", &ViewText::name)->sentence,
              "One row for each call of collect or record.");
    for (const auto& view : views) {
        EXPECT_FALSE(view.sentence.empty()) << view.name;
        for (const auto& each : view.columns)
            EXPECT_FALSE(each.sentence.empty()) << view.name << "." << each.name;
    }
    EXPECT_EQ(column("cases", "case_id").sentence, "number of the case in this file");
    EXPECT_EQ(column("cases", "median_ns").unit, "ns");
    EXPECT_EQ(column("cases", "seed").sentence, "of the generator; NULL without keys")
        << "the comment of the table that it comes from";
    EXPECT_EQ(column("launch_ratios", "gld_efficiency_pct").unit, "%");
}
}  // namespace
}
