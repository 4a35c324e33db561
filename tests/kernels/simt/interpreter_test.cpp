#include "kernels/simt/interpreter.hpp"

#include <gmock/gmock.h>

#include "core/error.hpp"
#include "tests/core/expect_error.hpp"
#include "tests/kernels/simt/run_kernel.hpp"

namespace sortscope::kernels::simt {
namespace {
using sortscope::test::expect_error, test::KernelHarness, test::run_kernel, test::zeros, testing::ElementsAre,
    testing::Pair;
using enum SiteKind;

using Identity = test::Flat<[](auto& c, const auto& keys) {
    const uint32_t t = c.global_thread();
    c.store(keys, t,
            c.load(keys, t) + 10000 * c.blocks() + 1000 * c.block_threads() + 10 * c.block() + c.thread());
}>;

TEST(Interpreter, ThreadsKnowTheirPlace) {
    const auto run = run_kernel<Identity>(8, 4, zeros(8));
    EXPECT_THAT(run.keys, ElementsAre(24000, 24001, 24002, 24003, 24010, 24011, 24012, 24013));
}

TEST(Interpreter, BuffersStartAsZeros) {
    PlanBuilder builder;
    builder.buffer<uint32_t>("keys", 1000);
    builder.buffer<uint64_t>("other", 10);
    const KernelTable table;
    Interpreter interpreter(builder.take(), table, {});
    EXPECT_EQ(interpreter.keys().size(), 4000U);
    EXPECT_THAT(interpreter.keys(), testing::Each(std::byte{0}));
}

TEST(Interpreter, AKernelWithoutABuildIsNamed) {
    PlanBuilder builder;
    Identity kernel;
    kernel.keys = builder.buffer<uint32_t>("keys", 8);
    builder.launch({.stage = {}, .threads = 8, .block = 8}, kernel);
    const Plan plan = builder.take();
    const KernelTable table;
    Interpreter interpreter(plan, table, {});
    expect_error(ErrorKind::internal, "no build of kernel " + kernel_id<Identity>(),
                 [&] { interpreter.run(plan.launches.at(0)); });
}

template <bool Store>
struct OutOfBounds : test::OneBuffer<OutOfBounds<Store>> {
    static constexpr std::string_view name = Store ? "stores_beyond" : "loads_beyond";
    static constexpr bool synchronises = false;
    static constexpr uint32_t line = __LINE__ + 5;
    Global<uint32_t> keys;
    template <class C>
    void operator()(C& c) const {
        const uint32_t i = c.global_thread() + 1;
        Store ? c.store(keys, i, 1) : static_cast<void>(c.load(keys, i));
    }
};

TEST(Interpreter, LeavingAnArrayIsADefectOfTheKernelWithItsPlace) {
    const std::string place =
        "(kernels/simt/interpreter_test.cpp:" + std::to_string(OutOfBounds<true>::line) +
        ", block 3, thread 15)";
    expect_error(ErrorKind::verification, "stored element 64 of an array of 64 elements " + place,
                 [] { run_kernel<OutOfBounds<true>>(64, 16, zeros(64)); });
    expect_error(ErrorKind::verification, "loaded element 64 of an array of 64 elements " + place,
                 [] { run_kernel<OutOfBounds<false>>(64, 16, zeros(64)); });
}

TEST(Interpreter, LaterLaunchesWorkAfterAnError) {
    KernelHarness<OutOfBounds<true>> harness(1 << 15, 64, zeros(1 << 15), {.workers = 3});
    for (int i = 0; i < 2; ++i) {
        EXPECT_THROW(harness.run(), Error);
        const auto run = harness.run_other<Identity>(1 << 15, 256);
        EXPECT_THAT(run.requests(global_load), ElementsAre((1 << 15) / 32));
        EXPECT_THAT(run.counts(global_store), ElementsAre(Pair((1 << 15) / 32, 1 << 15)));
    }
}

/// Divergent branches, loops by lane and scattered loads: everything that could depend on the worker.
using FlatMixture = test::Flat<[](auto& c, const auto& keys) {
    const uint32_t t = c.global_thread();
    uint32_t sum = c.load(keys, t * 7919 % uint32_t(keys.size / 2));
    uint32_t i = 0;
    for (auto loop = c.loop(); loop.next(i < (t ^ t >> 5) % 6); ++i)
        if (c.branch((t + i) % 3 == 0)) sum += c.load(keys, (t + i) % uint32_t(keys.size / 2));
    c.store(keys, keys.size / 2 + t, sum);
}>;

/// Like FlatMixture, but with threads that wait for each other.
using UniformMixture = test::Waiting<[](auto& c, const auto& keys) {
    const uint32_t t = c.global_thread();
    auto tile = c.template shared<uint32_t>(c.block_threads());
    c.store(tile, c.thread() * 5 % c.block_threads(), c.load(keys, t * 7919 % uint32_t(keys.size / 2)));
    uint32_t sum = 0;
    uint32_t i = 0;
    for (auto loop = c.loop(); loop.next(i < 2 + c.block() % 3); ++i) {
        c.sync();
        if (c.branch((t + i) % 3 == 0)) sum += c.load(tile, (c.thread() + i) % c.block_threads());
        sum += c.shuffle_xor(sum, 1);
    }
    c.store(keys, keys.size / 2 + t, sum);
}>;

template <class Kernel>
void expect_same_counts(size_t sites, const test::RunOptions& options) {
    constexpr uint32_t n = 1 << 14;
    auto keys = zeros(2 * n);
    for (uint32_t i = 0; i < n; ++i) keys[i] = i * 2654435761U;
    const auto reference = run_kernel<Kernel>(n, 128, keys, options);
    ASSERT_EQ(reference.sites.size(), sites);
    for (const unsigned workers : {1U, 2U, 7U}) {
        KernelHarness<Kernel> harness(n, 128, keys, {options.shared_bytes, workers});
        for (int repeat = 0; repeat < 2; ++repeat) {
            const auto run = harness.run();
            EXPECT_EQ(run.sites, reference.sites) << workers << " workers, run " << repeat;
            EXPECT_EQ(run.keys, reference.keys);
        }
    }
}

TEST(Interpreter, CountsDependOnNeitherWorkersNorRuns) {
    expect_same_counts<FlatMixture>(5, {});
    expect_same_counts<UniformMixture>(8, {.shared_bytes = 512});
}

TEST(Interpreter, BlocksOfAllSizesOneAfterTheOther) {
    KernelHarness<UniformMixture> harness(1024, 1024, zeros(4096), {.shared_bytes = 4096, .workers = 2});
    EXPECT_THAT(harness.run().requests(global_store), ElementsAre(32));
    EXPECT_THAT(harness.run_other<UniformMixture>(64, 2, 8).requests(global_store), ElementsAre(32));
    EXPECT_THAT(harness.run_other<FlatMixture>(2048, 512).requests(global_store), ElementsAre(64));
    EXPECT_THAT(harness.run_other<UniformMixture>(256, 64, 256).requests(global_store), ElementsAre(8));
}

struct Tickets : test::OneBuffer<Tickets> {
    static constexpr std::string_view name = "tickets";
    static constexpr bool synchronises = false;
    static constexpr bool atomics = true;
    Global<uint32_t> keys;
    template <class C>
    void operator()(C& c) const {
        const uint32_t ticket = c.atomic_add(keys, 0, 1);
        c.store(keys, 1 + c.global_thread(), ticket);
    }
};

TEST(Interpreter, AtomicsCountAndAreTheSameInEveryRun) {
    constexpr uint32_t n = 1 << 14;
    const auto run = run_kernel<Tickets>(n, 128, zeros(n + 1), {.workers = 4});
    EXPECT_EQ(run.keys[0], n);
    for (uint32_t i = 0; i < n; ++i)
        ASSERT_EQ(run.keys[1 + i], i) << "blocks run in order where there are atomics";
    const auto atomic = run.of(global_atomic).at(0);
    EXPECT_EQ(std::tuple(atomic.requests, atomic.threads, atomic.sectors), std::tuple(n / 32, n, n / 32));
    EXPECT_EQ(atomic.lines, n / 32);
}
}  // namespace
}
