#include "kernels/cuda/column_sort.hpp"

#include <algorithm>
#include <cstring>
#include <vector>

#include "kernels/context/record.hpp"

namespace sortscope::kernels::cuda {
namespace {

// Moves a key as the unsigned word of its width.
template <class Word>
__global__ void split_kernel(const KeyValue<Word>* records, Word* keys, Word* values, std::uint64_t count) {
    const std::uint64_t stride = std::uint64_t{gridDim.x} * blockDim.x;
    for (std::uint64_t i = std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x; i < count; i += stride) {
        const KeyValue<Word> record = records[i];
        keys[i] = record.key;
        values[i] = record.value;
    }
}

template <class Word>
__global__ void join_kernel(const Word* keys, const Word* values, KeyValue<Word>* records,
                            std::uint64_t count) {
    const std::uint64_t stride = std::uint64_t{gridDim.x} * blockDim.x;
    for (std::uint64_t i = std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x; i < count; i += stride)
        records[i] = {keys[i], values[i]};
}

unsigned blocks_for(std::uint64_t count) {
    return static_cast<unsigned>(std::min<std::uint64_t>((count + 255) / 256, 65535));
}

template <class F>
void with_word(std::size_t bytes, F&& f) {
    if (bytes == 8)
        f(std::uint64_t{});
    else
        f(std::uint32_t{});
}

/// Converts `count` records of two words of `word_bytes` (4 or 8) into two arrays.
void split_records(const void* records, void* keys, void* values, std::uint64_t count, std::size_t word_bytes,
                   cudaStream_t stream) {
    if (count == 0) return;
    with_word(word_bytes, [&](auto word) {
        using Word = decltype(word);
        split_kernel<<<blocks_for(count), 256, 0, stream>>>(static_cast<const KeyValue<Word>*>(records),
                                                            static_cast<Word*>(keys),
                                                            static_cast<Word*>(values), count);
    });
    SORTSCOPE_CUDA_CALL(cudaGetLastError());
}

/// Converts two arrays into records.
void join_records(const void* keys, const void* values, void* records, std::uint64_t count,
                  std::size_t word_bytes, cudaStream_t stream) {
    if (count == 0) return;
    with_word(word_bytes, [&](auto word) {
        using Word = decltype(word);
        join_kernel<<<blocks_for(count), 256, 0, stream>>>(static_cast<const Word*>(keys),
                                                           static_cast<const Word*>(values),
                                                           static_cast<KeyValue<Word>*>(records), count);
    });
    SORTSCOPE_CUDA_CALL(cudaGetLastError());
}

}  // namespace

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
