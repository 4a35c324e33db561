// Curves that the source documents published.
#pragma once

#include <vector>

#include "analyzer/reproduce/figure.hpp"
#include "present/charts/throughput.hpp"

namespace sortscope::present {

/// Published times and rates over the number of keys, each once. Reads tables: call once. Throws Error(data).
std::vector<PublishedCurve> published_curves(const std::vector<analyzer::reproduce::Figure>& figures);

}  // namespace sortscope::present
