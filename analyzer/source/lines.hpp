// Accesses, branches and stall samples of each source line.
#pragma once

#include "core/records.hpp"

namespace sortscope::analyzer {
/// Ratios of one site's counts; nothing if the site is of another kind or was not executed.
struct SiteFigures {
    std::optional<double> bytes_per_request;
    std::optional<double> efficiency_pct;  ///< bytes / (32 * sectors)
    std::optional<double> taken_pct;       ///< taken_threads / threads
    std::optional<double> divergent_pct;   ///< divergent_warps / requests
};
SiteFigures figures_of(const SiteCounts& counts);

bool is_global(SiteKind kind);
bool is_shared(SiteKind kind);

/// Sites of one source line and provenance, with the stall samples of the line.
struct LineCounts {
    std::string file;
    uint32_t line = 0;
    std::string function;                  ///< of its first site; empty with samples only
    std::optional<Provenance> provenance;  ///< of the counts, if any
    int64_t requests = 0;                  ///< to global memory: loads, stores and atomics
    int64_t loads = 0, stores = 0;         ///< requests of these
    int64_t bytes = 0, sectors = 0;
    int64_t extra_wavefronts = 0;  ///< bank conflicts
    int64_t branch_warps = 0, divergent_warps = 0;
    uint64_t samples = 0;                              ///< of stalled warps
    std::string reason;                                ///< most frequent stall_reason()
    std::optional<double> sector_share, sample_share;  ///< 0..1 of the case

    std::optional<double> efficiency() const;  ///< bytes requested / moved; nothing without sectors
    std::optional<double> divergence() const;  ///< divergent_warps / branch_warps; nothing without branches
};

/// Sorted by sectors, then samples, descending. A line has a row for each provenance; the first has its
/// samples. Throws SumTooGreat.
std::vector<LineCounts> by_line(std::span<const SiteCounts> sites, std::span<const StallRecord> stalls);

/// "smsp__pcsamp_warps_issue_stalled_long_scoreboard" -> "long_scoreboard". Empty for "..._not_issued": the
/// counter of the reason contains these samples.
std::string_view stall_reason(const StallRecord& stall);

/// Values to sort lines by, and heats of a listing.
std::span<const std::string_view> line_orders();

/// Throws Error(usage) if `by` is none of line_orders().
double line_value(const LineCounts& line, const std::string& by);

/// Descending and stable. Throws as line_value().
void sort_lines(std::vector<LineCounts>& lines, const std::string& by);

struct ListedLine {
    uint32_t number = 0;             ///< from 1
    std::string text;                ///< without its end
    std::vector<LineCounts> counts;  ///< by provenance; empty if nothing was recorded
    double heat = 0;                 ///< 0..1: value / value of the hottest line of the case
};

struct Listing {
    std::string file;
    bool has_text = false;
    std::string heat;               ///< one of line_orders()
    std::vector<ListedLine> lines;  ///< all, or without a text the recorded ones
};

std::vector<std::string> listed_files(std::span<const LineCounts> lines);

/// The first of sectors, samples, conflicts, divergence and requests that any line has.
std::string heat_of(std::span<const LineCounts> lines);

/// `lines` of by_line(). `source` is the text or null; lines beyond its end follow without text. Throws as
/// line_value().
Listing listing(const std::string& file, std::span<const LineCounts> lines, const SourceText* source,
                const std::string& heat);

using LineSpan = std::pair<uint32_t, uint32_t>;  ///< first and last line

/// The lines `numbers` with `around` lines before and after each, as disjoint ascending spans.
std::vector<LineSpan> spans_around(const Listing& listing, std::vector<uint32_t> numbers, uint32_t around);

/// spans_around() the recorded lines.
std::vector<LineSpan> recorded_spans(const Listing& listing, uint32_t around);
}
