#include "kernels/variants/register.hpp"
#include "kernels/sources/sources.hpp"
#include "tests/kernels/variants/interpreted.hpp"

#include <gmock/gmock.h>
#include <fstream>
#include <sstream>

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
    for (const auto& [info, plan, plugin, sort] : all.variants.all()) {
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
        EXPECT_EQ(plugin, nullptr);
        EXPECT_EQ(sort, nullptr);
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
        if (info.min_block != 0) {  // 0: the plan sets the block
            EXPECT_TRUE(std::has_single_bit(info.min_block)) << info.name;
            EXPECT_TRUE(std::has_single_bit(info.default_block)) << info.name;
        }
        EXPECT_LE(info.min_block, info.default_block) << info.name;
        EXPECT_LE(info.default_block, info.max_block) << info.name;
        for (const KeyType key : info.keys)
            for (const uint64_t n : {info.min_n, std::min(uint64_t{1} << 20, info.max_n), info.max_n}) {
                const Workload work{key, n, Distribution::uniform, 1, {}};
                EXPECT_EQ(refusal(info, work, effective_config(info, {0, {}})), std::nullopt) << info.name;
                EXPECT_FALSE(variant.plan(work, effective_config(info, {0, {}})).launches.empty())
                    << info.name;
            }
    }
}

std::string line_of(std::string_view text, uint32_t number) {
    for (uint32_t line = 1; line < number && !text.empty(); ++line)
        text.remove_prefix(std::min(text.find('\n') + 1, text.size()));
    return std::string(text.substr(0, text.find('\n')));
}

TEST(SourceTexts, AreTheFiles) {
    EXPECT_GT(embedded_sources().size(), 30u);
    for (const auto& file : embedded_sources()) {
        std::ifstream in(std::string(SORTSCOPE_SOURCE_DIR "/") + std::string(file.name), std::ios::binary);
        std::ostringstream text;
        text << in.rdbuf();
        EXPECT_EQ(file.text, text.str()) << file.name;
        EXPECT_EQ(source_text(file.name), file.text);
    }
    EXPECT_EQ(source_text("kernels/variants/rank"), std::nullopt);
    EXPECT_EQ(source_text(""), std::nullopt);
}

void expect_texts(const Variant& variant) {
    if (variant.info.kind != VariantKind::planned) return;
    const auto work = test::workload(variant.info.keys.front(), 1 << 10);
    const auto config = effective_config(variant.info, {});
    if (refusal(variant.info, work, config)) return;
    const auto plan = variant.plan(work, config);
    simt::Interpreter interpreter(plan, test::planned().kernels, {simt::Rule::cc3, 1});
    const auto keys = make_keys(work);
    std::copy(keys.begin(), keys.end(), interpreter.keys().begin());
    size_t sites = 0;
    for (const auto& launch : plan.launches)
        for (const auto& counts : interpreter.run(launch)) {
            const auto text = source_text(counts.site.file);
            ASSERT_TRUE(text) << variant.info.name << ": " << counts.site.file;
            EXPECT_THAT(line_of(*text, counts.site.line), testing::HasSubstr("c."))
                << counts.site.file << ':' << counts.site.line;
            ++sites;
        }
    EXPECT_GT(sites, 0u) << variant.info.name;
}

TEST(SourceTexts, HaveTheLinesThatSitesName) {
    for (const auto& variant : test::planned().variants.all()) expect_texts(variant);
    for (const auto& variant : test::planned().variants.on_request()) expect_texts(variant);
}
}  // namespace
}
