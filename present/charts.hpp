// Charts of analyses, one function each, for pictures, pages and the window. Stage breakdowns stand in
// breakdown.hpp, curves in curves.hpp. Where there is nothing to draw, Chart::empty_text says why and what
// would help. `conditions` is left to the caller where a builder cannot know what is shown.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <span>
#include <string>

#include "analyzer/curves/sweep.hpp"
#include "analyzer/launches/breakdown.hpp"
#include "analyzer/launches/roofline.hpp"
#include "analyzer/timing/compare.hpp"
#include "analyzer/timing/history.hpp"
#include "present/chart.hpp"

namespace sortscope::present {

/// Stages (rows) by substages (columns), coloured by the matrix's metric; times in one unit.
Chart matrix_chart(const analyzer::StageMatrix& matrix);

enum class Access { loads, stores };

/// Transactions of 32, 64, 96 and 128 bytes by row of the breakdown (stage, substage, kernel, ..), stacked.
/// What the sizes mean: docs/metrics.md, gld_32b. `old_rule`: by the half-warp rule of compute
/// capability 1.3, which has no 96 bytes.
Chart transaction_chart(const analyzer::Breakdown& breakdown, Access access, bool old_rule = false);
/// Whence that chart's values come; empty where there are none.
std::set<Provenance> transaction_sources(const analyzer::Breakdown& breakdown, Access access,
                                         bool old_rule = false);
/// "transactions of loads (counted)": its y axis.
std::string transactions_title(Access access, const std::set<Provenance>& sources);

/// What the lanes of a timeline are.
enum class Lanes {
    automatic,  ///< stages where there are at most 24, and all launches are of one stream; else streams
    stages,
    streams
};

/// Transfers, launches (coloured by kernel) and series over the time since the case's first record, in lanes;
/// a series fills its lane from 0 to its greatest value, which its name says. `launches`: those to be shown,
/// in any order; Point::row of a launch is its index, of a transfer the greatest number there is. The note
/// gives the time between launches.
Chart timeline_chart(const CaseRecord& details, std::span<const LaunchRecord> launches,
                     std::span<const SeriesRecord> series, Lanes lanes = Lanes::automatic);

/// Launches `first` to `last` of a case, for which a chart shows `launch`, the longest of them.
struct LaunchBar {
    LaunchRecord launch;
    std::uint32_t first = 0, last = 0;
};
/// A bar for each of `bars`, ascending, over the launches that it stands for: what a breakdown's chart by
/// launch is, of more launches than there are pixels. `whole`: the case by anything; Point::row is the index
/// of the launch shown.
Chart launch_chart(const analyzer::Breakdown& whole, std::span<const LaunchBar> bars, const Metric& metric,
                   const CaseRecord& record);

/// Median time with its interval against the block size or a parameter, a line for each sweep over one axis;
/// positions are exponents of two where all values are powers of two. The note names each sweep's best.
Chart sweep_chart(std::span<const analyzer::Sweep> sweeps);

/// Time over the best of its row: rows are numbers of keys (of sweeps that differ in them alone, like the
/// first), columns values of the axis; of one sweep over two axes the first and the second. The best of each
/// row is outlined.
Chart sweep_heat_chart(std::span<const analyzer::Sweep> sweeps);

/// Ratio of times with its interval, a row for each condition, the slowest first; within the band lies what
/// is too small to matter. Of more than `most` pairs those of greatest effect are shown. Point::case_id is
/// the other side's case.
Chart comparison_chart(const analyzer::Comparison& comparison, const std::string& base,
                       const std::string& other, double min_effect, std::size_t most = 40);

/// Times over runs with intervals; a line where they changed.
Chart history_chart(const analyzer::History& history, double min_effect);

/// Instruction roofline (Ding and Williams 2019, An Instruction Roofline Model for GPUs): warp instructions a
/// second against warp instructions a byte, for each memory (device, L2, shared) that a stage's bytes were
/// counted of; the memories' limits as slanted lines, that of instructions as a level one. `sort`: the
/// placement of the whole.
Chart roofline_chart(std::span<const analyzer::Placement> stages, const analyzer::Placement& sort,
                     std::span<const analyzer::RoofLimit> roofs);

/// A comparator of a sorting network, as one launch does it.
struct NetworkLink {
    std::uint32_t low = 0, high = 0;  ///< wires; the smaller key goes to `low` unless descending
    std::uint32_t launch = 0;         ///< ascending from 0
    bool descending = false;          ///< the greater key goes to the smaller wire
    std::optional<double> heat = {};  ///< a value of its launch, for its colour
};

/// A network of `wires` wires. Comparators of one launch stand side by side where they would cover each
/// other; a band behind every second launch. `heat`: the axis that Point::heat is on, where links have one.
Chart network_chart(std::uint32_t wires, std::span<const NetworkLink> links, const Axis& heat = {});

}  // namespace sortscope::present
