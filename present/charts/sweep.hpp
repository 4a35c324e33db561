// Sweeps as lines and as heat maps.
#pragma once

#include <span>

#include "analyzer/curves/sweep.hpp"
#include "present/chart.hpp"

namespace sortscope::present {
/// Positions are exponents of two if all values are powers of two. Where no sweep has times, sectors are
/// drawn, with their provenance.
Chart sweep_chart(std::span<const analyzer::Sweep> sweeps);

/// Time over the best of its row, which is outlined. Rows: keys, or the first of two axes.
Chart sweep_heat_chart(std::span<const analyzer::Sweep> sweeps);
}
