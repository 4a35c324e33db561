#include "collector/cupti/pm_sampling.hpp"

#include <gmock/gmock.h>

#include "load.hpp"
#include "tests/core/expect_error.hpp"

namespace sortscope::cupti {
namespace {
using ::testing::ElementsAre;
using ::testing::Field;
using ::testing::HasSubstr;
using ::testing::Pair;

const std::vector<std::pair<std::string, std::string>> two{{"bytes.sum", "bytes"}, {"active.avg", "cycles"}};

// Samples of 10 ns from 1000 on; the first covers all earlier time.
PmSamples samples_of(std::vector<double> bytes, std::vector<double> active) {
    PmSamples samples;
    for (size_t i = 0; i < bytes.size(); ++i) {
        samples.start_ns.push_back(i == 0 ? 1 : 1000 + 10 * i);
        samples.end_ns.push_back(1010 + 10 * i);
    }
    samples.values = {std::move(bytes), std::move(active)};
    return samples;
}

TEST(PmSampling, IntervalsFollowTheSortsLengthAndStayIfTheyCan) {
    struct {
        int64_t expected, present, interval;
    } const cases[]{
        {0, 0, 2000},
        {100'000, 0, 2000},
        {2'000'000, 0, 5000},
        {11'000'000, 0, 20'000},
        {100'000'000, 0, 20'000},
        {1'000'000'000, 0, 160'000},  // at most 8192 samples
        {500'000, 5000, 5000},        // 100 samples
        {490'000, 5000, 2000},        // 98 samples are too few: a shorter interval
        {8'000'000, 2000, 2000},      // 4000 samples
        {8'200'000, 2000, 20'000},    // 4100 samples are too many: a longer interval
        {50'000, 2000, 2000},         // 2 us is the shortest interval
        {1'000'000'000, 20'000, 160'000},
    };
    for (const auto& [expected, present, interval] : cases)
        EXPECT_EQ(sampling_interval_ns(expected, present), interval) << expected << ", " << present;
}

TEST(PmSampling, StampsAreShiftedUntilActivityIsUnderKernels) {
    for (const int64_t late : {-700, 0, 370}) {
        std::vector<LaunchRecord> kernels;
        for (int64_t i = 0; i < 64; ++i) {
            auto& kernel = kernels.emplace_back();
            kernel.start_ns = 100'000 + 11'300 * i;
            kernel.duration_ns = 5000;
        }
        PmSamples samples;
        samples.values.resize(1);
        for (int64_t from = 90'000; from < 850'000; from += 2000) {
            int64_t active = 0;
            for (const auto& kernel : kernels)
                active += std::max<int64_t>(
                    0, std::min(from + 2000, *kernel.start_ns + 5000) - std::max(from, *kernel.start_ns));
            samples.start_ns.push_back(uint64_t(from - late));
            samples.end_ns.push_back(uint64_t(from + 2000 - late));
            samples.values[0].push_back(double(active) / 132);
        }
        EXPECT_NEAR(double(stamp_shift_ns(samples, 0, kernels)), double(late), 16);
        kernels.back().start_ns.reset();
        EXPECT_EQ(stamp_shift_ns(samples, 0, kernels), 0) << "a kernel without times";
    }
    EXPECT_EQ(stamp_shift_ns({}, 0, {}), 0);
}

TEST(PmSampling, SeriesAreTheSamplesOfTheSort) {
    // The sort runs from 1022 to 1037, in samples 2 (1020..1030) and 3. Sample 4 may hold its last writes.
    const auto series = make_series(two, samples_of({900, 1, 20, 30, 4, 5}, {9, 0, 7, 8, 0, 0}),
                                    SortSpan{1022, 1037}, TimeMode::stream);
    EXPECT_THAT(series.notes, ElementsAre());
    EXPECT_EQ(series.lead_ns, 2);  // the first sample begins before the first kernel
    const int64_t start_ns = 0;
    EXPECT_THAT(
        series.records,
        ElementsAre(
            SeriesRecord{
                "bytes.sum", "bytes", Provenance::measured, start_ns, 10, {20, 30, 4}, TimeMode::stream},
            SeriesRecord{
                "active.avg", "cycles", Provenance::measured, start_ns, 10, {7, 8, 0}, TimeMode::stream}));
}

/// Values of the first metric; severities of the notes.
std::pair<std::vector<double>, std::vector<Severity>> made(const PmSamples& samples, const SortSpan& span) {
    const auto series = make_series(two, samples, span, TimeMode::graph);
    std::vector<Severity> severities;
    for (const auto& note : series.notes) severities.push_back(note.severity);
    return {series.records.empty() ? std::vector<double>{} : series.records[0].values, severities};
}

TEST(PmSampling, TheFirstSampleIsNeverKept) {
    EXPECT_THAT(made(samples_of({900, 1, 2}, {9, 3, 0}), SortSpan{2, 1015}),
                Pair(ElementsAre(1, 2), ElementsAre()));
    EXPECT_THAT(made(samples_of({900}, {9}), SortSpan{1000, 1100}),
                Pair(ElementsAre(), ElementsAre(Severity::lost)));
}

TEST(PmSampling, ASortThatBeganBeforeItsFirstSampleLeadsNothing) {
    const auto series =
        make_series(two, samples_of({900, 1, 2}, {9, 3, 0}), SortSpan{1004, 1025}, TimeMode::graph);
    EXPECT_EQ(series.lead_ns, 0);
    ASSERT_FALSE(series.records.empty());
    EXPECT_EQ(series.records[0].start_ns, 6) << "the first sample that stays begins at 1010";
}

TEST(PmSampling, LostSamplesLeaveTheLongestPart) {
    auto samples = samples_of({900, 1, 2, 3, 4, 5, 6}, {9, 1, 1, 1, 1, 1, 1});
    for (size_t i = 3; i < samples.start_ns.size(); ++i) {
        samples.start_ns[i] += 30;
        samples.end_ns[i] += 30;
    }
    const SortSpan span{1000, 2000};
    EXPECT_THAT(made(samples, span), Pair(ElementsAre(3, 4, 5, 6), ElementsAre(Severity::lost)));
    EXPECT_THAT(make_series(two, samples, span, TimeMode::graph).notes[0].text, HasSubstr("About 3 samples"));
}

TEST(PmSampling, AnOverflowAndAMissingValueAreNoted) {
    auto samples = samples_of({900, 1, 2}, {9, 1, 1});
    samples.overflow = true;
    samples.values[0][2] = std::numeric_limits<double>::quiet_NaN();
    const auto series = make_series(two, samples, SortSpan{1000, 1100}, TimeMode::graph);
    EXPECT_THAT(series.records, ElementsAre(Field(&SeriesRecord::metric, "active.avg")));
    EXPECT_THAT(series.notes, ElementsAre(Field(&Note::text, HasSubstr("buffer")),
                                          Field(&Note::text, HasSubstr("bytes.sum"))));
}

TEST(PmSampling, ARefusalIsASentence) {
    using sortscope::test::expect_error;
    Api api;
    const auto sample = [&] { PmSampler(std::make_shared<Api>(api), 0); };
    expect_error(ErrorKind::unsupported, "no PM sampling", sample);
    api.cuptiProfilerInitialize = [](CUpti_Profiler_Initialize_Params*) { return CUPTI_SUCCESS; };
    api.cuptiDeviceGetChipName = [](CUpti_Device_GetChipName_Params* params) {
        params->pChipName = "GH100";
        return CUPTI_SUCCESS;
    };
    api.cuptiPmSamplingEnable = [](CUpti_PmSampling_Enable_Params*) { return CUPTI_SUCCESS; };
    api.cuptiPmSamplingGetCounterAvailability = [](CUpti_PmSampling_GetCounterAvailability_Params*) {
        return CUPTI_ERROR_INSUFFICIENT_PRIVILEGES;
    };
    expect_error(ErrorKind::environment, "NVreg_RestrictProfilingToAdminUsers", sample);
}

// Needs no GPU.
TEST(PmSampling, AllSeriesOfAChipFitOnePass) {
    SORTSCOPE_LOAD_OR_SKIP(api);
    size_t chips = 0;
    for (const auto& name : known_chips(*api)) {
        SCOPED_TRACE(name);
        if (name.starts_with("GV")) {
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
}
