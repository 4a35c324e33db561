#include "kernels/simt/coalescing.hpp"

#include <algorithm>
#include <bit>
#include <string>

#include "core/error.hpp"

namespace sortscope::kernels::simt {
namespace {
constexpr uint32_t line_bytes = 128;
constexpr uint32_t sector_bytes = 32;

/// Number of lanes served at a time if each accesses `size` bytes.
uint32_t lanes_at_a_time(uint32_t size) { return size == 16 ? 8 : size == 8 ? 16 : 32; }

/// Calls f(addresses) for each group of `lanes_each` lanes that has active lanes.
template <class F>
void for_groups(const Request& request, uint32_t lanes_each, F&& f) {
    for (size_t begin = 0; begin < request.addresses.size();) {
        const uint32_t group = request.lanes[begin] / lanes_each;
        size_t end = begin + 1;
        while (end < request.addresses.size() && request.lanes[end] / lanes_each == group) ++end;
        f(request.addresses.subspan(begin, end - begin));
        begin = end;
    }
}

/// Compute capability 2.x: 128-byte lines for loads, which L1 caches, and 32-byte segments for stores.
Transactions cc2_transactions(const Request& request, bool store) {
    Transactions total;
    for_groups(request, lanes_at_a_time(request.size), [&](std::span<const uint64_t> addresses) {
        const SectorCounts counts = count_sectors(addresses);
        total.count += store ? counts.sectors : counts.lines;
        total.bytes += store ? counts.sectors * sector_bytes : counts.lines * line_bytes;
    });
    return total;
}

/// Largest number of distinct 4-byte words on one bank.
uint32_t wavefronts(std::span<const uint64_t> offsets, uint32_t size) {
    std::array<uint64_t, 32 * 4> words;  // NOLINT: the first `used` are filled
    size_t used = 0;
    for (const uint64_t offset : offsets)
        for (uint32_t part = 0; part < (size + 3) / 4; ++part) words[used++] = offset / 4 + part;
    // Fast path: consecutive words, the usual case, use each bank at most once.
    bool consecutive = used <= 32;
    for (size_t i = 1; consecutive && i < used; ++i) consecutive = words[i] == words[i - 1] + 1;
    if (consecutive) return 1;
    std::sort(words.begin(), words.begin() + ptrdiff_t(used));
    const auto end = std::unique(words.begin(), words.begin() + ptrdiff_t(used));
    std::array<uint32_t, 32> bank{};
    uint32_t worst = 0;
    for (auto word = words.begin(); word != end; ++word) worst = std::max(worst, ++bank[*word % 32]);
    return worst;
}

/// Returns true if addresses ascend in steps of `step`.
bool evenly_spaced(std::span<const uint64_t> addresses, uint64_t step) {
    uint64_t difference = 0;
    for (size_t i = 0; i < addresses.size(); ++i) difference |= addresses[i] ^ (addresses[0] + i * step);
    return difference == 0;
}

/// Sectors of a gapless range of addresses.
SectorCounts count_consecutive(uint64_t first, uint64_t last) {
    SectorCounts counts;
    for (uint64_t begin = first / sector_bytes, end = last / sector_bytes + 1; begin < end;) {
        const uint64_t line_end = std::min(end, begin / 4 * 4 + 4);
        counts.sectors += uint32_t(line_end - begin);
        ++counts.sizes[line_end - begin - 1];
        ++counts.lines;
        begin = line_end;
    }
    return counts;
}
}  // namespace

SectorCounts count_sectors(std::span<const uint64_t> addresses) {
    if (addresses.size() > 1 && addresses[1] - addresses[0] <= sector_bytes &&
        evenly_spaced(addresses, addresses[1] - addresses[0]))
        return count_consecutive(addresses.front(), addresses.back());
    std::array<uint64_t, 32> lines;   // NOLINT: the first `used` are filled
    std::array<uint8_t, 32> masks;    // NOLINT
    std::array<uint8_t, 64> slots{};  // a hash table: 1 + the index of a line, 0 if free
    uint32_t used = 0;
    uint32_t last = 0;  // neighbouring lanes mostly share a line: try the last match first
    for (const uint64_t address : addresses) {
        const uint64_t line = address / line_bytes;
        if (used == 0 || lines[last] != line) {
            size_t slot = line % slots.size();
            while (slots[slot] != 0 && lines[slots[slot] - 1] != line) slot = (slot + 1) % slots.size();
            if (slots[slot] == 0) {
                lines[used] = line;
                masks[used] = 0;
                slots[slot] = uint8_t(++used);
            }
            last = slots[slot] - 1U;
        }
        masks[last] |= uint8_t(1U << (address / sector_bytes % 4));
    }
    SectorCounts counts;
    counts.lines = used;
    for (uint32_t i = 0; i < used; ++i) {
        const auto sectors = uint32_t(std::popcount(masks[i]));
        counts.sectors += sectors;
        ++counts.sizes[sectors - 1];
    }
    return counts;
}

uint32_t distinct_bytes(std::span<const uint64_t> addresses, uint32_t size) {
    const auto count = uint32_t(addresses.size());
    bool ascending = true;
    for (size_t i = 1; i < addresses.size(); ++i) ascending = ascending && addresses[i - 1] < addresses[i];
    if (ascending) return count * size;
    std::array<uint64_t, 32> sorted;  // NOLINT: the first `count` are filled
    std::copy(addresses.begin(), addresses.end(), sorted.begin());
    std::sort(sorted.begin(), sorted.begin() + count);
    return uint32_t(std::unique(sorted.begin(), sorted.begin() + count) - sorted.begin()) * size;
}

Cc13Transactions cc13_transactions(const Request& request) {
    const uint64_t largest = request.size == 1 ? 32 : request.size == 2 ? 64 : 128;
    // A word never crosses a 32-byte part, so the parts in use decide how often the segment is halved.
    constexpr std::array<uint8_t, 16> size_class{0, 0, 0, 1, 0, 2, 2, 2, 0, 2, 2, 2, 1, 2, 2, 2};
    Cc13Transactions result;
    for_groups(request, 16, [&](std::span<const uint64_t> addresses) {
        // Distinct segments in the order of their lowest lanes: mostly one or two.
        std::array<uint64_t, 16> segments;  // NOLINT: the first `used` are filled
        std::array<uint8_t, 16> parts;      // NOLINT
        size_t used = 0;
        size_t last = 0;
        for (const uint64_t address : addresses) {
            const uint64_t segment = address / largest;
            const auto part = uint8_t(1U << (address % largest / 32));
            if (used == 0 || segments[last] != segment) {
                last = 0;
                while (last < used && segments[last] != segment) ++last;
                if (last == used) {
                    segments[used] = segment;
                    parts[used++] = 0;
                }
            }
            parts[last] |= part;
        }
        for (size_t i = 0; i < used; ++i) ++result.sizes[size_class[parts[i]]];
    });
    return result;
}

uint32_t bank_conflicts(const Request& request) {
    uint32_t extra = 0;
    for_groups(request, lanes_at_a_time(request.size),
               [&](std::span<const uint64_t> offsets) { extra += wavefronts(offsets, request.size) - 1; });
    return extra;
}

Rule rule_of(int major, int minor) {
    if (major >= 5 || major == 3) return Rule::cc3;
    if (major == 2) return Rule::cc2;
    if (major == 1 && minor >= 2) return Rule::cc13;
    throw Error(ErrorKind::unsupported,
                "Compute capability " + std::to_string(major) + "." + std::to_string(minor) +
                    " is not modelled. Modelled are 1.2, 1.3, 2.x, 3.x, 5.x, 6.x and 7.0 and later.");
}

Transactions transactions(Rule rule, const Request& request, bool store) {
    if (rule == Rule::cc13) return cc13_transactions(request).total();
    if (rule == Rule::cc2) return cc2_transactions(request, store);
    const SectorCounts counts = count_sectors(request.addresses);
    return {counts.lines, counts.sectors * sector_bytes};
}
}
