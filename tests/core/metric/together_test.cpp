#include "core/metric/together.hpp"

#include <gtest/gtest.h>

#include "core/metric/metric.hpp"

namespace sortscope {
namespace {

using enum Provenance;
constexpr auto loads = CounterId::gld_sectors, stores = CounterId::gst_sectors;

TEST(TakenTogether, IsOfOneProvenanceAndOnePass) {
    const std::vector<CounterValue> values{{loads, measured, 8, 1},
                                           {stores, measured, 4, 2},
                                           {loads, counted, 9, 3},
                                           {stores, counted, 5, 3},
                                           {loads, modelled, 7, 4}};
    const auto found = taken_together(values, {loads, stores});
    ASSERT_TRUE(found);
    EXPECT_EQ(found->provenance, counted) << "measured, but in two runs of the sort";
    EXPECT_EQ(found->pass, 3);
    EXPECT_EQ(found->values, (std::vector<double>{9, 5}));
    EXPECT_EQ(taken_together(values, {loads})->provenance, measured);
    EXPECT_FALSE(taken_together(values, {loads, stores}, measured));
    EXPECT_FALSE(taken_together(values, {loads, stores}, modelled));
    EXPECT_FALSE(taken_together(values, {CounterId::branches}));
}

TEST(TakenTogether, SumsOverSeveralPassesMeetNothing) {
    const std::vector<CounterValue> values{{loads, measured, 8, several_passes},
                                           {stores, measured, 4, several_passes}};
    EXPECT_FALSE(taken_together(values, {loads, stores}));
    EXPECT_EQ(taken_together(values, {stores})->values.front(), 4);
}

}  // namespace
}  // namespace sortscope
