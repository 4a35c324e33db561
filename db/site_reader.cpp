#include "db/site_reader.hpp"

#include <algorithm>
#include <map>
#include <tuple>

#include "core/metric/sums.hpp"
#include "db/launch_reader.hpp"

namespace sortscope::db {
namespace {

auto source_order(const SiteCounts& s) {
    return std::tie(s.site.file, s.site.line, s.site.column, s.site.kind, s.site.function, s.provenance);
}

/// The counts of a site, in the order of the layout's columns.
template <class Counts, class Visit>
void visit_counts(Counts& s, Visit&& visit) {
    visit(s.requests, s.threads, s.bytes, s.sectors, s.lines, s.sizes[0], s.sizes[1], s.sizes[2], s.sizes[3],
          s.sizes_cc13[0], s.sizes_cc13[1], s.sizes_cc13[2], s.extra_wavefronts, s.taken_threads,
          s.divergent_warps);
}

}  // namespace

void order_by_source(std::vector<SiteCounts>& sites) {
    std::ranges::sort(
        sites, [](const SiteCounts& a, const SiteCounts& b) { return source_order(a) < source_order(b); });
}

void read_site(RowReader& row, std::int64_t& site, SiteCounts& counts) {
    row.read(range::any(site), counts.provenance);
    visit_counts(counts, [&](auto&... count) { row.read(count...); });
}

std::vector<SiteCounts> LaunchReader::sites(const CaseKey& key, std::uint64_t first, std::uint64_t last) {
    std::map<std::pair<std::int64_t, Provenance>, SiteCounts> sums;
    if (key.launches > 0) {
        Statement select(database_, layout_.sites);
        bind_row(select, key.first_launch, first, last);
        for_each_row(select, "launch_site", [&](RowReader& row) {
            std::int64_t site = 0;
            SiteCounts counts;
            row.skip();
            read_site(row, site, counts);
            const auto [place, is_new] = sums.try_emplace({site, counts.provenance});
            if (is_new) {
                place->second = std::move(counts);
                place->second.site = lookups_.sites.at(site);
                return;
            }
            try {
                add(place->second, counts);
            } catch (const Error&) {
                throw BadValue("the counts of table 'launch_site' add up to more than 64 bits hold");
            }
        });
    }
    std::vector<SiteCounts> all;
    for (auto& [site, counts] : sums) all.push_back(std::move(counts));
    order_by_source(all);
    return all;
}

}  // namespace sortscope::db
