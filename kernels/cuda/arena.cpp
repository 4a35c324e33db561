#include "kernels/cuda/arena.hpp"

#include <algorithm>
#include <utility>

#include "kernels/cuda/check.hpp"

namespace sortscope::kernels::cuda {
namespace {

constexpr std::size_t alignment = 512;  // alignment of cudaMalloc, more than any vector type needs

std::size_t rounded(std::size_t bytes) {
    return (std::max<std::size_t>(bytes, 1) + alignment - 1) / alignment * alignment;
}

thread_local Arena* current = nullptr;

}  // namespace

Arena::Arena(std::size_t bytes) : bytes_(bytes) {
    void* base = nullptr;
    SORTSCOPE_CUDA_CALL(cudaMalloc(&base, bytes));
    base_ = static_cast<char*>(base);
}

Arena::~Arena() { cudaFree(base_); }

void* Arena::take(std::size_t bytes) {
    const std::size_t size = rounded(bytes);
    if (size > bytes_ / 8 || size > bytes_ - used_) return nullptr;
    void* const place = base_ + used_;
    used_ += size;
    ++blocks_;
    return place;
}

void Arena::give_back(void* base, std::size_t bytes) noexcept {
    // The piece taken last is free at once; the rest once all are back.
    if (static_cast<char*>(base) + rounded(bytes) == base_ + used_) used_ -= rounded(bytes);
    if (--blocks_ == 0) used_ = 0;
}

Arena::Scope::Scope(Arena* arena) : before_(std::exchange(current, arena)) {}
Arena::Scope::~Scope() { current = before_; }

Arena* Arena::of_this_thread() { return current; }

}  // namespace sortscope::kernels::cuda
