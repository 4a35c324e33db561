#include "analyzer/timing/compare.hpp"

#include <gmock/gmock.h>

#include "tests/sample/made_cases.hpp"
#include "tests/sample/memory_source.hpp"

namespace sortscope::analyzer {
namespace {
using made::compared, made::file_of, made::one_round, made::sizes, made::timed;

size_t failing_of(const Comparison& comparison, Verdict bad, double min_effect) {
    const FailOn one{bad, min_effect};
    return failing(comparison, {&one, 1});
}

CaseRecord streamed(CaseRecord record) {
    record.time->mode = record.time_mode = TimeMode::stream;
    return record;
}

CaseRecord hosted(CaseRecord record) {
    record.time->mode = record.time_mode = TimeMode::host;
    record.backend = record.device.backend = BackendKind::cpu;
    return record;
}

/// The cases of sizes(factor), each changed by `change`.
std::vector<CaseRecord> changed(double factor, const std::function<CaseRecord(CaseRecord)>& change) {
    auto cases = sizes(factor);
    std::ranges::transform(cases, cases.begin(), change);
    return cases;
}

CaseRecord one_stream_round(CaseRecord record) { return one_round(std::move(record), TimeMode::stream); }

TEST(Compare, ThreePercentAreSlowerAndFailAsAsked) {
    const std::vector equal{file_of("a.db", sizes()), file_of("b.db", sizes())};
    auto result = compared(equal);
    EXPECT_EQ(std::tuple(result.pairs.size(), result.count(Verdict::same)), std::tuple(10U, 10U));
    EXPECT_NEAR(*result.mean_ratio, 1, 1e-9);
    EXPECT_EQ(failing_of(result, Verdict::slower, 0.02), 0U);
    const std::vector files{file_of("a.db", sizes()), file_of("b.db", sizes(1.03))};
    result = compared(files);
    EXPECT_EQ(result.count(Verdict::slower), 10U);
    EXPECT_NEAR(*result.mean_ratio, 1.03, 1e-4);
    EXPECT_EQ(failing_of(result, Verdict::slower, 0.02), 10U);
    EXPECT_EQ(failing_of(result, Verdict::slower, 0.05), 0U);
    EXPECT_EQ(failing_of(result, Verdict::faster, 0.02), 0U);
    // Counts a pair once, even if several verdicts fail it.
    EXPECT_EQ(failing(result,
                      std::vector<FailOn>{
                          {Verdict::slower, 0.02}, {Verdict::slower, 0.01}, {Verdict::faster, 0.02}}),
              10U);
    EXPECT_EQ(failing(result, {}), 0U);
    const std::vector reversed{file_of("b.db", sizes(1.03)), file_of("a.db", sizes())};
    EXPECT_EQ(compared(reversed).count(Verdict::faster), 10U);
}

TEST(Compare, OneRoundGivesNoVerdictWithinWhatProcessesDifferBy) {
    const std::vector files{file_of("a.db", changed(1, one_stream_round)),
                            file_of("b.db", changed(1.3, one_stream_round))};
    const auto result = compared(files);
    for (const auto& pair : result.pairs) {
        const bool few = pair.base.record->keys() < 1ULL << 15;
        EXPECT_EQ(*pair.verdict, few ? Verdict::unclear : Verdict::slower) << pair.base.record->keys();
        EXPECT_FALSE(pair.ratio->of_rounds);
    }
}

TEST(Compare, OfEqualKernelsTheHostMadeTheDifference) {
    const auto side = [](double factor, int64_t kernels_ns, const char* name, sample::MemorySource& source) {
        auto file = file_of(name, {streamed(timed(1, 1 << 22, factor * 1e7))});
        LaunchSums sums;
        sums.launches = 1;
        sums.time_ns = kernels_ns;
        source.sums[CaseId{1}] = {sums};
        file.source = &source;
        return file;
    };
    sample::MemorySource base, same, slower;
    const auto first = side(1, 9'000'000, "a.db", base);
    const auto verdict = [&](const CaseFile& other) {
        return *compared(std::vector{first, other}).pairs.at(0).verdict;
    };
    EXPECT_EQ(verdict(side(1.3, 9'100'000, "b.db", same)), Verdict::host);
    EXPECT_EQ(
        failing_of(compared(std::vector{first, side(1.3, 9'100'000, "b.db", same)}), Verdict::slower, 0.02),
        0U)
        << "no gate fails by the host";
    EXPECT_EQ(verdict(side(1.3, 11'700'000, "c.db", slower)), Verdict::slower);
    slower.sums.clear();
    EXPECT_EQ(verdict(file_of("d.db", {streamed(timed(1, 1 << 22, 1.3e7))})), Verdict::slower)
        << "kernels without times excuse nothing";
}

TEST(Compare, AnIntervalReachesATickToEachSide) {
    auto file = file_of("a.db", {timed(1, 2, 1000, 0)});
    file.graph_timers[{RunId{1}, "GPU-1"}] = {true, 900, 32};
    const auto interval = time_of(file, file.cases[0], TimeMode::graph)->interval_ns;
    EXPECT_NEAR(interval.low, 968, 1e-6);
    EXPECT_NEAR(interval.high, 1032, 1e-6);
}

TEST(Compare, DifferentWorkMeetsOnlyPerUnitOfWork) {
    auto runs = timed(1, 1 << 20, 5e5);
    runs.subject.name = "b", runs.subject.promise = Promise::in_blocks;
    auto extremes = timed(2, 1 << 20, 1e5);
    extremes.subject.name = "c", extremes.subject.promise = Promise::extremes;
    const std::vector files{file_of("a.db", {timed(3, 1 << 20, 1e6), runs, extremes})};
    CompareOptions options{.across = {"variant"}, .values = {"bitonic-b2", "b"}};
    EXPECT_TRUE(compared(files, options).pairs.empty());
    options.per_work = true;
    const auto pairs = compared(files, options).pairs;
    ASSERT_EQ(pairs.size(), 1U);
    EXPECT_EQ(pairs[0].per, Per::work);
    EXPECT_NEAR(pairs[0].ratio->ratio, 0.5 * 20 / std::log2(double(runs.block())), 1e-6);
    EXPECT_EQ(differing_work(pairs[0]), std::vector<std::string>{"output"});
    options.values[1] = "c";
    EXPECT_TRUE(compared(files, options).pairs.empty());
    EXPECT_TRUE(values_without_work(files[0], options).empty()) << "c was asked for";
    options.values.clear();
    EXPECT_EQ(values_without_work(files[0], options), std::vector<std::string>{"variant c"});
}

TEST(Compare, KeysOfTwoTypesHaveARatioWithoutAVerdict) {
    auto wide = timed(2, 1 << 20, 2e6);
    wide.axes.set("key", std::string("u64"));
    const std::vector files{file_of("a.db", {timed(1, 1 << 20, 1e6), wide})};
    const auto comparison = compared(files, {.across = {"key"}});
    ASSERT_EQ(comparison.pairs.size(), 1U);
    const auto& pair = comparison.pairs[0];
    EXPECT_NEAR(pair.ratio->ratio, 2, 1e-9) << "of the times, which is that of the throughputs";
    EXPECT_EQ(std::tuple(pair.per, differing_work(pair), pair.verdict),
              std::tuple(Per::nothing, std::vector<std::string>{"key"}, std::nullopt));
    EXPECT_EQ(comparison.timed, 1U);
    EXPECT_EQ(failing(comparison, std::vector<FailOn>{{Verdict::slower, 0.02}}), 0U);
}

TEST(Compare, TimesOfOneModeMeet) {
    // The base has graph and stream times; the other side has only stream times, of one round.
    auto base = timed(1, 1 << 20, 1e6);
    base.other_times.push_back(
        {.median_ns = 2000000, .min_ns = 2000000, .max_ns = 2000000, .count = 10, .mode = TimeMode::stream});
    auto other = one_round(timed(1, 1 << 20, 2e6), TimeMode::stream);
    const std::vector files{file_of("a.db", {base}), file_of("b.db", {other})};
    const auto result = compared(files);
    EXPECT_EQ(result.pairs[0].mode, TimeMode::stream);
    EXPECT_NEAR(result.pairs[0].ratio->ratio, 1, 1e-9);
    const CompareOptions options{.time_mode = TimeMode::graph};
    const auto none = compared(files, options);
    EXPECT_EQ(none.pairs[0].mode, TimeMode::none);
    EXPECT_FALSE(none.pairs[0].ratio || none.pairs[0].verdict);
}

TEST(Compare, StreamTimesOfTwoRecordingsAreWidenedByTheHostsDrift) {
    auto other = changed(1.1, streamed);
    for (auto record : changed(2, streamed)) record.run = RunId{2}, other.push_back(record);
    // Run 1 of one file and run 1 of another are two recordings, although their numbers are equal.
    std::vector files{file_of("a.db", changed(1, streamed)), file_of("b.db", other)};
    CompareOptions options{.runs = {1, 1}};
    auto result = compared(files, options);
    ASSERT_EQ(result.timed, 10U);
    EXPECT_EQ(host_bound_pairs(result), 10U);
    EXPECT_EQ(result.count(Verdict::unclear), 10U) << "10 % lie within what the host may have drifted";
    for (const auto& pair : result.pairs) {
        EXPECT_TRUE(pair.ratio->between_recordings());
        EXPECT_DOUBLE_EQ(pair.ratio->variation,
                         process_variation(TimeMode::stream, pair.base.record->keys()));
        EXPECT_NEAR(std::log(pair.ratio->interval.high / pair.ratio->ratio),
                    std::log1p(pair.ratio->variation), 0.01);
    }
    options.runs = {1, 2};
    EXPECT_EQ(compared(files, options).count(Verdict::slower), 10U)
        << "twice the time is more than any drift";
    // A run and its copy in another file are one recording.
    for (auto& file : files) file.runs[0].uuid = "of both";
    options.runs = {1, 1};
    result = compared(files, options);
    EXPECT_EQ(std::tuple(result.count(Verdict::slower), host_bound_pairs(result)), std::tuple(10U, 0U));
    EXPECT_FALSE(result.pairs.front().ratio->between_recordings());
}

TEST(Compare, HostTimesOfTwoRecordingsAreWidenedByTheHostsDrift) {
    std::vector files{file_of("a.db", changed(1, hosted)), file_of("b.db", changed(1.3, hosted))};
    const auto result = compared(files);
    EXPECT_EQ(host_bound_pairs(result), 10U);
    EXPECT_EQ(result.count(Verdict::unclear), 10U) << "30 % lie within what a host drifts";
    EXPECT_TRUE(result.pairs.front().ratio->between_recordings());
    for (auto& file : files) file.runs[0].uuid = "of both";
    EXPECT_EQ(compared(files).count(Verdict::slower), 10U) << "of one recording the rounds tell";
}

TEST(Compare, KnowsWhereTheHostsDiffer) {
    std::vector files{file_of("a.db", {hosted(timed(1, 1 << 16, 1e6))}),
                      file_of("b.db", {hosted(timed(1, 1 << 16, 2e6))})};
    auto& base = files[0].runs[0].host;
    auto& other = files[1].runs[0].host;
    const auto differ = [&] { return on_different_hosts(compared(files).pairs.at(0)); };
    EXPECT_FALSE(differ()) << "both unknown";
    base = {.name = "vm", .os = {}, .kernel = {}, .cpu = "Xeon", .threads = 16, .memory_bytes = 128000000000};
    EXPECT_FALSE(differ()) << "one unknown";
    other = base;
    other.memory_bytes -= 100000000;
    other.kernel = "newer";
    EXPECT_FALSE(differ()) << "one machine with another kernel";
    for (void (*change)(Host&) :
         {+[](Host& host) { host.name = "box"; }, +[](Host& host) { host.cpu = "EPYC"; },
          +[](Host& host) { host.threads = 2; }, +[](Host& host) { host.memory_bytes /= 2; }}) {
        const auto kept = other;
        change(other);
        EXPECT_TRUE(differ());
        other = kept;
    }
    other.threads = 2;
    for (auto& file : files) file.cases[0].time->mode = file.cases[0].time_mode = TimeMode::graph;
    EXPECT_FALSE(differ()) << "graphs run without the host";
}

TEST(Compare, ACaseIsTheSameAsItself) {
    const auto cases = changed(1, one_stream_round);
    std::vector files{file_of("a.db", cases), file_of("copy.db", cases)};
    EXPECT_EQ(compared(files).count(Verdict::unclear), 10U) << "two recordings";
    for (auto& file : files) file.runs[0].uuid = "of both";
    const auto result = compared(files);
    EXPECT_EQ(std::tuple(result.count(Verdict::same), result.pairs[0].ratio->variation), std::tuple(10U, 0));
    for (auto& record : files[1].cases) record.id = CaseId{int64_t(record.id) + 100};
    EXPECT_EQ(compared(files).count(Verdict::same), 10U) << "merging numbers cases anew";
}

TEST(Compare, AcrossTimeModesOfOneFile) {
    auto record = timed(1, 1 << 20, 1e6);
    auto stream = *record.time;
    stream.mode = TimeMode::stream;
    for (auto& round : stream.rounds) round.median_ns *= 2;
    record.other_times.push_back(stream);
    const std::vector files{file_of("a.db", {record})};
    CompareOptions options{.across = {"time-mode"}, .values = {"graph", "stream"}};
    const auto result = compared(files, options);
    ASSERT_EQ(result.pairs.size(), 1U);
    EXPECT_NEAR(result.pairs[0].ratio->ratio, 2, 1e-6);
}

TEST(Compare, RanksByEffectWhateverItsDirection) {
    Comparison comparison;
    for (const double ratio : {1.1, 0.5, 1.0, 3.0}) {
        auto& pair = comparison.pairs.emplace_back();
        pair.ratio.emplace();
        pair.ratio->ratio = ratio;
    }
    comparison.pairs.emplace_back();  // a pair without times
    EXPECT_EQ(by_effect(comparison), (std::vector<size_t>{3, 1, 0, 2}));
    EXPECT_DOUBLE_EQ(effect_of(comparison.pairs[1]), std::log(2.0));
    EXPECT_EQ(effect_of(comparison.pairs[4]), 0);
}

TEST(Compare, SortsOfOtherNumbersOfKeysAreHeldAgainstEachOtherPerKey) {
    // The other case sorts four times as many keys in three times the time.
    const std::vector files{file_of("a.db", {timed(1, 1 << 20, 1e6), timed(2, 1 << 22, 3e6)})};
    const auto result = compared(files, {.across = {"n"}});
    ASSERT_EQ(result.pairs.size(), 1U);
    const auto& pair = result.pairs.front();
    EXPECT_EQ(std::tuple(pair.per, differing_work(pair), pair.verdict),
              std::tuple(Per::key, std::vector<std::string>{"n"}, Verdict::faster));
    EXPECT_NEAR(pair.ratio->ratio, 0.75, 1e-3);
    EXPECT_LT(pair.ratio->interval.low, 0.75);
    EXPECT_GT(pair.ratio->interval.high, 0.75);
    EXPECT_LT(pair.ratio->interval.high, 1);
    EXPECT_EQ(failing_of(result, Verdict::slower, 0.02), 0U);
    EXPECT_FALSE(is_explained(pair)) << "the stages of other sizes do other work";
    EXPECT_TRUE(pairs_to_explain(result, false).empty());
    EXPECT_EQ(pairs_to_explain(result, true).size(), 1U);
}

using testing::ElementsAre;

/// Returns texts such as "driver_version 1 against 2 in 10".
std::vector<std::string> texts_of(const Comparison& comparison) {
    std::vector<std::string> texts;
    for (const auto& [one, pairs] : possible_causes(comparison))
        texts.push_back(std::string(one.what) + " " + one.base + " against " + one.other + " in " +
                        std::to_string(pairs));
    return texts;
}

TEST(PossibleCauses, AreTheKnownDifferencesOfTwoRecordings) {
    auto others = sizes(1.5);
    for (auto& record : others) {
        record.run = RunId{2};
        record.device.driver_version = "590.1";
        record.device.cuda_version = "13.1";
    }
    others.at(0) = one_round(others.at(0), TimeMode::graph);
    auto base = sizes();
    for (auto& record : base) record.device.driver_version = "580.65";  // the CUDA version is unknown
    const std::vector files{file_of("a.db", base), file_of("b.db", others)};
    EXPECT_THAT(texts_of(compared(files)),
                ElementsAre("program_version 0.1.0 against 0.2.0 in 10",
                            "driver_version 580.65 against 590.1 in 10", "rounds 3 against 1 in 1"));
}

TEST(PossibleCauses, AreNoneOfEqualTimesOrOfOneRecording) {
    auto base = sizes(), others = sizes(), of_one_run = sizes(1.5);
    for (auto& record : base) record.device.driver_version = "580.65";
    for (auto& record : others) record.device.driver_version = "590.1";
    const std::vector same{file_of("a.db", base), file_of("b.db", others)};
    EXPECT_EQ(compared(same).count(Verdict::same), 10U);
    EXPECT_TRUE(possible_causes(compared(same)).empty());
    for (auto& record : of_one_run)
        record.subject.name = "bitonic-c4", record.device.driver_version = "590.1";
    base.insert(base.end(), of_one_run.begin(), of_one_run.end());
    const std::vector files{file_of("a.db", base)};
    const auto one = compared(files, {.across = {"variant"}, .values = {"bitonic-b2", "bitonic-c4"}});
    EXPECT_EQ(one.count(Verdict::slower), 10U);
    EXPECT_TRUE(possible_causes(one).empty());
}

TEST(PossibleCauses, NameTwoGpusOfOneModel) {
    auto others = sizes(1.5);
    const auto causes = [&] {
        const std::vector files{file_of("a.db", sizes()), file_of("b.db", others)};
        return texts_of(compared(files, {.across = {"device"}}));
    };
    for (auto& record : others) record.device.uuid = "GPU-2";
    EXPECT_THAT(causes(), ElementsAre("device_uuid GPU-1 against GPU-2 in 10"));
    for (auto& record : others) record.device.name = "NVIDIA H100";
    EXPECT_THAT(causes(), ElementsAre()) << "the models are what is compared";
}
}  // namespace
}
