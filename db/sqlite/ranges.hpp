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

/// Wraps a field in a range: within<0, 64>(record.bits).
template <std::int64_t least, std::int64_t most>
struct Within {
    template <class T>
    Ranged<T> operator()(T& value) const {
        return {value, least, most};
    }
};
template <std::int64_t least, std::int64_t most>
inline constexpr Within<least, most> within;

/// Numbers of what the field says. A field that is wrapped in none of these may hold what its type holds,
/// from 0 on (fractions: finite, from 0 on).
namespace range {

/// The largest fraction that is kept: no ratio or spread is near it, and sums of many stay finite.
inline constexpr double most_fraction = 1e18;

/// Any whole number: seeds (stored bit by bit), parameters of variants, numbers of rows.
inline constexpr auto any =
    within<std::numeric_limits<std::int64_t>::min(), std::numeric_limits<std::int64_t>::max()>;
/// A time or a time span: at most a year or so, so that sums of many stay within 64 bits.
inline constexpr auto ns = within<0, std::int64_t{1} << 55>;
/// Sizes in bytes, and comparators, which are about as many.
inline constexpr auto bytes = within<0, std::int64_t{1} << 55>;
inline constexpr auto keys = within<0, std::int64_t{1} << 50>;
inline constexpr auto entropy_bits = within<0, 64>;
inline constexpr auto launches = within<0, std::numeric_limits<std::uint32_t>::max()>;
/// Stages and substages.
inline constexpr auto stage = within<0, 1 << 30>;
// CUDA's own limits: 2^31-1 and 65535 blocks, 1024 threads.
inline constexpr auto grid_x = within<0, 0x7fffffff>;
inline constexpr auto grid_yz = within<0, 65535>;
inline constexpr auto block_extent = within<0, 1024>;
/// Shared and local memory of a block or thread, in bytes.
inline constexpr auto small_bytes = within<0, 1 << 30>;
inline constexpr auto registers = within<0, 1 << 16>;
/// Properties of devices: SMs, bits of a bus, threads of a block, the device's number.
inline constexpr auto device_count = within<0, 1 << 20>;
inline constexpr auto compute_capability = within<0, 1000>;
inline constexpr auto warp_threads = within<0, 1024>;
inline constexpr auto host_threads = within<0, 1 << 24>;

}  // namespace range

/// Longest text that is stored; programs' command lines stay below it.
inline constexpr int longest_text_bytes = 4 << 20;
/// Longest text of a source file, and all that a case has of them together.
inline constexpr std::size_t longest_source_bytes = 1 << 20;
inline constexpr std::int64_t most_source_lines = 1 << 16;
inline constexpr std::size_t most_source_bytes = 16 << 20;

}  // namespace sortscope::db
