// Runs launches as one CUDA graph, without the host's launch costs.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <functional>

namespace sortscope::kernels::cuda {
class GraphClock;

/// An instantiated CUDA graph, ready on the GPU.
class Graph {
 public:
    /// Captures, instantiates and uploads the work of `enqueue`, without running it. If there is a clock, its
    /// stamps are the first and last node. Waits. If CUDA cannot capture the work, throws Error(unsupported)
    /// and leaves the stream as it was.
    Graph(cudaStream_t stream, const std::function<void()>& enqueue, const GraphClock* clock = nullptr,
          cudaStreamCaptureMode mode = cudaStreamCaptureModeRelaxed);
    ~Graph();
    Graph(const Graph&) = delete;
    Graph& operator=(const Graph&) = delete;

    void launch(cudaStream_t stream) const;
    /// Number of nodes without the clock's stamps.
    size_t nodes() const { return nodes_; }

 private:
    cudaGraphExec_t graph_ = nullptr;
    size_t nodes_ = 0;
};
}
