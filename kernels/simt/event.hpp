// Events of a lane (accesses, branches, loop steps), 16 bytes each, and their log.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "kernels/context/kernel.hpp"

namespace sortscope::kernels::simt {
/// Loop events bracket iterations, so lanes with different trip counts merge by iteration, as on hardware.
enum class EventKind : uint8_t {
    global_load,
    global_store,
    shared_load,
    shared_store,
    global_atomic,
    branch,  ///< address = 1 if the condition held
    loop_enter,
    loop_next,  ///< the condition held: one more iteration
    /// The loop ended: address = 1 by its condition, 0 by break or return
    loop_exit
};

/// `where` packs kind, log2 of the access size, buffer number and offset. It has no host pointer, so every
/// run logs the same values.
struct Event {
    SourcePlace site;  ///< one pointer wide in libstdc++
    uint64_t where;    ///< kind << 60 | log2 size << 56 | buffer << 40 | byte offset

    EventKind kind() const { return static_cast<EventKind>(where >> 60); }
    uint32_t size() const { return 1U << (where >> 56 & 15); }
    /// Buffers are 2^40 bytes apart, so each is aligned like an allocation.
    uint64_t address() const { return where & ((uint64_t{1} << 56) - 1); }
    bool flag() const { return where & 1; }

    static constexpr uint64_t pack(EventKind kind, uint32_t size, uint32_t buffer, uint64_t offset) {
        return uint64_t(kind) << 60 | uint64_t(std::countr_zero(size)) << 56 | uint64_t(buffer) << 40 |
               offset;
    }
};

static_assert(sizeof(SourcePlace) == sizeof(void*),
              "a site must be one pointer: libstdc++'s std::source_location is");
static_assert(sizeof(Event) == 16);

/// Key of a site, unique within the process.
inline uint64_t site_key(const SourcePlace& site) { return std::bit_cast<uint64_t>(site); }

/// Events of one lane since its warp last merged. An append-only array that keeps its memory.
class LaneLog {
 public:
    void append(const SourcePlace& site, uint64_t where) {
        if (end_ == limit_) [[unlikely]]
            grow();
        *end_++ = Event{site, where};
    }
    void clear() { end_ = begin_.get(); }
    /// Sets a function that reads and clears a full log of spill_events events or more; null: the log grows.
    /// Only a lane alone in its warp may spill, as its events merge with no other lane's.
    void spill_to(void (*spill)(void*), void* context) {
        spill_ = spill;
        context_ = context;
    }
    static constexpr size_t spill_events = size_t{1} << 16;
    size_t size() const { return size_t(end_ - begin_.get()); }
    const Event* data() const { return begin_.get(); }

 private:
    void grow() {
        const size_t used = size();
        if (spill_ != nullptr && used >= spill_events) return spill_(context_);
        const size_t capacity = used == 0 ? 64 : used * 2;
        auto larger = std::make_unique_for_overwrite<Event[]>(
            capacity);  // NOLINT: an array of trivially copyable events
        std::copy_n(begin_.get(), used, larger.get());
        begin_ = std::move(larger);
        end_ = begin_.get() + used;
        limit_ = begin_.get() + capacity;
    }

    std::unique_ptr<Event[]> begin_;  // NOLINT
    Event* end_ = nullptr;
    Event* limit_ = nullptr;
    void (*spill_)(void*) = nullptr;
    void* context_ = nullptr;
};
}
