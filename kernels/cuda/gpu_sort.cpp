// Input and digests of all GPU sorts.
#include "kernels/cuda/gpu_sort.hpp"

#include "kernels/context/keys.hpp"
#include "kernels/cuda/digest.hpp"
#include "kernels/cuda/generate.hpp"

namespace sortscope::kernels::cuda {

GpuSort::GpuSort(Workload workload, std::uint64_t count, cudaStream_t stream)
    : workload_(std::move(workload)),
      count_(count),
      stream_(stream),
      input_(count * key_bytes(workload_.key)) {}

void GpuSort::upload(std::span<const std::byte> keys) {
    SORTSCOPE_CUDA_CALL(
        cudaMemcpyAsync(input_.get(), keys.data(), keys.size(), cudaMemcpyHostToDevice, stream_));
    pad(keys);
    SORTSCOPE_CUDA_CALL(cudaStreamSynchronize(stream_));
    input_changed();
}

void GpuSort::generate() {
    generate_keys(input_.get(), workload_.key, recipe_of(workload_), stream_);
    SORTSCOPE_CUDA_CALL(cudaStreamSynchronize(stream_));
    if (count_ != workload_.n) {
        std::vector<std::byte> keys(has_value(workload_.key) ? workload_.bytes()
                                                             : 0);  // only records can mix with padding
        download_input(keys);
        pad(keys);
        SORTSCOPE_CUDA_CALL(cudaStreamSynchronize(stream_));
    }
    input_changed();
}

void GpuSort::pad(std::span<const std::byte> keys) {
    if (count_ == workload_.n) return;
    const auto missing =
        padding(keys, workload_.key, keys.size() / key_bytes(workload_.key) + count_ - workload_.n);
    SORTSCOPE_CUDA_CALL(cudaMemcpyAsync(input_.as<std::byte>() + workload_.bytes(), missing.data(),
                                        missing.size(), cudaMemcpyHostToDevice, stream_));
    SORTSCOPE_CUDA_CALL(cudaStreamSynchronize(stream_));  // `missing` must live until the copy ends
}

std::unique_ptr<Graph> GpuSort::capture(const GraphClock* clock) {
    restore();
    SORTSCOPE_CUDA_CALL(cudaStreamSynchronize(stream_));
    return std::make_unique<Graph>(
        stream_, [this] { run(); }, clock);
}

void GpuSort::run(const Graph& graph) {
    graph.launch(stream_);
    replayed();
}

void GpuSort::download_input(std::span<std::byte> keys) {
    prepare_input();
    SORTSCOPE_CUDA_CALL(
        cudaMemcpyAsync(keys.data(), input_.get(), keys.size(), cudaMemcpyDeviceToHost, stream_));
    SORTSCOPE_CUDA_CALL(cudaStreamSynchronize(stream_));
}

void GpuSort::download(std::span<std::byte> keys) {
    SORTSCOPE_CUDA_CALL(cudaMemcpyAsync(keys.data(), output(), keys.size(), cudaMemcpyDeviceToHost, stream_));
    SORTSCOPE_CUDA_CALL(cudaStreamSynchronize(stream_));
}

Digest GpuSort::input_digest(std::uint64_t run) {
    prepare_input();
    return device_digest(input_.get(), workload_.n, workload_.key, run, stream_);
}
Digest GpuSort::output_digest(std::uint64_t run) {
    return device_digest(output(), workload_.n, workload_.key, run, stream_);
}

}  // namespace sortscope::kernels::cuda
