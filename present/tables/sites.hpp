// Access sites: what each source line loads, stores, branches.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "core/records.hpp"
#include "present/table.hpp"

namespace sortscope::present {

/// One row a site and provenance, in the order given.
Table sites_table(std::span<const SiteCounts> sites, std::optional<std::uint32_t> launch = std::nullopt);

std::string no_sites_sentence();

}  // namespace sortscope::present
