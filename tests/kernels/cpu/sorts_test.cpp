#include "kernels/cpu/sorts.hpp"

#include <gtest/gtest.h>

#include "kernels/context/keys.hpp"
#include "kernels/cpu/serial_sorts.hpp"
#include "kernels/variants/register.hpp"
#include "tests/core/expect_error.hpp"

namespace sortscope::kernels::cpu {
namespace {
const VariantRegistry& baselines() {
    static const VariantRegistry registry = [] {
        VariantRegistry all;
        register_baselines(all);
        return all;
    }();
    return registry;
}

const std::vector<VariantInfo>& cpu_variants() {
    static const std::vector<VariantInfo> found = [] {
        std::vector<VariantInfo> infos;
        for (const auto& variant : baselines().all())
            if (variant.info.kind == VariantKind::cpu) infos.push_back(variant.info);
        return infos;
    }();
    return found;
}

bool takes(const VariantInfo& info, const Workload& workload) {
    return !refusal(info, workload, effective_config(info, {}));
}

/// Pads and sorts `input` as a case does. Returns how the output breaks the promise, or nothing.
std::optional<std::string> sorted_badly(const VariantInfo& info, KeyType key, std::vector<std::byte> input) {
    const uint64_t n = input.size() / key_bytes(key);
    const Digest before_it = digest(input, key);
    const auto missing = padding(input, key, padded_size(info, n));
    input.insert(input.end(), missing.begin(), missing.end());
    find_sort(info.name, key)(input);
    input.resize(n * key_bytes(key));
    return broken_promise(before_it, digest(input, key), info.promise);
}

template <class T>
std::vector<std::byte> bytes_of(const std::vector<T>& keys) {
    std::vector<std::byte> bytes(keys.size() * sizeof(T));
    if (!keys.empty()) std::memcpy(bytes.data(), keys.data(), bytes.size());
    return bytes;
}

template <class T>
std::vector<T> sorted(const char* variant, const std::vector<T>& keys) {
    auto bytes = bytes_of(keys);
    find_sort(variant, key_type_of<T>())(bytes);
    std::vector<T> result(keys.size());
    if (!bytes.empty()) std::memcpy(result.data(), bytes.data(), bytes.size());
    return result;
}

TEST(CpuSorts, KeepTheirPromiseForEveryKeyTypeInputAndSize) {
    int cases = 0;
    for (const auto& info : cpu_variants())
        for (const auto& key : EnumTable<KeyType>::names())
            for (const auto& distribution : EnumTable<Distribution>::names()) {
                if (distribution.value == Distribution::file) continue;
                for (const uint64_t n : {1U, 2U, 3U, 8U, 100U, 512U, 1000U}) {
                    Workload workload{key.value, n, distribution.value, 5, {}, 3};
                    if (!takes(info, workload)) continue;
                    EXPECT_EQ(sorted_badly(info, key.value, make_keys(workload)), std::nullopt)
                        << info.name << " " << key.name << " " << distribution.name << " " << n;
                    ++cases;
                }
            }
    // 10 key types, 9 inputs. 5 sorts take all 7 sizes. 2 networks need two keys or more (6 sizes).
    // cpu-butterfly-minmax needs a power of two (3 sizes).
    EXPECT_EQ(cases, 10 * 9 * (5 * 7 + 2 * 6 + 3));
}

TEST(CpuSorts, NetworksKeepTheirPromiseOnAllZerosAndOnesUpTo16Keys) {
    for (const char* variant : {"cpu-butterfly-full", "cpu-butterfly-minmax", "cpu-bitonic", "cpu-odd-even"})
        for (uint32_t n = 2; n <= 16; n *= 2) {
            const Sort sort = find_sort(variant, KeyType::u32);
            const bool extremes = baselines().find(variant).info.promise == Promise::extremes;
            std::vector<uint32_t> keys(n);
            for (uint32_t bits = 0; bits < 1U << n; ++bits) {
                for (uint32_t i = 0; i < n; ++i) keys[i] = bits >> i & 1;
                const auto ones = std::count(keys.begin(), keys.end(), 1U);
                sort(std::as_writable_bytes(std::span(keys)));
                ASSERT_EQ(std::count(keys.begin(), keys.end(), 1U), ones)
                    << variant << ", " << n << " keys, bits " << bits;
                const bool kept =
                    extremes ? std::ranges::max(keys) == keys.back() && std::ranges::min(keys) == keys.front()
                             : std::ranges::is_sorted(keys);
                ASSERT_TRUE(kept) << variant << ", " << n << " keys, bits " << bits;
            }
        }
}

TEST(CpuSorts, PutNaNsLastAndTakeZerosAsEqual) {
    const double nan = std::numeric_limits<double>::quiet_NaN();
    const double infinity = std::numeric_limits<double>::infinity();
    const std::vector<double> keys{nan, 1.0, -infinity, 0.0, nan, -0.0, infinity, -1.0};
    for (const auto& info : cpu_variants()) {
        if (info.promise != Promise::sorted) continue;
        const auto result = sorted(info.name.c_str(), keys);
        EXPECT_TRUE(std::ranges::equal(std::span(result).first(6),
                                       std::vector{-infinity, -1.0, 0.0, 0.0, 1.0, infinity}))
            << info.name;
        EXPECT_TRUE(result[6] != result[6] && result[7] != result[7]) << info.name;
    }
}

TEST(CpuSorts, RankSortAndOddEvenKeepEqualKeysInTheirOrder) {
    using Record = KeyValue<uint32_t>;
    std::vector<Record> records;
    for (uint32_t i = 0; i < 300; ++i) records.push_back({i * 7 % 5, i});
    for (const char* variant : {"cpu-rank", "cpu-odd-even"}) {
        const auto result = sorted(variant, records);
        for (size_t i = 1; i < result.size(); ++i)
            ASSERT_TRUE(result[i - 1].key < result[i].key ||
                        (result[i - 1].key == result[i].key && result[i - 1].value < result[i].value))
                << variant << ", place " << i;
    }
}

TEST(CpuSorts, TheParallelSortSortsWhatSeveralThreadsShare) {
    for (const auto key : {KeyType::u32, KeyType::f64_u64}) {
        const auto& info = baselines().find("cpu-parallel-sort").info;
        for (const auto distribution :
             {Distribution::uniform, Distribution::nearly, Distribution::reversed, Distribution::few})
            EXPECT_EQ(sorted_badly(info, key, make_keys({key, 700'001, distribution, 3, {}, 4})),
                      std::nullopt)
                << name_of(key) << " " << name_of(distribution);
    }
}

TEST(CpuSorts, AnUnknownSortIsNamed) {
    test::expect_error(ErrorKind::internal, "no CPU sort called 'bitonic-b2'",
                       [] { find_sort("bitonic-b2", KeyType::u32); });
}

std::optional<std::string> refused(const char* variant, uint64_t n,
                                   Distribution distribution = Distribution::uniform) {
    const auto& info = baselines().find(variant).info;
    return refusal(info, {KeyType::u32, n, distribution, 1, {}}, effective_config(info, {}));
}

TEST(CpuRefusals, QuicksortOnInputThatMakesItQuadratic) {
    EXPECT_EQ(refused("cpu-quicksort", 1 << 16, Distribution::sorted), std::nullopt);
    EXPECT_EQ(refused("cpu-quicksort", 1 << 24, Distribution::uniform), std::nullopt);
    EXPECT_EQ(refused("cpu-std-sort", 1 << 24, Distribution::sorted), std::nullopt);
    for (const auto slow : {Distribution::sorted, Distribution::reversed, Distribution::nearly,
                            Distribution::few, Distribution::zero})
        EXPECT_EQ(refused("cpu-quicksort", (1 << 16) + 1, slow),
                  "Variant 'cpu-quicksort' takes quadratic time on " + std::string(name_of(slow)) +
                      " input and sorts at most 2^16 such keys here.");
}

TEST(CpuRefusals, QuadraticSortsAndTheMinMaxNetwork) {
    for (const char* variant : {"cpu-odd-even", "cpu-rank"}) {
        EXPECT_FALSE(refused(variant, 1 << 16));
        EXPECT_TRUE(refused(variant, (1 << 16) + 1));
    }
    EXPECT_FALSE(refused("cpu-butterfly-minmax", 64));
    EXPECT_TRUE(refused("cpu-butterfly-minmax", 65));
    EXPECT_EQ(refused("cpu-bitonic", 65), std::nullopt) << "padded";
}
}  // namespace
}
