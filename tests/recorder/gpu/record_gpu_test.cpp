// Programs that know nothing of SortScope, recorded on a GPU.
#include <gmock/gmock.h>
#include <signal.h>

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <sstream>

#include "collector/catalogue/catalogue.hpp"
#include "core/error.hpp"
#include "core/metric/selection.hpp"
#include "recorder/process.hpp"
#include "recorder/stalls.hpp"

namespace sortscope::recorder {
namespace {
class RecordOnGpu : public ::testing::Test {
 protected:
    void SetUp() override {
        gpus_ = collector::gpu_devices();
        if (gpus_.empty()) GTEST_SKIP() << "There is no GPU here.";
        ASSERT_FALSE(find_injection_library().empty());
    }

    /// Returns the program's first case, and keeps the program's end and losses.
    CaseRecord record(std::vector<std::string> words, StageBy by = {}, const std::string& counters = "sass",
                      const LaunchFilter& filter = {}) {
        words.insert(words.begin(), SORTSCOPE_RECORDED_PROGRAM);
        const Declared declared{.name = "program", .stage_by = by, .filter = filter};
        const auto run = run_program(words, find_injection_library(), declared.filter);
        const auto later = filter.after(run);
        const auto counted = count_program(words, find_injection_library(), later, counters);
        end_ = run.end;
        losses_.clear();
        for (const auto& process : run.processes)
            losses_.insert(losses_.end(), process.losses.begin(), process.losses.end());
        const std::vector runs{run};
        auto cases = make_cases(declared, runs, gpus_, counted);
        cases_ = cases.size();
        if (cases.empty()) return {};
        auto& [record, launches] = cases[0];
        launches([&, &record = record](const LaunchRecord& launch) { record.launches.push_back(launch); });
        return std::move(record);
    }

    /// Returns only what sampling adds to the first GPU's case.
    CaseRecord stalls(std::vector<std::string> words, const LaunchFilter& filter = {}) {
        words.insert(words.begin(), SORTSCOPE_RECORDED_PROGRAM);
        const auto run = sample_program(words, find_injection_library(), filter);
        end_ = run.end;
        losses_.clear();
        for (const auto& process : run.processes)
            losses_.insert(losses_.end(), process.losses.begin(), process.losses.end());
        CaseRecord record;
        ProgramStalls(filter, run, find_nvdisasm()).add_to(record, gpus_[0].uuid, 1);
        return record;
    }

    std::vector<Device> gpus_;
    ProgramEnd end_;
    size_t cases_ = 0;
    std::vector<std::string> losses_;
};

TEST_F(RecordOnGpu, NvtxRangesOfACubSortAreStages) {
    const auto record = this->record({"sort"});
    EXPECT_THAT(losses_, ::testing::IsEmpty());
    EXPECT_EQ(record.device.uuid, gpus_[0].uuid);
    ASSERT_GE(record.launches.size(), 3U);
    EXPECT_EQ(record.launches[0].kernel, "fill");
    EXPECT_EQ(record.launches[0].stage, (Stage{1, 0, "prepare"}));
    EXPECT_EQ(record.launches[0].grid.x, 4096U);
    EXPECT_EQ(record.launches[0].block.x, 256U);
    EXPECT_GT(record.launches[0].registers, 0U);
    for (size_t i = 1; i < record.launches.size(); ++i) {
        EXPECT_EQ(record.launches[i].stage.stage, 2) << i;
        EXPECT_EQ(record.launches[i].stage.substage, 1) << i;
        EXPECT_TRUE(record.launches[i].stage.label.starts_with("sort / radix")) << i;
        EXPECT_TRUE(record.launches[i].duration_ns) << i;
    }
    ASSERT_FALSE(record.transfers.empty());
    EXPECT_EQ(record.transfers.back().kind, TransferKind::device_to_host);
    EXPECT_EQ(record.transfers.back().bytes, 4U << 20);
}

TEST_F(RecordOnGpu, ThreadsAndStreamsAreAllSeen) {
    const auto record = this->record({"streams", "50"});
    EXPECT_EQ(record.launches.size(), 200U);
    std::set<int> stages;
    std::set<uint32_t> streams;
    for (const auto& launch : record.launches) {
        stages.insert(launch.stage.stage);
        streams.insert(launch.stream_id.value());
    }
    EXPECT_EQ(stages, (std::set{1, 2, 3, 4}));
    EXPECT_EQ(streams.size(), 4U);
}

TEST_F(RecordOnGpu, LaunchesAreCounted) {
    for (const auto& launch : this->record({"streams", "150"}).launches) {
        const auto value = [&](CounterId id) {
            for (const auto& counter : launch.counters)
                if (counter.id == id) return counter.value.rounded();
            return int64_t{-1};
        };
        EXPECT_EQ(value(CounterId::gld_requests), 32768);
        EXPECT_EQ(value(CounterId::gst_sectors), 131072);
    }
    for (const auto& launch : this->record({"crash", "50"}).launches)
        EXPECT_FALSE(launch.counters.empty()) << launch.index;
}

TEST_F(RecordOnGpu, EachPassOfCountersIsARun) {
    const auto record = this->record({"streams", "20"}, {}, "full");
    EXPECT_THAT(losses_, ::testing::IsEmpty());
    EXPECT_EQ(record.launches.size(), 80U);
    EXPECT_THAT(record.passes, ::testing::Contains(PassRecord{"sass", Provenance::measured, 1}));
    EXPECT_GT(std::ranges::count(record.trials, TrialKind::counter, &TrialRecord::kind), 1);
    for (const auto& launch : record.launches) {
        std::set<CounterId> has;
        for (const auto& counter : launch.counters) EXPECT_TRUE(has.insert(counter.id).second);
        EXPECT_TRUE(has.contains(CounterId::gld_requests)) << launch.index;
        EXPECT_TRUE(has.contains(CounterId::l2_sectors)) << launch.index;
        EXPECT_TRUE(has.contains(CounterId::dram_read_bytes)) << launch.index;
    }
}

TEST_F(RecordOnGpu, HostileRangesHarmNoLaunch) {
    const auto record = this->record({"hostile"});
    ASSERT_EQ(record.launches.size(), 3U);
    EXPECT_EQ(record.launches[0].stage.stage, 0);
    EXPECT_EQ(record.launches[1].stage.stage, 1);
    EXPECT_EQ(record.launches[2].stage.stage, 2);
    for (const auto& launch : record.launches) EXPECT_FALSE(launch.counters.empty());
}

TEST_F(RecordOnGpu, NodesOfAGraphAreLaunchesWithoutCounters) {
    const auto record = this->record({"graph", "3"});
    EXPECT_EQ(std::ranges::count(record.launches, "graph", [](auto& each) { return each.stage.label; }), 15);
    EXPECT_EQ(std::ranges::count(record.launches, "alone", [](auto& each) { return each.stage.label; }), 3);
    for (const auto& launch : record.launches)
        EXPECT_EQ(launch.counters.empty(), launch.stage.label == "graph") << launch.index;
}

TEST_F(RecordOnGpu, ARefusedFirstLaunchHarmsNoOther) {
    const auto record = this->record({"refused", "3"});
    EXPECT_THAT(losses_, ::testing::IsEmpty());
    ASSERT_EQ(record.launches.size(), 3U);
    for (const auto& launch : record.launches) EXPECT_FALSE(launch.counters.empty()) << launch.index;
}

TEST_F(RecordOnGpu, EachGpuHasACase) {
    const auto record = this->record({"gpus", "130"});
    EXPECT_THAT(losses_, ::testing::IsEmpty());
    EXPECT_EQ(cases_, gpus_.size());
    EXPECT_EQ(record.launches.size(), 130U);
    for (const auto& launch : record.launches) EXPECT_FALSE(launch.counters.empty()) << launch.index;
}

TEST_F(RecordOnGpu, ACrashAndASuddenExitKeepTheirLaunches) {
    auto record = this->record({"crash", "500"});
    EXPECT_EQ(end_.signal, SIGABRT);
    EXPECT_EQ(record.launches.size(), 500U);
    EXPECT_EQ(record.status, CaseStatus::interrupted);
    record = this->record({"quick", "500"});
    EXPECT_EQ(end_.code, 5);
    EXPECT_EQ(record.launches.size(), 500U);
}

TEST_F(RecordOnGpu, ManyLaunchesAreAllSeen) {
    EXPECT_EQ(record({"launches", "100000"}, {StageBy::Rule::every, 1000, {}}).launches.size(), 100'000U);
    EXPECT_THAT(losses_, ::testing::IsEmpty());
}

std::map<std::string, uint64_t> samples_by_kernel(const CaseRecord& record) {
    std::map<std::string, uint64_t> samples;
    for (const auto& stall : record.stalls) samples[stall.kernel] += stall.samples;
    return samples;
}

TEST_F(RecordOnGpu, MostStallsFallIntoTheHottestKernel) {
    const auto record = stalls({"b2", "22"});
    EXPECT_THAT(losses_, ::testing::IsEmpty());
    EXPECT_TRUE(end_.ok());
    auto samples = samples_by_kernel(record);
    EXPECT_GT(samples["bitonic_b2"], 1000U);
    EXPECT_GT(samples["bitonic_b2"], 10 * samples["fill"]);
    EXPECT_THAT(record.passes, ::testing::Contains(::testing::Field(&PassRecord::set, stalls_pass)));
}

TEST_F(RecordOnGpu, StallsHaveTheLineOfTheirInstruction) {
    if (find_nvdisasm().empty()) GTEST_SKIP() << "There is no nvdisasm here.";
    const auto record = stalls({"b2", "22"});
    ASSERT_FALSE(record.stalls.empty());
    for (const auto& stall : record.stalls) {
        ASSERT_NE(stall.line, 0U) << stall.kernel << " " << stall.pc_offset;
        const auto sass =
            std::ranges::find(record.sources, "sass/" + stall.kernel + ".sass", &SourceText::file);
        ASSERT_NE(sass, record.sources.end()) << stall.kernel;
        if (stall.file != sass->file) continue;  // built with -lineinfo
        std::istringstream lines(sass->text);
        std::string line;
        for (uint32_t i = 0; i < stall.line; ++i) std::getline(lines, line);
        EXPECT_TRUE(line.starts_with(fmt::format("/*{:04x}*/", stall.pc_offset))) << line;
    }
}

TEST_F(RecordOnGpu, StallsOfChosenKernelsThreadsAndGpus) {
    EXPECT_THAT(samples_by_kernel(stalls({"b2", "22"}, {.kernel = std::regex("^fill")})),
                ::testing::Not(::testing::Contains(::testing::Key("bitonic_b2"))));
    EXPECT_GT(samples_by_kernel(stalls({"streams", "2000"}))["add_one"], 0U);
    EXPECT_THAT(losses_, ::testing::IsEmpty());
    EXPECT_GT(samples_by_kernel(stalls({"gpus", "5000"}))["add_one"], 0U);
    EXPECT_THAT(losses_, ::testing::IsEmpty());
    EXPECT_GT(samples_by_kernel(stalls({"graph", "500"}))["add_one"], 0U);
    EXPECT_THAT(losses_, ::testing::IsEmpty());
}

TEST_F(RecordOnGpu, AProgramThatAbortsHasItsStalls) {
    const auto record = stalls({"crash", "5000"});
    EXPECT_EQ(end_.signal, SIGABRT);
    EXPECT_GT(samples_by_kernel(record)["add_one"], 0U);
}

TEST_F(RecordOnGpu, ASampleTimesAndCountsEachNthLaunch) {
    auto record = this->record({"launches", "1000"}, {}, "sass", {.sample = 10});
    EXPECT_THAT(losses_, ::testing::IsEmpty());
    EXPECT_EQ(record.launches.size(), 100U);
    for (const auto& launch : record.launches) {
        const auto requests = std::ranges::find(launch.counters, CounterId::gld_requests, &CounterValue::id);
        ASSERT_NE(requests, launch.counters.end()) << launch.index;
        EXPECT_EQ(requests->value.rounded(), 32768);
    }
    record = this->record({"refused", "9"}, {}, "sass", {.sample = 3});
    EXPECT_GE(record.launches.size(), 3U);
    for (const auto& launch : record.launches) EXPECT_FALSE(launch.counters.empty()) << launch.index;
}

TEST_F(RecordOnGpu, ASampleOfGraphsAndLaunchesOutsideThem) {
    const auto record = this->record({"graph", "20"}, {}, "sass", {.sample = 2});
    EXPECT_EQ(std::ranges::count(record.launches, "graph", [](auto& each) { return each.stage.label; }), 50);
    EXPECT_EQ(std::ranges::count(record.launches, "alone", [](auto& each) { return each.stage.label; }), 10);
    for (const auto& launch : record.launches)
        EXPECT_EQ(launch.counters.empty(), launch.stage.label == "graph") << launch.index;
}

TEST_F(RecordOnGpu, ADelayLeavesOutTheFirstLaunches) {
    const auto record = this->record({"late", "20"}, {}, "sass", {.delay_ns = 2'000'000'000});
    EXPECT_THAT(losses_, ::testing::IsEmpty());
    EXPECT_EQ(record.launches.size(), 20U);
    for (const auto& launch : record.launches) {
        EXPECT_EQ(launch.kernel, "add_one");
        EXPECT_FALSE(launch.counters.empty()) << launch.index;
    }
}

TEST_F(RecordOnGpu, AProgramThatLaunchesNothingHasNoCase) {
    EXPECT_TRUE(record({"nothing"}).launches.empty());
    EXPECT_TRUE(end_.ok());
}
}  // namespace
}
