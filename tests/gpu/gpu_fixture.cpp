#include "tests/gpu/gpu_fixture.hpp"

#include "core/error.hpp"
#include "tests/collector/run_alone.hpp"

namespace sortscope::test {
void GpuTest::SetUp() {
    try {
        auto backends = collector::make_backends(
            catalogue_, {.kinds = {BackendKind::cupti, BackendKind::simt}, .gpus = {0}});
        gpu_ = std::move(backends.at(0));
        host_ = std::move(backends.at(1));
    } catch (const Error& error) {
        GTEST_SKIP() << "no GPU to test on: " << error.what();
    }
}

const collector::Catalogue& GpuTest::shared_catalogue() {
    static const collector::Catalogue catalogue = collector::make_catalogue();
    return catalogue;
}

collector::CaseSpec GpuTest::spec_of(const std::string& variant, uint64_t n, KeyType key) const {
    collector::CaseSpec spec;
    spec.variant = variant;
    spec.workload.n = n;
    spec.workload.key = key;
    spec.config = kernels::effective_config(catalogue_.variants.find(variant).info, {});
    return spec;
}

CaseRecord GpuTest::on_gpu(const collector::CaseSpec& spec, const collector::BackendOptions& options) {
    return collector::run_alone(*gpu_, catalogue_.variants.find(spec.variant), spec, options, {});
}

CaseRecord GpuTest::on_host(const collector::CaseSpec& spec) {
    return collector::run_alone(*host_, catalogue_.variants.find(spec.variant), spec, {}, {});
}
}
