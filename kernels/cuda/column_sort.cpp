#include "kernels/cuda/column_sort.hpp"

#include <cstring>
#include <vector>

namespace sortscope::kernels::cuda {

Columns::Columns(const Workload& workload)
    : keys(has_value(workload.key) ? workload.bytes() / 2 : workload.bytes()),
      values(has_value(workload.key) ? workload.bytes() / 2 : 0) {}

ColumnSort::ColumnSort(const Workload& workload, cudaStream_t stream)
    : GpuSort(workload, workload.n, stream), front_(workload) {
    if (!records()) return;
    pristine_ = Columns(workload);
    joined_ = DeviceMemory(workload.bytes());
}

void ColumnSort::upload(std::span<const std::byte> records_in) {
    if (!records()) return GpuSort::upload(records_in);
    const std::size_t word = word_bytes();
    std::vector<std::byte> keys(records_in.size() / 2), values(records_in.size() / 2);
    for (std::size_t i = 0; i < keys.size(); i += word) {
        std::memcpy(keys.data() + i, records_in.data() + 2 * i, word);
        std::memcpy(values.data() + i, records_in.data() + 2 * i + word, word);
    }
    SORTSCOPE_CUDA_CALL(
        cudaMemcpyAsync(pristine_.keys.get(), keys.data(), keys.size(), cudaMemcpyHostToDevice, stream()));
    SORTSCOPE_CUDA_CALL(cudaMemcpyAsync(pristine_.values.get(), values.data(), values.size(),
                                        cudaMemcpyHostToDevice, stream()));
    SORTSCOPE_CUDA_CALL(cudaStreamSynchronize(stream()));
    input_is_behind_ = true;
}

void ColumnSort::prepare_input() {
    if (!input_is_behind_) return;
    join_records(pristine_.keys.get(), pristine_.values.get(), writable_input(), workload().n, word_bytes(),
                 stream());
    input_is_behind_ = false;
}

void ColumnSort::input_changed() {
    if (!records()) return;
    split_records(input(), pristine_.keys.get(), pristine_.values.get(), workload().n, word_bytes(),
                  stream());
    SORTSCOPE_CUDA_CALL(cudaStreamSynchronize(stream()));
    input_is_behind_ = false;
}

void ColumnSort::restore() {
    const void* const keys = records() ? pristine_.keys.get() : input();
    SORTSCOPE_CUDA_CALL(
        cudaMemcpyAsync(front_.keys.get(), keys, front_.keys.bytes(), cudaMemcpyDeviceToDevice, stream()));
    if (records())
        SORTSCOPE_CUDA_CALL(cudaMemcpyAsync(front_.values.get(), pristine_.values.get(),
                                            front_.values.bytes(), cudaMemcpyDeviceToDevice, stream()));
}

void ColumnSort::download(std::span<std::byte> records_out) {
    if (!records()) return GpuSort::download(records_out);
    const std::size_t word = word_bytes();
    std::vector<std::byte> keys(records_out.size() / 2), values(records_out.size() / 2);
    SORTSCOPE_CUDA_CALL(
        cudaMemcpyAsync(keys.data(), sorted_keys(), keys.size(), cudaMemcpyDeviceToHost, stream()));
    SORTSCOPE_CUDA_CALL(
        cudaMemcpyAsync(values.data(), sorted_values(), values.size(), cudaMemcpyDeviceToHost, stream()));
    SORTSCOPE_CUDA_CALL(cudaStreamSynchronize(stream()));
    for (std::size_t i = 0; i < keys.size(); i += word) {
        std::memcpy(records_out.data() + 2 * i, keys.data() + i, word);
        std::memcpy(records_out.data() + 2 * i + word, values.data() + i, word);
    }
}

const void* ColumnSort::output() {
    if (!records()) return sorted_keys();
    join_records(sorted_keys(), sorted_values(), joined_.get(), workload().n, word_bytes(), stream());
    return joined_.get();
}

}  // namespace sortscope::kernels::cuda
