#include "analyzer/timing/interval.hpp"

#include <numeric>

#include <boost/math/distributions/students_t.hpp>
#include <boost/math/special_functions/digamma.hpp>
#include <boost/math/special_functions/polygamma.hpp>
#include <boost/math/special_functions/trigamma.hpp>

#include "analyzer/devices.hpp"
#include "core/ranges.hpp"
#include "core/times.hpp"

namespace sortscope::analyzer {
namespace {
using boost::math::digamma, boost::math::trigamma;

constexpr double unbounded = std::numeric_limits<double>::infinity();

std::vector<double> logs_of(const TimeSummary& time) {
    std::vector<double> logs;
    for (const auto& round : time.rounds)
        if (round.count > 0 && round.median_ns > 0) logs.push_back(std::log(double(round.median_ns)));
    return logs;
}

double mean(const std::vector<double>& values) {
    return std::accumulate(values.begin(), values.end(), 0.0) / double(values.size());
}

double square(double x) { return x * x; }

double sample_variance(const std::vector<double>& values) {
    const double middle = mean(values);
    double sum = 0;
    for (const double value : values) sum += square(value - middle);
    return sum / double(values.size() - 1);
}
}  // namespace

Variance round_variance(const TimeSummary& time) {
    const auto logs = logs_of(time);
    if (logs.size() < 2) return {};
    const double rounding = 1 / (12 * square(std::exp(mean(logs))));
    return {std::max(sample_variance(logs), rounding), double(logs.size() - 1)};
}

Variance fit_prior(std::span<const Variance> variances) {
    std::vector<double> values, e;
    for (const auto& one : variances)
        if (one.freedom > 0) values.push_back(one.value);
    if (values.size() < 3) return {};
    const double middle = median(values);
    if (middle <= 0) return {};
    const auto count = double(values.size());
    double expected = 0, fourth = 0;
    struct {
        double freedom = 0, first = 0, second = 0, fourth = 0;
    } last;  // reused, because most cases have equal numbers of rounds
    for (const auto& [value, freedom] : variances) {
        if (freedom <= 0) continue;
        if (freedom != last.freedom)
            last = {freedom, digamma(freedom / 2) - std::log(freedom / 2), trigamma(freedom / 2),
                    boost::math::polygamma(3, freedom / 2)};
        e.push_back(std::log(std::max(value, 1e-5 * middle)) - last.first);
        expected += last.second / count;
        fourth += last.fourth / count;
    }
    const double error = std::sqrt(fourth / count + 2 * square(expected) / (count - 1));
    const double excess = sample_variance(e) - expected + error;
    if (excess <= 0) return {std::exp(mean(e)), unbounded};
    const double freedom = 2 * trigamma_inverse(excess);
    return {std::exp(mean(e) + digamma(freedom / 2) - std::log(freedom / 2)), freedom};
}

Variance moderated(const Variance& own, const Variance& prior, double most_freedom) {
    if (prior.freedom <= 0) return own;
    if (std::isinf(prior.freedom)) return {prior.value, most_freedom};
    const double freedom = prior.freedom + own.freedom;
    return {(prior.freedom * prior.value + own.freedom * own.value) / freedom,
            std::min(freedom, most_freedom)};
}

RoundVariances::RoundVariances(std::span<const CaseRecord> cases) {
    const auto add = [&](const CaseRecord& record, TimeMode mode, const TimeSummary& time) {
        const auto variance = round_variance(time);
        if (variance.freedom > 0) known_[{record.run, mode}].push_back({record.id, variance});
    };
    for (const auto& record : cases) {
        if (record.status != CaseStatus::ok) continue;
        if (record.time) add(record, record.time_mode, *record.time);
        for (const auto& time : record.other_times) add(record, time.mode, time);
    }
}

Variance RoundVariances::of(RunId run, CaseId id, const TimeSummary& time) const {
    const auto own = round_variance(time);
    if (own.freedom <= 0) return own;
    const auto* found = mapped_or_null(known_, {run, time.mode});
    if (found == nullptr) return own;
    const auto [made, added] = made_.try_emplace({run, time.mode, id});
    if (!added) return made->second;
    std::vector<Variance> others;
    double freedom = own.freedom;
    for (const auto& known : *found) {
        if (known.id == id) continue;
        others.push_back(known.variance);
        freedom += known.variance.freedom;
    }
    return made->second = moderated(own, fit_prior(others), freedom);
}

std::string_view name_of(IntervalSource source) {
    return std::array{"none", "trials", "range", "rounds"}[size_t(source)];
}

std::vector<double> accepted_ns(std::span<const TrialRecord> trials, TimeMode mode) {
    std::vector<double> durations;
    for (const auto* trial : accepted_times(trials, mode)) durations.push_back(double(*trial->duration_ns));
    return durations;
}

std::optional<TimeEstimate> estimate(const TimeSummary& time, const Variance& variance,
                                     std::span<const TrialRecord> trials) {
    if (time.median_ns <= 0) return std::nullopt;
    TimeEstimate result;
    result.mode = time.mode;
    result.trials = time.count;
    const auto logs = logs_of(time);
    if (logs.size() > 1 && variance.freedom > 0) {
        const double middle = mean(logs);
        const auto rounds = double(logs.size());
        const double half = student_t(interval_level, variance.freedom) * std::sqrt(variance.value / rounds);
        result.ns = std::exp(middle);
        result.interval_ns = {std::exp(middle - half), std::exp(middle + half), interval_level};
        result.source = IntervalSource::rounds;
        result.rounds = uint32_t(logs.size());
        result.variance = variance;
        return result;
    }
    result.ns = double(time.median_ns);
    const auto durations = accepted_ns(trials, time.mode);
    if (durations.size() > 1) {
        result.interval_ns = median_interval(durations, interval_level);
        result.source = IntervalSource::trials;
    } else {
        result.interval_ns = {double(time.min_ns), double(time.max_ns), range_level(time.count)};
        result.source = time.count > 1 ? IntervalSource::range : IntervalSource::none;
    }
    // Makes the interval contain the median, because stored trials may not be those of the summary.
    result.interval_ns.low = std::min(result.interval_ns.low, result.ns);
    result.interval_ns.high = std::max(result.interval_ns.high, result.ns);
    return result;
}

std::optional<GraphTimer> graph_timer_of(std::span<const DeviceLimit> limits) {
    const auto overhead = limit_value(limits, "graph_overhead"),
               step = limit_value(limits, "graph_clock_step");
    if (!overhead) return std::nullopt;
    return GraphTimer{step.has_value(), *overhead, step.value_or(0)};
}

double student_t(double level, double freedom) {
    const double beyond = (1 - level) / 2;
    // For infinite `freedom`, Boost uses the normal distribution.
    return boost::math::quantile(boost::math::complement(boost::math::students_t(freedom), beyond));
}

double trigamma_inverse(double value) {
    // 1 / trigamma is convex and nearly linear, so a few steps suffice and none overshoots.
    if (value > 1e7) return 1 / std::sqrt(value);
    if (value < 1e-6) return 1 / value;
    double x = 0.5 + 1 / value;
    for (int step = 0; step < 50; ++step) {
        const double now = trigamma(x);
        const double change = now * (1 - now / value) / boost::math::polygamma(2, x);
        x += change;
        if (-change / x < 1e-8) break;
    }
    return x;
}
}
