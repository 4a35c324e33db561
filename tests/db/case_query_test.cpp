#include "db/read/case_reader.hpp"

#include <SQLiteCpp/SQLiteCpp.h>
#include <gmock/gmock.h>

#include <array>

#include "db/read/reader.hpp"
#include "db/write/writer.hpp"
#include "support.hpp"

namespace sortscope::db {
namespace {

using namespace test;
using testing::ElementsAre;

struct CaseQuery : OneFile {
    CaseQuery() {
        for (int run = 0; run < 2; ++run) {
            std::vector<CaseRecord> cases(3);
            for (std::size_t i = 0; i < 3; ++i) {
                cases[i].subject.name = std::array{"a", "b", "c'"}.at(i);
                cases[i].backend = BackendKind::simt;
            }
            record(path, cases);
        }
    }
    std::vector<int> ids(const CaseFilter& filter) const {
        std::vector<int> result;
        for (const auto& record : Reader(path).cases(filter)) result.push_back(static_cast<int>(record.id));
        return result;
    }
};

TEST_F(CaseQuery, NarrowsByEachField) {
    EXPECT_THAT(ids({}), ElementsAre(1, 2, 3, 4, 5, 6));
    EXPECT_THAT(ids({.run = RunId{2}}), ElementsAre(4, 5, 6));
    EXPECT_THAT(ids({.variants = {"a", "c'"}}), ElementsAre(1, 3, 4, 6));
    EXPECT_THAT(ids({.run = RunId{2}, .variants = {"b", "a"}}), ElementsAre(4, 5));
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
    const auto steps = plan(database, sqlite3_sql(summaries(database, {.variants = {"a"}}).handle()));
    EXPECT_THAT(steps, testing::HasSubstr("SEARCH c USING INDEX profiled_case_"));
}

}  // namespace
}  // namespace sortscope::db
