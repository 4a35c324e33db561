// Sums counters and times of launches, for stored sums by stage and for every grouping.
#pragma once

#include "core/metric/value.hpp"

namespace sortscope {
struct LaunchRecord;

/// Sums over a group of launches: one stage and kernel in the store, any group in a breakdown.
struct LaunchSums {
    int stage = 0;
    int substage = 0;    ///< 0 if substages were summed
    std::string kernel;  ///< empty if kernels were summed
    std::string label;   ///< common leading words: "k=8 j=4" and "k=8 j=2" give "k=8"
    uint32_t first_launch = 0;
    uint64_t launches = 0;
    std::optional<int64_t> time_ns;  ///< measured; empty if a launch has no time
    uint64_t required_bytes = 0;     ///< 0: unknown
    uint64_t comparators = 0;
    /// Omits a counter if a launch lacks it in the same provenance. Omits a time-weighted counter if one of
    /// several launches has no time. Sums over different passes get pass 0.
    std::vector<CounterValue> counters;

    friend bool operator==(const LaunchSums&, const LaunchSums&) = default;
};

LaunchSums sums_of(const LaunchRecord& launch);

/// Copies `more` to an empty sum (launches 0). Else sets a differing stage or substage to 0, and clears a
/// differing kernel. Throws SumTooGreat.
void add(LaunchSums& sum, const LaunchSums& more);
/// Like add(sum, sums_of(launch)), without a copy of its counters.
void add(LaunchSums& sum, const LaunchRecord& launch);

struct SiteCounts;

/// Keeps the site and provenance of `sum`. Throws SumTooGreat.
void add(SiteCounts& sum, const SiteCounts& more);

/// Returns a + b; use it for every sum of recorded values. Throws SumTooGreat if the sum exceeds 64 bits.
template <std::integral T>
T checked_sum(T a, T b) {
    T sum = 0;
    if (__builtin_add_overflow(a, b, &sum)) throw SumTooGreat();
    return sum;
}
std::string common_words(std::string_view a, std::string_view b);

/// Time covered by launches, which may overlap in several streams.
struct LaunchSpan {
    int64_t span_ns = 0;  ///< time from the first start to the last end
    int64_t busy_ns = 0;  ///< time with at least one launch running
    int64_t gaps_ns() const { return span_ns - busy_ns; }
    /// gaps / span, 0..1; 0 for an empty span.
    double gaps_part() const { return span_ns > 0 ? double(gaps_ns()) / double(span_ns) : 0; }
};

/// Add launches in order of their index; their times may be unordered.
class LaunchSpanner {
 public:
    /// Order of start times. `any` keeps 16 bytes for each separate interval; `ascending` keeps one interval.
    enum class Order { any, ascending };
    LaunchSpanner() = default;
    explicit LaunchSpanner(Order order) : order_(order) {}
    /// True if Order::ascending was requested but a launch started before its predecessor. The span is then
    /// unknown.
    bool out_of_order() const { return order_ == Order::ascending && unsorted_; }
    void add(std::optional<int64_t> start_ns, std::optional<int64_t> duration_ns);
    /// Empty if there is no launch, if a launch lacks its start or duration, or if out_of_order().
    std::optional<LaunchSpan> span() const;

 private:
    Order order_ = Order::any;
    int64_t folded_ns_ = 0;  ///< busy time before the kept interval (Order::ascending)
    std::optional<int64_t> first_ns_;
    std::vector<std::pair<int64_t, int64_t>>
        spans_;  ///< begin and end, disjoint and ascending unless `unsorted_`
    bool complete_ = true;
    bool unsorted_ = false;
};
}
