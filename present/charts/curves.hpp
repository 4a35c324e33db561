// Curves over the number of keys or the block size as a chart.
#pragma once

#include <span>

#include "analyzer/curves/curve.hpp"
#include "core/records.hpp"
#include "present/chart.hpp"

namespace sortscope::present {

enum class CurveKind { throughput, block_sweep };

/// Curves of the key type and input of `selected` (null: of the first curve). More than ten are thinned to
/// the same block, then to the fastest; the note says so. Positions are exponents of two.
Chart curve_chart(std::span<const analyzer::Curve> curves, CurveKind kind, const CaseRecord* selected);

}  // namespace sortscope::present
