// Where a case's time (or, without a clock, its memory traffic) goes, by stage and substage.
#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "analyzer/launches/wave_occupancy.hpp"
#include "core/case_source.hpp"
#include "core/metric/metric.hpp"
#include "core/metric/sums.hpp"
#include "core/records.hpp"

namespace sortscope::analyzer {

enum class Grouping { stage, substage, launch, kernel };

/// "stage", "substage", "launch" or "kernel". parse: throws Error(usage) that lists them.
std::string_view name_of(Grouping grouping);
Grouping parse_grouping(std::string_view name);
inline constexpr std::array groupings{Grouping::stage, Grouping::substage, Grouping::launch,
                                      Grouping::kernel};

/// What the shares of a breakdown are shares of.
enum class Weight {
    time,     ///< measured launch durations
    sectors,  ///< 32-byte sectors loaded and stored, where launches have no time (modelled cases)
    none      ///< nothing to weigh by: shares are absent
};

/// The part of a row that one kernel did.
struct BreakdownPart {
    std::size_t kernel = 0;  ///< position in Breakdown::kernels
    LaunchSums sums;
};

struct BreakdownRow {
    LaunchSums sums;
    std::optional<double> share;  ///< 0..1 of the case by the breakdown's weight
    std::size_t kernel = 0;       ///< position in Breakdown::kernels of the row's (first) kernel
    std::vector<BreakdownPart>
        parts;  ///< by kernel, in order of first launch; empty where one kernel did it all
    std::optional<Dim3> grid, block;  ///< grouped by launch only
    /// Time in front of its launches in which none ran, of the activity trial; nothing where nobody looked,
    /// or where a launch has no times.
    std::optional<std::int64_t> gap_ns;
};

/// Adds `more`, a row of the breakdown that `sum` stands for, to its sums, share and gap.
void add(BreakdownRow& sum, const BreakdownRow& more);

struct Breakdown {
    Grouping grouping{};
    Weight weight = Weight::none;
    Provenance weight_provenance = Provenance::measured;  ///< measured for time; the sectors' own
    std::vector<std::string> kernels;                     ///< in order of their first launch
    std::vector<BreakdownRow> rows;                       ///< in order of first launch; shares sum to 1
    BreakdownRow total;
    std::uint64_t data_bytes = 0;  ///< N * key bytes, for metrics that need it
    /// Time between launches: last end - first start - time in which at least one launch ran.
    std::optional<std::int64_t> gaps_ns;
    /// The sort's median time, of trials without any record of activity; nothing where it was not timed or
    /// did not end well.
    std::optional<std::int64_t> sort_ns;

    /// What the kernels do not account for: the sort's time less the total's; launch gaps and the host. Below
    /// 0 where launches overlap, or where the activity trial was slower than the sort. Nothing where either
    /// time is unknown.
    std::optional<std::int64_t> rest_ns() const;
    /// rest_ns() over the sort's time.
    std::optional<double> rest_share() const;
    /// A metric over one of its rows (or its total).
    std::optional<MetricValue> value(const Metric& metric, const BreakdownRow& row) const;
    std::optional<MetricValue> value(const Metric& metric, const LaunchSums& sums) const;
    /// The same in one provenance: a part's value in that of its row, so that a bar's parts are of one
    /// source.
    std::optional<MetricValue> value(const Metric& metric, const LaunchSums& sums,
                                     Provenance provenance) const;
    /// What a launch or a sum of launches weighs: its time or its sectors, as `weight` says; sectors only of
    /// weight_provenance.
    std::optional<double> weight_of(const LaunchSums& sums) const;
    /// Its part of the case, 0..1.
    std::optional<double> share_of(const LaunchSums& sums) const;
    /// The metrics that any row has a value of, in the order of the catalogue.
    std::vector<const Metric*> metrics() const;
    /// The smallest time above 0 and the greatest of a row or of all: what the unit of a column follows from.
    /// Nothing without times.
    std::optional<std::pair<double, double>> times_ns() const;
};

/// Takes launches, or sums of them, in order of first launch, and breaks them down. By stage and by kernel
/// the store's sums (db::Reader::stages) are enough, by substage those of db::Reader::substages; by launch
/// the launches themselves are streamed through.
class BreakdownBuilder {
 public:
    /// `summary` gives the workload and the launches' span; its launches are not looked at.
    BreakdownBuilder(const CaseRecord& summary, Grouping grouping);
    void add(const LaunchSums& sums);
    void add(const LaunchRecord& launch);
    /// Of launches whose sums were added already, in order of their index: what is in front of each. Their
    /// counters are not looked at.
    void add_gap(const LaunchRecord& launch);
    Breakdown take();

 private:
    struct Key {
        int stage = 0, substage = 0;
        std::string kernel;
        std::uint64_t launch = 0;
        friend auto operator<=>(const Key&, const Key&) = default;
    };
    Key key_of(int stage, int substage, const std::string& kernel, std::uint64_t launch) const;
    BreakdownRow& row_of(const LaunchSums& sums);
    void note_gap(BreakdownRow& row, const LaunchRecord& launch);
    void add_part(BreakdownRow& row, std::size_t kernel, const LaunchSums& sums);
    void choose_weight();

    Breakdown result_;
    bool streamed_ = false;  ///< launches came themselves, with their times
    std::map<Key, std::size_t> rows_;
    std::map<std::string, std::size_t> kernels_;
    LaunchSpanner spanner_;
    GapFinder gaps_;
    bool gaps_known_ = false;
    std::optional<LaunchSpan> stored_span_;
};

/// Whether the store's sums by stage and kernel are enough for `grouping`.
constexpr bool from_stages(Grouping grouping) {
    return grouping == Grouping::stage || grouping == Grouping::kernel;
}

/// Breakdown of a case that was read with its launches. A case without launches gives no rows. Weighed by
/// time where every launch has one, else by sectors where every launch has them (of one provenance), else by
/// nothing.
Breakdown breakdown(const CaseRecord& record, Grouping grouping);

/// Largest case whose launches are read one by one for the gaps between them.
inline constexpr std::uint64_t most_gap_launches = 200'000;

/// Whether the gaps in front of launches are wanted.
enum class Gaps { unread, read };

/// Breakdown of a stored case: from its sums if they are enough, else from its launches. Nothing if `stale`
/// returned true: the result is no longer wanted.
std::optional<Breakdown> breakdown(const CaseSource& source, const CaseRecord& summary, Grouping grouping,
                                   Gaps gaps, const std::function<bool()>& stale);
Breakdown breakdown(const CaseSource& source, const CaseRecord& summary, Grouping grouping,
                    Gaps gaps = Gaps::unread);

/// The rows of greatest share, in their own order, at most `most` with the last of them standing for all
/// others ("12 more"); the breakdown itself where it has no more rows than that, or where `most` is 0.
struct Shortened {
    std::vector<const BreakdownRow*> rows;
    std::optional<BreakdownRow> others;
    std::size_t other_rows = 0;
};
Shortened shortened(const Breakdown& breakdown, std::size_t most);

/// Sorts the rows by "share", "time" or a metric's id, the greatest first; rows without a value come last,
/// equal ones keep their order. Throws Error(usage) with the nearest names.
void sort_rows(Breakdown& breakdown, const std::string& by);

/// Leaves the first `most` rows and adds the others up in one, as shortened() does. The rows of the result
/// are those of `breakdown`.
Shortened first_rows(const Breakdown& breakdown, std::size_t most);

struct StageMatrix {
    const Metric* metric = nullptr;
    std::map<std::pair<int, int>, MetricValue>
        cells;  ///< by stage and substage; those that have no value are not there
    std::map<int, MetricValue>
        stages;         ///< of each stage as a whole: by the formula over its sums, where the metric has one
    int substages = 0;  ///< the greatest
};

/// `by_substage` gives the cells, `by_stage` the stages.
StageMatrix stage_matrix(const Breakdown& by_substage, const Breakdown& by_stage, const Metric& metric);

/// Leaves the `most` stages of greatest value, in their order; stages that have none go first.
void leave_greatest(StageMatrix& matrix, std::size_t most);

}  // namespace sortscope::analyzer
