#include "db/schema/schema.hpp"

#include <SQLiteCpp/SQLiteCpp.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "core/metric/metric.hpp"

namespace sortscope::db {
namespace {

class VocabularyRows : public testing::Test {
 protected:
    VocabularyRows() { create_schema(database); }
    SQLite::Database database{":memory:", SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE};
};

TEST_F(VocabularyRows, AreThoseOfTheProgram) {
    store_vocabulary(database);
    auto expected = vocabulary();
    auto stored = stored_vocabulary(database);
    std::ranges::sort(expected);
    std::ranges::sort(stored);
    EXPECT_EQ(stored, expected);
    EXPECT_GT(expected.size(), 60u);
    EXPECT_EQ(database.execAndGet("SELECT name FROM case_status WHERE id = 3").getString(), "unverified");
    EXPECT_EQ(database.execAndGet("SELECT unit FROM counter WHERE name = 'gld_sectors'").getString(),
              "sectors");
}

TEST_F(VocabularyRows, CatchUpWithAGrownCatalogueAndKeepNewerRows) {
    store_vocabulary(database);
    database.exec(
        "DELETE FROM counter WHERE name = 'gld_sectors'; UPDATE severity SET description = 'old words' WHERE "
        "id = 1;"
        "INSERT INTO counter VALUES (9999, 'from_the_future', 'things', 'Unknown here.')");
    store_vocabulary(database);
    EXPECT_EQ(database.execAndGet("SELECT count(*) FROM counter").getInt(),
              static_cast<int>(counter_metrics().size()) + 1);
    EXPECT_EQ(database.execAndGet("SELECT count(*) FROM severity WHERE description = 'old words'").getInt(),
              0);
}

TEST_F(VocabularyRows, AreNotWrittenWhereNothingIsNew) {
    store_vocabulary(database);
    const auto before = database.getTotalChanges();
    store_vocabulary(database);
    EXPECT_EQ(database.getTotalChanges(), before);
}

}  // namespace
}  // namespace sortscope::db
