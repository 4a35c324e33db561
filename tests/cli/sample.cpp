#include "tests/cli/sample.hpp"

#include <bit>

#include "db/writer.hpp"

namespace sortscope::test {
namespace {

using enum CounterId;

Device gpu() {
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

std::vector<CounterValue> counters(std::uint64_t n, Provenance provenance) {
    const auto warps = static_cast<std::int64_t>(n / 2 / 32);
    return {{warp_instructions, provenance, 20 * warps},   {active_thread_instructions, provenance, 480 * warps},
            {gld_requests, provenance, 2 * warps},         {gst_requests, provenance, warps},
            {gld_bytes, provenance, 256 * warps},          {gst_bytes, provenance, 128 * warps},
            {gld_sectors, provenance, 8 * warps},          {gst_sectors, provenance, 8 * warps},
            {branches, provenance, 4 * warps},             {divergent_branches, provenance, warps}};
}

std::vector<LaunchRecord> bitonic_launches(std::uint64_t n, std::uint32_t block, Provenance provenance) {
    std::vector<LaunchRecord> launches;
    const int stages = std::countr_zero(n);
    std::int64_t start = 0;
    for (int stage = 1; stage <= stages; ++stage)
        for (int substage = 1; substage <= stage; ++substage) {
            LaunchRecord launch;
            launch.index = static_cast<std::uint32_t>(launches.size());
            launch.stage = {stage, substage,
                            "k=" + std::to_string(1 << stage) + " j=" + std::to_string(1 << (stage - substage))};
            launch.kernel = "compare_exchange";
            launch.grid.x = static_cast<std::uint32_t>(n / 2 / block);
            launch.block.x = block;
            launch.registers = 24;
            launch.bound_bytes = 8 * n;
            launch.counters = counters(n, provenance);
            if (provenance == Provenance::measured) {
                launch.start_ns = start;
                launch.duration_ns = 1000 * (launch.index + 1);
                start += *launch.duration_ns + 1000;
            }
            launches.push_back(std::move(launch));
        }
    return launches;
}

SiteCounts site(SiteKind kind, std::uint32_t line, std::uint64_t n) {
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

CaseRecord network_case(std::uint64_t n, std::uint32_t block) {
    CaseRecord record;
    record.variant = "bitonic-b2";
    record.workload.n = n;
    record.config.block = block;
    record.collect_ns = 1200000000;
    return record;
}

TimeSummary summary(std::int64_t median_ns) {
    TimeSummary time;
    time.median_ns = median_ns;
    time.min_ns = median_ns - median_ns / 100;
    time.max_ns = median_ns + median_ns / 50;
    time.spread = 0.004;
    time.count = 5;
    time.stopped_by = "noise below 0.5 %";
    return time;
}

void add_time_trials(CaseRecord& record) {
    for (std::uint32_t i = 0; i < 5; ++i)
        record.trials.push_back({TrialKind::time, i, record.time->median_ns, true, true, ""});
}

}  // namespace

CaseRecord gpu_case(std::uint64_t n, std::uint32_t block, std::int64_t median_ns) {
    auto record = network_case(n, block);
    record.device = gpu();
    record.backend = BackendKind::cupti;
    record.cache_state = "warm";
    record.time = summary(median_ns);
    add_time_trials(record);
    record.trials.push_back({TrialKind::time, 5, 2 * median_ns, true, false, "clocks were throttled"});
    record.trials.push_back({TrialKind::activity, 0, std::nullopt, true, true, ""});
    record.trials.push_back({TrialKind::counter, 0, std::nullopt, true, true, ""});
    record.launches = bitonic_launches(n, block, Provenance::measured);
    for (const auto& launch : record.launches) record.bound_bytes += launch.bound_bytes;
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
    record.trials.push_back({TrialKind::model, 0, std::nullopt, true, true, ""});
    record.launches = bitonic_launches(n, 256, Provenance::modelled);
    for (auto& launch : record.launches) {
        record.bound_bytes += launch.bound_bytes;
        launch.sites = {site(SiteKind::global_load, 12, n), site(SiteKind::branch, 14, n),
                        site(SiteKind::global_store, 15, n)};
    }
    return record;
}

CaseRecord cpu_case(std::uint64_t n, std::int64_t median_ns) {
    CaseRecord record;
    record.variant = "std-sort";
    record.workload.n = n;
    record.device.backend = record.backend = BackendKind::cpu;
    record.device.name = "AMD EPYC 9534";
    record.device.multiprocessors = 2;
    record.device.warp_size = 1;
    record.time = summary(median_ns);
    add_time_trials(record);
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

void write_sample(const std::filesystem::path& path) {
    db::Writer writer(path);
    const auto run = writer.begin_run(sample_run());
    writer.write_case(run, gpu_case(1024, 256, 100000));
    writer.write_case(run, gpu_case(4096, 256, 200000));
    writer.write_case(run, gpu_case(4096, 512, 160000));
    writer.write_case(run, modelled_case(1024));
    writer.write_case(run, cpu_case(1024, 40000));
    auto refused = network_case(1000, 256);
    refused.device = gpu();
    refused.backend = BackendKind::cupti;
    refused.status = CaseStatus::refused;
    refused.message = "bitonic-b2 sorts powers of two from 2 to 2^31 keys, not 1000.";
    writer.write_case(run, refused);
    writer.finish_run(run, sample_run());
}

}  // namespace sortscope::test
