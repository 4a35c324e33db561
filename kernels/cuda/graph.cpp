#include "kernels/cuda/graph.hpp"

#include <exception>
#include <memory>
#include <string>
#include <type_traits>

#include "core/error.hpp"
#include "kernels/cuda/check.hpp"
#include "kernels/cuda/timing.hpp"

namespace sortscope::kernels::cuda {
namespace {
struct DestroyGraph {
    void operator()(cudaGraph_t graph) const { cudaGraphDestroy(graph); }
};
using OwnedGraph = std::unique_ptr<std::remove_pointer_t<cudaGraph_t>, DestroyGraph>;

[[noreturn]] void refuse(const std::string& why) {
    cudaGetLastError();  // clear the error, else the next checked launch reports it again
    throw Error(ErrorKind::unsupported, "The launches cannot be captured as a CUDA graph: " + why);
}

/// Captures `enqueue`. Ends a failed capture too, since the stream would remain in capture mode.
OwnedGraph captured(cudaStream_t stream, const std::function<void()>& enqueue, const GraphClock* clock,
                    cudaStreamCaptureMode mode) {
    SORTSCOPE_CUDA_CALL(cudaStreamBeginCapture(stream, mode));
    std::string why;
    try {
        if (clock != nullptr) clock->stamp_begin(stream);
        enqueue();
        if (clock != nullptr) clock->stamp_end(stream);
    } catch (const std::exception& error) {
        why = error.what();
    }
    cudaGraph_t graph = nullptr;
    const cudaError_t ended = cudaStreamEndCapture(stream, &graph);
    OwnedGraph owned(graph);
    if (!why.empty()) refuse(why);
    if (ended != cudaSuccess || graph == nullptr) refuse(std::string(cudaGetErrorString(ended)) + ".");
    return owned;
}
}  // namespace

Graph::Graph(cudaStream_t stream, const std::function<void()>& enqueue, const GraphClock* clock,
             cudaStreamCaptureMode mode) {
    const OwnedGraph source = captured(stream, enqueue, clock, mode);
    SORTSCOPE_CUDA_CALL(cudaGraphGetNodes(source.get(), nullptr, &nodes_));
    constexpr size_t stamps = 2;
    if (clock != nullptr) nodes_ -= stamps;
    if (nodes_ == 0) refuse("nothing was launched.");
    if (const cudaError_t made = cudaGraphInstantiate(&graph_, source.get(), 0); made != cudaSuccess)
        refuse(std::string(cudaGetErrorString(made)) + ".");
    const cudaError_t uploaded = cudaGraphUpload(graph_, stream);
    const cudaError_t done = uploaded == cudaSuccess ? cudaStreamSynchronize(stream) : uploaded;
    if (done == cudaSuccess) return;
    cudaGraphExecDestroy(graph_);
    refuse(std::string(cudaGetErrorString(done)) + ".");
}

Graph::~Graph() { cudaGraphExecDestroy(graph_); }

void Graph::launch(cudaStream_t stream) const { SORTSCOPE_CUDA_CALL(cudaGraphLaunch(graph_, stream)); }
}
