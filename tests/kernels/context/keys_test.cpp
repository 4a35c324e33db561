#include "kernels/context/keys.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <fstream>
#include <limits>

#include "tests/core/expect_error.hpp"

namespace sortscope::kernels {
namespace {

template <class Key>
std::vector<Key> generate(Distribution distribution, std::uint64_t n, std::uint64_t seed = 1) {
    const auto bytes = make_keys({key_type_of<Key>(), n, distribution, seed, {}});
    EXPECT_EQ(bytes.size(), n * sizeof(Key));
    std::vector<Key> keys(n);
    if (n > 0) std::memcpy(keys.data(), bytes.data(), bytes.size());
    return keys;
}

/// A file of its own that is removed at the end.
class InputFile {
 public:
    template <class T>
    explicit InputFile(const std::vector<T>& content)
        : path_(std::filesystem::temp_directory_path() /
                ("sortscope-keys-" + std::to_string(::getpid()) + ".bin")) {
        std::ofstream file(path_, std::ios::binary);
        file.write(reinterpret_cast<const char*>(content.data()),
                   static_cast<std::streamsize>(content.size() * sizeof(T)));
    }
    ~InputFile() { std::filesystem::remove(path_); }
    InputFile(const InputFile&) = delete;
    InputFile& operator=(const InputFile&) = delete;
    std::string path() const { return path_.string(); }

 private:
    std::filesystem::path path_;
};

TEST(UniformKeys, KeyDependsOnSeedAndIndexAlone) {
    const auto few = generate<std::uint32_t>(Distribution::uniform, 100, 42);
    const auto many = generate<std::uint32_t>(Distribution::uniform, 1000, 42);
    EXPECT_TRUE(std::equal(few.begin(), few.end(), many.begin()));
    EXPECT_NE(few, generate<std::uint32_t>(Distribution::uniform, 100, 43));
}

TEST(UniformKeys, CoverTheWholeRangeOfIntegers) {
    const auto keys = generate<std::uint32_t>(Distribution::uniform, 1 << 14);
    std::array<int, 16> buckets{};
    for (const auto key : keys) ++buckets[key >> 28];
    for (const int count : buckets) EXPECT_NEAR(count, 1024, 160) << "five standard deviations";
    const auto wide = generate<std::uint64_t>(Distribution::uniform, 4096);
    EXPECT_GT(*std::max_element(wide.begin(), wide.end()), std::uint64_t{1} << 63);
    const auto with_sign = generate<std::int32_t>(Distribution::uniform, 4096);
    EXPECT_LT(*std::min_element(with_sign.begin(), with_sign.end()), 0);
}

TEST(UniformKeys, FloatsLieBelowOne) {
    const auto check = [](const auto& keys) {
        double sum = 0;
        for (const auto key : keys) {
            ASSERT_GE(key, 0);
            ASSERT_LT(key, 1);
            sum += static_cast<double>(key);
        }
        EXPECT_NEAR(sum / static_cast<double>(keys.size()), 0.5, 0.02);
    };
    check(generate<float>(Distribution::uniform, 1 << 14));
    check(generate<double>(Distribution::uniform, 1 << 14));
}

TEST(SortedKeys, AreTheirIndex) {
    EXPECT_THAT(generate<std::uint32_t>(Distribution::sorted, 4), testing::ElementsAre(0, 1, 2, 3));
    EXPECT_THAT(generate<std::int32_t>(Distribution::zero, 5), testing::Each(0));
    EXPECT_TRUE(generate<float>(Distribution::uniform, 0).empty());
    const auto keys = generate<float>(Distribution::sorted, (1 << 24) + 64);
    EXPECT_TRUE(std::is_sorted(keys.begin(), keys.end())) << "beyond the exact integers of floats";
}

TEST(FileKeys, ADigestTellsFilesApart) {
    // Values of FNV-1a's own test suite.
    EXPECT_EQ(file_digest(InputFile(std::vector<char>{}).path()), "fnv1a:cbf29ce484222325");
    EXPECT_EQ(file_digest(InputFile(std::vector<char>{'a'}).path()), "fnv1a:af63dc4c8601ec8c");
    EXPECT_EQ(file_digest(InputFile(std::vector<char>{'f', 'o', 'o', 'b', 'a', 'r'}).path()),
              "fnv1a:85944171f73967e8");
    // Longer than what is read at a time.
    std::vector<char> large((std::size_t{1} << 20) + 1);
    const auto before = file_digest(InputFile(large).path());
    large.back() = 1;
    EXPECT_NE(file_digest(InputFile(large).path()), before);
    test::expect_error(ErrorKind::data, "'/nowhere/keys.bin'", [] { file_digest("/nowhere/keys.bin"); });
}

TEST(FileKeys, AFileThatWasChangedIsRefused) {
    const InputFile file(std::vector<std::uint32_t>{1, 2, 3});
    Workload workload{KeyType::u32, 3, Distribution::file, 0, file.path(), 0, file_digest(file.path())};
    EXPECT_EQ(make_keys(workload).size(), 12U);
    workload.file_digest = "fnv1a:0000000000000000";
    test::expect_error(ErrorKind::data, "was changed while in use", [&] { make_keys(workload); });
}

TEST(FileKeys, AFileWithoutWholeKeysIsRefused) {
    const InputFile file(std::vector<char>(12));
    EXPECT_EQ(count_keys(file.path(), KeyType::f32), 3U);
    test::expect_error(ErrorKind::data, "12 bytes, which is not a whole number of u64 keys of 8 bytes",
                       [&] { count_keys(file.path(), KeyType::u64); });
    test::expect_error(ErrorKind::data, "Was it changed", [&] {
        make_keys({KeyType::u32, 4, Distribution::file, 0, file.path()});
    });
    const InputFile empty(std::vector<char>{});
    test::expect_error(ErrorKind::data, "0 bytes", [&] { count_keys(empty.path(), KeyType::u32); });
    for (const auto* missing : {"/nowhere/keys.bin", "/tmp"}) {
        test::expect_error(ErrorKind::data, missing, [&] { count_keys(missing, KeyType::u32); });
        test::expect_error(ErrorKind::data, missing, [&] {
            make_keys({KeyType::u32, 1, Distribution::file, 0, missing});
        });
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
    EXPECT_EQ(std::bit_cast<std::uint32_t>(keys[1]), std::bit_cast<std::uint32_t>(greatest_key<float>()));
    EXPECT_EQ(std::bit_cast<std::uint32_t>(keys[3]), std::bit_cast<std::uint32_t>(greatest_key<float>()));
    EXPECT_EQ(keys[2], std::numeric_limits<float>::infinity());
    EXPECT_EQ(keys[4], 2.0F);
    const auto as_integers = make_keys({KeyType::u32, 5, Distribution::file, 0, file.path()});
    EXPECT_EQ(std::memcmp(as_integers.data(), content.data(), as_integers.size()), 0)
        << "the same bits are fine integers";
}

TEST(FileKeys, RecordsAreAKeyAndItsValue) {
    const std::vector<std::uint32_t> content{7, 100, 3, 200};
    const InputFile file(content);
    EXPECT_EQ(count_keys(file.path(), KeyType::u32_u32), 2U);
    const auto bytes = make_keys({KeyType::f32_u32, 2, Distribution::file, 0, file.path()});
    EXPECT_EQ(std::memcmp(bytes.data(), content.data(), bytes.size()), 0);
}

}  // namespace
}  // namespace sortscope::kernels
