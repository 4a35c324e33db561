// Each fault variant moves its keys. The interpreter's counts show its fault, but not in its twin.
#include <gmock/gmock.h>

#include "kernels/variants/faults/bitonic_b2_slowed.hpp"
#include "tests/kernels/variants/interpreted.hpp"

namespace sortscope::kernels {
namespace {
using test::count_plan, test::planned, test::workload;
using enum CounterId;

constexpr uint64_t fault_keys = 1 << 13;

Plan fault_plan(std::string_view name, uint64_t n = fault_keys) {
    const auto& variant = planned().variants.find(name);
    return variant.plan(workload(KeyType::u32, n), effective_config(variant.info, {0, {}}));
}

/// Sum of a counter over the launches of a variant.
int64_t counted(std::string_view name, CounterId id) {
    static std::map<std::string, std::vector<std::vector<CounterValue>>, std::less<>> known;
    auto found = known.find(name);
    if (found == known.end())
        found =
            known.emplace(std::string(name), count_plan(fault_plan(name), workload(KeyType::u32, fault_keys)))
                .first;
    int64_t sum = 0;
    for (const auto& launch : found->second) sum += counter(launch, id, Provenance::modelled).value_or(0);
    return sum;
}

TEST(Faults, AreNotAmongEverybodysVariants) {
    EXPECT_THAT(planned().variants.families(), testing::ElementsAre("faults"));
    for (const auto& variant : planned().variants.all())
        EXPECT_EQ(variant.info.family, "") << variant.info.name;
    EXPECT_EQ(planned().variants.on_request().size(), 13U * 2 + 2 + 1);
    for (const auto& variant : planned().variants.on_request()) {
        const std::string& name = variant.info.name;
        EXPECT_EQ(&planned().variants.find(name), &variant);
        if (name.starts_with("fault-")) {
            const auto& twin = planned().variants.find("mended-" + name.substr(6)).info;
            EXPECT_EQ(twin.details, variant.info.details) << "one text for both";
            EXPECT_NE(twin.summary, variant.info.summary);
        }
        EXPECT_LE(variant.info.summary.size(), 80U) << name;
        EXPECT_EQ(variant.info.keys.size(), 1U) << name;
    }
}

TEST(Faults, MoveEveryKeyOnce) {
    for (const auto& variant : planned().variants.on_request())
        for (const uint64_t n : {uint64_t{1} << 12, fault_keys}) {
            SCOPED_TRACE(variant.info.name + " " + std::to_string(n));
            const Workload work = workload(KeyType::u32, n);
            ASSERT_EQ(refusal(variant.info, work, effective_config(variant.info, {0, {}})), std::nullopt);
            auto keys = make_keys(work);
            const Digest input = digest(keys, KeyType::u32);
            test::run_plan(fault_plan(variant.info.name, n), keys);
            EXPECT_EQ(broken_promise(input, digest(keys, KeyType::u32), variant.info.promise), std::nullopt);
        }
}

TEST(Faults, TakeNoOtherSizesAndKeys) {
    const auto& info = planned().variants.find("fault-tail").info;
    EXPECT_TRUE(refusal(info, workload(KeyType::u32, 5000), effective_config(info, {0, {}})));
    EXPECT_TRUE(refusal(info, workload(KeyType::u32, 1 << 11), effective_config(info, {0, {}})));
    EXPECT_TRUE(refusal(info, workload(KeyType::f32, 1 << 12), effective_config(info, {0, {}})));
}

TEST(Faults, ReachGlobalMemoryAsTheySay) {
    const auto keys = int64_t(fault_keys);
    constexpr int64_t keys_a_sector = 8;
    EXPECT_EQ(counted("fault-strided-loads", gld_sectors), keys) << "a sector each";
    EXPECT_EQ(counted("fault-strided-loads", gst_sectors), keys / keys_a_sector);
    EXPECT_EQ(counted("fault-strided-stores", gst_sectors), keys);
    EXPECT_EQ(counted("fault-strided-stores", gld_sectors), keys / keys_a_sector);
    EXPECT_EQ(counted("fault-misaligned-loads", gld_sectors), keys / 16 * 3)
        << "three for the two of a group of 16";
    EXPECT_EQ(counted("mended-misaligned-loads", gld_sectors), keys / 16 * 2);
    EXPECT_EQ(counted("fault-redundant-reads", gld_bytes), 8 * 4 * keys);
    for (const char* clean : {"mended-strided-loads", "mended-strided-stores", "mended-redundant-reads",
                              "clean-copy", "clean-arithmetic"}) {
        EXPECT_EQ(counted(clean, gld_sectors), keys / keys_a_sector) << clean;
        EXPECT_EQ(counted(clean, gst_sectors), keys / keys_a_sector) << clean;
        EXPECT_EQ(counted(clean, gld_bytes), 4 * keys) << clean;
    }
}

TEST(Faults, AddAsOftenWithAndWithoutContention) {
    for (const char* each : {"fault-atomics", "mended-atomics"}) {
        const Plan plan = fault_plan(each);
        simt::Interpreter interpreter(plan, planned().kernels, {simt::Rule::cc3, 1});
        int64_t additions = 0, addresses = 0;
        for (const auto& launch : plan.launches)
            for (const auto& counts : interpreter.run(launch))
                if (counts.site.kind == SiteKind::global_atomic) {
                    additions += counts.threads;
                    addresses += counts.bytes;
                }
        EXPECT_EQ(additions, int64_t(fault_keys) / 4) << each;
        EXPECT_EQ(addresses, additions / 32 * 4) << each << ": a warp's threads share an address";
    }
}

TEST(Faults, UseSharedMemoryAndBarriersAsTheySay) {
    const auto keys = int64_t(fault_keys);
    EXPECT_EQ(counted("fault-bank-conflicts", shared_st_conflicts), 31 * 4 * keys / 32)
        << "32 lanes in one bank, four times";
    EXPECT_EQ(counted("mended-bank-conflicts", shared_st_conflicts), 0);
    for (const char* each : {"fault-bank-conflicts", "mended-bank-conflicts"})
        EXPECT_EQ(counted(each, shared_ld_conflicts), 0) << each;
    EXPECT_EQ(counted("mended-barriers", barriers), keys / 4 / 32);
    EXPECT_EQ(counted("fault-barriers", barriers), 512 * keys / 4 / 32);
    EXPECT_EQ(fault_plan("fault-shared-occupancy").launches.front().shared_bytes, 96U * 1024);
    EXPECT_EQ(fault_plan("mended-shared-occupancy").launches.front().shared_bytes, 2048U);
}

TEST(Faults, DealTheirWorkAsTheySay) {
    const auto warps = int64_t(fault_keys) / 32;
    EXPECT_EQ(counted("fault-divergence", divergent_branches), warps);
    EXPECT_EQ(counted("mended-divergence", divergent_branches), 0);
    EXPECT_EQ(fault_plan("fault-small-blocks").launches.front().block.x, 32U);
    EXPECT_EQ(fault_plan("mended-small-blocks").launches.front().block.x, 256U);
    EXPECT_EQ(fault_plan("fault-few-blocks", 1 << 20).launches.front().grid.x, 16U);
    EXPECT_EQ(fault_plan("mended-few-blocks", 1 << 20).launches.front().grid.x, 1024U);
    EXPECT_EQ(fault_plan("fault-tail").launches.front().grid.x, 265U);
    EXPECT_EQ(fault_plan("mended-tail").launches.front().grid.x, 264U);
    EXPECT_EQ(fault_plan("fault-launch-gaps").launches.size(), 128U);
    EXPECT_EQ(fault_plan("mended-launch-gaps").launches.size(), 1U);
    EXPECT_EQ(fault_plan("fault-launch-gaps").required_bytes(),
              fault_plan("mended-launch-gaps").required_bytes());
}

TEST(BitonicB2Slowed, ItsChainMakesAsManyStepsAsAskedFor) {
    uint32_t x = 12345;
    for (uint32_t steps = 0; steps < 40; ++steps) {
        EXPECT_EQ(chain(12345, steps), x) << steps;
        x = x * 1664525 + 1013904223;
    }
}

TEST(BitonicB2Slowed, ItsLaunchesDoWhatThoseOfBitonicB2Do) {
    const auto& variant = planned().variants.find("bitonic-b2-slowed");
    const Workload work = workload(KeyType::u32, 1 << 10);
    const auto base = test::plan_of("bitonic-b2", work, 64);
    const auto base_counts = count_plan(base, work);
    for (const int64_t delay : {0, 150, 1050, 5000}) {
        SCOPED_TRACE(delay);
        const LaunchConfig config{64, {{"delay", delay}}};
        ASSERT_EQ(refusal(variant.info, work, config), std::nullopt);
        const auto plan = variant.plan(work, config);
        ASSERT_EQ(plan.launches.size(), base.launches.size());
        const auto counts = count_plan(plan, work);
        for (size_t i = 0; i < counts.size(); ++i) {
            EXPECT_EQ(plan.launches[i].stage.label, base.launches[i].stage.label);
            ASSERT_EQ(counts[i].size(), base_counts[i].size());
            for (const auto& value : base_counts[i])
                EXPECT_EQ(counter(counts[i], value.id, value.provenance), value.value)
                    << "launch " << i << ", " << metric_of(value.id).id;
        }
    }
}

TEST(BitonicB2Slowed, TakesAnyDelayInItsRange) {
    const auto& info = planned().variants.find("bitonic-b2-slowed").info;
    const Workload work = workload(KeyType::u32, 1 << 10);
    for (const int64_t delay : {0, 7, 100'000})
        EXPECT_EQ(refusal(info, work, {64, {{"delay", delay}}}), std::nullopt) << delay;
    for (const int64_t delay : {-1, 100'001})
        EXPECT_THAT(refusal(info, work, {64, {{"delay", delay}}}).value_or(""),
                    testing::HasSubstr("It takes any whole number from 0 to 100000."));
}
}  // namespace
}
