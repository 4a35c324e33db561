// The catalogue of metrics as JSON: the legend of every document, and `sortscope metrics --json`.
#pragma once

#include <span>

#include "core/metric/cost.hpp"
#include "core/metric/metric.hpp"
#include "core/metric/nvprof.hpp"
#include "present/json/writer.hpp"

namespace sortscope::present::json {

/// Everything that the catalogue's row says.
void write_metric(Writer& out, const Metric& metric);

/// {"nvprof": "gld_efficiency", "metric": "gld_efficiency_pct", "meaning": ..}.
void write_nvprof(Writer& out, const NvprofName& name);

/// {"chip": .., "passes": [{"sets": [..], "class": .., "passes": 1, "vendor_metrics": [..]}, ..], "metrics":
/// [..], "missing": [..]}: how a chip counts `metrics`, each as write_metric() with the chip's own names.
void write_chip(Writer& out, std::span<const Metric* const> metrics, const ChipPlan& plan);

/// "legend": {"metrics": {"gld_sectors": {"unit": .., "title": .., "meaning": .., "formula": ..}, ..},
/// "provenances": {..}}, for programs that read a document without the manual.
void member_legend(Writer& out);

}  // namespace sortscope::present::json
