// Records that tests of the command line render: invented, round numbers.
#pragma once

#include <filesystem>

#include "core/records.hpp"

namespace sortscope::test {

/// A bitonic sort with one launch for each (stage, substage), keys u32 uniform, on a GPU. Launch i takes (i + 1) us with
/// 1 us between launches; every warp loads 128 bytes in 4 sectors a request, stores in 8, and a quarter diverges.
CaseRecord gpu_case(std::uint64_t n, std::uint32_t block = 256, std::int64_t median_ns = 1000000);

/// The same by the host interpreter: no time, modelled counters, two access sites and a branch for each launch.
CaseRecord modelled_case(std::uint64_t n);

/// A sort on the CPU: time alone.
CaseRecord cpu_case(std::uint64_t n, std::int64_t median_ns);

RunRecord sample_run();

/// A new file with one run: GPU cases of 2^10 and 2^12 keys, the larger with blocks 256 and 512, modelled and CPU cases
/// of 2^10 keys, and a refused one. Cases are numbered 1 to 6 in this order.
void write_sample(const std::filesystem::path& path);

}  // namespace sortscope::test
