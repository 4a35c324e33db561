// Hostile texts in files and arguments must not control the terminal.
#include <SQLiteCpp/SQLiteCpp.h>

#include "core/printable.hpp"
#include "tests/cli/program.hpp"
#include "tests/sample/files.hpp"

namespace sortscope::test {
namespace {
/// ESC, controls of Latin-1 (also a raw byte), DEL, direction and zero-width marks, a broken character,
/// quotes.
constexpr const char* hostile =
    "\x1b[31m \xC2\x9B"
    "2J \x9B"
    "1m \x7F \xE2\x80\xAE \xE2\x80\x8B \xE2\x82 \r=1+1'\"";

/// All text columns of the file: table, column.
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
    EXPECT_THAT(outcome.code, AnyOf(0, 2, 3, 4, 5)) << what << ": " << outcome.err;
}

using Columns = std::vector<std::pair<std::string, std::string>>;

std::string names_of(const Columns& columns) {
    std::string names;
    for (const auto& [table, column] : columns) names += table + '.' + column + ' ';
    return names;
}

/// Appends `hostile` and the column's name to all texts of `columns`. Returns the columns that accept it.
Columns make_hostile(const std::filesystem::path& path, const Columns& columns) {
    SQLite::Database file(path.string(), SQLite::OPEN_READWRITE);
    Columns changed;
    for (const auto& [table, column] : columns) try {
            SQLite::Statement update(file, "UPDATE \"" + table + "\" SET \"" + column + "\" = CAST(\"" +
                                               column + "\" || ? AS TEXT)");
            update.bind(1, hostile + (' ' + table + '.' + column));
            if (update.exec() != 0) changed.emplace_back(table, column);
        } catch (const SQLite::Exception&) {
            continue;  // the column refuses the text
        }
    return changed;
}

/// Each test changes all texts of one share of the columns.
constexpr size_t shares = 6;
class HostileColumns : public ::testing::TestWithParam<size_t> {};
INSTANTIATE_TEST_SUITE_P(Share, HostileColumns, ::testing::Range(size_t{0}, shares));

TEST_P(HostileColumns, SteerNoTerminal) {
    const Folder folder;
    const auto whole = folder.path() / "sample.db", path = folder.path() / "sortscope.db";
    sample::write_sample(whole);
    std::string printed;
    std::vector<std::string> refused;
    const auto run = [&](const Columns& columns, const std::vector<std::string>& commands) {
        std::filesystem::copy_file(whole, path, std::filesystem::copy_options::overwrite_existing);
        const auto changed = make_hostile(path, columns);
        refused.clear();
        for (const auto& command : commands) {
            const auto outcome = folder.sortscope(command);
            expect_clean(outcome, names_of(changed) + ": " + command);
            printed += outcome.out + outcome.err;
            if (outcome.code != 0) {
                refused.push_back(command);
            } else if (command.find("--json") != std::string::npos) {
                EXPECT_TRUE(nlohmann::json::accept(outcome.out)) << names_of(changed);
            }
        }
        return changed;
    };
    Columns columns;
    const auto all = text_columns(whole);
    ASSERT_GT(all.size(), 20U);
    for (size_t i = GetParam(); i < all.size(); i += shares) columns.push_back(all[i]);
    columns =
        run(columns, {"list", "list --csv", "list --json", "show 1", "show 1 --by kernel --csv",
                      "show 4 --sites", "show 4 --sites --csv", "show 4 --source", "show 4 --json", "show 6",
                      "report", "report --json", "sortscope.db", "query 'SELECT * FROM runs, cases'",
                      "verify", "reproduce bainville2011-ladder", "delete --run 1 --dry-run"});
    ASSERT_GT(columns.size(), 2U);
    // One text may make a command refuse the file. Run it again, column by column.
    if (const auto again = refused; !again.empty())
        for (const auto& one : columns) run({one}, again);
    EXPECT_GE(
        std::ranges::count_if(
            columns,
            [&](const auto& one) { return printed.find(one.first + '.' + one.second) != std::string::npos; }),
        2)
        << "the texts must have been printed at all: " << names_of(columns);
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
                                "collect --variant cpu-std-sort --n 16 --backend cpu --max-trials 1 "
                                "--min-trials 1 --in-process -q"}) {
        const auto outcome = folder.sortscope(command);
        EXPECT_NE(outcome.code, 0) << command;
        expect_clean(outcome, command);
        has(outcome.err, {"\\x1b[31m\\u009b2J\\u202e"});
    }
}

TEST(HostileArguments, ComeBackAsText) {
    const Folder folder;
    sample::write_sample(folder.path() / "sortscope.db");
    const std::string word =
        "'x\x1b[31m\xC2\x9B"
        "2J\x9B"
        "1m\x7F\xE2\x80\xAE'";
    // Words in front of the hostile argument, separated by '|'.
    std::istringstream commands(
        "|help |list |list --|list --variant |list --run |list --key |list --n |"
        "list --device |list --tag |show |show sortscope.db |show 1 --by |show --variant |"
        "report --repeats |metrics |variants |gui |compare |sweep --over |collect --variant |"
        "collect --output no-such-folder/|collect --preset |collect --param |collect --input-file |"
        "query |query sortscope.db |query --schema |query --file |merge a.db |"
        "annotate --case 1 --name |annotate --case 1 --tag |annotate --case |delete --case |"
        "delete --yes --variant |verify |reproduce |reproduce all |"
        "reproduce all sortscope.db --device |reproduce --list --file |import -o a.db |"
        "import x.csv -o a.db --set |completion |man ");
    for (std::string before; std::getline(commands, before, '|');) {
        const auto outcome = folder.sortscope(before + word);
        EXPECT_NE(outcome.code, 0) << before;
        expect_clean(outcome, before);
        has(outcome.err, {"31m"});
    }
}
}  // namespace
}
