// Scratch memory for Thrust, kept between sorts.
#pragma once

#include <cstddef>
#include <map>
#include <utility>

#include "kernels/cuda/device_memory.hpp"

namespace sortscope::kernels::cuda {

/// Keeps returned GPU memory, so that a second sort of the same size allocates nothing. For one stream only,
/// which orders the users of a block.
class CachingAllocator {
 public:
    using value_type = char;

    /// A block of exactly `bytes`, reused if one is free. Throws Error(unsupported) if the GPU has no room.
    char* allocate(std::ptrdiff_t bytes) {
        const auto wanted = static_cast<std::size_t>(bytes);
        auto found = free_.find(wanted);
        DeviceMemory block = found == free_.end() ? DeviceMemory(wanted) : std::move(found->second);
        if (found != free_.end()) free_.erase(found);
        char* const base = block.as<char>();
        used_.emplace(base, std::move(block));
        return base;
    }

    void deallocate(char* base, std::size_t) {
        auto node = used_.extract(base);
        const std::size_t bytes = node.mapped().bytes();
        free_.emplace(bytes, std::move(node.mapped()));
    }

 private:
    std::multimap<std::size_t, DeviceMemory> free_;  // by size
    std::map<char*, DeviceMemory> used_;
};

}  // namespace sortscope::kernels::cuda
