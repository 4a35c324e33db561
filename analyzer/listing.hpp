// A source file line by line, with what each of its lines costs.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "analyzer/lines.hpp"
#include "core/records.hpp"

namespace sortscope::analyzer {

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
