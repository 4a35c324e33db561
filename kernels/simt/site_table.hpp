// Counts by site, filled by one worker without locks.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/records.hpp"
#include "kernels/simt/event.hpp"

namespace sortscope::kernels::simt {
/// Hash table of counts by (site, kind). References are valid until the next insertion.
class SiteTable {
 public:
    /// Counts of a site, initially zero.
    SiteCounts& at(const SourcePlace& site, SiteKind kind) {
        const uint64_t key = site_key(site) * 8 + uint64_t(kind);
        const Slot& slot = slot_of(key);
        if (slot.key == key) [[likely]]
            return rows_[slot.row];
        return insert(key, site, kind);
    }
    std::span<const SiteCounts> rows() const { return rows_; }
    void clear();

 private:
    struct Slot {
        uint64_t key = 0;  ///< 0: free
        uint32_t row = 0;
    };
    /// The slot of `key`, or the free slot for it.
    Slot& slot_of(uint64_t key) {
        const size_t last = slots_.size() - 1;
        size_t slot = size_t(key * 0x9E3779B97F4A7C15ULL >> 40) & last;
        while (slots_[slot].key != 0 && slots_[slot].key != key) slot = (slot + 1) & last;
        return slots_[slot];
    }
    SiteCounts& insert(uint64_t key, const SourcePlace& site, SiteKind kind);

    std::vector<Slot> slots_ = std::vector<Slot>(256);
    std::vector<SiteCounts> rows_;
};
}
