// Accesses, branches and stall samples of each source line.
#pragma once

#include "core/records.hpp"

namespace sortscope::analyzer {
/// Ratios of one site's counts; empty if the site is of another kind or was not executed. Efficiency is bytes
/// / (32 * sectors).
struct SiteFigures {
    std::optional<double> bytes_per_request, efficiency_pct, taken_pct, divergent_pct;
};
SiteFigures figures_of(const SiteCounts& counts);

bool is_global(SiteKind kind);
bool is_shared(SiteKind kind);

/// Sites of one source line and provenance, with the stall samples of the line.
struct LineCounts {
    std::string file;
    uint32_t line = 0;
    std::string function;                         ///< of the first site; empty with samples only
    std::optional<Provenance> provenance;         ///< of the counts, if any
    int64_t requests = 0, loads = 0, stores = 0;  ///< to global memory: all (also atomics), loads and stores
    int64_t bytes = 0, sectors = 0;
    int64_t extra_wavefronts = 0;  ///< bank conflicts
    int64_t branch_warps = 0, divergent_warps = 0;
    uint64_t samples = 0;                              ///< of stalled warps
    std::string reason;                                ///< most frequent stall_reason()
    std::optional<double> sector_share, sample_share;  ///< of the case, 0..1

    std::optional<double> efficiency() const;  ///< bytes requested / moved
    std::optional<double> divergence() const;  ///< divergent_warps / branch_warps
};

/// Sorted by sectors, then samples, descending. A line has a row for each provenance; the first has the
/// line's samples. Throws SumTooGreat.
std::vector<LineCounts> by_line(std::span<const SiteCounts> sites, std::span<const StallRecord> stalls);

/// "long_scoreboard" of "smsp__pcsamp_warps_issue_stalled_long_scoreboard". Empty for "..._not_issued", whose
/// samples the counter of the reason contains.
std::string_view stall_reason(const StallRecord& stall);

/// Names of line values, for sorting lines and for the heat of a listing.
std::span<const std::string_view> line_orders();

/// Throws Error(usage) if `by` is none of line_orders().
double line_value(const LineCounts& line, const std::string& by);

/// Sorts stably, the greatest first. Throws like line_value().
void sort_lines(std::vector<LineCounts>& lines, const std::string& by);

struct ListedLine {
    uint32_t number = 0;             ///< from 1
    std::string text;                ///< without the line end
    std::vector<LineCounts> counts;  ///< by provenance
    double heat = 0;                 ///< 0..1: value / greatest value of the case
};

struct Listing {
    std::string file;
    bool has_text = false;
    std::string heat;               ///< one of line_orders()
    std::vector<ListedLine> lines;  ///< all, or the recorded ones if there is no text
};

std::vector<std::string> listed_files(std::span<const LineCounts> lines);

/// The first of sectors, samples, conflicts and divergence above 0 in any line; else requests.
std::string heat_of(std::span<const LineCounts> lines);

/// `lines` come from by_line(). `source` may be null. Recorded lines beyond its end follow without text.
/// Throws like line_value().
Listing listing(const std::string& file, std::span<const LineCounts> lines, const SourceText* source,
                const std::string& heat);

using LineSpan = std::pair<uint32_t, uint32_t>;  ///< first and last line

/// The lines `numbers` with `around` lines before and after each, as disjoint ascending spans.
std::vector<LineSpan> spans_around(const Listing& listing, std::vector<uint32_t> numbers, uint32_t around);

std::vector<LineSpan> recorded_spans(const Listing& listing, uint32_t around);
}
