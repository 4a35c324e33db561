// Where the counting device build adds up what each site did.
#pragma once

#include <cstdint>

#include "core/records.hpp"
#include "kernels/context/annotations.hpp"

namespace sortscope::kernels::cuda {

/// What tells the sites of one launch apart: bits 0 to 3 the kind (never 0), 4 to 14 the column, 15 to 31 the
/// line, from 32 on the low half of the address of the file's name. All names of one kernel stand in one
/// module, which is far below 2^32 bytes.
SORTSCOPE_HOST_DEVICE inline unsigned long long site_row_key(const char* file, unsigned line, unsigned column,
                                                             SiteKind kind) {
    return reinterpret_cast<unsigned long long>(file) << 32 |
           static_cast<unsigned long long>(line & 0x1FFFF) << 15 |
           static_cast<unsigned long long>(column & 0x7FF) << 4 | static_cast<unsigned long long>(kind);
}

/// Kind, line and column of the site whose row has `key`. Throws Error(data) for a key that no kind of site
/// has.
inline Site site_of_row(unsigned long long key) {
    return {enum_from_int<SiteKind>(static_cast<long long>(key & 0xF)),
            {},
            static_cast<std::uint32_t>(key >> 15 & 0x1FFFF),
            static_cast<std::uint32_t>(key >> 4 & 0x7FF),
            {}};
}

/// Counts of one site, as the GPU adds them. Same meaning as core's SiteCounts, whose sectors and lines
/// follow from the sizes.
struct DeviceSiteCounts {
    unsigned long long key;  ///< 0: free row; else site_row_key()
    const char* file;        ///< its source file's name, as the compiler keeps it in the GPU's memory
    unsigned long long requests, threads, bytes;
    unsigned long long sizes[4];
    unsigned long long sizes_cc13[3];
    unsigned long long conflicts;
    unsigned long long taken, divergent;
};

/// An open-addressing table in GPU memory, one a launch. It has several copies side by side, and warps take
/// turns among them: adding to one and the same word is what the counting build spends its time on. A site's
/// counts are the sum over all copies.
struct CountingTable {
    static constexpr unsigned copies = 4;
    static constexpr unsigned sites = 128;  ///< rows of a copy
    static constexpr unsigned slots = copies * sites;
    DeviceSiteCounts* rows = nullptr;
    unsigned* overflow = nullptr;  ///< set to 1 when there were more sites than rows
};

}  // namespace sortscope::kernels::cuda
