// How launches add up: the one place that sums counters and times, for the store's sums by stage and for
// every grouping.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/metric/value.hpp"

namespace sortscope {

struct LaunchRecord;

/// Launches that were added up: of one stage and kernel in the store, of any group in a breakdown.
struct LaunchSums {
    int stage = 0;
    int substage = 0;    ///< 0 where substages were added up
    std::string kernel;  ///< empty where kernels were added up
    std::string
        label;  ///< the words that all its launches' labels begin with: "k=8 j=4" and "k=8 j=2" give "k=8"
    std::uint32_t first_launch = 0;  ///< index of its first launch
    std::uint64_t launches = 0;
    std::optional<std::int64_t> time_ns;  ///< measured; nothing where a launch has none
    std::uint64_t bound_bytes = 0;        ///< bytes the algorithm must move; 0 where unknown
    std::uint64_t comparators = 0;
    /// A counter that any of the launches lacks (of that provenance) is left out. Sums, except counters that
    /// the catalogue weighs by time (left out where a launch has no time, unless there is one launch alone).
    /// Of different passes: pass 0.
    std::vector<CounterValue> counters;

    friend bool operator==(const LaunchSums&, const LaunchSums&) = default;
};

/// `launch` as the sum of itself alone.
LaunchSums sums_of(const LaunchRecord& launch);

/// Adds `more` to `sum`. An empty sum (launches 0) becomes `more`; stage, substage and kernel that differ
/// become 0 and empty. Throws SumTooGreat where a sum passes 64 bits.
void add(LaunchSums& sum, const LaunchSums& more);
/// The same as add(sum, sums_of(launch)), without a copy of its counters.
void add(LaunchSums& sum, const LaunchRecord& launch);

/// Whether launches with such counters have the same sum in whatever order and groups they are added: whole
/// numbers, none of them weighed by time or the greatest of all.
bool adds_in_any_order(std::span<const CounterValue> counters);

struct SiteCounts;

/// Adds the counts of `more` to `sum`, whose site and provenance stay as they are. Throws SumTooGreat where a
/// sum passes 64 bits.
void add(SiteCounts& sum, const SiteCounts& more);

/// a + b. Throws SumTooGreat where that passes 64 bits: every sum of recorded values is made by one of these.
std::int64_t checked_sum(std::int64_t a, std::int64_t b);
std::uint64_t checked_sum(std::uint64_t a, std::uint64_t b);

/// The words that both begin with.
std::string common_words(std::string_view a, std::string_view b);

/// What launches of a case have in common on the clock. They may overlap (several streams), so `busy_ns` is
/// the time in which at least one ran.
struct LaunchSpan {
    std::int64_t span_ns = 0;  ///< from the start of the first to the end of the last
    std::int64_t busy_ns = 0;
    std::int64_t gaps_ns() const { return span_ns - busy_ns; }
    /// The gaps' part of the span, 0..1; 0 of no span.
    double gaps_part() const {
        return span_ns > 0 ? static_cast<double>(gaps_ns()) / static_cast<double>(span_ns) : 0;
    }
};

/// Takes launches in order of their index; times may be out of order.
class LaunchSpanner {
 public:
    /// In what order launches may begin. `any`: 16 bytes are kept for each that does not touch the one
    /// before. `ascending`: nothing is kept.
    enum class Order { any, ascending };
    LaunchSpanner() = default;
    explicit LaunchSpanner(Order order) : order_(order) {}
    /// Of Order::ascending: whether a launch began before the one in front of it, so that the span is not
    /// known.
    bool out_of_order() const { return order_ == Order::ascending && unsorted_; }
    void add(std::optional<std::int64_t> start_ns, std::optional<std::int64_t> duration_ns);
    /// Nothing where there is no launch, or where one has no start or no duration.
    std::optional<LaunchSpan> span() const;

 private:
    Order order_ = Order::any;
    std::int64_t folded_ns_ = 0;  ///< in which one ran, of Order::ascending before the span that is kept
    std::optional<std::int64_t> first_ns_;
    std::vector<std::pair<std::int64_t, std::int64_t>>
        spans_;  ///< begin and end, disjoint and ascending unless `unsorted_`
    bool complete_ = true;
    bool unsorted_ = false;
};

}  // namespace sortscope
