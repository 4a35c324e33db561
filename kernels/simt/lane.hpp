// State of an interpreted CUDA thread and of its block.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>

#include "core/records.hpp"
#include "kernels/simt/event.hpp"

namespace sortscope::kernels::simt {
enum class Pause : uint8_t {
    none,        ///< the lane runs, or has not started
    barrier,     ///< at a block barrier
    collective,  ///< at a shuffle or ballot of its warp
    exited
};

/// Values that lanes exchange, in three sets used in turn. While slow lanes read a set, fast lanes write the
/// next set and clear the third.
struct WarpExchange {
    static constexpr uint32_t sets = 3;
    std::array<std::array<uint64_t, 32>, sets> values{};
    std::array<uint32_t, sets> deposited{};  ///< lanes that took part, as a mask
};

struct BlockState {
    Dim3 grid, block;
    uint32_t index = 0;  ///< linear index in the grid
    std::byte* shared = nullptr;
    uint32_t shared_bytes = 0;
};

/// One CUDA thread. `suspend` switches to the scheduler and returns when the lane continues.
struct LaneState {
    LaneLog log;
    const BlockState* block = nullptr;
    WarpExchange* exchange = nullptr;
    void (*suspend)(LaneState&) = nullptr;
    void* fiber = nullptr;
    uint32_t thread = 0;  ///< in its block
    uint32_t shared_top = 0;
    uint32_t exchanges = 0;
    Pause pause = Pause::none;
    SourcePlace pause_site;
};

/// Throws Error(verification): the kernel used element `i` of an array of `size` elements.
[[noreturn]] void out_of_bounds(const LaneState& lane, const char* what, uint64_t i, uint64_t size,
                                const SourcePlace& at);

/// Throws Error(verification): the launch has less shared memory than `wanted` bytes.
[[noreturn]] void shared_exhausted(const LaneState& lane, uint64_t wanted, const SourcePlace& at);
}
