// The catalogue of metrics as a table, and one of its rows in words.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/metric/cost.hpp"
#include "core/metric/metric.hpp"
#include "core/metric/nvprof.hpp"
#include "present/facts.hpp"
#include "present/table.hpp"

namespace sortscope::present {

/// One row a metric, in the order of the catalogue: id, title, unit, how it adds up, provenances, pass, and
/// what it is taken from (a formula, or the vendor's names).
Table metrics_table();
/// The same of `metrics` alone. With `plan` the names are the chip's own, and the notes say in which passes
/// it counts them.
Table metrics_table(std::span<const Metric* const> metrics, const ChipPlan* plan = nullptr);

/// The passes of a plan in sentences: "GH100 takes 2 passes, ...", one for each group, and what the chip does
/// not have.
std::vector<std::string> plan_sentences(const ChipPlan& plan);

/// Everything the catalogue says of one: title "gld_sectors: Sectors loaded".
Facts metric_facts(const Metric& metric);

/// A name of nvprof's, and what it is here: title "nvprof's gld_efficiency".
Facts nvprof_facts(const NvprofName& name);

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

/// The whole page, in Markdown.
std::string metrics_page();

}  // namespace sortscope::present
