// The events of one lane since its warp last merged.
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>

#include "kernels/simt/event.hpp"

namespace sortscope::kernels::simt {

/// An append-only array that keeps its memory; appending is two stores and a compare.
class LaneLog {
 public:
    void append(const SourcePlace& site, std::uint64_t where) {
        if (end_ == limit_) [[unlikely]]
            grow();
        *end_++ = Event{site, where};
    }
    void clear() { end_ = begin_.get(); }
    /// Calls spill(context) at spill_events events, which reads and clears the log; null: the log grows. Only
    /// a lane alone in its warp may spill, since no other lane's events must be waited for.
    void spill_to(void (*spill)(void*), void* context) {
        spill_ = spill;
        context_ = context;
    }
    static constexpr std::size_t spill_events = std::size_t{1} << 16;
    std::size_t size() const { return static_cast<std::size_t>(end_ - begin_.get()); }
    const Event* data() const { return begin_.get(); }

 private:
    void grow() {
        const std::size_t used = size();
        if (spill_ != nullptr && used >= spill_events) return spill_(context_);
        const std::size_t capacity = used == 0 ? 64 : used * 2;
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

}  // namespace sortscope::kernels::simt
