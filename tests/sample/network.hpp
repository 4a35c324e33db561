// Bitonic sorts as the collector records them, with invented but consistent numbers.
#pragma once

#include "core/records.hpp"

namespace sortscope::sample {
/// Bitonic, a launch for each (stage, substage), keys u32 uniform, on a GPU. Launch i takes (i + 1) us, with
/// gaps of 1 us; every warp loads 128 bytes in 4 sectors, stores in 8, and a quarter diverges.
CaseRecord gpu_case(uint64_t n, uint32_t block = 256, int64_t median_ns = 1000000);

/// The same in the interpreter: no time, modelled counters, two access sites and a branch a launch.
CaseRecord modelled_case(uint64_t n);

CaseRecord cpu_case(uint64_t n, int64_t median_ns);

/// On the GPU of gpu_case(), refused by its variant: no launches and no time.
CaseRecord refused_case(uint64_t n);

/// Of write_sample().
RunRecord sample_run();

/// Numbers vary from launch to launch.
struct Options {
    std::string variant = "bitonic-b2";
    uint64_t n = 1 << 10;
    uint32_t block = 256;
    BackendKind backend = BackendKind::cupti;
    bool two_kernels = false;  ///< the last substages of a stage run in a kernel of their own
};

/// A CPU case has a time and no launches, a modelled one launches and no times.
CaseRecord make_case(const Options& options);

RunRecord make_run();

/// Four variants in runs 1 and 2, numbered from 1, at summary detail.
std::vector<CaseRecord> make_summaries(size_t count);
}
