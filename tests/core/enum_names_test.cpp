// The functions over an enum's table, on a table of the test's own.
#include "core/enum_names.hpp"

#include <gtest/gtest.h>

#include <array>

#include "tests/core/expect_error.hpp"

namespace sortscope {
namespace {
enum class Fruit { apple = 3, pear = 7 };
}

template <>
struct EnumTable<Fruit> {
    static constexpr std::string_view what = "fruit";
    static std::span<const EnumName<Fruit>> names() {
        static constexpr std::array<EnumName<Fruit>, 2> rows{
            {{Fruit::apple, "apple", "round"}, {Fruit::pear, "pear", "not round"}}};
        return rows;
    }
};

namespace {

using test::expect_error;

TEST(EnumNames, NameOfAnEnumerator) {
    EXPECT_EQ(name_of(Fruit::apple), "apple");
    EXPECT_EQ(name_of(Fruit::pear), "pear");
}

TEST(EnumNames, AValueOutsideTheTableIsADefect) {
    expect_error(ErrorKind::internal, "fruit", [] { return name_of(static_cast<Fruit>(4)); });
}

TEST(EnumNames, FindsByName) {
    EXPECT_EQ(find_enum<Fruit>("pear"), Fruit::pear);
    EXPECT_EQ(find_enum<Fruit>("plum"), std::nullopt);
    EXPECT_EQ(find_enum<Fruit>(""), std::nullopt);
    EXPECT_EQ(find_enum<Fruit>("Pear"), std::nullopt) << "names are typed as they are printed";
    EXPECT_EQ(find_enum<Fruit>("pear "), std::nullopt);
}

TEST(EnumNames, AnUnknownNameIsAnsweredByTheKnownOnes) {
    EXPECT_EQ(parse_enum<Fruit>("apple"), Fruit::apple);
    expect_error(ErrorKind::usage, "There is no fruit called 'plum'. Known are: apple, pear.",
                 [] { return parse_enum<Fruit>("plum"); });
}

TEST(EnumNames, StoredNumbers) {
    EXPECT_EQ(enum_from_int<Fruit>(3), Fruit::apple);
    EXPECT_EQ(enum_from_int<Fruit>(7), Fruit::pear);
    expect_error(ErrorKind::data, "unknown fruit (number 5)", [] { return enum_from_int<Fruit>(5); });
    expect_error(ErrorKind::data, "(number -3)", [] { return enum_from_int<Fruit>(-3); });
}

TEST(EnumNames, ANumberIsNotCutToTheEnumsWidth) {
    constexpr long long wrapped = (1LL << 32) + 3;
    expect_error(ErrorKind::data, "4294967299", [] { return enum_from_int<Fruit>(wrapped); });
}

}  // namespace
}  // namespace sortscope
