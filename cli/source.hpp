// The part of `sortscope show` that lists source: what of which file was asked for.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "analyzer/source/lines.hpp"
#include "db/read/reader.hpp"
#include "present/text/terminal.hpp"

namespace sortscope::cli {

/// A file of a case, and which of its lines are shown; none: all.
struct ShownSource {
    analyzer::Listing listing;
    std::vector<analyzer::LineSpan> spans;
};

/// What `place` asks for of the case's `lines`: empty: of every file the lines that something was recorded of
/// and those around them; "FILE": all of that file, by the end of its name or any part of it that fits one
/// alone; "FILE:LINE", or "LINE" where there is one file: that line and those around it. `heat` as
/// analyzer::line_orders() has it; empty: analyzer::heat_of(). Throws Error(usage) that names the files there
/// are.
std::vector<ShownSource> shown_sources(const std::vector<analyzer::LineCounts>& lines,
                                       const std::vector<SourceText>& sources, const std::string& place,
                                       const std::string& heat);

/// The same of a case of a file; `launch`: of that launch alone, without samples, which are of all launches
/// together.
std::vector<ShownSource> read_sources(const db::Reader& reader, CaseId id,
                                      std::optional<std::uint32_t> launch, const std::string& place,
                                      const std::string& heat);

/// A table a file, with the legend of their marks.
std::string draw_sources(const std::vector<ShownSource>& sources, std::optional<std::uint32_t> launch,
                         const present::text::Screen& screen);

/// All of them under one head. Throws Error(unsupported) where there are none.
std::string sources_csv(const std::vector<ShownSource>& sources);

}  // namespace sortscope::cli
