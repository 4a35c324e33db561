// Records as JSON. Keys are spelled like the columns of the file's views; numbers have their unit in the
// name.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/condition.hpp"
#include "core/records.hpp"
#include "present/cells.hpp"
#include "present/json/writer.hpp"

namespace sortscope::present::json {

/// A member for each value, by the id of its column, into the open object; times in ns ("time_ns"), numbers
/// that are not measured with "<id>_provenance".
void member_of_cell(Writer& out, const Column& column, const Cell& cell);
template <class T>
void members_of(Writer& out, const Fields<T>& fields, const T& row) {
    for (const auto& field : fields) member_of_cell(out, field.column, field.cell(row));
}

/// write_X() writes an object; members_of_X() writes into the open object.
void write_device(Writer& out, const Device& device);
void members_of_device(Writer& out, const Device& device);
void write_run(Writer& out, const RunRecord& run);

/// What a case is and how it ended, without trials, launches, transfers and notes.
void members_of_summary(Writer& out, const CaseRecord& record, bool with_device = true);
/// "trials", "transfers", "passes", "series", "notes".
void members_of_details(Writer& out, const CaseRecord& details);
/// "device_limits" and "stalls", if there are any.
void member_of_limits(Writer& out, std::span<const DeviceLimit> limits);
void member_of_stalls(Writer& out, std::span<const StallRecord> stalls);
/// A launch with counters by provenance, ratios and access sites.
void write_launch(Writer& out, const LaunchRecord& launch, const Device& device, std::uint64_t data_bytes);
/// The same without access sites, into the open object.
void members_of_launch(Writer& out, const LaunchRecord& launch, const Device& device,
                       std::uint64_t data_bytes);
void write_site(Writer& out, const SiteCounts& counts);

/// "name", "note", "tags", if present.
void members_of_annotation(Writer& out, const Annotation& annotation);

void members_of_condition(Writer& out, const Condition& condition);

/// "counters": {"measured": {"gld_sectors": 1, ..}, ..}, "ratios": {"measured": {"gld_efficiency_pct": 50.0,
/// ..}}.
void members_of_counters(Writer& out, const MetricInput& input);

}  // namespace sortscope::present::json
