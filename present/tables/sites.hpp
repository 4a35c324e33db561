// Access sites as a table: what each source line loads, stores, branches.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "core/records.hpp"
#include "present/table.hpp"

namespace sortscope::present {

/// One row a site and provenance, in the order given. The title says whether they are of one launch or added
/// up over all, and the file where it is one.
Table sites_table(std::span<const SiteCounts> sites, std::optional<std::uint32_t> launch = std::nullopt);

/// Why a case has no sites.
std::string no_sites_sentence();

}  // namespace sortscope::present
