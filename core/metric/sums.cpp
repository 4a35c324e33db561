#include "core/metric/sums.hpp"

#include "core/metric/metric.hpp"
#include "core/records.hpp"

namespace sortscope {
namespace {
using Time = std::optional<int64_t>;

std::optional<Number> weighted(const CounterValue& a, Time time_a, const CounterValue& b, Time time_b) {
    if (!time_a || !time_b) return std::nullopt;
    const auto weight_a = double(*time_a);
    const auto weight_b = double(*time_b);
    if (weight_a + weight_b <= 0) return std::nullopt;
    return Number((a.value.as_double() * weight_a + b.value.as_double() * weight_b) / (weight_a + weight_b));
}

std::optional<Number> added(const CounterValue& a, Time time_a, const CounterValue& b, Time time_b) {
    switch (metric_of(a.id).adding) {
        case Adding::time_weighted:
            return weighted(a, time_a, b, time_b);
        case Adding::maximum:
            return a.value.as_double() < b.value.as_double() ? b.value : a.value;
        case Adding::sum:
        case Adding::formula:
            break;
    }
    if (a.value.is_whole() && b.value.is_whole())
        return Number(checked_sum(a.value.rounded(), b.value.rounded()));
    return Number(a.value.as_double() + b.value.as_double());
}

bool is_simply_added(const CounterValue& value) {
    return value.value.is_whole() && metric_of(value.id).adding == Adding::sum;
}

/// Adds the leading integer counters with equal ids in `sum` and `more`: nearly all of a launch. Returns
/// their number.
size_t add_alike(std::vector<CounterValue>& sum, std::span<const CounterValue> more) {
    const auto most = std::min(sum.size(), more.size());
    for (size_t i = 0; i < most; ++i) {
        auto& one = sum[i];
        const auto& other = more[i];
        if (one.id != other.id || one.provenance != other.provenance || !one.value.is_whole() ||
            !is_simply_added(other))
            return i;
        one.value = Number(checked_sum(one.value.rounded(), other.value.rounded()));
        if (one.pass != other.pass) one.pass = several_passes;
    }
    return most;
}

void add_counters(LaunchSums& sum, std::span<const CounterValue> more, Time more_time) {
    size_t kept = add_alike(sum.counters, more);
    size_t hint = kept;  // `sum` and `more` usually have equal order
    for (size_t i = kept; i < sum.counters.size(); ++i) {
        auto& one = sum.counters[i];
        const CounterValue* other = nullptr;
        if (hint < more.size() && more[hint].id == one.id && more[hint].provenance == one.provenance) {
            other = &more[hint++];
        } else {
            for (const auto& candidate : more)
                if (candidate.id == one.id && candidate.provenance == one.provenance) other = &candidate;
        }
        if (other == nullptr) continue;
        const auto value = added(one, sum.time_ns, *other, more_time);
        if (!value) continue;
        one.value = *value;
        if (one.pass != other->pass) one.pass = several_passes;
        if (kept != i) sum.counters[kept] = one;
        ++kept;
    }
    sum.counters.resize(kept);
}

std::string_view first_word(std::string_view& text) {
    text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
    const auto word = text.substr(0, text.find(' '));
    text.remove_prefix(word.size());
    return word;
}
}  // namespace

void add(SiteCounts& sum, const SiteCounts& more) {
    using Counts = SiteCounts;
    for (const auto count :
         {&Counts::requests, &Counts::threads, &Counts::bytes, &Counts::sectors, &Counts::lines,
          &Counts::extra_wavefronts, &Counts::taken_threads, &Counts::divergent_warps})
        sum.*count = checked_sum(sum.*count, more.*count);
    for (size_t i = 0; i < sum.sizes.size(); ++i) sum.sizes[i] = checked_sum(sum.sizes[i], more.sizes[i]);
    for (size_t i = 0; i < sum.sizes_cc13.size(); ++i)
        sum.sizes_cc13[i] = checked_sum(sum.sizes_cc13[i], more.sizes_cc13[i]);
}

std::string common_words(std::string_view a, std::string_view b) {
    std::string common;
    while (true) {
        const auto left = first_word(a);
        const auto right = first_word(b);
        if (left.empty() || left != right) {
            // Drops the slash of range paths: "sort / local", "sort / merge" -> "sort".
            if (common.ends_with(" /")) common.resize(common.size() - 2);
            return common;
        }
        if (!common.empty()) common += ' ';
        common += left;
    }
}

LaunchSums sums_of(const LaunchRecord& launch) {
    return {.stage = launch.stage.stage,
            .substage = launch.stage.substage,
            .kernel = launch.kernel,
            .label = launch.stage.label,
            .first_launch = launch.index,
            .launches = 1,
            .time_ns = launch.duration_ns,
            .required_bytes = launch.required_bytes,
            .comparators = launch.comparators,
            .counters = launch.counters};
}

namespace {
/// add_place() adds stage, substage, kernel and label.
template <class More>
void add_amounts(LaunchSums& sum, const More& more, uint64_t launches, Time time_ns) {
    add_counters(sum, more.counters, time_ns);  // before sum.time_ns changes: it is a weight
    sum.launches = checked_sum(sum.launches, launches);
    sum.time_ns = sum.time_ns && time_ns ? Time(checked_sum(*sum.time_ns, *time_ns)) : std::nullopt;
    sum.required_bytes = checked_sum(sum.required_bytes, more.required_bytes);
    sum.comparators = checked_sum(sum.comparators, more.comparators);
}

void add_place(LaunchSums& sum, int stage, int substage, std::string_view kernel, std::string_view label,
               uint32_t first_launch) {
    if (sum.stage != stage) sum.stage = 0;
    if (sum.substage != substage) sum.substage = 0;
    if (sum.kernel != kernel) sum.kernel.clear();
    // Keep the label of `sum` if the new label only extends it.
    const bool goes_on =
        label.size() > sum.label.size() && label.starts_with(sum.label) && label[sum.label.size()] == ' ';
    if (sum.label != label && !goes_on) sum.label = common_words(sum.label, label);
    sum.first_launch = std::min(sum.first_launch, first_launch);
}
}  // namespace

void add(LaunchSums& sum, const LaunchSums& more) {
    if (more.launches == 0) return;
    if (sum.launches == 0) return void(sum = more);
    add_amounts(sum, more, more.launches, more.time_ns);
    add_place(sum, more.stage, more.substage, more.kernel, more.label, more.first_launch);
}

void add(LaunchSums& sum, const LaunchRecord& launch) {
    if (sum.launches == 0) return void(sum = sums_of(launch));
    add_amounts(sum, launch, 1, launch.duration_ns);
    add_place(sum, launch.stage.stage, launch.stage.substage, launch.kernel, launch.stage.label,
              launch.index);
}

void LaunchSpanner::add(std::optional<int64_t> start_ns, std::optional<int64_t> duration_ns) {
    if (!start_ns || !duration_ns) return void(complete_ = false);
    const auto begin = *start_ns;
    const auto end = checked_sum(begin, *duration_ns);
    if (!spans_.empty() && begin < spans_.back().first) unsorted_ = true;
    if (!unsorted_ && !spans_.empty() && begin <= spans_.back().second) {
        spans_.back().second = std::max(spans_.back().second, end);
        return;
    }
    if (!first_ns_) first_ns_ = begin;
    if (order_ == Order::ascending && !spans_.empty()) {
        folded_ns_ = checked_sum(folded_ns_, spans_.back().second - spans_.back().first);
        spans_.clear();
    }
    spans_.emplace_back(begin, end);
}

std::optional<LaunchSpan> LaunchSpanner::span() const {
    if (!complete_ || spans_.empty() || out_of_order()) return std::nullopt;
    auto spans = spans_;
    if (unsorted_) std::ranges::sort(spans);
    LaunchSpan result;
    auto [begin, end] = spans.front();
    for (const auto& [from, to] : spans) {
        if (from > end) {
            result.busy_ns += end - begin;
            begin = from;
        }
        end = std::max(end, to);
    }
    result.busy_ns += folded_ns_ + end - begin;
    result.span_ns = end - (order_ == Order::ascending ? *first_ns_ : spans.front().first);
    return result;
}
}
