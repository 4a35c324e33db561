// Every planned variant keeps its promise for all key types and inputs, up to 2^12 keys and 1024 threads a
// block.

#include "tests/kernels/variants/interpreted.hpp"

namespace sortscope::kernels {
namespace {
using test::plan_of, test::planned, test::slow_build;

/// Sorts that take quadratic time, for some inputs at least.
bool is_quadratic(std::string_view name) {
    return name == "rank" || name == "odd-even" || name == "quicksort-gpu" || name == "selection-global" ||
           name == "selection-blocks" || name == "selection-local";
}

/// One plan, run on many inputs.
class Sorter {
 public:
    Sorter(const Variant& variant, const Workload& work, const LaunchConfig& config)
        : variant_(variant),
          plan_(variant.plan(work, config)),
          interpreter_(plan_, planned().kernels, {simt::Rule::cc3, 1}),
          run_(sorted_run(variant.info, config)) {}

    /// Sorts `keys`, padded if the variant pads. Returns how the output breaks the promise, or nothing.
    std::optional<std::string> complaint(std::span<const std::byte> keys, KeyType key) {
        const Digest input = digest(keys, key, run_);
        const auto place = std::copy(keys.begin(), keys.end(), interpreter_.keys().begin());
        std::ranges::copy(padding(keys, key, plan_.buffers[0].count), place);
        for (const auto& launch : plan_.launches) interpreter_.run(launch);
        output_ = interpreter_.output().first(keys.size());
        return broken_promise(input, digest(output_, key, run_), variant_.info.promise);
    }
    std::span<const std::byte> output() const { return output_; }
    const Plan& plan() const { return plan_; }

 private:
    const Variant& variant_;
    Plan plan_;
    simt::Interpreter interpreter_;
    uint64_t run_;
    std::span<const std::byte> output_;
};

std::string describe(const Workload& work, const LaunchConfig& config) {
    return std::to_string(work.n) + " " + std::string(name_of(work.key)) + " " +
           std::string(name_of(work.distribution)) + ", block " + std::to_string(config.block) + ", " +
           parameters_text(parameters_of(config));
}

class VariantSort : public testing::TestWithParam<std::string_view> {
 protected:
    const Variant& variant_ = planned().variants.find(GetParam());

    LaunchConfig config(uint32_t block) const { return effective_config(variant_.info, {block, {}}); }
    /// The largest size at which all inputs are tried.
    uint64_t most_keys() const {
        if (slow_build) return 1 << 7;
        if (is_quadratic(GetParam())) return 1 << 9;
        // radix-split-global has up to 192 launches, whatever the size.
        return GetParam() == "radix-split-global" ? 1 << 10 : 1 << 12;
    }
};

INSTANTIATE_TEST_SUITE_P(Each, VariantSort, testing::ValuesIn(test::planned_names()), test::name_of_test);

TEST_P(VariantSort, SortsEverySizeInEveryBlock) {
    int sorted = 0;
    for (uint64_t n = 2; n <= (slow_build ? 1 << 9 : 1 << 12); n *= 2)
        for (const uint32_t block : {1U, 2U, 32U, 64U, 256U, 1024U}) {
            if (n > 512 && block < 32) continue;  // many tiny blocks
            if (n > most_keys() && block != 64) continue;
            const Workload work = test::workload(KeyType::u32, n);
            for (const auto& each : test::configs_of(GetParam(), block)) {
                if (refusal(variant_.info, work, each)) continue;
                EXPECT_EQ(Sorter(variant_, work, each).complaint(make_keys(work), work.key), std::nullopt)
                    << describe(work, each);
                ++sorted;
            }
        }
    EXPECT_GE(sorted, 9) << "nearly everything was refused";
}

TEST_P(VariantSort, SortsEveryInputOfEveryKeyType) {
    for (const KeyType key : variant_.info.keys) {
        std::map<Distribution, int> sorted;
        for (const uint64_t n : {1U << 4, 1U << 7, 1U << 9, 1U << 10, 1U << 12}) {
            if (n > most_keys() || (n == 1 << 9 && !is_quadratic(GetParam()))) continue;
            std::optional<Sorter> sorter;
            for (const auto& distribution : EnumTable<Distribution>::names()) {
                Workload work = test::workload(key, n, distribution.value);
                work.entropy_bits = 3;  // for Distribution::few
                if (distribution.value == Distribution::file || refusal(variant_.info, work, config(64)))
                    continue;
                if (!sorter) sorter.emplace(variant_, work, config(64));
                EXPECT_EQ(sorter->complaint(make_keys(work), key), std::nullopt)
                    << describe(work, config(64));
                ++sorted[distribution.value];
            }
        }
        EXPECT_EQ(sorted.size(), 9U) << "each generated distribution, " << name_of(key);
    }
}

TEST_P(VariantSort, PadsSizesThatAreNoPowerOfTwo) {
    for (const KeyType key : variant_.info.keys)
        for (const uint64_t n : {100U, 1000U}) {
            if (n > variant_.info.max_n || (n > 100 && n > most_keys())) continue;
            const Workload work = test::workload(key, n);
            const auto why = refusal(variant_.info, work, config(64));
            ASSERT_EQ(why.has_value(), !variant_.info.pads) << describe(work, config(64));
            if (why) {
                EXPECT_NE(why->find("power of two"), std::string::npos) << *why;
                continue;
            }
            Sorter sorter(variant_, work, config(64));
            EXPECT_EQ(sorter.plan().buffers[0].count, variant_.info.power_of_two ? std::bit_ceil(n) : n);
            EXPECT_EQ(sorter.complaint(make_keys(work), key), std::nullopt) << describe(work, config(64));
        }
}

/// Generated keys or records. Every seventh key is a NaN.
template <class T>
std::vector<T> keys_with_nans(const Workload& work) {
    auto keys = test::generated_keys<T>(work);
    for (size_t i = 3; i < keys.size(); i += 7) {
        if constexpr (is_record<T>)
            keys[i].key = std::numeric_limits<key_of_t<T>>::quiet_NaN();
        else
            keys[i] = std::numeric_limits<T>::quiet_NaN();
    }
    return keys;
}

TEST_P(VariantSort, PutsNansLast) {
    for (const KeyType key : variant_.info.keys)
        for (const uint64_t n : {64U, 100U}) {
            const Workload work = test::workload(key, n);
            with_key_type(key, [&]<class T>(TypeList<T>) {
                if constexpr (std::is_floating_point_v<key_of_t<T>>) {
                    const bool mixes_with_padding =
                        is_record<T> && variant_.info.power_of_two && !std::has_single_bit(n);
                    if (mixes_with_padding || refusal(variant_.info, work, config(64))) return;
                    Sorter sorter(variant_, work, config(64));
                    const auto keys = keys_with_nans<T>(work);
                    EXPECT_EQ(sorter.complaint(std::as_bytes(std::span(keys)), key), std::nullopt)
                        << describe(work, config(64));
                    T last;
                    std::memcpy(&last, sorter.output().last(sizeof(T)).data(), sizeof(T));
                    EXPECT_TRUE(std::isnan(key_of(last))) << describe(work, config(64));
                }
            });
        }
}

TEST_P(VariantSort, SortsDescendingAndNegativeFloats) {
    std::vector<float> keys(256);
    for (size_t i = 0; i < keys.size(); ++i) keys[i] = 100.5F - float(i);
    const Workload work = test::workload(KeyType::f32, keys.size());
    Sorter sorter(variant_, work, config(256));  // one block, for variants that sort each block
    EXPECT_EQ(sorter.complaint(std::as_bytes(std::span(keys)), work.key), std::nullopt);
    std::vector<float> sorted(keys.size());
    std::memcpy(sorted.data(), sorter.output().data(), sorter.output().size());
    std::sort(keys.begin(), keys.end());
    EXPECT_EQ(sorted, keys) << "Min-Max sorts monotonic input";
}

std::vector<uint32_t> run_minmax(const std::vector<uint32_t>& keys, uint32_t block) {
    return test::output_of(plan_of("butterfly-minmax", test::workload(KeyType::u32, keys.size()), block),
                           keys);
}

TEST(MinMaxButterfly, SortsAscendingAndDescendingInputOnly) {
    std::vector<uint32_t> ascending(1024);
    for (size_t i = 0; i < ascending.size(); ++i) ascending[i] = uint32_t(3 * i);
    EXPECT_EQ(run_minmax(ascending, 128), ascending);
    EXPECT_EQ(run_minmax(std::vector(ascending.rbegin(), ascending.rend()), 128), ascending);
    const std::vector<uint32_t> other{1, 4, 2, 3};
    EXPECT_EQ(run_minmax(other, 4), (std::vector<uint32_t>{1, 3, 2, 4})) << "extremes, but not sorted";
}

TEST(MinMaxButterfly, IsTheOneThatCannotPad) {
    for (const auto& variant : planned().variants.all())
        EXPECT_EQ(variant.info.pads, variant.info.name != "butterfly-minmax") << variant.info.name;
}

/// Returns true if `keys` is what the variant promises for the zeros and ones in `bits`.
bool keeps_promise(Promise promise, uint32_t bits, std::span<const uint32_t> keys, size_t run) {
    const size_t n = keys.size();
    const auto ones_of = [&](size_t base, size_t count) {
        return size_t(std::popcount(bits >> base & ((1U << count) - 1)));
    };
    if (promise == Promise::extremes) {
        const size_t ones = ones_of(0, n);
        return keys.front() == (ones == n ? 1U : 0U) && keys.back() == (ones == 0 ? 0U : 1U) &&
               size_t(std::ranges::count(keys, 1U)) == ones;
    }
    for (size_t base = 0; base < n; base += run)
        for (size_t i = 0; i < run; ++i)
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
        for (uint32_t n = 2; n <= 16; n *= 2) {
            const Workload work = test::workload(KeyType::u32, n);
            if (refusal(variant.info, work, config)) continue;
            const Plan plan = variant.plan(work, config);
            const uint64_t run = sorted_run(variant.info, config);
            // With 16 keys, slow builds and variants without a network try only some inputs: the zero-one
            // principle needs a network.
            const bool network = plan.comparators() != 0;
            const uint32_t stride = n < 16 ? 1 : test::slow_build ? (network ? 61 : 401) : network ? 1 : 61;
            test::run_zeros_and_ones(plan, n, stride, [&](uint32_t bits, std::span<const uint32_t> output) {
                ASSERT_TRUE(keeps_promise(variant.info.promise, bits, output,
                                          run == 0 ? n : std::min<uint64_t>(run, n)))
                    << n << " keys, bits " << bits;
            });
        }
}
}  // namespace
}
