#include "bench/generate.hpp"

#include <SQLiteCpp/SQLiteCpp.h>
#include <fmt/format.h>

#include <chrono>

#include "db/schema/connection.hpp"
#include "db/sqlite/statement.hpp"
#include "db/write/case_writer.hpp"

namespace sortscope::bench {
namespace {
using namespace db;

constexpr uint32_t network_stages = 28;
constexpr uint32_t network_launches = network_stages * (network_stages + 1) / 2;
constexpr uint32_t tile_substages = 4;  ///< the last substages of a stage run in shared memory

const MetricSet& sass() {
    for (const auto& set : metric_sets())
        if (set.name == "sass") return set;
    throw Error(ErrorKind::internal, "There is no metric set 'sass'.");
}

/// Counter of one launch. `tile`: the kernel that uses shared memory.
int64_t value(CounterId id, int64_t warps, int64_t jitter, bool tile) {
    using enum CounterId;
    switch (id) {
        case warp_instructions:
            return 29 * warps + jitter;
        case thread_instructions:
            return 29 * 30 * warps + 7 * jitter;
        case active_thread_instructions:
            return 29 * 32 * warps + 8 * jitter;
        case gld_requests:
            return 2 * warps;
        case gst_requests:
            return 2 * warps - jitter;
        case gld_bytes:
            return 256 * warps;
        case gst_bytes:
            return 256 * warps - 128 * jitter;
        case gld_sectors:
            return 8 * warps;
        case gst_sectors:
            return 8 * warps - 4 * jitter;
        case global_tags:
            return 4 * warps - jitter;
        case branch_instructions:
            return tile ? 3 * warps + jitter : 0;
        case shared_ld_requests:
        case shared_st_requests:
        case shared_ld_wavefronts:
            return tile ? 12 * warps : 0;
        case shared_st_wavefronts:
            return tile ? 12 * warps + jitter : 0;
        default:
            return 0;  // no bank conflicts, divergence or branch targets
    }
}

struct Place {
    uint32_t stage, substage;
};

Place place(uint32_t index) {
    uint32_t rest = index % network_launches;
    uint32_t stage = 1;
    while (rest >= stage) rest -= stage++;
    return {stage, rest + 1};
}
}  // namespace

CaseRecord generated_case(const FileOptions& options, uint32_t number) {
    CaseRecord record;
    record.subject.name = "bitonic-b2";
    record.device.name = "NVIDIA H200";
    record.device.uuid = "GPU-0";
    record.device.cc_major = 9;
    record.device.backend = record.backend = BackendKind::cupti;
    describe_sort(record, {.n = uint64_t{1} << (options.smallest_log2 + number % 8), .file = {}},
                  {.block = 32U << (number / 8 % 6), .params = {}});
    record.cache_state = "warm";
    record.time_mode = TimeMode::stream;
    const int64_t median_ns = 1'000'000 + number;
    record.time = TimeSummary{median_ns, 990'000, 1'100'000, 0.01, 30, "spread below 1 %"};
    record.launch_count = options.launches;
    if (options.counters > 0) record.passes = {{"sass", Provenance::measured, 1}};
    return record;
}

void generate_launch(const FileOptions& options, uint32_t number, uint32_t index, LaunchRecord& l) {
    const auto [stage, substage] = place(index);
    const bool tile = stage - substage < tile_substages;
    const uint32_t block = 32U << (number / 8 % 6);
    const uint64_t n = uint64_t{1} << (options.smallest_log2 + number % 8);
    const auto warps = int64_t(n / 64);
    const int64_t jitter = std::min((int64_t{index} * 2654435761 >> 7) % 97, warps);
    l.index = index;
    l.stage = {int(stage), int(substage), fmt::format("k=2^{} j=2^{}", stage, stage - substage)};
    l.kernel = tile ? "bitonic_tile" : "bitonic_global";
    l.symbol = tile ? "_Z12bitonic_tilePjj" : "_Z14bitonic_globalPjjj";
    l.grid.x = uint32_t(n / 2 / block);
    l.block.x = block;
    l.shared_bytes = tile ? 8 * block : 0;
    l.registers = tile ? 32 : 20;
    l.required_bytes = 8 * n;
    l.comparators = n / 2;
    l.duration_ns = int64_t(n / 256) + 31 * jitter;
    l.start_ns = int64_t{index} * int64_t(n / 250 + 4000);
    l.duration_count = 3;
    l.duration_spread = std::nullopt;
    l.process_id = 4000 + number;
    l.context_id = 1;
    l.stream_id = 7;
    l.correlation_id = 100 + 3 * index;
    l.counters.clear();
    const auto& set = sass();
    const auto count = std::min<size_t>(options.counters, set.metrics.size());
    for (size_t i = 0; i < count; ++i) {
        const auto id = set.metrics[i]->counter;
        l.counters.push_back({id, Provenance::measured, value(id, warps, jitter, tile), 1});
    }
}

void generate_file(const std::filesystem::path& path, const FileOptions& options) {
    auto database = open_for_writing(path, std::chrono::seconds(10));
    {
        CaseWriter writer(database);
        RunId run{};
        LaunchRecord launch;
        for (uint32_t number = 0; number < options.cases; ++number) {
            SQLite::Transaction transaction(database, SQLite::TransactionBehavior::IMMEDIATE);
            if (number == 0) run = write_run(database, RunRecord{});
            const auto record = generated_case(options, number);
            writer.begin(run, record);
            for (uint32_t i = 0; i < options.launches; ++i) {
                generate_launch(options, number, i, launch);
                writer.launches().add(launch);
            }
            writer.launches().finish(record.passes);
            transaction.commit();
        }
    }
    merge_log(database);
}
}
