// Where the counting device build adds up what each site did.
#pragma once

#include <cstdint>

#include "core/vocabulary.hpp"

namespace sortscope::kernels::cuda {

/// Counts of one site, as the GPU adds them. Same meaning as core's SiteCounts.
struct DeviceSiteCounts {
    unsigned long long key;  ///< 0: free slot; else line << 24 | column << 8 | kind + 1
    unsigned long long requests, threads, bytes, sectors, tags;
    unsigned long long sizes[4];
    unsigned long long sizes_cc13[3];
    unsigned long long conflicts;
    unsigned long long taken, divergent;
};

/// An open-addressing table in GPU memory, one a launch.
struct CountingTable {
    static constexpr unsigned slots = 256;
    DeviceSiteCounts* rows = nullptr;
    unsigned* overflow = nullptr;  ///< set to 1 when there were more sites than slots
};

}  // namespace sortscope::kernels::cuda
