// From a plan and from activity records to the launches of a case. Pure: needs no GPU.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "collector/cupti/activity.hpp"
#include "core/records.hpp"
#include "kernels/context/plan.hpp"

namespace sortscope::cupti {

/// The launches of a plan, with nothing measured yet.
std::vector<LaunchRecord> planned_launches(const kernels::Plan& plan);

/// The launches of an opaque variant, as its activity trial saw them, with their times. Stage counts launches
/// from 1.
std::vector<LaunchRecord> discovered_launches(const Activities& seen);

/// Why the kernels seen are not those of the plan, as a sentence; nothing if they are, launch by launch.
/// `symbols` holds the mangled name of each planned launch's kernel, empty where it is not known.
std::optional<std::string> mismatch(const kernels::Plan& plan, std::span<const std::string> symbols,
                                    const Activities& seen);

/// Gives launch i the times, registers and shared memory of kernel i. Both have the same length.
void apply_activities(std::vector<LaunchRecord>& launches, const Activities& seen);

/// The transfers, with times since the case's first activity record.
std::vector<TransferRecord> transfer_records(const Activities& seen);

/// From the start of the first kernel to the end of the last; nothing where there is none.
std::optional<std::int64_t> kernel_span_ns(const Activities& seen);

}  // namespace sortscope::cupti
