// docs/schema.md: its queries work, and it names every table and view.
#include <SQLiteCpp/SQLiteCpp.h>
#include <gmock/gmock.h>

#include <fstream>
#include <sstream>

#include "db/writer.hpp"
#include "support.hpp"

namespace sortscope::db {
namespace {

using namespace test;

std::string page() {
    std::ifstream in(SORTSCOPE_SOURCE_DIR "/docs/schema.md");
    std::ostringstream text;
    text << in.rdbuf();
    return text.str();
}

/// The blocks of the page between ```sql and ```.
std::vector<std::string> queries(const std::string& text) {
    std::vector<std::string> found;
    const std::string begin = "```sql\n";
    for (auto at = text.find(begin); at != std::string::npos; at = text.find(begin, at + 1)) {
        const auto from = at + begin.size();
        found.push_back(text.substr(from, text.find("```", from) - from));
    }
    return found;
}

TEST(Documentation, ItsQueriesGiveRows) {
    TempFolder folder;
    const auto path = folder / "a.db";
    {
        Writer writer(path);
        const auto run = writer.begin_run(full_run());
        for (const std::uint64_t n : {1024u, 2048u})
            for (const std::uint32_t block : {128u, 256u}) {
                auto record = full_case();
                record.workload = {KeyType::u32, n, Distribution::uniform, 1, ""};
                record.config.block = block;
                record.status = CaseStatus::ok;
                for (auto& launch : record.launches)
                    launch.counters = {{CounterId::gld_bytes, Provenance::measured, 4096},
                                       {CounterId::gld_sectors, Provenance::measured, 256}};
                writer.write_case(run, record);
            }
    }
    const auto all = queries(page());
    EXPECT_GE(all.size(), 5u);
    SQLite::Database database(path.string(), SQLite::OPEN_READONLY);
    for (const auto& sql : all) {
        SQLite::Statement statement(database, sql);
        EXPECT_TRUE(statement.executeStep()) << "no rows: " << sql;
    }
}

TEST(Documentation, NamesEveryTableAndView) {
    TempFolder folder;
    record(folder / "a.db", 0);
    const auto text = page();
    SQLite::Database database((folder / "a.db").string(), SQLite::OPEN_READONLY);
    SQLite::Statement names(database, "SELECT name FROM sqlite_master WHERE type IN ('table', 'view')");
    while (names.executeStep())
        EXPECT_THAT(text, testing::HasSubstr("`" + names.getColumn(0).getString() + "`"));
}

}  // namespace
}  // namespace sortscope::db
