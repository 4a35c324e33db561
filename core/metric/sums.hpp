// Sums counters and times of launches.
#pragma once

#include "core/metric/value.hpp"

namespace sortscope {
struct LaunchRecord;

/// Sums over a group of launches. The store has a group for each stage and kernel.
struct LaunchSums {
    int stage = 0;
    int substage = 0;    ///< 0 if substages were summed
    std::string kernel;  ///< empty if kernels were summed
    std::string label;   ///< leading words that all labels share: "k=8 j=4" and "k=8 j=2" give "k=8"
    uint32_t first_launch = 0;
    uint64_t launches = 0;
    std::optional<int64_t> time_ns;  ///< measured; empty if a launch has no time
    uint64_t required_bytes = 0;     ///< 0: unknown
    uint64_t comparators = 0;
    /// Omits a counter if a launch lacks it in this provenance. Omits a time-weighted counter of several
    /// launches if a launch has no time. Sums over different passes get pass 0.
    std::vector<CounterValue> counters;

    friend bool operator==(const LaunchSums&, const LaunchSums&) = default;
};

LaunchSums sums_of(const LaunchRecord& launch);

/// Throws SumTooGreat. A stage or substage that differs becomes 0; a kernel that differs becomes empty. An
/// empty sum (launches 0) becomes a copy of `more`.
void add(LaunchSums& sum, const LaunchSums& more);
/// Avoids the copy of counters in add(sum, sums_of(launch)).
void add(LaunchSums& sum, const LaunchRecord& launch);

struct SiteCounts;

/// Keeps the site and provenance of `sum`. Throws SumTooGreat.
void add(SiteCounts& sum, const SiteCounts& more);

/// Use for every sum of recorded values. Throws SumTooGreat if the sum exceeds 64 bits.
template <std::integral T>
T checked_sum(T a, T b) {
    T sum = 0;
    if (__builtin_add_overflow(a, b, &sum)) throw SumTooGreat();
    return sum;
}
std::string common_words(std::string_view a, std::string_view b);

/// Time covered by launches; launches of several streams may overlap.
struct LaunchSpan {
    int64_t span_ns = 0;  ///< time from the first start to the last end
    int64_t busy_ns = 0;  ///< time with at least one launch running
    int64_t gaps_ns() const { return span_ns - busy_ns; }
    /// 0..1; 0 for an empty span.
    double gaps_part() const { return span_ns > 0 ? double(gaps_ns()) / double(span_ns) : 0; }
};

/// Takes launches in order of index; their times may be unordered.
class LaunchSpanner {
 public:
    /// Order of start times. `any` keeps 16 bytes for each separate interval, `ascending` only one interval.
    enum class Order { any, ascending };
    LaunchSpanner() = default;
    explicit LaunchSpanner(Order order) : order_(order) {}
    /// True if order is `ascending` but a launch started before its predecessor: the span is unknown.
    bool out_of_order() const { return order_ == Order::ascending && unsorted_; }
    void add(std::optional<int64_t> start_ns, std::optional<int64_t> duration_ns);
    /// Empty without launches, if a launch lacks its start or duration, or if out_of_order().
    std::optional<LaunchSpan> span() const;

 private:
    Order order_ = Order::any;
    int64_t folded_ns_ = 0;  ///< busy time before the kept interval (Order::ascending)
    std::optional<int64_t> first_ns_;
    std::vector<std::pair<int64_t, int64_t>>
        spans_;  ///< begin and end; disjoint and ascending if not `unsorted_`
    bool complete_ = true;
    bool unsorted_ = false;
};
}
