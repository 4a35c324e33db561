#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "collector/runner.hpp"
#include "tests/collector/fake_backend.hpp"

namespace sortscope::collector {
namespace {

using kernels::VariantKind;
using test::FakeBackend;
using testing::HasSubstr;

class Assign : public testing::Test {
 protected:
    std::vector<PlannedCase> cases(std::vector<std::string> names) const {
        return plan_cases({test::uniform_sweep(std::move(names), {1024})}, variants_);
    }
    FakeBackend* add(BackendKind kind, std::vector<VariantKind> runs) {
        auto backend = std::make_unique<FakeBackend>(kind, std::move(runs));
        FakeBackend* raw = backend.get();
        backends_.push_back(std::move(backend));
        return raw;
    }
    kernels::VariantRegistry variants_ = test::three_variants();
    std::vector<std::unique_ptr<Backend>> backends_;
};

TEST_F(Assign, GivesEachKindToItsBackend) {
    const auto* interpreter = add(BackendKind::simt, {VariantKind::planned});
    const auto* cpu = add(BackendKind::cpu, {VariantKind::cpu});
    const auto assignments = assign(cases({"net", "cpu-std-sort"}), backends_);
    ASSERT_EQ(assignments.size(), 2U);
    EXPECT_EQ(assignments[0].backend, interpreter);
    EXPECT_EQ(assignments[1].backend, cpu);
}

TEST_F(Assign, AVariantWithoutABackendIsRefused) {
    add(BackendKind::simt, {VariantKind::planned});
    const auto assignments = assign(cases({"library", "cpu-std-sort"}), backends_);
    ASSERT_EQ(assignments.size(), 2U);
    EXPECT_EQ(assignments[0].backend, nullptr);
    EXPECT_THAT(assignments[0].planned.refused, HasSubstr("'library' runs on a GPU"));
    EXPECT_THAT(assignments[1].planned.refused, HasSubstr("runs on the CPU"));
}

TEST_F(Assign, TwoGpusEachRunAllCasesForGpus) {
    const auto* first = add(BackendKind::cupti, {VariantKind::planned, VariantKind::opaque});
    const auto* second = add(BackendKind::cupti, {VariantKind::planned, VariantKind::opaque});
    add(BackendKind::cpu, {VariantKind::cpu});
    const auto assignments = assign(cases({"net", "library", "cpu-std-sort"}), backends_);
    ASSERT_EQ(assignments.size(), 5U);
    EXPECT_EQ(assignments[0].backend, first);
    EXPECT_EQ(assignments[1].backend, second);
    EXPECT_EQ(condition_of(assignments[0].planned.spec), condition_of(assignments[1].planned.spec));
}

TEST_F(Assign, WhatADeviceCannotIsRefusedForThatDeviceOnly) {
    auto* small = add(BackendKind::cupti, {VariantKind::planned});
    const auto* large = add(BackendKind::cupti, {VariantKind::planned});
    small->refuse = [](const CaseSpec&) { return std::optional<std::string>("Too large for it."); };
    const auto assignments = assign(cases({"net"}), backends_);
    ASSERT_EQ(assignments.size(), 2U);
    EXPECT_EQ(assignments[0].backend, nullptr);
    EXPECT_EQ(assignments[0].planned.refused, "Too large for it.");
    EXPECT_EQ(assignments[1].backend, large);
    EXPECT_EQ(assignments[1].planned.refused, "");
}

TEST_F(Assign, ARefusedCaseStaysRefused) {
    add(BackendKind::simt, {VariantKind::planned});
    auto planned = cases({"net"});
    planned[0].refused = "No.";
    const auto assignments = assign(planned, backends_);
    ASSERT_EQ(assignments.size(), 1U);
    EXPECT_EQ(assignments[0].backend, nullptr);
    EXPECT_EQ(assignments[0].planned.refused, "No.");
}

TEST(GpuCodeNote, IsOfRunsOnAGpuByCodeThatWasNotOptimised) {
    test::FakeBackend gpu(BackendKind::cupti, {kernels::VariantKind::planned});
    test::FakeBackend host(BackendKind::simt, {kernels::VariantKind::planned});
    const GpuCode quick{"not optimised (SORTSCOPE_QUICK_WITHOUT_GPU), for 90-real by nvcc 13.0.88", false};
    const std::vector<Assignment> on_host{{{}, &host}, {{}, nullptr}},
        on_both{{{}, &host}, {{}, nullptr}, {{}, &gpu}};
    const auto note = note_on(quick, on_both);
    ASSERT_TRUE(note);
    EXPECT_EQ(note->severity, Severity::warning);
    EXPECT_EQ(note->text,
              "The GPU code of this program is not optimised (SORTSCOPE_QUICK_WITHOUT_GPU), for 90-real by "
              "nvcc 13.0.88: times and "
              "instruction counts are not those of a build for use.");
    EXPECT_FALSE(note_on(quick, on_host)) << "the interpreter compiles its own";
    EXPECT_FALSE(note_on({"optimised, for 90-real by nvcc 13.0.88", true}, on_both));
}

}  // namespace
}  // namespace sortscope::collector
