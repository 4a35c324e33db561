#include "collector/sweep.hpp"

#include <gmock/gmock.h>
#include <unistd.h>
#include <fstream>

#include "kernels/context/keys.hpp"
#include "kernels/variants/register.hpp"
#include "tests/collector/fake_backend.hpp"
#include "tests/core/expect_error.hpp"

namespace sortscope::collector {
namespace {
using sortscope::test::expect_error, testing::AllOf, testing::ElementsAre, testing::Field, testing::HasSubstr;

Sweep small_sweep() {
    auto sweep = test::uniform_sweep({"net"}, {1024, 2048});
    sweep.blocks = {64, 256};
    sweep.keys = {KeyType::u32, KeyType::f32};
    sweep.distributions = {Distribution::uniform, Distribution::zero};
    sweep.seed = 9;
    return sweep;
}

const auto variants = test::three_variants();

std::vector<std::string> names(const std::vector<PlannedCase>& cases) {
    std::vector<std::string> result;
    for (const auto& planned : cases) result.push_back(describe(planned.spec));
    return result;
}

/// Why each case is refused.
std::vector<std::string> refusals(const Sweep& sweep, const VariantRegistry& registry = variants) {
    std::vector<std::string> result;
    for (const auto& planned : plan_cases({sweep}, registry)) result.push_back(planned.refused);
    return result;
}

TEST(PlanCases, TheProductOfAllAxes) {
    const auto cases = plan_cases({small_sweep()}, variants);
    ASSERT_EQ(cases.size(), 16U);
    EXPECT_EQ(describe(cases[0].spec), "net u32 2^10 uniform (seed 9), block 64");
    EXPECT_EQ(describe(cases[15].spec), "net f32 2^11 zero, block 256");
    for (const auto& planned : cases)
        EXPECT_EQ(std::tuple(planned.variant, planned.refused, planned.spec.workload.seed),
                  std::tuple(&variants.find("net"), "", 9U));
}

TEST(PlanCases, EachConditionIsPlannedOnce) {
    auto sweep = test::uniform_sweep({"cpu-std-sort", "library"}, {1024});
    sweep.blocks = {64, 256};
    EXPECT_THAT(names(plan_cases({sweep}, variants)),
                ElementsAre("cpu-std-sort u32 2^10 uniform", "library u32 2^10 uniform"))
        << "these have no block";
    sweep = small_sweep();
    sweep.variants = {"net", "net"};
    sweep.sizes = {1024, 1024};
    sweep.blocks = {128, 0, 128};
    EXPECT_EQ(plan_cases({sweep}, variants).size(), 4U) << "two key types, two distributions";
    sweep = test::uniform_sweep({"net"}, {64});
    sweep.distributions = {Distribution::sorted, Distribution::uniform};
    Sweep again = sweep;
    again.seed = 2;
    EXPECT_THAT(names(plan_cases({sweep, again}, variants)),
                ElementsAre("net u32 64 sorted, block 128", "net u32 64 uniform, block 128",
                            "net u32 64 uniform (seed 2), block 128"))
        << "sorted keys have no seed";
}

TEST(PlanCases, RefusedCasesStayWithTheirSentence) {
    auto sweep = small_sweep();
    sweep.sizes = {1000, 1024};
    sweep.blocks = {16};
    sweep.keys = {KeyType::u32, KeyType::f64};
    sweep.distributions = {Distribution::uniform};
    EXPECT_THAT(refusals(sweep),
                ElementsAre(HasSubstr("any power of two from 4 to 2^20"), HasSubstr("blocks of 16 threads"),
                            HasSubstr("It sorts: u32, f32"), HasSubstr("It sorts: u32, f32")));
    sweep = test::uniform_sweep({"cpu-quicksort"}, {1 << 16, 1 << 20});
    sweep.distributions = {Distribution::uniform, Distribution::sorted};
    EXPECT_THAT(refusals(sweep), ElementsAre("", "", "", HasSubstr("quadratic")));
}

TEST(PlanCases, TheSourcesOwnBlockFollowsTheSize) {
    auto sweep = test::uniform_sweep({"net", "library", "free"}, {512, 2048});
    sweep.blocks = {source_block};
    auto registry = test::three_variants();
    kernels::VariantInfo free = registry.find("net").info;
    free.name = "free";
    free.block_rule = {};
    registry.add({free, {}});
    const auto cases = plan_cases({sweep}, registry);
    EXPECT_EQ(cases.at(0).spec.config.block, 32U);
    EXPECT_EQ(cases.at(1).spec.config.block, 128U);
    EXPECT_THAT(
        refusals(sweep, registry),
        ElementsAre("", "", "", "", HasSubstr("states no rule for the block size"), HasSubstr("rule")));
}

TEST(PlanCases, OnlyFewDistinctKeysHaveEntropy) {
    auto sweep = small_sweep();
    sweep.distributions = {Distribution::few, Distribution::uniform};
    sweep.entropy_bits = 7;
    for (const auto& planned : plan_cases({sweep}, variants))
        EXPECT_EQ(planned.spec.workload.entropy_bits,
                  planned.spec.workload.distribution == Distribution::few ? 7U : 0U);
}

TEST(PlanCases, AnUnknownVariantOrParameterIsAUsageError) {
    auto sweep = small_sweep();
    sweep.params["unroll"] = {4};
    expect_error(ErrorKind::usage, "'unroll'", [&] { plan_cases({sweep}, variants); });
    sweep.variants = {"nett"};
    expect_error(ErrorKind::usage, "Nearest are: net", [&] { plan_cases({sweep}, variants); });
}

class InputFileSweep : public testing::Test {
 protected:
    InputFileSweep()
        : path_(std::filesystem::temp_directory_path() / ("sortscope-sweep-" + std::to_string(::getpid()))) {}
    ~InputFileSweep() override { std::filesystem::remove(path_); }
    void write(size_t bytes) { std::ofstream(path_, std::ios::binary) << std::string(bytes, 'x'); }
    Sweep sweep() const {
        auto sweep = small_sweep();
        sweep.input_file = path_.string();
        return sweep;
    }
    std::filesystem::path path_;
};

TEST_F(InputFileSweep, ReplacesSizesAndDistributions) {
    write(4096);
    const auto cases = plan_cases({sweep()}, variants);
    ASSERT_EQ(cases.size(), 4U) << "two key types, two blocks";
    for (const auto& planned : cases) {
        const auto& work = planned.spec.workload;
        EXPECT_EQ(std::tuple(work.n, work.distribution, work.file, work.file_digest, planned.refused),
                  std::tuple(1024U, Distribution::file, path_.string(), kernels::file_digest(path_), ""));
    }
    write(4000);
    auto both = sweep();
    both.variants = {"net", "cpu-std-sort"};
    both.keys = {KeyType::u32};
    both.blocks.clear();
    EXPECT_THAT(refusals(both), ElementsAre(HasSubstr("cannot sort 1000 keys"), ""));
}

TEST_F(InputFileSweep, ABadFileIsADataError) {
    const auto plan = [&] { plan_cases({sweep()}, variants); };
    expect_error(ErrorKind::data, "cannot be opened", plan);
    write(0);
    expect_error(ErrorKind::data, "0 bytes", plan);
    write(4095);
    expect_error(ErrorKind::data, "not a whole number of u32 keys", plan);
}

TEST(Presets, EachPlansCasesOfVariantsThatExist) {
    VariantRegistry all;
    kernels::simt::KernelTable kernels;
    kernels::register_host_kernels(all, kernels);
    kernels::register_baselines(all);
    for (const auto& preset : presets()) {
        SCOPED_TRACE(preset.name);
        const auto cases = plan_cases(preset.sweeps, all);
        for (const auto& planned : cases) {
            if (planned.spec.workload.distribution != Distribution::few) continue;
            EXPECT_EQ(planned.spec.workload.entropy_bits, 8U) << "as the line of the preset says";
        }
        EXPECT_FALSE(cases.empty());
        for (const auto& planned : cases) EXPECT_EQ(planned.refused, "");
        EXPECT_EQ(&find_preset(preset.name), &preset);
    }
    EXPECT_EQ(plan_cases(find_preset("quick").sweeps, all).size(), 8U * 3U);
    EXPECT_EQ(plan_cases(find_preset("first").sweeps, all).size(), 8U * 15U);
    expect_error(ErrorKind::usage, "Known are: quick, sources, first, blocks", [] { find_preset("slow"); });
}

TEST(SweepLimits, NoMoreIsTakenThanTheSweepHasRoomFor) {
    Sweep some = small_sweep(), more = small_sweep();
    some.limits.counters = "sass,gld_32b";
    some.limits.sites = false;
    some.limits.min_trials = 10;
    more.sizes.push_back(4096);
    const auto cases = plan_cases({some, more}, variants);
    ASSERT_EQ(cases.size(), 24U);
    BackendOptions options;
    options.counters = parse_counters("all");
    const auto limited = options_of(cases.front(), options);
    EXPECT_EQ(limited.counters.sets, parse_counters("sass").sets);
    EXPECT_TRUE(limited.counters.counting);
    EXPECT_FALSE(limited.counters.stalls || limited.counters.series || limited.sites);
    EXPECT_EQ(limited.trials.min_trials, 10U);
    EXPECT_EQ(options_of(cases.back(), options).counters, options.counters)
        << "4096 keys are the other sweep's alone";
    // Limits never add counters, or trials above max_trials.
    options.counters = parse_counters("none");
    options.trials.max_trials = 6;
    EXPECT_TRUE(options_of(cases.front(), options).counters.empty());
    EXPECT_EQ(options_of(cases.front(), options).trials.min_trials, 6U);
    some.limits.max_trials = 20;
    options.trials.max_trials = 30;
    EXPECT_NE(options_of(plan_cases({some}, variants).front(), options).trials.rule, StopRule::count);
    some.limits.max_trials = 10;
    EXPECT_EQ(options_of(plan_cases({some}, variants).front(), options).trials.rule, StopRule::count)
        << "ten, however long they take";
}

TEST(SweepLimits, LongSortsAreRunAFewTimes) {
    Sweep sweep = small_sweep();
    sweep.limits.min_trials = 10;
    sweep.limits.max_trials = 2;
    sweep.limits.rounds = 2;
    sweep.limits.warm_up = false;
    const auto planned = plan_cases({sweep}, variants).front();
    BackendOptions options;
    options.activity_trials = 3;
    auto limited = options_of(planned, options);
    EXPECT_EQ(std::tuple(limited.trials.min_trials, limited.trials.max_trials, limited.activity_trials),
              std::tuple(2U, 2U, 2U))
        << "the fewest are no more than the most";
    EXPECT_FALSE(limited.trials.warm_up);
    EXPECT_EQ(std::pair(rounds_of(planned, 5), rounds_of(planned, 1)), std::pair(2U, 1U));
    options.trials.max_trials = options.activity_trials = 1;
    limited = options_of(planned, options);
    EXPECT_EQ(std::pair(limited.trials.max_trials, limited.activity_trials), std::pair(1U, 1U))
        << "limits ask for nothing";
    EXPECT_EQ(rounds_of(plan_cases({small_sweep()}, variants).front(), 5), 5U) << "a sweep without limits";
}

class Assign : public testing::Test {
 protected:
    std::vector<PlannedCase> assigned(const std::vector<std::string>& names, uint64_t n = 1024) const {
        return assign(plan_cases({test::uniform_sweep(names, {n})}, variants), backends_);
    }
    test::FakeBackend* add(BackendKind kind, std::vector<VariantKind> runs) {
        auto backend = std::make_unique<test::FakeBackend>(kind, std::move(runs));
        auto* const raw = backend.get();
        backends_.push_back(std::move(backend));
        return raw;
    }
    static auto on(const Backend* backend) { return Field(&PlannedCase::backend, backend); }
    static auto refused(const std::string& words) { return Field(&PlannedCase::refused, HasSubstr(words)); }
    std::vector<std::unique_ptr<Backend>> backends_;
};

TEST_F(Assign, EachBackendRunsAllCasesOfItsKinds) {
    const auto* first = add(BackendKind::cupti, {VariantKind::planned, VariantKind::opaque});
    const auto* second = add(BackendKind::cupti, {VariantKind::planned, VariantKind::opaque});
    const auto* cpu = add(BackendKind::cpu, {VariantKind::cpu});
    const auto assignments = assigned({"net", "library", "cpu-std-sort"});
    EXPECT_THAT(assignments, ElementsAre(on(first), on(second), on(first), on(second), on(cpu)));
    EXPECT_EQ(condition_of(assignments[0].spec), condition_of(assignments[1].spec));
}

TEST_F(Assign, WithoutABackendACaseIsRefused) {
    const auto* simt = add(BackendKind::simt, {VariantKind::planned});
    EXPECT_THAT(assigned({"library", "cpu-std-sort", "net"}),
                ElementsAre(AllOf(on(nullptr), refused("'library' runs on a GPU")),
                            AllOf(on(nullptr), refused("runs on the CPU")), on(simt)));
    EXPECT_THAT(assigned({"net"}, 3), ElementsAre(AllOf(on(nullptr), refused("power of two"))))
        << "refused before";
}

TEST_F(Assign, ADeviceRefusesForItselfOnly) {
    auto* small = add(BackendKind::cupti, {VariantKind::planned});
    const auto* large = add(BackendKind::cupti, {VariantKind::planned});
    small->refuse = [](const CaseSpec&) { return std::optional<std::string>("Too large for it."); };
    const auto assignments = assigned({"net"});
    EXPECT_THAT(assignments, ElementsAre(AllOf(on(nullptr), refused("Too large for it.")), on(large)));
    EXPECT_EQ(assignments[1].refused, "");
}
}  // namespace
}
