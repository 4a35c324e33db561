#include "collector/gpu_code.hpp"

#include <gtest/gtest.h>

#include "tests/collector/fake_backend.hpp"

namespace sortscope::collector {
namespace {

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
