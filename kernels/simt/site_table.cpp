#include "kernels/simt/site_table.hpp"

#include "kernels/context/site_counts.hpp"

namespace sortscope::kernels::simt {
namespace {
constexpr size_t first_capacity = 256;
}  // namespace

SiteTable::SiteTable() : keys_(first_capacity), index_(first_capacity) {}

SiteCounts& SiteTable::insert(uint64_t key, const SourcePlace& site, SiteKind kind) {
    if (rows_.size() * 2 >= keys_.size()) {
        std::vector<uint64_t> old_keys(keys_.size() * 2);
        std::vector<uint32_t> old_index(index_.size() * 2);
        old_keys.swap(keys_);
        old_index.swap(index_);
        for (size_t i = 0; i < old_keys.size(); ++i) {
            if (old_keys[i] == 0) continue;
            size_t slot = hash(old_keys[i]);
            while (keys_[slot] != 0) slot = (slot + 1) & (keys_.size() - 1);
            keys_[slot] = old_keys[i];
            index_[slot] = old_index[i];
        }
    }
    size_t slot = hash(key);
    while (keys_[slot] != 0) slot = (slot + 1) & (keys_.size() - 1);
    keys_[slot] = key;
    index_[slot] = uint32_t(rows_.size());
    SiteCounts counts;
    counts.site = {kind, short_source_path(site.file_name()), site.line(), site.column(),
                   site.function_name()};
    counts.provenance = Provenance::modelled;
    rows_.push_back(std::move(counts));
    return rows_.back();
}

void SiteTable::clear() {
    std::fill(keys_.begin(), keys_.end(), 0);
    rows_.clear();
}
}
