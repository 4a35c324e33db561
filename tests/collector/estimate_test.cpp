#include "collector/estimate.hpp"

#include "kernels/variants/register.hpp"
#include "tests/collector/run_cases.hpp"

namespace sortscope::collector {
namespace {
Device device_of(BackendKind kind) {
    Device device;
    device.backend = kind;
    return device;
}

TEST(Estimate, WorkIsLaunchesTimesThreadsOfThePlan) {
    VariantRegistry variants;
    kernels::simt::KernelTable kernels;
    kernels::register_host_kernels(variants, kernels);
    kernels::register_baselines(variants);
    const auto work = [&](const std::string& name, uint64_t n) {
        const auto& variant = variants.find(name);
        return work_of(variant,
                       {name, test::uniform_keys(n), kernels::effective_config(variant.info, {0, {}})});
    };
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
    BackendOptions options;
    options.threads = 2;
    const auto seconds = [&](const CaseWork& each) {
        return first_guess(each, 0, device_of(BackendKind::simt), options);
    };
    EXPECT_GT(seconds(work("rank", uint64_t{1} << 22)), 24 * 3600) << "the interpreter takes days";
    EXPECT_LT(seconds(work("bitonic-b2", 1 << 10)), 1);
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
    CaseWork second{.steps = 2e8};
    BackendOptions options;
    const auto seconds = [&] { return first_guess(second, 0, device_of(BackendKind::cpu), options); };
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

/// Sweeps on the test's own clock. The machine is `speed` times faster than guessed, but launches cost twice
/// their guess. Variants differ by a third, as in the interpreter.
class TimeLeft : public test::Sweeps {
 protected:
    TimeLeft() {
        kernels::simt::KernelTable kernels;
        variants_ = {};
        kernels::register_host_kernels(variants_, kernels);
        schedule_.now = [this] { return clock_; };
    }
    double elapsed() const { return std::chrono::duration<double>(clock_.time_since_epoch()).count(); }
    double cost(const CaseRecord& record) const {
        const auto& name = record.subject.name;
        const auto work = work_of(variants_.find(name), {name, workload_of(record), config_of(record)});
        const double own = 0.85 + 0.3 * double(std::hash<std::string>{}(name) % 1000) / 1000;
        return 0.004 + work.launches * 2e-5 + own * work.steps * 2e-8;
    }
    void sweep(const std::vector<std::string>& names, const std::vector<uint64_t>& sizes, double speed) {
        clock_ = {};
        test::FakeBackend fake(BackendKind::simt, {});
        fake.on_run = [&](CaseRecord& record, const CaseWatch& watch) {
            const std::chrono::duration<double> piece(cost(record) / speed / 20);
            for (int i = 1; i <= 20; ++i) {
                clock_ += std::chrono::duration_cast<std::chrono::steady_clock::duration>(piece);
                watch.report(i / 20.0);
            }
        };
        std::vector<std::pair<double, double>> said;  // elapsed, left (seconds)
        on_progress_ = [&](const Progress& progress) { said.emplace_back(elapsed(), progress.seconds_left); };
        run(assigned({test::uniform_sweep(names, sizes)}, fake));
        const double whole = elapsed();
        size_t looked_at = 0;
        for (const auto& [now, left] : said) {
            if (now < 0.1 * whole || now > 0.95 * whole) continue;
            ++looked_at;
            EXPECT_LT(std::abs(std::log(left / (whole - now))), std::log(1.5)) << now << " s of " << whole;
        }
        EXPECT_GT(looked_at, 10U);
        EXPECT_EQ(said.back().second, 0);
    }
    std::chrono::steady_clock::time_point clock_{};
};

TEST_F(TimeLeft, IsRightIfCasesDifferAndTheLongOneComesLast) {
    for (const double speed : {0.05, 0.3, 1.0}) {
        sweep({"odd-even", "bitonic-b2", "rank", "butterfly-full"}, {1 << 10, 1 << 12, 1 << 14}, speed);
        sweep({"bitonic-b2", "bitonic-xor", "rank"}, {1 << 8, 1 << 10, 1 << 12, 1 << 14, 1 << 16}, speed);
    }
}
}  // namespace
}
