// `sortscope show`: one case of the sample, or of a file made for the test.
#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/metric/metric.hpp"
#include "tests/cli/program.hpp"
#include "tests/sample/files.hpp"
#include "tests/sample/network.hpp"

namespace sortscope::test {
namespace {

using ::testing::AllOf;
using ::testing::AnyOf;
using ::testing::HasSubstr;
using ::testing::Not;

class Show : public ::testing::Test {
 protected:
    Show() { sample::write_sample(folder.path() / "sortscope.db"); }
    std::string shown(const std::string& arguments) { return folder.text("show " + arguments); }
    nlohmann::json json(const std::string& arguments) { return folder.json("show " + arguments); }
    /// A file with `record` alone.
    void write_one(const CaseRecord& record) {
        std::filesystem::remove(folder.path() / "one.db");
        sample::write_cases(folder.path() / "one.db", sample::sample_run(), {record});
    }
    Folder folder;
};

TEST_F(Show, ACaseOfEachBackend) {
    EXPECT_THAT(shown("1"),
                AllOf(HasSubstr("2^10 u32 uniform keys (4.00 KiB), block 256"), HasSubstr("all 8 trials"),
                      HasSubstr("median 100.0 us, spread 0.4 %"), HasSubstr("noise below 0.5 %"),
                      HasSubstr("warning: Another process used the GPU"), HasSubstr("clocks were throttled"),
                      HasSubstr("1.540 ms"), HasSubstr("54.00 us between them"), Not(HasSubstr("*"))));
    EXPECT_THAT(shown("4"), AllOf(HasSubstr("models counters, not time"), HasSubstr("sectors*"),
                                  HasSubstr("share*"), HasSubstr("* modelled"), Not(HasSubstr("measured"))));
    EXPECT_THAT(shown("5"),
                AllOf(HasSubstr("no kernel launches"), HasSubstr("25.60 Mkey/s"), Not(HasSubstr("block"))));
    EXPECT_THAT(shown("6"), HasSubstr("refused"));
}

TEST_F(Show, RowsThatWereAskedForAreBelowAFewLines) {
    const auto text = shown("1 --by launch");
    EXPECT_LE(
        std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(text.find("By launch")), '\n'), 6)
        << text;
    EXPECT_THAT(text, AllOf(HasSubstr("warning: Another process used the GPU"), HasSubstr("compare_exchange"),
                            Not(HasSubstr("clocks were throttled")), HasSubstr("--all")));
    EXPECT_THAT(shown("1 --by launch --all"), HasSubstr("clocks were throttled"));
    EXPECT_THAT(shown("1 --by substage"), HasSubstr("4.3"));
    EXPECT_THAT(shown("1 --by kernel"), HasSubstr("By kernel"));
    for (const std::string by : {"stage", "substage", "kernel", "launch"})
        EXPECT_EQ(json("4 --by " + by)["breakdown"]["by"], by);
    EXPECT_THAT(shown("1 --sort share --top 2"), HasSubstr("8 more"));
    EXPECT_EQ(std::ranges::count(shown("1 --sort time --top 3 --csv"), '\n'), 4);
}

TEST_F(Show, ProvenancesMarkWhatIsNotMeasured) {
    auto modelled = sample::modelled_case(16);  // 10 launches, 64 bytes of data
    for (auto& launch : modelled.launches)
        for (const auto id : {CounterId::gld_32b_cc13, CounterId::gld_64b_cc13, CounterId::gld_128b_cc13})
            launch.counters.push_back({id, Provenance::modelled, id == CounterId::gld_32b_cc13 ? 3 : 0});
    write_one(modelled);
    EXPECT_THAT(shown("one.db 1"), HasSubstr("150.0 %*")) << "a mean over launches";
    auto mixed = sample::gpu_case(16, 8);
    for (auto& launch : mixed.launches) {
        std::erase_if(launch.counters,
                      [](const CounterValue& value) { return value.id == CounterId::gst_sectors; });
        launch.counters.push_back({CounterId::gld_sectors, Provenance::counted, 7});
        launch.counters.push_back({CounterId::gst_sectors, Provenance::counted, 5});
    }
    mixed.passes = {{"sass", Provenance::measured, 1}, {"counted", Provenance::counted, 2}};
    write_one(mixed);
    EXPECT_THAT(shown("one.db 1"),
                AllOf(HasSubstr("sectors+"), HasSubstr("+ counted by software on the GPU.")));
    const auto passes = json("one.db 1")["passes"];
    ASSERT_EQ(passes.size(), 2U);
    EXPECT_EQ(passes[0]["set"], "counted");
    EXPECT_EQ(passes[1]["set"], "sass");
}

TEST_F(Show, SitesMatrixAndLines) {
    EXPECT_THAT(shown("4 --sites"), AllOf(HasSubstr("bitonic/bitonic_b2.hpp"), HasSubstr("880")))
        << "16 warps in each of 55 launches";
    EXPECT_THAT(shown("1 --sites"), HasSubstr("No access sites"));
    const auto one = shown("4 --launch 3");
    EXPECT_THAT(one.substr(one.find("launch 3")), AllOf(HasSubstr("16"), Not(HasSubstr("880"))));
    folder.refuses("show 4 --launch 55", 2, "no launch 55");
    EXPECT_THAT(shown("1 --matrix time"), HasSubstr("10"));
    const auto matrix = json("1 --matrix time")["matrix"];
    EXPECT_EQ(matrix["stages"].size(), 10U);
    EXPECT_EQ(matrix["cells"].size(), 55U);
    folder.refuses("show 1 --matrix tme", 2, "time");
    folder.refuses("show 1 --matrix gld_32b --csv", 3, "'gld_32b'");
    EXPECT_FALSE(json("4 --by line")["lines"].empty());
    EXPECT_THAT(shown("4 --by line"), HasSubstr("By source line"));
    EXPECT_THAT(shown("1 --by line"), HasSubstr("No access sites were recorded"));
}

TEST_F(Show, JsonHasEveryLaunchTheBreakdownAndTheLegend) {
    const auto record = json("4");
    EXPECT_FALSE(record.contains("time"));
    EXPECT_FALSE(record.contains("source"));
    ASSERT_EQ(record["launches"].size(), 55U);
    EXPECT_EQ(record["launches"][54]["launch_index"], 54);
    const auto& launch = record["launches"][2];
    EXPECT_EQ(launch["stage"], 2);
    EXPECT_EQ(launch["substage"], 2);
    EXPECT_EQ(launch["block_x"], 256);
    EXPECT_EQ(launch["counters"]["modelled"]["gld_sectors"], 128);
    EXPECT_FALSE(launch["counters"].contains("measured"));
    EXPECT_EQ(launch["ratios"]["modelled"]["gst_efficiency_pct"], 50);
    EXPECT_FALSE(launch.contains("time"));
    ASSERT_EQ(launch["sites"].size(), 3U);
    EXPECT_EQ(launch["sites"][0]["provenance"], "modelled");
    EXPECT_EQ(launch["sites"][0]["sectors"], 64);
    EXPECT_EQ(launch["sites"][0]["transactions_128b"], 16);
    EXPECT_EQ(launch["sites"][1]["kind"], "branch");
    EXPECT_EQ(launch["sites"][1]["divergent_warps"], 4);
    EXPECT_FALSE(launch["sites"][1].contains("sectors"));
    const auto& breakdown = record["breakdown"];
    EXPECT_EQ(breakdown["share_of"]["what"], "sectors");
    EXPECT_EQ(breakdown["share_of"]["provenance"], "modelled");
    EXPECT_EQ(breakdown["rows"].size(), 10U);
    EXPECT_EQ(breakdown["total"]["launches"], 55);
    EXPECT_EQ(breakdown["rows"][0]["counters"]["modelled"]["gld_sectors"], 128);
    EXPECT_EQ(record["legend"]["metrics"]["gld_sectors"]["unit"], "sectors");
    EXPECT_EQ(record["legend"]["metrics"]["gld_efficiency_pct"]["adds_up_by"], "ratio of sums");
    EXPECT_EQ(record["legend"]["metrics"].size(), metric_catalogue().size());
    EXPECT_EQ(record["legend"]["provenances"].size(), EnumTable<Provenance>::names().size());
}

TEST_F(Show, JsonHasTimesWithUnitsAndLeavesOutWhatIsAbsent) {
    const auto gpu = json("1");
    EXPECT_EQ(gpu["time"]["provenance"], "measured");
    EXPECT_EQ(gpu["time"]["median_ns"], 100000);
    EXPECT_DOUBLE_EQ(gpu["time"]["rate_mkeys_per_s"].get<double>(), 10.24);
    EXPECT_EQ(gpu["launches"][1]["time"]["duration_ns"], 2000);
    EXPECT_EQ(gpu["transfers"][0]["bytes"], 4096);
    EXPECT_EQ(gpu["trials"].size(), 8U);
    EXPECT_EQ(gpu["notes"][0]["severity"], "warning");
    auto record = sample::cpu_case(1024, 1000);
    record.cache_state.clear();
    record.status = CaseStatus::unverified;
    write_one(record);
    const auto cpu = json("one.db 1");
    for (const auto* key : {"block_threads", "message", "cache_state", "program", "input_file", "breakdown"})
        EXPECT_FALSE(cpu.contains(key)) << key;
    EXPECT_FALSE(cpu["time"].contains("rate_mkeys_per_s")) << "an unverified sort";
}

TEST_F(Show, SourceIsWhatTheFileKeeps) {
    const auto source = [&](const std::string& place) {
        const auto text = shown("4 --source " + place);
        return text.substr(text.find("bitonic/bitonic_b2.hpp"));
    };
    EXPECT_THAT(source(""),
                AllOf(HasSubstr("const Key low = c.load(data, "), HasSubstr("void operator()(C& c) const {"),
                      Not(HasSubstr("struct CompareExchange")), HasSubstr("Heat: sectors")));
    EXPECT_THAT(source("bitonic_b2.hpp"), HasSubstr("struct CompareExchange {"));
    EXPECT_THAT(source("1"), HasSubstr("#pragma once"));
    EXPECT_THAT(source("b2.hpp:20"), Not(HasSubstr("#pragma once")));
    EXPECT_THAT(shown("4 --sort divergence --source"), HasSubstr("Heat: "));
    const auto lines = json("4 --source")["source"];
    ASSERT_EQ(lines.size(), 1U);
    EXPECT_EQ(lines[0]["heat_of"], "sectors");
    EXPECT_EQ(lines[0]["lines"][0]["line"], 10);
    EXPECT_EQ(lines[0]["lines"][2]["counts"][0]["global_loads"], 880);
    EXPECT_EQ(lines[0]["lines"][2]["text"],
              "        const Key low = c.load(data, i), high = c.load(data, i + distance);");
    EXPECT_THAT(shown("4 --csv --source"), HasSubstr("bitonic/bitonic_b2.hpp,12,"));
    EXPECT_THAT(shown("1 --source"), HasSubstr("No access sites"));
    folder.refuses("show 4 --source none.hpp", 2, "bitonic/bitonic_b2.hpp");
    folder.refuses("show 4 --source 99", 2, "no line 99");
    folder.refuses("show 4 --by line --source", 2, "--source");
    folder.refuses("show 4 --sort colour --source", 2, "'colour'");
}

TEST_F(Show, ByLaunchStreamsTheRowsThatItDoesNotHold) {
    auto record = sample::gpu_case(16, 8);
    const auto one = record.launches.front();
    record.launches.clear();
    for (std::uint32_t i = 0; i < 10'500; ++i) {
        record.launches.push_back(one);
        record.launches.back().index = i;
        record.launches.back().start_ns = 2000 * i;
    }
    write_one(record);
    const auto text = shown("one.db 1 --by launch");
    EXPECT_GT(std::ranges::count(text, '\n'), 10500);
    EXPECT_THAT(text, AnyOf(HasSubstr("10,499 "), HasSubstr("10499 ")));
}

TEST_F(Show, ACaseIsChosenByItsCondition) {
    for (const auto& [options, number] :
         {std::pair("--variant bitonic-b2 --size 2^12 --block 512", "Case 3:"),
          std::pair("sortscope.db --backend simt", "Case 4:"),
          std::pair("--backend cupti --size 1024 --status ok", "Case 1:"),
          std::pair("sortscope.db -- 3", "Case 3:"), std::pair("-- sortscope.db 3", "Case 3:")})
        EXPECT_THAT(shown(options), ::testing::StartsWith(number)) << options;
    for (int run = 0; run < 2; ++run)
        sample::write_cases(folder.path() / "two.db", sample::sample_run(), {sample::gpu_case(1024)});
    EXPECT_THAT(shown("two.db --size 2^10"),
                AllOf(::testing::StartsWith("Case 2:"), HasSubstr("cases of this condition; older: 1.")));
}

}  // namespace
}  // namespace sortscope::test
