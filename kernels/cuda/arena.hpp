// GPU memory that small sorts take at the same addresses, case after case.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>

namespace sortscope::kernels::cuda {

/// One allocation, made when a process begins. How long a sort of few keys takes depends on where its memory
/// lies (its L2 slices are near to or far from the multiprocessors that run it), so memory from here makes
/// cases comparable whatever ran before them. What finds no room here, or is larger than an eighth of it, is
/// allocated by itself: it lies in all slices anyway.
class Arena {
 public:
    /// Throws Error(environment) where the device has no room.
    explicit Arena(std::size_t bytes);
    ~Arena();
    Arena(const Arena&) = delete;
    Arena& operator=(const Arena&) = delete;

    /// The next `bytes`; null where it finds no room. Begins at the start again when all was given back.
    void* take(std::size_t bytes);
    void give_back(void* base, std::size_t bytes) noexcept;

    /// While it lives, the DeviceMemory that this thread makes comes from `arena`; from none where that is
    /// null.
    class Scope {
     public:
        explicit Scope(Arena* arena);
        ~Scope();
        Scope(const Scope&) = delete;
        Scope& operator=(const Scope&) = delete;

     private:
        Arena* before_;
    };
    /// That of the innermost Scope of this thread; null where there is none.
    static Arena* of_this_thread();

 private:
    char* base_ = nullptr;
    std::size_t bytes_ = 0, used_ = 0, blocks_ = 0;
};

}  // namespace sortscope::kernels::cuda
