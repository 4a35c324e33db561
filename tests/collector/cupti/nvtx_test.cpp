#include "collector/cupti/nvtx.hpp"

#include <gtest/gtest.h>

namespace sortscope::cupti {
namespace {

TEST(Nvtx, TextNamesVariantStageAndSubstage) {
    EXPECT_EQ(NvtxRange::text_of("bitonic-b2", 1024), "bitonic-b2 n=1024");
    EXPECT_EQ(NvtxRange::text_of("bitonic-b2", Stage{3, 2, "k=8 j=2"}),
              "bitonic-b2 stage 3 substage 2 (k=8 j=2)");
    EXPECT_EQ(NvtxRange::text_of("semi", Stage{3, 2, ""}), "semi stage 3 substage 2");
}

TEST(Nvtx, RangesNestWithoutATool) {
    const NvtxDomain domain;
    const NvtxRange sort(domain, "sort");
    const NvtxRange launch(domain, "launch");
    SUCCEED();
}

}  // namespace
}  // namespace sortscope::cupti
