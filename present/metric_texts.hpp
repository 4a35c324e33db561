// What the catalogue's enums are called in sentences: for the page of metrics and for `sortscope metrics`.
#pragma once

#include <string>

#include "core/metric/metric.hpp"

namespace sortscope::present {

/// "the sum", "the formula over the sums": how a metric of several launches follows from those of each.
std::string adding_text(Adding adding);

/// "measured, counted, modelled".
std::string provenances_text(const Metric& metric);

}  // namespace sortscope::present
