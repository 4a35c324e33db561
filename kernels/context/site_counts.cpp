#include "kernels/context/site_counts.hpp"

#include <tuple>

namespace sortscope::kernels {
void add_site_counts(std::vector<SiteCounts>& sum, const SiteCounts& more) {
    for (auto& row : sum)
        if (row.site == more.site && row.provenance == more.provenance) {
            add(row, more);
            return;
        }
    sum.push_back(more);
}

void sort_by_source(std::vector<SiteCounts>& sites) {
    const auto order = [](const SiteCounts& s) {
        return std::tie(s.site.file, s.site.line, s.site.column, s.site.kind, s.site.function);
    };
    std::sort(sites.begin(), sites.end(), [&](const auto& a, const auto& b) { return order(a) < order(b); });
}

std::vector<CounterValue> launch_counters(std::span<const SiteCounts> sites, Provenance provenance,
                                          PassNumber pass) {
    using enum CounterId;
    std::array<SiteCounts, 9> by_kind{};  // indexed by SiteKind
    for (const auto& site : sites) add(by_kind.at(size_t(site.site.kind)), site);
    const auto of = [&](SiteKind kind) -> const SiteCounts& { return by_kind.at(size_t(kind)); };
    const SiteCounts& load = of(SiteKind::global_load);
    const SiteCounts& store = of(SiteKind::global_store);
    const SiteCounts& shared_load = of(SiteKind::shared_load);
    const SiteCounts& shared_store = of(SiteKind::shared_store);
    const SiteCounts& branch = of(SiteKind::branch);
    const SiteCounts& barrier = of(SiteKind::barrier);
    std::vector<CounterValue> values;
    const auto put = [&](CounterId id, int64_t value) { values.push_back({id, provenance, value, pass}); };
    put(gld_requests, load.requests);
    put(gst_requests, store.requests);
    put(gld_threads, load.threads);
    put(gst_threads, store.threads);
    put(gld_bytes, load.bytes);
    put(gst_bytes, store.bytes);
    put(gld_sectors, load.sectors);
    put(gst_sectors, store.sectors);
    put(gld_tags, load.lines);
    put(gst_tags, store.lines);
    constexpr CounterId load_sizes[] = {gld_32b, gld_64b, gld_96b, gld_128b};
    constexpr CounterId store_sizes[] = {gst_32b, gst_64b, gst_96b, gst_128b};
    constexpr CounterId load_sizes13[] = {gld_32b_cc13, gld_64b_cc13, gld_128b_cc13};
    constexpr CounterId store_sizes13[] = {gst_32b_cc13, gst_64b_cc13, gst_128b_cc13};
    for (size_t i = 0; i < 4; ++i) put(load_sizes[i], load.sizes[i]);
    for (size_t i = 0; i < 4; ++i) put(store_sizes[i], store.sizes[i]);
    for (size_t i = 0; i < 3; ++i) put(load_sizes13[i], load.sizes_cc13[i]);
    for (size_t i = 0; i < 3; ++i) put(store_sizes13[i], store.sizes_cc13[i]);
    put(branches, branch.requests);
    put(divergent_branches, branch.divergent_warps);
    put(barriers, barrier.requests);
    put(shared_ld_requests, shared_load.requests);
    put(shared_st_requests, shared_store.requests);
    put(shared_ld_conflicts, shared_load.extra_wavefronts);
    put(shared_st_conflicts, shared_store.extra_wavefronts);
    return values;
}
}
