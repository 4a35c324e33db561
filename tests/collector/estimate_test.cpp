#include "collector/estimate.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "collector/runner.hpp"
#include "kernels/variants/register.hpp"
#include "tests/collector/fake_backend.hpp"

namespace sortscope::collector {
namespace {

using namespace std::chrono_literals;

class Estimate : public testing::Test {
 protected:
    Estimate() {
        kernels::simt::KernelTable kernels;
        kernels::register_host_kernels(variants_, kernels);
    }
    CaseWork work(const std::string& variant, std::uint64_t n) {
        CaseSpec spec{variant, {}, {}};
        spec.workload.n = n;
        const auto& found = variants_.find(variant);
        spec.config = kernels::effective_config(found.info, {0, {}});
        return work_of(found, spec);
    }
    kernels::VariantRegistry variants_;
};

TEST_F(Estimate, WorkIsLaunchesTimesThreadsOfThePlan) {
    const auto bitonic = work("bitonic-b2", 1024);
    EXPECT_EQ(bitonic.launches, 55);
    EXPECT_EQ(bitonic.steps, 55 * 1024.0) << "each launch has 512 comparators of two keys";
    const auto odd_even = work("odd-even", 1024);
    EXPECT_EQ(odd_even.launches, 1024);
    EXPECT_GT(odd_even.steps, 1024 * 500.0);
    EXPECT_EQ(work("rank", 1024).steps, 1024 * 1024.0) << "every thread looks at every key";
    EXPECT_EQ(work("rank", 1024).depth, 1024.0);
}

TEST_F(Estimate, TheInterpreterTakesDaysForARankOf2To22) {
    Device device;
    device.backend = BackendKind::simt;
    BackendOptions options;
    options.threads = 8;
    const double seconds = first_guess(work("rank", std::uint64_t{1} << 22), 0, device, options).total();
    EXPECT_GT(seconds, 24 * 3600);
    EXPECT_LT(first_guess(work("bitonic-b2", 1 << 10), 0, device, options).total(), 1);
}

TEST(TimeModel, LearnsBothPortions) {
    TimeModel model;
    const auto truth = [](const ExpectedTime& guess) { return 5 * guess.fixed + 0.2 * guess.growing; };
    for (const double growing : {0.01, 0.1, 1.0, 10.0}) model.observe("GPU", "a", {0.1, growing}, truth({0.1, growing}));
    const ExpectedTime small{0.1, 0.001}, large{0.1, 100};
    EXPECT_NEAR(model.seconds("GPU", "b", small) / truth(small), 1, 0.1);
    EXPECT_NEAR(model.seconds("GPU", "b", large) / truth(large), 1, 0.1);
    EXPECT_EQ(model.seconds("CPU", "b", large), large.total()) << "another device is not known yet";
}

TEST(TimeModel, LearnsWhatAPlanDoesNotTellOfAVariant) {
    TimeModel model;
    for (int i = 0; i < 5; ++i) model.observe("GPU", "a", {0, 1}, 1);
    model.observe("GPU", "b", {0, 1}, 4);
    EXPECT_NEAR(model.seconds("GPU", "b", {0, 10}), 40, 4);
    EXPECT_NEAR(model.seconds("GPU", "a", {0, 10}), 10, 1);
}

TEST(TimeModel, OneOddCaseDoesNotMakeItNegative) {
    TimeModel model;
    model.observe("GPU", "a", {0.1, 1}, 0.0001);
    model.observe("GPU", "a", {0.1, 0.001}, 10);
    EXPECT_GE(model.seconds("GPU", "b", {0.1, 100}), 0);
    EXPECT_GE(model.seconds("GPU", "b", {0.1, 0}), 0);
}

/// A sweep on a clock of the test's own: each case takes what a machine would that is `speed` times faster than was guessed, where
/// the variants differ by up to a factor of two in what a plan does not tell.
class TimeLeft : public Estimate {
 protected:
    void sweep(const std::vector<std::string>& names, std::vector<std::uint64_t> sizes, double speed) {
        Sweep axes;
        axes.variants = names;
        axes.sizes = std::move(sizes);
        axes.keys = {KeyType::u32};
        axes.distributions = {Distribution::uniform};
        FakeBackend fake(BackendKind::simt, {kernels::VariantKind::planned});
        std::vector<Assignment> assignments;
        for (auto& planned : plan_cases({axes}, variants_))
            if (planned.refused.empty()) assignments.push_back({planned, &fake});
        std::chrono::steady_clock::time_point clock{};
        Schedule schedule;
        schedule.now = [&] { return clock; };
        const auto cost = [&](const CaseRecord& record) {
            const auto w = work(record.variant, record.workload.n);
            const double own = 0.7 + 0.7 * static_cast<double>(std::hash<std::string>{}(record.variant) % 1000) / 1000;
            return (0.004 + w.launches * 3e-4 + own * w.steps * 2e-8) / speed;
        };
        fake.on_run = [&](CaseRecord& record, const CaseWatch& watch) {
            constexpr int pieces = 20;
            for (int i = 1; i <= pieces; ++i) {
                clock += std::chrono::duration_cast<std::chrono::steady_clock::duration>(std::chrono::duration<double>(cost(record) / pieces));
                watch.report(i / static_cast<double>(pieces));
            }
        };
        std::vector<std::pair<double, double>> said;  // elapsed, left
        test::KeepingRecorder recorder;
        const std::atomic<bool> stop{false};
        run_cases(assignments, {}, schedule, recorder, stop, [&](const Progress& progress) {
            said.emplace_back(std::chrono::duration<double>(clock.time_since_epoch()).count(), progress.seconds_left);
        });
        const double whole = said.back().first;
        std::size_t looked_at = 0;
        for (const auto& [elapsed, left] : said) {
            if (elapsed < 0.1 * whole || elapsed > 0.95 * whole) continue;
            ++looked_at;
            EXPECT_LT(left / (whole - elapsed), 1.5) << elapsed << " s of " << whole;
            EXPECT_GT(left / (whole - elapsed), 1 / 1.5) << elapsed << " s of " << whole;
        }
        EXPECT_GT(looked_at, 20U);
        EXPECT_EQ(said.back().second, 0);
    }
    using FakeBackend = test::FakeBackend;
};

TEST_F(TimeLeft, IsTrueWhereCasesOfOneSizeDiffer) {
    for (const double speed : {0.2, 1.0, 10.0}) sweep({"odd-even", "bitonic-b2", "rank", "butterfly-full"}, {1 << 10, 1 << 12, 1 << 14}, speed);
}

TEST_F(TimeLeft, IsTrueWhereTheLongCaseComesLast) {
    for (const double speed : {0.2, 1.0, 10.0}) sweep({"bitonic-b2", "bitonic-xor", "rank"}, {1 << 8, 1 << 10, 1 << 12, 1 << 14, 1 << 16}, speed);
}

}  // namespace
}  // namespace sortscope::collector
