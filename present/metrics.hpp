// The catalogue of metrics as a table, and one of its rows in words.
#pragma once

#include <span>
#include <string>
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

}  // namespace sortscope::present
