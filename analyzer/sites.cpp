#include "analyzer/sites.hpp"

#include <algorithm>
#include <map>
#include <tuple>

namespace sortscope::analyzer {
namespace {

std::optional<double> ratio(double factor, std::int64_t part, std::int64_t whole) {
    if (whole == 0) return std::nullopt;
    return factor * static_cast<double>(part) / static_cast<double>(whole);
}

void add(SiteCounts& sum, const SiteCounts& counts) {
    sum.requests += counts.requests;
    sum.threads += counts.threads;
    sum.bytes += counts.bytes;
    sum.sectors += counts.sectors;
    sum.lines += counts.lines;
    for (std::size_t i = 0; i < sum.sizes.size(); ++i) sum.sizes[i] += counts.sizes[i];
    for (std::size_t i = 0; i < sum.sizes_cc13.size(); ++i) sum.sizes_cc13[i] += counts.sizes_cc13[i];
    sum.extra_wavefronts += counts.extra_wavefronts;
    sum.taken_threads += counts.taken_threads;
    sum.divergent_warps += counts.divergent_warps;
}

}  // namespace

bool is_global(SiteKind kind) {
    return kind == SiteKind::global_load || kind == SiteKind::global_store || kind == SiteKind::global_atomic;
}

bool is_shared(SiteKind kind) { return kind == SiteKind::shared_load || kind == SiteKind::shared_store; }

SiteFigures figures_of(const SiteCounts& counts) {
    SiteFigures figures;
    const auto kind = counts.site.kind;
    if (is_global(kind) || is_shared(kind)) figures.bytes_per_request = ratio(1, counts.bytes, counts.requests);
    if (is_global(kind)) figures.efficiency_pct = ratio(100, counts.bytes, 32 * counts.sectors);
    if (kind == SiteKind::branch) {
        figures.taken_pct = ratio(100, counts.taken_threads, counts.threads);
        figures.divergent_pct = ratio(100, counts.divergent_warps, counts.requests);
    }
    return figures;
}

std::vector<SiteCounts> sum_sites(const std::vector<LaunchRecord>& launches) {
    std::map<std::pair<Site, Provenance>, SiteCounts> sums;
    for (const auto& launch : launches)
        for (const auto& counts : launch.sites) {
            const auto [sum, added] = sums.try_emplace({counts.site, counts.provenance}, counts);
            if (!added) add(sum->second, counts);
        }
    std::vector<SiteCounts> sites;
    for (auto& [key, counts] : sums) sites.push_back(std::move(counts));
    std::ranges::stable_sort(sites, {}, [](const SiteCounts& counts) {
        return std::tie(counts.site.file, counts.site.line, counts.site.column, counts.site.kind);
    });
    return sites;
}

}  // namespace sortscope::analyzer
