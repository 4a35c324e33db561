// The 0-1 principle (Knuth, The Art of Computer Programming, volume 3, 5.3.4, theorem Z): a network that
// sorts every sequence of zeros and ones sorts every sequence. Here all such sequences up to 16 keys, each
// interpreted by itself.
#include <gtest/gtest.h>

#include "tests/kernels/variants/interpreted.hpp"

namespace sortscope::kernels {
namespace {

using test::planned;

TEST(ZeroOnePrinciple, EveryVariantKeepsItsPromiseOnAllInputsUpTo16Keys) {
    for (const auto& variant : planned().variants.all())
        for (std::uint32_t n = 2; n <= 16; n *= 2) {
            const Plan plan = variant.plan(test::workload(KeyType::u32, n), {4, {}});
            simt::Interpreter interpreter(plan, planned().kernels, {simt::Rule::cc7, 1});
            auto* const input = reinterpret_cast<std::uint32_t*>(interpreter.keys().data());
            const auto* const keys = reinterpret_cast<const std::uint32_t*>(interpreter.output().data());
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
            const std::uint32_t step = n == 16 ? 13 : 1;  // a fair part of them, where each costs more
#else
            const std::uint32_t step = 1;
#endif
            for (std::uint32_t bits = 0; bits < 1U << n; bits += step) {
                for (std::uint32_t i = 0; i < n; ++i) input[i] = bits >> i & 1;
                for (const auto& launch : plan.launches) interpreter.run(launch);
                const auto ones = static_cast<std::uint32_t>(std::popcount(bits));
                bool kept = true;
                if (variant.info.promise == OutputPromise::sorted)
                    for (std::uint32_t i = 0; i < n; ++i) kept &= keys[i] == (i >= n - ones ? 1U : 0U);
                else
                    kept = keys[0] == (ones == n ? 1U : 0U) && keys[n - 1] == (ones == 0 ? 0U : 1U) &&
                           static_cast<std::uint32_t>(std::count(keys, keys + n, 1U)) == ones;
                ASSERT_TRUE(kept) << variant.info.name << ", " << n << " keys, bits " << bits;
            }
        }
}

}  // namespace
}  // namespace sortscope::kernels
