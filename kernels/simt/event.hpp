// Event in a lane's log: 16 bytes for each access, branch or loop step.
#pragma once

#include <bit>
#include <cstdint>

#include "kernels/context/source_place.hpp"

namespace sortscope::kernels::simt {

/// Kinds of event. Loop events bracket iterations, so that lanes with different trip counts merge by
/// iteration, as on hardware.
enum class EventKind : std::uint8_t {
    global_load,
    global_store,
    shared_load,
    shared_store,
    global_atomic,
    branch,  ///< address = 1 if the condition held
    loop_enter,
    loop_next,  ///< the condition held: one more iteration
    /// The loop ended: by its condition (address = 1), break or return (0)
    loop_exit
};

/// One event. `where` packs kind, log2 of the access size, buffer number and offset. It has no host pointers,
/// so that two runs log the same.
struct Event {
    SourcePlace site;     ///< one pointer wide in libstdc++
    std::uint64_t where;  ///< kind << 60 | log2 size << 56 | buffer << 40 | byte offset

    EventKind kind() const { return static_cast<EventKind>(where >> 60); }
    std::uint32_t size() const { return 1U << (where >> 56 & 15); }
    /// Buffer and offset as one address: buffers are 2^40 bytes apart, so each is aligned like an allocation.
    std::uint64_t address() const { return where & ((std::uint64_t{1} << 56) - 1); }
    bool flag() const { return where & 1; }

    static constexpr std::uint64_t pack(EventKind kind, std::uint32_t size, std::uint32_t buffer,
                                        std::uint64_t offset) {
        return static_cast<std::uint64_t>(kind) << 60 |
               static_cast<std::uint64_t>(std::countr_zero(size)) << 56 |
               static_cast<std::uint64_t>(buffer) << 40 | offset;
    }
};

static_assert(sizeof(SourcePlace) == sizeof(void*),
              "a site must be one pointer: libstdc++'s std::source_location is");
static_assert(sizeof(Event) == 16);

/// Key of a source position, unique within the process.
inline std::uint64_t site_key(const SourcePlace& site) { return std::bit_cast<std::uint64_t>(site); }

}  // namespace sortscope::kernels::simt
