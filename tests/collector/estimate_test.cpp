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
        kernels::register_baselines(variants_);
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
    EXPECT_EQ(work("cpu-rank", 1024).steps, 1024 * 512.0);
    EXPECT_LT(work("cpu-std-sort", 1024).steps, 1024 * 11.0);
    EXPECT_NEAR(work("cpu-bitonic", 1024).steps, 512 * 55 / 2.0, 30) << "two comparators a step";
}

TEST_F(Estimate, TheInterpreterTakesDaysForARankOf2To22) {
    Device device;
    device.backend = BackendKind::simt;
    BackendOptions options;
    options.threads = 2;
    const double seconds = first_guess(work("rank", std::uint64_t{1} << 22), 0, device, options);
    EXPECT_GT(seconds, 24 * 3600);
    EXPECT_LT(first_guess(work("bitonic-b2", 1 << 10), 0, device, options), 1);
}

TEST(TimeModel, CorrectsTheGuessByMeasuredTimes) {
    TimeModel model;
    EXPECT_EQ(model.seconds("GPU", "a", 6), 6) << "before any measurement";
    model.observe("GPU", "a", 1, 2);
    model.observe("GPU", "a", 10, 30);
    model.observe("GPU", "a", 2, 20);
    EXPECT_DOUBLE_EQ(model.seconds("GPU", "a", 100), 300) << "as its longest case";
    model.observe("GPU", "b", 13, 26);
    EXPECT_DOUBLE_EQ(model.seconds("GPU", "b", 100), 200);
    EXPECT_DOUBLE_EQ(model.seconds("GPU", "c", 100), 300) << "as all cases together";
    EXPECT_EQ(model.seconds("CPU", "a", 6), 6) << "another device";
    model.observe("CPU", "a", 0, 1);
    EXPECT_EQ(model.seconds("CPU", "a", 6), 6);
}

TEST(FirstGuess, OfTrialsFollowsTheStoppingRule) {
    Device cpu;
    cpu.backend = BackendKind::cpu;
    CaseWork second;
    second.steps = 2e8;
    BackendOptions options;
    const auto seconds = [&] { return first_guess(second, 0, cpu, options); };
    EXPECT_NEAR(seconds(), 5, 0.1) << "five trials of a second, for fewer are no trials";
    options.trials.budget = std::chrono::milliseconds(100);
    EXPECT_NEAR(seconds(), 2, 0.1) << "a very long sort: two";
    options.trials.rule = StopRule::count;
    EXPECT_NEAR(seconds(), 30, 0.1) << "just as many as were asked for";
    options.trials.rule = StopRule::budget;
    options.trials.budget = std::chrono::seconds(20);
    EXPECT_NEAR(seconds(), 20, 0.1) << "until the time is over";
    second.steps = 2e4;
    EXPECT_NEAR(seconds(), 1, 0.01) << "10,000 trials of 0.1 ms are the most";
    options.trials.rule = StopRule::entropy;
    options.trials.max_trials = usual_max_trials(StopRule::entropy);
    EXPECT_NEAR(seconds(), 0.01, 1e-3) << "some twenty times the fewest trials";
}

TEST(FirstGuess, OfCountersFollowsTheirPasses) {
    Device gpu;
    gpu.backend = BackendKind::cupti;
    CaseWork work;
    work.launches = 210;
    BackendOptions options;
    options.phases = {.times = false, .launch_times = false, .counters = true, .counting = false};
    const auto seconds = [&](const std::string& counters) {
        options.counters = parse_counters(counters);
        return first_guess(work, 1 << 22, gpu, options);
    };
    EXPECT_EQ(seconds("none"), 0);
    EXPECT_NEAR(seconds("sass"), 0.06, 0.01) << "45 to 65 ms were measured on an H200";
    EXPECT_GT(seconds("occupancy"), seconds("sass") + 0.1)
        << "counters of the multiprocessors cost ten times as much a launch";
    EXPECT_GT(seconds("all"), seconds("full") + 0.04) << "samples over time and of stalled warps";
    // Each process is expected to take what it takes.
    const double whole = seconds("all");
    double parts = 0;
    for (auto part : {&CasePhases::counters, &CasePhases::series, &CasePhases::stalls}) {
        options.phases = {false, false, false, false, false, false};
        options.phases.*part = true;
        const double one = seconds("all");
        EXPECT_GT(one, 0.005);
        parts += one;
    }
    EXPECT_NEAR(parts, whole, 1e-9);
}

/// Sweeps on a clock of the test's own, on a machine `speed` times faster than the guess. Launches cost twice
/// as much as guessed, and variants differ by a third, as in the interpreter.
class TimeLeft : public Estimate {
 protected:
    void sweep(const std::vector<std::string>& names, std::vector<std::uint64_t> sizes, double speed) {
        const Sweep axes = test::uniform_sweep(names, std::move(sizes));
        FakeBackend fake(BackendKind::simt, {kernels::VariantKind::planned});
        std::vector<Assignment> assignments;
        for (auto& planned : plan_cases({axes}, variants_))
            if (planned.refused.empty()) assignments.push_back({planned, &fake});
        std::chrono::steady_clock::time_point clock{};
        Schedule schedule;
        schedule.now = [&] { return clock; };
        const auto cost = [&](const CaseRecord& record) {
            const auto w = work(record.subject.name, record.keys());
            const double own =
                0.85 + 0.3 * static_cast<double>(std::hash<std::string>{}(record.subject.name) % 1000) / 1000;
            return (0.004 + w.launches * 2e-5 + own * w.steps * 2e-8) / speed;
        };
        fake.on_run = [&](CaseRecord& record, const CaseWatch& watch) {
            constexpr int pieces = 20;
            for (int i = 1; i <= pieces; ++i) {
                clock += std::chrono::duration_cast<std::chrono::steady_clock::duration>(
                    std::chrono::duration<double>(cost(record) / pieces));
                watch.report(i / static_cast<double>(pieces));
            }
        };
        struct Said {
            double elapsed, left;
            std::string current;
        };
        std::vector<Said> said;
        test::KeepingRecorder recorder;
        const std::atomic<bool> stop{false};
        run_cases(assignments, {}, schedule, recorder, stop, [&](const Progress& progress) {
            said.push_back({std::chrono::duration<double>(clock.time_since_epoch()).count(),
                            progress.seconds_left, progress.current});
        });
        const double whole = said.back().elapsed;
        std::size_t looked_at = 0;
        for (const auto& [elapsed, left, current] : said) {
            if (elapsed < 0.1 * whole || elapsed > 0.95 * whole) continue;
            ++looked_at;
            EXPECT_LT(left / (whole - elapsed), 1.5) << elapsed << " s of " << whole << ", at " << current;
            EXPECT_GT(left / (whole - elapsed), 1 / 1.5)
                << elapsed << " s of " << whole << ", at " << current;
        }
        EXPECT_GT(looked_at, 10U);
        EXPECT_EQ(said.back().left, 0);
    }
    using FakeBackend = test::FakeBackend;
};

TEST_F(TimeLeft, IsTrueWhereCasesOfOneSizeDiffer) {
    for (const double speed : {0.05, 0.3, 1.0})
        sweep({"odd-even", "bitonic-b2", "rank", "butterfly-full"}, {1 << 10, 1 << 12, 1 << 14}, speed);
}

TEST_F(TimeLeft, IsTrueWhereTheLongCaseComesLast) {
    for (const double speed : {0.05, 0.3, 1.0})
        sweep({"bitonic-b2", "bitonic-xor", "rank"}, {1 << 8, 1 << 10, 1 << 12, 1 << 14, 1 << 16}, speed);
}

}  // namespace
}  // namespace sortscope::collector
