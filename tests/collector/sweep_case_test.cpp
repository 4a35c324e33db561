#include "collector/sweep_case.hpp"

#include <gmock/gmock.h>

#include "tests/collector/fake_backend.hpp"

namespace sortscope::collector {
namespace {
using namespace std::chrono_literals;
using testing::ElementsAre;

TEST(RoundOrder, EachRoundIsAPermutationThatTheSeedRepeats) {
    EXPECT_THAT(round_order(4, {}, 0), ElementsAre(0, 1, 2, 3)) << "one round keeps the order asked for";
    Schedule schedule{.rounds = 3, .order_seed = 7};
    std::vector<std::vector<size_t>> orders;
    for (uint32_t round = 0; round < 3; ++round) {
        auto order = orders.emplace_back(round_order(50, schedule, round));
        EXPECT_EQ(order, round_order(50, schedule, round));
        std::ranges::sort(order);
        EXPECT_EQ(order, round_order(50, {}, 0));
    }
    EXPECT_TRUE(orders[0] != orders[1] && orders[1] != orders[2] && !std::ranges::is_sorted(orders[0]));
    schedule.order_seed = 8;
    EXPECT_NE(round_order(50, schedule, 0), orders[0]);
}

TEST(SilenceLimit, FollowsTheExpectedTime) {
    Schedule schedule;
    EXPECT_EQ(std::tuple(silence_limit(0.1, schedule), silence_limit(10, schedule)), std::tuple(30s, 200s));
    EXPECT_GT(silence_limit(1e12, schedule), 24h) << "no overflow";
    schedule.case_limit = 5s;
    EXPECT_EQ(silence_limit(10, schedule), 5s);
}

SweepCase counted(std::vector<std::string> sets, double launches) {
    SweepCase each;
    each.options.counters.sets = std::move(sets);
    each.work.launches = launches;
    return each;
}

TEST(SweepCase, OfTheSameCountersTheLongestSortsComeFirst) {
    SweepCase a = counted({"sass"}, 9), b = counted({"full"}, 45), c = counted({"sass"}, 210),
              d = counted({"sass"}, 9), e = counted({"full"}, 66);
    EXPECT_THAT(by_counters(std::vector{&a, &b, &c, &d, &e}), ElementsAre(&c, &a, &d, &e, &b));
}

TEST(SweepCase, EachProcessIsReadyForTheFirstCaseThatNeedsIt) {
    test::FakeBackend backend(BackendKind::cupti, {}), other(BackendKind::cupti, {});
    backend.each_process = {test::times_alone, test::stalls_alone, test::counters_alone};
    std::vector<SweepCase> cases{counted({"elsewhere"}, 1), counted({}, 1), counted({"sass"}, 1),
                                 counted({"full"}, 1)};
    for (auto& each : cases) {
        each.backend = &backend;
        each.first.push_back({test::times_alone});
        if (!each.options.counters.sets.empty()) each.first.push_back({test::counters_alone});
    }
    cases[0].backend = &other;
    std::vector<std::pair<CasePhases, std::vector<std::string>>> first;
    for (const auto& options : first_cases(backend, cases))
        first.emplace_back(options.phases, options.counters.sets);
    // No case needs stall samples. Each selection of counters needs its own profiler configuration.
    EXPECT_THAT(first, ElementsAre(testing::Pair(test::times_alone, ElementsAre()),
                                   testing::Pair(test::counters_alone, ElementsAre("sass")),
                                   testing::Pair(test::counters_alone, ElementsAre("full"))));
    EXPECT_TRUE(first_cases(backend, {}).empty());
}

SweepCase of(uint32_t rounds, uint32_t wanted) {
    SweepCase each;
    each.all_rounds = rounds;
    each.wanted = wanted;
    return each;
}

TEST(SweepCase, ShortSortsHaveTheirFewestAndMostRounds) {
    const std::vector cases{of(12, 3), of(8, 2), of(10, 10), of(12, 3)};
    const auto some = short_sorts(cases);
    EXPECT_EQ(std::tuple(some.count, some.fewest_rounds, some.most_rounds), std::tuple(3U, 8U, 12U));
    EXPECT_EQ(short_sorts(std::vector{of(3, 3)}).count, 0U);
    EXPECT_EQ(rounds_of(cases), 10U) << "without further rounds of short sorts";
    EXPECT_EQ(rounds_of({}), 1U);
}

TEST(GpuCodeNote, WarnsOfUnoptimisedCodeOnAGpu) {
    test::FakeBackend gpu(BackendKind::cupti, {}), host(BackendKind::simt, {});
    std::vector<SweepCase> cases(2);
    cases[0].backend = &host;
    const GpuCode quick{"not optimised (SORTSCOPE_QUICK_WITHOUT_GPU), for 90-real by nvcc 13.0.88", false};
    EXPECT_FALSE(note_on(quick, cases)) << "the interpreter compiles its own";
    cases.emplace_back().backend = &gpu;
    const auto note = note_on(quick, cases);
    ASSERT_TRUE(note);
    EXPECT_EQ(note->severity, Severity::warning);
    EXPECT_THAT(note->text, testing::HasSubstr(quick.text));
    EXPECT_FALSE(note_on({"optimised, for 90-real by nvcc 13.0.88", true}, cases));
}
}  // namespace
}
