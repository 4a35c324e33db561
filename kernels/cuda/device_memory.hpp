// GPU memory that frees itself, and an arena in which the small sorts of all cases get equal addresses.
#pragma once

#include <cstddef>
#include <memory>
#include <utility>

#include "kernels/cuda/check.hpp"

namespace sortscope::kernels::cuda {
/// One allocation, made at the start of a process. It gives small sorts equal addresses, so equal L2 slices
/// and comparable times; large sorts use all slices. A request that exceeds an eighth of the arena, or does
/// not fit, gets an allocation of its own.
class Arena {
 public:
    /// Throws Error(environment) if the device has no room.
    explicit Arena(size_t bytes);
    ~Arena();
    Arena(const Arena&) = delete;
    Arena& operator=(const Arena&) = delete;

    /// Returns null for a large request or without room. Once all memory is back, restarts at its base.
    void* take(size_t bytes);
    void give_back(void* base, size_t bytes) noexcept;

    /// While alive, DeviceMemory of this thread uses `arena`; null: no arena.
    class Scope {
     public:
        explicit Scope(Arena* arena);
        ~Scope();
        Scope(const Scope&) = delete;
        Scope& operator=(const Scope&) = delete;

     private:
        Arena* before_;
    };
    /// Arena of the innermost Scope, or null.
    static Arena* of_this_thread();

 private:
    char* base_ = nullptr;
    size_t bytes_ = 0, used_ = 0, blocks_ = 0;
};

struct FreeMemory {
    size_t bytes = 0;
    Arena* arena = nullptr;  ///< null: an allocation of its own
    void operator()(void* base) const;
};

/// Memory of the current device, from Arena::of_this_thread() if that arena has room.
class DeviceMemory {
 public:
    DeviceMemory() = default;
    /// Throws Error(unsupported), with requested and free size, if the GPU has no room.
    explicit DeviceMemory(size_t bytes);

    void* get() const { return memory_.get(); }
    template <class T>
    T* as() const {
        return static_cast<T*>(get());
    }
    size_t bytes() const { return memory_.get_deleter().bytes; }

 private:
    std::unique_ptr<void, FreeMemory> memory_;
};

/// Copies a value from GPU memory. Waits for the stream.
template <class T>
T fetch(const void* from, cudaStream_t stream) {
    T value{};
    SORTSCOPE_CUDA_CALL(cudaMemcpyAsync(&value, from, sizeof value, cudaMemcpyDeviceToHost, stream));
    SORTSCOPE_CUDA_CALL(cudaStreamSynchronize(stream));
    return value;
}
}
