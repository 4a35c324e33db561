// A case by launch where its launches are too many to be held: the part of them that a table's columns follow
// from.
#pragma once

#include <cstddef>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "analyzer/breakdown.hpp"

namespace sortscope::analyzer {

/// The row of one launch, with its share of `whole`, a breakdown of its case by anything.
BreakdownRow launch_row(const LaunchRecord& launch, const Breakdown& whole);

/// Takes the launches of a case in their order and keeps the first ones, the shortest and the longest, the
/// one of greatest share, those of the longest names, and the first of each set of counters: units, greatest
/// shares, columns, their provenances and the widths of texts are those of all launches.
class LaunchSample {
 public:
    /// `by_stage` is the case by stage, whose total and weight are those by launch, too. `most`: of the first
    /// launches; 0: all.
    LaunchSample(const Breakdown& by_stage, std::size_t most);
    /// `gap_ns`: in front of it, where somebody looks for gaps.
    void add(const LaunchRecord& launch, std::optional<std::int64_t> gap_ns = std::nullopt);
    /// The breakdown by launch with the rows that were kept, in their order, and the total of all.
    Breakdown take();

 private:
    using Counters = std::vector<std::pair<CounterId, Provenance>>;
    bool has_new_counters(const LaunchRecord& launch);

    Breakdown result_;
    std::size_t most_;
    Counters last_;
    std::set<Counters> seen_;
    std::optional<BreakdownRow> shortest_, longest_, heaviest_, longest_label_,
        longest_kernel_;  ///< not among the first
};

/// The sample of the launches that `source` has.
Breakdown sample_by_launch(const Breakdown& by_stage, const LaunchSource& source, std::size_t most);

}  // namespace sortscope::analyzer
