// Makes files of any size with realistic values, for the store's benchmarks.
#pragma once

#include <cstdint>
#include <filesystem>

#include "core/records.hpp"

namespace sortscope::bench {
struct FileOptions {
    uint32_t cases = 200;
    uint32_t launches = 5000;  ///< per case
    uint32_t counters = 20;    ///< per launch, at most 20, from metric set "sass"
    /// Cases cycle through eight sizes: 2^smallest_log2 keys, twice as many, ..., 128 times as many.
    uint32_t smallest_log2 = 20;
};

/// A GPU case without its launches: a bitonic network of 28 stages and two kernels, repeated until there
/// are FileOptions::launches launches.
CaseRecord generated_case(const FileOptions& options, uint32_t number);
/// Fills `launch` with launch `index` of case `number`. Counters vary from launch to launch as in real sorts;
/// 44 % are 0.
void generate_launch(const FileOptions& options, uint32_t number, uint32_t index, LaunchRecord& launch);

/// Makes the file. Holds one launch in memory at a time.
void generate_file(const std::filesystem::path& path, const FileOptions& options);
}
