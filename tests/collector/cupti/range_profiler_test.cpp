#include "collector/cupti/range_profiler.hpp"

#include <gmock/gmock.h>

#include "load.hpp"
#include "tests/core/expect_error.hpp"
#include "workload_kernels.hpp"

namespace sortscope::cupti {
namespace {
// Null without permission, for example; `why` gets the reason.
std::unique_ptr<RangeProfiler> make_profiler(const SharedApi& api, std::string& why) {
    try {
        auto profiler = std::make_unique<RangeProfiler>(api, 0);
        profiler->enable();
        return profiler;
    } catch (const CuptiError& error) {
        if (error.kind() != ErrorKind::environment) throw;
        why = error.what();
        return nullptr;
    }
}

const std::vector<std::string> loads{"smsp__sass_inst_executed_op_global_ld.sum"};

/// Launches kernels of 1024, 2048, ... threads. Returns decode(expected).
std::vector<std::vector<double>> collect(RangeProfiler& profiler, const std::vector<std::string>& metrics,
                                         size_t launches, size_t expected) {
    static const test::Words words(64 * 1024);
    profiler.configure(metrics, std::max(launches, expected));
    do {
        profiler.begin_pass();
        for (size_t i = 0; i < launches; ++i) test::launch_increment(words.data(), uint32_t(1024 * (i + 1)));
    } while (!profiler.end_pass());
    return profiler.decode(expected);
}

#define SORTSCOPE_PROFILER_OR_SKIP(profiler)                  \
    SORTSCOPE_LOAD_OR_SKIP(api);                              \
    SORTSCOPE_GPU_OR_SKIP();                                  \
    std::string profiler##_why;                               \
    const auto profiler = make_profiler(api, profiler##_why); \
    if (profiler == nullptr) GTEST_SKIP() << profiler##_why

TEST(RangeProfiler, PortionsOfInstructionsAloneAreShorter) {
    EXPECT_EQ(launches_of_chunk({"smsp__sass_inst_executed.sum", "sm__sass_data_bytes.sum"}, 1), 112u);
    EXPECT_EQ(launches_of_chunk({"smsp__sass_inst_executed.sum", "lts__t_sectors.sum"}, 1), 256u);
    EXPECT_EQ(launches_of_chunk({"smsp__sass_inst_executed.sum"}, 2), 256u);
}

TEST(RangeProfiler, CountsEachLaunchByItself) {
    SORTSCOPE_PROFILER_OR_SKIP(profiler);
    const auto plan = one_configuration(plan_passes(default_counters(), questions_to(profiler->chip())));
    // More than ten launches: an order by name ("10" before "2") would show.
    const auto rows = collect(*profiler, plan.metrics, 24, 24);
    ASSERT_EQ(rows.size(), 24u);
    for (size_t i = 0; i < rows.size(); ++i) {
        SCOPED_TRACE(i);
        std::vector<CounterValue> values;
        for (const auto& counter : plan.groups.front().counters)
            if (const auto value = value_of(counter, rows[i]))
                values.push_back({counter.row->counter, Provenance::measured, *value});
        const auto threads = int64_t(1024 * (i + 1));
        for (const auto& [id, expected] : {std::pair{CounterId::gld_requests, threads / 32},
                                           {CounterId::gst_requests, threads / 32},
                                           {CounterId::gld_sectors, threads / 8},
                                           {CounterId::gst_sectors, threads / 8},
                                           {CounterId::global_tags, 2 * threads / 32},
                                           {CounterId::gld_bytes, threads * 4},
                                           {CounterId::gst_bytes, threads * 4},
                                           {CounterId::shared_ld_requests, 0}})
            EXPECT_EQ(counter(values, id), expected) << metric_of(id).id;
    }
}

TEST(RangeProfiler, TakesOneConfigurationAfterAnother) {
    SORTSCOPE_PROFILER_OR_SKIP(profiler);
    const std::vector<std::string> stores{"smsp__sass_data_bytes_mem_global_op_st.sum"};
    EXPECT_EQ(collect(*profiler, loads, 3, 3)[2][0], 3 * 1024 / 32);
    EXPECT_EQ(collect(*profiler, stores, 5, 5)[4][0], 5 * 1024 * 4);
    EXPECT_EQ(collect(*profiler, loads, 40, 40)[39][0], 40 * 1024 / 32);
}

TEST(RangeProfiler, ALaunchTooFewOrTooManyIsAnError) {
    SORTSCOPE_PROFILER_OR_SKIP(profiler);
    EXPECT_THROW(collect(*profiler, loads, 3, 4), LaunchMismatch);
    EXPECT_THROW(collect(*profiler, loads, 4, 3), LaunchMismatch);
    EXPECT_EQ(collect(*profiler, loads, 3, 3).size(), 3u) << "an error must not spoil the next case";
}

TEST(RangeProfiler, CanBeDisabledAndEnabledAgain) {
    SORTSCOPE_PROFILER_OR_SKIP(profiler);
    EXPECT_EQ(collect(*profiler, loads, 3, 3)[2][0], 3 * 1024 / 32);
    profiler->configure(loads, 3);
    profiler->begin_pass();
    profiler->disable();  // within a pass
    profiler->disable();
    profiler->enable();
    profiler->enable();
    EXPECT_THROW(profiler->begin_pass(), Error) << "a configuration does not outlive disabling";
    EXPECT_EQ(collect(*profiler, loads, 4, 4)[3][0], 4 * 1024 / 32);
}

TEST(RangeProfiler, WrongUseIsADefect) {
    SORTSCOPE_PROFILER_OR_SKIP(profiler);
    EXPECT_THROW(profiler->begin_pass(), Error);
    EXPECT_THROW(profiler->end_pass(), Error);
    EXPECT_THROW(profiler->configure({}, 4), Error);
    EXPECT_THROW(profiler->configure({"smsp__sass_inst_executed.sum"}, 0), Error);
    EXPECT_THROW(profiler->configure({"no_such_metric.sum"}, 4), Error);
}

TEST(RangeProfiler, WithoutADriverItSaysSo) {
    SORTSCOPE_LOAD_OR_SKIP(api);
    if (!list_gpus().empty()) GTEST_SKIP() << "This machine has a GPU.";
    sortscope::test::expect_error(ErrorKind::environment, "", [&] { RangeProfiler(api, 0); });
}
}  // namespace
}
