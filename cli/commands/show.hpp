// The part of `sortscope show` that lists source: what of which file was asked for.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/launches/breakdown.hpp"
#include "analyzer/source/lines.hpp"
#include "core/records.hpp"
#include "db/read/reader.hpp"
#include "present/json/writer.hpp"
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

struct ShowOptions {
    analyzer::Grouping by = analyzer::Grouping::stage;
    bool sites = false;                        ///< with the table of access sites
    std::optional<std::uint32_t> only_launch;  ///< of this launch alone, for the table of sites
    std::string sort =
        {};  ///< rows by "share", "time" or a metric, greatest first; empty: in order of launching
    std::size_t top = 0;             ///< how many rows; the others are added up; 0: all
    std::vector<CaseId> older = {};  ///< of its condition: those that it was chosen over
    bool reordered() const { return !sort.empty() || top != 0; }
    bool all_facts = false;  ///< all facts and notes in front of rows, too, that were asked for in particular
    std::size_t most_launches = 0;   ///< by launch: how many rows are held; 0: all
    bool lines = false;              ///< by source line
    const Metric* matrix = nullptr;  ///< this metric by stage and substage
    std::optional<std::string> source =
        {};  ///< the source with what its lines cost: as shown_sources() takes it
    /// Whether rows were asked for that a plain show has not: then a few lines say of which case they are.
    bool particular() const {
        return by != analyzer::Grouping::stage || sites || only_launch || reordered() || lines ||
               matrix != nullptr || source;
    }
};

/// What the text of a case is made of.
struct ShowData {
    CaseRecord details;            ///< at db::Detail::details
    analyzer::Breakdown by_stage;  ///< for the facts
    analyzer::Breakdown
        shown;  ///< as asked for; by launch, of very many launches a part (analyzer::LaunchSample)
    std::vector<SiteCounts> sites;                     ///< added up, where asked for
    std::vector<analyzer::LineCounts> lines = {};      ///< where asked for
    std::vector<ShownSource> sources = {};             ///< where asked for
    std::optional<analyzer::StageMatrix> matrix = {};  ///< where asked for
    std::optional<LaunchRecord> heaviest =
        {};  ///< a launch of the stage and kernel that takes most time, without its counters
};

/// Reads what `options` ask for, and nothing else: launches are streamed, and only for groupings that need
/// them. Throws Error(usage) where there is no such case or launch.
ShowData read_show(const db::Reader& reader, CaseId id, const ShowOptions& options);

/// Head, notes, breakdown table and, where asked for, access sites. `data` holds every row. Of rows that were
/// asked for in particular the head is short.
std::string render_show(const ShowData& data, const ShowOptions& options,
                        const present::text::Screen& screen);

/// The same text, piece by piece, with the rows of a breakdown by launch streamed from `reader` where `data`
/// has a part of them.
void print_show(const db::Reader& reader, CaseId id, const ShowData& data, const ShowOptions& options,
                const present::text::Screen& screen, const std::function<void(std::string_view)>& print);

/// The case with every launch and site (streamed through), its breakdown, and what all metrics mean.
void write_show(present::json::Writer& out, const db::Reader& reader, CaseId id, const ShowOptions& options);

}  // namespace sortscope::cli
