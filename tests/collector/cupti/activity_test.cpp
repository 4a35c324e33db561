#include "collector/cupti/activity.hpp"

#include <gmock/gmock.h>

#include "collector/cupti/cupti_api.hpp"
#include "load.hpp"
#include "workload_kernels.hpp"

namespace sortscope::cupti {
namespace {

TEST(KernelName, KeepsTheNameAlone) {
    EXPECT_EQ(short_kernel_name("void sortscope::b2<unsigned int, 4>(unsigned int*, unsigned long)"), "b2");
    EXPECT_EQ(short_kernel_name("copy(int const*)"), "copy");
    EXPECT_EQ(short_kernel_name("void (anonymous namespace)::step(int)"), "step");
    EXPECT_EQ(short_kernel_name("void a::b<c::d<e>, (f)1>::kernel<g>(h<i>)"), "kernel");
    EXPECT_EQ(short_kernel_name(
                  "void cub::v1::Upsweep<cub::Policy<unsigned int, cub::Null>::P700, true>(T const*)"),
              "Upsweep");
    EXPECT_EQ(short_kernel_name("plain"), "plain");
    EXPECT_EQ(short_kernel_name(""), "");
}

TEST(KernelName, Demangles) {
    EXPECT_EQ(short_kernel_name("_ZN9sortscope4step2b2IjEEvPT_m"), "b2");
    EXPECT_EQ(demangled("_ZN9sortscope4step2b2IjEEvPT_m"),
              "void sortscope::step::b2<unsigned int>(unsigned int*, unsigned long)");
    EXPECT_EQ(demangled("not_mangled"), "not_mangled");
}

#if CUPTI_API_VERSION >= 130000
using KernelRecord = CUpti_ActivityKernel10;
using MemcpyRecord = CUpti_ActivityMemcpy6;
#else
using KernelRecord = CUpti_ActivityKernel9;
using MemcpyRecord = CUpti_ActivityMemcpy5;
#endif

// Adds a record of its full type, as CUPTI hands it over.
template <class Record>
void add(const Record& record, Activities& into) {
    const void* at = &record;
    add_record(*static_cast<const CUpti_Activity*>(at), into);
}

KernelRecord kernel_record(std::uint64_t start, std::uint64_t end) {
    KernelRecord record{};
    record.kind = CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL;
    record.start = start;
    record.end = end;
    record.gridX = 7;
    record.gridY = 1;
    record.gridZ = 1;
    record.blockX = 64;
    record.blockY = 2;
    record.blockZ = 1;
    record.staticSharedMemory = 16;
    record.dynamicSharedMemory = 32;
    record.registersPerThread = 40;
    record.localMemoryPerThread = 24;
    record.contextId = 1;
    record.streamId = 13;
    record.correlationId = 9;
    record.name = "_ZN9sortscope4step2b2IjEEvPT_m";
    return record;
}

TEST(Records, AKernel) {
    Activities seen;
    add(kernel_record(100, 250), seen);
    ASSERT_EQ(seen.kernels.size(), 1u);
    const auto& kernel = seen.kernels[0];
    EXPECT_EQ(kernel.name, "b2");
    EXPECT_EQ(kernel.grid, (Dim3{7, 1, 1}));
    EXPECT_EQ(kernel.block, (Dim3{64, 2, 1}));
    EXPECT_EQ(kernel.static_shared_bytes, 16u);
    EXPECT_EQ(kernel.dynamic_shared_bytes, 32u);
    EXPECT_EQ(kernel.registers, 40u);
    EXPECT_EQ(kernel.start_ns, 100u);
    EXPECT_EQ(kernel.end_ns, 250u);
    EXPECT_EQ(kernel.symbol, "_ZN9sortscope4step2b2IjEEvPT_m");
    EXPECT_EQ(kernel.local_bytes, 24u);
    EXPECT_EQ(kernel.context, 1u);
    EXPECT_EQ(kernel.stream, 13u);
    EXPECT_EQ(kernel.correlation, 9u);
}

TEST(Records, WithoutValidTimesAreCounted) {
    Activities seen;
    add(kernel_record(0, 0), seen);
    add(kernel_record(0, 250), seen);
    add(kernel_record(300, 250), seen);
    MemcpyRecord copy{};
    copy.kind = CUPTI_ACTIVITY_KIND_MEMCPY;
    copy.copyKind = CUPTI_ACTIVITY_MEMCPY_KIND_HTOD;
    add(copy, seen);
    ASSERT_EQ(seen.kernels.size(), 3u) << "they ran, and counters are matched to them by order";
    for (const auto& kernel : seen.kernels) {
        EXPECT_FALSE(kernel.timed);
        EXPECT_EQ(kernel.start_ns, 0u);
        EXPECT_EQ(kernel.end_ns, 0u);
    }
    EXPECT_TRUE(seen.transfers.empty());
    EXPECT_EQ(seen.rejected, 1u);
    const auto notes = seen.notes();
    ASSERT_EQ(notes.size(), 2u);
    EXPECT_EQ(notes[0].severity, Severity::lost);
    EXPECT_THAT(notes[0].text, ::testing::HasSubstr("3 of 3 kernels"));
    add(kernel_record(250, 250), seen);
    EXPECT_TRUE(seen.kernels.back().timed) << "a duration of 0 is a duration";
}

TEST(Records, TransfersByDirection) {
    const std::pair<int, TransferKind> directions[] = {
        {CUPTI_ACTIVITY_MEMCPY_KIND_HTOD, TransferKind::host_to_device},
        {CUPTI_ACTIVITY_MEMCPY_KIND_DTOH, TransferKind::device_to_host},
        {CUPTI_ACTIVITY_MEMCPY_KIND_DTOD, TransferKind::device_to_device},
        {CUPTI_ACTIVITY_MEMCPY_KIND_PTOP, TransferKind::device_to_device}};
    for (const auto& [copied, kind] : directions) {
        Activities seen;
        MemcpyRecord record{};
        record.kind = CUPTI_ACTIVITY_KIND_MEMCPY;
        record.copyKind = static_cast<std::uint8_t>(copied);
        record.bytes = 4096;
        record.start = 10;
        record.end = 30;
        add(record, seen);
        ASSERT_EQ(seen.transfers.size(), 1u);
        EXPECT_EQ(seen.transfers[0].kind, kind);
        EXPECT_EQ(seen.transfers[0].bytes, 4096u);
        EXPECT_EQ(seen.transfers[0].end_ns, 30u);
    }
    Activities seen;
    CUpti_ActivityMemset4 set{};
    set.kind = CUPTI_ACTIVITY_KIND_MEMSET;
    set.bytes = 128;
    set.start = 1;
    set.end = 2;
    add(set, seen);
    MemcpyRecord host{};
    host.kind = CUPTI_ACTIVITY_KIND_MEMCPY;
    host.copyKind = CUPTI_ACTIVITY_MEMCPY_KIND_HTOH;
    host.start = 1;
    host.end = 2;
    add(host, seen);
    ASSERT_EQ(seen.transfers.size(), 1u) << "a copy within the host is not the GPU's work";
    EXPECT_EQ(seen.transfers[0].kind, TransferKind::set);
}

TEST(Activities, LossesAreNoted) {
    EXPECT_TRUE(Activities{}.notes().empty());
    Activities lossy;
    lossy.rejected = 2;
    lossy.dropped = 7;
    const auto notes = lossy.notes();
    ASSERT_EQ(notes.size(), 2u);
    EXPECT_EQ(notes[0].severity, Severity::lost);
    EXPECT_THAT(notes[0].text, ::testing::HasSubstr("2 transfers"));
    EXPECT_THAT(notes[1].text, ::testing::HasSubstr("dropped 7"));
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
    EXPECT_TRUE(recorder.stop().kernels.empty()) << "launched before it started";
    for (int round = 0; round < 2; ++round) {
        recorder.start();
        SORTSCOPE_CUDA_CALL(cudaMemset(words.data(), 0, 4096 * sizeof(std::uint32_t)));
        for (std::uint32_t threads : {1024u, 2048u, 4096u}) test::launch_increment(words.data(), threads);
        const auto seen = recorder.stop();
        ASSERT_EQ(seen.kernels.size(), 3u);
        EXPECT_EQ(seen.rejected, 0u);
        EXPECT_EQ(seen.dropped, 0u);
        for (std::size_t i = 0; i < 3; ++i) {
            EXPECT_EQ(seen.kernels[i].name, "increment");
            EXPECT_EQ(seen.kernels[i].grid.x, 4u << i);
            EXPECT_EQ(seen.kernels[i].block.x, 256u);
            EXPECT_GT(seen.kernels[i].end_ns, seen.kernels[i].start_ns);
            EXPECT_GE(seen.kernels[i].start_ns, i == 0 ? 1 : seen.kernels[i - 1].end_ns);
        }
        ASSERT_EQ(seen.transfers.size(), 1u);
        EXPECT_EQ(seen.transfers[0].kind, TransferKind::set);
        EXPECT_EQ(seen.transfers[0].bytes, 4096 * sizeof(std::uint32_t));
    }
}

}  // namespace
}  // namespace sortscope::cupti
