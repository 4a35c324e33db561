// `sortscope show` on the sample and on small files.
#include "core/metric/metric.hpp"
#include "tests/cli/program.hpp"
#include "tests/sample/files.hpp"
#include "tests/sample/network.hpp"

namespace sortscope::test {
namespace {
class Show : public SampleTest {
 protected:
    std::string shown(const std::string& arguments) { return folder.text("show " + arguments); }
    nlohmann::json json(const std::string& arguments) { return folder.json("show " + arguments); }
    void write_one(const CaseRecord& record) {
        std::filesystem::remove(folder.path() / "one.db");
        sample::write_cases(folder.path() / "one.db", sample::sample_run(), {record});
    }
};

TEST_F(Show, RowsThatWereAskedForAreBelowAFewLines) {
    const auto text = shown("1 --by launch");
    EXPECT_LE(std::count(text.begin(), text.begin() + ptrdiff_t(text.find("By launch")), '\n'), 6) << text;
    has(text, {"warning: Another process used the GPU", "compare_exchange", "--all"},
        {"clocks were throttled"});
    has(shown("1 --by launch --all"), {"clocks were throttled"});
    has(shown("1 --by substage"), {"4.3"});
    has(shown("1 --by kernel"), {"By kernel"});
    for (const std::string by : {"stage", "substage", "kernel", "launch"})
        EXPECT_EQ(json("4 --by " + by)["breakdown"]["by"], by);
    has(shown("1 --sort share --top 2"), {"8 more"});
    EXPECT_EQ(std::ranges::count(shown("1 --sort time --top 3 --csv"), '\n'), 4);
}

TEST_F(Show, SitesMatrixAndLines) {
    has(shown("4 --sites"), {"bitonic/bitonic_b2.hpp", "880"});  // 16 warps in each of 55 launches
    has(shown("1 --sites"), {"No access sites"});
    const auto one = shown("4 --launch 3");
    has(one.substr(one.find("launch 3")), {"16"}, {"880"});
    folder.refuses("show 4 --launch 55", 2, "no launch 55");
    has(shown("1 --matrix time"), {"10"});
    const auto matrix = json("1 --matrix time")["matrix"];
    holds(matrix, R"({"/stages#": 10, "/cells#": 55})");
    folder.refuses("show 1 --matrix tme", 2, "time");
    folder.refuses("show 1 --matrix gld_32b --csv", 3, "'gld_32b'");
    EXPECT_FALSE(json("4 --by line")["lines"].empty());
    has(shown("4 --by line"), {"By source line"});
    has(shown("1 --by line"), {"No access sites were recorded"});
}

TEST_F(Show, JsonHasEveryLaunchTheBreakdownAndTheLegend) {
    const auto record = json("4");
    holds(record, R"({"/time": null, "/source": null, "/launches#": 55, "/launches/54/launch_index": 54})");
    const auto& launch = record["launches"][2];
    holds(launch, R"({"/stage": 2, "/substage": 2, "/block_x": 256, "/counters/modelled/gld_sectors": 128,
            "/counters/measured": null, "/ratios/modelled/gst_efficiency_pct": 50, "/time": null,
            "/sites#": 3, "/sites/0/provenance": "modelled", "/sites/0/sectors": 64,
            "/sites/0/transactions_128b": 16, "/sites/1/kind": "branch", "/sites/1/divergent_warps": 4,
            "/sites/1/sectors": null})");
    const auto& breakdown = record["breakdown"];
    holds(breakdown, R"({"/share_of/what": "sectors", "/share_of/provenance": "modelled", "/rows#": 10,
            "/total/launches": 55, "/rows/0/counters/modelled/gld_sectors": 128})");
    holds(record, R"({"/legend/metrics/gld_sectors/unit": "sectors",
            "/legend/metrics/gld_efficiency_pct/adds_up_by": "ratio of sums"})");
    EXPECT_EQ(record["legend"]["metrics"].size(), metric_catalogue().size());
    EXPECT_EQ(record["legend"]["provenances"].size(), EnumTable<Provenance>::names().size());
}

TEST_F(Show, JsonHasTimesWithUnitsAndLeavesOutWhatIsAbsent) {
    const auto gpu = json("1");
    holds(gpu, R"({"/time/provenance": "measured", "/time/median_ns": 100000})");
    EXPECT_DOUBLE_EQ(gpu["time"]["rate_mkeys_per_s"].get<double>(), 10.24);
    holds(gpu, R"({"/launches/1/time/duration_ns": 2000, "/transfers/0/bytes": 4096, "/trials#": 8,
            "/notes/0/severity": "warning"})");
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
    has(source(""), {"const Key low = c.load(data, ", "void operator()(C& c) const {", "Heat: sectors"},
        {"struct CompareExchange"});
    has(source("bitonic_b2.hpp"), {"struct CompareExchange {"});
    has(source("1"), {"#pragma once"});
    has(source("b2.hpp:20"), {}, {"#pragma once"});
    has(shown("4 --sort divergence --source"), {"Heat: "});
    const auto lines = json("4 --source")["source"];
    ASSERT_EQ(lines.size(), 1U);
    holds(lines, R"({"/0/heat_of": "sectors", "/0/lines/0/line": 10, "/0/lines/2/counts/0/global_loads": 880,
            "/0/lines/2/text": "        const Key low = c.load(data, i), high = c.load(data, i + distance);"})");
    has(shown("4 --csv --source"), {"bitonic/bitonic_b2.hpp,12,"});
    has(shown("1 --source"), {"No access sites"});
    folder.refuses("show 4 --source none.hpp", 2, "bitonic/bitonic_b2.hpp");
    folder.refuses("show 4 --source 99", 2, "no line 99");
    folder.refuses("show 4 --by line --source", 2, "--source");
    folder.refuses("show 4 --sort colour --source", 2, "'colour'");
}

TEST_F(Show, ByLaunchStreamsTheRowsThatItDoesNotHold) {
    auto record = sample::gpu_case(16, 8);
    const auto one = record.launches.front();
    record.launches.clear();
    for (uint32_t i = 0; i < 10'500; ++i) {
        record.launches.push_back(one);
        record.launches.back().index = i;
        record.launches.back().start_ns = 2000 * i;
    }
    write_one(record);
    const auto text = shown("one.db 1 --by launch");
    EXPECT_GT(std::ranges::count(text, '\n'), 10500);
    EXPECT_THAT(text, AnyOf(HasSubstr("10,499 "), HasSubstr("10499 ")));
    folder.refuses("show one.db 1 --by launch --launch 99999", 2, "no launch 99999");
}

TEST_F(Show, ACaseIsChosenByItsCondition) {
    for (const auto& [options, number] :
         {std::pair("--variant bitonic-b2 --n 2^12 --block 512", "Case 3:"),
          std::pair("sortscope.db --backend simt", "Case 4:"),
          std::pair("--backend cupti --n 1024 --status ok", "Case 1:"),
          std::pair("sortscope.db -- 3", "Case 3:"), std::pair("-- sortscope.db 3", "Case 3:")})
        EXPECT_THAT(shown(options), StartsWith(number)) << options;
    for (int run = 0; run < 2; ++run)
        sample::write_cases(folder.path() / "two.db", sample::sample_run(), {sample::gpu_case(1024)});
    EXPECT_THAT(shown("two.db --n 2^10"),
                AllOf(StartsWith("Case 2:"), HasSubstr("cases of this condition; older: 1.")));
}
TEST_F(Show, EndsWithWhyItsLongestStageIsLong) {
    const auto last_line = [&](const std::string& command) {
        auto text = folder.text(command);
        text.pop_back();
        const auto paragraph = text.rfind("\n\n");
        return text.substr(paragraph + 2);
    };
    const std::string example = std::string("show '") + SORTSCOPE_EXAMPLE + "' --run 1 --n 2^20 --key u32 ";
    const auto many = last_line(example + "--variant bitonic-a");
    EXPECT_THAT(many, StartsWith("Stage 20 is the longest ("));
    const auto json = folder.json(std::string("advise '") + SORTSCOPE_EXAMPLE +
                                  "' --run 1 --n 2^20 --key u32 --variant bitonic-a");
    const auto stages = json["stages"];
    const auto longest = std::ranges::max_element(
        stages, {}, [](const auto& one) { return one["time_ns"].template get<double>(); });
    EXPECT_EQ((*longest)["stage"], 20);
    // Without times there is no longest stage.
    has(folder.text("show 1 --by substage"), {}, {"is the longest ("});
}

TEST_F(Show, TrialsAsHistogramAndByOrder) {
    has(folder.text("show 1 --trials"), {"Histogram of ", "By order"});
    EXPECT_THAT(folder.text("show 1 --trials --csv"), StartsWith("round,trial,time_ns"));
    folder.refuses("show 1 --trials --by line", 2, "--trials");
}
}  // namespace
}
