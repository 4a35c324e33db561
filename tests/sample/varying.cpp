#include "tests/sample/network.hpp"

#include <array>
#include <cmath>

#include "tests/sample/edit.hpp"
#include "tests/sample/network_parts.hpp"

namespace sortscope::sample {
namespace {

using enum CounterId;

// The varying numbers of make_case().

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
    device.memory_bytes = std::uint64_t{141} << 30;
    if (backend == BackendKind::cupti) {
        device.name = "Example GPU";
        device.driver_version = "580.65.06";
    } else {
        device.name = "host interpreter (cc 9.0 rules)";
    }
    return device;
}

std::vector<CounterValue> varying_counters(const Options& options, const LaunchRecord& launch) {
    const auto n = static_cast<std::int64_t>(options.n);
    const int distance_log2 = launch.stage.stage - launch.stage.substage;
    const auto source = options.backend == BackendKind::simt ? Provenance::modelled : Provenance::measured;
    const std::int64_t requests = std::max<std::int64_t>(1, n / 32);
    // Pairs closer than eight keys share sectors, so each request touches more of them.
    const std::int64_t sectors = requests * (distance_log2 < 3 ? 8 : 4);
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

void add_varying_time(CaseRecord& record, std::int64_t median_ns) {
    record.time_mode = record.backend == BackendKind::cpu ? TimeMode::host : TimeMode::stream;
    record.time = TimeSummary{median_ns, median_ns - median_ns / 50, median_ns + median_ns / 20, 0.018,
                              20,        "spread below 2 %"};
    record.cache_state = "warm";
    add_time_trials(record, 20, -10);
}

}  // namespace

CaseRecord make_case(const Options& options) {
    CaseRecord record;
    record.subject.name = options.variant;
    edit(record).workload.n = options.n;
    edit(record).config.block = options.block;
    record.backend = options.backend;
    record.device = varying_device(options.backend);
    if (options.backend == BackendKind::cpu) {
        const auto n = static_cast<double>(options.n);
        add_varying_time(record, static_cast<std::int64_t>(n * std::log2(n) * 3.1));
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
        const auto copy_ns = static_cast<std::int64_t>(bytes / 20 + 900);
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
    run.host = {"example-host",         "Debian GNU/Linux 12 (bookworm)", "6.1", "Example CPU", 16,
                std::uint64_t{64} << 30};
    return run;
}

std::vector<CaseRecord> make_summaries(std::size_t count) {
    static constexpr std::array variants{"bitonic-b2", "bitonic-xor", "butterfly-full", "mu-semi"};
    std::vector<CaseRecord> cases;
    for (std::size_t i = 0; i < count; ++i) {
        auto& record = cases.emplace_back();
        record.id = CaseId{static_cast<std::int64_t>(i + 1)};
        record.run = RunId{i < count / 2 ? 1 : 2};
        record.subject.name = variants[i % variants.size()];
        edit(record).workload.n = std::uint64_t{1} << (10 + i % 15);
        edit(record).config.block = 32U << (i % 6);
        record.backend = BackendKind::cupti;
        record.device = varying_device(record.backend);
        record.time_mode = TimeMode::stream;
        const auto ns = static_cast<std::int64_t>(record.keys() / 4 + 1000 * i % 777 + 1);
        record.time = TimeSummary{ns, ns, ns, 0.01, 5, ""};
    }
    return cases;
}

}  // namespace sortscope::sample
