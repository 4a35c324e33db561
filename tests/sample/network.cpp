#include "tests/sample/network.hpp"

#include "tests/sample/edit.hpp"
#include "tests/sample/network_parts.hpp"

namespace sortscope::sample {
namespace {

using enum CounterId;

// The round numbers of gpu_case() and modelled_case().

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

std::vector<CounterValue> round_counters(std::uint64_t n, Provenance provenance) {
    const auto warps = static_cast<std::int64_t>(n / 2 / 32);
    return {
        {warp_instructions, provenance, 20 * warps}, {active_thread_instructions, provenance, 480 * warps},
        {gld_requests, provenance, 2 * warps},       {gst_requests, provenance, warps},
        {gld_bytes, provenance, 256 * warps},        {gst_bytes, provenance, 128 * warps},
        {gld_sectors, provenance, 8 * warps},        {gst_sectors, provenance, 8 * warps},
        {branches, provenance, 4 * warps},           {divergent_branches, provenance, warps}};
}

SiteCounts round_site(SiteKind kind, std::uint32_t line, std::uint64_t n) {
    const auto warps = static_cast<std::int64_t>(n / 2 / 32);
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

/// The file that round_site() names: 20 lines.
SourceText round_source() {
    return {"bitonic/bitonic_b2.hpp",
            R"(// Two keys a thread: one compare-exchange of a bitonic network in global memory.
#pragma once

template <class Key>
struct CompareExchange {
    Global<Key> data;
    std::uint32_t distance, size;

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

CaseRecord network_case(std::uint64_t n, std::uint32_t block) {
    CaseRecord record;
    record.subject.name = "bitonic-b2";
    edit(record).workload.n = n;
    edit(record).config.block = block;
    record.collect_ns = 1200000000;
    return record;
}

TimeSummary round_summary(std::int64_t median_ns) {
    return {median_ns, median_ns - median_ns / 100, median_ns + median_ns / 50, 0.004,
            5,         "noise below 0.5 %"};
}

}  // namespace

CaseRecord gpu_case(std::uint64_t n, std::uint32_t block, std::int64_t median_ns) {
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
         [](const LaunchRecord& launch) { return std::int64_t{1000} * (launch.index + 1); });
    record.required_bytes = required_bytes(record.launches);
    record.transfers.push_back({TransferKind::host_to_device, 4 * n, 0, 2000});
    record.transfers.push_back({TransferKind::device_to_host, 4 * n, 900000, 3000});
    record.notes.push_back({Severity::warning, "Another process used the GPU while this case was measured."});
    return record;
}

CaseRecord modelled_case(std::uint64_t n) {
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

CaseRecord cpu_case(std::uint64_t n, std::int64_t median_ns) {
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

CaseRecord refused_case(std::uint64_t n) {
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

}  // namespace sortscope::sample
