// CUDA events that destroy themselves.
#pragma once

#include <cuda_runtime.h>

#include "kernels/cuda/check.hpp"

namespace sortscope::kernels::cuda {

/// A timestamp in a stream.
class Event {
 public:
    Event() { SORTSCOPE_CUDA_CALL(cudaEventCreate(&event_)); }
    ~Event() { cudaEventDestroy(event_); }
    Event(const Event&) = delete;
    Event& operator=(const Event&) = delete;

    void record(cudaStream_t stream) const { SORTSCOPE_CUDA_CALL(cudaEventRecord(event_, stream)); }
    /// Whether the stream has passed it.
    bool passed() const {
        const cudaError_t state = cudaEventQuery(event_);
        if (state == cudaErrorNotReady) {
            cudaGetLastError();  // not ready is no error: clear it
            return false;
        }
        SORTSCOPE_CUDA_CALL(state);
        return true;
    }
    void wait() const { SORTSCOPE_CUDA_CALL(cudaEventSynchronize(event_)); }

    /// Time from `from` to this event, which must have passed.
    double ns_since(const Event& from) const {
        float ms = 0;
        SORTSCOPE_CUDA_CALL(cudaEventElapsedTime(&ms, from.event_, event_));
        return static_cast<double>(ms) * 1e6;
    }

 private:
    cudaEvent_t event_ = nullptr;
};

/// Time between two events around the work that `enqueue` adds to `stream`. Waits.
template <class Enqueue>
double timed_ns(cudaStream_t stream, const Event& from, const Event& to, Enqueue&& enqueue) {
    from.record(stream);
    enqueue();
    to.record(stream);
    to.wait();
    return to.ns_since(from);
}

}  // namespace sortscope::kernels::cuda
