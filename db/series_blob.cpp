#include "db/series_blob.hpp"

#include <bit>
#include <cmath>
#include <cstdint>

namespace sortscope::db {

Blob pack(std::span<const double> values) {
    Blob blob;
    blob.bytes.reserve(values.size() * 8);
    for (const double value : values) {
        const auto bits = std::bit_cast<std::uint64_t>(value);
        for (int i = 0; i < 8; ++i) blob.bytes.push_back(static_cast<char>(bits >> (8 * i)));
    }
    return blob;
}

std::optional<std::vector<double>> unpack(std::span<const unsigned char> bytes) {
    if (bytes.size() % 8 != 0) return std::nullopt;
    std::vector<double> values;
    values.reserve(bytes.size() / 8);
    for (std::size_t at = 0; at < bytes.size(); at += 8) {
        std::uint64_t bits = 0;
        for (std::size_t i = 0; i < 8; ++i) bits |= std::uint64_t{bytes[at + i]} << (8 * i);
        const auto value = std::bit_cast<double>(bits);
        if (!std::isfinite(value)) return std::nullopt;
        values.push_back(value);
    }
    return values;
}

}  // namespace sortscope::db
