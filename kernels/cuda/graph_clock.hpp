// The time that a graph takes, by stamps of the GPU's clock that it makes itself.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

#include "kernels/cuda/device_memory.hpp"

namespace sortscope::kernels::cuda {

/// Two kernels of one thread, before the first node of a graph and behind its last, that note the GPU's clock
/// (%globaltimer). Events stand outside the graph: what is between them has the graph's launch in it, which
/// differs from process to process.
class GraphClock {
 public:
    /// Finds out in which steps the current device's clock moves. Waits.
    explicit GraphClock(cudaStream_t stream);

    /// In ns: 32 on an H200, 1024 on others. Never 0.
    std::uint64_t step_ns() const { return step_ns_; }
    /// Whether its steps are small enough to time sorts of microseconds.
    bool fine() const { return step_ns_ <= coarsest_step_ns; }

    /// Enqueue the stamps.
    void stamp_begin(cudaStream_t stream) const;
    void stamp_end(cudaStream_t stream) const;
    /// Between the stamps made last. Waits.
    double elapsed_ns(cudaStream_t stream) const;

 private:
    static constexpr std::uint64_t coarsest_step_ns = 64;

    DeviceMemory stamps_;
    std::uint64_t step_ns_ = 0;
};

}  // namespace sortscope::kernels::cuda
