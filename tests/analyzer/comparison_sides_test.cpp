#include <gtest/gtest.h>

#include "core/error.hpp"
#include "tests/core/expect_error.hpp"
#include "tests/sample/edit.hpp"
#include "tests/sample/made_cases.hpp"

namespace sortscope::analyzer {
namespace {
using made::compared, made::file_of, made::sizes, made::timed, test::expect_error;

TEST(Sides, OfSeveralDevicesOfASideTheNewestIsUsedAndTheOthersAreNamed) {
    auto second = timed(2, 1 << 20, 2e6);
    second.device.uuid = "GPU-2";
    const auto first = timed(1, 1 << 20, 1e6);
    const std::vector files{file_of("a.db", {first}), file_of("b.db", {first, second})};
    CompareOptions options{.across = {"device"}};
    const auto pair = [&] { return compared(files, options).pairs.at(0); };
    EXPECT_EQ(pair().other.record->device.uuid, "GPU-2");
    EXPECT_EQ(pair().other.older, 0U) << "another device's case is no older one of the same";
    ASSERT_EQ(pair().other.other_devices.size(), 1U);
    EXPECT_EQ(pair().other.other_devices.begin()->id, "GPU-1");
    EXPECT_TRUE(pair().base.other_devices.empty());
    // A part of the name or UUID is enough if it fits only one device.
    options.values = {"h200", "gpu-1"};
    EXPECT_EQ(pair().other.record->device.uuid, "GPU-1");
    EXPECT_TRUE(pair().other.other_devices.empty());
    options.values = {"H200", "H200"};
    expect_error(ErrorKind::usage, "There are: NVIDIA H200 GPU-1, NVIDIA H200 GPU-2.", pair);
    // In one file, each device is a side.
    const std::vector alone{files[1]};
    options.values = {};
    EXPECT_EQ(comparison_sides(alone, options)[0].name, "NVIDIA H200 GPU-1");
    options.values = {"NVIDIA H200 GPU-2", "NVIDIA H200 GPU-1"};
    EXPECT_EQ(comparison_sides(alone, options)[0].name, "NVIDIA H200 GPU-2");
}

/// Cases of bitonic-b2 with a block, of bitonic-c4 with two parameter values (the later one is slower), and
/// of cub-radix with neither.
std::vector<CaseRecord> three_variants() {
    std::vector<CaseRecord> cases{timed(1, 1 << 20, 1e6)};
    for (const int keys : {4, 16}) {
        cases.push_back(timed(keys, 1 << 20, 1e5 * keys));
        cases.back().subject.name = "bitonic-c4";
        edit(cases.back()).config.params["max_keys"] = keys;
    }
    cases.push_back(timed(20, 1 << 20, 2e5));
    cases.back().subject.name = "cub-radix";
    edit(cases.back()).config.block = 0;
    return cases;
}

TEST(Sides, OfTwoFilesGpusOfOneModelMeetUnlessBothFilesHaveTheDevice) {
    const auto on = [](const char* uuid, const char* name = "NVIDIA H200") {
        auto record = timed(1, 1 << 20, 1e6);
        record.device.uuid = uuid;
        record.device.name = name;
        return record;
    };
    const auto met = [&](const std::vector<CaseRecord>& base, const std::vector<CaseRecord>& other) {
        const std::vector files{file_of("a.db", base), file_of("b.db", other)};
        std::vector<std::string> uuids;
        for (const auto& pair : compared(files).pairs)
            uuids.push_back(pair.base.record->device.uuid + " " + pair.other.record->device.uuid);
        return uuids;
    };
    using Uuids = std::vector<std::string>;
    EXPECT_EQ(met({on("GPU-1")}, {on("GPU-2")}), Uuids{"GPU-1 GPU-2"});
    EXPECT_EQ(met({on("GPU-1")}, {on("GPU-2", "NVIDIA H100")}), Uuids{});
    EXPECT_EQ(met({on("GPU-1")}, {on("GPU-2"), on("GPU-1")}), Uuids{"GPU-1 GPU-1"});
}

TEST(Sides, OfSeveralParametersTheFastestCountsNotTheNewest) {
    auto cases = three_variants();
    cases.push_back(cases[1]);  // repeats the fastest case: the newest is used
    cases.back().id = CaseId{30};
    const std::vector files{file_of("a.db", cases)};
    CompareOptions options{.across = {"variant"}, .values = {"bitonic-b2", "bitonic-c4"}};
    const auto result = compared(files, options);
    ASSERT_EQ(result.pairs.size(), 1U);
    const auto& other = result.pairs[0].other;
    EXPECT_EQ(std::tuple(other.record->id, other.older, other.settings), std::tuple(CaseId{30}, 1U, 1U));
    EXPECT_NEAR(result.pairs[0].ratio->ratio, 0.4, 1e-6);
    options.values = {"bitonic-b2", "bitonic-c5"};
    expect_error(ErrorKind::usage, "Did you mean 'bitonic-c4'", [&] { comparison_sides(files, options); });
}

TEST(Sides, ASortWithoutABlockMeetsEachBlockAcrossVariants) {
    auto cases = three_variants();
    cases.push_back(timed(40, 1 << 20, 3e6));
    edit(cases.back()).config.block = 512;
    const std::vector files{file_of("a.db", cases)};
    CompareOptions options{.across = {"variant"}};
    for (const auto& values :
         {std::vector<std::string>{"cub-radix", "bitonic-b2"}, {"bitonic-b2", "cub-radix"}}) {
        options.values = values;
        const auto result = compared(files, options);
        ASSERT_EQ(result.pairs.size(), 2U) << values[0];
        EXPECT_EQ(result.pairs[0].condition.block(), 256U);
        EXPECT_EQ(result.pairs[1].condition.block(), 512U);
        EXPECT_TRUE(result.only_base.empty() && result.only_other.empty());
    }
    options.across = {"n"};
    options.values = {};
    expect_error(ErrorKind::usage, "have the same n: 2^20", [&] { comparison_sides(files, options); });
}

TEST(Sides, AcrossAParameterBlockRunAndVersion) {
    auto a = timed(1, 1 << 20, 1e6), b = timed(2, 1 << 20, 2e6);
    edit(a).config.params["ways"] = 2;
    edit(b).config.params["ways"] = 4;
    const std::vector files{file_of("a.db", {a, b})};
    CompareOptions options{.across = {parse_axis("ways", files[0].cases)}};
    EXPECT_EQ(comparison_sides(files, options)[1].name, "ways=4");
    EXPECT_NEAR(compared(files, options).pairs.at(0).ratio->ratio, 2, 1e-6);
    edit(b).config.params["ways"] = 2;
    b.run = RunId{2};
    const std::vector runs{file_of("a.db", {a, b})};
    options.across = {parse_axis("run", runs[0].cases)};
    options.values = {"2", "1"};
    EXPECT_NEAR(compared(runs, options).pairs.at(0).ratio->ratio, 0.5, 1e-6);
    options.across = {parse_axis("version", runs[0].cases)};
    options.values.clear();
    EXPECT_EQ(comparison_sides(runs, options)[1].name, "version 0.2.0");
    expect_error(ErrorKind::usage, "Did you mean 'device'", [&] { parse_axis("devise", runs[0].cases); });
}

TEST(Sides, SizesThatAreLeftFreeAreNotMatchedAtRandom) {
    const std::vector files{file_of("a.db", sizes()), file_of("b.db", sizes())};
    expect_error(
        ErrorKind::usage,
        "a.db has several cases that differ only in n (2^10, 2^11, ...), which --across n leaves free. "
        "Choose one, or write it as the first --across, with one value for each file in their order: "
        "--across n=2^10,2^11.",
        [&] { compared(files, {.across = {"n"}}); });
    EXPECT_EQ(compared(files, {.across = {"n"}, .values = {"2^10", "2^12"}}).pairs.size(), 1U)
        << "one for each side";
    // A single file needs an axis with two values, to make two sides.
    const std::vector alone{files[0]};
    expect_error(ErrorKind::usage, "add --across", [&] { comparison_sides(alone, {}); });
    expect_error(ErrorKind::usage, "have the same variant: bitonic-b2",
                 [&] { comparison_sides(alone, {.across = {"variant"}}); });
}

TEST(Sides, NothingButParametersBlocksAndDevicesIsChosenWhereItIsLeftFree) {
    const auto twice = [](const std::function<void(CaseRecord&)>& change) {
        // Cases of two blocks, each recorded twice: as it is, and changed by `change`.
        std::vector<CaseRecord> cases;
        for (const bool other : {false, true})
            for (const uint32_t threads : {128U, 256U}) {
                auto& record =
                    cases.emplace_back(timed(int64_t(cases.size()) + 1, 1 << 20, other ? 1e6 : 2e6));
                edit(record).config.block = threads;
                if (other) change(record);
            }
        return std::vector{file_of("a.db", cases)};
    };
    const auto refused = [](const std::string& part, const std::string& text,
                            const std::vector<CaseFile>& files) {
        expect_error(ErrorKind::usage, "block 128 has several cases that differ only in " + text, [&] {
            compared(files, {.across = {"block", part}});
        });
    };
    refused("variant", "variant (bitonic-b2, merge-local)",
            twice([](CaseRecord& record) { record.subject.name = "merge-local"; }));
    refused("cache", "cache (", twice([](CaseRecord& record) { record.cache_state = "flushed"; }));
    refused("key", "key (u32, u64)",
            twice([](CaseRecord& record) { edit(record).workload.key = KeyType::u64; }));
    refused("backend", "backend (cupti, simt)",
            twice([](CaseRecord& record) { record.backend = record.device.backend = BackendKind::simt; }));
    const auto seeds = twice([](CaseRecord& record) { edit(record).workload.seed += 1; });
    refused("input", "input (uniform", seeds);
    expect_error(ErrorKind::usage, "with one value for each side: --across 'input=uniform", [&] {
        compared(seeds, {.across = {"block", "input"}});
    });
    // Accepts several devices, and uses the newest case.
    const auto devices = twice([](CaseRecord& record) { record.device.uuid = "GPU-2"; });
    EXPECT_EQ(compared(devices, {.across = {"block", "device"}}).pairs.size(), 1U);
}

TEST(Sides, WhatNoOtherSideHasNeedsNoChoice) {
    auto only_here = timed(3, 1 << 12, 1e5), too = timed(4, 1 << 12, 2e5), other = timed(2, 1 << 20, 1e6);
    too.subject.name = "merge-local";
    for (auto* record : {&only_here, &too, &other}) edit(*record).config.block = 128;
    const std::vector files{file_of("a.db", {timed(1, 1 << 20, 1e6), other, only_here, too})};
    CompareOptions options{.across = {"block", "variant"}};
    const auto result = compared(files, options);
    EXPECT_EQ(std::tuple(result.pairs.size(), result.only_base.size()), std::tuple(1U, 1U));
}

TEST(Sides, ValuesThatAreCountsMayBeWrittenInAnyWay) {
    auto small = timed(1, 256, 1e5), large = timed(2, 1 << 16, 1e6);
    edit(small).config.block = 512;
    const std::vector files{file_of("a.db", {small, large})};
    const auto names = [&](const char* axis, const char* first, const char* second) {
        const auto sides = comparison_sides(files, {.across = {axis}, .values = {first, second}});
        return std::tuple(sides.at(0).name, sides.at(1).name);
    };
    EXPECT_EQ(names("n", "65536", "2^8"), std::tuple("2^16", "256"));
    EXPECT_EQ(names("block", "2^9", "2^8"), std::tuple("block 512", "block 256"));
    for (const char* wrong : {"2^9", "many"})
        expect_error(ErrorKind::usage, "No case has the n '" + std::string(wrong) + "'.",
                     [&] { names("n", "2^16", wrong); });
}
}  // namespace
}
