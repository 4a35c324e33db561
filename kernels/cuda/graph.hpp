// Launches as one CUDA graph: what the GPU needs for them, without the host's part in launching.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <functional>

namespace sortscope::kernels::cuda {

class GraphClock;

/// An instantiated graph, ready on the GPU.
class Graph {
 public:
    /// Captures what `enqueue` puts into `stream` (in relaxed mode: libraries may ask the driver things
    /// meanwhile), instantiates and uploads it. With a clock its stamps are the graph's first and last node.
    /// Nothing of it is run. Waits. Throws Error(unsupported) that says what cannot be captured, with the
    /// stream as it was.
    Graph(cudaStream_t stream, const std::function<void()>& enqueue, const GraphClock* clock = nullptr);
    ~Graph();
    Graph(const Graph&) = delete;
    Graph& operator=(const Graph&) = delete;

    /// Enqueues all of it on `stream`.
    void launch(cudaStream_t stream) const;
    /// Without the stamps.
    std::size_t nodes() const { return nodes_; }

 private:
    cudaGraphExec_t graph_ = nullptr;
    std::size_t nodes_ = 0;
};

}  // namespace sortscope::kernels::cuda
