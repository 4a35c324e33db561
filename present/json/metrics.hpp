// The catalogue of metrics as JSON: the legend of every document, and `sortscope metrics --json`.
#pragma once

#include "core/metric/metric.hpp"
#include "present/json/writer.hpp"

namespace sortscope::present::json {

/// Everything that the catalogue's row says.
void write_metric(Writer& out, const Metric& metric);

/// "legend": {"metrics": {"gld_sectors": {"unit": .., "title": .., "meaning": .., "formula": ..}, ..}, "provenances": {..}}, for
/// programs that read a document without the manual.
void member_legend(Writer& out);

}  // namespace sortscope::present::json
