#include "core/condition.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <unordered_set>

namespace sortscope {
namespace {

using enum ConditionPart;

CaseRecord make_case() {
    CaseRecord record;
    record.variant = "bitonic-b2";
    record.workload.n = 1 << 20;
    record.config.block = 256;
    record.config.params["tile"] = 4;
    record.device.name = "NVIDIA H200";
    record.device.uuid = "GPU-1111";
    record.device.backend = record.backend = BackendKind::cupti;
    record.cache_state = "warm";
    record.time_mode = TimeMode::stream;
    return record;
}

using Change = void (*)(CaseRecord&);

/// A change of every part that makes another case of it.
const std::vector<std::pair<ConditionPart, Change>>& changes() {
    static const std::vector<std::pair<ConditionPart, Change>> all{
        {variant, [](CaseRecord& r) { r.variant = "bitonic-xor"; }},
        {parameters, [](CaseRecord& r) { r.config.params["tile"] = 8; }},
        {key, [](CaseRecord& r) { r.workload.key = KeyType::f32; }},
        {n, [](CaseRecord& r) { r.workload.n = 1 << 10; }},
        {input, [](CaseRecord& r) { r.workload.distribution = Distribution::zero; }},
        {input, [](CaseRecord& r) { r.workload.seed = 2; }},
        {block, [](CaseRecord& r) { r.config.block = 512; }},
        {device, [](CaseRecord& r) { r.device.uuid = "GPU-2222"; }},
        {device, [](CaseRecord& r) { r.device.uuid.clear(); }},
        {backend, [](CaseRecord& r) { r.backend = BackendKind::simt; }},
        {cache, [](CaseRecord& r) { r.cache_state = "flushed"; }},
        {time_mode, [](CaseRecord& r) { r.time_mode = TimeMode::graph; }},
    };
    return all;
}

TEST(DeviceKeyOf, TellsProcessorsOfOneNameApartByTheirThreads) {
    Device cpu;
    cpu.backend = BackendKind::cpu;
    cpu.name = "Intel(R) Xeon(R) Processor";
    EXPECT_EQ(device_key(cpu).id, "#0") << "where nothing says how many";
    cpu.multiprocessors = 16;
    EXPECT_EQ(device_key(cpu).id, "#16 threads");
    EXPECT_FALSE(device_key(cpu).has_uuid());
    auto smaller = cpu;
    smaller.multiprocessors = 2;
    EXPECT_NE(device_key(cpu), device_key(smaller));
    cpu.backend = BackendKind::simt;
    EXPECT_EQ(device_key(cpu).id, "#0") << "the interpreter counts the same on every machine";
}

TEST(ConditionOf, EveryPartTellsCasesApart) {
    const auto base = condition_of(make_case());
    std::set<Condition> ordered{base};
    std::unordered_set<Condition> hashed{base};
    std::set<ConditionPart> parts;
    for (const auto& [part, change] : changes()) {
        auto record = make_case();
        change(record);
        EXPECT_NE(condition_of(record), base) << name_of(part);
        EXPECT_TRUE(ordered.insert(condition_of(record)).second) << name_of(part);
        EXPECT_TRUE(hashed.insert(condition_of(record)).second) << name_of(part);
        parts.insert(part);
    }
    EXPECT_EQ(parts.size(), condition_parts) << "each part is changed once at least";
}

TEST(ConditionOf, WhatWasMeasuredIsNoPart) {
    auto record = make_case();
    const auto base = condition_of(record);
    record.id = CaseId{7};
    record.run = RunId{3};
    record.status = CaseStatus::failed;
    record.time = TimeSummary{100, 90, 110, 0.1, 5, "rounds"};
    record.launch_count = 12;
    record.device.driver_version = "580.65.06";  // an updated driver is the same device
    record.device.ordinal = 1;                   // as it is after another order of enumeration
    EXPECT_EQ(condition_of(record), base);
    EXPECT_EQ(std::hash<Condition>{}(condition_of(record)), std::hash<Condition>{}(base));
}

TEST(Condition, WithAPartLeftFreeItsChangesAreNone) {
    const auto base = condition_of(make_case());
    for (const auto& [part, change] : changes()) {
        auto record = make_case();
        change(record);
        const auto changed = condition_of(record);
        EXPECT_EQ(changed.leaving_free({part}), base.leaving_free({part})) << name_of(part);
        EXPECT_EQ(std::hash<Condition>{}(changed.leaving_free({part})),
                  std::hash<Condition>{}(base.leaving_free({part})));
        for (std::size_t other = 0; other < condition_parts; ++other)
            if (static_cast<ConditionPart>(other) != part) {
                const auto free = static_cast<ConditionPart>(other);
                EXPECT_NE(changed.leaving_free({free}), base.leaving_free({free}))
                    << name_of(part) << " with free " << name_of(free);
            }
    }
}

TEST(Condition, FreePartsSayNothingAndAreNotThoseOfTheWhole) {
    const auto base = condition_of(make_case());
    const auto free = base.leaving_free({n, device});
    EXPECT_NE(free, base);
    EXPECT_TRUE(free.free_parts().contains(n));
    EXPECT_FALSE(free.free_parts().contains(block));
    EXPECT_EQ(free.text(n), "");
    EXPECT_EQ(free.text(device), "");
    EXPECT_EQ(free.parts().size(), condition_parts - 2);
    EXPECT_EQ(free.label(), "bitonic-b2 u32 uniform, block 256, tile=4");
    EXPECT_EQ(base.leaving_free({n}).leaving_free({device}), free);
}

TEST(Condition, PartsAsText) {
    const auto base = condition_of(make_case());
    EXPECT_THAT(base.parts(),
                ::testing::ElementsAre(std::pair(variant, "bitonic-b2"), std::pair(parameters, "tile=4"),
                                       std::pair(key, "u32"), std::pair(n, "2^20"),
                                       std::pair(input, "uniform"), std::pair(block, "256"),
                                       std::pair(device, "NVIDIA H200"), std::pair(backend, "cupti"),
                                       std::pair(cache, "warm"), std::pair(time_mode, "stream")));
    EXPECT_EQ(base.label(), "bitonic-b2 u32 2^20 uniform, block 256, tile=4, NVIDIA H200");
    EXPECT_EQ(base.label({device, parameters}), "bitonic-b2 u32 2^20 uniform, block 256");
    auto record = make_case();
    record.cache_state = "flushed";
    record.time_mode = TimeMode::graph;
    record.workload.seed = 7;
    EXPECT_EQ(condition_of(record).label(),
              "bitonic-b2 u32 2^20 uniform (seed 7), block 256, tile=4, L2 flushed, graph, NVIDIA H200");
}

TEST(ConditionOf, AnInputFileIsItsDigest) {
    auto a = make_case();
    a.workload.distribution = Distribution::file;
    a.workload.file = "keys.bin";
    a.workload.file_digest = "fnv1a:1";
    auto b = a;
    b.workload.file = "copy-of-keys.bin";
    EXPECT_EQ(condition_of(a), condition_of(b)) << "the same keys under another name";
    b.workload.file = "keys.bin";
    b.workload.file_digest = "fnv1a:2";
    EXPECT_NE(condition_of(a), condition_of(b)) << "other keys under the same name";
    b.workload.seed = 9;
    b.workload.file_digest = a.workload.file_digest;
    EXPECT_EQ(condition_of(a), condition_of(b)) << "a file has no seed";
    a.workload.file_digest = b.workload.file_digest = "";
    EXPECT_EQ(condition_of(a), condition_of(b)) << "files that kept no digest are known by their name";
    b.workload.file = "others.bin";
    EXPECT_NE(condition_of(a), condition_of(b));
}

TEST(ConditionOf, FewKeysByTheirEntropy) {
    auto a = make_case();
    a.workload.distribution = Distribution::few;
    a.workload.entropy_bits = 4;
    auto b = a;
    b.workload.entropy_bits = 5;
    EXPECT_NE(condition_of(a), condition_of(b));
    EXPECT_EQ(condition_of(a).text(input), "few (4 bits)");
    a.workload.distribution = b.workload.distribution = Distribution::uniform;
    EXPECT_EQ(condition_of(a), condition_of(b)) << "which others do not have";
}

TEST(ConditionOf, CpuSortsHaveNoBlock) {
    auto a = make_case();
    a.backend = BackendKind::cpu;
    auto b = a;
    b.config.block = 512;
    EXPECT_EQ(condition_of(a), condition_of(b));
    EXPECT_EQ(condition_of(a).text(block), "");
}

TEST(ConditionOf, AProgramIsItsCommandLine) {
    CaseRecord record;
    record.program = "./app --n 5";
    const auto condition = condition_of(record);
    EXPECT_EQ(condition.text(variant), "./app --n 5");
    EXPECT_EQ(condition.text(key), "");
    EXPECT_EQ(condition.text(n), "");
    EXPECT_EQ(condition.text(input), "");
}

TEST(DeviceKeys, UuidElseNameAndNumber) {
    Device a;
    a.name = "NVIDIA H200";
    a.uuid = "GPU-1";
    auto b = a;
    b.ordinal = 1;
    b.driver_version = "CUDA 13.0";
    EXPECT_EQ(device_key(a), device_key(b));
    b.uuid = "GPU-2";
    EXPECT_NE(device_key(a), device_key(b)) << "two of one name";
    a.uuid = b.uuid = "";
    EXPECT_NE(device_key(a), device_key(b)) << "without UUID the number tells them apart";
    b.ordinal = 0;
    EXPECT_EQ(device_key(a), device_key(b));
}

TEST(Condition, ASeedCountsWhereItDecidesTheKeys) {
    CaseRecord a, b;
    a.workload.n = b.workload.n = 1024;
    b.workload.seed = 2;
    for (const auto& row : EnumTable<Distribution>::names()) {
        a.workload.distribution = b.workload.distribution = row.value;
        EXPECT_EQ(condition_of(a) == condition_of(b), !has_seed(row.value)) << row.name;
    }
    for (const auto distribution : {Distribution::sorted, Distribution::reversed, Distribution::zero}) {
        a.workload.distribution = b.workload.distribution = distribution;
        EXPECT_EQ(condition_of(a), condition_of(b));
        EXPECT_EQ(condition_of(b).text(ConditionPart::input), name_of(distribution)) << "no seed is named";
    }
}

TEST(Condition, ADeviceThatADriverRenamesIsTheSameDevice) {
    CaseRecord a, b;
    a.device.name = "NVIDIA H200", a.device.uuid = "GPU-1";
    b.device.name = "NVIDIA H200 141GB", b.device.uuid = "GPU-1";
    EXPECT_EQ(condition_of(a), condition_of(b));
    EXPECT_EQ(std::hash<Condition>{}(condition_of(a)), std::hash<Condition>{}(condition_of(b)));
    b.device.uuid = "GPU-2";
    EXPECT_NE(condition_of(a), condition_of(b));
    a.device.uuid.clear(), b.device.uuid.clear();
    EXPECT_NE(condition_of(a), condition_of(b)) << "without a UUID its name tells";
}

}  // namespace
}  // namespace sortscope
