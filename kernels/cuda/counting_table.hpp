// Table in which the counting GPU build adds up the counts of each site.
#pragma once

#include <cstdint>

#include "core/records.hpp"
#include "kernels/context/kernel.hpp"

namespace sortscope::kernels::cuda {
/// Key of a site in its launch. Bits 0 to 3: kind, never 0. Bits 4 to 14: column. Bits 15 to 31: line. Bits
/// 32 to 63: low half of the file name's address, unique as all names of a kernel are in one module of less
/// than 2^32 bytes.
SORTSCOPE_HOST_DEVICE inline unsigned long long site_row_key(const char* file, unsigned line, unsigned column,
                                                             SiteKind kind) {
    return reinterpret_cast<unsigned long long>(file) << 32 |
           static_cast<unsigned long long>(line & 0x1FFFF) << 15 |
           static_cast<unsigned long long>(column & 0x7FF) << 4 | static_cast<unsigned long long>(kind);
}

/// Throws Error(data) for an invalid kind.
inline Site site_of_row(unsigned long long key) {
    return {enum_from_int<SiteKind>(static_cast<long long>(key & 0xF)),
            {},
            uint32_t(key >> 15 & 0x1FFFF),
            uint32_t(key >> 4 & 0x7FF),
            {}};
}

/// Like core's SiteCounts, but without sectors and lines: `sizes` gives them.
struct DeviceSiteCounts {
    unsigned long long key;  ///< 0: free row; else site_row_key()
    const char* file;        ///< in GPU memory
    unsigned long long requests, threads, bytes;
    unsigned long long sizes[4];
    unsigned long long sizes_cc13[3];
    unsigned long long conflicts;
    unsigned long long taken, divergent;
};

/// Hash table of one launch in GPU memory, with open addressing. Different warps use different copies, since
/// additions of all warps to one word would dominate the time. A site's counts are sums over the copies.
struct CountingTable {
    static constexpr unsigned copies = 4;
    static constexpr unsigned sites = 128;  ///< rows of a copy
    static constexpr unsigned slots = copies * sites;
    DeviceSiteCounts* rows = nullptr;
    unsigned* overflow = nullptr;  ///< 1: the launch has more sites than a copy has rows
};
}
