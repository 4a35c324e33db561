// Synthetic records for the window's tests: the launch plan of a bitonic network with made-up, but
// consistent, numbers.
#pragma once

#include <cstdint>
#include <filesystem>

#include "core/records.hpp"
#include "gui/models/contents.hpp"

namespace sortscope::gui::sample {

struct Options {
    std::string variant = "bitonic-b2";
    std::uint64_t n = 1 << 10;
    std::uint32_t block = 256;
    BackendKind backend = BackendKind::cupti;
    bool two_kernels = false;  ///< the last substages of a stage run in a kernel of their own
};

/// One case as the collector would record it; a CPU case has a time and no launches, a modelled one launches
/// and no times.
CaseRecord make_case(const Options& options);

/// One of its breakdowns, as the loader hands it over.
BreakdownContentsPtr make_breakdown(const CaseRecord& record, analyzer::Grouping grouping);

/// The case without its launches and with its breakdown by stage, as the loader hands it over.
CaseContentsPtr make_contents(CaseRecord record);

/// A run to put cases into.
RunRecord make_run();

/// A file's list of cases: `cases` cases of four variants in two runs, at summary detail, with curves.
FileContentsPtr make_file(std::size_t cases);

/// Writes a file of several variants, sizes, blocks and backends to `path`.
void write_file(const std::filesystem::path& path, int smallest_log2 = 10, int largest_log2 = 14);

}  // namespace sortscope::gui::sample
