// Captured launches: contents of a graph, and sorts that cannot be captured.
#include <gmock/gmock.h>

#include "core/error.hpp"
#include "kernels/cuda/device_memory.hpp"
#include "kernels/cuda/graph.hpp"
#include "kernels/cuda/timing.hpp"

namespace sortscope::kernels::cuda {
namespace {
class GraphTest : public testing::Test {
 protected:
    void SetUp() override {
        int devices = 0;
        if (cudaGetDeviceCount(&devices) != cudaSuccess || devices == 0) GTEST_SKIP() << "no GPU to test on";
        SORTSCOPE_CUDA_CALL(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking));
    }
    void TearDown() override { cudaStreamDestroy(stream_); }

    cudaStream_t stream_ = nullptr;
};

TEST_F(GraphTest, RunsWhatWasCapturedWheneverItIsLaunched) {
    const DeviceMemory memory(4);
    SORTSCOPE_CUDA_CALL(cudaMemset(memory.get(), 0, 4));
    const Graph graph(stream_, [&] {
        SORTSCOPE_CUDA_CALL(cudaMemsetAsync(memory.get(), 1, 2, stream_));
        SORTSCOPE_CUDA_CALL(cudaMemsetAsync(memory.as<char>() + 2, 2, 2, stream_));
    });
    EXPECT_EQ(graph.nodes(), 2U);
    const auto read = [&] {
        uint32_t value = 0;
        SORTSCOPE_CUDA_CALL(cudaMemcpyAsync(&value, memory.get(), 4, cudaMemcpyDeviceToHost, stream_));
        SORTSCOPE_CUDA_CALL(cudaStreamSynchronize(stream_));
        return value;
    };
    EXPECT_EQ(read(), 0U) << "capturing runs nothing";
    for (int i = 0; i < 2; ++i) {
        graph.launch(stream_);
        EXPECT_EQ(read(), 0x02020101U);
        SORTSCOPE_CUDA_CALL(cudaMemsetAsync(memory.get(), 0, 4, stream_));
    }
}

TEST_F(GraphTest, WhatWaitsForTheGpuCannotBeCaptured) {
    try {
        const Graph graph(stream_, [&] { SORTSCOPE_CUDA_CALL(cudaStreamSynchronize(stream_)); });
        FAIL() << "no error";
    } catch (const Error& error) {
        EXPECT_EQ(error.kind(), ErrorKind::unsupported);
        EXPECT_THAT(error.what(), testing::HasSubstr("cannot be captured as a CUDA graph"));
        EXPECT_THAT(error.what(), testing::HasSubstr("cudaStreamSynchronize")) << "the reason";
    }
    // The stream still works, and no error is left for a later call.
    const DeviceMemory memory(4);
    SORTSCOPE_CUDA_CALL(cudaMemsetAsync(memory.get(), 0, 4, stream_));
    SORTSCOPE_CUDA_CALL(cudaStreamSynchronize(stream_));
    EXPECT_EQ(cudaGetLastError(), cudaSuccess);
}

TEST_F(GraphTest, NothingIsNoGraph) {
    EXPECT_THROW(Graph(stream_, [] {}), Error);
    EXPECT_THROW(Graph(stream_, [] { throw Error(ErrorKind::data, "Not now."); }), Error);
    EXPECT_EQ(cudaStreamSynchronize(stream_), cudaSuccess);
}

TEST_F(GraphTest, StampsTakeTheTimeOfWhatIsBetweenThem) {
    const GraphClock clock(stream_);
    EXPECT_GE(clock.step_ns(), 1U);
    if (!clock.fine()) GTEST_SKIP() << "this GPU's clock moves in steps of " << clock.step_ns() << " ns";
    for (const uint64_t ns : {50'000U, 200'000U}) {
        const Graph graph(
            stream_, [&] { hold(stream_, ns); }, &clock);
        EXPECT_EQ(graph.nodes(), 1U) << "stamps are no part of it";
        StreamGate timer(&clock), around;
        for (int i = 0; i < 3; ++i) {
            const double stamped = timer.time_ns(
                stream_, [] {}, [&] { graph.launch(stream_); });
            EXPECT_GE(stamped, ns);
            EXPECT_LT(stamped, ns + 20'000);
            EXPECT_GT(around.time_ns(
                          stream_, [] {}, [&] { graph.launch(stream_); }),
                      ns)
                << "the stamps themselves come on top of it";
        }
    }
    EXPECT_THROW(Graph(
                     stream_, [] {}, &clock),
                 Error)
        << "stamps alone are nothing";
}

TEST_F(GraphTest, EventsTellTimePassed) {
    const Event from, to;
    const DeviceMemory memory(size_t{64} << 20);
    const double nothing = timed_ns(stream_, from, to, [] {});
    const double fill = timed_ns(stream_, from, to, [&] {
        SORTSCOPE_CUDA_CALL(cudaMemsetAsync(memory.get(), 1, memory.bytes(), stream_));
    });
    EXPECT_GE(nothing, 0);
    EXPECT_GT(fill, nothing);
}
}  // namespace
}
