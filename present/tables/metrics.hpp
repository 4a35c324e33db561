// The catalogue of metrics.
#pragma once

#include "core/metric/cost.hpp"
#include "core/metric/nvprof.hpp"
#include "present/table.hpp"

namespace sortscope::present {
/// `plan` adds the chip's own names and passes.
Table metrics_table(std::span<const Metric* const> metrics, const ChipPlan* plan = nullptr);

Facts metric_facts(const Metric& metric);

Facts nvprof_facts(const NvprofName& name);

/// "the formula over the sums".
std::string adding_text(Adding adding);
/// "ratio of sums", for programs.
std::string_view adding_word(Adding adding);

/// "sass", for programs.
std::string_view pass_word(PassClass pass);

std::string provenances_text(const Metric& metric);

/// The title within a sentence: "DRAM bytes read", "active warps".
std::string metric_name(const Metric& metric);
/// Adds the unit, unless the metric's name contains the unit. `exact` prints all digits.
std::string metric_value_text(const Metric& metric, const Number& value, bool exact = false);

/// "10,000 x a or, on chips that lack it, b"; encloses names in `quote`.
std::string hardware_text(const HardwareSource& hardware, std::string_view quote = {});
}
