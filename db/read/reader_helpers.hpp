// What several who read a file ask of it alike.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "db/read/reader.hpp"

namespace sortscope::db {

/// Launch `index` of case `id` without its counters; nothing where there is none.
std::optional<LaunchRecord> one_launch(const Reader& reader, CaseId id, std::uint32_t index);

/// Throws as Reader::read_case(); where `file` has no such case, with the command that lists those there are.
void check_case(const Reader& reader, const std::string& file, CaseId id);

/// The limits of the case's device: those that its own run measured, else those of the newest run that did;
/// none where no run did.
std::vector<DeviceLimit> limits_of(const Reader& reader, const CaseRecord& record);

}  // namespace sortscope::db
