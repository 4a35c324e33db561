// The catalogue of metrics: table, facts, words for its values.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "core/metric/cost.hpp"
#include "core/metric/metric.hpp"
#include "core/metric/nvprof.hpp"
#include "present/facts.hpp"
#include "present/table.hpp"

namespace sortscope::present {

/// One row a metric. `plan`: use the chip's own names and list its passes.
Table metrics_table(std::span<const Metric* const> metrics, const ChipPlan* plan = nullptr);

/// Title "gld_sectors: Sectors loaded".
Facts metric_facts(const Metric& metric);

/// Title "nvprof's gld_efficiency".
Facts nvprof_facts(const NvprofName& name);

/// "the sum", "the formula over the sums".
std::string adding_text(Adding adding);
/// For programs: "sum", "time-weighted mean", "maximum", "ratio of sums".
std::string_view adding_word(Adding adding);

/// "instrumented instructions"; empty for none.
std::string_view pass_text(PassClass pass);
/// For programs: "sass", "memory", "sm", "activity".
std::string_view pass_word(PassClass pass);

/// "measured, counted, modelled".
std::string provenances_text(const Metric& metric);

/// "DRAM bytes read", "active warps": the title within a sentence.
std::string metric_name(const Metric& metric);
/// The value with its unit unless the metric's name has it. `exact`: all digits.
std::string metric_value_text(const Metric& metric, const Number& value, bool exact = false);

/// "10,000 x a or, on chips that lack it, b. ...", each name between two `quote`s.
std::string hardware_text(const HardwareSource& hardware, std::string_view quote = {});

}  // namespace sortscope::present
