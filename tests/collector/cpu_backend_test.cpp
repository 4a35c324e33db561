#include "collector/cpu/cpu_backend.hpp"

#include <gmock/gmock.h>

#include "core/condition.hpp"
#include "kernels/variants/register.hpp"
#include "tests/collector/run_alone.hpp"

namespace sortscope::collector {
namespace {
using testing::HasSubstr;

class CpuCase : public testing::Test {
 protected:
    CpuCase() {
        kernels::register_baselines(variants_);
        options_.trials.min_trials = 3;
        options_.trials.max_trials = 5;
        options_.trials.target_spread = 0;  // never reached: the number of trials is fixed
    }
    CaseRecord run(const Workload& workload, const CaseWatch& watch = {}) {
        return run_alone(backend_, variants_.find(name_), {name_, workload, {0, {}}}, options_, watch);
    }
    static Workload keys(uint64_t n) { return {KeyType::u32, n, Distribution::uniform, 1, {}}; }
    std::string name_ = "cpu-std-sort";
    VariantRegistry variants_;
    CpuBackend backend_;
    BackendOptions options_;
};

TEST_F(CpuCase, TimesAndVerifiesEveryTrial) {
    for (const char* variant : {"cpu-std-sort", "cpu-quicksort"}) {
        name_ = variant;
        const auto record = run(keys(20000));
        EXPECT_EQ(record.status, CaseStatus::ok) << record.message;
        EXPECT_EQ(std::tuple(record.backend, record.cache_state, record.time_mode),
                  std::tuple(BackendKind::cpu, "warm", TimeMode::host));
        ASSERT_EQ(record.trials.size(), 5U);
        for (size_t i = 0; i < record.trials.size(); ++i) {
            const auto& trial = record.trials[i];
            EXPECT_EQ(std::tuple(trial.kind, trial.index, trial.verified, trial.time_mode),
                      std::tuple(TrialKind::time, i, true, TimeMode::host));
            EXPECT_GT(trial.duration_ns, 0);
        }
        ASSERT_TRUE(record.time);
        EXPECT_EQ(std::tuple(record.time->count, record.time->stopped_by),
                  std::tuple(5U, "most trials allowed (5)"));
        EXPECT_TRUE(record.launches.empty());
    }
}

TEST_F(CpuCase, WithoutAWarmUpTheFirstRunIsATrial) {
    options_.trials.min_trials = options_.trials.max_trials = 1;
    options_.trials.warm_up = false;
    const auto record = run(keys(1000));
    EXPECT_EQ(record.status, CaseStatus::ok) << record.message;
    ASSERT_EQ(record.trials.size(), 1U);
    EXPECT_EQ(record.time.value().median_ns, record.trials[0].duration_ns);
}

TEST_F(CpuCase, PlansWhatItWillRecord) {
    const auto planned = backend_.planned(variants_.find(name_), {name_, keys(100), {0, {}}}, options_);
    EXPECT_EQ(condition_of(planned), condition_of(run(keys(100))));
    EXPECT_TRUE(planned.passes.empty());
}

TEST_F(CpuCase, StoppedBeforeItBeganHasNoTime) {
    const std::atomic<bool> stop{true};
    const auto record = run(keys(100), {.stop = &stop});
    EXPECT_EQ(record.status, CaseStatus::interrupted);
    EXPECT_TRUE(record.trials.empty());
    EXPECT_FALSE(record.time) << "absent, not zero";
}

TEST_F(CpuCase, ReportsItsProgressAndKeepsTheTrialsBeforeAnInterruption) {
    std::atomic<bool> stop{false};
    std::vector<double> fractions;
    const auto progress = [&](double fraction) {
        fractions.push_back(fraction);
        stop = fractions.size() == 2;
    };
    const auto record = run(keys(100), {&stop, progress});
    EXPECT_EQ(record.status, CaseStatus::interrupted);
    EXPECT_THAT(record.message, HasSubstr("after 2 time trials"));
    EXPECT_EQ(record.trials.size(), 2U);
    ASSERT_TRUE(record.time);
    EXPECT_EQ(std::tuple(record.time->count, record.time->stopped_by), std::tuple(2U, "interrupted"));
    EXPECT_TRUE(fractions.size() == 2 && fractions[0] < fractions[1] && fractions[1] <= 1);
}

TEST_F(CpuCase, ATrialWhoseOutputIsWrongCountsForNothing) {
    int runs = 0;
    CpuBackend flawed([&](std::string_view variant, KeyType key) -> kernels::cpu::Sort {
        return [&, sort = kernels::cpu::find_sort(variant, key)](std::span<std::byte> data) {
            if (++runs != 4) sort(data);
        };
    });
    const auto record = run_alone(flawed, variants_.find(name_), {name_, keys(1000), {0, {}}}, options_);
    EXPECT_EQ(record.status, CaseStatus::unverified);
    EXPECT_THAT(record.message, HasSubstr("The output of trial 2 is wrong"));
    ASSERT_EQ(record.trials.size(), 3U) << "besides the warm-up";
    for (size_t i = 0; i < 3; ++i)
        EXPECT_EQ(std::pair(record.trials[i].accepted, record.trials[i].verified), std::pair(i < 2, i < 2))
            << i;
    EXPECT_THAT(record.trials[2].note, HasSubstr("out of order"));
}

TEST_F(CpuCase, AMissingInputFileFailsItsCase) {
    const auto record = run({KeyType::u32, 8, Distribution::file, 0, "/nowhere/keys"});
    EXPECT_EQ(record.status, CaseStatus::failed);
    EXPECT_THAT(record.message, HasSubstr("/nowhere/keys"));
    EXPECT_FALSE(record.time);
}
}  // namespace
}
