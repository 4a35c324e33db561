#include "analyzer/curves/curve.hpp"

#include <gtest/gtest.h>

namespace sortscope::analyzer {
namespace {

/// 4096 keys of 4 bytes in 2048 ns, known to a tenth to either side.
CurvePoint point() {
    CurvePoint point;
    point.median_ns = 2048;
    point.spread = 0.2;
    point.low_ns = 0.9 * 2048;
    point.high_ns = 1.1 * 2048;
    point.x = point.keys = 4096;
    point.data_bytes = 4 * 4096;
    point.pass_bytes = 10 * 4096;
    return point;
}

TEST(CurveValues, EachQuantityIsOfKeysBytesAndTime) {
    const auto value = [](CurveQuantity quantity) { return curve_value(point(), quantity)->value; };
    EXPECT_DOUBLE_EQ(value(CurveQuantity::rate), 2000);
    EXPECT_DOUBLE_EQ(value(CurveQuantity::time), 2048);
    EXPECT_DOUBLE_EQ(value(CurveQuantity::time_a_key), 0.5);
    EXPECT_DOUBLE_EQ(value(CurveQuantity::bandwidth), 16);
    EXPECT_DOUBLE_EQ(value(CurveQuantity::pass_bandwidth), 20);
}

TEST(CurveValues, IntervalsAreThoseOfTheTime) {
    const auto time = *curve_value(point(), CurveQuantity::time);
    EXPECT_DOUBLE_EQ(time.low, 0.9 * 2048);
    EXPECT_DOUBLE_EQ(time.high, 1.1 * 2048);
    const auto rate = *curve_value(point(), CurveQuantity::rate);
    EXPECT_DOUBLE_EQ(rate.low, 2000 / 1.1) << "the longest time is the least rate";
    EXPECT_DOUBLE_EQ(rate.high, 2000 / 0.9);
    auto wild = point();
    wild.low_ns = 0;
    EXPECT_DOUBLE_EQ(curve_value(wild, CurveQuantity::rate)->high, 2000) << "no time at all has no rate";
}

TEST(CurveValues, WhatIsNotKnownHasNone) {
    auto opaque = point();
    opaque.pass_bytes = 0;
    EXPECT_FALSE(curve_value(opaque, CurveQuantity::pass_bandwidth));
    EXPECT_FALSE(bound_of(opaque, 1e9));
    EXPECT_FALSE(curve_value(SortedKeys{}, CurveQuantity::rate));
}

TEST(CurveValues, BoundsAndTheCopyAreBytesOverABandwidth) {
    const auto bound = bound_of(point(), 20e9);
    ASSERT_TRUE(bound);
    EXPECT_DOUBLE_EQ(bound->ns, 2048);
    const auto copy = copy_of(4096, 8, 32e9);
    EXPECT_DOUBLE_EQ(copy.ns, 2048);
    EXPECT_DOUBLE_EQ(*curve_value(copy, CurveQuantity::bandwidth), 32);
    EXPECT_DOUBLE_EQ(*curve_value(copy, CurveQuantity::pass_bandwidth), 32);
}

}  // namespace
}  // namespace sortscope::analyzer
