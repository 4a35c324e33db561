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

/// The launches of an opaque variant, as its activity trial saw them, with their times. Stage counts launches
/// from 1.
std::vector<LaunchRecord> discovered_launches(const Activities& seen);

/// Why the kernels seen are not those of the plan, as a sentence; nothing if they are, launch by launch.
/// `symbols` holds the mangled name of each planned launch's kernel, empty where it is not known.
std::optional<std::string> mismatch(const kernels::Plan& plan, std::span<const std::string> symbols,
                                    const Activities& seen);

/// Gives launch i what was recorded of kernel i: times, registers, memory, symbol, and in which context and
/// stream of this process it ran. Both have the same length. A kernel without times leaves its launch
/// without.
void apply_activities(std::vector<LaunchRecord>& launches, const Activities& seen);

/// Why two trials of an opaque variant did not make the same launches, as a sentence; nothing if they did:
/// kernel by kernel the same symbol, grid and block.
std::optional<std::string> difference(const Activities& one, const Activities& other);

/// Gives launch i the median of kernel i's durations in `trials`, their spread (where there are two or more)
/// and their number. Each trial has a kernel for each launch; one without times in a trial is not counted
/// there. Start times stay as they are.
void apply_durations(std::vector<LaunchRecord>& launches, std::span<const Activities> trials);

/// Takes the fill of `bytes` bytes that flushed the cache before the sort began out of `seen`: it is no work
/// of the case. It is the first fill of all, for uploading and restoring an input only copy. False, with
/// nothing taken out, where the first fill has another size or there is none.
bool remove_cache_flush(Activities& seen, std::uint64_t bytes);

/// The transfers, with times since the case's first activity record.
std::vector<TransferRecord> transfer_records(const Activities& seen);

/// From the start of the first kernel to the end of the last; nothing where there is none, or one has no
/// times.
std::optional<std::int64_t> kernel_span_ns(const Activities& seen);

}  // namespace sortscope::cupti
