// Fixture of the GPU tests: backends, or the reason to skip.
#pragma once

#include <gtest/gtest.h>

#include "collector/catalogue/catalogue.hpp"

namespace sortscope::test {
class GpuTest : public testing::Test {
 protected:
    /// Skips the test, with the reason, without a usable GPU.
    void SetUp() override;

    /// A case with the variant's default block.
    collector::CaseSpec spec_of(const std::string& variant, uint64_t n, KeyType key = KeyType::u32) const;
    CaseRecord on_gpu(const collector::CaseSpec& spec, const collector::BackendOptions& options);
    CaseRecord on_host(const collector::CaseSpec& spec);
    /// One catalogue for all tests: backends outlive a test and refer to it.
    static const collector::Catalogue& shared_catalogue();

    const collector::Catalogue& catalogue_ = shared_catalogue();
    std::unique_ptr<collector::Backend> gpu_;
    std::unique_ptr<collector::Backend> host_;
};
}
