// Sums counters and times of launches, for stored sums by stage and for every grouping.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/metric/value.hpp"

namespace sortscope {

struct LaunchRecord;

/// A sum of launches: of a stage and kernel in the store, of any group in a breakdown.
struct LaunchSums {
    int stage = 0;
    int substage = 0;    ///< 0 if substages were summed
    std::string kernel;  ///< empty if kernels were summed
    /// Common leading words of its labels: "k=8 j=4" and "k=8 j=2" give "k=8"
    std::string label;
    std::uint32_t first_launch = 0;  ///< index of its first launch
    std::uint64_t launches = 0;
    std::optional<std::int64_t> time_ns;  ///< measured; nothing if a launch lacks it
    std::uint64_t required_bytes = 0;     ///< required bytes; 0: unknown
    std::uint64_t comparators = 0;
    /// Sums. A counter that a launch lacks in that provenance is left out. So is a time-weighted counter if
    /// one of several launches has no time. Values of different passes get pass 0.
    std::vector<CounterValue> counters;

    friend bool operator==(const LaunchSums&, const LaunchSums&) = default;
};

/// The sum of a single launch.
LaunchSums sums_of(const LaunchRecord& launch);

/// Adds `more` to `sum`. An empty sum (launches 0) becomes `more`. A stage or substage that differs becomes
/// 0, a kernel empty. Throws SumTooGreat if a sum exceeds 64 bits.
void add(LaunchSums& sum, const LaunchSums& more);
/// The same as add(sum, sums_of(launch)), without a copy of its counters.
void add(LaunchSums& sum, const LaunchRecord& launch);

struct SiteCounts;

/// Adds the counts of `more` to `sum` and keeps its site and provenance. Throws SumTooGreat if a sum exceeds
/// 64 bits.
void add(SiteCounts& sum, const SiteCounts& more);

/// a + b, for every sum of recorded values. Throws SumTooGreat if it exceeds 64 bits.
std::int64_t checked_sum(std::int64_t a, std::int64_t b);
std::uint64_t checked_sum(std::uint64_t a, std::uint64_t b);

/// Common leading words.
std::string common_words(std::string_view a, std::string_view b);

/// Span of a case's launches. They may overlap in several streams, so `busy_ns` is the time with at least one
/// running.
struct LaunchSpan {
    std::int64_t span_ns = 0;  ///< from the start of the first to the end of the last
    std::int64_t busy_ns = 0;
    std::int64_t gaps_ns() const { return span_ns - busy_ns; }
    /// gaps / span, 0..1; 0 if there is no span.
    double gaps_part() const {
        return span_ns > 0 ? static_cast<double>(gaps_ns()) / static_cast<double>(span_ns) : 0;
    }
};

/// Computes the LaunchSpan. Add launches in order of their index; their times may be unordered.
class LaunchSpanner {
 public:
    /// Order of start times. `any` keeps 16 bytes for each separate interval; `ascending` keeps nothing.
    enum class Order { any, ascending };
    LaunchSpanner() = default;
    explicit LaunchSpanner(Order order) : order_(order) {}
    /// For Order::ascending: whether a launch started before its predecessor, so that the span is unknown.
    bool out_of_order() const { return order_ == Order::ascending && unsorted_; }
    void add(std::optional<std::int64_t> start_ns, std::optional<std::int64_t> duration_ns);
    /// Empty without launches, or if a launch lacks its start or duration.
    std::optional<LaunchSpan> span() const;

 private:
    Order order_ = Order::any;
    /// Busy time before the kept interval (Order::ascending)
    std::int64_t folded_ns_ = 0;
    std::optional<std::int64_t> first_ns_;
    /// Begin and end, disjoint and ascending unless `unsorted_`
    std::vector<std::pair<std::int64_t, std::int64_t>> spans_;
    bool complete_ = true;
    bool unsorted_ = false;
};

}  // namespace sortscope
