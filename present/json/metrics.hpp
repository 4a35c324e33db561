// The catalogue of metrics as JSON: the legend of every document, and `sortscope metrics --json`.
#pragma once

#include <span>

#include "core/metric/cost.hpp"
#include "core/metric/metric.hpp"
#include "core/metric/nvprof.hpp"
#include "present/json/writer.hpp"

namespace sortscope::present::json {

/// `plan`: with the chip's own names.
void members_of(Writer& out, const Metric& metric, const ChipPlan* plan = nullptr);

/// "nvprof": "gld_efficiency", "metric": "gld_efficiency_pct", "meaning": ..
void members_of(Writer& out, const NvprofName& name);

/// How a chip counts `metrics`: "chip", "passes", "metrics", "missing".
void members_of(Writer& out, std::span<const Metric* const> metrics, const ChipPlan& plan);

/// "legend": titles, units and meanings, for readers without the manual.
void member_legend(Writer& out);

}  // namespace sortscope::present::json
