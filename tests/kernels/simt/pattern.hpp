// Addresses of one warp's access, for tests of the coalescing and bank rules.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "kernels/simt/coalescing.hpp"

namespace sortscope::kernels::simt::test {

/// The lanes of `mask`, each at the address that `address_of` says.
struct Pattern {
    std::vector<std::uint64_t> addresses;
    std::vector<std::uint8_t> lanes;
    std::uint32_t size = 4;

    Pattern(std::uint32_t word, std::uint32_t mask,
            const std::function<std::uint64_t(std::uint32_t)>& address_of)
        : size(word) {
        for (std::uint32_t lane = 0; lane < 32; ++lane)
            if (mask >> lane & 1) {
                addresses.push_back(address_of(lane));
                lanes.push_back(static_cast<std::uint8_t>(lane));
            }
    }
    Request request() const { return {addresses, lanes, size}; }
};

constexpr std::uint32_t all_lanes = 0xFFFFFFFF;

/// Lane l at word first + l * stride.
inline Pattern strided(std::uint32_t word, std::uint64_t stride, std::uint64_t first = 0,
                       std::uint32_t mask = all_lanes) {
    return {word, mask, [=](std::uint32_t lane) { return (first + lane * stride) * word; }};
}
inline Pattern reversed(std::uint32_t word) {
    return {word, all_lanes, [=](std::uint32_t lane) { return std::uint64_t{31 - lane} * word; }};
}
/// Neighbours swapped in a fixed disorder that stays within each half-warp.
inline Pattern permuted(std::uint32_t word) {
    return {word, all_lanes, [=](std::uint32_t lane) { return std::uint64_t{lane ^ 13} * word; }};
}

}  // namespace sortscope::kernels::simt::test
