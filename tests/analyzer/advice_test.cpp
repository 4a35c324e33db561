#include "analyzer/advice/advice.hpp"

#include <gtest/gtest.h>

#include "analyzer/advice/rules.hpp"
#include "tests/core/expect_error.hpp"
#include "tests/sample/made_cases.hpp"
#include "tests/sample/memory_source.hpp"

namespace sortscope::analyzer {
namespace {
using Id = CounterId;

/// A pass over 2^24 u32 keys on an H200. It has no faults; device memory limits it.
struct Pass {
    double n = 1 << 24;
    std::map<Id, double> counters;
    double ns = 0;
    double launches = 1;
    uint32_t grid = 1 << 14, block = 256, registers = 32, shared = 0;
    double bound = 8.0 * (1 << 24);
    std::optional<double> sort_ns;
    Provenance provenance = Provenance::measured;
    std::vector<StallRecord> stalls;
    std::vector<SiteCounts> sites;
    uint32_t clock_mhz = 1980;
    bool limits = true;
    CaseStatus status = CaseStatus::ok;
    std::vector<CounterValue> others;   ///< counters to add to `counters`
    std::vector<LaunchSums> substages;  ///< of the stage, if known
    std::map<Id, PassNumber> passes;    ///< passes of counters outside the first pass

    /// Moves counters `ids` to provenance `to`.
    void move(std::initializer_list<Id> ids, Provenance to) {
        for (const auto id : ids) {
            others.push_back({id, to, Number(counters.at(id)), 1});
            counters.erase(id);
        }
    }

    Pass() {
        const double requests = n / 32;
        const auto set = [&](std::initializer_list<Id> ids, double value) {
            for (const auto id : ids) counters[id] = value;
        };
        set({Id::warp_instructions}, 8 * requests);
        set({Id::active_thread_instructions}, 256 * requests);
        set({Id::gld_requests, Id::gst_requests}, requests);
        set({Id::gld_bytes, Id::gst_bytes, Id::dram_read_bytes, Id::dram_write_bytes}, 4 * n);
        set({Id::gld_sectors, Id::gst_sectors}, 4 * requests);
        set({Id::global_tags}, 2 * requests);
        set({Id::l2_sectors}, 12 * requests);
        set({Id::divergent_branch_targets, Id::shared_ld_requests, Id::shared_st_requests,
             Id::shared_ld_conflicts, Id::shared_st_conflicts, Id::shared_ld_wavefronts,
             Id::shared_st_wavefronts, Id::global_atomic_requests, Id::global_reduction_requests,
             Id::local_ld_sectors, Id::local_st_sectors},
            0);
        ns = 36000;
    }
    void times(std::initializer_list<Id> ids, double factor) {
        for (const auto id : ids) counters.at(id) *= factor;
    }
    void divide(double by) {
        for (auto& [id, value] : counters) value /= by;
        bound /= by;
    }
    /// Adds bank conflicts: each store takes 32 wavefronts, 31 of them conflicts.
    void conflicts() {
        counters[Id::shared_ld_requests] = counters[Id::shared_st_requests] = 4 * n / 32;
        counters[Id::shared_st_conflicts] = 31 * counters[Id::shared_st_requests];
        ns = 285000;
    }
    /// Makes warps diverge: 30 times as many warp instructions, with about a quarter of the lanes active.
    void diverge() {
        times({Id::warp_instructions}, 30);
        times({Id::active_thread_instructions}, 8);
        counters[Id::divergent_branch_targets] = n / 32;
        ns = 190000;
    }
};

Device h200() {
    Device device;
    device.backend = BackendKind::cupti;
    device.name = "NVIDIA H200";
    device.cc_major = 9;
    device.multiprocessors = 132;
    device.clock_khz = 1980000;
    return device;
}

std::vector<DeviceLimit> h200_limits() {
    return {
        {"copy_bandwidth", 3.86e12, "bytes/s", 0},   {"l2_bandwidth", 7.48e12, "bytes/s", 0},
        {"shared_bandwidth", 32.4e12, "bytes/s", 0}, {"integer_add_throughput", 32.1e12, "operations/s", 0},
        {"graph_node_overhead", 502, "ns", 0},       {"graph_overhead", 3584, "ns", 0}};
}

/// Sums of the launches of `pass` in stage 1 and `substage`.
LaunchSums made_sums(const Pass& pass, int substage = 0) {
    LaunchSums sums;
    sums.stage = 1;
    sums.substage = substage;
    sums.kernel = "pass<u32>";
    sums.launches = uint64_t(pass.launches);
    if (pass.provenance == Provenance::measured) sums.time_ns = std::llround(pass.launches * pass.ns);
    sums.required_bytes = uint64_t(pass.launches * pass.bound);
    for (const auto& [id, value] : pass.counters)
        sums.counters.push_back({id, pass.provenance, Number(pass.launches * value),
                                 pass.passes.contains(id) ? pass.passes.at(id) : PassNumber{1}});
    sums.counters.insert(sums.counters.end(), pass.others.begin(), pass.others.end());
    return sums;
}

Advice advise(const Pass& pass) {
    CaseRecord record;
    record.id = CaseId{1};
    record.subject.name = "pass";
    record.status = pass.status;
    edit(record).workload.n = uint64_t(pass.n);
    record.device = h200();
    record.backend = BackendKind::cupti;
    record.time_mode = TimeMode::graph;
    if (pass.provenance == Provenance::measured)
        record.time =
            TimeSummary{.median_ns = std::llround(pass.sort_ns.value_or(pass.launches * pass.ns + 3000)),
                        .count = 10,
                        .mode = TimeMode::graph};
    auto& trial = record.trials.emplace_back();
    trial.kind = TrialKind::time;
    trial.time_mode = TimeMode::graph;
    trial.duration_ns = record.time ? record.time->median_ns : 1;
    trial.sm_clock_mhz = pass.clock_mhz;
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
    source.sums[record.id] = {made_sums(pass)};
    source.substage_sums[record.id] = pass.substages;
    if (pass.limits) source.measured = {{record.device, h200_limits()}};
    return analyzer::advise(source, record);
}

SiteCounts site(SiteKind kind, uint32_t line, int64_t requests, int64_t bytes, int64_t sectors) {
    SiteCounts counts;
    counts.site = {kind, "pass.hpp", line, 1, "pass"};
    counts.provenance = Provenance::counted;
    counts.requests = requests;
    counts.bytes = bytes;
    counts.sectors = sectors;
    return counts;
}

StallRecord stall(const char* reason, uint64_t samples, uint32_t line = 0) {
    return {"sort_kernel", "_Zpass", line == 0 ? "" : "pass.hpp",
            line,          0,        std::string("smsp__pcsamp_warps_issue_stalled_") + reason,
            samples};
}

std::optional<AdviceFinding> finding_of(const Pass& pass, Fault fault) {
    for (const auto& finding : advise(pass).findings)
        if (finding.fault == fault) return finding;
    return std::nullopt;
}

bool says(const Pass& pass, Fault fault) { return finding_of(pass, fault).has_value(); }

void expect_first(const Pass& pass, Fault fault, double gain_ns, double within = 0.25) {
    const auto advice = advise(pass);
    ASSERT_FALSE(advice.findings.empty()) << rule_of(fault).id;
    const auto& first = advice.findings.front();
    EXPECT_EQ(rule_of(first.fault).id, rule_of(fault).id);
    ASSERT_TRUE(first.gain_ns);
    EXPECT_NEAR(*first.gain_ns / gain_ns, 1, within) << *first.gain_ns;
    EXPECT_NEAR(*first.gain_part, *first.gain_ns / *advice.sort_ns, 1e-9);
}

TEST(Advice, SaysNothingOfAPassThatMemoryBounds) {
    const auto advice = advise(Pass{});
    EXPECT_TRUE(advice.findings.empty());
    ASSERT_NE(advice.sort.nearest(), nullptr);
    EXPECT_EQ(advice.sort.nearest()->roof, Roof::dram);
    EXPECT_NEAR(advice.sort.nearest()->part, 8.0 * (1 << 24) / 39000 / 3860, 1e-6);
    EXPECT_EQ(advice.sort.nearest()->provenance, Provenance::measured);
}

TEST(Advice, HoldsNoRateOfAnUnverifiedSortAgainstTheLimits) {
    Pass pass;
    pass.status = CaseStatus::unverified;
    pass.limits = false;
    const auto advice = advise(pass);
    EXPECT_EQ(advice.status, CaseStatus::unverified);
    EXPECT_TRUE(advice.sort.places.empty() && advice.stages.empty());
    EXPECT_FALSE(advice.sort_ns);
    // Without measured limits, advise() uses published limits.
    ASSERT_EQ(advice.roofs.size(), 4u);
    for (const auto& roof : advice.roofs) EXPECT_EQ(roof.provenance, Provenance::published);
    EXPECT_DOUBLE_EQ(advice.roofs.front().per_s, 4800e9);
    test::expect_error(ErrorKind::usage, "has no launches", [] {
        CaseRecord record;
        analyzer::advise(sample::MemorySource(record), record);
    });
}

TEST(Advice, FindsTheFaultOfAPass) {
    struct Spoilt {
        Fault fault;
        double gain_ns, within;
        void (*spoil)(Pass&);
        double found = 0, ideal = 0;  ///< 0: not checked
    };
    for (const auto& one : std::initializer_list<Spoilt>{
             {Fault::excess_store_sectors, 129000, 0.25,
              [](Pass& pass) {
                  pass.times({Id::gst_sectors, Id::dram_write_bytes}, 8);
                  pass.counters[Id::global_tags] = 33 * pass.n / 32;
                  pass.ns = 165000;
              }},
             {Fault::misaligned, 18000, 0.3,
              [](Pass& pass) {  // L2 serves all traffic
                  pass.times({Id::gld_sectors, Id::l2_sectors}, 2);
                  pass.counters[Id::global_tags] = 6 * pass.n / 32;
                  pass.times({Id::dram_read_bytes, Id::dram_write_bytes}, 0);
                  pass.ns = 60000;
              }},
             {Fault::bank_conflicts, 245000, 0.25,
              [](Pass& pass) {
                  pass.conflicts();
                  pass.counters[Id::shared_ld_wavefronts] = pass.counters[Id::shared_ld_requests];
                  pass.counters[Id::shared_st_wavefronts] = 32 * pass.counters[Id::shared_st_requests];
              },
              16.5},
             {Fault::few_blocks, 1553000, 0.05, [](Pass& pass) { pass.grid = 16, pass.ns = 1590000; }, 16,
              132},
             {Fault::shared_memory, 66000, 0.25,
              [](Pass& pass) {
                  pass.block = 128, pass.grid = 1 << 15;
                  pass.shared = 96 * 1024;
                  pass.ns = 102000;
              }},
             {Fault::registers, 66000, 0.25, [](Pass& pass) { pass.registers = 200, pass.ns = 102000; }},
             {Fault::small_blocks, 42000, 0.25,
              [](Pass& pass) { pass.block = 32, pass.grid = 1 << 17, pass.ns = 84000; }},
             {Fault::small_blocks, 620000, 0.05,  // blocks that take longer to start than to run
              [](Pass& pass) {
                  pass.block = 1, pass.grid = 1 << 20;
                  pass.divide(64);
                  pass.ns = 636000;
              }},
             {Fault::launch_gaps, 190000, 0.1,
              [](Pass& pass) {
                  pass.divide(128);
                  pass.grid /= 128;
                  pass.launches = 128;
                  pass.ns = 1700;
                  pass.sort_ns = 232000;
              }},
             {Fault::redundant_traffic, 122000, 0.25,
              [](Pass& pass) {
                  pass.times({Id::gld_requests, Id::gld_bytes, Id::gld_sectors, Id::dram_read_bytes,
                              Id::warp_instructions, Id::active_thread_instructions},
                             8);
                  pass.counters[Id::global_tags] = 9 * pass.n / 32;
                  pass.times({Id::l2_sectors}, 5);
                  pass.ns = 160000;
              },
              4.5},
             {Fault::spills, 138000, 0.25,
              [](Pass& pass) {
                  pass.counters[Id::local_ld_sectors] = pass.counters[Id::local_st_sectors] = pass.n;
                  pass.times({Id::dram_read_bytes, Id::dram_write_bytes}, 0);
                  pass.counters[Id::l2_sectors] += 2 * pass.n;
                  pass.ns = 165000;
              }},
             {Fault::clocks, 39000 * (1 - 1500.0 / 1980), 0.01, [](Pass& pass) { pass.clock_mhz = 1500; }}}) {
        Pass pass;
        one.spoil(pass);
        expect_first(pass, one.fault, one.gain_ns, one.within);
        const auto findings = advise(pass).findings;
        const auto& first = findings.front();
        EXPECT_NEAR(one.found > 0 ? first.found : 0, one.found, 1e-9);
        EXPECT_EQ(one.ideal > 0 ? first.ideal : 0, one.ideal);
        EXPECT_EQ(first.kernel.empty(), one.fault == Fault::launch_gaps || one.fault == Fault::clocks);
        EXPECT_TRUE(one.fault != Fault::misaligned || findings.size() == 1);
        EXPECT_TRUE(one.fault != Fault::shared_memory ||
                    first.limiters == std::vector{OccupancyLimiter::shared_memory});
    }
}

TEST(Advice, ExcessSectorsOnLoads) {
    Pass pass;
    pass.times({Id::gld_sectors, Id::dram_read_bytes}, 8);
    pass.counters[Id::global_tags] = 33 * pass.n / 32;
    pass.times({Id::l2_sectors}, 5);
    pass.ns = 165000;
    pass.sites = {site(SiteKind::global_load, 12, 10, 1280, 320),
                  site(SiteKind::global_load, 30, 10, 1280, 40),
                  site(SiteKind::global_store, 15, 10, 1280, 40)};
    expect_first(pass, Fault::excess_load_sectors, 129000);
    const auto first = advise(pass).findings.front();
    EXPECT_DOUBLE_EQ(first.found, 32);
    EXPECT_DOUBLE_EQ(first.ideal, 4);
    ASSERT_EQ(first.sites.size(), 1u);
    EXPECT_EQ(first.sites.front().line, 12u);
    ASSERT_FALSE(first.evidence.empty());
    EXPECT_EQ(first.evidence.front().metric->id, "gld_sectors");
    EXPECT_EQ(first.stages, std::vector{1});
}

TEST(Advice, SeveralStridesOrIdleLanesAreNotMisaligned) {
    // Some launches read every second key: 8 sectors of 2 lines instead of 4 sectors. Others read all keys.
    Pass pass;
    pass.times({Id::gld_sectors}, 1.75);
    pass.counters[Id::global_tags] = 3 * pass.n / 32;
    pass.times({Id::dram_read_bytes, Id::dram_write_bytes}, 0);
    pass.times({Id::l2_sectors}, 1.75);
    pass.ns = 60000;
    EXPECT_FALSE(says(pass, Fault::misaligned));
    EXPECT_EQ(advise(pass).findings.at(0).fault, Fault::excess_load_sectors);
    // Half of the lanes store: 64 bytes in 4 sectors and 2.5 lines. They leave gaps, but straddle no sector.
    Pass half;
    half.counters[Id::gst_bytes] = half.counters[Id::gst_bytes] / 2;
    half.counters[Id::global_tags] = 7 * half.n / 64;
    half.ns = 120000;
    EXPECT_FALSE(says(half, Fault::misaligned));
}

TEST(Advice, SectorsAreLookedAtInEachSubstage) {
    // One launch loads 4 sectors in one line, another 12 sectors in 9 lines. Their mean, 8 sectors in 5
    // lines, looks like straddling pieces.
    Pass clean, strided, mean;
    for (auto* pass : {&clean, &strided, &mean})
        pass->times({Id::dram_read_bytes, Id::dram_write_bytes}, 0), pass->ns = 30000;
    strided.times({Id::gld_sectors, Id::l2_sectors}, 3);
    strided.counters[Id::global_tags] = 10 * strided.n / 32;
    strided.ns = 80000;
    mean.times({Id::gld_sectors, Id::l2_sectors}, 2);
    mean.counters[Id::global_tags] = 6 * mean.n / 32;
    mean.launches = 2;
    mean.ns = 55000;
    EXPECT_TRUE(says(mean, Fault::misaligned)) << "by the mean launch alone";
    mean.substages = {made_sums(clean, 1), made_sums(strided, 2)};
    EXPECT_FALSE(says(mean, Fault::misaligned)) << "no launch has such pieces";
    const auto strides = finding_of(mean, Fault::excess_load_sectors);
    ASSERT_TRUE(strides);
    EXPECT_EQ(std::tuple(strides->launches, strides->stages), std::tuple(1U, std::vector{1}));
    EXPECT_NEAR(strides->found, 12, 1e-9);
    EXPECT_NEAR(*strides->time_ns, 80000, 1);
}

TEST(Advice, Divergence) {
    Pass pass;
    pass.diverge();
    expect_first(pass, Fault::divergence, 135000);
    pass.counters[Id::divergent_branch_targets] = 0;
    EXPECT_FALSE(says(pass, Fault::divergence)) << "few threads, but no branch that parts them";
}

TEST(Advice, OfOneThreadNoBlocksArePromised) {
    Pass pass;
    pass.grid = pass.block = 1;
    pass.ns = 1590000;
    EXPECT_FALSE(says(pass, Fault::few_blocks) || says(pass, Fault::small_blocks));
    EXPECT_EQ(std::tuple(advise(pass).serial_part, advise(pass).serial_kernel), std::tuple(1, "pass<u32>"));
    auto modelled = pass;
    modelled.provenance = Provenance::modelled;
    EXPECT_DOUBLE_EQ(advise(modelled).serial_part, 1);
    pass.block = 256;
    expect_first(pass, Fault::few_blocks, 1580000, 0.05);
    EXPECT_EQ(std::tuple(advise(pass).serial_part, advise(pass).serial_kernel), std::tuple(0, ""));
}

TEST(Advice, ALastWaveOfFewBlocks) {
    Pass pass;
    pass.block = 1024, pass.grid = 2 * 132 + 1;
    pass.ns = 66000;
    expect_first(pass, Fault::tail, 20000);
    pass.grid = 2 * 132;
    EXPECT_TRUE(advise(pass).findings.empty());
}

TEST(Advice, BarriersBySamplesOfStalledWarps) {
    Pass pass;
    pass.block = 1024;
    pass.grid = 1 << 12;
    pass.times({Id::warp_instructions}, 12);
    pass.ns = 546000;
    pass.stalls = {stall("barrier", 580, 44), stall("mio_throttle", 280), stall("long_scoreboard", 140),
                   stall("barrier_not_issued", 500), stall("barrier", 20, 45)};
    expect_first(pass, Fault::barriers, 470000);
    const auto advice = advise(pass);
    EXPECT_EQ(std::tuple(advice.stalled_for, advice.stalled_part, advice.sort.stage),
              std::tuple("barrier", 600.0 / 1020, 0));
    const auto& first = advice.findings.front();
    ASSERT_FALSE(first.sites.empty());
    EXPECT_EQ(first.sites.front().line, 44u);
    EXPECT_TRUE(first.sites.front().sampled);
}

TEST(Advice, BarriersByTheirNumberWhereNothingWasSampled) {
    Pass pass;
    pass.block = 1024;
    pass.grid = 1 << 12;
    pass.times({Id::warp_instructions}, 12);
    pass.counters[Id::other_thread_instructions] = 515.0 * pass.grid * pass.block;
    pass.ns = 546000;
    expect_first(pass, Fault::barriers, 507000, 0.1);
    const auto by_instructions = advise(pass).findings.front();
    EXPECT_FALSE(by_instructions.sampled);
    EXPECT_NEAR(by_instructions.found, 511, 1);
    EXPECT_EQ(found_words(by_instructions), "barriers a warp");
    EXPECT_EQ(by_instructions.evidence.front().metric->id, "other_thread_instructions");
    pass.others = {{Id::barriers, Provenance::counted, Number(512.0 * pass.grid * pass.block / 32), 3}};
    const auto counted = advise(pass).findings.front();
    EXPECT_NEAR(counted.found, 512, 1e-9);
    EXPECT_EQ(counted.evidence.front().value.provenance, Provenance::counted);
    Pass alone;  // a single block on each SM waits for its last warp, in each of four waves
    alone.block = 32;
    alone.grid = 4 * 132;
    alone.shared = 200 << 10;
    alone.ns = 100000;
    alone.others = {{Id::barriers, Provenance::counted, Number(512.0 * alone.grid), 3}};
    const auto findings = advise(alone).findings;
    const auto waits = std::ranges::find(findings, Fault::barriers, &AdviceFinding::fault);
    ASSERT_NE(waits, findings.end());
    EXPECT_NEAR(*waits->gain_ns, 30 * 512 * 4 / 1.98, 600);
    Pass few;  // two barriers per thread cost too little to show
    few.counters[Id::other_thread_instructions] = 6.0 * few.grid * few.block;
    few.others = {{Id::barriers, Provenance::counted, Number(2.0 * few.grid * few.block / 32), 3}};
    EXPECT_TRUE(advise(few).findings.empty());
}

TEST(Advice, AtomicsWhoseTimeNothingElseExplains) {
    Pass pass;
    pass.counters[Id::global_reduction_requests] = pass.n / 128;
    EXPECT_TRUE(advise(pass).findings.empty());
    pass.ns = 120000;
    expect_first(pass, Fault::atomics, 82000);
    pass.counters[Id::global_reduction_requests] = 1;
    EXPECT_FALSE(says(pass, Fault::atomics));
}

TEST(Advice, NeverMixesProvenancesOrPasses) {
    Pass loads;  // sectors are only measured; requests and bytes are only modelled
    loads.times({Id::gld_sectors}, 8);
    loads.move({Id::gld_requests, Id::gld_bytes}, Provenance::modelled);
    EXPECT_FALSE(says(loads, Fault::excess_load_sectors));
    /// Expects the fault. Then expects none if one of its counters is from another pass or provenance.
    const auto expect_of_one = [](const Pass& pass, Fault fault, Id of_other_pass,
                                  std::initializer_list<Id> of_other_provenance = {}) {
        SCOPED_TRACE(rule_of(fault).id);
        EXPECT_TRUE(says(pass, fault));
        auto other = pass;
        other.passes = {{of_other_pass, 2}};
        EXPECT_FALSE(says(other, fault));
        other = pass;
        other.move(of_other_provenance, Provenance::counted);
        EXPECT_EQ(says(other, fault), of_other_provenance.size() == 0);
    };
    Pass conflicts, divergence, stores, redundant;
    conflicts.conflicts();
    expect_of_one(conflicts, Fault::bank_conflicts, Id::shared_st_conflicts,
                  {Id::shared_ld_conflicts, Id::shared_st_conflicts});
    divergence.diverge();
    expect_of_one(divergence, Fault::divergence, Id::active_thread_instructions,
                  {Id::active_thread_instructions});
    stores.times({Id::gst_sectors, Id::dram_write_bytes}, 8);
    stores.counters[Id::global_tags] = 33 * stores.n / 32;
    stores.ns = 165000;
    expect_of_one(stores, Fault::excess_store_sectors, Id::gst_bytes);
    redundant.times({Id::gld_requests, Id::gld_bytes, Id::gld_sectors, Id::dram_read_bytes}, 8);
    redundant.ns = 160000;
    expect_of_one(redundant, Fault::redundant_traffic, Id::gld_bytes);
}

TEST(Advice, EvidenceIsOfTheSourceThatTheFaultWasFoundBy) {
    Pass pass;
    pass.times({Id::gld_sectors, Id::dram_read_bytes}, 8);
    pass.counters[Id::global_tags] = 33 * pass.n / 32;
    pass.ns = 165000;
    for (const auto id : {Id::gld_sectors, Id::gld_requests, Id::gld_bytes})
        pass.others.push_back({id, Provenance::counted, Number(pass.n), 3});
    pass.sites = {site(SiteKind::global_load, 30, 10, 1280, 3200),
                  site(SiteKind::global_load, 12, 10, 1280, 320)};
    pass.sites[0].provenance = Provenance::modelled;
    const auto first = advise(pass).findings.front();
    EXPECT_EQ(std::tuple(first.fault, first.evidence.size()), std::tuple(Fault::excess_load_sectors, 3u));
    for (const auto& one : first.evidence) EXPECT_EQ(one.value.provenance, Provenance::measured);
    ASSERT_EQ(first.sites.size(), 1u);
    EXPECT_EQ(first.sites.front().line, 12u);
}

TEST(AdviceExamples, AreFasterCasesOfTheSameNetworkWithLessOfTheFault) {
    const auto sort_of = [](int64_t id, const char* name, int64_t ns) {
        auto record = made::timed(id, 1024, double(ns));
        record.subject.name = name;
        return record;
    };
    sample::MemorySource source;
    std::vector<CaseRecord> others;
    const auto add = [&](CaseRecord record, uint64_t launches, uint64_t comparators) {
        LaunchSums sums;
        sums.launches = launches;
        sums.comparators = comparators;
        source.sums[record.id] = {sums};
        others.push_back(std::move(record));
    };
    add(sort_of(1, "steps", 9000), 40, 20480);
    add(sort_of(2, "slower", 9001), 4, 20480);
    add(sort_of(3, "another-network", 1000), 4, 9999);
    add(sort_of(4, "hardly-fewer", 1100), 35, 20480);
    add(sort_of(5, "partial", 1200), 4, 20480);
    others.back().subject.promise = Promise::in_blocks;
    add(sort_of(6, "larger", 1300), 4, 20480);
    edit(others.back()).workload.n = 2048;
    add(sort_of(7, "failed", 1400), 4, 20480);
    others.back().status = CaseStatus::failed;
    add(sort_of(8, "merged", 5000), 10, 20480);
    add(sort_of(9, "merged-most", 6000), 8, 20480);
    const auto& record = others.front();
    const auto all = source.sums.at(record.id).front();
    const auto example = example_of(Fault::launch_gaps, source, record, all, others);
    ASSERT_TRUE(example);
    EXPECT_EQ(std::tuple(int64_t(example->id), example->label, example->found, example->own),
              std::tuple(8, "merged", 10, 40));
    EXPECT_EQ(std::tuple(example->steps, example->own_steps), std::tuple(4, 1));
    EXPECT_FALSE(example_of(Fault::clocks, source, record, all, others)) << "no measure of a case";
    EXPECT_FALSE(example_of(Fault::bank_conflicts, source, record, all, others)) << "not counted";
    auto unknown = all;
    unknown.comparators = 0;
    EXPECT_FALSE(example_of(Fault::launch_gaps, source, record, unknown, others));
}

TEST(AdvisedDevice, HasTheMultiprocessorsClockAndMemoryThatWereRecorded) {
    auto pcie = h200();
    pcie.name = "NVIDIA H100 MIG";  // the H100's sheet fits this name, but has 132 SMs
    pcie.multiprocessors = 114;
    pcie.clock_khz = 1755000;
    pcie.memory_clock_khz = 1593000;
    pcie.memory_bus_bits = 5120;
    pcie.l2_bytes = 50ULL << 20U;
    const auto model = advised_device(pcie, {});
    EXPECT_EQ(std::tuple(model.multiprocessors, model.clock_mhz, model.l2_kib), std::tuple(114, 1755, 51200));
    EXPECT_NEAR(model.dram_gb_per_s, 2039, 1);
    pcie.cc_major = 99;
    EXPECT_EQ(advised_device(pcie, {}).shared_kib, 48);
}
}  // namespace
}
