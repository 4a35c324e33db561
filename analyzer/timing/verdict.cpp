#include "analyzer/timing/verdict.hpp"

namespace sortscope::analyzer {
namespace {
// Greatest differences between two measurements of one sort with at least `least_n` keys (docs/intervals.md).
struct Variation {
    TimeMode mode;
    uint64_t least_n;
    double part;
};
constexpr Variation variations[]{
    {TimeMode::stream, 0, 0.35}, {TimeMode::stream, 1ULL << 15U, 0.15}, {TimeMode::stream, 1ULL << 22U, 0.04},
    {TimeMode::graph, 0, 0.08},  {TimeMode::graph, 1ULL << 19U, 0.03},  {TimeMode::graph, 1ULL << 21U, 0.015},
    {TimeMode::host, 0, 1.0},    {TimeMode::host, 1ULL << 15U, 0.4}};

RatioEstimate ratio_by_one_timer(const TimeEstimate& base, const TimeEstimate& other, double variation,
                                 double drift) {
    RatioEstimate result;
    result.ratio = other.ns / base.ns;
    if (base.of_rounds() && other.of_rounds()) {
        const double of_base = base.variance.value / base.rounds;
        const double of_other = other.variance.value / other.rounds;
        const double sum = of_base + of_other;
        const double freedom =
            sum * sum /
            (of_base * of_base / base.variance.freedom + of_other * of_other / other.variance.freedom);
        const double half = student_t(interval_level, freedom) * std::sqrt(sum) + std::log1p(drift);
        result.variation = drift;
        result.interval = {result.ratio * std::exp(-half), result.ratio * std::exp(half), interval_level};
        result.of_rounds = true;
        return result;
    }
    result.variation = variation;
    result.interval = {other.interval_ns.low / base.interval_ns.high / (1 + variation),
                       other.interval_ns.high / base.interval_ns.low * (1 + variation),
                       std::min(base.interval_ns.level, other.interval_ns.level)};
    return result;
}
}  // namespace

bool host_bound(TimeMode mode) { return mode == TimeMode::stream || mode == TimeMode::host; }

double process_variation(TimeMode mode, uint64_t n) {
    if (mode == TimeMode::none) mode = TimeMode::stream;
    double part = 0;
    for (const auto& row : variations)
        if (row.mode == mode && n >= row.least_n) part = row.part;
    return part;
}

double recording_variation(TimeMode mode, uint64_t n) {
    return host_bound(mode) ? process_variation(mode, n) : 0;
}

double RatioEstimate::half_width() const { return std::log(interval.high / interval.low) / 2; }

RatioEstimate ratio_of(const TimeEstimate& base, const TimeEstimate& other, double variation, double drift) {
    auto result = ratio_by_one_timer(base, other, variation, drift);
    const auto tick_of = [](const TimeEstimate& time) {
        return time.mode == TimeMode::graph && time.graph_timer ? time.graph_timer->step_ns / time.ns : 0;
    };
    const double tick = 1 + std::max(tick_of(base), tick_of(other));
    result.interval.low = std::min(result.interval.low, result.ratio / tick);
    result.interval.high = std::max(result.interval.high, result.ratio * tick);
    if (base.mode != TimeMode::graph || other.mode != TimeMode::graph || !base.graph_timer ||
        !other.graph_timer || base.graph_timer->stamps == other.graph_timer->stamps)
        return result;
    // Doubles the difference: sorts of few launches differ by 1.2 to 2.5 us if empty graphs differ by 1.4 us.
    result.timer_ns = 2 * std::abs(base.graph_timer->overhead_ns - other.graph_timer->overhead_ns);
    const double part = 1 + result.timer_ns / std::min(base.ns, other.ns);
    result.interval.low /= part;
    result.interval.high *= part;
    return result;
}

std::string_view name_of(Verdict verdict) {
    return std::array{"faster", "slower", "same", "unclear", "host"}[size_t(verdict)];
}

bool is_clear(Verdict verdict) { return verdict == Verdict::faster || verdict == Verdict::slower; }

Verdict verdict_of(const RatioEstimate& ratio, double min_effect) {
    const double most = 1 + min_effect;
    if (ratio.interval.low > 1 / most && ratio.interval.high < most) return Verdict::same;
    if (ratio.interval.low > 1 && ratio.ratio >= most) return Verdict::slower;
    if (ratio.interval.high < 1 && ratio.ratio <= 1 / most) return Verdict::faster;
    return Verdict::unclear;
}
}
