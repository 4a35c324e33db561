#include "core/records.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <vector>

namespace sortscope {
namespace {

TEST(Dim3, CountsItsThreads) {
    EXPECT_EQ(Dim3{}.count(), 1U);
    EXPECT_EQ((Dim3{256, 2, 3}.count()), 1536U);
    EXPECT_EQ((Dim3{0, 5, 5}.count()), 0U);
}

TEST(Dim3, TheLargestGridDoesNotOverflow) {
    EXPECT_EQ((Dim3{2147483647U, 65535, 1}.count()), 2147483647ULL * 65535);
    EXPECT_EQ((Dim3{2147483647U, 32768, 65535}.count()), 2147483647ULL * 32768 * 65535);
}

TEST(Dim3, ComparesByX) {
    EXPECT_LT((Dim3{1, 9, 9}), (Dim3{2, 1, 1}));
    EXPECT_NE((Dim3{2, 1, 1}), (Dim3{1, 2, 1}));
}

TEST(Stage, OrderIsThatOfTheSort) {
    EXPECT_LT((Stage{1, 9, ""}), (Stage{2, 1, ""}));
    EXPECT_LT((Stage{2, 1, "k=4 j=2"}), (Stage{2, 2, "k=4 j=1"}));
    EXPECT_NE((Stage{2, 1, "a"}), (Stage{2, 1, "b"}));
}

TEST(Site, EveryFieldTellsTwoApart) {
    const Site base{SiteKind::global_load, "b2.hpp", 10, 5, "body"};
    const std::vector<std::function<void(Site&)>> changes{
        [](Site& site) { site.kind = SiteKind::global_store; },
        [](Site& site) { site.file = "xor.hpp"; },
        [](Site& site) { site.line = 11; },
        [](Site& site) { site.column = 6; },
        [](Site& site) { site.function = "other"; },
    };
    EXPECT_EQ(base, Site{base});
    for (std::size_t i = 0; i < changes.size(); ++i) {
        Site changed = base;
        changes[i](changed);
        EXPECT_NE(base, changed) << "field " << i;
    }
}

TEST(SiteCounts, EqualOnlyWhereEveryCountAndTheProvenanceAre) {
    const SiteCounts base{.site = {SiteKind::global_load, "b2.hpp", 10, 5, "body"},
                          .provenance = Provenance::modelled};
    const std::vector<std::function<void(SiteCounts&)>> changes{
        [](SiteCounts& counts) { counts.site.line = 11; },
        [](SiteCounts& counts) { counts.provenance = Provenance::counted; },
        [](SiteCounts& counts) { counts.requests = 1; },
        [](SiteCounts& counts) { counts.threads = 1; },
        [](SiteCounts& counts) { counts.bytes = 1; },
        [](SiteCounts& counts) { counts.sectors = 1; },
        [](SiteCounts& counts) { counts.lines = 1; },
        [](SiteCounts& counts) { counts.sizes[3] = 1; },
        [](SiteCounts& counts) { counts.sizes_cc13[2] = 1; },
        [](SiteCounts& counts) { counts.extra_wavefronts = 1; },
        [](SiteCounts& counts) { counts.taken_threads = 1; },
        [](SiteCounts& counts) { counts.divergent_warps = 1; },
    };
    EXPECT_EQ(base, SiteCounts{base});
    for (std::size_t i = 0; i < changes.size(); ++i) {
        SiteCounts changed = base;
        changes[i](changed);
        EXPECT_NE(base, changed) << "field " << i;
    }
}

TEST(Records, WhatWasNotMeasuredIsAbsentAndNotZero) {
    EXPECT_FALSE(LaunchRecord{}.duration_ns.has_value());
    EXPECT_FALSE(LaunchRecord{}.start_ns.has_value());
    EXPECT_FALSE(TrialRecord{}.duration_ns.has_value());
    EXPECT_FALSE(CaseRecord{}.time.has_value());
}

TEST(DescribeSort, MakesAxesInputAndWork) {
    CaseRecord record;
    const Workload workload{.key = KeyType::f64,
                            .n = 1000,
                            .distribution = Distribution::few,
                            .seed = 3,
                            .file = {},
                            .entropy_bits = 4};
    const LaunchConfig config{128, {{"max_keys", 16}}};
    describe_sort(record, workload, config);
    EXPECT_EQ(record.axes, (Axes{{"n", 1000},
                                 {"key", "f64"},
                                 {"input", "few (4 bits) (seed 3)"},
                                 {"block", 128},
                                 {"max_keys", 16}}));
    EXPECT_EQ(record.work, (Work{1000, 8000}));
    EXPECT_EQ(record.keys(), 1000U);
    EXPECT_EQ(record.key(), KeyType::f64);
    EXPECT_EQ(record.block(), 128U);
    EXPECT_EQ(workload_of(record), workload);
    EXPECT_EQ(config_of(record), config);
}

TEST(SortInput, ParsesItsText) {
    for (const auto& input : {SortInput{}, SortInput{.seed = 7},
                              SortInput{.distribution = Distribution::few, .seed = 1, .entropy_bits = 4},
                              SortInput{.distribution = Distribution::few, .seed = 12, .entropy_bits = 10},
                              SortInput{.distribution = Distribution::file, .file_digest = "fnv1a:12"},
                              SortInput{.distribution = Distribution::sorted}})
        EXPECT_EQ(SortInput::parse(input.text()), input) << input.text();
}

TEST(DescribeSort, AProgramHasNoWork) {
    CaseRecord record;
    record.subject = Subject::program("nbody");
    EXPECT_TRUE(record.is_program());
    EXPECT_EQ(record.keys(), 0U);
    EXPECT_EQ(record.bytes(), 0U);
    EXPECT_EQ(record.key(), std::nullopt);
    EXPECT_EQ(workload_of(record).n, 0U);
}

}  // namespace
}  // namespace sortscope
