// Breakdowns of what a store gives, and their greatest rows.
#include <algorithm>

#include <gtest/gtest.h>

#include "analyzer/launches/breakdown.hpp"
#include "tests/sample/made_launches.hpp"

namespace sortscope::analyzer {
namespace {

using enum CounterId;
using enum Provenance;
using made::launch;
using made::make_case;
using made::timed_case;

/// A case as the store gives it: sums by stage and kernel, and the launches' span.
Breakdown of_sums(const CaseRecord& record, Grouping grouping) {
    std::vector<LaunchSums> stages;
    LaunchSpanner spanner;
    for (const auto& one : record.launches) {
        spanner.add(one.start_ns, one.duration_ns);
        auto sums = sums_of(one);
        const auto same = std::ranges::find_if(stages, [&](const auto& other) {
            return other.stage == sums.stage && other.kernel == sums.kernel;
        });
        if (same == stages.end())
            stages.push_back(std::move(sums));
        else
            add(*same, sums);
    }
    auto summary = record;
    summary.launches.clear();
    summary.launch_span = spanner.span();
    BreakdownBuilder builder(summary, grouping);
    for (const auto& sums : stages) builder.add(sums);
    return builder.take();
}

TEST(BreakdownOfSums, IsTheBreakdownOfTheLaunches) {
    for (const auto grouping : groupings) {
        if (!from_stages(grouping)) continue;
        const auto streamed = breakdown(timed_case(), grouping);
        const auto stored = of_sums(timed_case(), grouping);
        ASSERT_EQ(stored.rows.size(), streamed.rows.size()) << name_of(grouping);
        for (std::size_t i = 0; i < stored.rows.size(); ++i) {
            EXPECT_EQ(stored.rows[i].sums, streamed.rows[i].sums) << name_of(grouping) << " row " << i;
            EXPECT_EQ(stored.rows[i].share, streamed.rows[i].share);
            EXPECT_EQ(stored.rows[i].parts.size(), streamed.rows[i].parts.size());
        }
        EXPECT_EQ(stored.total.sums, streamed.total.sums);
        EXPECT_EQ(stored.gaps_ns, 30);
        EXPECT_EQ(stored.kernels, streamed.kernels);
    }
}

TEST(ShortenedBreakdown, KeepsTheGreatestInTheirOrderAndAddsUpTheOthers) {
    std::vector<LaunchRecord> launches;
    for (const std::int64_t duration : {50, 1, 30, 2, 17})
        launches.push_back(launch({static_cast<int>(launches.size()) + 1, 1, ""}, "a", {0, duration},
                                  {{gld_sectors, measured, duration}}));
    const auto result = breakdown(make_case(launches), Grouping::stage);
    const auto few = shortened(result, 3);
    ASSERT_EQ(few.rows.size(), 2U);
    EXPECT_EQ(few.rows[0]->sums.stage, 1);
    EXPECT_EQ(few.rows[1]->sums.stage, 3);
    EXPECT_EQ(few.other_rows, 3U);
    ASSERT_TRUE(few.others);
    EXPECT_EQ(few.others->sums.time_ns, 20);
    EXPECT_EQ(few.others->sums.launches, 3U);
    EXPECT_DOUBLE_EQ(few.others->share.value(), 0.2);
    EXPECT_EQ(counter(few.others->sums.counters, gld_sectors), 20);
    for (const std::size_t most : {std::size_t{0}, std::size_t{5}}) {
        EXPECT_EQ(shortened(result, most).rows.size(), 5U);
        EXPECT_FALSE(shortened(result, most).others);
    }
}

TEST(ShortenedBreakdown, WithoutSharesTheFirstRowsStay) {
    std::vector<LaunchRecord> launches;
    for (int stage = 1; stage <= 4; ++stage) launches.push_back(launch({stage, 1, ""}, "a", {}));
    const auto result = breakdown(make_case(launches), Grouping::stage);
    const auto few = shortened(result, 2);
    ASSERT_EQ(few.rows.size(), 1U);
    EXPECT_EQ(few.rows[0]->sums.stage, 1);
    EXPECT_FALSE(few.others->share);
    EXPECT_FALSE(few.others->sums.time_ns);
}

/// A store's answers for `record`, and which of them were asked for.
struct Source {
    CaseRecord record;
    int stages = 0, launches = 0;

    LaunchSource source() {
        return {[this] {
                    ++stages;
                    std::vector<LaunchSums> sums;
                    for (const auto& launch : record.launches) sums.push_back(sums_of(launch));
                    return sums;
                },
                [this](const auto& each) {
                    for (const auto& launch : record.launches) {
                        ++launches;
                        if (!each(launch)) return;
                    }
                }};
    }
};

TEST(BreakdownOfStoredCase, ReadsSumsWhereTheyAreEnoughElseLaunches) {
    for (const auto grouping : groupings) {
        Source stored{timed_case()};
        const auto result = breakdown(stored.record, grouping, stored.source());
        const auto whole = breakdown(stored.record, grouping);
        ASSERT_EQ(result.rows.size(), whole.rows.size()) << name_of(grouping);
        for (std::size_t i = 0; i < whole.rows.size(); ++i)
            EXPECT_EQ(result.rows[i].sums, whole.rows[i].sums);
        EXPECT_EQ(stored.stages, from_stages(grouping) ? 1 : 0);
        EXPECT_EQ(stored.launches, from_stages(grouping) ? 0 : 3);
    }
}

TEST(BreakdownOfStoredCase, TakesSumsBySubstageFromAStoreThatHasThem) {
    Source stored{timed_case()};
    auto source = stored.source();
    bool asked = false;
    source.substages = [&](const std::function<bool()>& go_on) -> std::optional<std::vector<LaunchSums>> {
        asked = true;
        return go_on() ? std::optional(source.stages())
                       : std::nullopt;  // sums of single launches are by substage, too
    };
    const auto result = breakdown(stored.record, Grouping::substage, source);
    const auto whole = breakdown(stored.record, Grouping::substage);
    EXPECT_TRUE(asked);
    EXPECT_EQ(stored.launches, 0);
    ASSERT_EQ(result.rows.size(), whole.rows.size());
    for (std::size_t i = 0; i < whole.rows.size(); ++i) EXPECT_EQ(result.rows[i].sums, whole.rows[i].sums);
    EXPECT_FALSE(breakdown(stored.record, Grouping::substage, source, [] { return true; }));
}

TEST(BreakdownOfStoredCase, EndsEarlyWhereNobodyWaits) {
    Source stored{timed_case()};
    EXPECT_FALSE(
        breakdown(stored.record, Grouping::launch, stored.source(), [&] { return stored.launches > 1; }));
    EXPECT_EQ(stored.launches, 2) << "the rest is not gone through";
    EXPECT_FALSE(breakdown(stored.record, Grouping::stage, stored.source(), [] { return true; }));
    EXPECT_TRUE(breakdown(stored.record, Grouping::stage, stored.source(), [] { return false; }));
}

}  // namespace
}  // namespace sortscope::analyzer
