// Makes cases of a profile of NVIDIA Nsight Systems.
#pragma once

#include <filesystem>
#include <functional>

#include "db/import/import.hpp"

namespace sortscope::db {
/// `file`: of `nsys export --type sqlite`; it is only read. Each GPU that ran a kernel becomes a case for
/// `sink`, as `record` makes it: each kernel, also a node of a graph, is a launch. The subject is a program,
/// named after the process that launched first. Its only trial is the time in which kernels ran. Launches
/// have the pushed NVTX ranges of the thread that called them as stages, else their kernels. Tables and
/// columns that versions of nsys lack are optional, except kernels and texts.
///
/// Throws Error(data) with table, column and row for a file that is no such export, views in place of tables,
/// and values of a wrong type or out of range. Memory: 32 bytes a copy, of 1,000,000 at most; the paths of
/// ranges, 100,000 at most; the names of kernels. SQLite sorts the rows in temporary files.
Imported import_nsys(const std::filesystem::path& file, ImportSink& sink,
                     const std::function<bool()>& stopped = {});
}
