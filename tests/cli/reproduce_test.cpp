#include <set>

#include "tests/cli/program.hpp"
#include "tests/present/svg/picture.hpp"

namespace sortscope::test {
namespace {
namespace fs = std::filesystem;

class Reproduce : public ::testing::Test {
 protected:
    Outcome run(const std::string& arguments, int code = 0) const {
        return folder.ends("reproduce " + arguments, code);
    }
    /// Merges two recordings into sources.db, as examples/README.md does.
    std::string merged() const {
        folder.ends("merge sources.db " + example + " '" + source + "/examples/h200-sources.db'");
        return "sources.db";
    }
    Folder folder;
    const std::string example = std::string("'") + SORTSCOPE_EXAMPLE + "'";
    const std::string source = SORTSCOPE_SOURCE_DIR;
};

TEST_F(Reproduce, ListsEveryFigureOfTheFiveDocuments) {
    const auto list = run("--list");
    for (const auto* id : {"jan2013-fig2", "jan2013-fig9c", "mu2016-table1", "mu2016-types",
                           "vali2020-fig4-time", "sinha2010-table5", "bainville2011-library"})
        has(list.out, {id});
    const auto json = json::parse(run("--list --json").out);
    EXPECT_GE(json.size(), 32U);
    has(run("--list --csv").out, {"id,source,title,claims"});
}

TEST_F(Reproduce, EveryFigureRunsOnTheExampleWithoutAGpu) {
    const auto json = json::parse(run("all " + merged() + " --json").out);
    std::set<std::string> claims;
    for (const auto& figure : json["figures"]) {
        for (const auto& claim : figure["claims"]) {
            claims.insert(claim["claim"]);
            EXPECT_FALSE(claim["verdict"].get<std::string>().empty());
            EXPECT_FALSE(claim["by"].get<std::string>().empty()) << claim["claim"];
        }
        EXPECT_TRUE(figure["missing"].empty()) << figure["id"];
        for (const auto& column : figure["columns"])
            for (const auto& value : column["values"]) EXPECT_TRUE(value["value"].is_number());
    }
    EXPECT_GE(claims.size(), 19U);
}

TEST_F(Reproduce, AnUnknownFigureNamesTheNearest) {
    const auto wrong = run("jan2013-fg7a " + example, 2);
    has(wrong.err, {"Did you mean 'jan2013-fig7a'"});
    run("", 2);
    run("all none.db", 5);
    run("all " + example + " --device nosuch", 2);
    run("all " + example + " --json --csv", 2);
}

TEST_F(Reproduce, WritesPicturesAndTables) {
    const auto made = run("sinha2010,vali2020-fig4-rate " + example + " --out figures");
    const auto out = folder.path() / "figures";
    has(read_file(out / "sinha2010-table1.svg"),
        {"<svg", "Sinha 2010", "time (ms)", "published: GPU of 2010"});
    has(read_file(out / "sinha2010-table1.csv"), {"row,quicksort_ms,quicksort_published_ms"});
    has(read_file(out / "claims.csv"), {"sinha2010/bitonic_best"});
    EXPECT_TRUE(fs::exists(out / "vali2020-fig4-rate-titan-xp.svg"));
    if (made.err.empty()) {  // PNG needs librsvg
        EXPECT_EQ(read_file(out / "sinha2010-table1.png").substr(1, 3), "PNG");
    }
}

TEST_F(Reproduce, AUsersOwnDocumentIsReadAndJudged) {
    const auto mine = "'" + source + "/tests/data/figures/example2026.json'";
    has(run("--list --file " + mine).out, {"example2026-fig2"});
    const auto made = run("example2026-fig1 " + example + " --file " + mine);
    has(made.out, {"GPU of a friend", "example2026/faster", "2 keys^"});
    std::ofstream(folder.path() / "broken.json")
        << "{\"source\": \"X\",\n\"figures\": [{\"id\": \"x-1\",\n\"title\": 3}]}";
    const auto broken = run("all " + example + " --file broken.json", 5);
    has(broken.err, {"broken.json, line 3, figures[0].title: type must be string, but is number."});
    EXPECT_THAT(broken.out, IsEmpty());
}

TEST_F(Reproduce, CollectsWhatIsMissing) {
    std::ofstream(folder.path() / "mine.json")
        << R"({"source": "X", "figures": [{"id": "x-1", "title": "Launches", "query": {"key": "u32", "input": "uniform"}, "rows": {"values": ["2^6"]},
               "columns": [{"name": "butterflies", "variant": "butterfly-full", "quantity": "comparators"}, {"name": "closed form", "quantity": "butterflies"}],
               "claims": [{"id": "x/form", "text": "as the closed form says", "rule": "within", "columns": ["butterflies"], "than": ["closed form"], "least": 1, "most": 1}]}]})";
    folder.ends(
        "collect --in-process -q --variant butterfly-full --n 2^5 --key u32 --backend simt -o own.db");
    const auto lacking = run("x-1 own.db --file mine.json");
    has(lacking.out, {"cannot be judged here",
                      "sortscope collect --variant butterfly-full --n 64 --key u32 "
                      "--input uniform --output own.db"});
    const auto whole = run("x-1 own.db --file mine.json --collect");
    has(whole.out, {"x/form: holds"}, {"not in the file"});
}

TEST_F(Reproduce, WithoutAGpuOnlyWhatNeedsNoneIsCollected) {
    if (folder.sortscope("devices --json").out.find("\"cupti\"") != std::string::npos)
        GTEST_SKIP() << "there is a GPU here";
    std::ofstream(folder.path() / "mine.json")
        << R"({"source": "X", "figures": [{"id": "x-1", "title": "Times", "query": {"key": "u32", "input": "uniform"}, "rows": {"values": ["2^6"]},
               "columns": [{"name": "GPU", "variant": "butterfly-full"}, {"name": "CPU", "variant": "cpu-std-sort"}]}]})";
    const auto made = run("x-1 new.db --file mine.json --collect --csv");
    has(made.err, {"1 case not collected: no GPU can be used here"});
    EXPECT_EQ(folder.sortscope("query new.db 'SELECT DISTINCT variant FROM cases' --csv").out,
              "variant\r\ncpu-std-sort\r\n");
    const auto other = run("x-1 new.db --file mine.json --collect --device H200", 4);
    has(other.err, {"this machine has no GPU called 'H200'"});
}

TEST_F(Reproduce, WritesNothingWhereOneNameIsAProfile) {
    const auto out = folder.path() / "out";
    fs::create_directory(out);
    for (const char* name : {"claims.csv", "sinha2010-table4.svg"}) {
        std::ofstream(out / name) << "SQLite format 3" << '\0';
        const auto refused = run("sinha2010-table4 " + example + " --out out", 2);
        has(refused.err, {std::string("out/") + name + "' is a file of profiles"});
        EXPECT_EQ(std::distance(fs::directory_iterator(out), fs::directory_iterator()), 1) << name;
        fs::remove(out / name);
    }
}

/// The collector accepts each command printed for missing cases.
TEST_F(Reproduce, TheCommandsForWhatIsMissingArePlannable) {
    folder.ends(
        "collect --in-process -q --variant butterfly-full --n 2^5 --key u32 --backend simt -o own.db");
    const auto lacking =
        run("mu2016-table1,sinha2010,bainville2011-blocks,jan2013-fig6a,jan2013-fig9b own.db");
    std::istringstream lines(lacking.out);
    size_t commands = 0;
    for (std::string line; std::getline(lines, line);) {
        const auto at = line.find("sortscope collect ");
        if (at == std::string::npos) continue;
        ++commands;
        folder.ends(line.substr(at + 10) + " --dry-run --backend simt,cpu");
    }
    EXPECT_GE(commands, 10U);
}

/// The program makes docs/reproduction.md and its pictures from both recordings, byte for byte.
TEST_F(Reproduce, ThePageIsTrue) {
    const auto docs = fs::path(source) / "docs";
    const auto file = merged();
    if (std::getenv("SORTSCOPE_UPDATE") != nullptr) {
        fs::remove_all(docs / "reproduction");
        run("all " + file + " --page '" + (docs / "reproduction.md").string() + "' -o all.txt");
    }
    run("all " + file + " --page reproduction.md -o all.txt");
    EXPECT_EQ(read_file(folder.path() / "reproduction.md"), read_file(docs / "reproduction.md"));
    std::set<std::string> made, kept;
    for (const auto& entry : fs::directory_iterator(folder.path() / "reproduction"))
        made.insert(entry.path().filename().string());
    for (const auto& entry : fs::directory_iterator(docs / "reproduction"))
        kept.insert(entry.path().filename().string());
    EXPECT_EQ(made, kept);
    for (const auto& name : made) {
        const auto picture = read_file(folder.path() / "reproduction" / name);
        EXPECT_EQ(picture, read_file(docs / "reproduction" / name)) << name;
        EXPECT_THAT(picture_faults(picture), IsEmpty()) << name;  // no texts touch or lie outside
    }
}

TEST_F(Reproduce, TheRulesAreDocumented) {
    const auto page = read_file(fs::path(source) / "docs" / "figures.md");
    const auto rules = read_file(fs::path(source) / "analyzer" / "reproduce" / "claims.cpp");
    size_t count = 0;
    for (auto at = rules.find("    {\"", rules.find("all_rules")); at != std::string::npos;
         at = rules.find("    {\"", at + 1), ++count)
        EXPECT_THAT(page,
                    HasSubstr("\n| `" + rules.substr(at + 6, rules.find('"', at + 6) - at - 6) + "` | "));
    EXPECT_EQ(count, 4U);
}
}  // namespace
}
