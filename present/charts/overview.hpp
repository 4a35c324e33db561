// Overview of a file: variants by size.
#pragma once

#include "analyzer/curves/curve.hpp"
#include "present/chart.hpp"

namespace sortscope::present {
/// Axes that can serve as size: n, then numeric axes of programs.
std::vector<std::string> size_axes(std::span<const CaseRecord> cases);

/// Draws rates of the sorts of `group`: a row a sort, the fastest first, and a column a size on `axis`.
/// Colours show the rate over the fastest rate of the size. Draws the fastest block and parameters.
Chart overview_chart(std::span<const analyzer::Curve> curves, const Condition& group,
                     const std::string& axis = "n");

/// Conditions (key type, input, device) of timed sorts, ordered from the most points to the fewest.
std::vector<Condition> overview_groups(std::span<const analyzer::Curve> curves,
                                       const std::string& axis = "n");

/// "675 cases of 38 variants on NVIDIA H200, in 1 run."
std::string overview_sentence(std::span<const CaseRecord> cases, size_t runs);
}
