// Texts of a hostile file and hostile arguments: none of them may reach a terminal as more than text.
#include <algorithm>
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

/// ESC, a control of Latin-1, that as a raw byte, DEL, a mark that turns the direction, one without width, a
/// broken character, quotes.
constexpr const char* hostile =
    "\x1b[31m \xC2\x9B"
    "2J \x9B"
    "1m \x7F \xE2\x80\xAE \xE2\x80\x8B \xE2\x82 \r=1+1'\"";

/// The columns that hold texts of users, machines and drivers: all texts but the names of the file's own
/// vocabulary.
std::vector<std::pair<std::string, std::string>> text_columns(const std::filesystem::path& path) {
    SQLite::Database file(path.string(), SQLite::OPEN_READONLY);
    std::vector<std::pair<std::string, std::string>> columns;
    SQLite::Statement query(
        file,
        "SELECT t.name, c.name FROM sqlite_master t, pragma_table_info(t.name) c"
        " WHERE t.type = 'table' AND c.type LIKE '%TEXT%' AND t.name NOT LIKE 'sqlite_%' ORDER BY 1, 2");
    while (query.executeStep())
        columns.emplace_back(query.getColumn(0).getString(), query.getColumn(1).getString());
    return columns;
}

void expect_clean(const Outcome& outcome, const std::string& what) {
    EXPECT_TRUE(is_printable(outcome.out, LineEnds::kept))
        << what << " prints " << outcome.out.substr(0, 2000);
    EXPECT_TRUE(is_printable(outcome.err, LineEnds::kept)) << what << " says " << outcome.err;
    EXPECT_THAT(outcome.code, ::testing::AnyOf(0, 2, 3, 4, 5)) << what << ": " << outcome.err;
}

/// The columns are dealt to several tests; the texts of a deal are changed together, for each command is a
/// process.
constexpr std::size_t shares = 6;
class HostileColumns : public ::testing::TestWithParam<std::size_t> {
 protected:
    using Columns = std::vector<std::pair<std::string, std::string>>;
    using Commands = std::vector<std::string>;

    HostileColumns() { sample::write_sample(sample_); }

    /// Of `columns` those that take the text, in `file`, each with its name behind it.
    Columns changed(const Columns& columns) {
        std::filesystem::copy_file(sample_, file_, std::filesystem::copy_options::overwrite_existing);
        SQLite::Database file(file_.string(), SQLite::OPEN_READWRITE);
        Columns taken;
        for (const auto& [table, column] : columns) try {
                SQLite::Statement update(file, "UPDATE \"" + table + "\" SET \"" + column + "\" = CAST(\"" +
                                                   column + "\" || ? AS TEXT)");
                update.bind(1, hostile + (' ' + table + '.' + column));
                if (update.exec() != 0) taken.emplace_back(table, column);
            } catch (const SQLite::Exception&) {
                // the file itself takes no such text there
            }
        return taken;
    }

    /// Runs each of `commands` on the file; what is printed is checked and kept. Those that refused the file.
    Commands refusing(const Commands& commands, const std::string& columns) {
        Commands refused;
        for (const auto& command : commands) {
            const auto outcome = folder_.sortscope(command);
            expect_clean(outcome, columns + ": " + command);
            printed_ += outcome.out + outcome.err;
            if (outcome.code != 0) refused.push_back(command);
            if (outcome.code != 0 || command.find("--json") == std::string::npos) continue;
            EXPECT_TRUE(nlohmann::json::accept(outcome.out)) << columns;
        }
        return refused;
    }

    const Folder folder_;
    const std::filesystem::path sample_ = folder_.path() / "sample.db",
                                file_ = folder_.path() / "sortscope.db";
    std::string printed_;
};
INSTANTIATE_TEST_SUITE_P(Share, HostileColumns, ::testing::Range(std::size_t{0}, shares));

TEST_P(HostileColumns, SteerNoTerminal) {
    const auto all = text_columns(sample_);
    ASSERT_GT(all.size(), 20U);
    Columns columns;
    for (std::size_t i = GetParam(); i < all.size(); i += shares) columns.push_back(all[i]);
    columns = changed(columns);
    ASSERT_GT(columns.size(), 2U);
    std::string names;
    for (const auto& [table, column] : columns) names += table + '.' + column + ' ';
    const auto refused =
        refusing({"list", "list --csv", "list --json", "show 1", "show 1 --by kernel --csv", "show 4 --sites",
                  "show 4 --sites --csv", "show 4 --source", "show 4 --json", "show 6", "report",
                  "report --json", "sortscope.db", "query 'SELECT * FROM runs, cases'", "verify",
                  "reproduce bainville2011-ladder", "delete --run 1 --dry-run"},
                 names);
    // Where one text makes a file that a command refuses, the others are shown by files of their own.
    if (!refused.empty())
        for (const auto& one : columns) {
            changed({one});
            refusing(refused, one.first + '.' + one.second);
        }
    const auto shown = std::ranges::count_if(columns, [&](const auto& one) {
        return printed_.find(one.first + '.' + one.second) != std::string::npos;
    });
    EXPECT_GE(shown, 2) << "the texts must have been printed at all: " << names;
}

TEST(HostileFile, NoNameOrMessageOfATriggerSteersATerminal) {
    const Folder folder;
    const auto path = folder.path() / "sortscope.db";
    sample::write_sample(path);
    {
        const std::string text =
            "\x1b[31m\xC2\x9B"
            "2J\xE2\x80\xAE";
        SQLite::Database file(path.string(), SQLite::OPEN_READWRITE);
        file.exec("CREATE TRIGGER \"" + text + "\" BEFORE INSERT ON run BEGIN SELECT RAISE(ABORT, '" + text +
                  "'); END");
    }
    for (const char* command : {"list",
                                "collect --variant cpu-std-sort --size 16 --backend cpu --max-trials 1 "
                                "--min-trials 1 --in-process -q"}) {
        const auto outcome = folder.sortscope(command);
        EXPECT_NE(outcome.code, 0) << command;
        expect_clean(outcome, command);
        EXPECT_THAT(outcome.err, HasSubstr("\\x1b[31m\\u009b2J\\u202e")) << command;
    }
}

TEST(HostileArguments, ComeBackAsText) {
    const Folder folder;
    sample::write_sample(folder.path() / "sortscope.db");
    const std::string word =
        "'x\x1b[31m\xC2\x9B"
        "2J\x9B"
        "1m\x7F\xE2\x80\xAE'";
    for (const std::string before : {"",
                                     "help ",
                                     "list ",
                                     "list --",
                                     "list --variant ",
                                     "list --run ",
                                     "list --key ",
                                     "list --size ",
                                     "list --device ",
                                     "show ",
                                     "show sortscope.db ",
                                     "show 1 --by ",
                                     "show --variant ",
                                     "report --repeats ",
                                     "metrics ",
                                     "variants ",
                                     "gui ",
                                     "compare ",
                                     "sweep --over ",
                                     "collect --variant ",
                                     "collect --output no-such-folder/",
                                     "collect --preset ",
                                     "collect --param ",
                                     "collect --input ",
                                     "query ",
                                     "query sortscope.db ",
                                     "query --schema ",
                                     "query --file ",
                                     "merge a.db ",
                                     "annotate --case 1 --name ",
                                     "annotate --case 1 --tag ",
                                     "annotate --case ",
                                     "list --tag ",
                                     "delete --case ",
                                     "delete --yes --variant ",
                                     "verify ",
                                     "reproduce ",
                                     "reproduce all ",
                                     "reproduce all sortscope.db --device ",
                                     "reproduce --list --file ",
                                     "import -o a.db ",
                                     "import x.csv -o a.db --set ",
                                     "completion ",
                                     "man "}) {
        const auto outcome = folder.sortscope(before + word);
        EXPECT_NE(outcome.code, 0) << before;
        expect_clean(outcome, before);
        EXPECT_THAT(outcome.err, HasSubstr("31m")) << before;
    }
}

}  // namespace
}  // namespace sortscope::test
