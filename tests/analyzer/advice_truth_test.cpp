#include "analyzer/advice/advice.hpp"

#include <algorithm>

#include <gtest/gtest.h>

#include "tests/analyzer/advised_pass.hpp"

namespace sortscope::analyzer {
namespace {

using made::advise;
using made::Id;
using made::Pass;
using made::site;

/// Values of a rule's counters that were not taken together are no ground for a sentence.
TEST(Advice, NeverMixesProvenances) {
    Pass loads;  // sectors measured, and measured alone; requests and bytes modelled alone
    loads.times({Id::gld_sectors}, 8);
    loads.move({Id::gld_requests, Id::gld_bytes}, Provenance::modelled);
    for (const auto& finding : advise(loads).findings) EXPECT_NE(finding.fault, Fault::excess_load_sectors);
    Pass conflicts;
    conflicts.counters[Id::shared_ld_requests] = conflicts.counters[Id::shared_st_requests] =
        4 * conflicts.n / 32;
    conflicts.counters[Id::shared_st_conflicts] = 31 * conflicts.counters[Id::shared_st_requests];
    conflicts.ns = 285000;
    auto mixed = conflicts;
    mixed.move({Id::shared_ld_conflicts, Id::shared_st_conflicts}, Provenance::counted);
    const auto says = [](const Pass& pass, Fault fault) {
        return std::ranges::any_of(advise(pass).findings,
                                   [&](const AdviceFinding& one) { return one.fault == fault; });
    };
    EXPECT_TRUE(says(conflicts, Fault::bank_conflicts));
    EXPECT_FALSE(says(mixed, Fault::bank_conflicts));
    Pass divergence;
    divergence.times({Id::warp_instructions}, 30);
    divergence.times({Id::active_thread_instructions}, 8);
    divergence.counters[Id::divergent_branch_targets] = divergence.n / 32;
    divergence.ns = 190000;
    EXPECT_TRUE(says(divergence, Fault::divergence));
    divergence.move({Id::active_thread_instructions}, Provenance::counted);
    EXPECT_FALSE(says(divergence, Fault::divergence));
}

TEST(Advice, NeverMixesPasses) {
    const auto says = [](const Pass& pass, Fault fault) {
        return std::ranges::any_of(advise(pass).findings,
                                   [&](const AdviceFinding& one) { return one.fault == fault; });
    };
    Pass stores;
    stores.times({Id::gst_sectors, Id::dram_write_bytes}, 8);
    stores.counters[Id::global_tags] = 33 * stores.n / 32;
    stores.ns = 165000;
    EXPECT_TRUE(says(stores, Fault::excess_store_sectors));
    stores.passes = {{Id::gst_bytes, 2}};
    EXPECT_FALSE(says(stores, Fault::excess_store_sectors));
    Pass redundant;
    redundant.times({Id::gld_requests, Id::gld_bytes, Id::gld_sectors, Id::dram_read_bytes,
                     Id::warp_instructions, Id::active_thread_instructions},
                    8);
    redundant.counters[Id::global_tags] = 9 * redundant.n / 32;
    redundant.ns = 160000;
    EXPECT_TRUE(says(redundant, Fault::redundant_traffic));
    redundant.passes = {{Id::gld_bytes, 2}};
    EXPECT_FALSE(says(redundant, Fault::redundant_traffic));
    Pass divergence;
    divergence.times({Id::warp_instructions}, 30);
    divergence.times({Id::active_thread_instructions}, 8);
    divergence.counters[Id::divergent_branch_targets] = divergence.n / 32;
    divergence.ns = 190000;
    divergence.passes = {{Id::active_thread_instructions, 2}};
    EXPECT_FALSE(says(divergence, Fault::divergence));
}

TEST(Advice, EvidenceIsOfTheSourceThatTheFaultWasFoundBy) {
    Pass pass;
    pass.times({Id::gld_sectors, Id::dram_read_bytes}, 8);
    pass.counters[Id::global_tags] = 33 * pass.n / 32;
    pass.ns = 165000;
    pass.others = {{Id::gld_sectors, Provenance::counted, Number(pass.n), 3},
                   {Id::gld_requests, Provenance::counted, Number(pass.n), 3},
                   {Id::gld_bytes, Provenance::counted, Number(pass.n), 3}};
    const auto first = advise(pass).findings.front();
    EXPECT_EQ(first.fault, Fault::excess_load_sectors);
    EXPECT_EQ(first.evidence.size(), 3u);
    for (const auto& one : first.evidence) EXPECT_EQ(one.value.provenance, Provenance::measured);
    // Lines are by the counts of one source, too.
    auto counted = site(SiteKind::global_load, 12, 10, 1280, 320),
         modelled = site(SiteKind::global_load, 30, 10, 1280, 3200);
    modelled.provenance = Provenance::modelled;
    pass.sites = {modelled, counted};
    const auto lines = advise(pass).findings.front().sites;
    ASSERT_EQ(lines.size(), 1u);
    EXPECT_EQ(lines.front().line, 12u);
}

}  // namespace
}  // namespace sortscope::analyzer
