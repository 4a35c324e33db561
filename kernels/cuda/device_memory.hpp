// GPU memory that frees itself, and an arena that gives small sorts of all cases equal addresses.
#pragma once

#include <cstddef>
#include <utility>

#include "kernels/cuda/check.hpp"

namespace sortscope::kernels::cuda {
/// One allocation at the start of a process. A small sort's address decides its L2 slices and so its time:
/// equal addresses make cases comparable. A request above an eighth of the arena, or without room, gets its
/// own allocation; large sorts use all slices anyway.
class Arena {
 public:
    /// Throws Error(environment) if the device has no room.
    explicit Arena(size_t bytes);
    ~Arena();
    Arena(const Arena&) = delete;
    Arena& operator=(const Arena&) = delete;

    /// Returns null without room or for a large request. Restarts at the beginning once all memory is back.
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

/// Memory of the current device, from the thread's Arena if it has room.
class DeviceMemory {
 public:
    DeviceMemory() = default;
    /// Throws Error(unsupported), with requested and free size, if the GPU has no room.
    explicit DeviceMemory(size_t bytes);
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
    size_t bytes() const { return bytes_; }

 private:
    void* base_ = nullptr;
    size_t bytes_ = 0;
    Arena* arena_ = nullptr;  ///< the arena of base_, or null
};
}
