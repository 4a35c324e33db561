// Sweeps as lines and as heat maps.
#pragma once

#include "analyzer/curves/sweep.hpp"
#include "present/chart.hpp"

namespace sortscope::present {
/// Positions are exponents of two if all values are powers of two. If no sweep has times, draws sectors with
/// their provenance. `compared`: for line_colours().
Chart sweep_chart(std::span<const analyzer::Sweep> sweeps, std::span<const Condition> compared = {});

/// Cells are time / best time of the row; the best is outlined. Rows are numbers of keys, or the first of two
/// axes.
Chart sweep_heat_chart(std::span<const analyzer::Sweep> sweeps);
}
