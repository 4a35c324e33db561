#include "analyzer/sites.hpp"

namespace sortscope::analyzer {
namespace {

/// In fractions, which no count is too great for.
std::optional<double> ratio(double factor, std::int64_t part, std::int64_t whole) {
    if (whole == 0) return std::nullopt;
    return factor * static_cast<double>(part) / static_cast<double>(whole);
}

}  // namespace

bool is_global(SiteKind kind) {
    return kind == SiteKind::global_load || kind == SiteKind::global_store || kind == SiteKind::global_atomic;
}

bool is_shared(SiteKind kind) { return kind == SiteKind::shared_load || kind == SiteKind::shared_store; }

SiteFigures figures_of(const SiteCounts& counts) {
    SiteFigures figures;
    const auto kind = counts.site.kind;
    if (is_global(kind) || is_shared(kind))
        figures.bytes_per_request = ratio(1, counts.bytes, counts.requests);
    if (is_global(kind)) figures.efficiency_pct = ratio(100.0 / 32, counts.bytes, counts.sectors);
    if (kind == SiteKind::branch) {
        figures.taken_pct = ratio(100, counts.taken_threads, counts.threads);
        figures.divergent_pct = ratio(100, counts.divergent_warps, counts.requests);
    }
    return figures;
}

}  // namespace sortscope::analyzer
