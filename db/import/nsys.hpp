// Imports profiles of NVIDIA Nsight Systems.
#pragma once

#include <filesystem>
#include <functional>

#include "db/import/import.hpp"

namespace sortscope::db {
/// Reads `file`, the output of `nsys export --type sqlite`. Each GPU that ran a kernel becomes a case for
/// `sink`, as with `record`. Each kernel, also a node of a graph, is a launch. The subject is a program,
/// named after the process that launched first. The only trial is the time in which kernels ran. Stages are
/// the pushed NVTX ranges of the calling thread, else kernels. Tables and columns that versions of nsys lack
/// are optional, except kernels and texts.
///
/// Throws Error(data) with table, column and row for another file, a view in place of a table or a wrong
/// value. Memory: 32 bytes for each of 1,000,000 copies at most, 100,000 range paths at most, and kernel
/// names. SQLite sorts rows in temporary files.
Imported import_nsys(const std::filesystem::path& file, ImportSink& sink,
                     const std::function<bool()>& stopped = {});
}
