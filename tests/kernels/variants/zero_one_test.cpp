// The 0-1 principle (Knuth, The Art of Computer Programming, volume 3, 5.3.4, theorem Z), up to 16 keys.
// It does not prove sorts that are no networks: they see a part of the longest sequences.
#include <gtest/gtest.h>

#include "tests/kernels/variants/interpreted.hpp"

namespace sortscope::kernels {
namespace {

using test::planned;

/// Whether `keys` is what the variant promises to make of the zeros and ones in `bits`.
bool keeps_promise(Promise promise, std::uint32_t bits, std::span<const std::uint32_t> keys,
                   std::size_t run) {
    const std::size_t n = keys.size();
    const auto ones_of = [&](std::size_t base, std::size_t count) {
        return static_cast<std::size_t>(std::popcount(bits >> base & ((1U << count) - 1)));
    };
    if (promise == Promise::extremes) {
        const std::size_t ones = ones_of(0, n);
        return keys.front() == (ones == n ? 1U : 0U) && keys.back() == (ones == 0 ? 0U : 1U) &&
               static_cast<std::size_t>(std::ranges::count(keys, 1U)) == ones;
    }
    for (std::size_t base = 0; base < n; base += run)
        for (std::size_t i = 0; i < run; ++i)
            if (keys[base + i] != (i >= run - ones_of(base, run) ? 1U : 0U)) return false;
    return true;
}

class ZeroOnePrinciple : public testing::TestWithParam<std::string_view> {};

INSTANTIATE_TEST_SUITE_P(Each, ZeroOnePrinciple, testing::ValuesIn(test::planned_names()),
                         test::name_of_test);

TEST_P(ZeroOnePrinciple, KeepsItsPromiseOnAllInputsUpTo16Keys) {
    const Variant& variant = planned().variants.find(GetParam());
    const bool by_block = variant.info.promise == Promise::in_blocks;
    const auto block = std::max(by_block ? 16U : 4U, variant.info.min_block);
    for (const auto& config : test::configs_of(GetParam(), block))
        for (std::uint32_t n = 2; n <= 16; n *= 2) {
            const Workload work = test::workload(KeyType::u32, n);
            if (refusal(variant.info, work, config)) continue;
            const Plan plan = variant.plan(work, config);
            const std::uint64_t run = sorted_run(variant.info, config);
            // A part of the inputs, where each costs more, or where they prove nothing.
            const bool network = plan.comparators() != 0;
            const std::uint32_t stride = n < 16             ? 1
                                         : test::slow_build ? (network ? 61 : 401)
                                         : network          ? 1
                                                            : 61;
            test::run_zeros_and_ones(
                plan, n, stride, [&](std::uint32_t bits, std::span<const std::uint32_t> output) {
                    ASSERT_TRUE(keeps_promise(variant.info.promise, bits, output,
                                              run == 0 ? n : std::min<std::uint64_t>(run, n)))
                        << n << " keys, bits " << bits;
                });
        }
}

}  // namespace
}  // namespace sortscope::kernels
