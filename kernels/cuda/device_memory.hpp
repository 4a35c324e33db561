// GPU memory that frees itself.
#pragma once

#include <cstddef>
#include <string>
#include <utility>

#include "core/error.hpp"
#include "core/text.hpp"
#include "kernels/cuda/arena.hpp"
#include "kernels/cuda/check.hpp"

namespace sortscope::kernels::cuda {

/// An allocation on the current device, from the thread's Arena if it has room.
class DeviceMemory {
 public:
    DeviceMemory() = default;
    /// Throws Error(unsupported) with the requested size and the free memory.
    explicit DeviceMemory(std::size_t bytes) : bytes_(bytes) {
        if (Arena* const arena = Arena::of_this_thread()) base_ = arena->take(bytes);
        if (base_ != nullptr) {
            arena_ = Arena::of_this_thread();
            return;
        }
        const cudaError_t result = cudaMalloc(&base_, bytes == 0 ? 1 : bytes);
        if (result == cudaErrorMemoryAllocation) {
            cudaGetLastError();
            std::size_t free = 0, total = 0;
            SORTSCOPE_CUDA_CALL(cudaMemGetInfo(&free, &total));
            throw Error(ErrorKind::unsupported,
                        "The GPU has no room for " + format_bytes(static_cast<double>(bytes)) + ": " +
                            format_bytes(static_cast<double>(free)) + " of " +
                            format_bytes(static_cast<double>(total)) + " are free. Sort fewer keys.");
        }
        SORTSCOPE_CUDA_CALL(result);
    }
    DeviceMemory(DeviceMemory&& other) noexcept
        : base_(std::exchange(other.base_, nullptr)),
          bytes_(std::exchange(other.bytes_, 0)),
          arena_(std::exchange(other.arena_, nullptr)) {}
    DeviceMemory& operator=(DeviceMemory&& other) noexcept {
        std::swap(base_, other.base_);
        std::swap(bytes_, other.bytes_);
        std::swap(arena_, other.arena_);
        return *this;
    }
    ~DeviceMemory() {
        if (arena_ != nullptr)
            arena_->give_back(base_, bytes_);
        else
            cudaFree(base_);
    }

    void* get() const { return base_; }
    template <class T>
    T* as() const {
        return static_cast<T*>(base_);
    }
    std::size_t bytes() const { return bytes_; }

 private:
    void* base_ = nullptr;
    std::size_t bytes_ = 0;
    Arena* arena_ = nullptr;  ///< the arena of base_, or null
};

}  // namespace sortscope::kernels::cuda
