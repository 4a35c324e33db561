#include "kernels/context/keys.hpp"

#include <gmock/gmock.h>
#include <unistd.h>
#include <fstream>
#include <numeric>
#include <set>

#include "kernels/context/generate.hpp"
#include "kernels/context/record.hpp"
#include "tests/core/expect_error.hpp"

namespace sortscope::kernels {
namespace {
template <class Key>
std::vector<Key> generate(Distribution distribution, uint64_t n, uint64_t seed = 1,
                          uint32_t entropy_bits = 0) {
    const auto bytes = make_keys({key_type_of<Key>(), n, distribution, seed, {}, entropy_bits});
    EXPECT_EQ(bytes.size(), n * sizeof(Key));
    std::vector<Key> keys(n);
    if (n > 0) std::memcpy(keys.data(), bytes.data(), bytes.size());
    return keys;
}

/// A temporary input file. The destructor removes it.
class InputFile {
 public:
    template <class T>
    explicit InputFile(const std::vector<T>& content)
        : path_(std::filesystem::temp_directory_path() /
                ("sortscope-keys-" + std::to_string(::getpid()) + ".bin")) {
        std::ofstream file(path_, std::ios::binary);
        file.write(reinterpret_cast<const char*>(content.data()),
                   std::streamsize(content.size() * sizeof(T)));
    }
    ~InputFile() { std::filesystem::remove(path_); }
    InputFile(const InputFile&) = delete;
    InputFile& operator=(const InputFile&) = delete;
    std::string path() const { return path_.string(); }

 private:
    std::filesystem::path path_;
};

TEST(UniformKeys, KeyDependsOnSeedAndIndexAlone) {
    const auto few = generate<uint32_t>(Distribution::uniform, 100, 42);
    const auto many = generate<uint32_t>(Distribution::uniform, 1000, 42);
    EXPECT_TRUE(std::equal(few.begin(), few.end(), many.begin()));
    EXPECT_NE(few, generate<uint32_t>(Distribution::uniform, 100, 43));
}

TEST(UniformKeys, CoverTheWholeRangeOfIntegers) {
    const auto keys = generate<uint32_t>(Distribution::uniform, 1 << 14);
    std::array<int, 16> buckets{};
    for (const auto key : keys) ++buckets[key >> 28];
    for (const int count : buckets) EXPECT_NEAR(count, 1024, 160) << "five standard deviations";
    const auto wide = generate<uint64_t>(Distribution::uniform, 4096);
    EXPECT_GT(*std::max_element(wide.begin(), wide.end()), uint64_t{1} << 63);
    const auto with_sign = generate<int32_t>(Distribution::uniform, 4096);
    EXPECT_LT(*std::min_element(with_sign.begin(), with_sign.end()), 0);
}

TEST(UniformKeys, FloatsLieBelowOne) {
    const auto check = [](const auto& keys) {
        double sum = 0;
        for (const auto key : keys) {
            ASSERT_GE(key, 0);
            ASSERT_LT(key, 1);
            sum += double(key);
        }
        EXPECT_NEAR(sum / double(keys.size()), 0.5, 0.02);
    };
    check(generate<float>(Distribution::uniform, 1 << 14));
    check(generate<double>(Distribution::uniform, 1 << 14));
}

TEST(SortedKeys, AreTheirIndex) {
    EXPECT_THAT(generate<uint32_t>(Distribution::sorted, 4), testing::ElementsAre(0, 1, 2, 3));
    EXPECT_THAT(generate<uint64_t>(Distribution::reversed, 4), testing::ElementsAre(3, 2, 1, 0));
    EXPECT_THAT(generate<int32_t>(Distribution::zero, 5), testing::Each(0));
    EXPECT_TRUE(generate<float>(Distribution::uniform, 0).empty());
    const auto keys = generate<float>(Distribution::sorted, (1 << 24) + 64);
    EXPECT_TRUE(std::is_sorted(keys.begin(), keys.end())) << "beyond the exact integers of floats";
    const auto reversed = generate<float>(Distribution::reversed, 1 << 12);
    EXPECT_TRUE(std::is_sorted(reversed.rbegin(), reversed.rend()));
}

TEST(FileKeys, ADigestTellsFilesApart) {
    const auto digest_of = [](const std::vector<char>& content) {
        return file_digest(InputFile(content).path());
    };
    // Values of FNV-1a's own test suite.
    EXPECT_EQ(digest_of({}), "fnv1a:cbf29ce484222325");
    EXPECT_EQ(digest_of({'a'}), "fnv1a:af63dc4c8601ec8c");
    EXPECT_EQ(digest_of({'f', 'o', 'o', 'b', 'a', 'r'}), "fnv1a:85944171f73967e8");
    // Longer than one read of file_digest().
    std::vector<char> large((size_t{1} << 20) + 1);
    const auto before = digest_of(large);
    large.back() = 1;
    EXPECT_NE(digest_of(large), before);
    test::expect_error(ErrorKind::data, "'/nowhere/keys.bin'", [] { file_digest("/nowhere/keys.bin"); });
}

TEST(FileKeys, AFileThatWasChangedIsRefused) {
    const InputFile file(std::vector<uint32_t>{1, 2, 3});
    Workload workload{KeyType::u32, 3, Distribution::file, 0, file.path(), 0, file_digest(file.path())};
    EXPECT_EQ(make_keys(workload).size(), 12U);
    workload.file_digest = "fnv1a:0000000000000000";
    test::expect_error(ErrorKind::data, "was changed while in use", [&] { make_keys(workload); });
}

TEST(FileKeys, AFileWithoutWholeKeysIsRefused) {
    const auto refused = [](const std::string& words, const std::string& file, KeyType key) {
        test::expect_error(ErrorKind::data, words, [&] { count_keys(file, key); });
    };
    const auto none_made = [](const std::string& words, const std::string& file, uint64_t n) {
        test::expect_error(ErrorKind::data, words, [&] {
            make_keys({KeyType::u32, n, Distribution::file, 0, file});
        });
    };
    {
        const InputFile file(std::vector<char>(12));
        EXPECT_EQ(count_keys(file.path(), KeyType::f32), 3U);
        refused("12 bytes, which is not a whole number of u64 keys of 8 bytes", file.path(), KeyType::u64);
        none_made("Was it changed", file.path(), 4);
    }
    refused("0 bytes", InputFile(std::vector<char>{}).path(), KeyType::u32);
    for (const auto* missing : {"/nowhere/keys.bin", "/tmp"}) {
        refused(missing, missing, KeyType::u32);
        none_made(missing, missing, 1);
    }
}

TEST(FileKeys, NaNsAllBecomeTheOneThatComesLast) {
    const float signed_nan = std::copysign(std::nanf("7"), -1.0F);
    const std::vector<float> content{1.0F, signed_nan, std::numeric_limits<float>::infinity(), std::nanf(""),
                                     2.0F};
    const InputFile file(content);
    const auto bytes = make_keys({KeyType::f32, 5, Distribution::file, 0, file.path()});
    std::vector<float> keys(5);
    std::memcpy(keys.data(), bytes.data(), bytes.size());
    EXPECT_EQ(std::bit_cast<uint32_t>(keys[1]), std::bit_cast<uint32_t>(greatest_key<float>()));
    EXPECT_EQ(std::bit_cast<uint32_t>(keys[3]), std::bit_cast<uint32_t>(greatest_key<float>()));
    EXPECT_EQ(std::tuple(keys[2], keys[4]), std::tuple(std::numeric_limits<float>::infinity(), 2.0F));
    const auto as_integers = make_keys({KeyType::u32, 5, Distribution::file, 0, file.path()});
    EXPECT_EQ(std::memcmp(as_integers.data(), content.data(), as_integers.size()), 0)
        << "the same bits are fine integers";
}

TEST(FileKeys, RecordsAreAKeyAndItsValue) {
    const std::vector<uint32_t> content{7, 100, 3, 200};
    const InputFile file(content);
    EXPECT_EQ(count_keys(file.path(), KeyType::u32_u32), 2U);
    const auto bytes = make_keys({KeyType::f32_u32, 2, Distribution::file, 0, file.path()});
    EXPECT_EQ(std::memcmp(bytes.data(), content.data(), bytes.size()), 0);
}

template <class K>
void expect_float_order() {
    const K inf = std::numeric_limits<K>::infinity();
    const K nan = std::numeric_limits<K>::quiet_NaN();
    const std::vector<K> ascending{
        -inf, K(-1), -std::numeric_limits<K>::denorm_min(), K(0), std::numeric_limits<K>::denorm_min(), K(1),
        inf,  nan};
    for (size_t i = 0; i < ascending.size(); ++i)
        for (size_t j = 0; j < ascending.size(); ++j)
            EXPECT_EQ(before(ascending[i], ascending[j]), i < j) << i << " and " << j;
    const K negative_nan = std::copysign(nan, K(-1));
    // +0 equals -0. All NaNs are equal.
    for (const auto& [one, other] : {std::pair(K(-0.0), K(0.0)), {nan, negative_nan}})
        EXPECT_FALSE(before(one, other) || before(other, one)) << one;
    EXPECT_TRUE(before(inf, negative_nan));
    EXPECT_TRUE(std::isnan(greatest_key<K>()));
}

TEST(Before, PutsNaNsLastAndLooksAtTheKeyOfARecordAlone) {
    expect_float_order<float>();
    expect_float_order<double>();
    using Record = KeyValue<uint32_t>;
    EXPECT_TRUE(before(Record{1, 9}, Record{2, 0}));
    EXPECT_FALSE(before(Record{1, 0}, Record{1, 9}) || before(Record{1, 9}, Record{1, 0}));
}

/// Mean and standard deviation of keys in [0, 1).
std::pair<double, double> moments(const std::vector<double>& keys) {
    const double n = double(keys.size());
    const double mean = std::accumulate(keys.begin(), keys.end(), 0.0) / n;
    double squares = 0;
    for (const double key : keys) squares += (key - mean) * (key - mean);
    return {mean, std::sqrt(squares / n)};
}

constexpr uint64_t many = 1 << 16;

TEST(Generated, GaussianIsTheMeanOfFour) {
    const auto [mean, deviation] = moments(generate<double>(Distribution::gaussian, many));
    EXPECT_NEAR(mean, 0.5, 0.003);
    EXPECT_NEAR(deviation, std::sqrt(1.0 / 12 / 4), 0.002);
}

TEST(Generated, ExponentialHasItsMeanAndTail) {
    const auto keys = generate<double>(Distribution::exponential, many);
    const auto [mean, deviation] = moments(keys);
    EXPECT_NEAR(mean, 1.0 / 16, 0.001);
    EXPECT_NEAR(deviation, 1.0 / 16, 0.002);
    for (const double multiple : {0.5, 1.0, 3.0}) {
        const auto beyond = std::ranges::count_if(keys, [&](double key) { return key > multiple / 16; });
        EXPECT_NEAR(double(beyond) / many, std::exp(-multiple), 0.008) << multiple << " means";
    }
}

TEST(Generated, FixedPointLogarithmIsRight) {
    for (const uint64_t x : {uint64_t{1}, uint64_t{3}, uint64_t{1} << 40, ~uint64_t{0}, uint64_t{1} << 63,
                             uint64_t{0xB504F333F9DE6484}}) {
        const double exact = 64 - std::log2(double(x));
        EXPECT_NEAR(double(minus_log2(x)) * 0x1p-57, exact, 1e-7) << x;
    }
}

TEST(Generated, BucketsAscendWithinEachBlock) {
    const auto keys = generate<uint32_t>(Distribution::bucket, many);
    for (uint64_t i = 0; i < many; ++i) ASSERT_EQ(keys[i] >> 28, i / (many / 256) % 16) << i;
    EXPECT_GT(std::set<uint32_t>(keys.begin(), keys.end()).size(), many - 64) << "random within a bucket";
}

TEST(Generated, NearlySortedKeysAreAtMost16PlacesOff) {
    const auto keys = generate<uint32_t>(Distribution::nearly, many);
    EXPECT_FALSE(std::is_sorted(keys.begin(), keys.end()));
    std::vector<uint32_t> order(many);
    std::iota(order.begin(), order.end(), 0U);
    std::ranges::stable_sort(order, {}, [&](uint32_t i) { return keys[i]; });
    for (uint32_t place = 0; place < many; ++place) ASSERT_LE(std::abs(int(order[place]) - int(place)), 16);
}

TEST(Generated, FewHasTwoToTheEntropyDistinctKeys) {
    for (const uint32_t bits : {0U, 1U, 4U, 8U}) {
        const auto keys = generate<int32_t>(Distribution::few, 1 << 14, 1, bits);
        const std::set<int32_t> distinct(keys.begin(), keys.end());
        EXPECT_EQ(std::tuple(distinct.size(), *distinct.begin()), std::tuple(size_t{1} << bits, 0));
        const auto most = std::ranges::count(keys, 0);
        EXPECT_NEAR(double(most), (1 << 14) >> bits, 6 * std::sqrt((1 << 14) >> bits)) << "equally often";
    }
}

TEST(Generated, EveryDistributionDependsOnTheSeedOrNot) {
    for (const auto& row : EnumTable<Distribution>::names()) {
        if (row.value == Distribution::file) continue;
        const auto bytes = [&](uint64_t seed) {
            return make_keys({KeyType::u32, 64, row.value, seed, {}, 5});
        };
        const bool random = row.value != Distribution::sorted && row.value != Distribution::reversed &&
                            row.value != Distribution::zero;
        EXPECT_EQ(bytes(1) != bytes(2), random) << row.name;
        EXPECT_EQ(bytes(1), bytes(1)) << row.name;
    }
}

TEST(Padding, IsTheGreatestKey) {
    const std::vector<int32_t> keys{4, 5, 6};
    const auto bytes = padding(std::as_bytes(std::span(keys)), KeyType::i32, 8);
    std::vector<int32_t> added(5);
    ASSERT_EQ(bytes.size(), 20U);
    std::memcpy(added.data(), bytes.data(), bytes.size());
    EXPECT_THAT(added, testing::Each(std::numeric_limits<int32_t>::max()));
    EXPECT_TRUE(padding(std::as_bytes(std::span(keys)), KeyType::i32, 3).empty());
}

TEST(Padding, RecordsThatItCouldReplaceAreRefused) {
    const std::vector<KeyValue<uint32_t>> records{{1, 10}, {0xFFFFFFFF, 20}, {2, 30}};
    const auto bytes = std::as_bytes(std::span(records));
    test::expect_error(ErrorKind::unsupported, "Record 1 has the greatest key",
                       [&] { padding(bytes, KeyType::u32_u32, 4); });
    EXPECT_NO_THROW(padding(bytes, KeyType::u32_u32, 3)) << "nothing to add";
    EXPECT_NO_THROW(padding(bytes.first(8), KeyType::u32_u32, 4));
}
}  // namespace
}
