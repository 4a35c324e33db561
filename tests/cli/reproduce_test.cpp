#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/cli/program.hpp"
#include "tests/present/svg/picture.hpp"

namespace sortscope::test {
namespace {

namespace fs = std::filesystem;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

class Reproduce : public ::testing::Test {
 protected:
    Outcome run(const std::string& arguments) const { return folder.sortscope("reproduce " + arguments); }
    Folder folder;
    const std::string example = std::string("'") + SORTSCOPE_EXAMPLE + "'";
    const std::string source = SORTSCOPE_SOURCE_DIR;
};

TEST_F(Reproduce, ListsEveryFigureOfTheFiveDocuments) {
    const auto list = run("--list");
    EXPECT_EQ(list.code, 0) << list.err;
    for (const auto* id : {"jan2013-fig2", "jan2013-fig9c", "mu2016-table1", "mu2016-types",
                           "vali2020-fig4-time", "sinha2010-table5", "bainville2011-library"})
        EXPECT_THAT(list.out, HasSubstr(id));
    const auto json = nlohmann::json::parse(run("--list --json").out);
    EXPECT_GE(json.size(), 32U);
    EXPECT_THAT(run("--list --csv").out, HasSubstr("id,source,title,claims"));
}

TEST_F(Reproduce, EveryFigureRunsOnTheExampleWithoutAGpu) {
    const auto all = run("all " + example + " --json");
    ASSERT_EQ(all.code, 0) << all.err;
    const auto json = nlohmann::json::parse(all.out);
    std::set<std::string> claims;
    for (const auto& figure : json["figures"]) {
        for (const auto& claim : figure["claims"]) {
            claims.insert(claim["claim"]);
            EXPECT_FALSE(claim["verdict"].get<std::string>().empty());
            EXPECT_FALSE(claim["by"].get<std::string>().empty()) << claim["claim"];
        }
        for (const auto& column : figure["columns"])
            for (const auto& value : column["values"]) EXPECT_TRUE(value["value"].is_number());
    }
    EXPECT_GE(claims.size(), 19U);
}

TEST_F(Reproduce, MeasuredStandsBesidePublishedWithItsMark) {
    const auto table = run("sinha2010-table4 " + example);
    ASSERT_EQ(table.code, 0) << table.err;
    EXPECT_THAT(table.out, AllOf(HasSubstr("NVIDIA H200"), HasSubstr("Bitonic^"), HasSubstr("publ. ms"),
                                 HasSubstr("98.9498"), HasSubstr("^ published in a source document")));
    EXPECT_THAT(run("sinha2010-table4 " + example + " --csv").out,
                AllOf(HasSubstr("bitonic_published_ms"), HasSubstr("98.9497984"), HasSubstr("published")));
}

TEST_F(Reproduce, AnUnknownFigureNamesTheNearest) {
    const auto wrong = run("jan2013-fg7 " + example);
    EXPECT_EQ(wrong.code, 2);
    EXPECT_THAT(wrong.err, HasSubstr("Did you mean 'jan2013-fig7'"));
    EXPECT_EQ(run("").code, 2);
    EXPECT_EQ(run("all none.db").code, 5);
    EXPECT_EQ(run("all " + example + " --device nosuch").code, 2);
    EXPECT_EQ(run("all " + example + " --json --csv").code, 2);
}

TEST_F(Reproduce, WritesPicturesAndTables) {
    const auto made = run("sinha2010,vali2020-fig4-rate " + example + " --out figures");
    ASSERT_EQ(made.code, 0) << made.err;
    const auto out = folder.path() / "figures";
    EXPECT_THAT(read_file(out / "sinha2010-table1.svg"),
                AllOf(HasSubstr("<svg"), HasSubstr("Sinha 2010"), HasSubstr("time (ms, measured)"),
                      HasSubstr("Pale with dashed outline: published")));
    EXPECT_THAT(read_file(out / "sinha2010-table1.csv"),
                HasSubstr("row,quicksort_ms,quicksort_published_ms"));
    EXPECT_THAT(read_file(out / "claims.csv"), HasSubstr("sinha2010/bitonic_best"));
    EXPECT_TRUE(fs::exists(out / "vali2020-fig4-rate-titan-xp.svg"));
    if (made.err.empty()) {  // where PNG can be made it is
        EXPECT_EQ(read_file(out / "sinha2010-table1.png").substr(1, 3), "PNG");
    }
}

TEST_F(Reproduce, AUsersOwnDocumentIsReadAndJudged) {
    const auto mine = "'" + source + "/tests/data/figures/example2026.json'";
    EXPECT_THAT(run("--list --file " + mine).out, HasSubstr("example2026-fig2"));
    const auto made = run("example2026-fig1 " + example + " --file " + mine);
    ASSERT_EQ(made.code, 0) << made.err;
    EXPECT_THAT(made.out,
                AllOf(HasSubstr("GPU of a friend"), HasSubstr("example2026/faster"), HasSubstr("2 keys^")));
    std::ofstream(folder.path() / "broken.json")
        << "{\"source\": \"X\",\n\"figures\": [{\"id\": \"x-1\",\n\"title\": 3}]}";
    const auto broken = run("all " + example + " --file broken.json");
    EXPECT_EQ(broken.code, 5);
    EXPECT_THAT(broken.err,
                HasSubstr("broken.json, line 3, figures[0].title: type must be string, but is number."));
    EXPECT_THAT(broken.out, IsEmpty());
}

TEST_F(Reproduce, CollectsWhatIsMissing) {
    std::ofstream(folder.path() / "mine.json")
        << R"({"source": "X", "figures": [{"id": "x-1", "title": "Launches", "query": {"key": "u32", "input": "uniform"}, "rows": {"values": ["2^6"]},
               "columns": [{"name": "butterflies", "variant": "butterfly-full", "quantity": "comparators"}, {"name": "closed form", "quantity": "formula", "formula": "butterflies"}],
               "claims": [{"id": "x/form", "text": "as the closed form says", "rule": "within", "columns": ["butterflies"], "than": ["closed form"]}]}]})";
    const auto collected = folder.sortscope(
        "collect --in-process -q --variant butterfly-full --size 2^5 --key u32 --backend simt -o own.db");
    ASSERT_EQ(collected.code, 0) << collected.err;
    const auto lacking = run("x-1 own.db --file mine.json");
    EXPECT_EQ(lacking.code, 0);
    EXPECT_THAT(lacking.out, AllOf(HasSubstr("cannot be judged here"),
                                   HasSubstr("sortscope collect --variant butterfly-full --size 64 --key u32 "
                                             "--dist uniform --output own.db")));
    const auto whole = run("x-1 own.db --file mine.json --collect");
    EXPECT_EQ(whole.code, 0) << whole.err;
    EXPECT_THAT(whole.out, AllOf(HasSubstr("x/form: holds"), Not(HasSubstr("not in the file"))));
}

TEST_F(Reproduce, WithoutAGpuOnlyWhatNeedsNoneIsCollected) {
    if (folder.sortscope("devices --json").out.find("\"cupti\"") != std::string::npos)
        GTEST_SKIP() << "there is a GPU here";
    std::ofstream(folder.path() / "mine.json")
        << R"({"source": "X", "figures": [{"id": "x-1", "title": "Times", "query": {"key": "u32", "input": "uniform"}, "rows": {"values": ["2^6"]},
               "columns": [{"name": "GPU", "variant": "butterfly-full"}, {"name": "CPU", "variant": "cpu-std-sort"}]}]})";
    const auto made = run("x-1 new.db --file mine.json --collect --csv");
    ASSERT_EQ(made.code, 0) << made.err;
    EXPECT_THAT(made.err, HasSubstr("1 case needs a GPU, and this machine has none that can be used"));
    EXPECT_EQ(folder.sortscope("query new.db 'SELECT DISTINCT variant FROM cases' --csv").out,
              "variant\r\ncpu-std-sort\r\n");
    const auto other = run("x-1 new.db --file mine.json --collect --device H200");
    EXPECT_EQ(other.code, 4);
    EXPECT_THAT(other.err, HasSubstr("this machine has no GPU called 'H200'"));
}

TEST_F(Reproduce, WritesNothingWhereOneNameIsAProfile) {
    const auto out = folder.path() / "out";
    fs::create_directory(out);
    for (const char* name : {"claims.csv", "sinha2010-table4.png"}) {
        std::ofstream(out / name) << "SQLite format 3" << '\0';
        const auto refused = run("sinha2010-table4 " + example + " --out out");
        EXPECT_EQ(refused.code, 2) << name;
        EXPECT_THAT(refused.err, HasSubstr(std::string("out/") + name + "' is a file of profiles"));
        EXPECT_EQ(std::distance(fs::directory_iterator(out), fs::directory_iterator()), 1) << name;
        fs::remove(out / name);
    }
}

/// What is named as missing can be pasted: each command is one that the collector takes.
TEST_F(Reproduce, TheCommandsForWhatIsMissingArePlannable) {
    ASSERT_EQ(folder
                  .sortscope("collect --in-process -q --variant butterfly-full --size 2^5 --key u32 "
                             "--backend simt -o own.db")
                  .code,
              0);
    const auto lacking =
        run("mu2016-table1,sinha2010,bainville2011-blocks,jan2013-fig6a,jan2013-fig9b own.db");
    ASSERT_EQ(lacking.code, 0) << lacking.err;
    std::istringstream lines(lacking.out);
    std::size_t commands = 0;
    for (std::string line; std::getline(lines, line);) {
        const auto at = line.find("sortscope collect ");
        if (at == std::string::npos) continue;
        ++commands;
        const auto planned = folder.sortscope(line.substr(at + 10) + " --dry-run --backend simt,cpu");
        EXPECT_EQ(planned.code, 0) << line << planned.err;
    }
    EXPECT_GE(commands, 10U);
}

/// docs/reproduction.md and its pictures are what the program makes of the example: byte for byte.
TEST_F(Reproduce, ThePageIsTrue) {
    const auto docs = fs::path(source) / "docs";
    if (std::getenv("SORTSCOPE_UPDATE") != nullptr) {
        fs::remove_all(docs / "reproduction");
        ASSERT_EQ(
            run("all " + example + " --page '" + (docs / "reproduction.md").string() + "' -o all.txt").code,
            0);
    }
    ASSERT_EQ(run("all " + example + " --page reproduction.md -o all.txt").code, 0);
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
        EXPECT_THAT(picture_faults(picture), IsEmpty())
            << name;  // no texts that touch each other or lie outside
    }
}

/// The page of figures as data lists every rule with its own sentence.
TEST_F(Reproduce, TheRulesAreDocumented) {
    const auto page = read_file(fs::path(source) / "docs" / "figures.md");
    const auto rules = read_file(fs::path(source) / "analyzer" / "reproduce" / "rules.cpp");
    std::size_t count = 0;
    for (auto at = rules.find("    {\"", rules.find("all_rules")); at != std::string::npos;
         at = rules.find("    {\"", at + 1)) {
        const auto name_end = rules.find('"', at + 6);
        const auto sentence = rules.find('"', name_end + 1) + 1;
        EXPECT_THAT(page, HasSubstr("| `" + rules.substr(at + 6, name_end - at - 6) + "` | " +
                                    rules.substr(sentence, rules.find('"', sentence) - sentence)))
            << rules.substr(at, 40);
        ++count;
    }
    EXPECT_EQ(count, 10U);
}

}  // namespace
}  // namespace sortscope::test
