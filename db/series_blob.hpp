// The values of a series as they are stored: IEEE 754 doubles, little-endian, one after the other.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace sortscope::db {

/// Bytes that are bound as a BLOB.
struct Blob {
    std::string bytes;
};

/// Most values of one series.
inline constexpr std::size_t most_samples = std::size_t{4} << 20;

Blob pack(std::span<const double> values);
/// Nothing where the size is no multiple of 8, or a value is not finite.
std::optional<std::vector<double>> unpack(std::span<const unsigned char> bytes);

}  // namespace sortscope::db
