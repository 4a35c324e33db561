// Breakdowns of what a store gives, and their greatest rows.
#include <functional>

#include <gtest/gtest.h>

#include "analyzer/launches/breakdown.hpp"
#include "tests/sample/made_launches.hpp"
#include "tests/sample/memory_source.hpp"

namespace sortscope::analyzer {
namespace {

using enum CounterId;
using enum Provenance;
using made::launch;
using made::make_case;
using made::timed_case;

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

/// `record` as a store has it: without launches, with their span.
CaseRecord summary_of(CaseRecord record) {
    LaunchSpanner spanner;
    for (const auto& stored : record.launches) spanner.add(stored.start_ns, stored.duration_ns);
    record.launches.clear();
    record.launch_span = spanner.span();
    return record;
}

TEST(BreakdownOfStoredCase, ReadsSumsIfTheyAreEnoughElseLaunches) {
    const auto record = timed_case();
    for (const auto grouping : groupings) {
        const sample::MemorySource source(record);
        const auto result = breakdown(source, summary_of(record), grouping);
        const auto whole = breakdown(record, grouping);
        ASSERT_EQ(result.rows.size(), whole.rows.size()) << name_of(grouping);
        for (std::size_t i = 0; i < whole.rows.size(); ++i) {
            EXPECT_EQ(result.rows[i].sums, whole.rows[i].sums) << name_of(grouping) << " row " << i;
            EXPECT_EQ(result.rows[i].share, whole.rows[i].share);
            EXPECT_EQ(result.rows[i].parts.size(), whole.rows[i].parts.size());
        }
        EXPECT_EQ(result.total.sums, whole.total.sums);
        EXPECT_EQ(result.kernels, whole.kernels);
        EXPECT_EQ(result.gaps_ns, 30);
        EXPECT_EQ(source.sums_read, from_stages(grouping) ? 1 : 0);
        EXPECT_EQ(source.launches_read, grouping == Grouping::launch ? 3 : 0);
    }
}

TEST(BreakdownOfStoredCase, EndsEarlyIfStale) {
    const auto record = timed_case();
    const sample::MemorySource source(record);
    const auto stale_with = [&](Grouping grouping, const std::function<bool()>& stale) {
        return !breakdown(source, record, grouping, Gaps::unread, stale);
    };
    EXPECT_TRUE(stale_with(Grouping::launch, [&] { return source.launches_read > 1; }));
    EXPECT_EQ(source.launches_read, 2) << "the rest is not read";
    EXPECT_TRUE(stale_with(Grouping::stage, [] { return true; }));
    EXPECT_TRUE(stale_with(Grouping::substage, [] { return true; }));
    EXPECT_FALSE(stale_with(Grouping::stage, [] { return false; }));
}

}  // namespace
}  // namespace sortscope::analyzer
