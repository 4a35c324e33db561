// The catalogue of metrics as JSON.
#pragma once

#include "core/metric/cost.hpp"
#include "core/metric/nvprof.hpp"
#include "present/json/writer.hpp"

namespace sortscope::present::json {
/// `plan` adds the chip's own names.
void members_of(Writer& out, const Metric& metric, const ChipPlan* plan = nullptr);

void members_of(Writer& out, const NvprofName& name);

void members_of(Writer& out, std::span<const Metric* const> metrics, const ChipPlan& plan);

/// Writes "legend": titles, units, meanings.
void member_legend(Writer& out);
}
