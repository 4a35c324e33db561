// docs/schema.md: its queries work, and it names every table and view.
#include <SQLiteCpp/SQLiteCpp.h>
#include <gmock/gmock.h>

#include <fstream>
#include <sstream>

#include "db/read/reader.hpp"
#include "db/write/writer.hpp"
#include "support.hpp"

namespace sortscope::db {
namespace {

using namespace test;
using DocumentationFile = OneFile;

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

TEST_F(DocumentationFile, ItsQueriesGiveRows) {
    std::filesystem::copy_file(SORTSCOPE_SOURCE_DIR "/examples/h200.db", path);
    std::filesystem::permissions(path, std::filesystem::perms::owner_write,
                                 std::filesystem::perm_options::add);
    {
        // The recorded file has each case once.
        const auto again = Reader(path).read_case(CaseId{1}, Detail::sites);
        const auto counted = Reader(path).read_case(CaseId{373}, Detail::sites);
        Writer writer(path);
        const auto run = writer.begin_run(full_run());
        writer.write_case(run, again);
        writer.write_case(run, counted);
    }
    const auto all = queries(page());
    EXPECT_GE(all.size(), 10u);
    SQLite::Database database(path.string(), SQLite::OPEN_READONLY);
    for (const auto& sql : all) {
        SQLite::Statement statement(database, sql);
        EXPECT_TRUE(statement.executeStep()) << "no rows: " << sql;
    }
}

TEST_F(DocumentationFile, NamesEveryTableAndView) {
    record(path, 0);
    const auto text = page();
    SQLite::Database database(path.string(), SQLite::OPEN_READONLY);
    SQLite::Statement names(database, "SELECT name FROM sqlite_master WHERE type IN ('table', 'view')");
    while (names.executeStep())
        EXPECT_THAT(text, testing::HasSubstr("`" + names.getColumn(0).getString() + "`"));
}

}  // namespace
}  // namespace sortscope::db
