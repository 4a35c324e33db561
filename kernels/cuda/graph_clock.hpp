// Times a graph by its own stamps of the GPU's clock.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

#include "kernels/cuda/device_memory.hpp"

namespace sortscope::kernels::cuda {

/// Two kernels of one thread record the GPU's clock (%globaltimer) before the first and after the last node.
/// Events would be outside the graph and include its launch, which differs between processes.
class GraphClock {
 public:
    /// Measures the clock's step on the current device. Waits.
    explicit GraphClock(cudaStream_t stream);

    /// Clock step in ns: 32 on an H200, 1024 on others. Never 0.
    std::uint64_t step_ns() const { return step_ns_; }
    /// Whether the step suits sorts of microseconds.
    bool fine() const { return step_ns_ <= coarsest_step_ns; }

    /// Enqueue the stamps.
    void stamp_begin(cudaStream_t stream) const;
    void stamp_end(cudaStream_t stream) const;
    /// Time between the last stamps. Waits.
    double elapsed_ns(cudaStream_t stream) const;

 private:
    static constexpr std::uint64_t coarsest_step_ns = 64;

    DeviceMemory stamps_;
    std::uint64_t step_ns_ = 0;
};

}  // namespace sortscope::kernels::cuda
