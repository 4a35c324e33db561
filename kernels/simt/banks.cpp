#include "kernels/simt/banks.hpp"

#include <algorithm>
#include <array>

namespace sortscope::kernels::simt {
namespace {

/// Largest number of distinct 4-byte words on one bank.
std::uint32_t wavefronts(std::span<const std::uint64_t> offsets, std::uint32_t size) {
    std::array<std::uint64_t, 32 * 4> words;  // NOLINT: filled as far as `used`
    std::size_t used = 0;
    for (const std::uint64_t offset : offsets)
        for (std::uint32_t part = 0; part < (size + 3) / 4; ++part) words[used++] = offset / 4 + part;
    // Fast path: consecutive words, the usual case, use each bank at most once.
    bool consecutive = used <= 32;
    for (std::size_t i = 1; consecutive && i < used; ++i) consecutive = words[i] == words[i - 1] + 1;
    if (consecutive) return 1;
    std::sort(words.begin(), words.begin() + static_cast<std::ptrdiff_t>(used));
    const auto end = std::unique(words.begin(), words.begin() + static_cast<std::ptrdiff_t>(used));
    std::array<std::uint32_t, 32> bank{};
    std::uint32_t worst = 0;
    for (auto word = words.begin(); word != end; ++word) worst = std::max(worst, ++bank[*word % 32]);
    return worst;
}

}  // namespace

std::uint32_t bank_conflicts(std::span<const std::uint64_t> offsets, std::span<const std::uint8_t> lanes,
                             std::uint32_t size) {
    const std::uint32_t lanes_each = size == 16 ? 8 : size == 8 ? 16 : 32;
    std::uint32_t extra = 0;
    for (std::size_t begin = 0; begin < offsets.size();) {
        const std::uint32_t group = lanes[begin] / lanes_each;
        std::size_t end = begin + 1;
        while (end < offsets.size() && lanes[end] / lanes_each == group) ++end;
        extra += wavefronts(offsets.subspan(begin, end - begin), size) - 1;
        begin = end;
    }
    return extra;
}

}  // namespace sortscope::kernels::simt
