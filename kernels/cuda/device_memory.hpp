// GPU memory that frees itself, and an arena with equal addresses for small sorts of all cases.
#pragma once

#include <cstddef>
#include <utility>

#include "kernels/cuda/check.hpp"

namespace sortscope::kernels::cuda {
/// One allocation as a process starts. A small sort's address decides which L2 slices it uses, and so its
/// time: equal addresses make cases comparable. Requests without room, or above an eighth of the arena, are
/// allocated alone; they use all slices anyway.
class Arena {
 public:
    /// Throws Error(environment) if the device has no room.
    explicit Arena(size_t bytes);
    ~Arena();
    Arena(const Arena&) = delete;
    Arena& operator=(const Arena&) = delete;

    /// Null without room. Restarts at the beginning once all is returned.
    void* take(size_t bytes);
    void give_back(void* base, size_t bytes) noexcept;

    /// DeviceMemory of this thread uses `arena`; null: no arena.
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
    /// Throws Error(unsupported) with requested and free size.
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
