// Imports NVBench's JSON output.
#pragma once

#include <filesystem>
#include <functional>

#include "db/import/import.hpp"

namespace sortscope::db {
/// Each state of each benchmark becomes a case for `sink`. The subject is the benchmark, as a program. Axes
/// keep their names. Reads version 1 of the format (`--json` and `--jsonbin` of NVBench).
///
/// Trials, in ns, are the samples in the files that `--jsonbin` writes. Without samples, the only trial is
/// the state's median or mean. GPU benchmarks have cold times (mode stream, L2 flushed), others host times.
/// Work items are the state's elements. Required bytes are its global memory traffic; work bytes are half of
/// that traffic. Items and bytes are absent unless the benchmark reports them. The notes count and name
/// states that were skipped or have no time.
///
/// Throws Error(data) with benchmark and state for a wrong JSON file, values out of range, and sample files
/// of a wrong length. Memory: the JSON file, 256 MiB at most, and the samples of one state.
Imported import_nvbench(const std::filesystem::path& file, ImportSink& sink,
                        const std::function<bool()>& stopped = {});
}
