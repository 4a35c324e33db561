// docs/metrics.md is what the catalogue says. SORTSCOPE_UPDATE=1 writes it anew.
#include "present/tables/metrics.hpp"

#include <cstdlib>
#include <fstream>
#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/metric/metric.hpp"

namespace sortscope::present {
namespace {

using ::testing::HasSubstr;

constexpr const char* path = SORTSCOPE_SOURCE_DIR "/docs/metrics.md";

TEST(MetricsPage, IsTheOneInTheDocs) {
    const auto page = metrics_page();
    if (std::getenv("SORTSCOPE_UPDATE") != nullptr) {
        std::ofstream(path, std::ios::binary) << page;
        GTEST_SKIP() << path << " was written anew.";
    }
    std::ifstream in(path, std::ios::binary);
    ASSERT_TRUE(in) << path << " is missing; SORTSCOPE_UPDATE=1 writes it.";
    std::stringstream written;
    written << in.rdbuf();
    EXPECT_TRUE(written.str() == page)
        << path << " differs from the catalogue. SORTSCOPE_UPDATE=1 writes it anew.";
}

TEST(MetricsPage, TellsEverythingOfEveryMetric) {
    const auto page = metrics_page();
    for (const auto* metric : metric_catalogue()) {
        const auto begin = page.find("### `" + std::string(metric->id) + "`\n");
        ASSERT_NE(begin, std::string::npos) << metric->id;
        const auto entry = page.substr(begin, page.find("\n#", begin + 1) - begin);
        EXPECT_THAT(entry, HasSubstr(std::string(metric->title))) << metric->id;
        EXPECT_THAT(entry, HasSubstr(std::string(metric->sentence))) << metric->id;
        EXPECT_THAT(entry, HasSubstr("| unit | " + std::string(metric->unit) + " |")) << metric->id;
        EXPECT_THAT(entry, HasSubstr("| digits after the point | " + std::to_string(metric->decimals) + " |"))
            << metric->id;
        EXPECT_EQ(entry.find("| taken by |") != std::string::npos, metric->hardware.pass != PassClass::none)
            << metric->id;
        for (std::size_t at = 0; at < metric->hardware.names.size();) {
            const auto end =
                std::min(metric->hardware.names.find_first_of(",|", at), metric->hardware.names.size());
            EXPECT_THAT(entry,
                        HasSubstr("`" + std::string(metric->hardware.names.substr(at, end - at)) + "`"))
                << metric->id;
            at = end + 1;
        }
    }
    for (const auto& set : metric_sets()) EXPECT_THAT(page, HasSubstr("| `" + std::string(set.name) + "` |"));
}

TEST(MetricsPage, HasAMetricThatIsAdded) {
    add_metric({.id = "test_page_metric",
                .title = "For the page",
                .unit = "B",
                .sentence = "Nothing else.",
                .adding = Adding::formula,
                .formula = "gld_bytes / launches",
                .provenances = {.measured = true}});
    EXPECT_THAT(metrics_page(), HasSubstr("### `test_page_metric`\n**For the page.** Nothing else."));
    remove_last_metric();
    EXPECT_EQ(metrics_page().find("test_page_metric"), std::string::npos);
}

}  // namespace
}  // namespace sortscope::present
