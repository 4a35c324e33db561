// query, merge, annotate, delete, verify and import, through the program.
#include <sys/stat.h>
#include <algorithm>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <SQLiteCpp/SQLiteCpp.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/cli/program.hpp"
#include "tests/sample/files.hpp"

namespace sortscope::test {
namespace {

using nlohmann::json;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

/// A folder with the sample as sortscope.db.
class Store : public ::testing::Test {
 protected:
    Store() { sample::write_sample(folder.path() / "sortscope.db"); }
    Outcome run(const std::string& arguments) { return folder.sortscope(arguments); }
    void write(const std::string& name, const std::string& text) {
        std::ofstream(folder.path() / name, std::ios::binary) << text;
    }
    json run_json(const std::string& arguments) {
        const auto outcome = run(arguments);
        EXPECT_EQ(outcome.code, 0) << outcome.err;
        return json::parse(outcome.out);
    }
    /// Files that were begun and neither finished nor taken away.
    std::size_t half_written() const {
        std::size_t count = 0;
        for (const auto& entry : std::filesystem::directory_iterator(folder.path()))
            if (const auto name = entry.path().filename().string();
                name.find(".part-") != std::string::npos || name.find(".import-") != std::string::npos ||
                name.find(".merge-") != std::string::npos)
                ++count;
        return count;
    }
    Folder folder;
};

TEST_F(Store, QueryPrintsTablesCsvAndJson) {
    const auto table = run("query sortscope.db 'SELECT case_id, variant, n FROM cases WHERE case_id < 3'");
    EXPECT_EQ(table.code, 0) << table.err;
    EXPECT_EQ(table.out,
              "  case_id  variant        n\n  ─────────────────────────\n        1  bitonic-b2  1024\n       "
              " 2  bitonic-b2  4096\n  2 rows\n");
    const auto csv = run(
        "query 'SELECT case_id, variant || '\"','\"' AS v, NULL AS x FROM cases WHERE case_id = 1' --csv");
    EXPECT_EQ(csv.out, "case_id,v,x\r\n1,\"bitonic-b2,\",\r\n") << csv.err;
    const auto document =
        run_json("query sortscope.db 'SELECT case_id, 0.5 AS half, NULL AS x FROM cases ORDER BY 1' --json");
    EXPECT_EQ(document.at("rows").size(), 6u);
    EXPECT_EQ(document["rows"][0], (json{{"case_id", 1}, {"half", 0.5}, {"x", nullptr}}));
    EXPECT_EQ(document["columns"], (json{"case_id", "half", "x"}));
    EXPECT_EQ(run_json("query sortscope.db 'SELECT 9e999 AS a, -9e999 AS b' --json")["rows"][0],
              (json{{"a", "inf"}, {"b", "-inf"}}))
        << "JSON has no infinite numbers";
    write("q.sql", "SELECT count(*) AS c\nFROM runs -- how many\n");
    for (const char* how : {"query --file q.sql --csv", "query sortscope.db --file q.sql --csv",
                            "query sortscope.db - --csv < q.sql", "query - --csv < q.sql"})
        EXPECT_EQ(run(how).out, "c\r\n1\r\n") << how;
    EXPECT_EQ(run("query sortscope.db 'SELECT 1 AS a' --csv -o out.csv").out, "");
    EXPECT_EQ(read_file(folder.path() / "out.csv"), "a\r\n1\r\n");
    EXPECT_EQ(half_written(), 0U);
}

TEST_F(Store, QueryPrintsResultsThatAreTooLongToBeHeld) {
    const auto many =
        "query 'WITH RECURSIVE t(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM t WHERE x < 200000) SELECT x, x "
        "* 7 AS y FROM t'";
    const auto table = run(many);
    EXPECT_EQ(table.code, 0) << table.err;
    EXPECT_THAT(table.out, HasSubstr("  200,000 rows\n"));
    EXPECT_THAT(run(std::string(many) + " --csv").out, HasSubstr("\r\n200000,1400000\r\n"));
    EXPECT_EQ(run_json(std::string(many) + " --json").at("rows").size(), 200000u);
    // The reader of the output that goes away ends it quietly.
    EXPECT_EQ(run(std::string(many) + " | head -1").code, 0);
    // Of itself, too: neither a crash nor an error.
    ASSERT_EQ(::mkfifo((folder.path() / "gone").c_str(), 0600), 0);
    for (const auto& command :
         {std::string(many), std::string(many) + " --csv", std::string(many) + " --json"}) {
        const auto closed = run(command + " > gone & head -1 < gone > /dev/null; wait $!");
        EXPECT_EQ(closed.code, 0) << command;
        EXPECT_THAT(closed.err, IsEmpty()) << command;
    }
}

TEST_F(Store, QuerySaysWhatIsWrong) {
    const auto bad = run("query sortscope.db 'SELECT varant FROM cases'");
    EXPECT_EQ(bad.code, 2);
    EXPECT_THAT(bad.out, IsEmpty());
    EXPECT_THAT(bad.err, HasSubstr("no such column: varant. Did you mean 'variant'?\n  SELECT varant FROM "
                                   "cases\n         ^ byte 7\n"));
    EXPECT_THAT(run("query sortscope.db 'DROP TABLE run'").err,
                HasSubstr("Queries only read: this one makes, changes or drops tables."));
    EXPECT_EQ(run("query sortscope.db 'SELECT 1' --json --csv").code, 2);
    EXPECT_EQ(run("query none.db 'SELECT 1'").code, 5);
    EXPECT_THAT(run("query sortscope.db").err, HasSubstr("Which SQL?"));
    EXPECT_EQ(run("query").code, 2);
    const auto slow =
        run("query 'WITH RECURSIVE t(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM t) SELECT count(*) FROM t' "
            "--timeout 0.05");
    EXPECT_EQ(slow.code, 130);
    EXPECT_THAT(slow.err, HasSubstr("longer than it may"));
    const auto interrupted =
        run("query 'WITH RECURSIVE t(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM t) SELECT count(*) FROM t' "
            "-o o.txt & sleep 0.3; kill -INT $!; wait $!");
    EXPECT_EQ(interrupted.code, 130) << interrupted.err;
    const auto ended =
        run("query 'WITH RECURSIVE t(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM t) SELECT x FROM t' --csv "
            "-o o.txt & sleep 0.3; kill -TERM $!; wait $!");
    EXPECT_EQ(ended.code, 130) << ended.err;
    EXPECT_FALSE(std::filesystem::exists(folder.path() / "o.txt"));
    EXPECT_EQ(half_written(), 0U);
}

TEST_F(Store, QueryDescribesTheViews) {
    EXPECT_THAT(run("query --schema").out, HasSubstr("One row a case."));
    EXPECT_THAT(run("query sortscope.db --schema cases").out,
                HasSubstr("(ns) median of the accepted time trials"));
    EXPECT_THAT(run("query --schema cses").err, HasSubstr("There is no view 'cses'. Did you mean 'cases'"));
    EXPECT_EQ(run_json("query --schema trials --json").at("views").at(0).at("name"), "trials");
    EXPECT_THAT(run("query --schema --csv").out, HasSubstr("launch_ratios,gld_efficiency_pct,%,"));
}

TEST_F(Store, WhatIsDoneIsNotToBeDoneAgain) {
    const auto told = [&](const std::string& arguments) {
        const auto outcome = run(arguments + " > /dev/full");
        EXPECT_EQ(outcome.code, 4) << arguments;
        EXPECT_THAT(outcome.err, HasSubstr("No space left on device.")) << arguments;
        EXPECT_THAT(outcome.err, Not(HasSubstr("again"))) << arguments;
        return outcome.err;
    };
    EXPECT_THAT(told("annotate --run 1 --tag done"), HasSubstr("The annotations themselves are kept"));
    EXPECT_THAT(run("annotate").out, HasSubstr("done"));
    const auto unknown = run("annotate --run 1 --untag don");
    EXPECT_EQ(unknown.code, 2);
    EXPECT_THAT(unknown.err, HasSubstr("--untag: what you named has no tag 'don'. Did you mean 'done'?"));
    EXPECT_THAT(told("merge all.db sortscope.db"),
                HasSubstr("The merge itself is done: 'sortscope list all.db'"));
    EXPECT_THAT(told("delete all.db --case 1 --yes"), HasSubstr("The cases are deleted."));
    EXPECT_EQ(run_json("list all.db --json").at("cases").size(), 5u);
    write("t.csv", "variant,n,time_us\nx,1024,3\n");
    EXPECT_THAT(told("import t.csv -o all.db"), HasSubstr("The import itself is done"));
    EXPECT_EQ(run_json("list all.db --json").at("cases").size(), 6u);
    EXPECT_EQ(half_written(), 0U);
}

TEST_F(Store, SignalsEndEveryCommandAlike) {
    ASSERT_EQ(::mkfifo((folder.path() / "pipe").c_str(), 0600), 0);
    // A pipe that nobody reads holds the command until the signal comes.
    for (const char* command : {"export sortscope.db --csv -o pipe", "verify sortscope.db -o pipe",
                                "annotate sortscope.db -o pipe"})
        for (const char* signal : {"TERM", "HUP"}) {
            const auto ended = run(std::string(command) + " & sleep 0.2; kill -" + signal + " $!; wait $!");
            EXPECT_EQ(ended.code, 130) << command << ' ' << signal << ended.err;
        }
    EXPECT_EQ(half_written(), 0U);
}

TEST_F(Store, MergeThenListAndReportShowAll) {
    sample::write_file(folder.path() / "other.db");
    const auto merged = run("merge all.db sortscope.db other.db");
    EXPECT_EQ(merged.code, 0) << merged.err;
    EXPECT_THAT(merged.out, HasSubstr("all.db: 3 runs taken with "));
    const auto list = run_json("list all.db --json");
    EXPECT_EQ(list.at("runs").size(), 3u);
    EXPECT_EQ(list.at("cases").size(), run_json("list sortscope.db --json").at("cases").size() +
                                           run_json("list other.db --json").at("cases").size());
    EXPECT_EQ(run("report all.db").code, 0);
    const auto again = run_json("merge all.db other.db --json");
    EXPECT_EQ(again.at("runs").at(0).at("outcome"), "known");
    EXPECT_THAT(run("merge all.db other.db").out, HasSubstr("all.db: 2 runs were there already."));
    EXPECT_THAT(run("merge all.db other.db --csv").out, HasSubstr("other.db,1,2,known,0,0,0,"));
    EXPECT_EQ(run("merge all.db").code, 2);
    EXPECT_EQ(run("merge all.db all.db").code, 2);
    EXPECT_EQ(run("merge all.db none.db").code, 5);
    EXPECT_EQ(run("merge none/all.db sortscope.db").code, 4);
}

TEST_F(Store, AnnotationsAreShownAndFilteredBy) {
    const auto done = run("annotate sortscope.db --run 1 --name 'after the fix' --tag fixed,good");
    EXPECT_EQ(done.code, 0) << done.err;
    EXPECT_EQ(run("annotate --case 2,3 --note 'another user was there' --tag doubtful").code, 0);
    EXPECT_THAT(run("list").out, HasSubstr("\n  after the fix; tags: fixed, good\n"));
    EXPECT_EQ(run_json("list --tag doubtful --json").at("cases").size(), 2u);
    EXPECT_EQ(run_json("list --tag good --json").at("cases").size(), 6u);
    EXPECT_EQ(run_json("list --json").at("runs").at(0).at("annotation").at("tags"), (json{"fixed", "good"}));
    EXPECT_THAT(run("show 2").out, HasSubstr("another user was there"));
    EXPECT_THAT(run("sortscope.db").out, HasSubstr("doubtful (2 cases), fixed (1 run)"));
    EXPECT_THAT(run("annotate").out, HasSubstr("after the fix"));
    EXPECT_EQ(run_json("annotate --json").at("annotations").size(), 3u);
    EXPECT_THAT(run("annotate --csv").out, HasSubstr("1,2,,doubtful,another user was there\r\n"));
    const auto unknown = run("list --tag doubtfull");
    EXPECT_EQ(unknown.code, 2);
    EXPECT_THAT(unknown.err, HasSubstr("no tag 'doubtfull'. Did you mean 'doubtful'"));
    EXPECT_EQ(run("annotate --case 2 --note '' --untag doubtful").code, 0);
    EXPECT_EQ(run_json("annotate --json").at("annotations").size(), 2u);
    EXPECT_EQ(run("annotate --case 2").code, 2);
    EXPECT_EQ(run("annotate --name x").code, 2);
    EXPECT_EQ(run("annotate --case 99 --name x").code, 2);
    EXPECT_EQ(run("annotate --case 2 --tag ''").code, 2);
    EXPECT_EQ(run("annotate none.db --case 2 --name x").code, 5);
    EXPECT_FALSE(std::filesystem::exists(folder.path() / "none.db"));
}

TEST_F(Store, DeleteAsksSaysAndTakes) {
    const auto refused = run("delete --case 2 < /dev/null");
    EXPECT_EQ(refused.code, 2);
    EXPECT_THAT(refused.err, HasSubstr("1 case ("));
    EXPECT_THAT(refused.err, HasSubstr("--yes"));
    const auto dry = run("delete --variant bitonic-b2 --size 2^10 --dry-run");
    EXPECT_EQ(dry.code, 0) << dry.err;
    EXPECT_THAT(dry.out, HasSubstr("Nothing was changed."));
    EXPECT_EQ(run_json("list --json").at("cases").size(), 6u);
    EXPECT_EQ(run_json("delete --case 2,3 --yes --json").at("cases"), (json{2, 3}));
    EXPECT_EQ(run_json("list --json").at("cases").size(), 4u);
    EXPECT_THAT(run("delete --backend cpu --yes --vacuum").out, HasSubstr("The file has "));
    EXPECT_EQ(run_json("list --json").at("cases").size(), 3u);
    EXPECT_EQ(run("verify").code, 5) << "the sample's times are invented";
    EXPECT_EQ(run("delete --run 1 --yes").code, 0);
    EXPECT_THAT(run("list").out, HasSubstr("0 runs, 0 cases"));
    EXPECT_EQ(run("delete --yes").code, 2);
    EXPECT_EQ(run("delete --case 77 --yes").code, 2);
    EXPECT_EQ(run("delete --case 1 --variant x --yes").code, 2);
    EXPECT_EQ(run("delete none.db --case 1 --yes").code, 5);
}

TEST_F(Store, VerifyTellsWhatIsWrong) {
    const auto whole = folder.sortscope("verify '" SORTSCOPE_EXAMPLES "/h200x2.db'");
    EXPECT_EQ(whole.code, 0) << whole.out;
    const auto checked =
        json::parse(folder.sortscope("verify --json '" SORTSCOPE_EXAMPLES "/h200x2.db'").out);
    EXPECT_TRUE(checked.at("findings").empty()) << checked;
    {
        SQLite::Database file((folder.path() / "sortscope.db").string(), SQLite::OPEN_READWRITE);
        file.exec("UPDATE launch SET duration_ns = 0 WHERE id = 3");
    }
    const auto wrong = run("verify");
    EXPECT_EQ(wrong.code, 5);
    EXPECT_THAT(wrong.out, HasSubstr("table launch, row 3, case 1: It took no time."));
    EXPECT_THAT(wrong.out, HasSubstr("-> Delete the case and record it again."));
    // Whoever does not read what is wrong gets the exit code all the same.
    ASSERT_EQ(::mkfifo((folder.path() / "gone").c_str(), 0600), 0);
    EXPECT_EQ(run("verify > gone & : < gone; wait $!").code, 5);
    const auto document = json::parse(run("verify --json").out);
    EXPECT_GT(document.at("findings").size(), 0u);
    EXPECT_THAT(run("verify --csv").out, HasSubstr("zero,launch,3,1,It took no time."));
    EXPECT_EQ(run("verify none.db").code, 5);
    write("other.db", "something else");
    EXPECT_EQ(run("verify other.db").code, 5);
}

TEST_F(Store, ImportStoresAllOrNothing) {
    write("t.csv", "variant,n,device,time_us\nx,1024,H,5\nx,1024,H,6\n");
    const auto done = run("import t.csv -o i.db --tool 'their tool'");
    EXPECT_EQ(done.code, 0) << done.err;
    EXPECT_THAT(done.out, HasSubstr("2 rows of t.csv: 1 case"));
    EXPECT_EQ(run_json("list i.db --json").at("cases").at(0).at("time").at("median_ns"), 5500);
    EXPECT_THAT(run("list i.db").out, HasSubstr("their tool; its times count as measured"));
    EXPECT_EQ(run("verify i.db").code, 0);
    const auto twice = run("import - -o i.db < t.csv");
    EXPECT_EQ(twice.code, 2);
    EXPECT_THAT(twice.err, AllOf(HasSubstr("run 1"), HasSubstr("--again")));
    EXPECT_EQ(run("import t.csv -o i.db --dry-run").code, 2) << "said beforehand, too";
    EXPECT_EQ(run("import - -o i.db --again < t.csv").code, 0);
    EXPECT_EQ(run_json("list i.db --json").at("runs").size(), 2u);
    // Made with --again first, it is known all the same.
    EXPECT_EQ(run("import t.csv -o first.db --again").code, 0);
    EXPECT_EQ(run("import t.csv -o first.db").code, 2);
    EXPECT_EQ(run_json("list first.db --json").at("runs").size(), 1u);
    write("bad.csv", "variant,n,time_us\nx,1024,5\nx,10z4,6\n");
    const auto bad = run("import bad.csv -o new.db");
    EXPECT_EQ(bad.code, 5);
    EXPECT_THAT(bad.err, HasSubstr("'bad.csv', line 3, column 3: column 'n': '10z4' is not a whole number."));
    EXPECT_FALSE(std::filesystem::exists(folder.path() / "new.db"));
    EXPECT_EQ(run("import t.csv").code, 2);
    EXPECT_EQ(run("import none.csv -o i.db").code, 5);
    EXPECT_EQ(run("import t.csv -o i.db --set nothing=1").code, 2);
    EXPECT_EQ(run_json("import t.csv --dry-run --json").at("stored"), false);
    EXPECT_THAT(run("import t.csv --dry-run --csv").out,
                AllOf(HasSubstr("line,variant,n,"), HasSubstr("\n2,x,1024,u32,"), HasSubstr(",5500,")));
    EXPECT_EQ(run("import t.csv --dry-run --csv --json").code, 2);
    EXPECT_THAT(run("show i.db 1").out,
                AllOf(HasSubstr("its output was not verified here"), Not(HasSubstr("stopped by imported"))));
    write("u.csv", "variant,n,device,time_us,verified\ny,1024,H,5,no\nz,1024,H,6,yes\n");
    EXPECT_EQ(run("import u.csv -o i.db").code, 0);
    EXPECT_THAT(run("list i.db --variant y").out, HasSubstr("unverified"));
    EXPECT_THAT(run("show i.db --variant y --json").out,
                AllOf(HasSubstr("\"median_ns\""), Not(HasSubstr("rate_mkeys_per_s"))));
    EXPECT_THAT(run("show i.db --variant z").out, HasSubstr("output verified in its one trial"));
    EXPECT_THAT(run("import --columns").out, HasSubstr("registers_per_thread"));
    EXPECT_EQ(run("compare sortscope.db i.db --across variant").code, 5)
        << "nothing is comparable: other devices";
}

}  // namespace
}  // namespace sortscope::test
