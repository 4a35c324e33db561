// A file at a glance: variants by sizes.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "analyzer/curves/curve.hpp"
#include "present/chart.hpp"

namespace sortscope::present {
/// Axes that sizes may be on: n, then numeric ones of programs.
std::vector<std::string> size_axes(std::span<const CaseRecord> cases);

/// Rates of sorts (rows, the fastest first) by size (columns), coloured by their part of the fastest of that
/// size. Of several blocks or parameters, the fastest. `curves`: over `axis`; drawn are those of `group`.
Chart overview_chart(std::span<const analyzer::Curve> curves, const Condition& group,
                     const std::string& axis = "n");

/// Key types, inputs and devices of sorts with times, those with the most points first.
std::vector<Condition> overview_groups(std::span<const analyzer::Curve> curves,
                                       const std::string& axis = "n");

/// "675 cases of 38 variants on NVIDIA H200, in 1 run."
std::string overview_sentence(std::span<const CaseRecord> cases, size_t runs);
}
