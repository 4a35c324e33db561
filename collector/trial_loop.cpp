#include "collector/trial_loop.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <map>
#include <numbers>

#include "core/statistics.hpp"
#include "core/text.hpp"

namespace sortscope {
namespace {

using collector::StopRule;

constexpr std::array<EnumName<StopRule>, 4> stop_rules{{
    {StopRule::spread, "spread", "until interquartile range / median is small"},
    {StopRule::entropy, "entropy",
     "until further trials bring no new values, as NVBench's criterion of that name"},
    {StopRule::count, "count", "a fixed number of trials"},
    {StopRule::budget, "budget", "as many trials as the time allows"},
}};

}  // namespace

std::span<const EnumName<StopRule>> EnumTable<StopRule>::names() { return stop_rules; }

}  // namespace sortscope

namespace sortscope::collector {
namespace {

/// NVBench keeps so many entropies.
constexpr std::size_t entropy_window = 299;

std::string text_of(std::chrono::milliseconds time) {
    return format_time_ns(1e6 * static_cast<double>(time.count()));
}

}  // namespace

TrialOptions share_of_budget(TrialOptions options, std::chrono::nanoseconds spent, std::size_t modes_left) {
    const auto left = options.budget - std::chrono::duration_cast<std::chrono::milliseconds>(spent);
    options.budget = std::max(left / static_cast<std::int64_t>(std::max<std::size_t>(1, modes_left)),
                              std::chrono::milliseconds(1));
    return options;
}

double value_entropy(std::span<const double> values) {
    std::map<double, std::size_t> frequency;
    for (const double value : values) ++frequency[value];
    double entropy = 0;
    for (const auto& [value, count] : frequency) {
        const double share = static_cast<double>(count) / static_cast<double>(values.size());
        entropy -= share * std::log2(share);
    }
    return entropy;
}

bool entropy_is_steady(std::span<const double> entropies, double max_angle_degrees, double min_r2) {
    const auto window = entropies.last(std::min(entropies.size(), entropy_window));
    if (window.size() < 2) return false;
    const auto n = static_cast<double>(window.size());
    const double middle_x = (n - 1) / 2;
    double middle_y = 0;
    for (const double y : window) middle_y += y / n;
    double xx = 0, xy = 0, yy = 0;
    for (std::size_t i = 0; i < window.size(); ++i) {
        const double x = static_cast<double>(i) - middle_x, y = window[i] - middle_y;
        xx += x * x;
        xy += x * y;
        yy += y * y;
    }
    const double slope = xy / xx;
    if (std::atan(slope) * 180 / std::numbers::pi > max_angle_degrees) return false;
    const double r2 = yy < 1e-9 ? 1 : xy * xy / (xx * yy);
    return r2 >= min_r2;
}

bool WarmUps::leaves_out(std::chrono::nanoseconds duration) {
    spent_ += duration;
    return ++left_out_ <= most_ && spent_ < time_;
}

void TrialLoop::add(std::int64_t duration_ns, std::chrono::nanoseconds elapsed) {
    durations_ns_.push_back(static_cast<double>(duration_ns));
    elapsed_ = elapsed;
    if (options_.rule == StopRule::entropy) entropies_.push_back(value_entropy(durations_ns_));
    if (done()) return;
    const std::size_t count = durations_ns_.size();
    if (options_.rule != StopRule::count && count < options_.min_trials) {
        const auto patience = options_.patience * options_.budget;
        if (count >= 2 && elapsed >= patience)
            stopped_by_ =
                "a long sort: " + std::to_string(count) + " trials in " + text_of(patience) + " or more";
        return;
    }
    stopped_by_ = enough();
    if (stopped_by_.empty()) stopped_by_ = limit();
}

void TrialLoop::leave_out(std::chrono::nanoseconds elapsed) {
    elapsed_ = elapsed;
    if (done() || options_.rule == StopRule::count) return;
    if (const auto patience = options_.patience * options_.budget; elapsed >= patience)
        stopped_by_ = "trials left out: " + std::to_string(durations_ns_.size()) + " that count in " +
                      text_of(patience) + " or more";
}

std::string TrialLoop::enough() const {
    char text[96];
    const std::size_t count = durations_ns_.size();
    switch (options_.rule) {
        case StopRule::spread:
            if (count < 2 || relative_spread(durations_ns_) > options_.target_spread) return {};
            std::snprintf(text, sizeof text, "interquartile range within %.3g %% of the median",
                          100 * options_.target_spread);
            return text;
        case StopRule::entropy:
            if (!entropy_is_steady(entropies_, options_.max_angle_degrees, options_.min_r2)) return {};
            std::snprintf(text, sizeof text, "entropy steady (angle within %.3g degrees, r2 %.3g or more)",
                          options_.max_angle_degrees, options_.min_r2);
            return text;
        case StopRule::count:
            return count < options_.max_trials ? std::string()
                                               : "fixed count of " + std::to_string(options_.max_trials);
        case StopRule::budget:
            return {};
    }
    return {};
}

std::string TrialLoop::limit() const {
    const std::size_t count = durations_ns_.size();
    const std::uint32_t most = options_.rule == StopRule::budget ? most_trials : options_.max_trials;
    if (options_.rule == StopRule::count) return {};
    if (count >= most) return "most trials allowed (" + std::to_string(most) + ")";
    if (elapsed_ >= options_.budget) return "time budget of " + text_of(options_.budget);
    return {};
}

double TrialLoop::fraction_done() const {
    if (done()) return 1;
    constexpr double nearly = 0.99;  // of a budget that is spent before there are enough trials
    const auto count = static_cast<double>(durations_ns_.size());
    const double by_time =
        std::chrono::duration<double>(elapsed_) / std::chrono::duration<double>(options_.budget);
    const double by_count = count / std::max(1U, options_.max_trials);
    switch (options_.rule) {
        case StopRule::count:
            return std::min(nearly, by_count);
        case StopRule::budget:
            return std::min(nearly, by_time);
        case StopRule::spread:
        case StopRule::entropy:
            break;
    }
    return std::min(nearly, std::max(by_count, std::min(by_time, count / std::max(1U, options_.min_trials))));
}

}  // namespace sortscope::collector
