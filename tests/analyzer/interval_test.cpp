#include "analyzer/timing/verdict.hpp"

#include <gtest/gtest.h>
#include <boost/math/special_functions/trigamma.hpp>
#include <random>

namespace sortscope::analyzer {
namespace {
constexpr double unbounded = std::numeric_limits<double>::infinity();

TimeSummary rounds_of(const std::vector<double>& medians_ns, TimeMode mode = TimeMode::graph) {
    TimeSummary time;
    time.mode = mode;
    uint32_t number = 0;
    for (const double ns : medians_ns) time.rounds.push_back({number++, std::llround(ns), 0.01, 10});
    time.median_ns = std::llround(median(medians_ns));
    time.min_ns = std::llround(*std::ranges::min_element(medians_ns));
    time.max_ns = std::llround(*std::ranges::max_element(medians_ns));
    time.count = uint32_t(10 * medians_ns.size());
    return time;
}

CaseRecord case_with(int64_t id, const TimeSummary& time) {
    CaseRecord record;
    record.id = CaseId{id};
    record.run = RunId{1};
    record.time_mode = time.mode;
    record.time = time;
    return record;
}

TimeEstimate single(double ns, double low, double high) {
    TimeEstimate time;
    time.mode = TimeMode::stream;
    time.ns = ns;
    time.interval_ns = {low, high, 0.99};
    time.source = IntervalSource::trials;
    return time;
}

TEST(Distributions, AreThoseOfTables) {
    EXPECT_NEAR(student_t(0.99, 2), 9.925, 1e-3);
    EXPECT_NEAR(student_t(0.99, 30), 2.750, 1e-3);
    EXPECT_NEAR(student_t(0.99, unbounded), 2.576, 1e-3);
    for (const double x : {1e-5, 0.01, 0.3, 1.0, 7.0, 400.0, 1e7})
        EXPECT_NEAR(trigamma_inverse(boost::math::trigamma(x)) / x, 1, 1e-5) << x;
}

TEST(RoundVariance, IsOfTheLogarithmsAndNeverBelowRounding) {
    EXPECT_EQ(round_variance(rounds_of({100000})).freedom, 0);
    const auto two = round_variance(rounds_of({100000, 110000}));
    EXPECT_DOUBLE_EQ(two.freedom, 1);
    EXPECT_NEAR(two.value, std::pow(std::log(1.1), 2) / 2, 1e-12);
    const auto equal = round_variance(rounds_of({100000, 100000, 100000}));
    EXPECT_DOUBLE_EQ(equal.freedom, 2);
    EXPECT_NEAR(equal.value, 1 / (12 * 1e10), 1e-16);
}

TEST(FitPrior, FindsTheDistributionThatVariancesWereDrawnFrom) {
    std::mt19937_64 random(7);
    std::chi_squared_distribution<double> prior(8), own(2);
    std::vector<Variance> variances;
    for (int i = 0; i < 4000; ++i) variances.push_back({1e-4 * 8 / prior(random) * own(random) / 2, 2});
    const auto fitted = fit_prior(variances);
    EXPECT_NEAR(fitted.freedom, 8, 1.2);
    EXPECT_NEAR(fitted.value, 1e-4, 5e-6);
}
TEST(FitPrior, OfOneVarianceForAllIsInfinitelySure) {
    const auto fitted = fit_prior(std::vector(50, Variance{4e-6, 2}));
    EXPECT_TRUE(std::isinf(fitted.freedom));
    EXPECT_EQ(moderated({1, 2}, fitted, unbounded), fitted);
    EXPECT_EQ(fit_prior(std::vector<Variance>{{1, 2}, {2, 2}}).freedom, 0);
    EXPECT_EQ(moderated({1, 2}, {}, unbounded), (Variance{1, 2}));
    EXPECT_EQ(moderated({1, 2}, {4, 6}, unbounded), (Variance{26.0 / 8, 8}));
    EXPECT_EQ(moderated({1, 2}, {4, 6}, 5), (Variance{26.0 / 8, 5}));
    EXPECT_EQ(moderated({1, 2}, fitted, 100).freedom, 100);
}

TEST(RoundVariances, ACaseIsNoPartOfWhatItIsModeratedBy) {
    std::vector<CaseRecord> cases;
    std::vector<Variance> others;
    for (int i = 1; i <= 20; ++i) {
        cases.push_back(case_with(i, rounds_of({100000, 100100.0 + i, 100200})));
        others.push_back(round_variance(*cases.back().time));
    }
    const auto wild = rounds_of({100000, 150000, 200000});
    cases.push_back(case_with(21, wild));
    const RoundVariances known(cases);
    EXPECT_EQ(known.of(RunId{1}, CaseId{21}, wild), moderated(round_variance(wild), fit_prior(others), 42));
    // Cases of another run or another time mode do not moderate a variance.
    EXPECT_EQ(known.of(RunId{2}, CaseId{21}, wild), round_variance(wild));
    EXPECT_EQ(known.of(RunId{1}, CaseId{99}, rounds_of({5e5, 6e5}, TimeMode::stream)).freedom, 1);
}

TEST(Estimate, OfRoundsIsStudentsT) {
    const auto time = rounds_of({100000, 102000, 101000});
    const auto known = estimate(time, round_variance(time));
    ASSERT_TRUE(known);
    EXPECT_TRUE(known->of_rounds());
    EXPECT_EQ(known->rounds, 3U);
    EXPECT_NEAR(known->ns, 100996.7, 0.1);
    const double half = 9.9248 * std::sqrt(round_variance(time).value / 3);
    EXPECT_NEAR(std::log(known->interval_ns.high / known->ns), half, 1e-5);
    EXPECT_DOUBLE_EQ(known->interval_ns.level, 0.99);
}

TEST(Estimate, OfOneRoundIsOfItsTrials) {
    auto time = rounds_of({100000});
    time.min_ns = 90000;
    time.max_ns = 140000;
    time.count = 20;
    const auto range = estimate(time, {});
    EXPECT_EQ(range->source, IntervalSource::range);
    EXPECT_DOUBLE_EQ(range->interval_ns.low, 90000);
    EXPECT_DOUBLE_EQ(range->interval_ns.level, 1 - std::exp2(-19));
    std::vector<TrialRecord> trials;
    for (int i = 0; i < 20; ++i) {
        auto& trial = trials.emplace_back();
        trial.kind = TrialKind::time;
        trial.time_mode = TimeMode::graph;
        trial.duration_ns = 99000 + 100 * i;
    }
    trials[19].time_mode = TimeMode::stream;  // another mode: ignored
    trials[18].accepted = false;
    const auto known = estimate(time, {}, trials);
    EXPECT_EQ(known->source, IntervalSource::trials);
    EXPECT_DOUBLE_EQ(known->interval_ns.low, 99300);  // the 4th smallest of 18
    EXPECT_DOUBLE_EQ(known->interval_ns.high, 100400);
    EXPECT_EQ(estimate(time, {}, std::span(trials).first(1))->source, IntervalSource::range);
    time.median_ns = 0;
    EXPECT_FALSE(estimate(time, {}));
}

/// Returns the part of intervals between rounds that contain the true time. Simulates files of 60 cases with
/// `rounds` rounds; each case has its own variance. Sets `width` to the mean width.
double coverage(size_t rounds, bool moderate, double& width) {
    std::mt19937_64 random(11);
    std::normal_distribution<double> normal;
    std::chi_squared_distribution<double> prior(6);
    int held = 0, all = 0;
    double widths = 0;
    for (int file = 0; file < 120; ++file) {
        std::vector<CaseRecord> cases;
        for (int i = 1; i <= 60; ++i) {
            const double deviation = 0.003 * std::sqrt(6 / prior(random));
            std::vector<double> medians;
            for (size_t r = 0; r < rounds; ++r) medians.push_back(1e8 * std::exp(deviation * normal(random)));
            cases.push_back(case_with(i, rounds_of(medians)));
        }
        const RoundVariances known(cases);
        for (const auto& record : cases) {
            const auto variance =
                moderate ? known.of(record.run, record.id, *record.time) : round_variance(*record.time);
            const auto time = estimate(*record.time, variance);
            ++all;
            if (time->interval_ns.low <= 1e8 && 1e8 <= time->interval_ns.high) ++held;
            widths += std::log(time->interval_ns.high / time->interval_ns.low);
        }
    }
    width = widths / all;
    return double(held) / all;
}

TEST(Estimate, IntervalsBetweenRoundsHoldTheTimeAsOftenAsTheySay) {
    for (const size_t rounds : {2U, 3U, 5U}) {
        double moderated_width = 0, plain_width = 0;
        EXPECT_NEAR(coverage(rounds, true, moderated_width), 0.992, 0.003)
            << rounds;  // a little more than interval_level
        EXPECT_NEAR(coverage(rounds, false, plain_width), 0.99, 0.005) << rounds;
        EXPECT_LT(moderated_width, plain_width * (rounds == 5 ? 0.9 : 0.5)) << rounds;
    }
}

TEST(RatioOf, TwoCasesOfOneTimeAreCalledDifferentInOneOfAHundred) {
    std::mt19937_64 random(5);
    std::normal_distribution<double> normal;
    int apart = 0, verdicts = 0, slower = 0, all = 0;
    for (int file = 0; file < 60; ++file) {
        std::vector<CaseRecord> cases;
        for (int i = 1; i <= 90; ++i) {
            std::vector<double> medians;
            // Groups of three cases: base, same time, 3 % slower. Rounds vary by 0.25 %.
            for (int r = 0; r < 3; ++r)
                medians.push_back(1e6 * (i % 3 == 0 ? 1.03 : 1) * std::exp(0.0025 * normal(random)));
            cases.push_back(case_with(i, rounds_of(medians)));
        }
        const RoundVariances known(cases);
        const auto time = [&](size_t i) {
            return *estimate(*cases[i].time, known.of(RunId{1}, cases[i].id, *cases[i].time));
        };
        for (size_t i = 0; i + 2 < cases.size(); i += 3) {
            const auto same = ratio_of(time(i), time(i + 1), 0.35);
            const auto more = ratio_of(time(i), time(i + 2), 0.35);
            ++all;
            if (same.interval.low > 1 || same.interval.high < 1) ++apart;
            const auto verdict = verdict_of(same, 0.02);
            if (verdict == Verdict::slower || verdict == Verdict::faster) ++verdicts;
            if (verdict_of(more, 0.02) == Verdict::slower) ++slower;
        }
    }
    EXPECT_NEAR(apart / double(all), 0.01, 0.008);
    EXPECT_EQ(verdicts, 0);             // equal times never differ by 2 % by chance
    EXPECT_GT(slower, all * 95 / 100);  // a difference of 3 % is found
}

/// A time of four rounds.
TimeEstimate of_rounds(double ns, const Variance& variance) {
    TimeEstimate time;
    time.ns = ns;
    time.source = IntervalSource::rounds;
    time.rounds = 4;
    time.variance = variance;
    return time;
}

TEST(RatioOf, WelchesDegreesOfFreedom) {
    auto a = of_rounds(1000, {4e-4, 3});
    // With equal variances, there are 2 * 3 degrees of freedom.
    EXPECT_NEAR(ratio_of(a, a, 0.35).half_width(), student_t(0.99, 6) * std::sqrt(2e-4), 1e-9);
    EXPECT_TRUE(ratio_of(a, a, 0.35).of_rounds);
    EXPECT_EQ(ratio_of(a, a, 0.35).variation, 0);
    a.variance.freedom = unbounded;
    EXPECT_NEAR(ratio_of(a, a, 0).half_width(), 2.5758 * std::sqrt(2e-4), 1e-5);
}

TEST(RatioOf, OneRoundIsWidenedByWhatProcessesDifferBy) {
    const auto a = single(1000, 990, 1010), b = single(1200, 1190, 1210);
    const auto ratio = ratio_of(a, b, 0.1);
    EXPECT_DOUBLE_EQ(ratio.ratio, 1.2);
    EXPECT_NEAR(ratio.interval.low, 1190.0 / 1010 / 1.1, 1e-12);
    EXPECT_NEAR(ratio.interval.high, 1210.0 / 990 * 1.1, 1e-12);
    EXPECT_EQ(verdict_of(ratio, 0.02), Verdict::slower);
    EXPECT_EQ(verdict_of(ratio_of(a, b, 0.2), 0.02), Verdict::unclear);
    EXPECT_FALSE(ratio_of(a, b, 0.1, 0.15).between_recordings())
        << "the known variation between processes holds the drift";
}

TEST(ProcessVariation, IsGreatestForFewKeysAndInStreams) {
    using enum TimeMode;
    for (const auto& [mode, log2_n, part] : {std::tuple(graph, 10, 0.08),
                                             {graph, 19, 0.03},
                                             {graph, 21, 0.015},
                                             {stream, 10, 0.35},
                                             {stream, 18, 0.15},
                                             {stream, 24, 0.04},
                                             {host, 10, 1.0},
                                             {host, 24, 0.4}}) {
        EXPECT_DOUBLE_EQ(process_variation(mode, 1ULL << log2_n), part) << log2_n;
        EXPECT_DOUBLE_EQ(recording_variation(mode, 1ULL << log2_n), mode == graph ? 0 : part) << log2_n;
    }
}

TEST(RatioOf, RoundsOfTwoRecordingsAreWidenedByDrift) {
    const auto a = of_rounds(1000, {1e-6, 6}), b = of_rounds(1100, {1e-6, 6});
    const auto plain = ratio_of(a, b, 0.35), widened = ratio_of(a, b, 0.35, 0.15);
    EXPECT_NEAR(widened.interval.low, plain.interval.low / 1.15, 1e-12);
    EXPECT_NEAR(widened.interval.high, plain.interval.high * 1.15, 1e-12);
    EXPECT_TRUE(widened.of_rounds && widened.between_recordings());
    EXPECT_FALSE(plain.between_recordings());
    EXPECT_EQ(verdict_of(plain, 0.02), Verdict::slower);
    EXPECT_EQ(verdict_of(widened, 0.02), Verdict::unclear);
}

TEST(Ratio, OfTwoTimersIsWidenedByWhatTheyDifferBy) {
    const auto timer = [](double overhead, bool stamps) {
        std::vector<DeviceLimit> limits{{"graph_overhead", overhead, "ns", 0}};
        if (stamps) limits.push_back({"graph_clock_step", 32, "ns", 0});
        return graph_timer_of(limits);
    };
    EXPECT_FALSE(graph_timer_of({}));
    const auto graph = [](double ns, double half) {
        auto time = single(ns, ns - half, ns + half);
        time.mode = TimeMode::graph;
        return time;
    };
    auto events = graph(10000, 10), stamps = graph(8900, 10);  // stamps do not time the launch of the graph
    events.graph_timer = timer(2700, false);
    EXPECT_EQ(verdict_of(ratio_of(events, stamps, 0), 0.02), Verdict::faster)
        << "the other's timer is unknown";
    stamps.graph_timer = timer(1600, true);
    const auto ratio = ratio_of(events, stamps, 0);
    EXPECT_EQ(std::tuple(ratio.timer_ns, verdict_of(ratio, 0.02)), std::tuple(2200, Verdict::unclear));
    EXPECT_EQ(verdict_of(ratio_of(stamps, events, 0), 0.02), Verdict::unclear);
    auto half = graph(5000, 10), equal = graph(2400, 0), later = graph(2432, 0);
    half.graph_timer = equal.graph_timer = later.graph_timer = stamps.graph_timer;
    EXPECT_EQ(verdict_of(ratio_of(events, half, 0), 0.02), Verdict::faster);
    events.graph_timer = timer(1700, true);
    EXPECT_EQ(ratio_of(events, stamps, 0).timer_ns, 0);
    // The interval reaches at least one tick, even for times without spread.
    const auto tick = ratio_of(equal, later, 0);
    EXPECT_LE(tick.interval.low, 1);
    EXPECT_GE(tick.interval.high, tick.ratio * (1 + 32.0 / 2432));
}

TEST(VerdictOf, EveryCaseOfTheRule) {
    using enum Verdict;
    struct Row {
        double ratio, low, high;
        Verdict verdict;
    };
    for (const auto& [ratio, low, high, verdict] :
         std::initializer_list<Row>{{1.00, 0.99, 1.01, same},
                                    {1.015, 1.011, 1.019, same},  // a difference below 2 %
                                    {1.00, 0.97, 1.03, unclear},  // the interval is too wide
                                    {1.03, 1.001, 1.06, slower},
                                    {1.03, 0.999, 1.06, unclear},   // perhaps no difference at all
                                    {1.015, 1.001, 1.03, unclear},  // perhaps a difference below 2 %
                                    {0.97, 0.94, 0.999, faster},
                                    {0.97, 0.94, 1.001, unclear},
                                    {0.985, 0.97, 0.999, unclear}})
        EXPECT_EQ(verdict_of({ratio, {low, high, 0.99}, true, 0}, 0.02), verdict) << ratio << low;
}
}  // namespace
}
