// Plug-ins on a GPU: a twin of a built-in sort, a sort with its own launches, a library's sort.
#include <algorithm>
#include <bit>

#include <fmt/format.h>
#include <gmock/gmock.h>

#include "core/times.hpp"
#include "kernels/sdk/loader.hpp"
#include "tests/collector/run_alone.hpp"
#include "tests/gpu/gpu_fixture.hpp"

namespace sortscope::test {
namespace {
class PluginsOnAGpu : public GpuTest {
 protected:
    static kernels::LoadedPlugin load(const std::string& name) {
        return kernels::LoadedPlugin(SORTSCOPE_TEST_PLUGINS "/" + name + ".so");
    }
    static collector::BackendOptions options() {
        collector::BackendOptions options;
        options.trials = {.min_trials = 1, .max_trials = 1};
        options.counting_build = true;
        return options;
    }
    static collector::CaseSpec spec_of(const kernels::Variant& variant, uint64_t n, KeyType key) {
        collector::CaseSpec spec{variant.info.name};
        spec.workload.n = n;
        spec.workload.key = key;
        spec.config = kernels::effective_config(variant.info, {});
        return spec;
    }
    /// Expects times of both modes, and times and counters of each launch.
    CaseRecord sorted(const kernels::Variant& variant, uint64_t n, KeyType key) {
        const auto record = collector::run_alone(*gpu_, variant, spec_of(variant, n, key), options(), {});
        std::string notes = record.message;
        for (const auto& note : record.notes) notes += " " + note.text;
        EXPECT_EQ(record.status, CaseStatus::ok) << notes;
        EXPECT_FALSE(record.trials.empty());
        for (const auto& trial : record.trials) EXPECT_TRUE(trial.verified);
        for (const auto mode : {TimeMode::graph, TimeMode::stream})
            EXPECT_NE(time_in(record, mode), nullptr) << name_of(mode) << ": " << notes;
        EXPECT_FALSE(record.launches.empty()) << notes;
        for (const auto& launch : record.launches) {
            EXPECT_GT(launch.duration_ns.value_or(0), 0) << launch.kernel << notes;
            if (!has_counters_) continue;
            has_counters_ =
                counter(launch.counters, CounterId::gld_sectors, Provenance::measured).has_value();
            if (!has_counters_) why_not_ = notes;
        }
        return record;
    }
    void TearDown() override {
        if (!has_counters_ && !HasFailure()) GTEST_SKIP() << "hardware counters cannot be had: " << why_not_;
    }

 private:
    bool has_counters_ = true;
    std::string why_not_;
};

TEST_F(PluginsOnAGpu, ATwinOfABuiltInSortHasItsCounters) {
    const auto twin = load("twin");
    std::vector<CaseRecord> built_in, loaded;
    const std::vector<uint64_t> sizes{1 << 10, 3000, 1 << 16};
    for (const auto n : sizes)
        built_in.push_back(sorted(catalogue_.variants.find("bitonic-b2"), n, KeyType::u32));
    gpu_->add_kernels(twin);
    for (const auto n : sizes) loaded.push_back(sorted(twin.find("bitonic-b2-twin"), n, KeyType::u32));
    for (size_t i = 0; i < sizes.size(); ++i) {
        ASSERT_EQ(built_in[i].launches.size(), loaded[i].launches.size());
        for (size_t k = 0; k < loaded[i].launches.size(); ++k) {
            const auto &a = built_in[i].launches[k], &b = loaded[i].launches[k];
            ASSERT_EQ(a.counters.size(), b.counters.size());
            for (size_t c = 0; c < a.counters.size(); ++c)
                EXPECT_TRUE(a.counters[c] == b.counters[c])
                    << metric_of(a.counters[c].id).id << " of launch " << k << ", " << sizes[i] << " keys";
        }
    }
}

TEST_F(PluginsOnAGpu, PlainCudaSortsByLaunchesOfItsOwn) {
    const auto plugin = load("plain_bitonic");
    for (const auto key : {KeyType::u32, KeyType::f32})
        for (const uint64_t n : {2U, 1000U, 1U << 16}) {
            const auto record = sorted(plugin.find("plain-bitonic"), n, key);
            const auto levels = size_t(std::bit_width(std::bit_ceil(n)) - 1);
            EXPECT_EQ(record.launches.size(), levels * (levels + 1) / 2);
            EXPECT_EQ(record.padded, n == 1000);
            EXPECT_THAT(record.launches.back().kernel, testing::HasSubstr("plain_bitonic_step"));
            const auto last = int(levels);
            EXPECT_EQ(record.launches.front().stage, (Stage{1, 1, "k=2 / j=1"})) << "NVTX ranges";
            EXPECT_EQ(record.launches.back().stage,
                      (Stage{last, last, fmt::format("k={} / j=1", uint64_t{1} << levels)}));
            EXPECT_TRUE(
                std::ranges::all_of(record.launches, [](const auto& each) { return each.sites.empty(); }));
        }
}

TEST_F(PluginsOnAGpu, AHostFunctionSortsByALibrary) {
    const auto plugin = load("cub_plugin");
    for (const auto key : {KeyType::u32, KeyType::f32})
        for (const uint64_t n : {1U, 1000U, 1U << 20}) {
            const auto record = sorted(plugin.find("cub-plugin"), n, key);
            EXPECT_EQ(record.launches.back().stage.stage, int(record.launches.size()))
                << "ranges of the library are not stages";
        }
}
}  // namespace
}
