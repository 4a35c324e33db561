// What the source documents published as curves over the number of keys, to be laid over measured ones.
#pragma once

#include <vector>

#include "analyzer/reproduce/figure.hpp"
#include "present/charts/throughput.hpp"

namespace sortscope::present {

/// The columns of `figures` that are times or rates over the number of keys and have published values, each
/// once: figures of one source may show the same table. Throws Error(data) where a table cannot be read. To
/// be made once for a program: it reads tables.
std::vector<PublishedCurve> published_curves(const std::vector<analyzer::reproduce::Figure>& figures);

}  // namespace sortscope::present
