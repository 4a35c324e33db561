#include "kernels/context/record.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

namespace sortscope::kernels {
namespace {

TEST(Before, OrdersIntegersByTheirSign) {
    EXPECT_TRUE(before<std::int32_t>(-1, 0));
    EXPECT_FALSE(before<std::uint32_t>(0xFFFFFFFF, 0));
    EXPECT_FALSE(before<std::uint64_t>(5, 5));
}

template <class K>
void expect_float_order() {
    const K inf = std::numeric_limits<K>::infinity();
    const K nan = std::numeric_limits<K>::quiet_NaN();
    const std::vector<K> ascending{
        -inf, K(-1), -std::numeric_limits<K>::denorm_min(), K(0), std::numeric_limits<K>::denorm_min(), K(1),
        inf,  nan};
    for (std::size_t i = 0; i < ascending.size(); ++i)
        for (std::size_t j = 0; j < ascending.size(); ++j)
            EXPECT_EQ(before(ascending[i], ascending[j]), i < j) << i << " and " << j;
    EXPECT_FALSE(before(K(-0.0), K(0.0)));
    EXPECT_FALSE(before(K(0.0), K(-0.0)));
    const K negative_nan = std::copysign(nan, K(-1));
    EXPECT_FALSE(before(negative_nan, nan)) << "all NaNs are equal";
    EXPECT_FALSE(before(nan, negative_nan));
    EXPECT_TRUE(before(inf, negative_nan)) << "and come last";
    EXPECT_TRUE(std::isnan(greatest_key<K>()));
}

TEST(Before, PutsNaNsLastAmongFloats) { expect_float_order<float>(); }
TEST(Before, PutsNaNsLastAmongDoubles) { expect_float_order<double>(); }

TEST(Before, LooksAtTheKeyOfARecordAlone) {
    using Record = KeyValue<std::uint32_t>;
    EXPECT_TRUE(before(Record{1, 9}, Record{2, 0}));
    EXPECT_FALSE(before(Record{1, 0}, Record{1, 9}));
    EXPECT_FALSE(before(Record{1, 9}, Record{1, 0}));
}

TEST(KeyValue, IsOneWordOfTwiceTheKeysWidth) {
    EXPECT_EQ(sizeof(KeyValue<float>), 8U);
    EXPECT_EQ(alignof(KeyValue<float>), 8U);
    EXPECT_EQ(sizeof(KeyValue<double>), 16U);
    EXPECT_EQ(alignof(KeyValue<std::uint64_t>), 16U);
}

}  // namespace
}  // namespace sortscope::kernels
