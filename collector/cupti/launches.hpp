// The launches of a case from a plan and activity records. Needs no GPU.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "collector/cupti/activity.hpp"
#include "core/records.hpp"
#include "kernels/context/plan.hpp"

namespace sortscope::cupti {

/// The launches of an opaque variant from its activity records, with their times. Stages count from 1.
std::vector<LaunchRecord> discovered_launches(const Activities& seen);

/// The sentence on the first difference between plan and recorded kernels; empty if there is none. `symbols`
/// holds the mangled name of each planned kernel, empty if unknown.
std::optional<std::string> mismatch(const kernels::Plan& plan, std::span<const std::string> symbols,
                                    const Activities& seen);

/// Gives launch i the times, registers, memory, symbol, context and stream of kernel i.
void apply_activities(std::vector<LaunchRecord>& launches, const Activities& seen);

/// The sentence on the first kernel whose symbol, grid or block differs between two trials; empty if none
/// does.
std::optional<std::string> difference(const Activities& first, const Activities& other);

/// Gives launch i the median, spread and number of kernel i's durations in `trials`, which have a kernel for
/// each launch. Start times stay as they are.
void apply_durations(std::vector<LaunchRecord>& launches, std::span<const Activities> trials);

/// Removes the fill of `bytes` bytes that flushed the cache before the sort. It is the first fill of all, for
/// uploading and restoring an input only copy. False if the first fill has another size or there is none.
bool remove_cache_flush(Activities& seen, std::uint64_t bytes);

/// The transfers, with times since the case's first activity record.
std::vector<TransferRecord> transfer_records(const Activities& seen);

/// From the start of the first kernel to the end of the last; empty if there is none or one has no times.
std::optional<std::int64_t> kernel_span_ns(const Activities& seen);

}  // namespace sortscope::cupti
