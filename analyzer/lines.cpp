#include "analyzer/lines.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <tuple>

#include "analyzer/sites.hpp"
#include "core/error.hpp"
#include "core/metric/sums.hpp"
#include "core/text.hpp"

namespace sortscope::analyzer {
namespace {

void add_counts(LineCounts& sum, const SiteCounts& counts) {
    const auto kind = counts.site.kind;
    if (sum.function.empty()) sum.function = counts.site.function;
    if (is_global(kind)) {
        sum.requests = checked_sum(sum.requests, counts.requests);
        if (kind == SiteKind::global_load) sum.loads = checked_sum(sum.loads, counts.requests);
        if (kind == SiteKind::global_store) sum.stores = checked_sum(sum.stores, counts.requests);
        sum.bytes = checked_sum(sum.bytes, counts.bytes);
        sum.sectors = checked_sum(sum.sectors, counts.sectors);
    }
    if (is_shared(kind)) sum.extra_wavefronts = checked_sum(sum.extra_wavefronts, counts.extra_wavefronts);
    if (kind == SiteKind::branch) {
        sum.branch_warps = checked_sum(sum.branch_warps, counts.requests);
        sum.divergent_warps = checked_sum(sum.divergent_warps, counts.divergent_warps);
    }
}

}  // namespace

std::optional<double> LineCounts::efficiency() const {
    return sectors > 0 ? std::optional(static_cast<double>(bytes) / (32.0 * static_cast<double>(sectors)))
                       : std::nullopt;
}

std::optional<double> LineCounts::divergence() const {
    return branch_warps > 0
               ? std::optional(static_cast<double>(divergent_warps) / static_cast<double>(branch_warps))
               : std::nullopt;
}

std::vector<LineCounts> by_line(std::span<const SiteCounts> sites, std::span<const StallRecord> stalls) {
    using Place = std::pair<std::string, std::uint32_t>;
    std::map<std::tuple<Place, Provenance>, LineCounts> counted;
    std::map<Provenance, std::int64_t> all_sectors;
    for (const auto& counts : sites) {
        auto& line = counted[{{counts.site.file, counts.site.line}, counts.provenance}];
        line.provenance = counts.provenance;
        add_counts(line, counts);
        if (is_global(counts.site.kind))
            all_sectors[counts.provenance] = checked_sum(all_sectors[counts.provenance], counts.sectors);
    }
    std::map<Place, std::map<std::string, std::uint64_t>> sampled;
    std::uint64_t all_samples = 0;
    for (const auto& stall : stalls) {
        const auto reason = stall_reason(stall);
        if (reason.empty()) continue;
        auto& count = sampled[{stall.file, stall.line}][std::string(reason)];
        count = checked_sum(count, stall.samples);
        all_samples = checked_sum(all_samples, stall.samples);
    }
    std::vector<LineCounts> lines;
    const auto finish = [&](LineCounts line, const Place& place) {
        line.file = place.first;
        line.line = place.second;
        const auto all = line.provenance ? all_sectors[*line.provenance] : 0;
        if (all > 0) line.sector_share = static_cast<double>(line.sectors) / static_cast<double>(all);
        if (const auto found = sampled.find(place); found != sampled.end()) {
            std::uint64_t most = 0;
            for (const auto& [reason, samples] : found->second) {
                line.samples += samples;
                if (samples > most) most = samples, line.reason = reason;
            }
            if (all_samples > 0)
                line.sample_share = static_cast<double>(line.samples) / static_cast<double>(all_samples);
            sampled.erase(found);
        }
        lines.push_back(std::move(line));
    };
    for (auto& [key, line] : counted) finish(std::move(line), std::get<0>(key));
    while (!sampled.empty()) finish({}, Place(sampled.begin()->first));  // no site is recorded of the line
    std::ranges::stable_sort(lines, std::ranges::greater{},
                             [](const LineCounts& line) { return std::pair(line.sectors, line.samples); });
    return lines;
}

std::string_view stall_reason(const StallRecord& stall) {
    std::string_view reason = stall.reason;
    if (reason.ends_with("_not_issued")) return {};
    constexpr std::string_view before = "stalled_";
    const auto at = reason.rfind(before);
    return at == std::string_view::npos ? reason : reason.substr(at + before.size());
}

namespace {

struct Order {
    std::string_view name;
    double (*value)(const LineCounts&);
};
constexpr std::array orders{
    Order{"sectors", [](const LineCounts& line) { return static_cast<double>(line.sectors); }},
    Order{"samples", [](const LineCounts& line) { return static_cast<double>(line.samples); }},
    Order{"requests", [](const LineCounts& line) { return static_cast<double>(line.requests); }},
    Order{"conflicts", [](const LineCounts& line) { return static_cast<double>(line.extra_wavefronts); }},
    Order{"divergence", [](const LineCounts& line) { return static_cast<double>(line.divergent_warps); }}};

const Order& find_order(const std::string& by) {
    const auto found = std::ranges::find(orders, std::string_view(by), &Order::name);
    if (found != orders.end()) return *found;
    const auto names = line_orders();
    throw Error(ErrorKind::usage,
                "Lines can be sorted by sectors, samples, requests, conflicts or divergence, not by '" + by +
                    "'." + nearest_sentence(by, {names.begin(), names.end()}));
}

}  // namespace

std::span<const std::string_view> line_orders() {
    static constexpr auto names = [] {
        std::array<std::string_view, orders.size()> all;
        std::ranges::transform(orders, all.begin(), &Order::name);
        return all;
    }();
    return names;
}

double line_value(const LineCounts& line, const std::string& by) { return find_order(by).value(line); }

void sort_lines(std::vector<LineCounts>& lines, const std::string& by) {
    std::ranges::stable_sort(lines, std::ranges::greater{}, find_order(by).value);
}

}  // namespace sortscope::analyzer
