// Makes cases of NVBench's JSON output.
#pragma once

#include <filesystem>
#include <functional>

#include "db/import/import.hpp"

namespace sortscope::db {
/// Each state of each benchmark becomes a case for `sink`: the benchmark is its subject, a program; axes keep
/// their names. Understands version 1 of the format (`--json` and `--jsonbin` of NVBench).
///
/// Times, in ns: the samples of the state, from the files that `--jsonbin` writes beside the JSON file; else
/// the state's median or mean, as one trial. GPU benchmarks have cold times (mode stream, L2 flushed), others
/// host times. Work items are the state's elements, work bytes are half of its global memory traffic,
/// required bytes are that traffic: each is absent unless the benchmark names it. Skipped states, and those
/// without times, are counted and named in the notes.
///
/// Throws Error(data) with benchmark and state for a file that is no such JSON, for values out of range, and
/// for sample files of another length. Memory: the JSON file, 256 MiB at most, and the samples of one state.
Imported import_nvbench(const std::filesystem::path& file, ImportSink& sink,
                        const std::function<bool()>& stopped = {});
}
