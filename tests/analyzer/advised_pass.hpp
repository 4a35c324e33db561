// A made pass over keys, as advice is asked about it.
#pragma once

#include <cmath>
#include <initializer_list>

#include "analyzer/advice/advice.hpp"
#include "tests/sample/edit.hpp"
#include "tests/sample/memory_source.hpp"

namespace sortscope::analyzer::made {

using Id = CounterId;

/// A pass over 2^24 u32 keys without faults on an H200: bound by device memory. Made bad by
/// the tests.
struct Pass {
    double n = 1 << 24;
    std::map<Id, double> counters;
    double ns = 0;
    double launches = 1;
    std::uint32_t grid = 1 << 14, block = 256, registers = 32, shared = 0;
    double bound = 8.0 * (1 << 24);
    std::optional<double> sort_ns;
    Provenance provenance = Provenance::measured;
    std::vector<StallRecord> stalls;
    std::vector<SiteCounts> sites;
    std::uint32_t clock_mhz = 1980;
    bool limits = true;
    CaseStatus status = CaseStatus::ok;
    std::vector<CounterValue> others;   ///< beside `counters`, as they are
    std::vector<LaunchSums> substages;  ///< of the stage; empty: none are known
    std::map<Id, PassNumber> passes;    ///< of counters that were taken in another pass than the first

    /// These counters are of another source.
    void move(std::initializer_list<Id> ids, Provenance to) {
        for (const auto id : ids) {
            others.push_back({id, to, Number(counters.at(id)), 1});
            counters.erase(id);
        }
    }

    Pass() {
        const double requests = n / 32;
        counters = {{Id::warp_instructions, 8 * requests},
                    {Id::active_thread_instructions, 256 * requests},
                    {Id::gld_requests, requests},
                    {Id::gst_requests, requests},
                    {Id::gld_bytes, 4 * n},
                    {Id::gst_bytes, 4 * n},
                    {Id::gld_sectors, 4 * requests},
                    {Id::gst_sectors, 4 * requests},
                    {Id::global_tags, 2 * requests},
                    {Id::dram_read_bytes, 4 * n},
                    {Id::dram_write_bytes, 4 * n},
                    {Id::l2_sectors, 12 * requests},
                    {Id::divergent_branch_targets, 0},
                    {Id::shared_ld_requests, 0},
                    {Id::shared_st_requests, 0},
                    {Id::shared_ld_conflicts, 0},
                    {Id::shared_st_conflicts, 0},
                    {Id::shared_ld_wavefronts, 0},
                    {Id::shared_st_wavefronts, 0},
                    {Id::global_atomic_requests, 0},
                    {Id::global_reduction_requests, 0},
                    {Id::local_ld_sectors, 0},
                    {Id::local_st_sectors, 0}};
        ns = 36000;
    }
    void times(std::initializer_list<Id> ids, double factor) {
        for (const auto id : ids) counters.at(id) *= factor;
    }
    void divide(double by) {
        for (auto& [id, value] : counters) value /= by;
        bound /= by;
    }
    /// All but two passes of shared memory are bank conflicts.
    void conflicts() {
        counters[Id::shared_ld_requests] = counters[Id::shared_st_requests] = 4 * n / 32;
        counters[Id::shared_st_conflicts] = 31 * counters[Id::shared_st_requests];
        ns = 285000;
    }
    /// Eight of thirty threads of a warp are active.
    void diverge() {
        times({Id::warp_instructions}, 30);
        times({Id::active_thread_instructions}, 8);
        counters[Id::divergent_branch_targets] = n / 32;
        ns = 190000;
    }
};

inline Device h200() {
    Device device;
    device.backend = BackendKind::cupti;
    device.name = "NVIDIA H200";
    device.cc_major = 9;
    device.multiprocessors = 132;
    device.clock_khz = 1980000;
    return device;
}

inline std::vector<DeviceLimit> h200_limits() {
    return {
        {"copy_bandwidth", 3.86e12, "bytes/s", 0},   {"l2_bandwidth", 7.48e12, "bytes/s", 0},
        {"shared_bandwidth", 32.4e12, "bytes/s", 0}, {"integer_add_throughput", 32.1e12, "operations/s", 0},
        {"graph_node_overhead", 502, "ns", 0},       {"graph_overhead", 3584, "ns", 0}};
}

/// The launches of a pass as a stage of one substage, `substage`.
inline LaunchSums sums_of(const Pass& pass, int substage = 0) {
    LaunchSums sums;
    sums.stage = 1;
    sums.substage = substage;
    sums.kernel = "pass<u32>";
    sums.launches = static_cast<std::uint64_t>(pass.launches);
    if (pass.provenance == Provenance::measured) sums.time_ns = std::llround(pass.launches * pass.ns);
    sums.required_bytes = static_cast<std::uint64_t>(pass.launches * pass.bound);
    for (const auto& [id, value] : pass.counters)
        sums.counters.push_back({id, pass.provenance, Number(pass.launches * value),
                                 pass.passes.contains(id) ? pass.passes.at(id) : PassNumber{1}});
    sums.counters.insert(sums.counters.end(), pass.others.begin(), pass.others.end());
    return sums;
}

inline Advice advise(const Pass& pass) {
    CaseRecord record;
    record.id = CaseId{1};
    record.subject.name = "pass";
    record.status = pass.status;
    edit(record).workload.n = static_cast<std::uint64_t>(pass.n);
    record.device = h200();
    record.backend = BackendKind::cupti;
    record.time_mode = TimeMode::graph;
    if (pass.provenance == Provenance::measured)
        record.time =
            TimeSummary{.median_ns = std::llround(pass.sort_ns.value_or(pass.launches * pass.ns + 3000)),
                        .count = 10,
                        .mode = TimeMode::graph};
    for (std::uint32_t i = 0; i < 3; ++i) {
        TrialRecord trial;
        trial.kind = TrialKind::time;
        trial.time_mode = TimeMode::graph;
        trial.duration_ns = record.time ? record.time->median_ns : 1;
        trial.sm_clock_mhz = pass.clock_mhz;
        record.trials.push_back(trial);
    }
    record.stalls = pass.stalls;
    auto& launch = record.launches.emplace_back();
    launch.stage = {1, 1, ""};
    launch.kernel = "pass<u32>";
    launch.symbol = "_Zpass";
    launch.grid.x = pass.grid;
    launch.block.x = pass.block;
    launch.registers = pass.registers;
    launch.shared_bytes = pass.shared;
    launch.sites = pass.sites;
    sample::MemorySource source(record);
    source.sums[record.id] = {sums_of(pass)};
    source.substage_sums[record.id] = pass.substages;
    if (pass.limits) source.measured = {{record.device, h200_limits()}};
    return analyzer::advise(source, record);
}

inline SiteCounts site(SiteKind kind, std::uint32_t line, std::int64_t requests, std::int64_t bytes,
                       std::int64_t sectors) {
    SiteCounts counts;
    counts.site = {kind, "pass.hpp", line, 1, "pass"};
    counts.provenance = Provenance::counted;
    counts.requests = requests;
    counts.bytes = bytes;
    counts.sectors = sectors;
    return counts;
}

inline StallRecord stall(const char* reason, std::uint64_t samples, std::uint32_t line = 0) {
    return {"sort_kernel", "_Zpass", line == 0 ? "" : "pass.hpp",
            line,          0,        std::string("smsp__pcsamp_warps_issue_stalled_") + reason,
            samples};
}

}  // namespace sortscope::analyzer::made
