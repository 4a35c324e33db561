#include "core/vocabulary.hpp"

#include <gtest/gtest.h>
#include <array>
#include <set>
#include <utility>
#include <vector>

#include "tests/core/expect_error.hpp"

namespace sortscope {
namespace {
using Stored = std::pair<int, std::string_view>;

/// Numbers and names in files. Add rows, never change one: recorded files would become wrong.
template <class E>
constexpr std::array<Stored, 0> stored{};
template <>
constexpr auto stored<Provenance> =
    std::to_array<Stored>({{1, "measured"}, {2, "counted"}, {3, "modelled"}, {4, "published"}});
template <>
constexpr auto stored<KeyType> =
    std::to_array<Stored>({{1, "u32"}, {2, "i32"}, {3, "u64"}, {4, "f32"}, {5, "f64"}});
template <>
constexpr auto stored<Distribution> =
    std::to_array<Stored>({{1, "uniform"}, {2, "sorted"}, {3, "zero"}, {4, "file"}});
template <>
constexpr auto stored<Promise> =
    std::to_array<Stored>({{1, "sorted"}, {2, "extremes"}, {3, "in_blocks"}, {4, "none"}});
template <>
constexpr auto stored<BackendKind> = std::to_array<Stored>({{1, "cupti"}, {2, "simt"}, {3, "cpu"}});
template <>
constexpr auto stored<TrialKind> =
    std::to_array<Stored>({{1, "time"}, {2, "activity"}, {3, "counter"}, {4, "model"}});
template <>
constexpr auto stored<CaseStatus> =
    std::to_array<Stored>({{1, "ok"}, {2, "failed"}, {3, "unverified"}, {4, "refused"}, {5, "interrupted"}});
template <>
constexpr auto stored<SiteKind> = std::to_array<Stored>({{1, "global_load"},
                                                         {2, "global_store"},
                                                         {3, "shared_load"},
                                                         {4, "shared_store"},
                                                         {5, "branch"},
                                                         {6, "barrier"}});
template <>
constexpr auto stored<TransferKind> = std::to_array<Stored>(
    {{1, "host_to_device"}, {2, "device_to_host"}, {3, "device_to_device"}, {4, "set"}});
template <>
constexpr auto stored<Severity> = std::to_array<Stored>({{1, "info"}, {2, "warning"}, {3, "lost"}});

template <class E>
class Vocabulary : public testing::Test {};
using Enums = testing::Types<Provenance, KeyType, Distribution, Promise, BackendKind, TrialKind, CaseStatus,
                             SiteKind, TransferKind, Severity>;
TYPED_TEST_SUITE(Vocabulary, Enums);

TYPED_TEST(Vocabulary, StoredNumbersNeverChange) {
    ASSERT_FALSE(stored<TypeParam>.empty());
    for (const auto& [number, name] : stored<TypeParam>)
        EXPECT_EQ(name_of(enum_from_int<TypeParam>(number)), name) << "number " << number;
}

TYPED_TEST(Vocabulary, EveryRowIsUniqueDescribedAndReadBack) {
    std::set<int> numbers;
    std::set<std::string> names;
    for (const auto& row : EnumTable<TypeParam>::names()) {
        const auto number = int(row.value);
        EXPECT_TRUE(numbers.insert(number).second) << row.name;
        EXPECT_TRUE(names.insert(std::string(row.name)).second) << row.name;
        EXPECT_FALSE(row.name.empty() || row.description.empty()) << row.name;
        EXPECT_GT(number, 0) << row.name << ": 0 is what a missing number reads as";
        EXPECT_EQ(row.name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_-+"),
                  std::string_view::npos)
            << row.name << " cannot be typed without quotes";
        EXPECT_EQ(parse_enum<TypeParam>(row.name), row.value);
        EXPECT_EQ(name_of(row.value), row.name);
        EXPECT_EQ(enum_from_int<TypeParam>(number), row.value);
    }
    EXPECT_GE(names.size(), stored<TypeParam>.size());
}

TYPED_TEST(Vocabulary, UnknownNamesAndNumbersAreRefusedWithTheEnumsOwnWord) {
    const std::string what(EnumTable<TypeParam>::what);
    test::expect_error(ErrorKind::usage, "There is no " + what,
                       [] { return parse_enum<TypeParam>("no-such"); });
    test::expect_error(ErrorKind::data, "unknown " + what, [] { return enum_from_int<TypeParam>(0); });
    test::expect_error(ErrorKind::internal, what, [] { return name_of(static_cast<TypeParam>(0)); });
}

TEST(ExitCode, IsAsDocumented) {
    using enum ErrorKind;
    for (const auto& [kind, code] : {std::pair(usage, 2),
                                     {unsupported, 3},
                                     {environment, 4},
                                     {data, 5},
                                     {verification, 6},
                                     {internal, 70}})
        EXPECT_EQ(exit_code(kind), code);
}

TEST(EnumNames, AreTypedAsTheyArePrinted) {
    EXPECT_EQ(find_enum<Severity>("info"), Severity::info);
    for (const auto* name : {"", "Info", "info ", "inf"}) EXPECT_EQ(find_enum<Severity>(name), std::nullopt);
    test::expect_error(ErrorKind::usage, "Known are: info, warning, lost.",
                       [] { return parse_enum<Severity>("plum"); });
    for (const auto number : {(1LL << 32) + 1, -3LL})  // must not be cut to the enum's width
        test::expect_error(ErrorKind::data, std::to_string(number),
                           [&] { return enum_from_int<Severity>(number); });
}
}  // namespace
}
