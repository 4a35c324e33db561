// Sweeps as lines and as heat maps.
#pragma once

#include <span>

#include "analyzer/curves/sweep.hpp"
#include "present/chart.hpp"

namespace sortscope::present {

/// A line for each sweep over one axis. Positions are exponents of two if all values are powers of two.
Chart sweep_chart(std::span<const analyzer::Sweep> sweeps);

/// Time over the best of its row, which is outlined: a number of keys, or a value of the first of two axes.
Chart sweep_heat_chart(std::span<const analyzer::Sweep> sweeps);

}  // namespace sortscope::present
