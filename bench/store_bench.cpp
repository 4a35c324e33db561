// The store: writing and reading a case of 210 launches (bitonic at 2^20), and listing ten thousand cases.
#include <benchmark/benchmark.h>
#include <unistd.h>

#include <cstdint>
#include <filesystem>
#include <string>

#include "db/reader.hpp"
#include "db/writer.hpp"

namespace {

using namespace sortscope;
namespace fs = std::filesystem;

constexpr std::uint32_t launches = 210;
constexpr std::size_t counters = 25;
constexpr std::uint32_t sites = 5;
constexpr int listed_cases = 10'000;

CaseRecord summary_case(int number) {
    CaseRecord record;
    record.variant = "bitonic-b2";
    record.workload.n = std::uint64_t{1} << (10 + number % 15);
    record.config.block = 32u << (number % 6);
    record.config.params = {{"unroll", number % 4}};
    record.device.name = "NVIDIA H200";
    record.device.backend = record.backend = BackendKind::cupti;
    record.cache_state = "warm";
    record.time = TimeSummary{1'000'000 + number, 990'000, 1'100'000, 0.01, 30, "spread below 1 %"};
    return record;
}

CaseRecord bitonic_case() {
    CaseRecord record = summary_case(10);
    for (std::uint32_t i = 0; i < launches; ++i) {
        auto& launch = record.launches.emplace_back();
        launch.index = i;
        launch.stage = {static_cast<int>(i / 10) + 1, static_cast<int>(i % 10) + 1,
                        "k=" + std::to_string(i / 10)};
        launch.kernel = "bitonic_b2";
        launch.grid.x = 2048;
        launch.block.x = 256;
        launch.start_ns = 5000 * i;
        launch.duration_ns = 4000 + i;
        for (const auto* info : counter_metrics().first(counters))
            launch.counters.push_back({info->counter, Provenance::measured, 32768 + i});
        for (std::uint32_t s = 0; s < sites; ++s)
            launch.sites.push_back({{SiteKind::global_load, "variants/bitonic/b2.hpp", 20 + s, 9, "body"},
                                    Provenance::modelled,
                                    32768,
                                    1 << 20,
                                    4 << 20,
                                    131072,
                                    32768,
                                    {0, 0, 0, 32768},
                                    {0, 0, 65536},
                                    0,
                                    0,
                                    0});
    }
    return record;
}

/// A path of its own, removed with what SQLite keeps beside it.
struct TempFile {
    explicit TempFile(const std::string& name)
        : path(fs::temp_directory_path() / ("sortscope-bench-" + name + std::to_string(::getpid()) + ".db")) {
    }
    ~TempFile() {
        for (const char* suffix : {"", "-wal", "-shm"}) fs::remove(path.string() + suffix);
    }
    TempFile(const TempFile&) = delete;
    TempFile& operator=(const TempFile&) = delete;
    fs::path path;
};

void write_case(benchmark::State& state) {
    const TempFile file("write");
    const auto record = bitonic_case();
    std::int64_t written = 0;
    {
        db::Writer writer(file.path);
        const auto run = writer.begin_run({});
        for (auto _ : state) {
            benchmark::DoNotOptimize(writer.write_case(run, record));
            ++written;
        }
    }
    state.counters["bytes_a_case"] =
        static_cast<double>(fs::file_size(file.path)) / static_cast<double>(written);
}
BENCHMARK(write_case)->Unit(benchmark::kMillisecond);

void read_case(benchmark::State& state, db::Detail detail) {
    const TempFile file("read");
    {
        db::Writer writer(file.path);
        const auto run = writer.begin_run({});
        for (int i = 0; i < 50; ++i) writer.write_case(run, bitonic_case());
    }
    const db::Reader reader(file.path);
    std::int64_t id = 0;
    for (auto _ : state) benchmark::DoNotOptimize(reader.read_case(CaseId{id++ % 50 + 1}, detail));
}
BENCHMARK_CAPTURE(read_case, launches, db::Detail::launches)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(read_case, sites, db::Detail::sites)->Unit(benchmark::kMillisecond);

void list_cases(benchmark::State& state, const db::CaseFilter& filter) {
    const TempFile file("list");
    {
        db::Writer writer(file.path);
        const auto run = writer.begin_run({});
        for (int i = 0; i < listed_cases; ++i) writer.write_case(run, summary_case(i));
    }
    std::size_t found = 0;
    for (auto _ : state) found = db::Reader(file.path).cases(filter).size();
    state.counters["cases"] = static_cast<double>(found);
}
BENCHMARK_CAPTURE(list_cases, all, {})->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(list_cases, curve,
                  db::CaseFilter{.variants = {"bitonic-b2"}, .key = KeyType::u32, .block = 64})
    ->Unit(benchmark::kMillisecond);

}  // namespace

BENCHMARK_MAIN();
