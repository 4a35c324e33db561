// Texts of a hostile file and hostile arguments: none of them may reach a terminal as more than text.
#include <array>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include <SQLiteCpp/SQLiteCpp.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "core/printable.hpp"
#include "tests/cli/program.hpp"
#include "tests/sample/files.hpp"

namespace sortscope::test {
namespace {

using ::testing::HasSubstr;

/// ESC, a control of Latin-1, that as a raw byte, DEL, a mark that turns the direction, one without width, a broken character, quotes.
constexpr const char* hostile = "\x1b[31m \xC2\x9B" "2J \x9B" "1m \x7F \xE2\x80\xAE \xE2\x80\x8B \xE2\x82 \r=1+1'\"";

/// The columns that hold texts of users, machines and drivers: all texts but the names of the file's own vocabulary.
std::vector<std::pair<std::string, std::string>> text_columns(const std::filesystem::path& path) {
    SQLite::Database file(path.string(), SQLite::OPEN_READONLY);
    std::vector<std::pair<std::string, std::string>> columns;
    SQLite::Statement query(file,
                            "SELECT t.name, c.name FROM sqlite_master t, pragma_table_info(t.name) c"
                            " WHERE t.type = 'table' AND c.type LIKE '%TEXT%' AND t.name NOT LIKE 'sqlite_%' ORDER BY 1, 2");
    while (query.executeStep()) columns.emplace_back(query.getColumn(0).getString(), query.getColumn(1).getString());
    return columns;
}

void expect_clean(const Outcome& outcome, const std::string& what) {
    EXPECT_TRUE(is_printable(outcome.out, LineEnds::kept)) << what << " prints " << outcome.out.substr(0, 2000);
    EXPECT_TRUE(is_printable(outcome.err, LineEnds::kept)) << what << " says " << outcome.err;
    EXPECT_THAT(outcome.code, ::testing::AnyOf(0, 2, 3, 4, 5)) << what << ": " << outcome.err;
}

/// The columns are dealt to several tests, for every command is run for each: hundreds of processes.
constexpr std::size_t shares = 6;
class HostileColumns : public ::testing::TestWithParam<std::size_t> {};
INSTANTIATE_TEST_SUITE_P(Share, HostileColumns, ::testing::Range(std::size_t{0}, shares));

TEST_P(HostileColumns, SteerNoTerminal) {
    const Folder folder;
    const auto sample = folder.path() / "sample.db";
    sample::write_sample(sample);
    std::size_t shown = 0;
    const auto columns = text_columns(sample);
    ASSERT_GT(columns.size(), 20U);
    for (std::size_t i = GetParam(); i < columns.size(); i += shares) {
        const auto& [table, column] = columns[i];
        const auto path = folder.path() / "sortscope.db";
        std::filesystem::copy_file(sample, path, std::filesystem::copy_options::overwrite_existing);
        try {
            SQLite::Database file(path.string(), SQLite::OPEN_READWRITE);
            SQLite::Statement update(file, "UPDATE \"" + table + "\" SET \"" + column + "\" = CAST(\"" + column + "\" || ? AS TEXT)");
            update.bind(1, hostile);
            if (update.exec() == 0) continue;
        } catch (const SQLite::Exception&) {
            continue;  // the file itself takes no such text there
        }
        for (const char* command : {"list", "list --csv", "list --json", "show 1", "show 1 --by kernel --csv", "show 4 --sites", "show 4 --sites --csv",
                                    "show 4 --json", "show 6", "report", "report --json", "sortscope.db", "query 'SELECT * FROM runs, cases'", "verify",
                                    "reproduce bainville2011-ladder", "delete --run 1 --dry-run"}) {
            const auto outcome = folder.sortscope(command);
            expect_clean(outcome, table + "." + column + ": " + command);
            if (outcome.out.find("31m") != std::string::npos) ++shown;
            if (outcome.code != 0 || std::string(command).find("--json") == std::string::npos) continue;
            EXPECT_TRUE(nlohmann::json::accept(outcome.out)) << table << "." << column;
        }
    }
    EXPECT_GT(shown, 2U) << "the texts must have been printed at all";
}

TEST(HostileFile, NoNameOrMessageOfATriggerSteersATerminal) {
    const Folder folder;
    const auto path = folder.path() / "sortscope.db";
    sample::write_sample(path);
    {
        const std::string text = "\x1b[31m\xC2\x9B" "2J\xE2\x80\xAE";
        SQLite::Database file(path.string(), SQLite::OPEN_READWRITE);
        file.exec("CREATE TRIGGER \"" + text + "\" BEFORE INSERT ON run BEGIN SELECT RAISE(ABORT, '" + text + "'); END");
    }
    for (const char* command : {"list", "collect --variant cpu-std-sort --size 16 --backend cpu --max-trials 1 --min-trials 1 --in-process -q"}) {
        const auto outcome = folder.sortscope(command);
        EXPECT_NE(outcome.code, 0) << command;
        expect_clean(outcome, command);
        EXPECT_THAT(outcome.err, HasSubstr("\\x1b[31m\\u009b2J\\u202e")) << command;
    }
}

TEST(HostileArguments, ComeBackAsText) {
    const Folder folder;
    sample::write_sample(folder.path() / "sortscope.db");
    const std::string word = "\"$(printf 'x\\033[31m\\302\\2332J\\2331m\\177\\342\\200\\256')\"";
    for (const std::string before : {"", "help ", "list ", "list --", "list --variant ", "list --run ", "list --key ", "list --size ", "list --device ",
                                     "show ", "show sortscope.db ", "show 1 --by ", "show --variant ", "report --repeats ", "metrics ", "variants ",
                                     "gui ", "compare ", "sweep --over ", "collect --variant ", "collect --output /nonexistent/", "collect --preset ",
                                     "collect --param ", "collect --input ", "query ", "query sortscope.db ", "query --schema ", "query --file ", "merge a.db ",
                                     "annotate --case 1 --name ", "annotate --case 1 --tag ", "annotate --case ", "list --tag ", "delete --case ", "delete --yes --variant ", "verify ",
                                     "reproduce ", "reproduce all ", "reproduce all sortscope.db --device ", "reproduce --list --file ", "import -o a.db ", "import x.csv -o a.db --set ", "completion ", "man "}) {
        const auto outcome = folder.sortscope(before + word);
        EXPECT_NE(outcome.code, 0) << before;
        expect_clean(outcome, before);
        EXPECT_THAT(outcome.err, HasSubstr("31m")) << before;
    }
}

}  // namespace
}  // namespace sortscope::test
