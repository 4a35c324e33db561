#include "tests/sample/full.hpp"

#include "core/metric/metric.hpp"
#include "tests/sample/edit.hpp"

namespace sortscope::sample {
namespace {
Site site(SiteKind kind, uint32_t line) { return {kind, "variants/bitonic/b2.hpp", line, 9, "merge<true>"}; }

std::string text_of_lines(int lines) {
    std::string text;
    for (int line = 1; line <= lines; ++line) text += "// line " + std::to_string(line) + '\n';
    return text;
}

/// Only the first launch has the greatest integer, so that sums over a case fit in 64 bits.
std::vector<CounterValue> full_counters(uint32_t launch) {
    using enum CounterId;
    return {{gld_requests, Provenance::measured, 32768, 2},
            {gld_requests, Provenance::modelled, 32769, 1},
            {gld_sectors, Provenance::counted, launch == 0 ? std::numeric_limits<int64_t>::max() : 0, 3},
            {branches, Provenance::published, 7, 4},  // no metric set has published values
            {dram_read_bytes, Provenance::measured, 0, 5}};
}

LaunchRecord full_launch(uint32_t index, int salt) {
    LaunchRecord l;
    l.index = index;
    l.stage = {int(index) + 1, salt + 2, "k=8 j=" + std::to_string(index)};
    l.kernel = "b2_" + std::to_string(index % 2);
    l.symbol = "_Z2b2ILb" + std::to_string(index % 2) + "EEvPj";
    l.grid = {4096, 2, 3};
    l.block = {128, 4, 5};
    l.shared_bytes = 2048;
    l.registers = 40;
    l.local_bytes = 16;
    l.required_bytes = 8'388'608;
    l.comparators = 524'288;
    l.start_ns = 1000 * index;  // 0 for the first launch, not absent
    l.duration_ns = 4321 + salt;
    l.duration_spread = 0.125;
    l.duration_count = 3;
    l.process_id = 4242;
    l.context_id = 1;
    l.stream_id = 7;
    l.correlation_id = 1000 + index;
    l.counters = full_counters(index);
    l.vendor_values = {{"smsp__inst_executed.sum", 12345, 6},
                       {"sm__throughput.avg.pct_of_peak_sustained_elapsed", 12.5, 6}};
    const SiteCounts load{site(SiteKind::global_load, 31),
                          Provenance::modelled,
                          1,
                          2,
                          3,
                          4,
                          5,
                          {6, 7, 8, 9},
                          {10, 11, 12},
                          13,
                          14,
                          15};
    const SiteCounts branch{
        site(SiteKind::branch, 32), Provenance::counted, 0, 0, 0, 0, 0, {}, {}, 0, 77, 88 + salt};
    l.sites = {load, branch};
    return l;
}

TrialRecord trial(TrialKind kind, uint32_t index, std::optional<int64_t> duration_ns, bool good,
                  const char* note) {
    TrialRecord t;
    t.kind = kind;
    t.index = index;
    t.duration_ns = duration_ns;
    t.verified = t.accepted = good;
    t.note = note;
    t.round = index;
    if (duration_ns) {
        t.time_mode = TimeMode::graph;
        t.sm_clock_mhz = 1980;
        t.memory_clock_mhz = 3201;
    }
    return t;
}
}  // namespace

RunRecord full_run() {
    RunRecord run;
    run.started_utc = "2026-11-20T21:04:56Z";
    run.command = "sortscope collect --variant 'bitonic-b2' --n 2^10..2^20";
    run.program_version = "0.1.0";
    run.host = {"node7",   "Debian GNU/Linux 12 (bookworm)", "6.1.0-18-amd64", "Some CPU @ 2.1 GHz", 96,
                1ull << 40};
    run.planned_cases = 17;
    run.notes = {{Severity::info, "L2 kept warm"},
                 {Severity::warning, "clock was throttled \xE2\x80\x94 twice"}};
    return run;
}

std::vector<DeviceLimit> full_limits() {
    return {{"copy_bandwidth", 4.1e12, "bytes/s", 0.002}, {"launch_overhead", 1300.5, "ns", 0.125}};
}

Device full_device() {
    Device d;
    d.backend = BackendKind::cupti;
    d.ordinal = 3;
    d.name = "NVIDIA H200";
    d.uuid = "GPU-0123";
    d.cc_major = 9;
    d.cc_minor = 1;
    d.multiprocessors = 132;
    d.warp_size = 33;
    d.clock_khz = 1980000;
    d.memory_clock_khz = 3201000;
    d.memory_bus_bits = 6144;
    d.memory_bytes = 150'754'820'096;
    d.l2_bytes = 62'914'560;
    d.shared_per_block_bytes = 49152;
    d.max_threads_per_block = 1024;
    d.driver_version = "580.65.06";
    d.cuda_version = "13.0";
    d.cupti_version = "13.0.48";
    return d;
}

CaseRecord full_case(int salt) {
    CaseRecord c;
    c.subject.name = "bitonic-b2";
    edit(c).workload = {
        KeyType::f64,         1ull << 20, Distribution::file,      std::numeric_limits<uint64_t>::max(),
        "/data/keys 'a'.bin", 5,          "fnv1a:0123456789abcdef"};
    edit(c).config.block = 512;
    edit(c).config.params = {{"radix_bits", -4}, {"unroll", 8 + salt}};
    c.device = full_device();
    c.backend = BackendKind::simt;
    c.status = CaseStatus::unverified;
    c.message = "key 17 is out of order";
    c.padded = true;
    c.required_bytes = 1'761'607'680;
    c.cache_state = "flushed";
    c.time_mode = TimeMode::graph;
    c.time = TimeSummary{1'234'567 + salt,
                         1'200'000,
                         2'000'000,
                         0.1 + 0.2,
                         31,
                         "spread below 1 %",
                         TimeMode::graph,
                         {{0, 1'234'000, 0.01, 15}, {1, 1'235'134, 0.02, 16}}};
    c.other_times = {
        {2'345'678, 2'300'000, 3'000'000, 0.4, 20, "20 trials", TimeMode::stream, {{1, 2'345'678, 0.4, 20}}}};
    c.trials = {trial(TrialKind::time, 0, 1'234'567, true, ""),
                trial(TrialKind::time, 1, 9'999'999, false, "clock throttled"),
                trial(TrialKind::counter, 0, std::nullopt, true, "")};
    for (uint32_t i = 0; i < 3; ++i) c.launches.push_back(full_launch(i, salt));
    auto& last = c.launches.back();
    last.start_ns.reset();
    last.duration_ns.reset();
    last.duration_spread.reset();
    last.duration_count = 0;
    last.counters.clear();
    last.vendor_values.clear();
    last.sites.clear();
    c.transfers = {{TransferKind::host_to_device, 4'194'304, 0, 80'000},
                   {TransferKind::set, 16, 90'000, 1'500}};
    c.passes = {{"modelled", Provenance::modelled, 1},
                {"sass", Provenance::measured, 2},
                {"counted", Provenance::counted, 3},
                {"memory", Provenance::measured, 5},
                {"vendor", Provenance::measured, 6}};
    c.series = {{"sm_clock_mhz", "MHz", Provenance::measured, 500, 1000, {1980, 1979.5, 1965}},
                {"sm_clock_mhz", "MHz", Provenance::measured, 0, 1000, {1980}, TimeMode::stream}};
    c.sampled_launches = {
        {TimeMode::stream, 0, 10, 700}, {TimeMode::graph, 0, 0, 900}, {TimeMode::graph, 1, 950, 40}};
    c.stalls = {{"b2_0", "_Z2b2ILb0EEvPj", "", 0, 0, "smsp__pcsamp_warps_issue_stalled_barrier", 7},
                {"b2_0", "_Z2b2ILb0EEvPj", "variants/bitonic/b2.hpp", 31, 0x1a0,
                 "smsp__pcsamp_warps_issue_stalled_barrier", 8},
                {"b2_0", "_Z2b2ILb0EEvPj", "variants/bitonic/b2.hpp", 31, 0x1a0,
                 "smsp__pcsamp_warps_issue_stalled_long_scoreboard", 12'345},
                {"b2_1", "_Z2b2ILb1EEvPj", "variants/bitonic/b2.hpp", 32, 0x10,
                 "smsp__pcsamp_warps_issue_stalled_long_scoreboard", 9}};
    c.sources = {{"variants/bitonic/b2.hpp", text_of_lines(40)}};
    c.notes = {{Severity::lost, "one pass was dropped"}, {Severity::info, "padded"}};
    c.collect_ns = 987'654'321;
    return c;
}

CaseRecord foreign_case() {
    auto c = full_case();
    c.subject = Subject::program("./their_program --fast");
    c.axes = {};
    c.input.reset();
    c.work.reset();
    return c;
}

CaseRecord large_case(int launches, int counters, int sites) {
    CaseRecord c = full_case();
    c.passes = {{"sass", Provenance::measured, 1}, {"modelled", Provenance::modelled, 2}};
    std::vector<const Metric*> taken;
    // Hardware counters first, then those of the interpreter.
    for (const auto* name : {"sass", "modelled"})
        for (const auto& set : metric_sets())
            if (set.name == name)
                for (const auto* metric : set.metrics)
                    if (taken.size() < size_t(counters)) taken.push_back(metric);
    c.launches.clear();
    for (int i = 0; i < launches; ++i) {
        auto& launch = c.launches.emplace_back(full_launch(uint32_t(i), 0));
        launch.stage.stage = i / 10 + 1;
        launch.stage.label = "k=" + std::to_string(i / 10);
        launch.counters.clear();
        launch.vendor_values.clear();
        launch.sites.clear();
        for (size_t k = 0; k < taken.size(); ++k) {
            const bool by_hardware = k < 20 && taken[k]->provenances.measured;
            launch.counters.push_back({taken[k]->counter,
                                       by_hardware ? Provenance::measured : Provenance::modelled, 32768 + i,
                                       static_cast<PassNumber>(by_hardware ? 1 : 2)});
        }
        std::ranges::sort(launch.counters, [](const CounterValue& a, const CounterValue& b) {
            return std::pair(a.id, a.provenance) < std::pair(b.id, b.provenance);
        });
        for (int s = 0; s < sites; ++s)
            launch.sites.push_back({site(SiteKind::global_load, uint32_t(s)),
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
    if (counters <= 20) c.passes.pop_back();
    return c;
}
}
