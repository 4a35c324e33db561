#include "analyzer/advice/advice.hpp"

#include <algorithm>

#include <gtest/gtest.h>

#include "tests/analyzer/advised_pass.hpp"
#include "tests/core/expect_error.hpp"

namespace sortscope::analyzer {
namespace {

using made::advise;
using made::Id;
using made::Pass;
using made::site;
using made::stall;

/// The first finding is `fault`, and its gain about `gain_ns`.
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
    const auto advice = advise(pass);
    EXPECT_EQ(advice.status, CaseStatus::unverified);
    EXPECT_TRUE(advice.sort.places.empty());
    EXPECT_TRUE(advice.stages.empty());
    EXPECT_FALSE(advice.sort_ns);
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

TEST(Advice, ExcessSectorsOnStores) {
    Pass pass;
    pass.times({Id::gst_sectors, Id::dram_write_bytes}, 8);
    pass.counters[Id::global_tags] = 33 * pass.n / 32;
    pass.ns = 165000;
    expect_first(pass, Fault::excess_store_sectors, 129000);
}

TEST(Advice, PiecesThatStraddleSectors) {
    Pass pass;  // served by L2
    pass.times({Id::gld_sectors}, 2);
    pass.counters[Id::global_tags] = 6 * pass.n / 32;
    pass.times({Id::dram_read_bytes, Id::dram_write_bytes}, 0);
    pass.times({Id::l2_sectors}, 2);
    pass.ns = 60000;
    expect_first(pass, Fault::misaligned, 18000, 0.3);
    EXPECT_EQ(advise(pass).findings.size(), 1u);
}

TEST(Advice, LaunchesOfSeveralStridesTogetherAreNotMisaligned) {
    // A launch that reads every second key (8 sectors of 2 lines for 4) beside others that read all: what a
    // stage of a network has.
    Pass pass;
    pass.times({Id::gld_sectors}, 1.75);
    pass.counters[Id::global_tags] = 3 * pass.n / 32;
    pass.times({Id::dram_read_bytes, Id::dram_write_bytes}, 0);
    pass.times({Id::l2_sectors}, 1.75);
    pass.ns = 60000;
    const auto advice = advise(pass);
    ASSERT_FALSE(advice.findings.empty());
    for (const auto& finding : advice.findings) EXPECT_NE(finding.fault, Fault::misaligned);
    EXPECT_EQ(advice.findings.front().fault, Fault::excess_load_sectors);
}

TEST(Advice, SectorsAreLookedAtInEachSubstage) {
    // Two launches: one loads 12 sectors of 9 lines for 4 of one. The mean, 8 sectors of 5 lines,
    // looks like pieces that straddle.
    const auto is_l2s = [](Pass& pass) {
        pass.times({Id::dram_read_bytes, Id::dram_write_bytes}, 0);
        pass.ns = 30000;
    };
    Pass clean, strided, mean;
    for (auto* pass : {&clean, &strided, &mean}) is_l2s(*pass);
    strided.times({Id::gld_sectors, Id::l2_sectors}, 3);
    strided.counters[Id::global_tags] = 10 * strided.n / 32;
    strided.ns = 80000;
    mean.times({Id::gld_sectors, Id::l2_sectors}, 2);
    mean.counters[Id::global_tags] = 6 * mean.n / 32;
    mean.launches = 2;
    mean.ns = 55000;
    const auto of = [](const Pass& pass, Fault fault) {
        const auto findings = advise(pass).findings;
        const auto found = std::ranges::find(findings, fault, &AdviceFinding::fault);
        return found == findings.end() ? std::nullopt : std::optional(*found);
    };
    EXPECT_TRUE(of(mean, Fault::misaligned)) << "by the mean launch alone";
    mean.substages = {made::sums_of(clean, 1), made::sums_of(strided, 2)};
    EXPECT_FALSE(of(mean, Fault::misaligned)) << "no launch has such pieces";
    const auto strides = of(mean, Fault::excess_load_sectors);
    ASSERT_TRUE(strides);
    EXPECT_EQ(strides->launches, 1U);
    EXPECT_EQ(strides->stages, std::vector{1});
    EXPECT_NEAR(strides->found, 12, 1e-9);
    EXPECT_NEAR(*strides->time_ns, 80000, 1);
}

TEST(Advice, OfRequestsOfFewLanesNothingIsSaidOfAlignment) {
    // Half of the lanes store: 64 bytes in 4 sectors of 2.5 lines are gaps, not pieces that straddle.
    Pass pass;
    pass.counters[Id::gst_bytes] = pass.counters[Id::gst_bytes] / 2;
    pass.counters[Id::global_tags] = 7 * pass.n / 64;
    pass.ns = 120000;
    for (const auto& finding : advise(pass).findings) EXPECT_NE(finding.fault, Fault::misaligned);
}

TEST(Advice, BankConflicts) {
    Pass pass;
    pass.counters[Id::shared_ld_requests] = pass.counters[Id::shared_st_requests] = 4 * pass.n / 32;
    pass.counters[Id::shared_st_conflicts] = 31 * pass.counters[Id::shared_st_requests];
    pass.counters[Id::shared_ld_wavefronts] = pass.counters[Id::shared_ld_requests];
    pass.counters[Id::shared_st_wavefronts] = 32 * pass.counters[Id::shared_st_requests];
    pass.ns = 285000;
    expect_first(pass, Fault::bank_conflicts, 245000);
    EXPECT_NEAR(advise(pass).findings.front().found, 16.5, 1e-9);
}

TEST(Advice, Divergence) {
    Pass pass;
    pass.times({Id::warp_instructions}, 30);
    pass.times({Id::active_thread_instructions}, 8);
    pass.counters[Id::divergent_branch_targets] = pass.n / 32;
    pass.ns = 190000;
    expect_first(pass, Fault::divergence, 135000);
    pass.counters[Id::divergent_branch_targets] = 0;  // few threads, but no branch that parts them
    for (const auto& finding : advise(pass).findings) EXPECT_NE(finding.fault, Fault::divergence);
}

TEST(Advice, TooFewBlocks) {
    Pass pass;
    pass.grid = 16;
    pass.ns = 1590000;
    expect_first(pass, Fault::few_blocks, 1553000, 0.05);
    EXPECT_EQ(advise(pass).findings.front().ideal, 132);
}

TEST(Advice, OfOneThreadNoBlocksArePromised) {
    Pass pass;
    pass.grid = 1;
    pass.block = 1;
    pass.ns = 1590000;
    for (const auto& finding : advise(pass).findings) {
        EXPECT_NE(finding.fault, Fault::few_blocks);
        EXPECT_NE(finding.fault, Fault::small_blocks);
    }
    // But that it works alone is known, of modelled cases, too, and of no block that has a second.
    EXPECT_DOUBLE_EQ(advise(pass).serial_part, 1);
    EXPECT_EQ(advise(pass).serial_kernel, "pass<u32>");
    auto modelled = pass;
    modelled.provenance = Provenance::modelled;
    EXPECT_DOUBLE_EQ(advise(modelled).serial_part, 1);
    pass.block = 256;
    expect_first(pass, Fault::few_blocks, 1580000, 0.05);
    EXPECT_EQ(advise(pass).serial_part, 0);
    EXPECT_EQ(advise(pass).serial_kernel, "");
}

TEST(Advice, OccupancyBySharedMemoryRegistersAndBlocks) {
    Pass shared;
    shared.block = 128;
    shared.grid = 1 << 15;
    shared.shared = 96 * 1024;
    shared.ns = 102000;
    expect_first(shared, Fault::shared_memory, 66000);
    EXPECT_EQ(advise(shared).findings.front().limiters, std::vector{OccupancyLimiter::shared_memory});
    Pass registers;
    registers.registers = 200;
    registers.ns = 102000;
    expect_first(registers, Fault::registers, 66000);
    Pass small;
    small.block = 32;
    small.grid = 1 << 17;
    small.ns = 84000;
    expect_first(small, Fault::small_blocks, 42000);
}

TEST(Advice, BlocksThatTakeLongerToStartThanToRun) {
    Pass pass;
    pass.block = 1;
    pass.grid = 1 << 20;
    for (auto& [id, value] : pass.counters) value /= 64;
    pass.bound /= 64;
    pass.ns = 636000;
    expect_first(pass, Fault::small_blocks, 620000, 0.05);
}

TEST(Advice, ALastWaveOfFewBlocks) {
    Pass pass;
    pass.block = 1024;
    pass.grid = 2 * 132 + 1;
    pass.ns = 66000;
    expect_first(pass, Fault::tail, 20000);
    pass.grid = 2 * 132;
    EXPECT_TRUE(advise(pass).findings.empty());
}

TEST(Advice, LaunchesThatCostMoreThanTheyDo) {
    Pass pass;
    for (auto& [id, value] : pass.counters) value /= 128;
    pass.bound /= 128;
    pass.grid /= 128;
    pass.launches = 128;
    pass.ns = 1700;
    pass.sort_ns = 232000;
    expect_first(pass, Fault::launch_gaps, 190000, 0.1);
    EXPECT_TRUE(advise(pass).findings.front().kernel.empty());
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
    const auto first = advise(pass).findings.front();
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
    Pass few;  // a barrier or two cost nothing that shows
    few.counters[Id::other_thread_instructions] = 6.0 * few.grid * few.block;
    few.others = {{Id::barriers, Provenance::counted, Number(2.0 * few.grid * few.block / 32), 3}};
    EXPECT_TRUE(advise(few).findings.empty());
}

TEST(Advice, RedundantTraffic) {
    Pass pass;
    pass.times({Id::gld_requests, Id::gld_bytes, Id::gld_sectors, Id::dram_read_bytes, Id::warp_instructions,
                Id::active_thread_instructions},
               8);
    pass.counters[Id::global_tags] = 9 * pass.n / 32;
    pass.times({Id::l2_sectors}, 5);
    pass.ns = 160000;
    expect_first(pass, Fault::redundant_traffic, 122000);
    EXPECT_DOUBLE_EQ(advise(pass).findings.front().found, 4.5);
}

TEST(Advice, AtomicsWhoseTimeNothingElseExplains) {
    Pass pass;
    pass.counters[Id::global_reduction_requests] = pass.n / 128;
    EXPECT_TRUE(advise(pass).findings.empty());
    pass.ns = 120000;
    expect_first(pass, Fault::atomics, 82000);
}

TEST(Advice, SpilledRegisters) {
    Pass pass;
    pass.counters[Id::local_ld_sectors] = pass.counters[Id::local_st_sectors] = pass.n;
    pass.times({Id::dram_read_bytes, Id::dram_write_bytes}, 0);
    pass.counters[Id::l2_sectors] += 2 * pass.n;
    pass.ns = 165000;
    expect_first(pass, Fault::spills, 138000);
}

TEST(Advice, AClockThatWasHeldDown) {
    Pass pass;
    pass.clock_mhz = 1500;
    expect_first(pass, Fault::clocks, (pass.ns + 3000) * (1 - 1500.0 / 1980), 0.01);
}

TEST(Advice, ModelledCasesHaveNoTimeToGain) {
    Pass pass;
    pass.provenance = Provenance::modelled;
    EXPECT_TRUE(advise(pass).findings.empty());
    pass.times({Id::gld_sectors}, 8);
    pass.counters[Id::global_tags] = 33 * pass.n / 32;
    const auto advice = advise(pass);
    EXPECT_TRUE(advice.modelled);
    EXPECT_FALSE(advice.sort_ns);
    ASSERT_EQ(advice.findings.size(), 1u);
    EXPECT_EQ(advice.findings.front().fault, Fault::excess_load_sectors);
    EXPECT_FALSE(advice.findings.front().gain_ns);
    ASSERT_TRUE(advice.findings.front().saved_part);
    EXPECT_NEAR(*advice.findings.front().saved_part, 28.0 / 36, 1e-9);
}

TEST(Advice, PublishedLimitsStandInForMeasuredOnes) {
    Pass pass;
    pass.limits = false;
    const auto advice = advise(pass);
    ASSERT_EQ(advice.roofs.size(), 4u);
    for (const auto& roof : advice.roofs) EXPECT_EQ(roof.provenance, Provenance::published);
    EXPECT_DOUBLE_EQ(advice.roofs.front().per_s, 4800e9);
}

TEST(Advice, AsksForLaunches) {
    test::expect_error(ErrorKind::usage, "has no launches", [] {
        CaseRecord record;
        analyzer::advise(sample::MemorySource(record), record);
    });
}

TEST(Advice, EveryFaultHasARuleOfItsOwn) {
    ASSERT_EQ(advice_rules().size(), faults);
    for (std::size_t i = 0; i < faults; ++i) {
        const auto& rule = advice_rules()[i];
        EXPECT_EQ(rule.fault, static_cast<Fault>(i));
        EXPECT_FALSE(rule.id.empty() || rule.title.empty() || rule.found.empty() || rule.remedy.empty());
    }
}

}  // namespace
}  // namespace sortscope::analyzer
