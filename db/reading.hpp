// What several who read a file ask of it alike.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "db/reader.hpp"

namespace sortscope::db {

/// Launch `index` of case `id` without its counters; nothing where there is none.
std::optional<LaunchRecord> one_launch(const Reader& reader, CaseId id, std::uint32_t index);

/// The limits of the case's device: those that its own run measured, else those of the newest run that did; none where no run did.
std::vector<DeviceLimit> limits_of(const Reader& reader, const CaseRecord& record);

}  // namespace sortscope::db
