// `sortscope show`: one case of the sample, or of a file made for the test.
#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

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
    std::string shown(const std::string& arguments) {
        const auto outcome = folder.sortscope("show " + arguments);
        EXPECT_EQ(outcome.code, 0) << arguments << ": " << outcome.err;
        return outcome.out;
    }
    nlohmann::json json(const std::string& arguments) {
        return nlohmann::json::parse(shown(arguments + " --json"));
    }
    std::string refused(const std::string& arguments) {
        const auto outcome = folder.sortscope("show " + arguments);
        EXPECT_EQ(outcome.code, 2) << arguments;
        return outcome.err;
    }
    /// The text of `record` alone in a file.
    std::string shown(const CaseRecord& record) {
        std::filesystem::remove(folder.path() / "one.db");
        sample::write_cases(folder.path() / "one.db", sample::sample_run(), {record});
        return shown("one.db 1");
    }
    Folder folder;
};

TEST_F(Show, AGpuCase) {
    EXPECT_THAT(shown("1"),
                AllOf(HasSubstr("2^10 u32 uniform keys (4.00 KiB), block 256"), HasSubstr("all 8 trials"),
                      HasSubstr("median 100.0 us, spread 0.4 %"), HasSubstr("noise below 0.5 %"),
                      HasSubstr("warning: Another process used the GPU"), HasSubstr("clocks were throttled"),
                      HasSubstr("1.540 ms"), HasSubstr("54.00 us between them"), Not(HasSubstr("*"))));
}

TEST_F(Show, RowsThatWereAskedForAreBelowAFewLines) {
    const auto text = shown("1 --by launch");
    EXPECT_LE(
        std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(text.find("By launch")), '\n'), 6)
        << text;
    EXPECT_THAT(text, AllOf(HasSubstr("; median 100.0 us, measured; ok\n"),
                            HasSubstr("warning: Another process used the GPU"),
                            Not(HasSubstr("clocks were throttled")), HasSubstr("--all")));
    EXPECT_THAT(shown("1 --by launch --all"),
                AllOf(HasSubstr("clocks were throttled"), HasSubstr("noise below 0.5 %")));
}

TEST_F(Show, AModelledCaseIsMarkedAndHasNoTime) {
    EXPECT_THAT(shown("4"), AllOf(HasSubstr("models counters, not time"),
                                  HasSubstr("of the modelled sectors"), HasSubstr("sectors*"),
                                  HasSubstr("share*"), HasSubstr("* modelled"), Not(HasSubstr("measured"))));
}

TEST_F(Show, ACpuCaseHasNoStages) {
    EXPECT_THAT(shown("5"),
                AllOf(HasSubstr("no kernel launches"), HasSubstr("25.60 Mkey/s"), Not(HasSubstr("block"))));
    EXPECT_FALSE(json("5").contains("breakdown"));
}

TEST_F(Show, ARefusedCaseSaysWhy) { EXPECT_THAT(shown("6"), HasSubstr("refused")); }

TEST_F(Show, Groupings) {
    EXPECT_THAT(shown("1 --by substage"), HasSubstr("4.3"));
    EXPECT_THAT(shown("1 --by launch"), HasSubstr("compare_exchange"));
    EXPECT_THAT(shown("1 --by kernel"), HasSubstr("By kernel"));
    for (const std::string by : {"stage", "substage", "kernel", "launch"})
        EXPECT_EQ(json("4 --by " + by)["breakdown"]["by"], by);
}

TEST_F(Show, RhoIsAMeanOverLaunches) {
    auto record = sample::modelled_case(16);  // 10 launches, 64 bytes of data
    for (auto& launch : record.launches)
        for (const auto id : {CounterId::gld_32b_cc13, CounterId::gld_64b_cc13, CounterId::gld_128b_cc13})
            launch.counters.push_back({id, Provenance::modelled, id == CounterId::gld_32b_cc13 ? 3 : 0});
    EXPECT_THAT(shown(record), HasSubstr("150.0 %*"));
}

TEST_F(Show, MixedProvenancesMarkWhatIsNotMeasured) {
    auto record = sample::gpu_case(16, 8);
    for (auto& launch : record.launches) {
        std::erase_if(launch.counters,
                      [](const CounterValue& value) { return value.id == CounterId::gst_sectors; });
        launch.counters.push_back({CounterId::gld_sectors, Provenance::counted, 7});
        launch.counters.push_back({CounterId::gst_sectors, Provenance::counted, 5});
    }
    EXPECT_THAT(shown(record), AllOf(HasSubstr("sectors+"), HasSubstr("+ counted by software on the GPU.")));
}

TEST_F(Show, SitesBelowTheBreakdown) {
    EXPECT_THAT(shown("4 --sites"), AllOf(HasSubstr("bitonic/bitonic_b2.hpp"), HasSubstr("880")))
        << "16 warps in each of 55 launches";
    EXPECT_THAT(shown("1 --sites"), HasSubstr("No access sites"));
    const auto one = shown("4 --launch 3");
    EXPECT_THAT(one.substr(one.find("launch 3")), AllOf(HasSubstr("16"), Not(HasSubstr("880"))));
    EXPECT_THAT(refused("4 --launch 55"), HasSubstr("no launch 55"));
}

TEST_F(Show, JsonHasEveryLaunchTheBreakdownAndTheLegend) {
    const auto record = json("4");
    ASSERT_EQ(record["launches"].size(), 55U);
    EXPECT_EQ(record["launches"][54]["launch_index"], 54);
    EXPECT_EQ(record["launches"][54]["sites"].size(), 3U);
    EXPECT_EQ(record["breakdown"]["rows"].size(), 10U);
    EXPECT_EQ(record["legend"]["metrics"]["gld_sectors"]["unit"], "sectors");
    EXPECT_FALSE(record.contains("source"));
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
    EXPECT_THAT(refused("4 --source none.hpp"),
                AllOf(HasSubstr("'none.hpp'"), HasSubstr("bitonic/bitonic_b2.hpp")));
    EXPECT_THAT(refused("4 --source 99"), HasSubstr("no line 99"));
    EXPECT_THAT(refused("4 --by line --source"), HasSubstr("--source"));
    EXPECT_THAT(refused("4 --sort colour --source"), HasSubstr("'colour'"));
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
    sample::write_cases(folder.path() / "long.db", sample::sample_run(), {record});
    const auto text = shown("long.db 1 --by launch");
    EXPECT_GT(std::ranges::count(text, '\n'), 10500);
    EXPECT_THAT(text, AnyOf(HasSubstr("10,499 "), HasSubstr("10499 ")));
}

TEST_F(Show, AMetricThatIsAddedIsShown) {
    const auto& added = add_metric({.id = "gst_gld_ratio",
                                    .title = "Stores a load",
                                    .head = "st/ld",
                                    .subhead = "ratio",
                                    .unit = "x",
                                    .decimals = 2,
                                    .sentence = "Store requests for each load request.",
                                    .adding = Adding::formula,
                                    .formula = "gst_requests / gld_requests",
                                    .provenances = {.measured = true, .counted = true, .modelled = true},
                                    .importance = 99});
    const auto text = shown("4");
    const auto record = json("4");
    EXPECT_THAT(text, AllOf(HasSubstr(std::string(added.head) + "*"), HasSubstr("0.50")));
    EXPECT_EQ(record["launches"][0]["ratios"]["modelled"]["gst_gld_ratio"], 0.5);
    EXPECT_EQ(record["breakdown"]["total"]["ratios"]["modelled"]["gst_gld_ratio"], 0.5);
    EXPECT_EQ(record["legend"]["metrics"]["gst_gld_ratio"]["formula"], "gst_requests / gld_requests");
    remove_last_metric();
    EXPECT_THAT(shown("4"), Not(HasSubstr("st/ld")));
}

}  // namespace
}  // namespace sortscope::test
