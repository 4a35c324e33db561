#include "collector/backend.hpp"

#include <gmock/gmock.h>
#include <new>

namespace sortscope::collector {
namespace {
using testing::ElementsAre, testing::HasSubstr;

TEST(FailByException, EachKindHasItsStatus) {
    const auto expect = [](const auto& exception, CaseStatus status, const std::string& message) {
        CaseRecord record;
        try {
            throw exception;
        } catch (...) {
            fail_by_exception(record);
        }
        EXPECT_EQ(record.status, status);
        EXPECT_THAT(record.message, HasSubstr(message));
    };
    expect(Error(ErrorKind::unsupported, "It takes no such keys."), CaseStatus::refused,
           "It takes no such keys.");
    expect(Error(ErrorKind::environment, "The GPU is gone."), CaseStatus::failed, "The GPU is gone.");
    expect(std::bad_alloc(), CaseStatus::failed, "memory");
    expect(std::length_error("vector too long"), CaseStatus::failed, "vector too long");
}

TEST(OtherLaunches, DifferByNumberOrShape) {
    LaunchRecord one;
    one.kernel = "step<u32>";
    one.grid = {4, 1, 1};
    one.block = {256, 1, 1};
    auto wider = one, renamed = one, thinner = one;
    wider.grid.x = 8;
    thinner.block.x = 128;
    renamed.kernel = "mirror<u32>";
    EXPECT_FALSE(other_launches({}, {one})) << "no earlier ones";
    EXPECT_FALSE(other_launches({one, one}, {one, one}));
    EXPECT_EQ(other_launches({one}, {one, one}), "The sort launched 1 kernels before, and 2 now.");
    EXPECT_EQ(other_launches({one, one}, {one, wider}),
              "Launch 1 was step<u32> in 4 blocks of 256 threads before, and is step<u32> in 8 of 256 now.");
    EXPECT_TRUE(other_launches({one}, {thinner}));
    EXPECT_TRUE(other_launches({one}, {renamed}));
}

class Steps : public testing::Test {
 protected:
    Steps() {
        watch_.stop = &stop_;
        watch_.progress = [this](double fraction) { fractions_.push_back(fraction); };
    }
    Step step(std::string_view name, std::string_view yields, double share = 1) {
        return {name, yields, share, false, [this, name](const auto&) { ran_.push_back(name); }};
    }
    void run(const std::vector<Step>& steps) { run_steps(steps, record_, watch_); }

    std::atomic<bool> stop_{false};
    std::vector<std::string_view> ran_;
    std::vector<double> fractions_;
    CaseRecord record_;
    CaseWatch watch_;
};

TEST_F(Steps, EndWithTheStepThatFails) {
    Step failing = step("time", "times");
    failing.run = [&](const auto&) { record_.status = CaseStatus::unverified; };
    run({step("warm-up", ""), failing, step("activity", "times of launches")});
    EXPECT_THAT(ran_, ElementsAre("warm-up"));
    EXPECT_EQ(std::tuple(record_.status, record_.message), std::tuple(CaseStatus::unverified, ""));
}

TEST_F(Steps, AnInterruptedCaseNamesWhatIsMissing) {
    Step times = step("time trials", "times");
    double reported = 0.5;
    times.run = [&](const auto& progress) {
        progress(reported);
        stop_ = true;
    };
    const auto message = [&](const std::vector<Step>& steps) {
        stop_ = false;
        record_ = {};
        run(steps);
        EXPECT_EQ(record_.status == CaseStatus::interrupted, !record_.message.empty());
        return record_.message;
    };
    const auto activity = step("activity", "launches"), pass = step("pass", "counters");
    EXPECT_EQ(message({times, activity, pass}), "Ended by the user. Missing: launches, counters.");
    times.until_steady = true;
    EXPECT_EQ(message({times}), "Ended by the user during the time trials.") << "no later step notices";
    EXPECT_EQ(message({times, activity}), "Ended by the user during the time trials. Missing: launches.");
    reported = 1;
    EXPECT_EQ(message({times}), "") << "the stopping rule was met before";
    EXPECT_THAT(ran_, ElementsAre());
}
}  // namespace
}
