// Shares of the time of a case by stage, substage, launch or kernel. Without times, shares of its sectors.
#pragma once

#include <tuple>

#include "core/case_source.hpp"

namespace sortscope::analyzer {
enum class Grouping { stage, substage, launch, kernel };

std::string_view name_of(Grouping grouping);
Grouping parse_grouping(std::string_view name);  ///< throws Error(usage)
inline constexpr std::array groupings{Grouping::stage, Grouping::substage, Grouping::launch,
                                      Grouping::kernel};

/// Quantity to divide into shares.
enum class Weight {
    time,     ///< measured launch durations
    sectors,  ///< 32-byte sectors loaded and stored, if there are no times (modelled cases)
    none
};

/// Sum of all `stages`.
LaunchSums all_launches(std::span<const LaunchSums> stages);
/// Sums over all kernels of each stage.
std::map<int, LaunchSums> by_stage(std::span<const LaunchSums> sums);

struct BreakdownPart {
    size_t kernel = 0;  ///< position in Breakdown::kernels
    LaunchSums sums;
};

inline MetricInput metric_input(const LaunchSums& sums, uint64_t data_bytes) {
    return {sums.counters, sums.time_ns, data_bytes, sums.required_bytes, sums.launches};
}

struct BreakdownRow {
    LaunchSums sums;
    std::optional<double> share;       ///< part of the case's time or sectors (Breakdown::weight), 0..1
    size_t kernel = 0;                 ///< position of the first kernel in Breakdown::kernels
    std::vector<BreakdownPart> parts;  ///< by kernel, in order of first launch; empty for a single kernel
    std::optional<Dim3> grid, block;   ///< for Grouping::launch only
    std::optional<int64_t> gap_ns;     ///< idle time before the launches
};

void add(BreakdownRow& sum, const BreakdownRow& more);

struct Breakdown {
    Grouping grouping{};
    Weight weight = Weight::none;
    Provenance weight_provenance = Provenance::measured;  ///< provenance of the sectors
    std::vector<std::string> kernels;                     ///< in order of first launch
    std::vector<BreakdownRow> rows;                       ///< in order of first launch; shares sum to 1
    BreakdownRow total;
    uint64_t data_bytes = 0;         ///< N * key bytes, for metrics that need it
    std::optional<int64_t> gaps_ns;  ///< LaunchSpan::gaps_ns()
    std::optional<int64_t> sort_ns;  ///< median time without activity records; empty if the case failed

    /// sort_ns - total time: launch gaps and the host. Below 0 if launches overlap, or if recording slowed
    /// them.
    std::optional<int64_t> rest_ns() const;
    std::optional<double> rest_share() const;  ///< rest_ns() / sort_ns
    std::optional<MetricValue> value(const Metric& metric, const LaunchSums& sums) const {
        return evaluate(metric, metric_input(sums, data_bytes));
    }
    std::optional<MetricValue> value(const Metric& metric, const BreakdownRow& row) const {
        return value(metric, row.sums);
    }
    /// Value with provenance `only`, for parts of a bar.
    std::optional<MetricValue> value(const Metric& metric, const LaunchSums& sums, Provenance only) const {
        return evaluate(metric, metric_input(sums, data_bytes), only);
    }
    /// Time or sectors of weight_provenance; `weight` decides.
    std::optional<double> weight_of(const LaunchSums& sums) const;
    std::optional<double> share_of(const LaunchSums& sums) const;
    /// Metrics with a value in any row, in the order of the catalogue.
    std::vector<const Metric*> metrics() const;
    /// Least and greatest time above 0, to choose a column's unit; empty without times.
    std::optional<std::pair<double, double>> times_ns() const;
};

/// Idle time before each launch, in order of index.
class GapFinder {
 public:
    /// Returns the gap; always empty after a launch without times. Throws SumTooGreat.
    std::optional<int64_t> add(std::optional<int64_t> start_ns, std::optional<int64_t> duration_ns);
    /// Skips launches with times; `end_ns` is their latest end.
    void pass(int64_t end_ns) { busy_to_ = busy_to_ && *busy_to_ > end_ns ? *busy_to_ : end_ns; }

 private:
    std::optional<int64_t> busy_to_;
    bool complete_ = true;
};

/// Takes launches, or sums, in order of first launch.
class BreakdownBuilder {
 public:
    BreakdownBuilder(const CaseRecord& summary, Grouping grouping);
    void add(const LaunchSums& sums);
    void add(const LaunchRecord& launch);
    /// Adds the gap before a launch. Call it for all launches in order of index, after their sums were added.
    void add_gap(const LaunchRecord& launch);
    Breakdown take();

 private:
    using Key = std::tuple<int, int, std::string, uint64_t>;  ///< stage, substage, kernel, launch
    Key key_of(int stage, int substage, const std::string& kernel, uint64_t launch) const;
    void add_part(BreakdownRow& row, size_t kernel, const LaunchSums& sums);
    void choose_weight();

    Breakdown result_;
    bool streamed_ = false;  ///< launches were added, not sums
    std::map<Key, size_t> rows_;
    std::map<std::string, size_t> kernels_;
    LaunchSpanner spanner_;
    GapFinder gaps_;
    bool gaps_known_ = false;
    std::optional<LaunchSpan> stored_span_;
};

/// True if the sums of CaseSource::stages() suffice.
constexpr bool from_stages(Grouping grouping) {
    return grouping == Grouping::stage || grouping == Grouping::kernel;
}

/// `record` must have its launches. Shares divide time if all launches have one, else sectors of one
/// provenance.
Breakdown breakdown(const CaseRecord& record, Grouping grouping);

/// Gaps are read only for cases with at most this many launches.
inline constexpr uint64_t most_gap_launches = 200'000;

enum class Gaps { unread, read };

/// Breaks down a stored case, from stored sums if these suffice. Empty once `stale` returns true.
std::optional<Breakdown> breakdown(const CaseSource& source, const CaseRecord& summary, Grouping grouping,
                                   Gaps gaps, const std::function<bool()>& stale);
Breakdown breakdown(const CaseSource& source, const CaseRecord& summary, Grouping grouping,
                    Gaps gaps = Gaps::unread);

/// Rows with the greatest shares, in the order of the breakdown. `others` sums the remaining rows. Together
/// they are at most `most` rows (0: all).
struct Shortened {
    std::vector<const BreakdownRow*> rows;
    std::optional<BreakdownRow> others;
    size_t other_rows = 0;
};
Shortened shortened(const Breakdown& breakdown, size_t most);

/// Sorts by "share", "time" or the id of a metric, the greatest first. Throws Error(usage) for another `by`.
void sort_rows(Breakdown& breakdown, const std::string& by);

Shortened first_rows(const Breakdown& breakdown, size_t most);

struct StageMatrix {
    const Metric* metric = nullptr;
    std::map<std::pair<int, int>, MetricValue> cells;  ///< by stage and substage
    std::map<int, MetricValue> stages;                 ///< whole stages
    int substages = 0;                                 ///< the greatest substage
};
StageMatrix stage_matrix(const Breakdown& by_substage, const Breakdown& by_stage, const Metric& metric);

/// Keeps the `most` stages with the greatest values.
void leave_greatest(StageMatrix& matrix, size_t most);
}
