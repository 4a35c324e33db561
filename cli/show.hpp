// `sortscope show`: everything about one case.
#pragma once

#include <optional>
#include <string>

#include "analyzer/breakdown.hpp"
#include "cli/json.hpp"
#include "cli/terminal.hpp"
#include "core/records.hpp"

namespace sortscope::cli {

struct ShowOptions {
    analyzer::Grouping by = analyzer::Grouping::stage;
    bool sites = false;                         ///< with the table of access sites
    std::optional<std::uint32_t> only_launch;   ///< of this launch alone, for the table of sites
};

/// Head, notes, breakdown table and, where asked for, access sites of a case read with Detail::sites.
/// Throws Error(usage) where `only_launch` is no launch of the case.
std::string render_show(const CaseRecord& record, const ShowOptions& options, const Screen& screen);

/// The case with every launch and site, its breakdown, and the units of all counters.
Json show_json(const CaseRecord& record, const ShowOptions& options);

/// The head of a case: workload, device, status, time, trials, launches, transfers, notes.
std::string render_head(const CaseRecord& record, const analyzer::Breakdown& breakdown, const Screen& screen);

/// The access sites of a case, added up over its launches (or of one launch).
std::string render_sites(const CaseRecord& record, std::optional<std::uint32_t> only_launch, const Screen& screen);

}  // namespace sortscope::cli
