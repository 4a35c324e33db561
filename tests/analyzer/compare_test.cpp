#include "analyzer/compare.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <string>

#include "core/error.hpp"
#include "tests/sample/made_cases.hpp"
#include "tests/core/expect_error.hpp"

namespace sortscope::analyzer {
namespace {

using made::file_of;
using made::one_round;
using made::timed;
using test::expect_error;

std::vector<CaseRecord> sizes(double factor = 1) {
    std::vector<CaseRecord> cases;
    for (int log2 = 10; log2 < 20; ++log2) cases.push_back(timed(log2 - 9, 1ULL << log2, factor * 1e4 * (log2 - 5), 0.0004 + 0.0001 * (log2 % 3)));
    return cases;
}

Comparison compared(const std::vector<CaseFile>& files, const CompareOptions& options = {}) {
    static std::vector<Side> sides;  // pairs point into the files, not the sides
    sides = sides_of(files, options);
    return compare(sides.at(0), sides.at(1), options);
}

Axis across(ConditionPart part) { return {Axis::Kind::part, part, {}}; }

std::size_t failing_of(const Comparison& comparison, Verdict bad, double min_effect) {
    const FailOn one{bad, min_effect};
    return failing(comparison, {&one, 1});
}

TEST(Compare, FilesOfOneTimeAreTheSame) {
    const std::vector files{file_of("a.db", sizes()), file_of("b.db", sizes())};
    const auto result = compared(files);
    EXPECT_EQ(result.pairs.size(), 10U);
    EXPECT_EQ(result.count(Verdict::same), 10U);
    EXPECT_NEAR(*result.mean_ratio, 1, 1e-9);
    EXPECT_EQ(failing_of(result, Verdict::slower, 0.02), 0U);
}

TEST(Compare, OfSeveralDevicesOfASideTheNewestIsUsedAndTheOthersAreNamed) {
    auto first = timed(1, 1 << 20, 1e6), second = timed(2, 1 << 20, 2e6);
    second.device.uuid = "GPU-2";
    const std::vector files{file_of("a.db", {timed(1, 1 << 20, 1e6)}), file_of("b.db", {first, second})};
    CompareOptions options;
    options.across = {across(ConditionPart::device)};
    auto result = compared(files, options);
    ASSERT_EQ(result.pairs.size(), 1U);
    EXPECT_EQ(result.pairs[0].other.record->device.uuid, "GPU-2");
    EXPECT_EQ(result.pairs[0].other.older, 0U) << "another device's case is no older one of the same";
    ASSERT_EQ(result.pairs[0].other.other_devices.size(), 1U);
    EXPECT_EQ(result.pairs[0].other.other_devices.begin()->id, "GPU-1");
    EXPECT_TRUE(result.pairs[0].base.other_devices.empty());
    // A part of the name or UUID that fits one alone is enough.
    options.values = {"h200", "gpu-1"};
    result = compared(files, options);
    EXPECT_EQ(result.pairs[0].other.record->device.uuid, "GPU-1");
    EXPECT_TRUE(result.pairs[0].other.other_devices.empty());
    options.values = {"H200", "H200"};
    expect_error(ErrorKind::usage, "There are: NVIDIA H200 GPU-1, NVIDIA H200 GPU-2.", [&] { compared(files, options); });
}

TEST(Compare, ThreePercentAreSlowerAndFailAsAsked) {
    const std::vector files{file_of("a.db", sizes()), file_of("b.db", sizes(1.03))};
    const auto result = compared(files);
    EXPECT_EQ(result.count(Verdict::slower), 10U);
    EXPECT_NEAR(*result.mean_ratio, 1.03, 1e-4);
    EXPECT_EQ(failing_of(result, Verdict::slower, 0.02), 10U);
    EXPECT_EQ(failing_of(result, Verdict::slower, 0.05), 0U);
    EXPECT_EQ(failing_of(result, Verdict::faster, 0.02), 0U);
    const std::vector reversed{file_of("b.db", sizes(1.03)), file_of("a.db", sizes())};
    EXPECT_EQ(compared(reversed).count(Verdict::faster), 10U);
}

TEST(Compare, OneRoundGivesNoVerdictWithinWhatProcessesDifferBy) {
    std::vector<CaseRecord> base, other;
    for (auto& record : sizes()) base.push_back(one_round(record, TimeMode::stream));
    for (auto& record : sizes(1.3)) other.push_back(one_round(record, TimeMode::stream));
    const std::vector files{file_of("a.db", base), file_of("b.db", other)};
    const auto result = compared(files);
    for (const auto& pair : result.pairs) {
        const bool few = pair.base.record->workload.n < 1ULL << 15;
        EXPECT_EQ(*pair.verdict, few ? Verdict::unclear : Verdict::slower) << pair.base.record->workload.n;
        EXPECT_FALSE(pair.ratio->of_rounds);
    }
}

TEST(Compare, MissingOnesAreListedOnTheirSide) {
    auto base = sizes(), other = sizes();
    base.erase(base.begin());
    other.pop_back();
    other.front().status = CaseStatus::failed;  // no case of a comparison
    const std::vector files{file_of("a.db", base), file_of("b.db", other)};
    const auto sides = sides_of(files, {});
    const auto result = compare(sides[0], sides[1], {});
    EXPECT_EQ(result.pairs.size(), 8U);
    ASSERT_EQ(result.only_base.size(), 1U);
    EXPECT_EQ(result.only_base[0].record->workload.n, 1U << 19);
    EXPECT_TRUE(result.only_other.empty());
    EXPECT_EQ(sides[1].not_ok, 1U);
}

TEST(Compare, OfSeveralCasesOfAConditionTheNewestCounts) {
    auto again = timed(99, 1 << 10, 123456);
    auto cases = sizes();
    cases.push_back(again);
    const std::vector files{file_of("a.db", sizes()), file_of("b.db", cases)};
    const auto result = compared(files);
    const auto& pair = result.pairs.front();
    EXPECT_EQ(pair.other.record->id, CaseId{99});
    EXPECT_EQ(pair.other.older, 1U);
    EXPECT_NEAR(pair.other_time->ns, 123456, 1);
}

TEST(Compare, TimesOfOneModeMeet) {
    // The base has graph and stream times, the other stream alone, of one round.
    auto base = timed(1, 1 << 20, 1e6);
    TimeSummary stream;
    stream.mode = TimeMode::stream;
    stream.median_ns = stream.min_ns = stream.max_ns = 2000000;
    stream.count = 10;
    base.other_times.push_back(stream);
    auto other = one_round(timed(1, 1 << 20, 2e6), TimeMode::stream);
    const std::vector files{file_of("a.db", {base}), file_of("b.db", {other})};
    const auto result = compared(files);
    EXPECT_EQ(result.pairs[0].mode, TimeMode::stream);
    EXPECT_NEAR(result.pairs[0].ratio->ratio, 1, 1e-9);
    CompareOptions options;
    options.time_mode = TimeMode::graph;
    const auto none = compared(files, options);
    EXPECT_EQ(none.pairs[0].mode, TimeMode::none);
    EXPECT_FALSE(none.pairs[0].ratio);
    EXPECT_FALSE(none.pairs[0].verdict);
}

CaseRecord streamed(CaseRecord record, RunId run) {
    record.time->mode = record.time_mode = TimeMode::stream;
    record.run = run;
    return record;
}

TEST(Compare, StreamTimesOfTwoRecordingsAreWidenedByTheHostsDrift) {
    std::vector<CaseRecord> base, other;
    for (const auto& record : sizes()) base.push_back(streamed(record, RunId{1}));
    for (const auto& record : sizes(1.1)) other.push_back(streamed(record, RunId{1}));
    for (const auto& record : sizes(2)) other.push_back(streamed(record, RunId{2}));
    // Run 1 of two files: two recordings, whatever their numbers are.
    std::vector files{file_of("a.db", base), file_of("b.db", other)};
    CompareOptions options;
    options.runs = {1, 1};
    auto result = compared(files, options);
    ASSERT_EQ(result.timed, 10U);
    EXPECT_EQ(telling_the_host(result), 10U);
    EXPECT_EQ(result.count(Verdict::unclear), 10U) << "10 % lie within what the host may have drifted";
    for (const auto& pair : result.pairs) {
        EXPECT_TRUE(pair.ratio->between_recordings());
        EXPECT_DOUBLE_EQ(pair.ratio->variation, process_variation(TimeMode::stream, pair.base.record->workload.n));
        EXPECT_NEAR(std::log(pair.ratio->interval.high / pair.ratio->ratio), std::log1p(pair.ratio->variation), 0.01);
    }
    options.runs = {1, 2};
    EXPECT_EQ(compared(files, options).count(Verdict::slower), 10U) << "twice the time is more than any drift";
    // The same run in a file that it was copied to is one recording.
    for (auto& file : files) file.runs[0].uuid = "of both";
    options.runs = {1, 1};
    result = compared(files, options);
    EXPECT_EQ(result.count(Verdict::slower), 10U);
    EXPECT_EQ(telling_the_host(result), 0U);
    EXPECT_FALSE(result.pairs.front().ratio->between_recordings());
}

TEST(Compare, ACaseIsTheSameAsItself) {
    std::vector<CaseRecord> cases;
    for (const auto& record : sizes()) cases.push_back(one_round(record, TimeMode::stream));
    std::vector files{file_of("a.db", cases), file_of("copy.db", cases)};
    EXPECT_EQ(compared(files).count(Verdict::unclear), 10U) << "two recordings, as far as is known";
    for (auto& file : files) file.runs[0].uuid = "of both";
    const auto result = compared(files);
    EXPECT_EQ(result.count(Verdict::same), 10U);
    EXPECT_EQ(result.pairs[0].ratio->variation, 0);
    for (auto& record : files[1].cases) record.id = CaseId{static_cast<std::int64_t>(record.id) + 100};
    EXPECT_EQ(compared(files).count(Verdict::same), 10U) << "merging numbers cases anew";
}

TEST(Compare, StreamTimesOfOneRecordingAreNot) {
    auto slower = streamed(timed(2, 1 << 16, 1.1e6), RunId{1});
    slower.variant = "bitonic-c4";
    const std::vector files{file_of("a.db", {streamed(timed(1, 1 << 16, 1e6), RunId{1}), slower})};
    CompareOptions options;
    options.across = {across(ConditionPart::variant)};
    const auto result = compared(files, options);
    ASSERT_EQ(result.timed, 1U);
    EXPECT_EQ(result.pairs[0].verdict, Verdict::slower);
    EXPECT_EQ(result.pairs[0].ratio->variation, 0);
}

TEST(Compare, AcrossTimeModesOfOneFile) {
    auto record = timed(1, 1 << 20, 1e6);
    auto stream = *record.time;
    stream.mode = TimeMode::stream;
    for (auto& round : stream.rounds) round.median_ns *= 2;
    record.other_times.push_back(stream);
    const std::vector files{file_of("a.db", {record})};
    CompareOptions options;
    options.across = {across(ConditionPart::time_mode)};
    options.values = {"graph", "stream"};
    const auto result = compared(files, options);
    ASSERT_EQ(result.pairs.size(), 1U);
    EXPECT_NEAR(result.pairs[0].ratio->ratio, 2, 1e-6);
}

TEST(Compare, AcrossVariantsLeavesTheirParametersFree) {
    auto cases = sizes();
    for (auto record : sizes(0.5)) {
        record.variant = "bitonic-c4";
        record.config.params["max_keys"] = 16;
        record.id = CaseId{static_cast<std::int64_t>(record.id) + 100};
        cases.push_back(record);
    }
    const std::vector files{file_of("a.db", cases)};
    CompareOptions options;
    options.across = {across(ConditionPart::variant)};
    options.values = {"bitonic-b2", "bitonic-c4"};
    const auto result = compared(files, options);
    EXPECT_EQ(result.pairs.size(), 10U);
    EXPECT_EQ(result.count(Verdict::faster), 10U);
    options.values = {"bitonic-b2", "bitonic-c5"};
    expect_error(ErrorKind::usage, "Did you mean 'bitonic-c4'", [&] { sides_of(files, options); });
}

/// bitonic-b2 with one block, bitonic-c4 with two parameters of which the later is the slower, cub-radix without either.
std::vector<CaseRecord> three_variants() {
    std::vector<CaseRecord> cases{timed(1, 1 << 20, 1e6)};
    for (const int keys : {4, 16}) {
        cases.push_back(timed(keys, 1 << 20, 1e5 * keys));
        cases.back().variant = "bitonic-c4";
        cases.back().config.params["max_keys"] = keys;
    }
    cases.push_back(timed(20, 1 << 20, 2e5));
    cases.back().variant = "cub-radix";
    cases.back().config.block = 0;
    return cases;
}

TEST(Compare, OfSeveralParametersTheFastestCountsNotTheNewest) {
    auto cases = three_variants();
    cases.push_back(cases[1]);  // a repeat of the fastest: of it the newest
    cases.back().id = CaseId{30};
    const std::vector files{file_of("a.db", cases)};
    CompareOptions options;
    options.across = {across(ConditionPart::variant)};
    options.values = {"bitonic-b2", "bitonic-c4"};
    const auto result = compared(files, options);
    ASSERT_EQ(result.pairs.size(), 1U);
    const auto& other = result.pairs[0].other;
    EXPECT_EQ(other.record->id, CaseId{30});
    EXPECT_EQ(other.older, 1U);
    EXPECT_EQ(other.settings, 1U);
    EXPECT_NEAR(result.pairs[0].ratio->ratio, 0.4, 1e-6);
}

TEST(Compare, ASortWithoutABlockMeetsEachBlockAcrossVariants) {
    auto cases = three_variants();
    cases.push_back(timed(40, 1 << 20, 3e6));
    cases.back().config.block = 512;
    const std::vector files{file_of("a.db", cases)};
    CompareOptions options;
    options.across = {across(ConditionPart::variant)};
    for (const auto& values : {std::vector<std::string>{"cub-radix", "bitonic-b2"}, {"bitonic-b2", "cub-radix"}}) {
        options.values = values;
        const auto result = compared(files, options);
        ASSERT_EQ(result.pairs.size(), 2U) << values[0];
        EXPECT_EQ(result.pairs[0].condition.block, 256U);
        EXPECT_EQ(result.pairs[1].condition.block, 512U);
        EXPECT_TRUE(result.only_base.empty());
        EXPECT_TRUE(result.only_other.empty());
    }
    options.across = {across(ConditionPart::n)};
    options.values = {};
    expect_error(ErrorKind::usage, "nothing to compare", [&] { sides_of(files, options); });
}

TEST(Compare, AcrossAParameterBlockRunAndVersion) {
    auto a = timed(1, 1 << 20, 1e6), b = timed(2, 1 << 20, 2e6);
    a.config.params["ways"] = 2;
    b.config.params["ways"] = 4;
    const std::vector files{file_of("a.db", {a, b})};
    CompareOptions options;
    options.across = {parse_axis("ways", files[0].cases)};
    EXPECT_EQ(sides_of(files, options)[1].name, "ways=4");
    EXPECT_NEAR(compared(files, options).pairs.at(0).ratio->ratio, 2, 1e-6);
    b.config.params["ways"] = 2;
    b.run = RunId{2};
    const std::vector runs{file_of("a.db", {a, b})};
    options.across = {parse_axis("run", runs[0].cases)};
    options.values = {"2", "1"};
    EXPECT_NEAR(compared(runs, options).pairs.at(0).ratio->ratio, 0.5, 1e-6);
    options.across = {parse_axis("version", runs[0].cases)};
    options.values.clear();
    EXPECT_EQ(sides_of(runs, options)[1].name, "version 0.2.0");
    expect_error(ErrorKind::usage, "Did you mean 'device'", [&] { parse_axis("devise", runs[0].cases); });
}

TEST(Compare, SaysWhichPartIsInTheWay) {
    auto other = sizes();
    for (auto& record : other) record.device.uuid = "GPU-2";
    const std::vector files{file_of("a.db", sizes()), file_of("b.db", other)};
    EXPECT_EQ(compared(files).in_the_way, std::vector{ConditionPart::device});
    auto shared = timed(99, 1 << 25, 1e7);
    shared.device.uuid = "GPU-3";
    auto more = sizes();
    more.push_back(shared);
    other.push_back(shared);
    const std::vector with_pair{file_of("a.db", more), file_of("b.db", other)};
    EXPECT_EQ(compared(with_pair).pairs.size(), 1U);
    EXPECT_TRUE(compared(with_pair).in_the_way.empty());
    EXPECT_EQ(compared(with_pair).in_the_way_of_rest, std::vector{ConditionPart::device}) << "what one pair has must not hide what all the others lack";
    CompareOptions options;
    options.across = {across(ConditionPart::device)};
    EXPECT_EQ(compared(files, options).pairs.size(), 10U);
}

TEST(Compare, TellsTwoGpusOfOneNameApart) {
    auto cases = sizes();
    for (auto other : sizes()) {
        other.device.uuid = "GPU-2";
        other.id = CaseId{static_cast<std::int64_t>(other.id) + 100};
        cases.push_back(other);
    }
    const std::vector files{file_of("a.db", cases)};
    CompareOptions options;
    options.across = {across(ConditionPart::device)};
    const auto sides = sides_of(files, options);
    ASSERT_EQ(sides.size(), 2U);
    EXPECT_EQ(sides[0].name, "NVIDIA H200 GPU-1");
    EXPECT_EQ(sides[1].name, "NVIDIA H200 GPU-2");
    EXPECT_EQ(compared(files, options).pairs.size(), 10U);
    options.values = {"NVIDIA H200 GPU-2", "NVIDIA H200 GPU-1"};
    EXPECT_EQ(sides_of(files, options)[0].name, "NVIDIA H200 GPU-2");
}

TEST(Compare, RanksByEffectWhateverItsDirection) {
    Comparison comparison;
    for (const double ratio : {1.1, 0.5, 1.0, 3.0}) {
        auto& pair = comparison.pairs.emplace_back();
        pair.ratio.emplace();
        pair.ratio->ratio = ratio;
    }
    comparison.pairs.emplace_back();  // not timed
    EXPECT_EQ(by_effect(comparison), (std::vector<std::size_t>{3, 1, 0, 2}));
    EXPECT_DOUBLE_EQ(effect_of(comparison.pairs[1]), std::log(2.0));
    EXPECT_EQ(effect_of(comparison.pairs[4]), 0);
}

TEST(Compare, SortsOfOtherNumbersOfKeysAreHeldAgainstEachOtherPerKey) {
    // Four times the keys in three times the time.
    const std::vector files{file_of("a.db", {timed(1, 1 << 20, 1e6), timed(2, 1 << 22, 3e6)})};
    CompareOptions options;
    options.across = {across(ConditionPart::n)};
    const auto result = compared(files, options);
    ASSERT_EQ(result.pairs.size(), 1U);
    const auto& pair = result.pairs.front();
    EXPECT_TRUE(pair.per_key());
    EXPECT_EQ(differing_work(pair), std::vector{ConditionPart::n});
    EXPECT_NEAR(pair.ratio->ratio, 0.75, 1e-3);
    EXPECT_LT(pair.ratio->interval.low, 0.75);
    EXPECT_GT(pair.ratio->interval.high, 0.75);
    EXPECT_LT(pair.ratio->interval.high, 1);
    EXPECT_EQ(*pair.verdict, Verdict::faster);
    EXPECT_EQ(failing_of(result, Verdict::slower, 0.02), 0U);
    EXPECT_FALSE(is_explained(pair)) << "the stages of other sizes do other work";
    EXPECT_TRUE(pairs_to_explain(result, false).empty());
    EXPECT_EQ(pairs_to_explain(result, true).size(), 1U);
    // Other keys, as many of them: the ratio of the times is that of the throughputs.
    auto wide = timed(2, 1 << 20, 2e6);
    wide.workload.key = KeyType::u64;
    const std::vector keys{file_of("a.db", {timed(1, 1 << 20, 1e6), wide})};
    options.across = {across(ConditionPart::key)};
    const auto of_keys = compared(keys, options);
    EXPECT_FALSE(of_keys.pairs.at(0).per_key());
    EXPECT_EQ(differing_work(of_keys.pairs.at(0)), std::vector{ConditionPart::key});
    EXPECT_NEAR(of_keys.pairs.at(0).ratio->ratio, 2, 0.01);
}

TEST(Compare, SizesThatAreLeftFreeAreNotMatchedAtRandom) {
    const std::vector files{file_of("a.db", sizes()), file_of("b.db", sizes())};
    CompareOptions options;
    options.across = {across(ConditionPart::n)};
    expect_error(ErrorKind::usage, "a.db has cases that differ in their n alone (2^10, 2^11, ...): left free by --across n, either could be meant. Choose one, or make it the first --across, with one value for each file in their order, as in --across n=2^10,2^11.",
                 [&] { compared(files, options); });
    options.values = {"2^10", "2^12"};
    EXPECT_EQ(compared(files, options).pairs.size(), 1U) << "one for each side";
}

TEST(Compare, NothingButParametersBlocksAndDevicesIsChosenWhereItIsLeftFree) {
    using enum ConditionPart;
    const auto twice = [](const std::function<void(CaseRecord&)>& change) {
        // Two blocks, each recorded with two values of what `change` makes another.
        std::vector<CaseRecord> cases;
        for (const bool other : {false, true})
            for (const std::uint32_t threads : {128U, 256U}) {
                auto& record = cases.emplace_back(timed(static_cast<std::int64_t>(cases.size()) + 1, 1 << 20, other ? 1e6 : 2e6));
                record.config.block = threads;
                if (other) change(record);
            }
        return std::vector{file_of("a.db", cases)};
    };
    const auto refused = [](ConditionPart part, const std::string& text, const std::vector<CaseFile>& files) {
        CompareOptions options;
        options.across = {across(block), across(part)};
        expect_error(ErrorKind::usage, "block 128 has cases that differ in their " + text, [&] { compared(files, options); });
    };
    refused(variant, "variant alone (bitonic-b2, merge-local)", twice([](CaseRecord& record) { record.variant = "merge-local"; }));
    refused(cache, "cache alone (", twice([](CaseRecord& record) { record.cache_state = "flushed"; }));
    refused(key, "key alone (u32, u64)", twice([](CaseRecord& record) { record.workload.key = KeyType::u64; }));
    refused(backend, "backend alone (cupti, simt)", twice([](CaseRecord& record) { record.backend = record.device.backend = BackendKind::simt; }));
    // What is advised can be pasted.
    const auto seeds = twice([](CaseRecord& record) { record.workload.seed += 1; });
    refused(input, "input alone (uniform", seeds);
    CompareOptions of_seeds;
    of_seeds.across = {across(block), across(input)};
    expect_error(ErrorKind::usage, "with one value for each side, as in --across 'input=uniform", [&] { compared(seeds, of_seeds); });
    // Devices have a newest, which is said with the pair.
    CompareOptions of_devices;
    of_devices.across = {across(block), across(device)};
    EXPECT_EQ(compared(twice([](CaseRecord& record) { record.device.uuid = "GPU-2"; }), of_devices).pairs.size(), 1U);
}

TEST(Compare, WhatNoOtherSideHasNeedsNoChoice) {
    auto only_here = timed(3, 1 << 12, 1e5), too = timed(4, 1 << 12, 2e5);
    too.variant = "merge-local";
    only_here.config.block = too.config.block = 128;
    auto other = timed(2, 1 << 20, 1e6);
    other.config.block = 128;
    const std::vector files{file_of("a.db", {timed(1, 1 << 20, 1e6), other, only_here, too})};
    CompareOptions options;
    options.across = {across(ConditionPart::block), across(ConditionPart::variant)};
    const auto result = compared(files, options);
    EXPECT_EQ(result.pairs.size(), 1U);
    EXPECT_EQ(result.only_base.size(), 1U);
}

TEST(Compare, ValuesThatAreCountsMayBeWrittenInAnyWay) {
    auto small = timed(1, 256, 1e5), large = timed(2, 1 << 16, 1e6);
    const std::vector files{file_of("a.db", {small, large})};
    CompareOptions options;
    options.across = {across(ConditionPart::n)};
    options.values = {"65536", "2^8"};
    auto sides = sides_of(files, options);
    EXPECT_EQ(sides.at(0).name, "2^16");
    EXPECT_EQ(sides.at(1).name, "256");
    options.values = {"2^16", "2^9"};
    expect_error(ErrorKind::usage, "No case has the n '2^9'.", [&] { sides_of(files, options); });
    options.values = {"2^16", "many"};
    expect_error(ErrorKind::usage, "No case has the n 'many'.", [&] { sides_of(files, options); });
    small.config.block = 512;
    small.workload.n = large.workload.n;
    const std::vector blocks{file_of("a.db", {small, large})};
    options.across = {across(ConditionPart::block)};
    options.values = {"2^9", "2^8"};
    sides = sides_of(blocks, options);
    EXPECT_EQ(sides.at(0).name, "block 512");
    EXPECT_EQ(sides.at(1).name, "block 256");
}

TEST(Compare, APairFailsOnceWhateverItFails) {
    const std::vector files{file_of("a.db", sizes()), file_of("b.db", sizes(1.2))};
    const auto result = compared(files);
    const std::vector<FailOn> twice{{Verdict::slower, 0.02}, {Verdict::slower, 0.05}, {Verdict::faster, 0.02}};
    EXPECT_EQ(failing(result, twice), 10U);
    EXPECT_EQ(failing(result, {}), 0U);
}

TEST(Compare, NoDifferenceIsExplainedWhereNoneIsKnown) {
    const std::vector same{file_of("a.db", {timed(1, 1 << 20, 1e6)}), file_of("b.db", {timed(1, 1 << 20, 1.001e6)})};
    auto result = compared(same);
    ASSERT_EQ(result.timed, 1U);
    EXPECT_EQ(*result.pairs[0].verdict, Verdict::same);
    EXPECT_TRUE(pairs_to_explain(result, false).empty()) << "also of a pair that is alone";
    const std::vector slower{file_of("a.db", {timed(1, 1 << 20, 1e6)}), file_of("b.db", {timed(1, 1 << 20, 1.2e6)})};
    EXPECT_EQ(pairs_to_explain(compared(slower), false).size(), 1U);
}

TEST(Compare, NeedsTwoSides) {
    const std::vector files{file_of("a.db", sizes())};
    expect_error(ErrorKind::usage, "add --across", [&] { sides_of(files, {}); });
    CompareOptions options;
    options.across = {across(ConditionPart::variant)};
    expect_error(ErrorKind::usage, "have one variant: bitonic-b2", [&] { sides_of(files, options); });
}

}  // namespace
}  // namespace sortscope::analyzer
