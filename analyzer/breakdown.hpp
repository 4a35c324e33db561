// Where a case's time (or, without a clock, its memory traffic) goes, by stage and substage.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "analyzer/derived.hpp"
#include "core/records.hpp"

namespace sortscope::analyzer {

enum class Grouping { stage, substage, launch, kernel };

/// What the shares of a breakdown are shares of.
enum class Weight {
    time,     ///< measured launch durations
    sectors,  ///< 32-byte sectors loaded and stored, where launches have no time (modelled cases)
    none      ///< nothing to weigh by: shares are absent
};

struct BreakdownRow {
    int stage = 0;
    int substage = 0;  ///< 0 when grouped by stage or kernel
    std::string label; ///< the words that its launches' labels begin with ("k=8"), or the kernel's name; may be empty
    std::size_t first_launch = 0;  ///< index of its first launch
    std::size_t launches = 0;
    std::optional<std::int64_t> time_ns;  ///< measured; sum over its launches, nothing where one has no time
    std::optional<double> share;          ///< 0..1 of the case by the breakdown's weight
    std::vector<CounterValue> counters;   ///< summed
    Derived derived;
};

struct Breakdown {
    Grouping grouping{};
    Weight weight{};
    std::vector<BreakdownRow> rows;
    BreakdownRow total;
    /// Time between launches: last end - first start - time in which at least one launch ran. Nothing where a launch
    /// has no start or duration.
    std::optional<std::int64_t> gaps_ns;
    /// Provenance of the weight: measured for time; the sectors' own.
    Provenance weight_provenance = Provenance::measured;
};

/// Breakdown of a case read with its launches. A case without launches gives no rows. Weighed by time where every
/// launch has one, else by sectors where every launch has them (of one provenance), else by nothing. Rows come in order
/// of their first launch; shares sum to 1.
Breakdown breakdown(const CaseRecord& record, Grouping grouping);

}  // namespace sortscope::analyzer
