// Records as JSON: members_of() writes into the open object, for Writer::put(). Keys are column names of
// the file's views.
#pragma once

#include "core/condition.hpp"
#include "core/metric/cost.hpp"
#include "core/metric/nvprof.hpp"
#include "present/json/writer.hpp"

namespace sortscope::present::json {
/// Names the member by the column's id. Times are in ns ("time_ns"); numbers that are not measured add
/// "<id>_provenance".
void member_of_cell(Writer& out, const Column& column, const Cell& cell);
template <class T>
void members_of(Writer& out, const Fields<T>& fields, const T& row) {
    for (const auto& field : fields) member_of_cell(out, field.column, field.cell(row));
}

void members_of(Writer& out, const Device& device);
void members_of(Writer& out, const DeviceLimit& limit);
void members_of(Writer& out, const RunRecord& run);
void members_of(Writer& out, const StallRecord& stall);
void members_of(Writer& out, const SiteCounts& counts);
void members_of(Writer& out, const Annotation& annotation);
void members_of(Writer& out, const Condition& condition);
void members_of(Writer& out, const MetricInput& input);

/// Leaves out trials, launches, transfers and notes.
void members_of_summary(Writer& out, const CaseRecord& record, bool with_device = true);
/// Writes "trials", "transfers", "passes", "series", "sampled_launches", "notes".
void members_of_details(Writer& out, const CaseRecord& details);
/// Leaves out access sites.
void members_of_launch(Writer& out, const LaunchRecord& launch, const Device& device, uint64_t data_bytes);
/// Includes access sites.
void write_launch(Writer& out, const LaunchRecord& launch, const Device& device, uint64_t data_bytes);

/// `plan` adds the chip's own names.
void members_of(Writer& out, const Metric& metric, const ChipPlan* plan = nullptr);

void members_of(Writer& out, const NvprofName& name);

void members_of(Writer& out, std::span<const Metric* const> metrics, const ChipPlan& plan);

void member_legend(Writer& out);
}
