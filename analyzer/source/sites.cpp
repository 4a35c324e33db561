#include "analyzer/source/sites.hpp"

#include <algorithm>
#include <map>
#include <string_view>

#include "analyzer/source/lines.hpp"

namespace sortscope::analyzer {
namespace {

constexpr std::size_t most_sites = 3;

/// What a site has to do with a fault; 0 where nothing.
double weight_of(const SiteCounts& site, Fault fault) {
    const auto excess = [&] {
        return static_cast<double>(site.sectors) -
               std::max(static_cast<double>(site.bytes) / 32, static_cast<double>(site.requests));
    };
    const auto kind = site.site.kind;
    switch (fault) {
        case Fault::excess_load_sectors:
            return kind == SiteKind::global_load ? excess() : 0;
        case Fault::excess_store_sectors:
            return kind == SiteKind::global_store ? excess() : 0;
        case Fault::misaligned:
            return kind == SiteKind::global_load || kind == SiteKind::global_store ? excess() : 0;
        case Fault::bank_conflicts:
            return static_cast<double>(site.extra_wavefronts);
        case Fault::divergence:
            return kind == SiteKind::branch ? static_cast<double>(site.divergent_warps) : 0;
        case Fault::barriers:
            return kind == SiteKind::barrier ? static_cast<double>(site.requests) : 0;
        case Fault::redundant_traffic:
            return kind == SiteKind::global_load ? static_cast<double>(site.bytes) : 0;
        case Fault::atomics:
            return kind == SiteKind::global_atomic ? static_cast<double>(site.requests) : 0;
        default:
            return 0;
    }
}

/// The stall reasons that a fault shows in, where there are no counts by line.
std::vector<std::string_view> reasons_of(Fault fault) {
    switch (fault) {
        case Fault::excess_load_sectors:
        case Fault::excess_store_sectors:
        case Fault::misaligned:
        case Fault::redundant_traffic:
        case Fault::registers:
        case Fault::shared_memory:
        case Fault::small_blocks:
            return {"long_scoreboard", "lg_throttle"};
        case Fault::bank_conflicts:
            return {"mio_throttle", "short_scoreboard"};
        case Fault::barriers:
            return {"barrier"};
        case Fault::atomics:
            return {"long_scoreboard", "lg_throttle", "drain", "membar"};
        case Fault::divergence:
            return {"branch_resolving", "wait"};
        default:
            return {};
    }
}

using Lines = std::map<std::pair<std::string, std::uint32_t>, AdviceSite>;

std::vector<AdviceSite> greatest(Lines lines, bool sampled) {
    double all = 0;
    std::vector<AdviceSite> sites;
    for (auto& [place, site] : lines) {
        all += site.part;
        site.sampled = sampled;
        sites.push_back(std::move(site));
    }
    std::ranges::stable_sort(sites, std::ranges::greater{}, &AdviceSite::part);
    if (sites.size() > most_sites) sites.resize(most_sites);
    for (auto& site : sites) site.part /= all;
    std::erase_if(sites, [](const AdviceSite& site) { return site.part < 0.05; });
    return sites;
}

}  // namespace

bool is_sample_of(const StallRecord& stall, const LaunchRecord& shape) {
    return (!shape.symbol.empty() && stall.symbol == shape.symbol) || stall.kernel == shape.kernel;
}

std::vector<AdviceSite> sites_of(Fault fault, const AdvisedLaunches& launches, const AdviceInput& input) {
    Lines lines;
    const auto recorded = input.sites ? input.sites(launches.sums.first_launch) : std::vector<SiteCounts>{};
    // Counts of one source: a launch may have been counted and modelled.
    const auto trusted = std::ranges::min_element(recorded, {}, [](const SiteCounts& site) {
        return std::ranges::find(provenance_order(), site.provenance) - provenance_order().begin();
    });
    if (trusted != recorded.end())
        for (const auto& site : recorded) {
            if (site.provenance != trusted->provenance) continue;
            const double weight = weight_of(site, fault);
            if (weight <= 0) continue;
            auto& line = lines[{site.site.file, site.site.line}];
            line.file = site.site.file;
            line.line = site.site.line;
            line.function = site.site.function;
            line.part += weight;
        }
    if (!lines.empty()) return greatest(std::move(lines), false);
    const auto reasons = reasons_of(fault);
    for (const auto& stall : input.stalls) {
        if (stall.line == 0 || !is_sample_of(stall, launches.shape) ||
            std::ranges::find(reasons, stall_reason(stall)) == reasons.end())
            continue;
        auto& line = lines[{stall.file, stall.line}];
        line.file = stall.file;
        line.line = stall.line;
        line.part += static_cast<double>(stall.samples);
    }
    return greatest(std::move(lines), true);
}

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
