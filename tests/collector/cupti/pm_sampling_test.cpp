#include "collector/cupti/pm_sampling.hpp"

#include <gmock/gmock.h>

#include <cmath>
#include <limits>

#include "load.hpp"

namespace sortscope::cupti {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

const std::vector<std::pair<std::string, std::string>> two{{"bytes.sum", "bytes"}, {"active.avg", "cycles"}};

// Samples of 10 ns from 1000 on; the first covers all time before.
PmSamples samples_of(std::vector<double> bytes, std::vector<double> active) {
    PmSamples samples;
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        samples.start_ns.push_back(i == 0 ? 1 : 1000 + 10 * i);
        samples.end_ns.push_back(1010 + 10 * i);
    }
    samples.values = {std::move(bytes), std::move(active)};
    return samples;
}

TEST(PmSampling, IntervalsFollowTheSortsLength) {
    EXPECT_EQ(sampling_interval_ns(0), 2000);
    EXPECT_EQ(sampling_interval_ns(100'000), 2000);
    EXPECT_EQ(sampling_interval_ns(2'000'000), 5000);
    EXPECT_EQ(sampling_interval_ns(11'000'000), 20000);
    EXPECT_EQ(sampling_interval_ns(100'000'000), 20000);
    EXPECT_EQ(sampling_interval_ns(1'000'000'000), 160'000) << "at most 8192 samples";
}

TEST(PmSampling, AnIntervalIsKeptWhileItGivesEnoughSamplesAndNotTooMany) {
    EXPECT_EQ(sampling_interval_ns(500'000, 5000), 5000) << "100 samples";
    EXPECT_EQ(sampling_interval_ns(490'000, 5000), 2000);
    EXPECT_EQ(sampling_interval_ns(8'000'000, 2000), 2000) << "4000 samples";
    EXPECT_EQ(sampling_interval_ns(8'200'000, 2000), 20'000);
    EXPECT_EQ(sampling_interval_ns(50'000, 2000), 2000) << "there is no shorter one";
    EXPECT_EQ(sampling_interval_ns(1'000'000'000, 20'000), 160'000);
}

TEST(PmSampling, SeriesAreTheSamplesOfTheSort) {
    // The sort runs from 1022 to 1037: in samples 2 (1020..1030) and 3; sample 4 may hold what it wrote last.
    const auto series =
        make_series(two, samples_of({900, 1, 20, 30, 4, 5}, {9, 0, 7, 8, 0, 0}), SortSpan{1022, 1037, 500});
    ASSERT_EQ(series.records.size(), 2u);
    EXPECT_THAT(series.notes, ElementsAre());
    EXPECT_EQ(series.records[0].metric, "bytes.sum");
    EXPECT_EQ(series.records[0].unit, "bytes");
    EXPECT_EQ(series.records[0].provenance, Provenance::measured);
    EXPECT_THAT(series.records[0].values, ElementsAre(20, 30, 4));
    EXPECT_EQ(series.records[0].interval_ns, 10);
    EXPECT_EQ(series.records[0].start_ns, 498) << "2 ns before the first launch, which started at 500";
    EXPECT_THAT(series.records[1].values, ElementsAre(7, 8, 0));
}

TEST(PmSampling, TheFirstSampleIsNeverKept) {
    const auto series = make_series(two, samples_of({900, 1, 2}, {9, 3, 0}), SortSpan{2, 1015, 0});
    ASSERT_EQ(series.records.size(), 2u);
    EXPECT_THAT(series.records[0].values, ElementsAre(1, 2));
}

TEST(PmSampling, WithoutTimesTheSortBeginsWhereTheLastMetricDoes) {
    const auto series =
        make_series(two, samples_of({900, 1, 20, 30, 4, 5}, {9, 0, 7, 8, 0, 0}), std::nullopt);
    ASSERT_EQ(series.records.size(), 2u);
    EXPECT_THAT(series.records[0].values, ElementsAre(20, 30));
    EXPECT_EQ(series.records[0].start_ns, 0);
    ASSERT_EQ(series.notes.size(), 1u);
    EXPECT_EQ(series.notes[0].severity, Severity::info);
}

TEST(PmSampling, LostSamplesAreCountedAndLeaveTheLongestPart) {
    auto samples = samples_of({900, 1, 2, 3, 4, 5, 6}, {9, 1, 1, 1, 1, 1, 1});
    for (std::size_t i = 3; i < samples.start_ns.size(); ++i) {
        samples.start_ns[i] += 30;
        samples.end_ns[i] += 30;
    }
    const auto series = make_series(two, samples, SortSpan{1000, 2000, 0});
    ASSERT_EQ(series.records.size(), 2u);
    EXPECT_THAT(series.records[0].values, ElementsAre(3, 4, 5, 6));
    ASSERT_EQ(series.notes.size(), 1u);
    EXPECT_EQ(series.notes[0].severity, Severity::lost);
    EXPECT_THAT(series.notes[0].text, HasSubstr("about 3 were lost"));
}

TEST(PmSampling, WhatIsMissingIsSaid) {
    auto samples = samples_of({900, 1, 2}, {9, 1, 1});
    samples.overflow = true;
    samples.values[0][2] = std::numeric_limits<double>::quiet_NaN();
    const auto series = make_series(two, samples, SortSpan{1000, 1100, 0});
    ASSERT_EQ(series.records.size(), 1u);
    EXPECT_EQ(series.records[0].metric, "active.avg");
    ASSERT_EQ(series.notes.size(), 2u);
    EXPECT_THAT(series.notes[0].text, HasSubstr("buffer"));
    EXPECT_THAT(series.notes[1].text, HasSubstr("bytes.sum"));

    const auto none = make_series(two, samples_of({900}, {9}), SortSpan{1000, 1100, 0});
    EXPECT_TRUE(none.records.empty());
    ASSERT_EQ(none.notes.size(), 1u);
    EXPECT_EQ(none.notes[0].severity, Severity::lost);
}

// What a chip without PM sampling, or a user without the right to it, gets.
CUptiResult initialized(CUpti_Profiler_Initialize_Params*) { return CUPTI_SUCCESS; }
CUptiResult chip_name(CUpti_Device_GetChipName_Params* params) {
    params->pChipName = "GH100";
    return CUPTI_SUCCESS;
}
CUptiResult not_allowed(CUpti_PmSampling_GetCounterAvailability_Params*) {
    return CUPTI_ERROR_INSUFFICIENT_PRIVILEGES;
}
CUptiResult not_supported(CUpti_PmSampling_GetCounterAvailability_Params*) {
    return CUPTI_ERROR_NOT_SUPPORTED;
}
CUptiResult enabled(CUpti_PmSampling_Enable_Params*) { return CUPTI_SUCCESS; }

std::string refusal_of(const Api& api) {
    try {
        PmSampler sampler(std::make_shared<Api>(api), 0);
    } catch (const Error& error) {
        EXPECT_NE(error.kind(), ErrorKind::internal) << "a sentence with a remedy";
        return error.what();
    }
    return "";
}

TEST(PmSampling, WhatCannotBeHadIsASentence) {
    Api api;
    EXPECT_THAT(refusal_of(api), HasSubstr("no PM sampling"));
    api.cuptiProfilerInitialize = initialized;
    api.cuptiDeviceGetChipName = chip_name;
    api.cuptiPmSamplingEnable = enabled;
    api.cuptiPmSamplingGetCounterAvailability = not_allowed;
    EXPECT_THAT(refusal_of(api), HasSubstr("NVreg_RestrictProfilingToAdminUsers"));
    api.cuptiPmSamplingGetCounterAvailability = not_supported;
    EXPECT_THAT(refusal_of(api), HasSubstr("does not offer it"));
}

// By the host API, on any machine: all series fit one run wherever there is PM sampling.
TEST(PmSampling, AllSeriesOfAChipFitOnePass) {
    SORTSCOPE_LOAD_OR_SKIP(api);
    std::size_t chips = 0;
    for (const auto& name : known_chips(*api)) {
        SCOPED_TRACE(name);
        if (name.rfind("GV", 0) == 0) {
            EXPECT_THROW(ChipMetrics(api, name, {}, CUPTI_PROFILER_TYPE_PM_SAMPLING), CuptiError);
            continue;
        }
        const ChipMetrics chip(api, name, {}, CUPTI_PROFILER_TYPE_PM_SAMPLING);
        std::vector<std::string> metrics;
        for (const auto& metric : series_metrics()) {
            const bool has_own_memory = name != "GA10B" && name != "GB10B" && name != "GB20B";
            const auto found = chip.first_of(metric.names);
            if (has_own_memory || metric.names.find("dram") == std::string_view::npos) {
                EXPECT_TRUE(found) << metric.names;
            }
            if (found) metrics.push_back(*found);
        }
        EXPECT_EQ(chip.schedule(metrics).passes, 1u);
        ++chips;
    }
    EXPECT_GT(chips, 20u);
}

}  // namespace
}  // namespace sortscope::cupti
