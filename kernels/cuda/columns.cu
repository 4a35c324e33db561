// Converts records to two arrays, and back.
#include <algorithm>

#include "kernels/context/record.hpp"
#include "kernels/cuda/column_sort.hpp"

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

}  // namespace

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

}  // namespace sortscope::kernels::cuda
