// Files of any size, with the values that sorts give: what the store's benchmarks read and write.
#pragma once

#include <cstdint>
#include <filesystem>

#include "core/records.hpp"

namespace sortscope::bench {
struct FileOptions {
    uint32_t cases = 200;
    uint32_t launches = 5000;  ///< a case
    uint32_t counters = 20;    ///< a launch: of the set that instrumented instructions take, so at most 20
    uint32_t smallest_log2 =
        20;  ///< cases sort 2^smallest_log2 keys, twice as many, ... and 128 times as many, in turn
};

/// A bitonic network on a GPU, repeated until there are `launches` launches: 28 stages of two kernels. Values
/// of counters vary from launch to launch as those of sorts of that many keys do; 44 % of them are 0. Without
/// launches.
CaseRecord generated_case(const FileOptions& options, uint32_t number);
/// Its launch `index`, put into `launch`.
void generate_launch(const FileOptions& options, uint32_t number, uint32_t index, LaunchRecord& launch);

/// Makes the file. Launches are not held in memory together.
void generate_file(const std::filesystem::path& path, const FileOptions& options);
}
