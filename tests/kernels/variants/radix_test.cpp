// The radix sorts by splits of Sinha 2010: one bit a pass, in one block and over many.
#include <gmock/gmock.h>

#include "tests/kernels/variants/interpreted.hpp"

namespace sortscope::kernels {
namespace {
using test::generated_keys, test::output_of, test::plan_of, test::planned, test::run_plan,
    test::stably_sorted, test::workload;

template <class T>
std::vector<T> run_radix(std::string_view name, const std::vector<T>& keys, uint32_t block) {
    return output_of(plan_of(name, workload(key_type_of<T>(), keys.size()), block), keys);
}

constexpr uint64_t odd_sizes[] = {2, 3, 31, 32, 33, 255, 257, 1000, 1024, 4097};

TEST(RadixSplitGlobal, SortsAnySizeInAnyBlock) {
    for (const uint64_t n : odd_sizes)
        for (const uint32_t block : {32U, 64U, 256U, 1024U}) {
            if (n > 1000 && block == 1024) continue;
            const auto keys = generated_keys<uint32_t>(workload(KeyType::u32, n));
            EXPECT_EQ(run_radix("radix-split-global", keys, block), stably_sorted(keys))
                << n << " keys, block " << block;
        }
}

TEST(RadixSplitGlobal, SortsEveryKeyTypeStably) {
    // 66 blocks of 32: of the four warps of the scan, one is partly filled and one is empty.
    for (const KeyType key : planned().variants.find("radix-split-global").info.keys)
        for (const Distribution distribution : {Distribution::uniform, Distribution::few}) {
            Workload work = workload(key, 2100, distribution);
            work.entropy_bits = 4;
            with_key_type(key, [&]<class T>(TypeList<T>) {
                const auto keys = generated_keys<T>(work);
                const auto expected = stably_sorted(keys);
                const auto sorted = run_radix("radix-split-global", keys, 32);
                EXPECT_EQ(std::memcmp(sorted.data(), expected.data(), keys.size() * sizeof(T)), 0)
                    << name_of(key) << " " << name_of(distribution);
            });
        }
}

TEST(RadixSplitGlobal, ScanGoesOverManyTiles) {
    // More than 1024 blocks: two tiles of the scan, the second not full. Only the lowest bits differ.
    const uint64_t n = 32 * 1100 + 7;
    std::vector<uint32_t> keys(n);
    for (uint32_t i = 0; i < n; ++i) keys[i] = i * 2654435761U >> 30;
    Plan plan = plan_of("radix-split-global", workload(KeyType::u32, n), 32);
    EXPECT_EQ(plan.launches[1].block.count(), 1024U);
    plan.launches.resize(6);  // two bits: the keys are back in the first buffer
    EXPECT_EQ(output_of(plan, keys), stably_sorted(keys));
}

template <class Float>
void expect_orders_floats(std::string_view name) {
    using Limits = std::numeric_limits<Float>;
    std::vector<Float> keys;
    for (size_t i = 0; i < 99; ++i)
        keys.push_back(std::array{Limits::quiet_NaN(), Float{1.5}, Float{-2}, -Float{0}, Limits::infinity(),
                                  -Limits::max(), Limits::denorm_min(), Float{0}, -Limits::denorm_min(),
                                  Limits::max(), -Limits::infinity()}[i * 7 % 11]);
    auto expected = keys;
    std::stable_sort(expected.begin(), expected.end(), [](Float a, Float b) {
        return before(a, b) ||
               (a == b && std::signbit(a) && !std::signbit(b));  // a radix sort puts -0 before +0
    });
    const auto sorted = run_radix(name, keys, 32);
    EXPECT_EQ(std::memcmp(sorted.data(), expected.data(), keys.size() * sizeof(Float)), 0) << name;
    EXPECT_TRUE(std::isnan(sorted.back())) << name;
    EXPECT_EQ(sorted.front(), -Limits::infinity()) << name;
}

TEST(RadixSplits, OrderFloatsOfBothSignsWithNansLast) {
    for (const auto* name : {"radix-split", "radix-split-global"}) {
        expect_orders_floats<float>(name);
        expect_orders_floats<double>(name);
    }
}

TEST(RadixSplitGlobal, AStageABitOfThreeLaunches) {
    for (const auto& [key, bits] :
         std::map<KeyType, uint64_t>{{KeyType::f32, 32}, {KeyType::u64, 64}, {KeyType::i32_u32, 32}})
        for (const uint64_t n : {2ULL, 1000ULL, 1ULL << 20, 1ULL << 28})
            for (const uint32_t block : {32U, 256U, 1024U}) {
                SCOPED_TRACE(std::string(name_of(key)) + " " + std::to_string(n) + " block " +
                             std::to_string(block));
                const Plan plan = plan_of("radix-split-global", workload(key, n), block);
                const uint64_t blocks = (n + block - 1) / block;
                ASSERT_EQ(plan.launches.size(), 3 * bits);
                EXPECT_EQ(plan.output, 0U) << "back in the first buffer after an even number of bits";
                EXPECT_EQ(test::buffer_bytes(plan), 2 * n * key_bytes(key) + 4 * (blocks + 1));
                EXPECT_EQ(plan.required_bytes(), bits * (3 * n * key_bytes(key) + 4 * (4 * blocks + 2)));
                for (size_t i = 0; i < plan.launches.size(); ++i) {
                    const Launch& launch = plan.launches[i];
                    EXPECT_EQ(launch.stage.stage, int(i / 3) + 1);
                    EXPECT_EQ(launch.grid.count(), i % 3 == 1 ? 1 : blocks);
                    EXPECT_EQ(launch.shared_bytes, 32U * 4) << "a sum for each warp that a block can have";
                }
            }
}

TEST(RadixSplitGlobal, ReadsKeysTwiceAndWritesThemOnceABit) {
    const Workload work = workload(KeyType::u32, 1000);
    const auto counted = test::count_plan(plan_of("radix-split-global", work, 64), work);
    const auto threads = [&](size_t launch, CounterId id) {
        return counter(counted[launch], id, Provenance::modelled);
    };
    EXPECT_EQ(threads(0, CounterId::gld_threads), 1000);
    EXPECT_EQ(threads(0, CounterId::gst_threads), 16) << "a count for each block";
    EXPECT_EQ(threads(1, CounterId::gld_threads), 16);
    EXPECT_EQ(threads(1, CounterId::gst_threads), 17) << "and the sum of all";
    EXPECT_EQ(threads(2, CounterId::gld_threads), 3 * 1000) << "a key and two sums a thread";
    EXPECT_EQ(threads(2, CounterId::gst_threads), 1000);
}

LaunchConfig with_bits(int64_t bits) { return {0, {{"bits", bits}}}; }

Workload small_keys(KeyType key, uint64_t n, Distribution distribution, uint32_t entropy_bits = 0) {
    Workload work = workload(key, n, distribution);
    work.entropy_bits = entropy_bits;
    return work;
}

TEST(RadixSplit, EightPassesSortKeysBelow256) {
    const Variant& variant = planned().variants.find("radix-split");
    EXPECT_EQ(variant.plan(workload(KeyType::f64, 64), with_bits(0)).launches.size(), 64U);
    const Workload inputs[] = {small_keys(KeyType::u32, 512, Distribution::few, 8),
                               small_keys(KeyType::i32, 333, Distribution::few, 8),
                               small_keys(KeyType::u64, 512, Distribution::few, 3),
                               small_keys(KeyType::u64_u64, 512, Distribution::few, 8),
                               small_keys(KeyType::u32_u32, 256, Distribution::reversed),
                               small_keys(KeyType::i32_u32, 256, Distribution::sorted),
                               small_keys(KeyType::i32, 240, Distribution::nearly),
                               small_keys(KeyType::u32, 512, Distribution::zero)};
    for (const auto& work : inputs) {
        ASSERT_EQ(refusal(variant.info, work, with_bits(8)), std::nullopt) << name_of(work.distribution);
        const Plan plan = variant.plan(work, with_bits(8));
        EXPECT_EQ(plan.launches.size(), 8U);
        auto keys = make_keys(work);
        const Digest input = digest(keys, work.key);
        run_plan(plan, keys);
        EXPECT_EQ(broken_promise(input, digest(keys, work.key), Promise::sorted), std::nullopt)
            << name_of(work.key) << " " << name_of(work.distribution);
    }
}

TEST(RadixSplit, EightPassesRefuseKeysThatMayBeLarger) {
    const VariantInfo& info = planned().variants.find("radix-split").info;
    const Workload inputs[] = {small_keys(KeyType::u32, 64, Distribution::uniform),
                               small_keys(KeyType::u32, 64, Distribution::gaussian),
                               small_keys(KeyType::u32, 64, Distribution::bucket),
                               small_keys(KeyType::u32, 64, Distribution::exponential),
                               small_keys(KeyType::u32, 64, Distribution::file),
                               small_keys(KeyType::u32, 64, Distribution::few, 9),
                               small_keys(KeyType::u32, 257, Distribution::sorted),
                               small_keys(KeyType::u32, 257, Distribution::reversed),
                               small_keys(KeyType::u32, 241, Distribution::nearly),
                               small_keys(KeyType::f32, 64, Distribution::few, 8),
                               small_keys(KeyType::f64, 64, Distribution::zero),
                               small_keys(KeyType::f32_u32, 64, Distribution::few, 8),
                               small_keys(KeyType::f64_u64, 64, Distribution::sorted)};
    for (const auto& work : inputs) {
        SCOPED_TRACE(std::string(name_of(work.key)) + " " + std::string(name_of(work.distribution)));
        EXPECT_THAT(refusal(info, work, with_bits(8)).value_or(""),
                    testing::HasSubstr("--input few --entropy 8"));
        EXPECT_EQ(refusal(info, work, with_bits(0)), std::nullopt) << "all bits sort all keys";
    }
    EXPECT_THAT(refusal(info, workload(KeyType::u32, 64), with_bits(16)).value_or(""),
                testing::HasSubstr("It takes: 0, 8."));
}
}  // namespace
}
