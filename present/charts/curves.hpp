// Curves over the number of keys or the block size as a chart.
#pragma once

#include <span>

#include "analyzer/curves/curve.hpp"
#include "core/records.hpp"
#include "present/chart.hpp"

namespace sortscope::present {

enum class CurveKind { throughput, block_sweep };

/// Curves worth comparing with `selected`: the same key type and input (and number of keys, in a block
/// sweep). More than ten are thinned to the same block, then to the fastest; the note says so. Null: the
/// first curve's conditions. Positions are exponents of two; points carry their case, and as interval half
/// the interquartile range of the times to either side (merged ones the least and the greatest median).
Chart curve_chart(std::span<const analyzer::Curve> curves, CurveKind kind, const CaseRecord* selected);

}  // namespace sortscope::present
