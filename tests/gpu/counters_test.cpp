// Each metric of each set has a value. Chunks or a kept profiler do not change counts. Series add up to
// counters.
#include <cstdio>
#include <numeric>

#include "core/error.hpp"
#include "tests/gpu/gpu_fixture.hpp"

namespace sortscope::test {
namespace {
using enum CounterId;

class Counters : public GpuTest {
 protected:
    /// Only counters, as in the process that counts.
    static collector::BackendOptions counting(std::string_view names, bool keep = false) {
        collector::BackendOptions options;
        options.trials = {.min_trials = 1, .max_trials = 1};
        options.phases.times = options.phases.launch_times = options.phases.counting = false;
        options.counters = parse_counters(names);
        options.keep_profiler = keep;
        return options;
    }
    static std::string said(const CaseRecord& record) {
        std::string text = record.message;
        for (const auto& note : record.notes) text += " " + note.text;
        return text;
    }
    /// False if this machine forbids users to read counters.
    static bool has_counters(const CaseRecord& record) {
        return !record.launches.empty() && !record.launches.front().counters.empty();
    }
    static int64_t sum(const CaseRecord& record, CounterId id) {
        int64_t all = 0;
        for (const auto& launch : record.launches)
            all += counter(launch.counters, id, Provenance::measured).value_or(0);
        return all;
    }
};

TEST_F(Counters, EachMetricOfEachSetHasAValue) {
    const auto record = on_gpu(spec_of("bitonic-semi", 1 << 14), counting("all"));
    ASSERT_EQ(record.status, CaseStatus::ok) << record.message;
    if (!has_counters(record)) GTEST_SKIP() << said(record);
    for (const auto& set : metric_sets()) {
        if (set.provenance != Provenance::measured) continue;
        SCOPED_TRACE(set.name);
        EXPECT_TRUE(std::ranges::any_of(record.passes, [&](const PassRecord& pass) {
            return pass.set == set.name;
        })) << said(record);
        for (const auto* metric : set.metrics)
            EXPECT_TRUE(std::ranges::any_of(
                record.launches,
                [&](const LaunchRecord& launch) {
                    return find_value(launch.counters, metric->counter, Provenance::measured).has_value();
                }))
                << metric->id << ": " << said(record);
    }
    EXPECT_FALSE(record.series.empty()) << said(record);
    EXPECT_FALSE(record.stalls.empty()) << said(record);
    for (const auto& note : record.notes) EXPECT_NE(note.severity, Severity::lost) << note.text;
}

TEST_F(Counters, RatiosAreOfOnePass) {
    const auto record = on_gpu(spec_of("bitonic-b2", 1 << 14), counting("full"));
    ASSERT_EQ(record.status, CaseStatus::ok) << record.message;
    if (!has_counters(record)) GTEST_SKIP() << said(record);
    uint32_t runs = 0;
    for (const auto& trial : record.trials) runs += trial.kind == TrialKind::counter ? 1 : 0;
    EXPECT_GT(runs, 1u);
    for (const auto& value : record.launches.front().counters) {
        EXPECT_LE(value.pass, runs);
        if (value.id == gld_sectors || value.id == dram_read_bytes) {
            EXPECT_NE(value.pass, several_passes) << metric_of(value.id).id;
        }
    }
    const auto pass_of = [&](CounterId id) {
        return find_value(record.launches.front().counters, id, Provenance::measured)->pass;
    };
    EXPECT_EQ(pass_of(gld_sectors), pass_of(gld_requests));
    EXPECT_NE(pass_of(gld_sectors), pass_of(dram_read_bytes))
        << "instrumented instructions are a run of their own";
}

TEST_F(Counters, AKeptProfilerCountsTheSame) {
    const auto fresh = on_gpu(spec_of("bitonic-b2", 1 << 12), counting("sass"));
    ASSERT_EQ(fresh.status, CaseStatus::ok) << fresh.message;
    if (!has_counters(fresh)) GTEST_SKIP() << said(fresh);
    for (const uint64_t n : {1ULL << 12, 1ULL << 14, 1ULL << 10, 1ULL << 12}) {
        const auto kept = on_gpu(spec_of("bitonic-b2", n), counting("sass", true));
        ASSERT_EQ(kept.status, CaseStatus::ok) << kept.message;
        EXPECT_EQ(said(kept), "");
        if (n != 1 << 12) continue;
        ASSERT_EQ(kept.launches.size(), fresh.launches.size());
        for (size_t i = 0; i < kept.launches.size(); ++i)
            for (const CounterId id : {gld_sectors, gst_sectors, gld_requests, thread_instructions})
                EXPECT_EQ(counter(kept.launches[i].counters, id), counter(fresh.launches[i].counters, id))
                    << i << ", " << metric_of(id).id;
    }
    // Then another configuration of several passes in this process, then the first again.
    const auto full = on_gpu(spec_of("bitonic-b2", 1 << 12), counting("full", true));
    EXPECT_EQ(sum(full, gld_sectors), sum(fresh, gld_sectors)) << said(full);
    EXPECT_GT(sum(full, l2_sectors), 0) << said(full);
    EXPECT_EQ(sum(on_gpu(spec_of("bitonic-b2", 1 << 12), counting("sass", true)), gld_sectors),
              sum(fresh, gld_sectors));
}

// 2^10 launches (one per key) make four chunks, or ten if only instructions are counted.
TEST_F(Counters, ALongSortIsCountedInPortions) {
    const auto spec = spec_of("odd-even", 1 << 10);
    const auto host = on_host(spec);
    for (const char* names : {"sass", "full"}) {
        SCOPED_TRACE(names);
        const auto record = on_gpu(spec, counting(names, true));
        ASSERT_EQ(record.status, CaseStatus::ok) << record.message;
        if (!has_counters(record)) GTEST_SKIP() << said(record);
        ASSERT_EQ(record.launches.size(), host.launches.size());
        ASSERT_GT(record.launches.size(), 256u);
        for (size_t i = 0; i < record.launches.size() && !HasFailure(); ++i)
            for (const CounterId id : {gld_sectors, gst_sectors, gld_requests, gst_requests})
                EXPECT_EQ(counter(record.launches[i].counters, id, Provenance::measured),
                          counter(host.launches[i].counters, id))
                    << i << ", " << metric_of(id).id;
    }
}

TEST_F(Counters, AVendorsMetricIsKeptUnderItsName) {
    try {
        gpu_->planned(catalogue_.variants.find("bitonic-b2"), spec_of("bitonic-b2", 1 << 10),
                      counting("smsp__inst_executd.sum"));
        ADD_FAILURE() << "a name that the chip does not have is refused before anything runs";
    } catch (const Error& error) {
        EXPECT_EQ(error.kind(), ErrorKind::usage);
        EXPECT_NE(std::string(error.what()).find("smsp__inst_executed"), std::string::npos);
    }
    const auto record =
        on_gpu(spec_of("bitonic-b2", 1 << 12), counting("sass,smsp__sass_inst_executed_op_global_ld.sum,sm__"
                                                        "warps_active.avg.pct_of_peak_sustained_active"));
    ASSERT_EQ(record.status, CaseStatus::ok) << record.message;
    if (!has_counters(record)) GTEST_SKIP() << said(record);
    for (const auto& launch : record.launches) {
        ASSERT_EQ(launch.vendor_values.size(), 2u);
        EXPECT_EQ(launch.vendor_values[0].value.rounded(),
                  counter(launch.counters, gld_requests, Provenance::measured));
        EXPECT_GT(launch.vendor_values[1].value.as_double(), 0);
    }
    const auto unknown = on_gpu(spec_of("bitonic-b2", 1 << 10), counting("smsp__inst_executd.sum"));
    EXPECT_NE(said(unknown).find("smsp__inst_executed"), std::string::npos) << said(unknown);
}

TEST_F(Counters, SeriesAddUpToTheCounters) {
    auto options = counting("memory");
    options.counters.series = true;
    options.trials.flush_l2 = true;  // equal cache states for series and counters
    const auto record = on_gpu(spec_of("bitonic-b2", 1 << 24), options);
    ASSERT_EQ(record.status, CaseStatus::ok) << record.message;
    if (!has_counters(record) || record.series.empty()) GTEST_SKIP() << said(record);
    for (const auto& [name, id] :
         {std::pair{"dram__bytes", dram_read_bytes}, std::pair{"dram__bytes", dram_write_bytes}}) {
        const std::string direction = id == dram_read_bytes ? "read" : "write";
        const auto series = std::ranges::find_if(record.series, [&, name = name](const SeriesRecord& each) {
            return each.metric.starts_with(name) && each.metric.find(direction) != std::string::npos;
        });
        ASSERT_NE(series, record.series.end());
        EXPECT_GT(series->values.size(), 100u);
        EXPECT_GE(series->interval_ns, 2000);
        EXPECT_LE(series->interval_ns, 20000);
        const double sampled = std::accumulate(series->values.begin(), series->values.end(), 0.0);
        const auto counted = double(sum(record, id));
        EXPECT_NEAR(sampled, counted, 0.03 * counted) << direction;
    }
}

// 210 launches in a process that keeps its profiler enabled. docs/measurements has the seconds.
TEST_F(Counters, AKeptProfilerIsPaidForOnce) {
    // Stall samples come first: after CUPTI has counted launches, it takes no samples.
    for (const std::string names : {"stall samples", "series", "counting build", "sass", "full"}) {
        SCOPED_TRACE(names);
        const bool is_set = names == "sass" || names == "full";
        auto options = counting(is_set ? names : "none", true);
        options.counters.stalls = names == "stall samples";
        options.counters.series = names == "series";
        options.counting_build = options.phases.counting = names == "counting build";
        std::vector<double> seconds;
        for (int i = 0; i < 8; ++i) {
            const auto begin = std::chrono::steady_clock::now();
            const auto record = on_gpu(spec_of("bitonic-b2", 1 << 20), options);
            seconds.push_back(
                std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count());
            ASSERT_EQ(record.status, CaseStatus::ok) << record.message;
            if (!has_counters(record) && record.stalls.empty() && record.series.empty())
                GTEST_SKIP() << said(record);
        }
        std::printf("%s: first %.3f s, then", names.c_str(), seconds.front());
        for (size_t i = 1; i < seconds.size(); ++i) std::printf(" %.3f", seconds[i]);
        std::printf(" s\n");
        std::ranges::sort(seconds.begin() + 1, seconds.end());
        if (names == "counting build") continue;  // the counting build needs no profiler
        EXPECT_LT(seconds[seconds.size() / 2], 0.7 * seconds.front());
    }
}

TEST_F(Counters, StallsAreNamedByKernelAndReason) {
    const auto record = on_gpu(spec_of("bitonic-b2", 1 << 20), counting("stalls"));
    ASSERT_EQ(record.status, CaseStatus::ok) << record.message;
    if (record.stalls.empty()) GTEST_SKIP() << said(record);
    uint64_t samples = 0;
    for (const auto& stall : record.stalls) {
        EXPECT_FALSE(stall.kernel.empty());
        EXPECT_NE(stall.reason.find("stalled"), std::string::npos) << stall.reason;
        EXPECT_EQ(stall.pc_offset % 16, 0u) << "an instruction is 16 bytes long";
        samples += stall.samples;
    }
    EXPECT_GT(samples, 1000u);
}
}  // namespace
}
