#include "kernels/simt/site_table.hpp"

#include <utility>

#include "kernels/context/site_counts.hpp"

namespace sortscope::kernels::simt {
SiteCounts& SiteTable::insert(uint64_t key, const SourcePlace& site, SiteKind kind) {
    if (rows_.size() * 2 >= slots_.size()) {
        const auto old = std::exchange(slots_, std::vector<Slot>(slots_.size() * 2));
        for (const Slot& each : old)
            if (each.key != 0) slot_of(each.key) = each;
    }
    slot_of(key) = {key, uint32_t(rows_.size())};
    SiteCounts counts;
    counts.site = {kind, short_source_path(site.file_name()), site.line(), site.column(),
                   site.function_name()};
    counts.provenance = Provenance::modelled;
    rows_.push_back(std::move(counts));
    return rows_.back();
}

void SiteTable::clear() {
    std::ranges::fill(slots_, Slot{});
    rows_.clear();
}
}
