// Counts by site, filled by one worker without locks.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/records.hpp"
#include "kernels/simt/event.hpp"

namespace sortscope::kernels::simt {
/// Hash table with open addressing by (site, kind). References are valid until the next insertion.
class SiteTable {
 public:
    SiteTable();
    /// Counts of a site, initially zero.
    SiteCounts& at(const SourcePlace& site, SiteKind kind) {
        const uint64_t key = site_key(site) * 8 + uint64_t(kind);
        for (size_t slot = hash(key);; slot = (slot + 1) & (keys_.size() - 1)) {
            if (keys_[slot] == key) [[likely]]
                return rows_[index_[slot]];
            if (keys_[slot] == 0) return insert(key, site, kind);
        }
    }
    std::span<const SiteCounts> rows() const { return rows_; }
    void clear();

 private:
    size_t hash(uint64_t key) const { return size_t(key * 0x9E3779B97F4A7C15ULL >> 40) & (keys_.size() - 1); }
    SiteCounts& insert(uint64_t key, const SourcePlace& site, SiteKind kind);

    std::vector<uint64_t> keys_;
    std::vector<uint32_t> index_;
    std::vector<SiteCounts> rows_;
};
}
