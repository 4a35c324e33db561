// What the catalogue's enums are called in sentences and in records: for the page of metrics, `sortscope
// metrics` and JSON.
#pragma once

#include <string>
#include <string_view>

#include "core/metric/metric.hpp"

namespace sortscope::present {

/// "the sum", "the formula over the sums": how a metric of several launches follows from those of each.
std::string adding_text(Adding adding);
/// The same for programs: "sum", "time-weighted mean", "maximum", "ratio of sums".
std::string_view adding_word(Adding adding);

/// "instrumented instructions": what a pass takes counters by; empty for none.
std::string_view pass_text(PassClass pass);
/// The same for programs: "sass", "memory", "sm", "activity". The first three are names of counter sets
/// (MetricSet::name).
std::string_view pass_word(PassClass pass);

/// "measured, counted, modelled".
std::string provenances_text(const Metric& metric);

/// A value in a sentence: its name and unit for people, "DRAM bytes read 4.50 GiB", "active warps 12.4 %",
/// "sectors loaded 1,234"; by titles in small letters.
std::string metric_name(const Metric& metric);
/// The value with its unit, where the metric's name does not say it. `exact`: bytes and millionths as they
/// were counted.
std::string metric_value_text(const Metric& metric, const Number& value, bool exact = false);

/// How the hardware's numbers give the counter: "10,000 x a or, on chips that lack it, b. What it counts."
/// Each name stands between two `quote`s.
std::string hardware_text(const HardwareSource& hardware, std::string_view quote = {});

}  // namespace sortscope::present
