// Records as JSON. Keys are spelled as the columns of the file's views are (docs/schema.md), so that a value
// has one name everywhere; numbers have their unit in their name.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/condition.hpp"
#include "core/records.hpp"
#include "present/json/writer.hpp"

namespace sortscope::present::json {

/// Each of these writes one object, an element of an array; those called members_of_ write into the object
/// that is open.
void write_device(Writer& out, const Device& device);
void members_of_device(Writer& out, const Device& device);
void write_run(Writer& out, const RunRecord& run);

/// What a case is and how it ended: no trials, launches, transfers or notes. Where the device is told apart
/// already, it is left out.
void members_of_summary(Writer& out, const CaseRecord& record, bool with_device = true);
/// "trials": [..], "transfers": [..], "passes": [..], "series": [..] (where there are any), "notes": [..].
void members_of_details(Writer& out, const CaseRecord& details);
/// "device_limits": [..], what the device reaches, and "stalls": [..], samples of stalled warps by
/// instruction and reason; nothing where there are none.
void member_of_limits(Writer& out, std::span<const DeviceLimit> limits);
void member_of_stalls(Writer& out, std::span<const StallRecord> stalls);
/// One launch with its counters by provenance, the metrics computed from them, and its access sites.
/// `data_bytes` is of the workload.
void write_launch(Writer& out, const LaunchRecord& launch, const Device& device, std::uint64_t data_bytes);
/// The same but its access sites, into the object that is open.
void members_of_launch(Writer& out, const LaunchRecord& launch, const Device& device,
                       std::uint64_t data_bytes);
void write_site(Writer& out, const SiteCounts& counts);

/// "name": .., "note": .., "tags": [..]: those of them that say something.
void members_of_annotation(Writer& out, const Annotation& annotation);

/// The parts of a condition that are not free.
void members_of_condition(Writer& out, const Condition& condition);

/// "counters": {"measured": {"gld_sectors": 1, ..}, "modelled": {..}}, "ratios": {"measured":
/// {"gld_efficiency_pct": 50.0, ..}}.
void members_of_counters(Writer& out, const MetricInput& input);

}  // namespace sortscope::present::json
