// What each source line of a case costs: its accesses and branches, and the samples of warps that stood
// there.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/records.hpp"

namespace sortscope::analyzer {

/// All sites of one source line, of one provenance, added up over the launches they are of; and the stall
/// samples of the line.
struct LineCounts {
    std::string file;
    std::uint32_t line = 0;
    std::string function;                  ///< of its first site; empty where samples alone are known
    std::optional<Provenance> provenance;  ///< of the counts; nothing where there are none
    std::int64_t requests = 0;             ///< to global memory: loads, stores and atomics
    std::int64_t loads = 0, stores = 0;    ///< of these, the requests that load and that store
    std::int64_t bytes = 0, sectors = 0;
    std::int64_t extra_wavefronts = 0;  ///< bank conflicts
    std::int64_t branch_warps = 0, divergent_warps = 0;
    std::uint64_t samples = 0;                         ///< of warps that stood at the line
    std::string reason;                                ///< most of them for this one, by stall_reason()
    std::optional<double> sector_share, sample_share;  ///< 0..1 of the case

    /// Bytes asked for over bytes moved, in sectors of 32; nothing without sectors.
    std::optional<double> efficiency() const;
    /// Of the warps at its branches those whose threads went both ways; nothing without branches.
    std::optional<double> divergence() const;
};

/// By sectors, then by samples, the most first. Of a line that has sites of several provenances there is a
/// row for each. Samples stand at the line's first row. Throws Error(data) where a sum passes 64 bits.
std::vector<LineCounts> by_line(std::span<const SiteCounts> sites, std::span<const StallRecord> stalls);

/// "smsp__pcsamp_warps_issue_stalled_long_scoreboard" -> "long_scoreboard". Empty of a reason that ends in
/// _not_issued: a part of that reason's own samples, which must not be counted twice.
std::string_view stall_reason(const StallRecord& stall);

/// What lines can be sorted by, and what is hot of a listing: "sectors", "samples", "requests", "conflicts",
/// "divergence".
std::span<const std::string_view> line_orders();

/// The value of a line that sort_lines() sorts by. Throws Error(usage) with the nearest names.
double line_value(const LineCounts& line, const std::string& by);

/// Sorts by "sectors", "samples", "requests", "conflicts" or "divergence", the greatest first; equal ones
/// keep their order. Throws Error(usage) with the nearest names.
void sort_lines(std::vector<LineCounts>& lines, const std::string& by);

}  // namespace sortscope::analyzer
