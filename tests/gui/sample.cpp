#include "sample.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <utility>

#include "analyzer/breakdown.hpp"
#include "analyzer/curve.hpp"
#include "db/writer.hpp"

namespace sortscope::gui::sample {
namespace {

Device make_device(BackendKind backend) {
    Device device;
    device.backend = backend;
    device.cc_major = 9;
    device.multiprocessors = 132;
    device.memory_bytes = std::uint64_t{141} << 30;
    if (backend == BackendKind::cupti) {
        device.name = "Example GPU";
        device.driver_version = "580.65.06";
    } else if (backend == BackendKind::simt) {
        device.name = "host interpreter (cc 9.0 rules)";
    } else {
        device = Device{};
        device.backend = backend;
        device.name = "Example CPU";
        device.multiprocessors = 16;
    }
    return device;
}

LaunchRecord make_launch(const Options& options, std::uint32_t index, int stage, int substage) {
    const auto n = static_cast<std::int64_t>(options.n);
    const int distance_log2 = stage - substage;
    LaunchRecord launch;
    launch.index = index;
    launch.stage = {stage, substage,
                    "k=" + std::to_string(1 << stage) + " j=" + std::to_string(1 << distance_log2)};
    launch.kernel =
        options.two_kernels && distance_log2 < 5 ? options.variant + "_tile" : options.variant + "_global";
    launch.block = {options.block, 1, 1};
    launch.grid = {static_cast<std::uint32_t>(std::max<std::uint64_t>(1, options.n / 2 / options.block)), 1,
                   1};
    launch.registers = 24;
    launch.bound_bytes = options.n * 8;
    const auto source = options.backend == BackendKind::simt ? Provenance::modelled : Provenance::measured;
    const std::int64_t requests = std::max<std::int64_t>(1, n / 32);
    // Pairs closer than eight keys share sectors, so each request touches more of them.
    const std::int64_t sectors = requests * (distance_log2 < 3 ? 8 : 4);
    launch.counters = {{CounterId::gld_requests, source, requests}, {CounterId::gst_requests, source, requests},
                       {CounterId::gld_bytes, source, n * 4},       {CounterId::gst_bytes, source, n * 4},
                       {CounterId::gld_sectors, source, sectors},   {CounterId::gst_sectors, source, sectors}};
    const auto add = [&](CounterId id, std::int64_t value) { launch.counters.push_back({id, source, value}); };
    if (source == Provenance::measured) {  // hardware counts instructions and targets, software the source's branches
        add(CounterId::warp_instructions, requests * 30);
        add(CounterId::active_thread_instructions, requests * 30 * 30);
        add(CounterId::branch_targets_threads, requests * 32);
        add(CounterId::branch_targets_threads_uniform, requests * (32 - distance_log2));
    } else {
        add(CounterId::branches, requests);
        add(CounterId::divergent_branches, requests * (distance_log2 + 1) / 32);
    }
    if (options.backend == BackendKind::cupti) {
        launch.duration_ns = 1800 + sectors / 24 + 37 * ((stage * 7 + substage * 3) % 11);
    }
    return launch;
}

void add_time(CaseRecord& record, std::int64_t median_ns) {
    record.time = TimeSummary{median_ns, median_ns - median_ns / 50, median_ns + median_ns / 20, 0.018,
                              20,        "spread below 2 %"};
    record.cache_state = "warm";
    record.time_mode = record.backend == BackendKind::cpu ? TimeMode::host : TimeMode::stream;
    for (std::uint32_t i = 0; i < 20; ++i)
        record.trials.push_back(
            {.kind = TrialKind::time, .index = i, .duration_ns = median_ns + static_cast<std::int64_t>(i) - 10, .verified = true,
             .note = {}, .time_mode = record.time_mode, .sm_clock_mhz = {}, .memory_clock_mhz = {}});
}

}  // namespace

CaseRecord make_case(const Options& options) {
    CaseRecord record;
    record.variant = options.variant;
    record.workload.n = options.n;
    record.config.block = options.block;
    record.backend = options.backend;
    record.device = make_device(options.backend);
    if (options.backend == BackendKind::cpu) {
        const double n = static_cast<double>(options.n);
        add_time(record, static_cast<std::int64_t>(n * std::log2(n) * 3.1));
        return record;
    }
    record.bound_bytes = 0;
    const int log2_n = std::countr_zero(options.n);
    std::int64_t clock = 0;
    for (int stage = 1; stage <= log2_n; ++stage)
        for (int substage = 1; substage <= stage; ++substage) {
            record.launches.push_back(
                make_launch(options, static_cast<std::uint32_t>(record.launches.size()), stage, substage));
            auto& launch = record.launches.back();
            record.bound_bytes += launch.bound_bytes;
            if (!launch.duration_ns) continue;
            launch.start_ns = clock;
            clock += *launch.duration_ns + 640;
        }
    record.passes = {options.backend == BackendKind::simt ? PassRecord{"modelled", Provenance::modelled, 1}
                                                          : PassRecord{"sass", Provenance::measured, 1}};
    if (options.backend == BackendKind::cupti) {
        add_time(record, clock);
        const auto bytes = record.workload.bytes();
        const auto copy_ns = static_cast<std::int64_t>(bytes / 20 + 900);
        record.transfers = {{TransferKind::host_to_device, bytes, 0, copy_ns},
                            {TransferKind::device_to_host, bytes, 0, copy_ns}};
    } else {
        record.trials.push_back({.kind = TrialKind::model, .duration_ns = {}, .verified = true, .note = {}, .sm_clock_mhz = {},
                                 .memory_clock_mhz = {}});
        record.notes.push_back(
            {Severity::info,
             "Counters are modelled by the rules of compute capability 9.0; there is no time."});
    }
    return record;
}

BreakdownContentsPtr make_breakdown(const CaseRecord& record, analyzer::Grouping grouping) {
    return breakdown_contents(record.id, analyzer::breakdown(record, grouping));
}

CaseContentsPtr make_contents(CaseRecord record) {
    auto contents = std::make_shared<CaseContents>();
    contents->by_stage = make_breakdown(record, analyzer::Grouping::stage);
    record.launch_count = record.launches.size();
    record.launches.clear();
    contents->record = std::move(record);
    return contents;
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

FileContentsPtr make_file(std::size_t cases) {
    static constexpr std::array variants{"bitonic-b2", "bitonic-xor", "butterfly-full", "mu-semi"};
    auto contents = std::make_shared<FileContents>();
    contents->path = QStringLiteral("example.db");
    contents->schema_version = 1;
    for (int i = 1; i <= 2; ++i) {
        contents->runs.push_back(make_run());
        contents->runs.back().id = RunId{i};
    }
    for (std::size_t i = 0; i < cases; ++i) {
        CaseRecord record;
        record.id = CaseId{static_cast<std::int64_t>(i + 1)};
        record.run = RunId{i < cases / 2 ? 1 : 2};
        record.variant = variants[i % variants.size()];
        record.workload.n = std::uint64_t{1} << (10 + i % 15);
        record.config.block = 32U << (i % 6);
        record.backend = BackendKind::cupti;
        record.device = make_device(record.backend);
        const auto ns = static_cast<std::int64_t>(record.workload.n / 4 + 1000 * i % 777 + 1);
        record.time = TimeSummary{ns, ns, ns, 0.01, 5, ""};
        record.time_mode = TimeMode::stream;
        contents->cases.push_back(std::move(record));
    }
    contents->compute();
    return contents;
}

void write_file(const std::filesystem::path& path, int smallest_log2, int largest_log2) {
    db::Writer writer(path);
    auto run = make_run();
    const auto gpu_run = writer.begin_run(run);
    std::uint32_t written = 0;
    for (int log2_n = smallest_log2; log2_n <= largest_log2; ++log2_n)
        for (const auto* variant : {"bitonic-b2", "bitonic-xor", "mu-semi"}) {
            Options options{variant, std::uint64_t{1} << log2_n, 256, BackendKind::cupti,
                            std::string(variant) == "mu-semi"};
            writer.write_case(gpu_run, make_case(options));
            ++written;
            if (log2_n != largest_log2) continue;
            for (const std::uint32_t block : {64U, 128U, 512U}) {
                options.block = block;
                auto record = make_case(options);
                record.time->median_ns += record.time->median_ns / static_cast<std::int64_t>(block / 8);
                writer.write_case(gpu_run, record);
                ++written;
            }
        }
    run.planned_cases = written;
    writer.finish_run(gpu_run, run);

    run.command = "sortscope collect --backend simt,cpu";
    run.notes = {};
    const auto host_run = writer.begin_run(run);
    for (int log2_n = smallest_log2; log2_n <= largest_log2; ++log2_n) {
        writer.write_case(
            host_run, make_case({"bitonic-b2", std::uint64_t{1} << log2_n, 256, BackendKind::simt, false}));
        writer.write_case(host_run,
                          make_case({"std-sort", std::uint64_t{1} << log2_n, 0, BackendKind::cpu, false}));
    }
    auto refused = make_case({"mu-semi", std::uint64_t{1} << smallest_log2, 48, BackendKind::simt, false});
    refused.launches.clear();
    refused.trials.clear();
    refused.status = CaseStatus::refused;
    refused.message = "The variant takes blocks that are powers of two from 32 to 1024; 48 is none.";
    writer.write_case(host_run, refused);
    writer.finish_run(host_run, run);
}

}  // namespace sortscope::gui::sample
