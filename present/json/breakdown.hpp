// Breakdowns and curves as JSON.
#pragma once

#include "analyzer/breakdown.hpp"
#include "analyzer/curve.hpp"
#include "present/json/writer.hpp"

namespace sortscope::present::json {

/// {"by": "stage", "share_of": {..}, "gaps": {..}, "rows": [..], "total": {..}}.
void write_breakdown(Writer& out, const analyzer::Breakdown& breakdown);

/// The curve's condition and its points.
void write_curve(Writer& out, const analyzer::Curve& curve);

}  // namespace sortscope::present::json
