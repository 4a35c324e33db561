// The ranges of what is stored: one table, by which the writer refuses a record and the reader a row.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>

namespace sortscope::db {

/// A number with the range that it must lie in; `T` is const where it is written.
template <class T>
struct Ranged {
    T& value;
    std::int64_t least, most;
};

template <class T>
Ranged<T> within(T& value, std::int64_t least, std::int64_t most) {
    return {value, least, most};
}

/// Numbers of what the field says. A field that is wrapped in none of these may hold what its type holds,
/// from 0 on (fractions: finite, from 0 on).
namespace range {

/// The largest fraction that is kept: no ratio or spread is near it, and sums of many stay finite.
inline constexpr double most_fraction = 1e18;

/// Any whole number: seeds (whose bits are stored), parameters of variants, numbers of rows.
template <class T>
Ranged<T> any(T& value) {
    return {value, std::numeric_limits<std::int64_t>::min(), std::numeric_limits<std::int64_t>::max()};
}
/// A time or a time span: at most a year or so, so that sums of many stay within 64 bits.
template <class T>
Ranged<T> ns(T& value) {
    return {value, 0, std::int64_t{1} << 55};
}
/// Sizes in bytes, and comparators, of which there are about as many.
template <class T>
Ranged<T> bytes(T& value) {
    return {value, 0, std::int64_t{1} << 55};
}
template <class T>
Ranged<T> keys(T& value) {
    return {value, 0, std::int64_t{1} << 50};
}
template <class T>
Ranged<T> entropy_bits(T& value) {
    return {value, 0, 64};
}
/// Threads of a block as it was asked for.
template <class T>
Ranged<T> block_threads(T& value) {
    return {value, 0, 1 << 20};
}
template <class T>
Ranged<T> launches(T& value) {
    return {value, 0, std::numeric_limits<std::uint32_t>::max()};
}
/// Stages and substages.
template <class T>
Ranged<T> stage(T& value) {
    return {value, 0, 1 << 30};
}
// CUDA's own limits: 2^31-1 and 65535 blocks, 1024 threads.
template <class T>
Ranged<T> grid_x(T& value) {
    return {value, 0, 0x7fffffff};
}
template <class T>
Ranged<T> grid_yz(T& value) {
    return {value, 0, 65535};
}
template <class T>
Ranged<T> block_extent(T& value) {
    return {value, 0, 1024};
}
/// Shared and local memory of a block or thread, in bytes.
template <class T>
Ranged<T> small_bytes(T& value) {
    return {value, 0, 1 << 30};
}
template <class T>
Ranged<T> registers(T& value) {
    return {value, 0, 1 << 16};
}
/// Properties of devices: SMs, bits of a bus, threads of a block, the device's number.
template <class T>
Ranged<T> device_count(T& value) {
    return {value, 0, 1 << 20};
}
template <class T>
Ranged<T> compute_capability(T& value) {
    return {value, 0, 1000};
}
template <class T>
Ranged<T> warp_threads(T& value) {
    return {value, 0, 1024};
}
template <class T>
Ranged<T> host_threads(T& value) {
    return {value, 0, 1 << 24};
}

}  // namespace range

/// Longest text that is stored; programs' command lines stay below it.
inline constexpr int longest_text_bytes = 4 << 20;
/// Longest text of a source file, and all that a case has of them together.
inline constexpr std::size_t longest_source_bytes = 1 << 20;
inline constexpr std::int64_t most_source_lines = 1 << 16;
inline constexpr std::size_t most_source_bytes = 16 << 20;

}  // namespace sortscope::db
