// Local sorts of Bainville 2011: one launch sorts each block's keys among themselves.
#include <gmock/gmock.h>

#include "tests/kernels/variants/interpreted.hpp"

namespace sortscope::kernels {
namespace {
using test::plan_of, test::planned, test::workload;

constexpr std::string_view local_names[] = {"selection-local", "bitonic-local", "bitonic-local-register",
                                            "merge-local"};
constexpr std::string_view stable_names[] = {"selection-local", "merge-local"};

template <class T>
std::vector<T> run_local(std::string_view name, const std::vector<T>& keys, uint32_t block) {
    return test::output_of(plan_of(name, workload(key_type_of<T>(), keys.size()), block), keys);
}

/// Sorts each block of `keys` stably by the order that kernels use.
template <class T>
std::vector<T> sorted_blocks(std::vector<T> keys, size_t block) {
    for (size_t base = 0; base < keys.size(); base += block) {
        const auto first = keys.begin() + ptrdiff_t(base);
        const auto last = keys.begin() + ptrdiff_t(std::min(base + block, keys.size()));
        std::stable_sort(first, last, before<T>);
    }
    return keys;
}

template <class T>
std::vector<T> generated_keys(uint64_t n, Distribution distribution, uint32_t entropy_bits = 0) {
    Workload work = workload(key_type_of<T>(), n, distribution);
    work.entropy_bits = entropy_bits;
    return test::generated_keys<T>(work);
}

class LocalSort : public testing::TestWithParam<std::string_view> {};

INSTANTIATE_TEST_SUITE_P(Each, LocalSort, testing::ValuesIn(local_names), test::name_of_test);

TEST_P(LocalSort, IsOneLaunchInPlaceOfOneThreadAKey) {
    for (const uint64_t n : {2U, 64U, 1U << 20})
        for (const uint32_t block : {1U, 64U, 1024U}) {
            const Plan plan = plan_of(GetParam(), workload(KeyType::u64_u64, n), block);
            ASSERT_EQ(plan.launches.size(), 1U);
            const Launch& launch = plan.launches.front();
            const auto tile = std::min<uint64_t>(block, n);
            EXPECT_EQ(launch.grid.count() * launch.block.count(), n);
            EXPECT_EQ(std::tuple(launch.block.count(), launch.shared_bytes), std::tuple(tile, 16 * tile));
            EXPECT_EQ(std::tuple(launch.required_bytes, test::buffer_bytes(plan)),
                      std::tuple(32 * n, 16 * n));
            EXPECT_EQ(plan.output, 0U);
            const auto levels = uint64_t(std::countr_zero(tile));
            const bool network = GetParam().starts_with("bitonic");
            EXPECT_EQ(launch.comparators, network ? n / 2 * (levels * (levels + 1) / 2) : 0);
        }
}

TEST(LocalSorts, KeepEqualRecordsInTheirOrder) {
    using Record = KeyValue<uint32_t>;
    for (const auto name : stable_names)
        for (const uint32_t block : {2U, 8U, 64U, 256U})
            for (const uint32_t entropy_bits : {0U, 1U, 3U}) {
                const auto records = generated_keys<Record>(512, Distribution::few, entropy_bits);
                const auto sorted = run_local(name, records, block);
                const auto expected = sorted_blocks(records, block);
                for (size_t i = 0; i < records.size(); ++i)
                    ASSERT_EQ(sorted[i].value, expected[i].value)
                        << name << ", block " << block << ", " << entropy_bits << " bits, record " << i;
            }
}

int64_t shared_loads_of_a_warp(std::string_view name, uint32_t block) {
    const Workload work = workload(KeyType::u32, block);
    const auto counted = test::count_plan(plan_of(name, work, block), work).front();
    return counter(counted, CounterId::shared_ld_requests, Provenance::modelled).value_or(-1) / (block / 32);
}

TEST(LocalSorts, SharedLoadsByFormula) {
    // log2 256 = 8 levels: the network has 36 steps, and so has the search of merge-local. merge-local also
    // loads its own key in each of 8 phases and at the end.
    EXPECT_EQ(shared_loads_of_a_warp("selection-local", 256), 256);
    EXPECT_EQ(shared_loads_of_a_warp("bitonic-local", 256), 2 * 36 + 1);
    EXPECT_EQ(shared_loads_of_a_warp("bitonic-local-register", 256), 36);
    EXPECT_EQ(shared_loads_of_a_warp("merge-local", 256), 36 + 8 + 1);
}

TEST(LocalSorts, NoBranchDiverges) {
    for (const auto name : local_names) {
        const Workload work = workload(KeyType::u32, 512);
        const auto counted = test::count_plan(plan_of(name, work, 128), work).front();
        EXPECT_EQ(counter(counted, CounterId::divergent_branches, Provenance::modelled), 0) << name;
    }
}
}  // namespace
}
