// Records as JSON: members_of() writes a record into the open object, for Writer::put(). Keys are spelled
// like the columns of the file's views; numbers have their unit in the name.
#pragma once

#include <cstdint>

#include "core/condition.hpp"
#include "core/records.hpp"
#include "present/cells.hpp"
#include "present/json/writer.hpp"

namespace sortscope::present::json {

/// A member for each value, by the id of its column; times in ns ("time_ns"), numbers that are not measured
/// with "<id>_provenance".
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
/// "name", "note", "tags", if present.
void members_of(Writer& out, const Annotation& annotation);
void members_of(Writer& out, const Condition& condition);
/// "counters": {"measured": {"gld_sectors": 1, ..}, ..}, "ratios": {"measured": {"gld_efficiency_pct": 50.0,
/// ..}}.
void members_of(Writer& out, const MetricInput& input);

/// What a case is and how it ended, without trials, launches, transfers and notes.
void members_of_summary(Writer& out, const CaseRecord& record, bool with_device = true);
/// "trials", "transfers", "passes", "series", "notes".
void members_of_details(Writer& out, const CaseRecord& details);
/// A launch with counters by provenance and ratios; without access sites.
void members_of_launch(Writer& out, const LaunchRecord& launch, const Device& device,
                       std::uint64_t data_bytes);
/// The same with access sites, as an object.
void write_launch(Writer& out, const LaunchRecord& launch, const Device& device, std::uint64_t data_bytes);

}  // namespace sortscope::present::json
