// Makes files of any size with realistic values, to benchmark the store.
#pragma once

#include <cstdint>
#include <filesystem>

#include "core/records.hpp"

namespace sortscope::bench {
struct FileOptions {
    uint32_t cases = 200;
    uint32_t launches = 5000;  ///< per case
    uint32_t counters = 20;    ///< per launch, at most 20: counters of set "sass"
    /// Cases cycle through eight sizes: 2^smallest_log2 keys, twice as many, ..., 128 times as many.
    uint32_t smallest_log2 = 20;
};

/// A GPU case without its launches. Its bitonic network (28 stages, two kernels) repeats until all launches
/// are made.
CaseRecord generated_case(const FileOptions& options, uint32_t number);
/// Makes launch `index` of case `number`. As in real sorts, counters vary, and 44 % are 0.
void generate_launch(const FileOptions& options, uint32_t number, uint32_t index, LaunchRecord& launch);

/// Holds one launch in memory at a time.
void generate_file(const std::filesystem::path& path, const FileOptions& options);
}
