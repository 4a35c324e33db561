#include "kernels/cuda/device_memory.hpp"

#include <algorithm>
#include <string>

#include "core/error.hpp"
#include "core/text.hpp"

namespace sortscope::kernels::cuda {
namespace {
constexpr size_t alignment = 512;  // alignment of cudaMalloc, more than any vector type needs

size_t rounded(size_t bytes) { return (std::max<size_t>(bytes, 1) + alignment - 1) / alignment * alignment; }

thread_local Arena* current = nullptr;
}  // namespace

Arena::Arena(size_t bytes) : bytes_(bytes) {
    void* base = nullptr;
    SORTSCOPE_CUDA_CALL(cudaMalloc(&base, bytes));
    base_ = static_cast<char*>(base);
}

Arena::~Arena() { cudaFree(base_); }

void* Arena::take(size_t bytes) {
    const size_t size = rounded(bytes);
    if (size > bytes_ / 8 || size > bytes_ - used_) return nullptr;
    void* const place = base_ + used_;
    used_ += size;
    ++blocks_;
    return place;
}

void Arena::give_back(void* base, size_t bytes) noexcept {
    // Frees the last piece at once, all others when every piece is back.
    if (static_cast<char*>(base) + rounded(bytes) == base_ + used_) used_ -= rounded(bytes);
    if (--blocks_ == 0) used_ = 0;
}

Arena::Scope::Scope(Arena* arena) : before_(std::exchange(current, arena)) {}
Arena::Scope::~Scope() { current = before_; }

Arena* Arena::of_this_thread() { return current; }

void FreeMemory::operator()(void* base) const {
    if (arena != nullptr)
        arena->give_back(base, bytes);
    else
        cudaFree(base);
}

DeviceMemory::DeviceMemory(size_t bytes) {
    Arena* const arena = Arena::of_this_thread();
    void* base = arena == nullptr ? nullptr : arena->take(bytes);
    if (base != nullptr) {
        memory_ = {base, FreeMemory{bytes, arena}};
        return;
    }
    const cudaError_t result = cudaMalloc(&base, bytes == 0 ? 1 : bytes);
    if (result == cudaErrorMemoryAllocation) {
        cudaGetLastError();
        size_t free = 0, total = 0;
        SORTSCOPE_CUDA_CALL(cudaMemGetInfo(&free, &total));
        throw Error(ErrorKind::unsupported, "The GPU has no room for " + format_bytes(double(bytes)) + ": " +
                                                format_bytes(double(free)) + " of " +
                                                format_bytes(double(total)) + " are free. Sort fewer keys.");
    }
    SORTSCOPE_CUDA_CALL(result);
    memory_ = {base, FreeMemory{bytes, nullptr}};
}

void check(cudaError_t result, const char* call, std::source_location at) {
    if (result == cudaSuccess) return;
    const std::string path = at.file_name();
    const auto slash = path.rfind('/');
    const std::string file = slash == std::string::npos ? path : path.substr(slash + 1);
    throw Error(ErrorKind::environment, std::string("A CUDA call failed: ") + call + " gave " +
                                            cudaGetErrorName(result) + " (" + cudaGetErrorString(result) +
                                            ") at " + file + ":" + std::to_string(at.line()) + ".");
}
}
