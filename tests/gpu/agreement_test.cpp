// Interpreter, counting build and CUPTI count equal global loads and stores in each launch of each variant.
#include <ostream>

#include "core/text.hpp"
#include "tests/gpu/gpu_fixture.hpp"

namespace sortscope::test {
namespace {
using enum CounterId;

struct AgreementCase {
    std::string variant;
    int log2_n;
    uint32_t block;  ///< 0: the variant's default
    KeyType key = KeyType::u32;
};

void PrintTo(const AgreementCase& each, std::ostream* out) {
    *out << each.variant << " " << name_of(each.key) << " 2^" << each.log2_n << " block " << each.block;
}

/// Backends live from test to test: enabling the profiler takes longer than most cases.
class Agreement : public GpuTest, public testing::WithParamInterface<AgreementCase> {
 protected:
    void SetUp() override {
        if (kept_gpu_ == nullptr) return GpuTest::SetUp();
        gpu_ = std::move(kept_gpu_);
        host_ = std::move(kept_host_);
    }
    void TearDown() override {
        kept_gpu_ = std::move(gpu_);
        kept_host_ = std::move(host_);
    }
    static void TearDownTestSuite() {
        kept_gpu_.reset();
        kept_host_.reset();
    }

 private:
    static inline std::unique_ptr<collector::Backend> kept_gpu_, kept_host_;
};

constexpr CounterId counted_by_all[] = {gld_requests, gst_requests, gld_bytes,
                                        gst_bytes,    gld_sectors,  gst_sectors};
constexpr CounterId shared_counters[] = {shared_ld_requests, shared_st_requests, shared_ld_conflicts,
                                         shared_st_conflicts};
/// Variants whose shared accesses the compiler merges (docs/measurements/README.md): hardware counts fewer.
const std::set<std::string> merged_shared_accesses{"banyan-shared", "selection-blocks", "selection-local",
                                                   "bitonic-local", "radix-split-global"};
/// Variants that add atomically to global memory.
const std::set<std::string> with_atomics{"fault-atomics", "mended-atomics"};
/// No two threads of a warp share a key here: the hardware's distinct bytes give the number of threads.
const std::set<std::string> one_thread_a_key{"bitonic-b2", "bitonic-xor", "bitonic-semi", "butterfly-full",
                                             "butterfly-minmax"};
/// Counters of interpreter and counting build only.
constexpr CounterId counted_by_software[] = {
    gld_threads,  gst_threads,        gld_tags,      gst_tags,     gld_32b,      gld_64b,
    gld_96b,      gld_128b,           gst_32b,       gst_64b,      gst_96b,      gst_128b,
    gld_32b_cc13, gld_64b_cc13,       gld_128b_cc13, gst_32b_cc13, gst_64b_cc13, gst_128b_cc13,
    branches,     divergent_branches, barriers};

int64_t value(const LaunchRecord& launch, CounterId id, Provenance provenance) {
    const auto found = counter(launch.counters, id, provenance);
    EXPECT_TRUE(found) << metric_of(id).id << " (" << name_of(provenance) << ") is missing in launch "
                       << launch.index;
    return found.value_or(-1);
}

/// By source file and kind of site, not by line: compilers give different lines to a call of several lines.
std::map<std::pair<std::string, SiteKind>, int64_t> requests_by_file(const LaunchRecord& launch) {
    std::map<std::pair<std::string, SiteKind>, int64_t> sums;
    for (const auto& counts : launch.sites) sums[{counts.site.file, counts.site.kind}] += counts.requests;
    return sums;
}

TEST_P(Agreement, InterpreterCountingBuildAndCuptiAreEqual) {
    const auto& param = GetParam();
    auto spec = spec_of(param.variant, uint64_t{1} << param.log2_n, param.key);
    if (param.block != 0) spec.config.block = param.block;
    collector::BackendOptions options;
    options.trials = {.min_trials = 1, .max_trials = 1};
    options.counting_build = true;
    options.keep_profiler = true;
    const CaseRecord gpu = on_gpu(spec, options);
    ASSERT_EQ(gpu.status, CaseStatus::ok) << gpu.message;
    const CaseRecord host = on_host(spec);
    ASSERT_EQ(host.status, CaseStatus::ok) << host.message;
    ASSERT_EQ(gpu.launches.size(), host.launches.size());
    if (!counter(gpu.launches.at(0).counters, gld_sectors, Provenance::measured)) {
        std::string why;
        for (const auto& note : gpu.notes) why += note.text + " ";
        GTEST_SKIP() << "hardware counters cannot be had: " << why;
    }
    for (size_t i = 0; i < gpu.launches.size() && !HasFailure(); ++i) {
        SCOPED_TRACE(describe(spec) + ", launch " + std::to_string(i));
        const auto& g = gpu.launches[i];
        const auto& h = host.launches[i];
        for (const CounterId id : counted_by_all) {
            const auto modelled = value(h, id, Provenance::modelled);
            EXPECT_EQ(value(g, id, Provenance::measured), modelled)
                << metric_of(id).id << ", measured against modelled";
            EXPECT_EQ(value(g, id, Provenance::counted), modelled)
                << metric_of(id).id << ", counted against modelled";
        }
        for (const CounterId id : counted_by_software)
            EXPECT_EQ(value(g, id, Provenance::counted), value(h, id, Provenance::modelled))
                << metric_of(id).id;
        for (const CounterId id : shared_counters) {
            const auto modelled = value(h, id, Provenance::modelled);
            EXPECT_EQ(value(g, id, Provenance::counted), modelled)
                << metric_of(id).id << ", counted against modelled";
            // With words over 32 bits, the hardware's wavefronts do not give the conflicts.
            const bool of_conflicts = id == shared_ld_conflicts || id == shared_st_conflicts;
            if (!merged_shared_accesses.contains(param.variant) &&
                !(of_conflicts && key_bytes(param.key) > 4)) {
                EXPECT_EQ(value(g, id, Provenance::measured), modelled)
                    << metric_of(id).id << ", measured against modelled";
            }
        }
        EXPECT_EQ(requests_by_file(g), requests_by_file(h)) << "each site has its file";
        if (one_thread_a_key.contains(param.variant)) {
            const auto bytes = int64_t(key_bytes(param.key));
            EXPECT_EQ(value(g, gld_bytes, Provenance::measured),
                      bytes * value(h, gld_threads, Provenance::modelled));
            EXPECT_EQ(value(g, gst_bytes, Provenance::measured),
                      bytes * value(h, gst_threads, Provenance::modelled));
        }
        // Hardware also counts tags of atomics.
        if (!with_atomics.contains(param.variant)) {
            EXPECT_EQ(value(g, global_tags, Provenance::measured),
                      value(h, gld_tags, Provenance::modelled) + value(h, gst_tags, Provenance::modelled));
        }
    }
}

std::vector<AgreementCase> agreement_cases() {
    std::vector<AgreementCase> cases;
    for (const char* variant :
         {"bitonic-b2", "bitonic-xor", "bitonic-semi", "butterfly-full", "butterfly-minmax"})
        for (const int log2_n : {10, 16, 20})
            for (const uint32_t block : {64U, 256U, 1024U}) cases.push_back({variant, log2_n, block});
    // Each planned variant as users run it (odd-even has 65536 launches at 2^16).
    const auto catalogue = collector::make_catalogue();
    for (const auto& variant : catalogue.variants.all()) {
        if (variant.info.kind != kernels::VariantKind::planned) continue;
        for (const int log2_n : {9, 10, 16}) {
            if (uint64_t{1} << log2_n > variant.info.max_n) continue;
            cases.push_back({variant.info.name, log2_n, 0});
        }
    }
    // Kernels with one deliberate fault.
    for (const auto& variant : catalogue.variants.on_request()) cases.push_back({variant.info.name, 16, 0});
    // Keys of 8 and 16 bytes.
    for (const char* variant : {"bitonic-b2", "bitonic-semi", "bitonic-c4", "butterfly-full"})
        for (const KeyType key :
             {KeyType::f32, KeyType::u64, KeyType::u32_u32, KeyType::u64_u64, KeyType::f64_u64})
            cases.push_back({variant, 12, 0, key});
    return cases;
}

INSTANTIATE_TEST_SUITE_P(Gpu, Agreement, testing::ValuesIn(agreement_cases()), [](const auto& each) {
    std::string name = each.param.variant + "_" + std::string(name_of(each.param.key)) + "_2to" +
                       std::to_string(each.param.log2_n) + "_block" + std::to_string(each.param.block);
    for (char& c : name)
        if (c == '-' || c == '+') c = '_';
    return name;
});
}  // namespace
}
