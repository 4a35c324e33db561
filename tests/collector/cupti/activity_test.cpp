#include "collector/cupti/activity.hpp"

#include <gmock/gmock.h>
#include <unistd.h>

#include "collector/backend.hpp"
#include "load.hpp"
#include "workload_kernels.hpp"

namespace sortscope::cupti {
namespace {
using collector::planned_launches;
using ::testing::ElementsAre;
using ::testing::FieldsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr const char* mangled_b2 = "_ZN9sortscope4step2b2IjEEvPT_m";

template <class Record>
void add(const Record& record, Activities& into) {
    const void* at = &record;
    add_record(*static_cast<const CUpti_Activity*>(at), into);
}

KernelRecord kernel_record(uint64_t start, uint64_t end) {
    KernelRecord record{};
    record.kind = CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL;
    record.start = start;
    record.end = end;
    record.gridX = 7;
    record.gridY = record.gridZ = record.blockZ = 1;
    record.blockX = 64;
    record.blockY = 2;
    record.staticSharedMemory = 16;
    record.dynamicSharedMemory = 32;
    record.registersPerThread = 40;
    record.localMemoryPerThread = 24;
    record.contextId = 1;
    record.streamId = 13;
    record.correlationId = 9;
    record.name = mangled_b2;
    return record;
}

MemcpyRecord copy_record(int direction, uint64_t start, uint64_t end) {
    MemcpyRecord record{};
    record.kind = CUPTI_ACTIVITY_KIND_MEMCPY;
    record.copyKind = uint8_t(direction);
    record.bytes = 4096;
    record.start = start;
    record.end = end;
    return record;
}

TEST(Records, LossesAreCountedAndNoted) {
    Activities seen;
    for (const auto& [start, end] : {std::pair{0u, 0u}, {0u, 250u}, {300u, 250u}})
        add(kernel_record(start, end), seen);
    add(copy_record(CUPTI_ACTIVITY_MEMCPY_KIND_HTOD, 0, 0), seen);
    ASSERT_EQ(seen.kernels.size(), 3u) << "they ran, and counters are matched to them by order";
    for (const auto& kernel : seen.kernels) EXPECT_FALSE(kernel.start_ns || kernel.duration_ns);
    EXPECT_THAT(seen.transfers, IsEmpty());
    EXPECT_EQ(seen.rejected, 1u);
    seen.dropped = 7;
    const auto notes = seen.notes();
    EXPECT_THAT(notes, ElementsAre(FieldsAre(Severity::lost, HasSubstr("3 of 3 kernels")),
                                   FieldsAre(Severity::lost, HasSubstr("1 transfers")),
                                   FieldsAre(Severity::lost, HasSubstr("dropped 7"))));
    EXPECT_THAT(Activities{}.notes(), IsEmpty());
    add(kernel_record(250, 250), seen);
    EXPECT_EQ(seen.kernels.back().duration_ns, 0);
}

TEST(Records, TransfersByDirection) {
    Activities seen;
    for (const int direction : {CUPTI_ACTIVITY_MEMCPY_KIND_HTOD, CUPTI_ACTIVITY_MEMCPY_KIND_DTOH,
                                CUPTI_ACTIVITY_MEMCPY_KIND_DTOD, CUPTI_ACTIVITY_MEMCPY_KIND_PTOP,
                                CUPTI_ACTIVITY_MEMCPY_KIND_HTOH})  // host to host: no work of the GPU
        add(copy_record(direction, 10, 30), seen);
    MemsetRecord set{};
    set.kind = CUPTI_ACTIVITY_KIND_MEMSET;
    set.start = 1;
    set.end = 2;
    add(set, seen);
    const auto copy = [](TransferKind kind) { return FieldsAre(kind, 4096u, 10, 20); };
    EXPECT_THAT(seen.transfers,
                ElementsAre(copy(TransferKind::host_to_device), copy(TransferKind::device_to_host),
                            copy(TransferKind::device_to_device), copy(TransferKind::device_to_device),
                            FieldsAre(TransferKind::set, 0u, 1, 1)));
}

/// Kernels launched at chosen times in NVTX ranges.
class Ranges : public ::testing::Test {
 protected:
    void range(uint32_t thread, uint64_t start, uint64_t end, const char* name,
               const char* domain = nullptr) {
        CUpti_ActivityMarker2 marker{};
        marker.kind = CUPTI_ACTIVITY_KIND_MARKER;
        marker.flags = CUPTI_ACTIVITY_FLAG_MARKER_START;
        marker.timestamp = start;
        marker.id = ++ids_;
        marker.objectId.pt.threadId = thread;
        marker.name = name;
        marker.domain = domain;
        add(marker, seen_);
        if (end == 0) return;
        marker.flags = CUPTI_ACTIVITY_FLAG_MARKER_END;
        marker.timestamp = end;
        marker.name = nullptr;
        add(marker, seen_);
    }
    void launch(uint32_t thread, uint64_t time) {
        CUpti_ActivityAPI call{};
        call.kind = CUPTI_ACTIVITY_KIND_DRIVER;
        call.start = time + 1;
        call.threadId = thread;
        call.correlationId = ++correlation_;
        add(call, seen_);
        call.kind = CUPTI_ACTIVITY_KIND_RUNTIME;
        call.start = time;
        add(call, seen_);
        auto kernel = kernel_record(10'000 + time, 10'010 + time);
        kernel.correlationId = correlation_;
        add(kernel, seen_);
    }
    std::vector<Stage> stages() {
        set_stages(seen_);
        std::vector<Stage> list;
        for (const auto& kernel : seen_.kernels) list.push_back(kernel.stage);
        return list;
    }

 private:
    Activities seen_;
    uint32_t ids_ = 0, correlation_ = 0;
};

TEST_F(Ranges, AreStagesAndSubstages) {
    range(1, 100, 200, "load\x1b");
    range(1, 110, 150, "first");
    range(2, 100, 0, "another thread");
    range(1, 300, 400, "merge");
    for (const uint64_t time : {105U, 120U, 170U, 250U, 350U}) launch(1, time);
    EXPECT_THAT(stages(),
                ElementsAre(Stage{1, 0, "load\\x1b"}, Stage{1, 1, "load\\x1b / first"},
                            Stage{1, 0, "load\\x1b"}, Stage{0, 0, "outside ranges"}, Stage{2, 0, "merge"}));
}

TEST_F(Ranges, MayNeverEnd) {
    range(1, 100, 0, "whole");
    launch(1, 50);
    launch(1, 500);
    EXPECT_THAT(stages(), ElementsAre(Stage{0, 0, "outside ranges"}, Stage{1, 0, "whole"}));
}

TEST_F(Ranges, OfOtherThreadsAndOfLibrariesAreNoStages) {
    range(2, 100, 200, "another thread");
    range(1, 100, 200, "cub::DeviceRadixSort::SortKeys", "CCCL");
    launch(1, 150);
    EXPECT_THAT(stages(), ElementsAre(Stage{}));
}

TEST(ActivityRecorder, OnlyOneAtATime) {
    SORTSCOPE_LOAD_OR_SKIP(api);
    {
        const ActivityRecorder first(api);
        EXPECT_THROW(ActivityRecorder{api}, Error);
    }
    EXPECT_NO_THROW(ActivityRecorder{api});
}

TEST(ActivityRecorder, SeesEveryLaunchInOrderTwice) {
    SORTSCOPE_LOAD_OR_SKIP(api);
    SORTSCOPE_GPU_OR_SKIP();
    test::Words words(4096);
    ActivityRecorder recorder(api);
    test::launch_increment(words.data(), 1024);
    recorder.start();
    EXPECT_THAT(recorder.stop().kernels, IsEmpty()) << "launched before it started";
    for (int round = 0; round < 2; ++round) {
        recorder.start();
        SORTSCOPE_CUDA_CALL(cudaMemset(words.data(), 0, 4096 * sizeof(uint32_t)));
        for (uint32_t threads : {1024u, 2048u, 4096u}) test::launch_increment(words.data(), threads);
        const auto seen = recorder.stop();
        ASSERT_EQ(seen.kernels.size(), 3u);
        EXPECT_THAT(seen.notes(), IsEmpty());
        for (size_t i = 0; i < 3; ++i) {
            const auto& kernel = seen.kernels[i];
            EXPECT_EQ(std::tuple(kernel.kernel, kernel.grid.x, kernel.block.x),
                      std::tuple("increment", 4u << i, 256u));
            EXPECT_GT(kernel.duration_ns, 0);
            EXPECT_GE(kernel.start_ns,
                      i == 0 ? 1 : *seen.kernels[i - 1].start_ns + *seen.kernels[i - 1].duration_ns);
        }
        EXPECT_THAT(seen.transfers, ElementsAre(FieldsAre(TransferKind::set, 4096 * sizeof(uint32_t),
                                                          testing::_, testing::_)));
    }
}

/// Two launches of "b2<u32>" from 5000 on, after a transfer.
class Launches : public ::testing::Test {
 protected:
    Launches() {
        for (uint32_t i = 0; i < 2; ++i) {
            auto kernel = kernel_record(5000 + 300 * i, 5100 + 301 * i);
            kernel.correlationId = 40 + i;
            add(kernel, seen_);
            kernels::Launch launch;
            launch.stage = {1, int(i + 1), "step"};
            launch.kernel = "b2<u32>";
            launch.grid = {7, 1, 1};
            launch.block = {64, 2, 1};
            launch.comparators = 500;
            plan_.launches.push_back(launch);
        }
        add(copy_record(CUPTI_ACTIVITY_MEMCPY_KIND_HTOD, 4000, 4500), seen_);
        record_.launches = planned_launches(plan_);
    }
    std::optional<std::string> mismatch_of(const Activities& seen,
                                           const std::string& symbol = mangled_b2) const {
        return mismatch(plan_, std::vector(2, symbol), seen);
    }
    kernels::Plan plan_;
    Activities seen_;
    CaseRecord record_;
};

TEST_F(Launches, GetTheirKernelsFiguresWithTimesSinceTheFirstRecord) {
    EXPECT_EQ(seen_.kernels[1].start_ns, 5300);
    ASSERT_EQ(mismatch_of(seen_), std::nullopt);
    apply_activities(record_, seen_);
    const auto &first = record_.launches[0], &last = record_.launches[1];
    EXPECT_EQ(std::tuple(first.start_ns, first.duration_ns), std::tuple(1000, 100));
    EXPECT_EQ(std::tuple(last.start_ns, last.duration_ns), std::tuple(1300, 101));
    EXPECT_EQ(std::tuple(last.duration_count, last.duration_spread), std::tuple(1u, std::nullopt));
    EXPECT_EQ(std::tuple(last.kernel, last.comparators), std::tuple("b2<u32>", 500u)) << "the plan's";
    EXPECT_EQ(std::tuple(last.grid, last.block), std::tuple(Dim3{7, 1, 1}, Dim3{64, 2, 1}));
    EXPECT_EQ(last.symbol, mangled_b2);
    EXPECT_EQ(std::tuple(last.registers, last.shared_bytes, last.local_bytes), std::tuple(40u, 48u, 24u));
    EXPECT_EQ(std::tuple(last.process_id, last.context_id, last.stream_id, last.correlation_id),
              std::tuple(uint32_t(::getpid()), 1u, 13u, 41u));
    EXPECT_THAT(record_.transfers, ElementsAre(FieldsAre(TransferKind::host_to_device, 4096u, 0, 500)));
    EXPECT_EQ(kernel_span_ns(seen_), 401);
    EXPECT_EQ(kernel_span_ns({}), std::nullopt);
}

TEST_F(Launches, OfAKernelWithoutTimesHaveNone) {
    seen_.transfers.clear();
    seen_.kernels[0].start_ns = seen_.kernels[0].duration_ns = std::nullopt;
    ASSERT_EQ(mismatch_of(seen_), std::nullopt);
    apply_activities(record_, seen_);
    EXPECT_FALSE(record_.launches[0].start_ns || record_.launches[0].duration_ns);
    EXPECT_EQ(record_.launches[0].registers, 40u);
    EXPECT_EQ(record_.launches[1].start_ns, 0) << "since the first record with times";
    EXPECT_EQ(kernel_span_ns(seen_), std::nullopt);
}

TEST_F(Launches, OtherKernelsThanPlannedAreAMismatch) {
    auto fewer = seen_, other = seen_, smaller = seen_;
    fewer.kernels.pop_back();
    other.kernels[1].symbol = "_Z5otherv";
    smaller.kernels[0].block.x = 128;
    EXPECT_THAT(mismatch_of(fewer).value_or(""), HasSubstr("has 2 launches, but 1 kernels"));
    EXPECT_THAT(mismatch_of(other).value_or(""), HasSubstr("Launch 1 should be kernel b2<u32>, but other()"));
    EXPECT_THAT(mismatch_of(smaller).value_or(""), HasSubstr("block 128x2x1"));
    EXPECT_EQ(mismatch_of(other, ""), std::nullopt) << "an unknown symbol is not compared";
    EXPECT_THROW(apply_activities(record_, fewer), Error);
    EXPECT_TRUE(collector::other_launches(seen_.kernels, other.kernels)) << "as of another trial";
}

TEST_F(Launches, OfAnOpaqueVariantAreTheKernels) {
    record_.launches.clear();
    apply_activities(record_, seen_);
    ASSERT_EQ(record_.launches.size(), 2u);
    const auto& last = record_.launches[1];
    EXPECT_EQ(std::tuple(last.index, last.kernel, last.stage), std::tuple(1u, "b2", Stage{2, 1, "b2"}));
    EXPECT_EQ(std::tuple(last.grid.x, last.start_ns), std::tuple(7u, 1300));
}

TEST_F(Launches, DurationsAreMediansOverTrials) {
    apply_activities(record_, seen_);
    std::vector<Activities> trials(5, seen_);
    for (size_t i = 0; i < trials.size(); ++i) {
        trials[i].kernels[0].duration_ns = 100 + 10 * int64_t(i);  // 100 to 140
        trials[i].kernels[1].start_ns = 77;                        // apply_durations() ignores start times
        trials[i].kernels[1].duration_ns = 200;
    }
    trials[4].kernels[1].duration_ns.reset();
    const auto of = [&](size_t i) {
        const auto& launch = record_.launches[i];
        return std::tuple(launch.duration_ns, launch.duration_spread, launch.duration_count);
    };
    apply_durations(record_.launches, trials);
    EXPECT_EQ(of(0), std::tuple(120, 20.0 / 120, 5u));
    EXPECT_EQ(of(1), std::tuple(200, 0, 4u));
    EXPECT_EQ(record_.launches[1].start_ns, 1300);
    apply_durations(record_.launches, std::span(trials).last(1));
    EXPECT_EQ(of(0), std::tuple(140, std::nullopt, 1u)) << "one trial has no spread";
    EXPECT_EQ(of(1), std::tuple(std::nullopt, std::nullopt, 0u));
}

TEST_F(Launches, TheFillThatFlushedTheCacheIsTakenOut) {
    EXPECT_FALSE(remove_cache_flush(seen_, 1000)) << "there is none";
    seen_.transfers.push_back({TransferKind::set, 1000, 4700, 200});
    seen_.transfers.push_back({TransferKind::set, 1000, 5150, 50});  // the sort's own fill
    EXPECT_FALSE(remove_cache_flush(seen_, 64)) << "the flush's record was lost";
    ASSERT_TRUE(remove_cache_flush(seen_, 1000));
    ASSERT_EQ(seen_.transfers.size(), 2u);
    EXPECT_EQ(seen_.transfers[0].kind, TransferKind::host_to_device);
    EXPECT_EQ(seen_.transfers[1].start_ns, 5150);
}
}  // namespace
}
