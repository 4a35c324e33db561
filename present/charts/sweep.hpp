// Sweeps as lines and as heat maps.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "analyzer/curves/sweep.hpp"
#include "present/chart.hpp"

namespace sortscope::present {

/// Median time with its interval against the block size or a parameter, a line for each sweep over one axis;
/// positions are exponents of two where all values are powers of two. The note names each sweep's best.
Chart sweep_chart(std::span<const analyzer::Sweep> sweeps);

/// Time over the best of its row: rows are numbers of keys (of sweeps that differ in them alone, like the
/// first), columns values of the axis; of one sweep over two axes the first and the second. The best of each
/// row is outlined.
Chart sweep_heat_chart(std::span<const analyzer::Sweep> sweeps);

/// Heat maps of one kind (sweep_heat_chart()) beside each other, an empty column between two: rows are those
/// of the first that there is, then those that only others have, colours on one axis. Conditions are those
/// that all share, or none; the note has the notes of each. Charts without a map are named there; where none
/// has one, it is the first. `names` has as many as `charts`.
Chart heat_charts_beside(std::vector<Chart> charts, std::span<const std::string> names);

}  // namespace sortscope::present
