#include "kernels/variants/register.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>

namespace sortscope::kernels {
namespace {

struct All {
    VariantRegistry variants;
    simt::KernelTable kernels;
    All() {
        register_host_kernels(variants, kernels);
        register_baselines(variants);
    }
};

TEST(Register, EveryVariantDescribesItself) {
    const All all;
    for (const auto& [info, plan] : all.variants.all()) {
        SCOPED_TRACE(info.name);
        EXPECT_THAT(info.name, testing::MatchesRegex("[a-z0-9]+(-[a-z0-9]+)*"));
        EXPECT_FALSE(info.source.empty());
        EXPECT_FALSE(info.section.empty());
        EXPECT_FALSE(info.summary.empty());
        EXPECT_LE(info.summary.size(), 80U) << "one line";
        EXPECT_THAT(info.details, testing::EndsWith("."));
        EXPECT_FALSE(info.keys.empty());
        EXPECT_GE(info.min_n, 1U);
        EXPECT_LT(info.min_n, info.max_n);
        EXPECT_EQ(plan != nullptr, info.kind == VariantKind::planned);
    }
}

TEST(Register, EveryPlannedVariantHasBlocksThatItCanRun) {
    const All all;
    for (const auto& variant : all.variants.all()) {
        const auto& info = variant.info;
        if (info.kind != VariantKind::planned) {
            EXPECT_EQ(info.min_block, 0U) << info.name;
            continue;
        }
        if (info.min_block != 0) {  // 0: its plans set their own
            EXPECT_TRUE(std::has_single_bit(info.min_block)) << info.name;
            EXPECT_TRUE(std::has_single_bit(info.default_block)) << info.name;
        }
        EXPECT_LE(info.min_block, info.default_block) << info.name;
        EXPECT_LE(info.default_block, info.max_block) << info.name;
        for (const KeyType key : info.keys)
            for (const std::uint64_t n :
                 {info.min_n, std::min(std::uint64_t{1} << 20, info.max_n), info.max_n}) {
                const Workload work{key, n, Distribution::uniform, 1, {}};
                EXPECT_EQ(refusal(info, work, effective_config(info, {0, {}})), std::nullopt) << info.name;
                EXPECT_FALSE(variant.plan(work, effective_config(info, {0, {}})).launches.empty())
                    << info.name;
            }
    }
}

}  // namespace
}  // namespace sortscope::kernels
