// `sortscope tune` through the program: in the interpreter, on the CPU, and from a file.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/cli/program.hpp"

namespace sortscope::test {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

TEST(Tune, InTheInterpreterItIsByModelledSectors) {
    const Folder folder;
    const auto result = folder.sortscope(
        "tune bitonic-c4 --size 2^10 --block 64,256 --param max_keys=2,16 --backend simt --in-process -o "
        "t.db --json");
    ASSERT_EQ(result.code, 0) << result.err;
    const auto json = nlohmann::json::parse(result.out);
    EXPECT_EQ(json["by"], "sectors");
    EXPECT_EQ(json["provenance"], "modelled");
    EXPECT_EQ(json["configurations"].size(), 4u);
    EXPECT_FALSE(json.contains("certainty_ratio"));
    for (const auto& one : json["configurations"]) EXPECT_GE(one["sectors"], json["best"]["sectors"]);
    // What was measured is in the file, as ordinary cases.
    const auto list = nlohmann::json::parse(folder.sortscope("list t.db --json").out);
    EXPECT_EQ(list["cases"].size(), 4u);
    const auto text = folder.sortscope(
        "tune bitonic-c4 --size 2^10 --block 64,256 --param max_keys=16 --backend simt --in-process -o t.db");
    EXPECT_THAT(text.out, AllOf(HasSubstr("By modelled sectors: the"), HasSubstr("sectors*")));
}

TEST(Tune, OnTheCpuItTakesTimes) {
    const Folder folder;
    const auto result = folder.sortscope(
        "tune cpu-quicksort --size 2^10 --backend cpu --in-process --first-trials 2 --last-trials 4 -o c.db "
        "--json");
    ASSERT_EQ(result.code, 0) << result.err;
    const auto json = nlohmann::json::parse(result.out);
    EXPECT_EQ(json["by"], "time");
    EXPECT_GT(json["best"]["time_ns"], 0);
    EXPECT_EQ(json["trials"], 2);
    EXPECT_EQ(json["trials_of_full_sweep"], 4);
}

TEST(Tune, OfAFileItSaysWhatWouldHaveBeenSaved) {
    const Folder folder;
    const auto file = std::string(SORTSCOPE_EXAMPLE);
    const auto sweep = nlohmann::json::parse(
        folder
            .sortscope("sweep " + file +
                       " --variant bitonic-c4 --key u32 --size 2^20 --run 1 --over max_keys,block --json")
            .out);
    const auto result =
        folder.sortscope("tune bitonic-c4 --size 2^20 --key u32 --run 1 --from " + file + " --json");
    ASSERT_EQ(result.code, 0) << result.err;
    const auto json = nlohmann::json::parse(result.out);
    EXPECT_LT(json["trials"], json["trials_of_full_sweep"]);
    EXPECT_GT(json["certainty_ratio"], 0);
    EXPECT_LE(json["certainty_ratio"], 1);
    EXPECT_EQ(json["configurations"].size(), sweep["sweeps"][0]["points"].size());
}

TEST(Tune, SaysWhatIsWrongWithTheRequest) {
    const Folder folder;
    EXPECT_THAT(folder.sortscope("tune bitonic-cc --size 2^10").err, HasSubstr("bitonic-c4"));
    const auto several = folder.sortscope("tune bitonic-c4 --size 2^10,2^11 --backend simt");
    EXPECT_EQ(several.code, 2);
    EXPECT_THAT(several.err, HasSubstr("one size"));
    EXPECT_EQ(folder.sortscope("tune bitonic-c4 --size 2^10 --backend simt --first-trials 0").code, 2);
    const auto none = folder.sortscope("tune bitonic-c4 --size 1000 --block 3 --backend simt");
    EXPECT_EQ(none.code, 3);
    EXPECT_THAT(none.err, HasSubstr("No configuration of 'bitonic-c4' can run"));
    EXPECT_EQ(folder.sortscope("tune bitonic-c4 --from gone.db --size 2^10").code, 5);
}

}  // namespace
}  // namespace sortscope::test
