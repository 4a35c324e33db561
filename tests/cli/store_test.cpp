// query, merge, annotate, delete, verify and import, through the program.
#include <sys/stat.h>

#include <SQLiteCpp/SQLiteCpp.h>

#include <fstream>

#include "tests/cli/program.hpp"
#include "tests/sample/files.hpp"

namespace sortscope::test {
namespace {
class Store : public SampleTest {
 protected:
    Outcome run(const std::string& arguments) { return folder.sortscope(arguments); }
    size_t cases(const std::string& file) { return folder.json("list " + file)["cases"].size(); }
};

TEST_F(Store, QueryPrintsTablesCsvAndJson) {
    EXPECT_EQ(folder.text("query sortscope.db 'SELECT case_id, variant, n FROM cases WHERE case_id < 3'"),
              "  case_id  variant        n\n  ─────────────────────────\n        1  bitonic-b2  1024\n       "
              " 2  bitonic-b2  4096\n  2 rows\n");
    EXPECT_EQ(folder.text("query 'SELECT case_id, variant || '\"','\"' AS v, NULL AS x FROM cases WHERE "
                          "case_id = 1' --csv"),
              "case_id,v,x\r\n1,\"bitonic-b2,\",\r\n");
    const auto document =
        folder.json("query sortscope.db 'SELECT case_id, 0.5 AS half, NULL AS x FROM cases ORDER BY 1'");
    EXPECT_EQ(document.at("rows").size(), 6u);
    EXPECT_EQ(document["rows"][0], (json{{"case_id", 1}, {"half", 0.5}, {"x", nullptr}}));
    EXPECT_EQ(document["columns"], (json{"case_id", "half", "x"}));
    EXPECT_EQ(folder.json("query sortscope.db 'SELECT 9e999 AS a, -9e999 AS b'")["rows"][0],
              (json{{"a", "inf"}, {"b", "-inf"}}));
    folder.write("q.sql", "SELECT count(*) AS c\nFROM runs -- how many\n");
    for (const char* how : {"query --file q.sql --csv", "query sortscope.db --file q.sql --csv",
                            "query sortscope.db - --csv < q.sql", "query - --csv < q.sql"})
        EXPECT_EQ(folder.text(how), "c\r\n1\r\n") << how;
    EXPECT_EQ(folder.text("query sortscope.db 'SELECT 1 AS a' --csv -o out.csv"), "");
    EXPECT_EQ(folder.read("out.csv"), "a\r\n1\r\n");
    EXPECT_THAT(folder.half_written(), IsEmpty());
}

TEST_F(Store, QueryStreamsResultsThatAreTooLongToHold) {
    const std::string many =
        "query 'WITH RECURSIVE t(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM t WHERE x < 200000) SELECT x, x "
        "* 7 AS y FROM t'";
    has(folder.text(many), {"  200,000 rows\n"});
    has(folder.text(many + " --csv"), {"\r\n200000,1400000\r\n"});
    EXPECT_EQ(folder.json(many)["rows"].size(), 200000u);
    // A command whose reader closes the pipe ends without a message.
    ASSERT_EQ(::mkfifo((folder.path() / "gone").c_str(), 0600), 0);
    for (const char* format : {"", " --csv", " --json"})
        EXPECT_EQ(folder.ends(many + format + " > gone & head -1 < gone > /dev/null; wait $!").err, "");
}

TEST_F(Store, QueryRefusesWithAWordAndAnExitCode) {
    folder.refuses("query sortscope.db 'SELECT varant FROM cases'", 2,
                   "no such column: varant. Did you mean 'variant'?\n  SELECT varant FROM cases\n         ^ "
                   "byte 7\n");
    folder.refuses("query sortscope.db 'DROP TABLE run'", 2, "drops tables");
    folder.refuses("query sortscope.db 'SELECT 1' --json --csv", 2, "--csv");
    folder.refuses("query none.db 'SELECT 1'", 5, "none.db");
    folder.refuses("query sortscope.db", 2, "Which SQL?");
    folder.refuses("query", 2, "Which SQL?");
    const std::string endless =
        "query 'WITH RECURSIVE t(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM t) SELECT count(*) FROM t' ";
    folder.refuses(endless + "--timeout 0.05", 130, "longer than it may");
    for (const char* signal : {"INT", "TERM"}) {
        folder.ends(endless + "--csv -o o.txt & sleep 0.3; kill -" + signal + " $!; wait $!", 130);
        EXPECT_FALSE(folder.has("o.txt")) << signal;
    }
    EXPECT_THAT(folder.half_written(), IsEmpty());
}

TEST_F(Store, QueryDescribesTheViews) {
    has(folder.text("query --schema"), {"One row for each case."});
    has(folder.text("query sortscope.db --schema cases"), {"(ns) median of the accepted time trials"});
    folder.refuses("query --schema cses", 2, "'cses'. Did you mean 'cases'");
    EXPECT_EQ(folder.json("query --schema trials").at("views").at(0).at("name"), "trials");
    has(folder.text("query --schema --csv"), {"launch_ratios,gld_efficiency_pct,%,"});
}

TEST_F(Store, AFullDiskAfterAChangeDoesNotAskForItAgain) {
    folder.write("t.csv", "variant,n,time_us\nx,1024,3\n");
    for (const auto& [command, done] :
         {std::pair("annotate --run 1 --tag done", "annotations themselves are kept"),
          {"merge all.db sortscope.db", "The merge itself is done: 'sortscope list all.db'"},
          {"delete all.db --case 1 --yes", "The cases are deleted."},
          {"import t.csv -o all.db", "The import itself is done"}}) {
        has(folder.ends(command + std::string(" > /dev/full"), 4).err, {"No space left on device.", done},
            {"again"});
    }
    has(folder.text("annotate"), {"done"});
    EXPECT_EQ(cases("all.db"), 6u);
    EXPECT_THAT(folder.half_written(), IsEmpty());
}

TEST_F(Store, SignalsEndEveryCommandAlike) {
    ASSERT_EQ(::mkfifo((folder.path() / "pipe").c_str(), 0600), 0);
    // The command waits for a reader of the pipe. Send the signal once its handlers are set.
    const std::string wait =
        " & until grep -q 'SigCgt:.*[4-7c-f]...$' /proc/$!/status; do sleep 0.1; done; sleep 0.2; ";
    for (const char* command : {"export sortscope.db --csv -o pipe", "verify sortscope.db -o pipe",
                                "annotate sortscope.db -o pipe"})
        for (const char* signal : {"TERM", "HUP"})
            folder.ends(command + wait + "kill -" + signal + " $!; wait $!", 130);
    EXPECT_THAT(folder.half_written(), IsEmpty());
}

TEST_F(Store, MergeThenListAndReportShowAll) {
    sample::write_file(folder.path() / "other.db");
    has(folder.text("merge all.db sortscope.db other.db"), {"3 runs taken with "});
    const auto list = folder.json("list all.db");
    EXPECT_EQ(list.at("runs").size(), 3u);
    EXPECT_EQ(list.at("cases").size(), cases("sortscope.db") + cases("other.db"));
    folder.text("report all.db");
    const auto again = folder.json("merge all.db other.db");
    EXPECT_EQ(again.at("runs").at(0).at("outcome"), "known");
    has(folder.text("merge all.db other.db"), {"all.db: 2 runs were there already."});
    has(folder.text("merge all.db other.db --csv"), {"other.db,1,2,known,0,0,0,"});
    folder.refuses("merge all.db", 2);
    folder.refuses("merge - sortscope.db", 2);
    folder.refuses("merge all.db all.db", 2);
    folder.refuses("merge all.db none.db", 5);
    folder.refuses("merge none/all.db sortscope.db", 4);
}

TEST_F(Store, AnnotationsAreShownAndFilteredBy) {
    folder.text("annotate sortscope.db --run 1 --name 'after the fix' --tag fixed,good");
    folder.text("annotate --case 2,3 --note 'another user was there' --tag doubtful");
    has(folder.text("list"), {"\n  after the fix; tags: fixed, good\n"});
    EXPECT_EQ(folder.json("list --tag doubtful").at("cases").size(), 2u);
    EXPECT_EQ(folder.json("list --tag good").at("cases").size(), 6u);
    EXPECT_EQ(folder.json("list").at("runs").at(0).at("annotation").at("tags"), (json{"fixed", "good"}));
    has(folder.text("show 2"), {"another user was there"});
    has(folder.text("sortscope.db"), {"doubtful (2 cases), fixed (1 run)"});
    has(folder.text("annotate"), {"after the fix"});
    EXPECT_EQ(folder.json("annotate").at("annotations").size(), 3u);
    has(folder.text("annotate --csv"), {"1,2,,doubtful,another user was there\r\n"});
    folder.refuses("list --tag doubtfull", 2, "'doubtful'");
    folder.refuses("annotate --run 1 --untag fixd", 2, "'fixed'");
    folder.text("annotate --case 2 --note '' --untag doubtful");
    EXPECT_EQ(folder.json("annotate").at("annotations").size(), 2u);
    folder.refuses("annotate --case 2", 2);
    folder.refuses("annotate --name x", 2);
    folder.refuses("annotate --case 99 --name x", 2);
    folder.refuses("annotate --case 2 --tag ''", 2);
    folder.refuses("annotate none.db --case 2 --name x", 5);
    EXPECT_FALSE(folder.has("none.db"));
}

TEST_F(Store, DeleteAsksAndDeletes) {
    folder.refuses("delete --case 2 < /dev/null", 2, "--yes");
    has(folder.text("delete --variant bitonic-b2 --n 2^10 --dry-run"), {"Nothing was changed."});
    EXPECT_EQ(cases(""), 6u);
    EXPECT_EQ(folder.json("delete --case 2,3 --yes").at("cases"), (json{2, 3}));
    EXPECT_EQ(cases(""), 4u);
    has(folder.text("delete --backend cpu --yes --vacuum"), {"The file has "});
    EXPECT_EQ(cases(""), 3u);
    folder.ends("verify", 5);
    folder.text("delete --run 1 --yes");
    has(folder.text("list"), {"0 runs, 0 cases"});
    for (const char* wrong : {"--yes", "--case 77 --yes", "--case 1 --variant x --yes"})
        folder.refuses(std::string("delete ") + wrong, 2);
    folder.refuses("delete none.db --case 1 --yes", 5);
}

TEST_F(Store, DamageCostsItsRunItsLimitsOrItsCaseAlone) {
    const auto file = folder.path() / "two.db";
    std::filesystem::copy_file(SORTSCOPE_EXAMPLES "/h200x2.db", file);
    sample::write_cases(file, sample::sample_run(), {sample::gpu_case(1024, 256, 100000)});
    const auto all = cases("two.db");
    const auto names = [&](const std::string& harm, const std::string& left_out, size_t left,
                           const std::vector<std::string>& commands) {
        std::filesystem::copy_file(file, folder.path() / "bad.db",
                                   std::filesystem::copy_options::overwrite_existing);
        SQLite::Database database(folder.path() / "bad.db", SQLite::OPEN_READWRITE);
        database.exec("PRAGMA foreign_keys = OFF; UPDATE " + harm);
        for (const auto& command : commands)
            has(folder.ends(command).err, {left_out, "'sortscope verify bad.db'"});
        const auto listed = json::parse(folder.ends("list bad.db --json").out);
        EXPECT_EQ(listed.at("cases").size(), left) << harm;
        EXPECT_THAT(listed.at("left_out").at(0).get<std::string>(), HasSubstr(left_out));
        folder.refuses("merge bad.db sortscope.db", 5, "delete bad.db");
    };
    const std::vector<std::string> reading{"bad.db",
                                           "list bad.db",
                                           "report bad.db",

                                           "show bad.db 1",
                                           "advise bad.db 1 --tables",
                                           "predict bad.db --variant bitonic-b2",
                                           "compare bad.db --across device --variant bitonic-b2",
                                           "export bad.db --records trials --csv",
                                           "speedup bad.db --base bitonic-b2"};
    names("run SET planned_cases = -1 WHERE id = 2", "all of run 2: ", all - 1, reading);
    names("run SET host_id = 77 WHERE id = 2", "all of run 2: ", all - 1, reading);
    names("device_limit SET value = 0", "device limits of run 1: ", all, reading);
    names("profiled_case SET device_id = 77 WHERE id = 5", "case 5: ", all - 1, reading);
}

TEST_F(Store, ADamagedTrialCostsItsCaseAlone) {
    SQLite::Database(folder.path() / "sortscope.db", SQLite::OPEN_READWRITE)
        .exec("UPDATE trial SET duration_ns = -1 WHERE case_id = 2");
    for (const char* command : {"list", "report", "report --all", "export --csv -o a.csv"})
        folder.ends(command);
    const auto trials = folder.ends("export --records trials --csv");
    EXPECT_THAT(trials.err, HasSubstr("Case 2 of 'sortscope.db' is left out: "));
    EXPECT_THAT(trials.out, HasSubstr("\r\n3,"));
    folder.refuses("show 2", 5, "column 'duration_ns' of table 'trial'");
    folder.text("show 3");
}

TEST_F(Store, VerifyListsFindings) {
    EXPECT_TRUE(folder.json("verify '" SORTSCOPE_EXAMPLES "/h200x2.db'").at("findings").empty());
    SQLite::Database(folder.path() / "sortscope.db", SQLite::OPEN_READWRITE)
        .exec("UPDATE launch SET duration_ns = 0 WHERE id = 3");
    const auto wrong = folder.ends("verify", 5);
    has(wrong.out,
        {"table launch, row 3, case 1: It took no time.", "-> Delete the case and record it again."});
    // The exit code is 5 even if nobody reads the findings.
    ASSERT_EQ(::mkfifo((folder.path() / "gone").c_str(), 0600), 0);
    folder.ends("verify > gone & : < gone; wait $!", 5);
    const auto document = json::parse(run("verify --json").out);
    EXPECT_GT(document.at("findings").size(), 0u);
    has(run("verify --csv").out, {"zero,launch,3,1,It took no time."});
    folder.refuses("verify none.db", 5);
    folder.write("other.db", "something else");
    folder.refuses("verify other.db", 5);
}

TEST_F(Store, VerifyNamesTheTableOfATornPage) {
    const auto path = folder.path() / "sortscope.db";
    int64_t page = 0, size = 0;
    {
        SQLite::Database file(path.string(), SQLite::OPEN_READONLY);
        size = file.execAndGet("PRAGMA page_size").getInt64();
        page = file.execAndGet("SELECT rootpage FROM sqlite_master WHERE name = 'trial'").getInt64();
    }
    std::fstream file(path, std::ios::in | std::ios::out | std::ios::binary);
    file.seekp((page - 1) * size);
    file << std::string(size_t(size), 'x');
    file.close();
    has(folder.ends("verify", 5).out, {"table trial: SQLite finds: "}, {"table launch: SQLite"});
}

TEST_F(Store, ImportStoresAllOrNothing) {
    folder.write("t.csv", "variant,n,device,time_us\nx,1024,H,5\nx,1024,H,6\n");
    has(folder.text("import t.csv -o i.db --tool 'their tool'"), {"2 rows of t.csv: 1 case"});
    EXPECT_EQ(folder.json("list i.db").at("cases").at(0).at("time").at("median_ns"), 5500);
    has(folder.text("list i.db"), {"their tool; its times count as measured"});
    folder.ends("verify i.db");
    folder.refuses("import - -o i.db < t.csv", 2, "--again");
    folder.ends("import t.csv -o i.db --dry-run", 2);
    folder.text("import - -o i.db --again < t.csv");
    EXPECT_EQ(folder.json("list i.db").at("runs").size(), 2u);
    // A file first imported with --again is recognised, too.
    folder.text("import t.csv -o first.db --again");
    folder.refuses("import t.csv -o first.db", 2);
    EXPECT_EQ(folder.json("list first.db").at("runs").size(), 1u);
    folder.write("bad.csv", "variant,n,time_us\nx,1024,5\nx,10z4,6\n");
    folder.refuses("import bad.csv -o new.db", 5, "'bad.csv', line 3, column 3: column 'n'");
    EXPECT_FALSE(folder.has("new.db"));
    folder.refuses("import t.csv", 2);
    folder.refuses("import none.csv -o i.db", 5);
    folder.refuses("import t.csv -o i.db --set nothing=1", 2);
    EXPECT_EQ(folder.json("import t.csv --dry-run").at("stored"), false);
    has(folder.text("import t.csv --dry-run --csv"), {"line,variant,n,", "\n2,x,1024,u32,", ",5500,"});
    folder.refuses("import t.csv --dry-run --csv --json", 2);
    has(folder.text("show i.db 1"), {"its output was not verified here"}, {"stopped by imported"});
    folder.write("u.csv", "variant,n,device,time_us,verified\ny,1024,H,5,no\nz,1024,H,6,yes\n");
    folder.ends("import u.csv -o i.db");
    has(folder.text("list i.db --variant y"), {"unverified"});
    has(folder.text("show i.db --variant y --json"), {"\"median_ns\""}, {"rate_mkeys_per_s"});
    has(folder.text("show i.db --variant z"), {"output verified in its one trial"});
    has(folder.text("import --columns"), {"registers_per_thread"});
    folder.ends("compare sortscope.db i.db --across variant", 5);
}

TEST_F(Store, ImportTakesNvbenchsBenchmarks) {
    const std::string sorts = SORTSCOPE_SOURCE_DIR "/tests/data/nvbench/sorts.json";
    const auto made = folder.json("import nvbench " + sorts + " -o b.db");
    EXPECT_EQ(std::tuple(made.at("rows"), made.at("skipped_rows"), made.at("cases")), std::tuple(16, 1, 15));
    folder.ends("verify b.db");
    const auto cases = folder.json("list b.db").at("cases");
    ASSERT_EQ(cases.size(), 15u);
    const auto first =
        std::ranges::find(cases, 1, [](const auto& each) { return each.at("case_id").template get<int>(); });
    ASSERT_NE(first, cases.end());
    EXPECT_EQ(first->at("program"), "radix_sort");
    EXPECT_EQ(first->at("time").at("time_trials"), 20);
    has(folder.text("report b.db --over 'Elements{io}'"), {"merge_sort", "16777216"}, {"in no ranking"});
    folder.ends("compare b.db --across variant=radix_sort,merge_sort");
    folder.ends("compare b.db --across 'T{ct}'");
    has(folder.text("sweep b.db --over 'Elements{io}'"), {"radix_sort"}, {"Best:"});
    has(folder.text("show b.db 1"), {}, {"by the plan"});
    has(folder.text("show b.db 1 --json"), {"measured by nvbench"});
    folder.refuses("import nvbench " + sorts + " -o b.db", 2, "--again");
    folder.refuses("import nvbench " + sorts + " -o c.db --map a=b", 2, "--map");
    folder.refuses("import other " + sorts + " -o c.db", 2, "import nvbench FILE.json");
    folder.refuses("import nvbench - -o c.db", 2);
    folder.write("bad.json", "{\"benchmarks\": 1}");
    folder.refuses("import nvbench bad.json -o c.db", 5, "'bad.json'");
    EXPECT_FALSE(folder.has("c.db"));
}

TEST_F(Store, ImportTakesProfilesOfNsys) {
    const auto report = folder.path() / "report1.sqlite";
    std::ifstream sql(SORTSCOPE_SOURCE_DIR "/tests/data/nsys/two_gpus.sql");
    SQLite::Database(report.string(), SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE)
        .exec(std::string(std::istreambuf_iterator<char>(sql), {}));
    const auto made = folder.json("import nsys report1.sqlite -o p.db");
    EXPECT_EQ(std::tuple(made.at("rows"), made.at("cases"), made.at("launches")), std::tuple(6, 2, 6));
    folder.ends("verify p.db");
    const auto cases = folder.json("list p.db").at("cases");
    ASSERT_EQ(cases.size(), 2u);
    EXPECT_EQ(cases.at(0).at("program"), "my-sort");
    has(folder.text("show p.db 2 --by substage"), {"sort / merge rounds"});
    has(folder.text("show p.db 2 --json"), {"measured by nsys"});
    folder.refuses("import nsys report1.sqlite -o p.db", 2, "--again");
    folder.refuses("import nsys report1.sqlite -o p.db --others", 2, "--others");
    folder.refuses("import nsys - -o p.db", 2);
    folder.refuses("import nsys p.db -o c.db", 5, "nsys export");
    EXPECT_FALSE(folder.has("c.db"));
}

TEST_F(Store, ImportReadsSemicolonsAndRefusesNumbersToGuess) {
    folder.write("t.csv", "variant;n;time_us\nx;1024;1,5\n");
    folder.refuses("import t.csv -o i.db", 5, "line 2, column 8: column 'time_us': '1,5'");
    folder.write("u.csv", "variant;n;time_us\nx;1024;1.000\n");
    folder.refuses("import u.csv -o i.db", 5, "--decimal point");
    EXPECT_FALSE(folder.has("i.db"));
    folder.text("import t.csv -o i.db --decimal comma --separator semicolon");
    EXPECT_EQ(folder.json("list i.db").at("cases").at(0).at("time").at("median_ns"), 1500);
    folder.refuses("import t.csv -o i.db --separator '|'", 2, "semicolon");
}
}  // namespace
}
