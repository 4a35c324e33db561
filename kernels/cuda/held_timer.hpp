// Times enqueued GPU work without the host's time to enqueue it.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

#include "kernels/cuda/event.hpp"
#include "kernels/cuda/graph_clock.hpp"

namespace sortscope::kernels::cuda {

/// Enqueues a kernel that waits for `ns`.
void hold(cudaStream_t stream, std::uint64_t ns);

/// Times work between two events and holds the stream until all three are enqueued. Otherwise an idle GPU
/// passes the first event at once, and the time includes the host's launching. Learns how long to hold.
class HeldTimer {
 public:
    /// With a clock, times a graph by its own stamps; it must be captured with this clock.
    explicit HeldTimer(const GraphClock* clock = nullptr) : clock_(clock) {}

    /// The time of the work that `enqueue` adds to `stream`. Calls `prepare` before each attempt. If the host
    /// was slower than the hold, it repeats with twice the hold. After several attempts it returns the last
    /// time, and held() is false. Waits.
    template <class Prepare, class Enqueue>
    double time_ns(cudaStream_t stream, Prepare&& prepare, Enqueue&& enqueue) {
        for (int attempt = 1;; ++attempt) {
            prepare();
            hold(stream, hold_ns_);
            from_.record(stream);
            enqueue();
            to_.record(stream);
            held_ = !from_.passed();
            to_.wait();
            if (held_ || attempt == most_attempts)
                return clock_ != nullptr ? clock_->elapsed_ns(stream) : to_.ns_since(from_);
            if (hold_ns_ < most_hold_ns) hold_ns_ *= 2;
        }
    }
    /// Whether the last time excludes the host's part.
    bool held() const { return held_; }

 private:
    static constexpr int most_attempts = 8;
    static constexpr std::uint64_t most_hold_ns = 20'000'000;

    const GraphClock* clock_;
    Event from_, to_;
    std::uint64_t hold_ns_ = 20'000;
    bool held_ = true;
};

}  // namespace sortscope::kernels::cuda
