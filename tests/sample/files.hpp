// Files of sample records.
#pragma once

#include <filesystem>

#include "core/records.hpp"

namespace sortscope::sample {
/// Appends a run; creates `path` if absent.
void write_cases(const std::filesystem::path& path, const RunRecord& run,
                 const std::vector<CaseRecord>& cases);

/// One run with cases 1 to 6: GPU cases of 2^10 keys, 2^12 keys, and 2^12 keys with block 512; a modelled and
/// a CPU case of 2^10 keys; a refused case.
void write_sample(const std::filesystem::path& path);

/// Several variants, sizes, blocks and backends, in two runs.
void write_file(const std::filesystem::path& path, int smallest_log2 = 10, int largest_log2 = 14);
}
