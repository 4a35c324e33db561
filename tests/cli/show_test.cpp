#include "cli/show.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/error.hpp"
#include "tests/cli/sample.hpp"

namespace sortscope::cli {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

constexpr Screen wide{std::nullopt, false};

TEST(RenderShow, AGpuCase) {
    const auto text = render_show(test::gpu_case(1024), {}, wide);
    EXPECT_THAT(text, HasSubstr("2^10 u32 uniform keys (4.00 KiB), block 256"));
    EXPECT_THAT(text, HasSubstr("ok; output verified in all 8 trials"));
    EXPECT_THAT(text, HasSubstr("median 1.000 ms, spread 0.4 %"));
    EXPECT_THAT(text, HasSubstr("stopped by noise below 0.5 %"));
    EXPECT_THAT(text, HasSubstr("warning: Another process used the GPU"));
    EXPECT_THAT(text, HasSubstr("time trial 5 left out: clocks were throttled"));
    EXPECT_THAT(text, HasSubstr("55, together 1.540 ms, 54.00 us between them"));
    EXPECT_THAT(text, HasSubstr("All values are measured."));
    EXPECT_THAT(text, Not(HasSubstr("*")));
}

TEST(RenderShow, AModelledCaseIsMarkedAndHasNoTime) {
    const auto text = render_show(test::modelled_case(1024), {}, wide);
    EXPECT_THAT(text, HasSubstr("none: the host interpreter models counters, not time"));
    EXPECT_THAT(text, HasSubstr("shares are of the modelled sectors"));
    EXPECT_THAT(text, HasSubstr("sectors*"));
    EXPECT_THAT(text, HasSubstr("share*"));
    EXPECT_THAT(text, HasSubstr("* modelled by the host interpreter"));
    EXPECT_THAT(text, Not(HasSubstr("measured")));
}

TEST(RenderShow, ACpuCaseSaysWhyItHasNoStages) {
    const auto text = render_show(test::cpu_case(1024, 40000), {}, wide);
    EXPECT_THAT(text, HasSubstr("A sort on the CPU has no kernel launches"));
    EXPECT_THAT(text, HasSubstr("25.60 Mkey/s"));
    EXPECT_THAT(text, Not(HasSubstr("block")));
}

TEST(RenderShow, Groupings) {
    const auto record = test::gpu_case(16, 8);
    ShowOptions options;
    options.by = analyzer::Grouping::substage;
    EXPECT_THAT(render_show(record, options, wide), HasSubstr("4.3"));
    options.by = analyzer::Grouping::launch;
    EXPECT_THAT(render_show(record, options, wide), HasSubstr("compare_exchange"));
    options.by = analyzer::Grouping::kernel;
    EXPECT_THAT(render_show(record, options, wide), HasSubstr("By kernel"));
}

TEST(RenderShow, RhoIsAMeanOverLaunches) {
    auto record = test::modelled_case(16);  // 10 launches, 64 bytes of data
    for (auto& launch : record.launches)
        for (const auto id : {CounterId::gld_32b_cc13, CounterId::gld_64b_cc13, CounterId::gld_128b_cc13})
            launch.counters.push_back({id, Provenance::modelled, id == CounterId::gld_32b_cc13 ? 3 : 0});
    EXPECT_THAT(render_show(record, {}, wide), HasSubstr("loads 150.0 %* of the data in a mean launch"));
}

TEST(RenderShow, MixedProvenancesMarkWhatIsNotMeasured) {
    auto record = test::gpu_case(16, 8);
    for (auto& launch : record.launches)
        std::erase_if(launch.counters, [](const CounterValue& value) { return value.id == CounterId::gst_sectors; });
    for (auto& launch : record.launches) {
        launch.counters.push_back({CounterId::gld_sectors, Provenance::counted, 7});
        launch.counters.push_back({CounterId::gst_sectors, Provenance::counted, 5});
    }
    const auto text = render_show(record, {}, wide);
    EXPECT_THAT(text, HasSubstr("sectors+"));
    EXPECT_THAT(text, HasSubstr("Unmarked values are measured; + counted by software on the GPU."));
}

TEST(RenderSites, AddedUpOrOfOneLaunch) {
    const auto record = test::modelled_case(1024);
    const auto all = render_sites(record, std::nullopt, wide);
    EXPECT_THAT(all, HasSubstr("lines of bitonic/bitonic_b2.hpp"));
    EXPECT_THAT(all, HasSubstr("880"));  // 16 warps in each of 55 launches
    const auto one = render_sites(record, 3, wide);
    EXPECT_THAT(one, HasSubstr("Access sites of launch 3"));
    EXPECT_THAT(one, HasSubstr("16"));
    EXPECT_THAT(one, Not(HasSubstr("880")));
}

TEST(RenderSites, NoneRecordedAndNoSuchLaunch) {
    EXPECT_THAT(render_sites(test::gpu_case(1024), std::nullopt, wide), HasSubstr("No access sites were recorded"));
    try {
        render_sites(test::modelled_case(1024), 55, wide);
        FAIL() << "launch 55 of 55 was shown";
    } catch (const Error& error) {
        EXPECT_EQ(error.kind(), ErrorKind::usage);
        EXPECT_THAT(error.what(), HasSubstr("has no launch 55"));
    }
}

TEST(ShowJson, HasTheBreakdownAndTheLegend) {
    const auto json = show_json(test::modelled_case(1024), {});
    EXPECT_EQ(json["breakdown"]["by"], "stage");
    EXPECT_TRUE(json["legend"].contains("counters"));
    EXPECT_FALSE(show_json(test::cpu_case(16, 5), {}).contains("breakdown"));
}

}  // namespace
}  // namespace sortscope::cli
