// Measures the host interpreter (bench/README.md): lane accesses per second in sorts, and requests per second
// of each counting rule.
#include <benchmark/benchmark.h>
#include <sys/resource.h>

#include <algorithm>
#include <array>
#include <random>
#include <string>
#include <vector>

#include "kernels/context/keys.hpp"
#include "kernels/simt/coalescing.hpp"
#include "kernels/simt/interpreter.hpp"
#include "kernels/variants/register.hpp"

namespace {
using namespace sortscope;
using namespace sortscope::kernels;

struct Catalogue {
    VariantRegistry variants;
    simt::KernelTable kernels;
    Catalogue() { register_host_kernels(variants, kernels); }
};

const Catalogue& catalogue() {
    static const Catalogue all;
    return all;
}

bool is_access(SiteKind kind) {
    return kind == SiteKind::global_load || kind == SiteKind::global_store || kind == SiteKind::shared_load ||
           kind == SiteKind::shared_store || kind == SiteKind::global_atomic;
}

/// Arguments: log2 of the number of keys, and worker threads (0: all).
void sort(benchmark::State& state, const std::string& variant) {
    const Workload workload{KeyType::u32, uint64_t{1} << state.range(0), Distribution::uniform, 1, {}};
    const Plan plan = catalogue().variants.find(variant).plan(workload, {256, {}});
    const auto keys = make_keys(workload);
    const auto input = digest(keys, workload.key);
    simt::Interpreter interpreter(plan, catalogue().kernels, {simt::Rule::cc3, unsigned(state.range(1))});
    int64_t accesses = 0;
    for (auto _ : state) {
        std::copy(keys.begin(), keys.end(), interpreter.keys().begin());
        for (const auto& launch : plan.launches)
            for (const auto& site : interpreter.run(launch))
                if (is_access(site.site.kind)) accesses += site.threads;
    }
    if (const auto broken = broken_promise(input, digest(interpreter.keys(), workload.key), Promise::sorted))
        state.SkipWithError(("the output is wrong: " + *broken).c_str());
    state.SetItemsProcessed(accesses);
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    state.counters["max_rss_MiB"] = double(usage.ru_maxrss) / 1024;
}
BENCHMARK_CAPTURE(sort, bitonic_b2, "bitonic-b2")
    ->ArgsProduct({{16, 20}, {1, 0}})
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();
BENCHMARK_CAPTURE(sort, bitonic_semi, "bitonic-semi")
    ->ArgsProduct({{16, 18}, {1, 0}})
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();
BENCHMARK_CAPTURE(sort, bitonic_xor, "bitonic-xor")
    ->ArgsProduct({{16, 18}, {1, 0}})
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();

/// Requests of full warps: lanes `stride` words apart; 0: scattered over 4 KiB.
class Requests {
 public:
    explicit Requests(uint64_t stride) {
        for (uint8_t lane = 0; lane < 32; ++lane) lanes_[lane] = lane;
        std::mt19937_64 random(1);
        for (size_t i = 0; i < requests_.size(); ++i)
            for (uint64_t lane = 0; lane < 32; ++lane)
                requests_[i][lane] = 4 * (stride == 0 ? random() % 1024 : 32 * i + lane * stride);
    }
    simt::Request next() { return {requests_[at_++ % requests_.size()], lanes_, 4}; }

 private:
    std::array<uint8_t, 32> lanes_{};
    std::array<std::array<uint64_t, 32>, 64> requests_{};
    size_t at_ = 0;
};

template <class F>
void count(benchmark::State& state, F&& rule) {
    Requests requests(uint64_t(state.range(0)));
    for (auto _ : state) benchmark::DoNotOptimize(rule(requests.next()));
    state.SetItemsProcessed(state.iterations());
}

void count_sectors(benchmark::State& state) {
    count(state, [](const simt::Request& request) { return simt::count_sectors(request.addresses).sectors; });
}
void cc13_transactions(benchmark::State& state) {
    count(state, [](const simt::Request& request) { return simt::cc13_transactions(request).sizes[2]; });
}
void bank_conflicts(benchmark::State& state) {
    count(state, [](const simt::Request& request) { return simt::bank_conflicts(request); });
}
BENCHMARK(count_sectors)->ArgName("stride")->Arg(1)->Arg(2)->Arg(0);
BENCHMARK(cc13_transactions)->ArgName("stride")->Arg(1)->Arg(2)->Arg(0);
BENCHMARK(bank_conflicts)->ArgName("stride")->Arg(1)->Arg(2)->Arg(0);
}  // namespace

BENCHMARK_MAIN();
