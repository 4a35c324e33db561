// Several GPUs that run at the same time, with backends that run nothing.
#include <gmock/gmock.h>
#include <thread>

#include "tests/collector/run_cases.hpp"
#include "tests/core/expect_error.hpp"

namespace sortscope::collector {
namespace {
using testing::ElementsAre, testing::SizeIs;

class SilentGpu final : public test::GpuStub {
 public:
    explicit SilentGpu(int ordinal) {
        device_.ordinal = ordinal;
        device_.uuid = "GPU-" + std::to_string(ordinal);
    }
    void rename(const std::string& name) { device_.name = name; }
    std::vector<CasePhases> retired;
    std::function<void(const CaseJob&)> on_run;

    void retire(const CasePhases& phases) override { retired.push_back(phases); }

 private:
    void measure(const CaseJob& job) override {
        if (on_run) on_run(job);
    }
};

bool has_stream_times(const CaseJob& job) {
    return job.options.phases.times &&
           std::ranges::find(job.options.time_modes, TimeMode::stream) != job.options.time_modes.end();
}

class Gpus : public test::Sweeps {
 protected:
    std::vector<PlannedCase> on_both(const std::vector<std::string>& variants,
                                     const std::vector<uint64_t>& sizes) {
        auto cases = assigned({test::uniform_sweep(variants, sizes)}, first_);
        for (auto& each : assigned({test::uniform_sweep(variants, sizes)}, second_)) cases.push_back(each);
        return cases;
    }
    void on_each_run(const std::function<void(const CaseJob&)>& action) {
        first_.on_run = second_.on_run = action;
    }
    static void pause() { std::this_thread::sleep_for(std::chrono::milliseconds(2)); }

    SilentGpu first_{0}, second_{1};
};

TEST_F(Gpus, RunAtTheSameTime) {
    options_.time_modes = {TimeMode::graph};  // a GPU measures limits and stream times alone
    schedule_.limits = false;
    std::atomic<int> arrived{0}, met{0};
    std::atomic<bool> waited[2]{};
    on_each_run([&](const CaseJob& job) {
        if (waited[job.record.device.ordinal].exchange(true)) return;
        ++arrived;
        for (int i = 0; i < 10000 && arrived < 2; ++i) pause();
        if (arrived == 2) ++met;
    });
    EXPECT_THAT(counts(run(on_both({"net"}, {16, 64, 256}))), ElementsAre(6, 0, 0));
    EXPECT_EQ(met, 2) << "each began before the other ended";
    EXPECT_THAT(recorder_.records, SizeIs(6));
    EXPECT_THAT(first_.retired, testing::Contains(CasePhases{}))
        << "before the thread that started the workers ends";
}

TEST_F(Gpus, TimeStreamsWhileNoOtherLaunches) {
    std::atomic<int> running{0}, broken{0};
    on_each_run([&](const CaseJob& job) {
        const auto may_launch = [&](Launches how) {
            --running;
            if (job.watch.may_launch) job.watch.may_launch(how);
            ++running;
        };
        ++running;
        pause();
        if (has_stream_times(job)) {
            may_launch(Launches::alone);
            for (int i = 0; i < 3; ++i) {
                if (running > 1) ++broken;
                pause();
            }
            if (job.spec.workload.n == 64) {
                --running;
                throw Error(ErrorKind::environment, "The worker died while the others waited.");
            }
            may_launch(Launches::beside);
            pause();
        }
        --running;
    });
    EXPECT_THAT(counts(run(on_both({"net", "library"}, {16, 64, 256, 1024}))), ElementsAre(12, 4, 0));
    EXPECT_EQ(broken, 0);
    schedule_.stream_alone = false;
    run(on_both({"net"}, {16, 64, 256, 1024}));
    EXPECT_GT(broken, 0) << "else the test sees nothing";
}

TEST_F(Gpus, AreFollowedByTheCpu) {
    std::atomic<int> running{0};
    int beside = 0;
    on_each_run([&](const CaseJob&) {
        ++running;
        pause();
        --running;
    });
    test::FakeBackend cpu(BackendKind::cpu, {VariantKind::cpu});
    cpu.on_run = [&](CaseRecord&, const CaseWatch&) { beside += running; };
    auto cases = assigned({test::uniform_sweep({"cpu-std-sort"}, {16, 64, 256})}, cpu);
    for (auto& each : on_both({"net"}, {16, 64, 256})) cases.push_back(each);
    EXPECT_THAT(counts(run(cases)), ElementsAre(9, 0, 0));
    EXPECT_EQ(beside, 0);
    EXPECT_THAT(cpu.ran, SizeIs(3));
}

TEST_F(Gpus, EndAtTheUsersRequest) {
    on_each_run([&](const CaseJob&) { stop_ = true; });
    const auto outcome = run(on_both({"net"}, {16, 64, 256}));
    EXPECT_TRUE(outcome.interrupted);
    EXPECT_LE(recorder_.records.size(), 2U) << "at most the case that ran, of each";
    for (const auto& record : recorder_.records) EXPECT_EQ(record.status, CaseStatus::interrupted);
}

TEST_F(Gpus, EndTogetherIfNothingCanBeStored) {
    struct FullDisk final : test::KeepingRecorder {
        CaseId record(const CaseRecord&) override {
            throw Error(ErrorKind::environment, "The disk is full.");
        }
    } full;
    sortscope::test::expect_error(ErrorKind::environment, "full", [&] {
        run(on_both({"net"}, {16, 64, 256}), full);
    });
}

TEST_F(Gpus, LoseTheirOwnCasesAlone) {
    second_.on_run = [](const CaseJob&) { throw Error(ErrorKind::environment, "The GPU is lost."); };
    const auto outcome = run(on_both({"net"}, {16, 64, 256}));
    EXPECT_THAT(counts(outcome), ElementsAre(3, 3, 0));
    for (const auto& record : recorder_.records)
        EXPECT_EQ(record.status == CaseStatus::ok, record.device.ordinal == 0);
}

TEST_F(Gpus, ReportProgressOfEach) {
    run(on_both({"net"}, {16, 64, 256}));
    const auto& last = progress_.back();
    EXPECT_EQ(last.done, 6U);
    EXPECT_NEAR(last.fraction, 1, 1e-9);
    ASSERT_THAT(last.parts, SizeIs(2));
    EXPECT_EQ(std::tuple(last.parts[0].device, last.parts[1].device, last.parts[1].done),
              std::tuple("GPU 0", "GPU 1", 3U));
    double fraction = 0;
    for (const auto& each : progress_) {
        EXPECT_EQ(each.total, 6U);
        EXPECT_GE(each.fraction, fraction - 1e-9);
        fraction = each.fraction;
    }
}

TEST_F(Gpus, RepeatRoundsInNewProcesses) {
    schedule_.rounds = 2;
    schedule_.short_sort_factor = 1;
    first_.on_run = second_.on_run = [](const CaseJob& job) {
        if (job.options.phases.times)
            job.record.trials.push_back(
                test::time_trial(job.options.time_modes.front(), 1000, job.options.round));
    };
    run(on_both({"net"}, {1 << 20}));
    EXPECT_THAT(recorder_.rounds, SizeIs(2));
    for (const auto& round : recorder_.rounds) EXPECT_THAT(round.trials, SizeIs(1));
}

TEST_F(Gpus, ShareTheCasesIfAskedTo) {
    const auto cases = plan_cases({test::uniform_sweep({"net", "library"}, {16, 64, 256, 1024})}, variants_);
    std::vector<std::unique_ptr<Backend>> backends;
    for (int i = 0; i < 2; ++i) backends.push_back(std::make_unique<SilentGpu>(i));
    EXPECT_THAT(assign(cases, backends), SizeIs(16));
    const auto shared = assign(cases, backends, true);
    ASSERT_THAT(shared, SizeIs(8));
    EXPECT_EQ(std::ranges::count(shared, backends[0].get(), &PlannedCase::backend), 4);
    auto other = std::make_unique<SilentGpu>(2);
    other->rename("another GPU");
    backends.push_back(std::move(other));
    sortscope::test::expect_error(ErrorKind::usage, "another GPU", [&] { assign(cases, backends, true); });
}
}  // namespace
}
