#include "kernels/simt/coalescing.hpp"

#include <algorithm>
#include <bit>
#include <string>

#include "core/error.hpp"

namespace sortscope::kernels::simt {
namespace {

constexpr std::uint64_t line_bytes = 128;
constexpr std::uint64_t sector_bytes = 32;

/// Splits a request into groups of `lanes_each` lanes and sums `count` over the groups' addresses.
template <class F>
Transactions by_groups(const Request& request, std::uint32_t lanes_each, F&& count) {
    Transactions total;
    for (std::size_t begin = 0; begin < request.addresses.size();) {
        const std::uint32_t group = request.lanes[begin] / lanes_each;
        std::size_t end = begin + 1;
        while (end < request.addresses.size() && request.lanes[end] / lanes_each == group) ++end;
        const Transactions part = count(request.addresses.subspan(begin, end - begin));
        total.count += part.count;
        total.bytes += part.bytes;
        begin = end;
    }
    return total;
}

Transactions as_sectors(std::span<const std::uint64_t> addresses) {
    const SectorCounts counts = count_sectors(addresses);
    return {counts.lines, counts.sectors * static_cast<std::uint32_t>(sector_bytes)};
}

Transactions as_segments(std::span<const std::uint64_t> addresses) {
    const SectorCounts counts = count_sectors(addresses);
    return {counts.sectors, counts.sectors * static_cast<std::uint32_t>(sector_bytes)};
}

Transactions as_lines(std::span<const std::uint64_t> addresses) {
    const SectorCounts counts = count_sectors(addresses);
    return {counts.lines, counts.lines * static_cast<std::uint32_t>(line_bytes)};
}

/// Whether addresses ascend in equal steps.
bool evenly_spaced(std::span<const std::uint64_t> addresses, std::uint64_t step) {
    std::uint64_t difference = 0;
    for (std::size_t i = 0; i < addresses.size(); ++i) difference |= addresses[i] ^ (addresses[0] + i * step);
    return difference == 0;
}

/// Sectors of a gapless range of addresses.
SectorCounts count_consecutive(std::uint64_t first, std::uint64_t last) {
    SectorCounts counts;
    for (std::uint64_t begin = first / sector_bytes, end = last / sector_bytes + 1; begin < end;) {
        const std::uint64_t line_end = std::min(end, begin / 4 * 4 + 4);
        counts.sectors += static_cast<std::uint32_t>(line_end - begin);
        ++counts.sizes[line_end - begin - 1];
        ++counts.lines;
        begin = line_end;
    }
    return counts;
}

}  // namespace

SectorCounts count_sectors(std::span<const std::uint64_t> addresses) {
    if (addresses.size() > 1 && addresses[1] - addresses[0] <= sector_bytes &&
        evenly_spaced(addresses, addresses[1] - addresses[0]))
        return count_consecutive(addresses.front(), addresses.back());
    std::array<std::uint64_t, 32> lines;  // NOLINT: filled as far as `used`
    std::array<std::uint8_t, 32> masks;   // NOLINT
    std::uint32_t used = 0;
    std::uint32_t last = 0;  // neighbouring lanes mostly share a line: try the last match first
    for (const std::uint64_t address : addresses) {
        const std::uint64_t line = address / line_bytes;
        const auto bit = static_cast<std::uint8_t>(1U << (address / sector_bytes % 4));
        if (used != 0 && lines[last] == line) {
            masks[last] |= bit;
            continue;
        }
        std::uint32_t at = used;
        while (at > 0 && lines[at - 1] != line) --at;
        if (at > 0) {
            last = at - 1;
            masks[last] |= bit;
        } else {
            last = used++;
            lines[last] = line;
            masks[last] = bit;
        }
    }
    SectorCounts counts;
    counts.lines = used;
    for (std::uint32_t i = 0; i < used; ++i) {
        const auto sectors = static_cast<std::uint32_t>(std::popcount(masks[i]));
        counts.sectors += sectors;
        ++counts.sizes[sectors - 1];
    }
    return counts;
}

std::uint32_t distinct_bytes(std::span<const std::uint64_t> addresses, std::uint32_t size) {
    const auto count = static_cast<std::uint32_t>(addresses.size());
    bool ascending = true;
    for (std::size_t i = 1; i < addresses.size(); ++i)
        ascending = ascending && addresses[i - 1] < addresses[i];
    if (ascending) return count * size;
    std::array<std::uint64_t, 32> sorted;  // NOLINT: filled as far as `count`
    std::copy(addresses.begin(), addresses.end(), sorted.begin());
    std::sort(sorted.begin(), sorted.begin() + count);
    return static_cast<std::uint32_t>(std::unique(sorted.begin(), sorted.begin() + count) - sorted.begin()) *
           size;
}

Cc13Transactions cc13_transactions(const Request& request) {
    const std::uint64_t largest = request.size == 1 ? 32 : request.size == 2 ? 64 : 128;
    // A word never crosses a 32-byte part, so the parts in use decide how often the segment is halved.
    constexpr std::array<std::uint8_t, 16> size_class{0, 0, 0, 1, 0, 2, 2, 2, 0, 2, 2, 2, 1, 2, 2, 2};
    Cc13Transactions result;
    for (std::size_t begin = 0; begin < request.addresses.size();) {
        const bool upper = request.lanes[begin] >= 16;
        std::size_t end = begin + 1;
        while (end < request.addresses.size() && (request.lanes[end] >= 16) == upper) ++end;
        const auto addresses = request.addresses.subspan(begin, end - begin);
        begin = end;
        // Distinct segments in the order of their lowest lanes: mostly one or two.
        std::array<std::uint64_t, 16> segments;  // NOLINT: filled as far as `used`
        std::array<std::uint8_t, 16> parts;      // NOLINT
        std::size_t used = 0;
        std::size_t last = 0;
        for (const std::uint64_t address : addresses) {
            const std::uint64_t segment = address / largest;
            const auto part = static_cast<std::uint8_t>(1U << (address % largest / 32));
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
        for (std::size_t i = 0; i < used; ++i) ++result.sizes[size_class[parts[i]]];
    }
    return result;
}

Transactions cc2_load(const Request& request) {
    const std::uint32_t lanes_each = request.size == 16 ? 8 : request.size == 8 ? 16 : 32;
    return by_groups(request, lanes_each, as_lines);
}

Transactions cc2_store(const Request& request) {
    const std::uint32_t lanes_each = request.size == 16 ? 8 : request.size == 8 ? 16 : 32;
    return by_groups(request, lanes_each, as_segments);
}

Transactions cc3_transactions(const Request& request) { return as_sectors(request.addresses); }
Transactions cc6_transactions(const Request& request) { return as_sectors(request.addresses); }
Transactions cc7_transactions(const Request& request) { return as_sectors(request.addresses); }

Rule rule_of(int major, int minor) {
    if (major >= 7) return Rule::cc7;
    if (major >= 5) return Rule::cc6;
    if (major == 3) return Rule::cc3;
    if (major == 2) return Rule::cc2;
    if (major == 1 && minor >= 2) return Rule::cc13;
    throw Error(ErrorKind::unsupported,
                "Compute capability " + std::to_string(major) + "." + std::to_string(minor) +
                    " is not modelled. Modelled are 1.2, 1.3, 2.x, 3.x, 5.x, 6.x and 7.0 and later.");
}

Transactions transactions(Rule rule, const Request& request, bool store) {
    switch (rule) {
        case Rule::cc13:
            return cc13_transactions(request).total();
        case Rule::cc2:
            return store ? cc2_store(request) : cc2_load(request);
        case Rule::cc3:
            return cc3_transactions(request);
        case Rule::cc6:
            return cc6_transactions(request);
        case Rule::cc7:
            return cc7_transactions(request);
    }
    throw Error(ErrorKind::internal, "A coalescing rule outside its table was asked for.");
}

}  // namespace sortscope::kernels::simt
