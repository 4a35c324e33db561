// The text of every kernel that the program carries is the one its sites count lines of.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "kernels/sources/sources.hpp"
#include "tests/kernels/variants/interpreted.hpp"

namespace sortscope::kernels {
namespace {

std::string line_of(std::string_view text, std::uint32_t number) {
    for (std::uint32_t line = 1; line < number && !text.empty(); ++line)
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
    std::size_t sites = 0;
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
}  // namespace sortscope::kernels
