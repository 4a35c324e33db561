// Bitonic sorts as the collector records them, with invented but consistent numbers.
#pragma once

#include "core/records.hpp"

namespace sortscope::sample {
/// A bitonic sort of uniform u32 keys on a GPU, with one launch for each (stage, substage). Launch i takes
/// (i + 1) us; gaps last 1 us. Each request has 128 bytes: 4 sectors for loads, 8 for stores. A quarter of
/// the branches diverges.
CaseRecord gpu_case(uint64_t n, uint32_t block = 256, int64_t median_ns = 1000000);

/// gpu_case() in the interpreter: no times, modelled counters, two access sites and a branch per launch.
CaseRecord modelled_case(uint64_t n);

CaseRecord cpu_case(uint64_t n, int64_t median_ns);

/// A case on the GPU of gpu_case() that the variant refuses: no launches and no time.
CaseRecord refused_case(uint64_t n);

/// The run of write_sample().
RunRecord sample_run();

/// Numbers vary from launch to launch.
struct Options {
    std::string variant = "bitonic-b2";
    uint64_t n = 1 << 10;
    uint32_t block = 256;
    BackendKind backend = BackendKind::cupti;
    bool two_kernels = false;  ///< a second kernel runs the last substages of a stage
};

/// A CPU case has a time but no launches. A modelled case has launches but no times.
CaseRecord make_case(const Options& options);

RunRecord make_run();

/// Cases of four variants in runs 1 and 2, with Detail::summary. Their ids count from 1.
std::vector<CaseRecord> make_summaries(size_t count);
}
