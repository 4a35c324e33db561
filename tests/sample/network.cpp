#include "tests/sample/network.hpp"

#include <bit>

#include "tests/sample/edit.hpp"

namespace sortscope::sample {
namespace {
using enum CounterId;

/// One launch for each (stage, substage), without times and counters.
std::vector<LaunchRecord> plan(uint64_t n, uint32_t block, const std::string& kernel) {
    std::vector<LaunchRecord> launches;
    const int stages = std::countr_zero(n);
    for (int stage = 1; stage <= stages; ++stage)
        for (int substage = 1; substage <= stage; ++substage) {
            auto& launch = launches.emplace_back();
            launch.index = uint32_t(launches.size() - 1);
            launch.stage = {
                stage, substage,
                "k=" + std::to_string(1 << stage) + " j=" + std::to_string(1 << (stage - substage))};
            launch.kernel = kernel;
            launch.grid.x = uint32_t(std::max<uint64_t>(1, n / 2 / block));
            launch.block.x = block;
            launch.registers = 24;
            launch.required_bytes = 8 * n;
        }
    return launches;
}

template <class Duration>
int64_t time(std::vector<LaunchRecord>& launches, int64_t gap_ns, Duration&& duration_ns) {
    int64_t clock = 0;
    for (auto& launch : launches) {
        launch.start_ns = clock;
        launch.duration_ns = duration_ns(launch);
        clock += *launch.duration_ns + gap_ns;
    }
    return clock;
}

uint64_t required_bytes(const std::vector<LaunchRecord>& launches) {
    uint64_t sum = 0;
    for (const auto& launch : launches) sum += launch.required_bytes;
    return sum;
}

/// A verified trial; without a duration it has no time mode either.
TrialRecord& add_trial(CaseRecord& record, TrialKind kind, uint32_t index,
                       std::optional<int64_t> duration_ns = std::nullopt) {
    auto& trial = record.trials.emplace_back();
    trial.kind = kind;
    trial.index = index;
    trial.duration_ns = duration_ns;
    trial.verified = true;
    if (duration_ns) trial.time_mode = record.time_mode;
    return trial;
}

void add_time_trials(CaseRecord& record, uint32_t count, int64_t first_offset_ns) {
    for (uint32_t i = 0; i < count; ++i)
        add_trial(record, TrialKind::time, i,
                  record.time->median_ns + (first_offset_ns == 0 ? 0 : first_offset_ns + int64_t(i)));
}

// Round numbers for gpu_case() and modelled_case().

Device round_gpu() {
    Device device;
    device.backend = BackendKind::cupti;
    device.name = "NVIDIA H200";
    device.uuid = "GPU-0001";
    device.cc_major = 9;
    device.multiprocessors = 132;
    device.clock_khz = 1980000;
    device.memory_bytes = 150000000000;
    device.driver_version = "580.65.06";
    device.cuda_version = "13.0";
    device.cupti_version = "13.0";
    return device;
}

std::vector<CounterValue> round_counters(uint64_t n, Provenance provenance) {
    const auto warps = int64_t(n / 2 / 32);
    return {
        {warp_instructions, provenance, 20 * warps}, {active_thread_instructions, provenance, 480 * warps},
        {gld_requests, provenance, 2 * warps},       {gst_requests, provenance, warps},
        {gld_bytes, provenance, 256 * warps},        {gst_bytes, provenance, 128 * warps},
        {gld_sectors, provenance, 8 * warps},        {gst_sectors, provenance, 8 * warps},
        {branches, provenance, 4 * warps},           {divergent_branches, provenance, warps}};
}

SiteCounts round_site(SiteKind kind, uint32_t line, uint64_t n) {
    const auto warps = int64_t(n / 2 / 32);
    SiteCounts counts;
    counts.site = {kind, "bitonic/bitonic_b2.hpp", line, 9, "compare_exchange"};
    counts.provenance = Provenance::modelled;
    counts.requests = warps;
    counts.threads = 32 * warps;
    if (kind == SiteKind::branch) {
        counts.taken_threads = 8 * warps;
        counts.divergent_warps = warps / 4;
    } else {
        counts.bytes = 128 * warps;
        counts.sectors = (kind == SiteKind::global_load ? 4 : 8) * warps;
        counts.lines = counts.sectors / 4;
        counts.sizes[3] = counts.lines;
    }
    return counts;
}

/// The source of round_site()'s sites.
SourceText round_source() {
    return {"bitonic/bitonic_b2.hpp",
            R"(// Two keys a thread: one compare-exchange of a bitonic network in global memory.
#pragma once

template <class Key>
struct CompareExchange {
    Global<Key> data;
    uint32_t distance, size;

    template <class C>
    void operator()(C& c) const {
        const auto i = pair_of(c.global_thread(), distance);
        const Key low = c.load(data, i), high = c.load(data, i + distance);
        const bool up = (i & size) == 0;
        if (c.branch(before(high, low) == up)) {
            c.store(data, i, high), c.store(data, i + distance, low);  // the pair changes places
        }
    }
};

// Stage k is made of k such steps.
)"};
}

CaseRecord network_case(uint64_t n, uint32_t block) {
    CaseRecord record;
    record.subject.name = "bitonic-b2";
    edit(record).workload.n = n;
    edit(record).config.block = block;
    record.collect_ns = 1200000000;
    return record;
}

TimeSummary round_summary(int64_t median_ns) {
    return {median_ns, median_ns - median_ns / 100, median_ns + median_ns / 50, 0.004,
            5,         "noise below 0.5 %"};
}

// Varying numbers for make_case().

Device varying_device(BackendKind backend) {
    Device device;
    device.backend = backend;
    if (backend == BackendKind::cpu) {
        device.name = "Example CPU";
        device.multiprocessors = 16;
        return device;
    }
    device.cc_major = 9;
    device.multiprocessors = 132;
    device.memory_bytes = uint64_t{141} << 30;
    if (backend == BackendKind::cupti) {
        device.name = "Example GPU";
        device.driver_version = "580.65.06";
    } else {
        device.name = "host interpreter (cc 9.0 rules)";
    }
    return device;
}

std::vector<CounterValue> varying_counters(const Options& options, const LaunchRecord& launch) {
    const auto n = int64_t(options.n);
    const int distance_log2 = launch.stage.stage - launch.stage.substage;
    const auto source = options.backend == BackendKind::simt ? Provenance::modelled : Provenance::measured;
    const int64_t requests = std::max<int64_t>(1, n / 32);
    // Pairs closer than eight keys share sectors, so each request touches more of them.
    const int64_t sectors = requests * (distance_log2 < 3 ? 8 : 4);
    return {{warp_instructions, source, requests * 30},
            {active_thread_instructions, source, requests * 30 * 30},
            {gld_requests, source, requests},
            {gst_requests, source, requests},
            {gld_bytes, source, n * 4},
            {gst_bytes, source, n * 4},
            {gld_sectors, source, sectors},
            {gst_sectors, source, sectors},
            {branches, source, requests},
            {divergent_branches, source, requests * (distance_log2 + 1) / 32}};
}

void add_varying_time(CaseRecord& record, int64_t median_ns) {
    record.time_mode = record.backend == BackendKind::cpu ? TimeMode::host : TimeMode::stream;
    record.time = TimeSummary{median_ns, median_ns - median_ns / 50, median_ns + median_ns / 20, 0.018,
                              20,        "spread below 2 %"};
    record.cache_state = "warm";
    add_time_trials(record, 20, -10);
}
}  // namespace

CaseRecord gpu_case(uint64_t n, uint32_t block, int64_t median_ns) {
    auto record = network_case(n, block);
    record.device = round_gpu();
    record.backend = BackendKind::cupti;
    record.cache_state = "warm";
    record.time_mode = TimeMode::stream;
    record.time = round_summary(median_ns);
    add_time_trials(record, 5, 0);
    auto& throttled = add_trial(record, TrialKind::time, 5, 2 * median_ns);
    throttled.accepted = false;
    throttled.note = "clocks were throttled";
    add_trial(record, TrialKind::activity, 0);
    add_trial(record, TrialKind::counter, 0);
    record.launches = plan(n, block, "compare_exchange");
    for (auto& launch : record.launches) launch.counters = round_counters(n, Provenance::measured);
    time(record.launches, 1000,
         [](const LaunchRecord& launch) { return int64_t{1000} * (launch.index + 1); });
    record.required_bytes = required_bytes(record.launches);
    record.transfers.push_back({TransferKind::host_to_device, 4 * n, 0, 2000});
    record.transfers.push_back({TransferKind::device_to_host, 4 * n, 900000, 3000});
    record.notes.push_back({Severity::warning, "Another process used the GPU while this case was measured."});
    return record;
}

CaseRecord modelled_case(uint64_t n) {
    auto record = network_case(n, 256);
    record.device.name = "host interpreter (cc 9.0 rules)";
    record.device.cc_major = 9;
    record.backend = BackendKind::simt;
    add_trial(record, TrialKind::model, 0);
    record.launches = plan(n, 256, "compare_exchange");
    for (auto& launch : record.launches) {
        launch.counters = round_counters(n, Provenance::modelled);
        launch.sites = {round_site(SiteKind::global_load, 12, n), round_site(SiteKind::branch, 14, n),
                        round_site(SiteKind::global_store, 15, n)};
    }
    record.sources = {round_source()};
    record.required_bytes = required_bytes(record.launches);
    return record;
}

CaseRecord cpu_case(uint64_t n, int64_t median_ns) {
    CaseRecord record;
    record.subject.name = "std-sort";
    edit(record).workload.n = n;
    record.device.backend = record.backend = BackendKind::cpu;
    record.device.name = "AMD EPYC 9534";
    record.device.multiprocessors = 2;
    record.device.warp_size = 1;
    record.time_mode = TimeMode::host;
    record.time = round_summary(median_ns);
    add_time_trials(record, 5, 0);
    return record;
}

CaseRecord refused_case(uint64_t n) {
    auto record = network_case(n, 256);
    record.device = round_gpu();
    record.backend = BackendKind::cupti;
    record.status = CaseStatus::refused;
    record.message = "bitonic-b2 sorts powers of two from 2 to 2^31 keys, not " + std::to_string(n) + ".";
    return record;
}

RunRecord sample_run() {
    RunRecord run;
    run.id = RunId{1};
    run.started_utc = "2026-11-20T21:04:56Z";
    run.ended_utc = "2026-11-20T21:05:06Z";
    run.command = "sortscope collect --preset quick";
    run.program_version = "0.1.0";
    run.host.name = "sorter";
    run.planned_cases = 6;
    return run;
}

CaseRecord make_case(const Options& options) {
    CaseRecord record;
    record.subject.name = options.variant;
    edit(record).workload.n = options.n;
    edit(record).config.block = options.block;
    record.backend = options.backend;
    record.device = varying_device(options.backend);
    if (options.backend == BackendKind::cpu) {
        const auto n = double(options.n);
        add_varying_time(record, int64_t(n * std::log2(n) * 3.1));
        return record;
    }
    record.launches = plan(options.n, options.block, options.variant + "_global");
    for (auto& launch : record.launches) {
        if (options.two_kernels && launch.stage.stage - launch.stage.substage < 5)
            launch.kernel = options.variant + "_tile";
        launch.counters = varying_counters(options, launch);
    }
    record.required_bytes = required_bytes(record.launches);
    if (options.backend == BackendKind::cupti) {
        const auto clock = time(record.launches, 640, [](const LaunchRecord& launch) {
            const auto sectors = counter(launch.counters, gld_sectors).value_or(0);
            return 1800 + sectors / 24 + 37 * ((launch.stage.stage * 7 + launch.stage.substage * 3) % 11);
        });
        add_varying_time(record, clock);
        const auto bytes = record.bytes();
        const auto copy_ns = int64_t(bytes / 20 + 900);
        record.transfers = {{TransferKind::host_to_device, bytes, 0, copy_ns},
                            {TransferKind::device_to_host, bytes, 0, copy_ns}};
    } else {
        add_trial(record, TrialKind::model, 0);
        record.notes.push_back(
            {Severity::info,
             "Counters are modelled by the rules of compute capability 9.0; there is no time."});
    }
    return record;
}

RunRecord make_run() {
    RunRecord run;
    run.started_utc = "2026-11-20T21:04:56Z";
    run.ended_utc = "2026-11-20T21:06:01Z";
    run.command = "sortscope collect --preset quick";
    run.program_version = "0.1.0";
    run.host = {"example-host",    "Debian GNU/Linux 12 (bookworm)", "6.1", "Example CPU", 16,
                uint64_t{64} << 30};
    return run;
}

std::vector<CaseRecord> make_summaries(size_t count) {
    static constexpr std::array variants{"bitonic-b2", "bitonic-xor", "butterfly-full", "mu-semi"};
    std::vector<CaseRecord> cases;
    for (size_t i = 0; i < count; ++i) {
        auto& record = cases.emplace_back();
        record.id = CaseId{int64_t(i + 1)};
        record.run = RunId{i < count / 2 ? 1 : 2};
        record.subject.name = variants[i % variants.size()];
        edit(record).workload.n = uint64_t{1} << (10 + i % 15);
        edit(record).config.block = 32U << (i % 6);
        record.backend = BackendKind::cupti;
        record.device = varying_device(record.backend);
        record.time_mode = TimeMode::stream;
        const auto ns = int64_t(record.keys() / 4 + 1000 * i % 777 + 1);
        record.time = TimeSummary{ns, ns, ns, 0.01, 5, ""};
    }
    return cases;
}
}
