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
    sectors,  ///< 32-byte sectors loaded and stored, where no launch has a time (modelled cases)
    none      ///< nothing to weigh by: shares are absent
};

struct BreakdownRow {
    int stage = 0;
    int substage = 0;  ///< 0 when grouped by stage or kernel
    std::string label; ///< the stage's or substage's own name, or the kernel's
    std::size_t first_launch = 0;  ///< index of its first launch
    std::size_t launches = 0;
    std::optional<std::int64_t> time_ns;  ///< measured; sum over its launches
    std::optional<double> share;          ///< 0..1 of the case by the breakdown's weight
    std::vector<CounterValue> counters;   ///< summed
    Derived derived;
};

struct Breakdown {
    Grouping grouping{};
    Weight weight{};
    std::vector<BreakdownRow> rows;
    BreakdownRow total;
    std::optional<std::int64_t> gaps_ns;  ///< time between launches: last end - first start - sum of durations
};

/// Breakdown of a case read with its launches. A case without launches gives no rows.
Breakdown breakdown(const CaseRecord& record, Grouping grouping);

}  // namespace sortscope::analyzer
