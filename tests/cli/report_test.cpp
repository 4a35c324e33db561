// `sortscope list` and `sortscope report`: cases, curves, breakdowns and crossings of a file.
#include "db/write/writer.hpp"
#include "tests/cli/program.hpp"
#include "tests/sample/files.hpp"
#include "tests/sample/network.hpp"

namespace sortscope::test {
namespace {
class Report : public ::testing::Test {
 protected:
    void write(const std::vector<CaseRecord>& cases, const RunRecord& run = sample::sample_run()) {
        sample::write_cases(folder.path() / "a.db", run, cases);
    }
    std::string list(const std::string& options = "") { return folder.text("list a.db " + options); }
    std::string text(const std::string& options = "") { return folder.text("report a.db " + options); }
    nlohmann::json json(const std::string& options = "") { return folder.json("report a.db " + options); }
    /// Writes cases of two sizes and two blocks, one of the interpreter and one of a CPU.
    void write_sample() {
        write({sample::gpu_case(1024, 256, 10000), sample::gpu_case(4096, 256, 20000),
               sample::gpu_case(4096, 512, 16000), sample::modelled_case(1024),
               sample::cpu_case(1024, 40000)});
    }
    Folder folder;
};

CaseRecord radix(uint64_t n, int64_t ns) {
    auto record = sample::gpu_case(n, 256, ns);
    record.subject.name = "cub-radix";
    return record;
}

TEST_F(Report, ListHasATableForEachDevice) {
    write_sample();
    has(list(),
        {"1 run, 5 cases", "NVIDIA H200 (cupti)", "host interpreter (cc 9.0 rules) (simt)",
         "AMD EPYC 9534 (cpu)", "collect --preset quick"},
        {"not ended"});
    const auto document = folder.json("list a.db");
    holds(document, R"({"/runs/0/run_id": 1, "/runs/0/host": "sorter", "/cases#": 5, "/cases/0/case_id": 1,
            "/cases/4/backend": "cpu", "/cases/0/launches": null})");
    has(list("--n 2^20"), {"0 of 5 cases"}, {"Run 1"});
}

TEST_F(Report, ListOfAnEmptyAnUnendedAndTwinDevices) {
    write({});
    has(list(), {"no case yet"});
    has(text(), {"no case yet"});
    auto run = sample::sample_run();
    run.ended_utc.clear();
    auto other = sample::gpu_case(1024);
    other.device.uuid = "GPU-0002";
    other.device.ordinal = 1;
    write({sample::gpu_case(1024), other}, run);
    const auto shown = list();
    has(shown, {"not ended"});
    const auto first = shown.find("NVIDIA H200"), second = shown.find("NVIDIA H200", first + 1);
    ASSERT_NE(second, std::string::npos);
    EXPECT_NE(shown.substr(first, 20), shown.substr(second, 20)) << shown;
}

TEST_F(Report, ManyStagesAreFolded) {
    auto record = sample::gpu_case(1024);
    for (auto& launch : record.launches) launch.stage = {int(launch.index) + 1, 1, ""};
    write({record});
    // Of 55 stages, the longest 23 stay; the last row adds up 1 + 2 + ... + 32 us.
    has(text(), {"32 more", "528.00", "\n       33  "}, {"\n       32  "});
}

TEST_F(Report, RanksCurvesWithIntervalsAndCrossings) {
    write({sample::gpu_case(1024, 256, 10000), sample::gpu_case(4096, 256, 40000), radix(1024, 20000),
           radix(4096, 20000)});
    const auto shown = text();
    has(shown, {"overtaken at 2^11"});
    const auto ranking = shown.substr(shown.find("Fastest first, at 2^12 keys"));
    EXPECT_LT(ranking.find("cub-radix"), ranking.find("bitonic-b2"));
    has(ranking, {"0.500"});
    const auto gpu = json()["devices"][0];
    EXPECT_DOUBLE_EQ(gpu["crossings"][0]["crossings"][0]["log2_n"].get<double>(), 11);
    EXPECT_TRUE(gpu["throughput"][0]["points"][0].contains("interval_level"));
}

TEST_F(Report, AParameterHasCurvesAsBlocksDo) {
    std::vector<CaseRecord> cases;
    for (const int64_t keys : {2, 4, 8}) {
        auto record = sample::gpu_case(4096, 256, 40000 / keys);
        edit(record).config.params["max_keys"] = keys;
        cases.push_back(record);
    }
    write(cases);
    has(text("--over max_keys --all"), {"Throughput by max_keys", "  8  5.000 us"});
    const auto sweeps = json("--over max_keys")["devices"][0]["sweeps"];
    EXPECT_EQ(sweeps.size(), 1U);
    EXPECT_EQ(sweeps[0]["points"].size(), 3U);
    EXPECT_EQ(json()["devices"][0]["block_sweeps"].size(), 0U);
    has(folder.text("report a.db --over max_keys --csv"), {"sweep,", "max_keys=8"});
    for (const auto* axis : {"n", "key", "max_kees"})
        folder.refuses(std::string("report a.db --over ") + axis, 2, "--over");
}

TEST_F(Report, RepeatsChooseAmongCasesOfOneCondition) {
    write({sample::gpu_case(4096, 256, 20000)});
    write({sample::gpu_case(4096, 256, 30000)});
    has(text(), {"the newest of 2 cases"}, {"20.00 us"});
    EXPECT_EQ(json()["devices"][0]["breakdowns"][0]["cases_not_shown"], 1);
    has(text("--repeats each-run"), {"20.00 us", "30.00 us"});
    has(text("--repeats merged"), {"25.00 us"});
    const auto point = json("--repeats merged")["devices"][0]["throughput"][0]["points"][0];
    holds(point, R"({"/cases_merged": 2, "/low_ns": 20000, "/high_ns": 30000})");
}

TEST_F(Report, ComparesPassesWithTheMeasuredCopyBandwidth) {
    const auto record = sample::gpu_case(1024, 256, 10000);
    {
        db::Writer writer(folder.path() / "a.db");
        const auto run = writer.begin_run(sample::sample_run());
        writer.write_case(run, record);
        const DeviceLimit limit{"copy_bandwidth", 4e12, "bytes/s", 0.01};
        writer.write_limits(run, record.device, {&limit, 1});
        writer.finish_run(run, sample::sample_run());
    }
    const auto gpu = json()["devices"][0];
    EXPECT_EQ(gpu["limits"][0]["name"], "copy_bandwidth");
    const auto& point = gpu["throughput"][0]["points"][0];
    // required bytes / 10 us over 4 TB/s
    EXPECT_NEAR(point["part_of_copy_pct"].get<double>(), double(record.required_bytes) / 10000 / 40, 1e-9);
    EXPECT_NEAR(point["effective_gb_per_s"].get<double>(), 2.0 * 4096 / 10000, 1e-9);
}
}  // namespace
}
