// Sweeps as lines and as heat maps.
#pragma once

#include <span>

#include "analyzer/curves/sweep.hpp"
#include "present/chart.hpp"

namespace sortscope::present {

/// One line a sweep over one axis: median time with interval. Positions are exponents of two if all values
/// are powers of two.
Chart sweep_chart(std::span<const analyzer::Sweep> sweeps);

/// Time over the best of its row: rows are numbers of keys of sweeps that differ only in them, or the first
/// of two axes. The best of each row is outlined.
Chart sweep_heat_chart(std::span<const analyzer::Sweep> sweeps);

}  // namespace sortscope::present
