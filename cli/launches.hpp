// A file's launches as the analyzer takes them.
#pragma once

#include <cstdint>
#include <optional>

#include "analyzer/breakdown.hpp"
#include "db/reader.hpp"

namespace sortscope::cli {

/// Of case `id`; reads when asked, so `reader` must live as long.
analyzer::LaunchSource launches_of(const db::Reader& reader, CaseId id);

/// Launch `index` of case `id` without its counters; nothing where there is none.
std::optional<LaunchRecord> one_launch(const db::Reader& reader, CaseId id, std::uint32_t index);

}  // namespace sortscope::cli
