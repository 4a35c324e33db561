#include <vector>

#include "kernels/cuda/device_memory.hpp"
#include "kernels/cuda/device_text.hpp"

namespace sortscope::kernels::cuda {
namespace {

constexpr unsigned room = longest_device_text + 1;

/// One thread copies one text, since a driver copy would need its length first.
__global__ void copy_texts(const char* const* texts, unsigned count, char* copies) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    const char* text = texts[i];
    unsigned length = 0;
    while (text[length] != 0) ++length;
    if (length > longest_device_text) text += length - longest_device_text;
    char* const copy = copies + static_cast<std::size_t>(i) * room;
    unsigned k = 0;
    for (; text[k] != 0; ++k) copy[k] = text[k];
    copy[k] = 0;
}

}  // namespace

std::map<const char*, std::string> device_texts(const std::set<const char*>& addresses, cudaStream_t stream) {
    std::map<const char*, std::string> texts;
    if (addresses.empty()) return texts;
    const std::vector<const char*> list(addresses.begin(), addresses.end());
    const DeviceMemory pointers(list.size() * sizeof(const char*));
    const DeviceMemory copies(list.size() * room);
    SORTSCOPE_CUDA_CALL(cudaMemsetAsync(copies.get(), 0, copies.bytes(), stream));
    SORTSCOPE_CUDA_CALL(
        cudaMemcpyAsync(pointers.get(), list.data(), pointers.bytes(), cudaMemcpyHostToDevice, stream));
    copy_texts<<<static_cast<unsigned>((list.size() + 63) / 64), 64, 0, stream>>>(
        pointers.as<const char*>(), static_cast<unsigned>(list.size()), copies.as<char>());
    SORTSCOPE_CUDA_CALL(cudaGetLastError());
    std::vector<char> host(copies.bytes());
    SORTSCOPE_CUDA_CALL(
        cudaMemcpyAsync(host.data(), copies.get(), host.size(), cudaMemcpyDeviceToHost, stream));
    SORTSCOPE_CUDA_CALL(cudaStreamSynchronize(stream));
    for (std::size_t i = 0; i < list.size(); ++i) texts.emplace(list[i], host.data() + i * room);
    return texts;
}

}  // namespace sortscope::kernels::cuda
