// Accesses, branches and stall samples of each source line.
#pragma once

#include "core/records.hpp"

namespace sortscope::analyzer {
/// Ratios of one site's counts; empty if its kind has no such ratio, or if it was not executed. Efficiency is
/// bytes / (32 * sectors).
struct SiteFigures {
    std::optional<double> bytes_per_request, efficiency_pct, taken_pct, divergent_pct;
};
SiteFigures figures_of(const SiteCounts& counts);

bool is_global(SiteKind kind);
bool is_shared(SiteKind kind);

/// Counts of one provenance, summed over the sites of a source line, and stall samples of the line.
struct LineCounts {
    std::string file;
    uint32_t line = 0;
    std::string function;                         ///< of the first site; empty if there are only samples
    std::optional<Provenance> provenance;         ///< of the counts; empty if there are only samples
    int64_t requests = 0, loads = 0, stores = 0;  ///< to global memory: all (with atomics), loads, stores
    int64_t bytes = 0, sectors = 0;
    int64_t extra_wavefronts = 0;  ///< bank conflicts
    int64_t branch_warps = 0, divergent_warps = 0;
    uint64_t samples = 0;                              ///< of stalled warps
    std::string reason;                                ///< most frequent stall_reason()
    std::optional<double> sector_share, sample_share;  ///< part of the case, 0..1

    std::optional<double> efficiency() const;  ///< bytes requested / moved
    std::optional<double> divergence() const;  ///< divergent_warps / branch_warps
};

/// Sorted by sectors, then samples, the greatest first. A line has one entry for each provenance; only one
/// entry has its samples. Throws SumTooGreat.
std::vector<LineCounts> by_line(std::span<const SiteCounts> sites, std::span<const StallRecord> stalls);

/// Returns "long_scoreboard" for "smsp__pcsamp_warps_issue_stalled_long_scoreboard". Returns "" for
/// "..._not_issued": the counter without this ending contains its samples.
std::string_view stall_reason(const StallRecord& stall);

/// Names that line_value() accepts, to sort lines or to heat a listing.
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
    std::vector<ListedLine> lines;  ///< all lines; only the recorded ones if there is no text
};

std::vector<std::string> listed_files(std::span<const LineCounts> lines);

/// The first of sectors, samples, conflicts and divergence above 0 in any line; else requests.
std::string heat_of(std::span<const LineCounts> lines);

/// `lines` come from by_line(). `source` may be null. Recorded lines beyond the end of `source` come last,
/// without text. Throws like line_value().
Listing listing(const std::string& file, std::span<const LineCounts> lines, const SourceText* source,
                const std::string& heat);

using LineSpan = std::pair<uint32_t, uint32_t>;  ///< first and last line

/// The lines `numbers` with `around` lines before and after each, as disjoint ascending spans.
std::vector<LineSpan> spans_around(const Listing& listing, std::vector<uint32_t> numbers, uint32_t around);

std::vector<LineSpan> recorded_spans(const Listing& listing, uint32_t around);
}
