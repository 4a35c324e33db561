// What each source line of a case costs: its accesses and branches, and the samples of warps that stood
// there.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/records.hpp"

namespace sortscope::analyzer {

/// Ratios of one site's counts; nothing if the site is of another kind or was not executed.
struct SiteFigures {
    std::optional<double> bytes_per_request;
    std::optional<double> efficiency_pct;  ///< 100 * bytes / (32 * sectors)
    std::optional<double> taken_pct;       ///< 100 * taken_threads / threads
    std::optional<double> divergent_pct;   ///< 100 * divergent_warps / requests
};
SiteFigures figures_of(const SiteCounts& counts);

bool is_global(SiteKind kind);
bool is_shared(SiteKind kind);

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

struct ListedLine {
    std::uint32_t number = 0;        ///< from 1
    std::string text;                ///< as the file has it, without its end
    std::vector<LineCounts> counts;  ///< of each provenance; empty where nothing was recorded of the line
    double heat = 0;                 ///< 0..1: of the hottest line of the case
};

struct Listing {
    std::string file;
    bool has_text = false;
    std::string heat;               ///< what heat is of, by name: see line_orders()
    std::vector<ListedLine> lines;  ///< in order: all of the file; where its text was not kept, those that
                                    ///< something was recorded of
};

/// The files that `lines` name, in the order of by_line(): the one with the most expensive line first. Lines
/// of no file are left out.
std::vector<std::string> listed_files(std::span<const LineCounts> lines);

/// What is hot where nothing else was asked for: "sectors"; where no line has any the first of "samples",
/// "conflicts", "divergence" and "requests" that one has.
std::string heat_of(std::span<const LineCounts> lines);

/// `file` with those of `lines` (of by_line()) that are of it; `source` is its text, null where it was not
/// kept. A line that lies behind the text's end comes behind it, without a text. `heat` as in line_orders();
/// heat 1 is that of the hottest line of all files. Throws Error(usage) as sort_lines().
Listing listing(const std::string& file, std::span<const LineCounts> lines, const SourceText* source,
                const std::string& heat);

/// First and last number of lines that are shown together.
using LineSpan = std::pair<std::uint32_t, std::uint32_t>;

/// The lines `numbers` of `listing`, each with `around` lines before and behind it, as spans in order that
/// neither meet nor overlap.
std::vector<LineSpan> spans_around(const Listing& listing, std::vector<std::uint32_t> numbers,
                                   std::uint32_t around);

/// The lines of `listing` that something was recorded of, each with `around` lines before and behind it, as
/// spans in order that neither meet nor overlap.
std::vector<LineSpan> recorded_spans(const Listing& listing, std::uint32_t around);

}  // namespace sortscope::analyzer
