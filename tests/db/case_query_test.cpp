#include "db/read/case_reader.hpp"

#include <SQLiteCpp/SQLiteCpp.h>
#include <gmock/gmock.h>

#include "db/read/reader.hpp"
#include "db/write/writer.hpp"
#include "support.hpp"
#include "tests/sample/edit.hpp"

namespace sortscope::db {
namespace {

using namespace test;
using testing::ElementsAre;

class CaseQuery : public testing::Test {
 protected:
    CaseQuery() {
        Writer writer(path);
        for (int run = 0; run < 2; ++run) {
            const auto id = writer.begin_run(full_run());
            for (const std::string variant : {"a", "b", "c'"}) {
                CaseRecord record;
                record.subject.name = variant;
                edit(record).workload.n = variant == "a" ? 1024 : 2048;
                edit(record).workload.key = variant == "b" ? KeyType::f32 : KeyType::u32;
                edit(record).workload.distribution =
                    variant == "b" ? Distribution::zero : Distribution::uniform;
                edit(record).config.block = run == 0 ? 64 : 128;
                record.backend = variant == "a" ? BackendKind::cpu : BackendKind::simt;
                record.status = variant == "a" ? CaseStatus::failed : CaseStatus::ok;
                writer.write_case(id, record);
            }
        }
    }
    std::vector<int> ids(const CaseFilter& filter) const {
        std::vector<int> result;
        for (const auto& record : Reader(path).cases(filter)) result.push_back(static_cast<int>(record.id));
        return result;
    }

    TempFolder folder;
    std::filesystem::path path = folder / "a.db";
};

TEST_F(CaseQuery, NarrowsByEachField) {
    EXPECT_THAT(ids({}), ElementsAre(1, 2, 3, 4, 5, 6));
    EXPECT_THAT(ids({.run = RunId{2}}), ElementsAre(4, 5, 6));
    EXPECT_THAT(ids({.variants = {"a", "c'"}}), ElementsAre(1, 3, 4, 6));
    EXPECT_THAT(ids({.key = KeyType::f32}), ElementsAre(2, 5));
    EXPECT_THAT(ids({.distribution = Distribution::zero}), ElementsAre(2, 5));
    EXPECT_THAT(ids({.n = 1024}), ElementsAre(1, 4));
    EXPECT_THAT(ids({.block = 128}), ElementsAre(4, 5, 6));
    EXPECT_THAT(ids({.backend = BackendKind::cpu}), ElementsAre(1, 4));
    EXPECT_THAT(ids({.status = CaseStatus::ok}), ElementsAre(2, 3, 5, 6));
}

TEST_F(CaseQuery, NarrowsByAllFieldsAtOnce) {
    EXPECT_THAT(ids({.run = RunId{2},
                     .variants = {"b", "a"},
                     .key = KeyType::f32,
                     .distribution = Distribution::zero,
                     .n = 2048,
                     .block = 128,
                     .backend = BackendKind::simt,
                     .status = CaseStatus::ok}),
                ElementsAre(5));
    EXPECT_TRUE(ids({.variants = {"nothing"}}).empty());
}

/// What SQLite says it will do, one step a line.
std::string plan(SQLite::Database& database, const std::string& sql) {
    SQLite::Statement explain(database, "EXPLAIN QUERY PLAN " + sql);
    std::string steps;
    while (explain.executeStep()) steps += explain.getColumn(3).getString() + "\n";
    return steps;
}

TEST_F(CaseQuery, LaunchesOfACaseAreFoundByTheirNumbers) {
    SQLite::Database database(path.string(), SQLite::OPEN_READONLY);
    for (const std::string view : {"launches", "launch_counters", "launch_ratios", "sites"}) {
        const auto breakdown = plan(database, "SELECT * FROM " + view + " WHERE case_id = 1");
        EXPECT_THAT(breakdown, testing::HasSubstr("SEARCH l USING INTEGER PRIMARY KEY (rowid>? AND rowid<?)"))
            << view;
        EXPECT_THAT(breakdown, testing::Not(testing::ContainsRegex("SCAN [^l]|SCAN l[^a]")))
            << view;  // but the view as a whole
    }
}

TEST_F(CaseQuery, ListingByVariantNeedsNoScanOfAllCases) {
    SQLite::Database database(path.string(), SQLite::OPEN_READONLY);
    const auto steps =
        plan(database, sqlite3_sql(summaries(database, {.variants = {"a"}, .key = KeyType::u32}).handle()));
    EXPECT_THAT(steps, testing::HasSubstr("SEARCH c USING INDEX profiled_case_"));
}

}  // namespace
}  // namespace sortscope::db
