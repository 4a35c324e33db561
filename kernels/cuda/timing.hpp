// Times enqueued GPU work: events, stamps in a graph, and a gate that holds the stream.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

#include "kernels/cuda/check.hpp"
#include "kernels/cuda/device_memory.hpp"

namespace sortscope::kernels::cuda {
class Event {
 public:
    Event() { SORTSCOPE_CUDA_CALL(cudaEventCreate(&event_)); }
    ~Event() { cudaEventDestroy(event_); }
    Event(const Event&) = delete;
    Event& operator=(const Event&) = delete;

    void record(cudaStream_t stream) const { SORTSCOPE_CUDA_CALL(cudaEventRecord(event_, stream)); }
    bool passed() const {
        const cudaError_t state = cudaEventQuery(event_);
        if (state == cudaErrorNotReady) {
            cudaGetLastError();  // clear the error: the event is merely not ready
            return false;
        }
        SORTSCOPE_CUDA_CALL(state);
        return true;
    }
    void wait() const { SORTSCOPE_CUDA_CALL(cudaEventSynchronize(event_)); }

    /// This event must have passed.
    double ns_since(const Event& from) const {
        float ms = 0;
        SORTSCOPE_CUDA_CALL(cudaEventElapsedTime(&ms, from.event_, event_));
        return double(ms) * 1e6;
    }

 private:
    cudaEvent_t event_ = nullptr;
};

/// Time of the work of `enqueue`, between two events. Waits.
template <class Enqueue>
double timed_ns(cudaStream_t stream, const Event& from, const Event& to, Enqueue&& enqueue) {
    from.record(stream);
    enqueue();
    to.record(stream);
    to.wait();
    return to.ns_since(from);
}

/// Times a graph. Its first and last node, kernels of one thread, record the GPU's clock (%globaltimer).
/// Events are outside the graph and would include its launch; launch times differ between processes.
class GraphClock {
 public:
    /// Measures the clock's step on the current device. Waits.
    explicit GraphClock(cudaStream_t stream);

    /// Step of the clock: 32 ns on an H200, 1024 ns on some other GPUs; never 0.
    uint64_t step_ns() const { return step_ns_; }
    /// True if the clock can time sorts that take microseconds.
    bool fine() const { return step_ns_ <= coarsest_step_ns; }

    void stamp_begin(cudaStream_t stream) const;
    void stamp_end(cudaStream_t stream) const;
    /// Time between the latest stamps. Waits.
    double elapsed_ns(cudaStream_t stream) const;

 private:
    static constexpr uint64_t coarsest_step_ns = 64;

    DeviceMemory stamps_;
    uint64_t step_ns_ = 0;
};

void hold(cudaStream_t stream, uint64_t ns);

/// Holds the stream until the work and both events are enqueued, so that the time excludes the host's
/// launches: an idle GPU would pass the first event at once. Learns how long to hold.
class StreamGate {
 public:
    /// With a clock, time_ns() must enqueue a graph that has the clock's stamps.
    explicit StreamGate(const GraphClock* clock = nullptr) : clock_(clock) {}

    /// Time of the work of `enqueue`. Calls `prepare` before each attempt. If the host was slower than the
    /// hold, tries again with twice the hold. If all attempts fail, returns the last time, and held() is
    /// false. Waits.
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
    /// True if the latest time excludes host time.
    bool held() const { return held_; }

 private:
    static constexpr int most_attempts = 8;
    static constexpr uint64_t most_hold_ns = 20'000'000;

    const GraphClock* clock_;
    Event from_, to_;
    uint64_t hold_ns_ = 20'000;
    bool held_ = true;
};
}
