// GPU memory at equal addresses for small sorts of all cases.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>

namespace sortscope::kernels::cuda {

/// One allocation, made when a process starts. The address of a small sort's memory decides which L2 slices
/// it uses, and so its time: equal addresses make cases comparable. Requests without room here, or above an
/// eighth of the arena, are allocated alone; they use all slices anyway.
class Arena {
 public:
    /// Throws Error(environment) if the device has no room.
    explicit Arena(std::size_t bytes);
    ~Arena();
    Arena(const Arena&) = delete;
    Arena& operator=(const Arena&) = delete;

    /// The next `bytes`; null without room. Restarts at the beginning once all is returned.
    void* take(std::size_t bytes);
    void give_back(void* base, std::size_t bytes) noexcept;

    /// During its life, this thread's DeviceMemory comes from `arena`; null: from none.
    class Scope {
     public:
        explicit Scope(Arena* arena);
        ~Scope();
        Scope(const Scope&) = delete;
        Scope& operator=(const Scope&) = delete;

     private:
        Arena* before_;
    };
    /// The arena of this thread's innermost Scope, or null.
    static Arena* of_this_thread();

 private:
    char* base_ = nullptr;
    std::size_t bytes_ = 0, used_ = 0, blocks_ = 0;
};

}  // namespace sortscope::kernels::cuda
