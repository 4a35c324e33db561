#include "collector/trial_loop.hpp"

#include <fmt/core.h>

#include <numbers>

#include "core/statistics.hpp"
#include "core/text.hpp"

namespace sortscope {
namespace {
using collector::StopRule;

constexpr std::array<EnumName<StopRule>, 4> stop_rules{{
    {StopRule::spread, "spread", "until interquartile range / median is small"},
    {StopRule::entropy, "entropy", "until further trials bring no new values: NVBench's criterion 'entropy'"},
    {StopRule::count, "count", "a fixed number of trials"},
    {StopRule::budget, "budget", "as many trials as the time allows"},
}};
}  // namespace

std::span<const EnumName<StopRule>> EnumTable<StopRule>::names() { return stop_rules; }
}

namespace sortscope::collector {
namespace {
/// Window of NVBench's criterion `entropy`.
constexpr size_t entropy_window = 299;

std::string text_of(std::chrono::milliseconds time) { return format_time_ns(1e6 * double(time.count())); }

constexpr std::string_view moved_note = "clocks moved: ";

bool is_timed(const TrialRecord& trial) {
    return trial.kind == TrialKind::time && trial.duration_ns.has_value();
}

std::optional<double> median_of(const std::vector<double>& clocks) {
    return clocks.empty() ? std::nullopt : std::optional(median(clocks));
}

std::string mhz(double clock) { return fmt::format("{} MHz", std::llround(clock)); }

std::optional<std::string> moved(const char* name, std::optional<uint32_t> now, std::optional<double> own) {
    if (!now || !own || std::abs(*now - *own) <= clock_tolerance * *own) return std::nullopt;
    return fmt::format("{} clock {}, the case's own is {}", name, mhz(*now), mhz(*own));
}

/// True if all clocks are within 1 % of their median.
bool are_steady(std::span<const uint32_t> clocks) {
    const double middle = median(std::vector<double>(clocks.begin(), clocks.end()));
    return std::ranges::all_of(clocks,
                               [&](double clock) { return std::abs(clock - middle) <= 0.01 * middle; });
}

std::string range_text(std::span<const uint32_t> clocks) {
    const auto [least, greatest] = std::ranges::minmax(clocks);
    return least == greatest ? mhz(least) : std::to_string(least) + " to " + mhz(greatest);
}

constexpr size_t enough_samples = 3;
}  // namespace

TrialOptions share_of_budget(TrialOptions options, std::chrono::nanoseconds spent, size_t modes_left) {
    const auto left = options.budget - std::chrono::duration_cast<std::chrono::milliseconds>(spent);
    options.budget = std::max(left / int64_t(std::max<size_t>(1, modes_left)), std::chrono::milliseconds(1));
    return options;
}

double value_entropy(std::span<const double> values) {
    std::map<double, size_t> frequency;
    for (const double value : values) ++frequency[value];
    double entropy = 0;
    for (const auto& [value, count] : frequency) {
        const double share = double(count) / double(values.size());
        entropy -= share * std::log2(share);
    }
    return entropy;
}

bool entropy_is_steady(std::span<const double> entropies, double max_angle_degrees, double min_r2) {
    const auto window = entropies.last(std::min(entropies.size(), entropy_window));
    if (window.size() < 2) return false;
    const auto n = double(window.size());
    const double middle_x = (n - 1) / 2;
    double middle_y = 0;
    for (const double y : window) middle_y += y / n;
    double xx = 0, xy = 0, yy = 0;
    for (size_t i = 0; i < window.size(); ++i) {
        const double x = double(i) - middle_x, y = window[i] - middle_y;
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

void TrialLoop::add(int64_t duration_ns, std::chrono::nanoseconds elapsed) {
    durations_ns_.push_back(double(duration_ns));
    elapsed_ = elapsed;
    if (options_.rule == StopRule::entropy) entropies_.push_back(value_entropy(durations_ns_));
    if (done()) return;
    const size_t count = durations_ns_.size();
    if (options_.rule != StopRule::count && count < options_.min_trials) {
        const auto patience = options_.patience * options_.budget;
        if (count >= 2 && elapsed >= patience)
            stopped_by_ = fmt::format("a long sort: {} trials in {} or more", count, text_of(patience));
        return;
    }
    stopped_by_ = reason();
}

void TrialLoop::leave_out(std::chrono::nanoseconds elapsed) {
    elapsed_ = elapsed;
    if (done() || options_.rule == StopRule::count) return;
    if (const auto patience = options_.patience * options_.budget; elapsed >= patience)
        stopped_by_ = fmt::format("trials left out: only {} counted in {} or more", durations_ns_.size(),
                                  text_of(patience));
}

std::string TrialLoop::reason() const {
    const size_t count = durations_ns_.size();
    switch (options_.rule) {
        case StopRule::spread:
            if (count >= 2 && relative_spread(durations_ns_) <= options_.target_spread)
                return fmt::format("interquartile range within {:.3g} % of the median",
                                   100 * options_.target_spread);
            break;
        case StopRule::entropy:
            if (entropy_is_steady(entropies_, options_.max_angle_degrees, options_.min_r2))
                return fmt::format("entropy steady (angle within {:.3g} degrees, r2 {:.3g} or more)",
                                   options_.max_angle_degrees, options_.min_r2);
            break;
        case StopRule::count:
            return count < options_.max_trials ? "" : fmt::format("fixed count of {}", options_.max_trials);
        case StopRule::budget:
            break;
    }
    const uint32_t most = options_.rule == StopRule::budget ? most_trials : options_.max_trials;
    if (count >= most) return fmt::format("most trials allowed ({})", most);
    if (elapsed_ >= options_.budget) return "time budget of " + text_of(options_.budget);
    return {};
}

double TrialLoop::fraction_done() const {
    if (done()) return 1;
    constexpr double nearly = 0.99;  // the budget may end before there are enough trials
    const auto count = double(durations_ns_.size());
    const double by_time =
        std::chrono::duration<double>(elapsed_) / std::chrono::duration<double>(options_.budget);
    const double by_count = count / std::max(1U, options_.max_trials);
    return std::min(nearly,
                    options_.rule == StopRule::count ? by_count
                    : options_.rule == StopRule::budget
                        ? by_time
                        : std::max(by_count, std::min(by_time, count / std::max(1U, options_.min_trials))));
}

CaseClocks case_clocks(std::span<const TrialRecord> trials) {
    std::vector<double> sm, memory;
    for (const auto& trial : trials) {
        if (!is_timed(trial) || trial.note.starts_with(held_down_note)) continue;
        if (trial.sm_clock_mhz) sm.push_back(*trial.sm_clock_mhz);
        if (trial.memory_clock_mhz) memory.push_back(*trial.memory_clock_mhz);
    }
    return {median_of(sm), median_of(memory)};
}

std::optional<std::string> moved_clock(const TrialRecord& trial, const CaseClocks& own) {
    if (auto why = moved("SM", trial.sm_clock_mhz, own.sm_mhz)) return why;
    return moved("memory", trial.memory_clock_mhz, own.memory_mhz);
}

bool apply_clock_rule(std::span<TrialRecord> trials, size_t first) {
    const auto tail = trials.subspan(std::min(first, trials.size()));
    const CaseClocks own = case_clocks(tail);
    bool changed = false;
    for (auto& trial : tail) {
        const bool was_moved = trial.note.starts_with(moved_note);
        if (!is_timed(trial) || !trial.verified || (!trial.accepted && !was_moved)) continue;
        const auto why = moved_clock(trial, own);
        if (why.has_value() != was_moved) changed = true;
        trial.accepted = !why;
        if (why)
            trial.note = std::string(moved_note) + *why;
        else if (was_moved)
            trial.note.clear();
    }
    return changed;
}

LeftOut left_out(std::span<const TrialRecord> trials, TimeMode mode) {
    LeftOut count;
    for (const auto& trial : trials) {
        if (!is_timed(trial) || trial.time_mode != mode || trial.accepted) continue;
        if (trial.note.starts_with(held_down_note)) ++count.held_down;
        if (trial.note.starts_with(moved_note)) ++count.moved;
    }
    return count;
}

Check check_of_clocks(const ClockSamples& samples, const std::string& device, int ordinal) {
    Check check;
    check.name = "clocks";
    if (samples.sm_mhz.size() < enough_samples || samples.memory_mhz.size() < enough_samples) {
        check.detail = "the clocks of " + device + " cannot be read: they may not be steady";
        check.remedy =
            "Install the driver's management library (libnvidia-ml.so.1), or collect several rounds and "
            "compare their medians.";
        return check;
    }
    check.detail = fmt::format(
        "{} under load: SM clock {}{}, memory clock {}", device, range_text(samples.sm_mhz),
        samples.max_sm_mhz ? " of at most " + mhz(*samples.max_sm_mhz) : "", range_text(samples.memory_mhz));
    if (samples.held_down) {
        check.detail += "; the driver held them down (" + *samples.held_down + ")";
        check.remedy = "Let the GPU cool, or give it the power it asks for, then collect again.";
        return check;
    }
    check.ok = are_steady(samples.sm_mhz) && are_steady(samples.memory_mhz);
    check.detail += check.ok ? ": steady" : ": not steady";
    if (check.ok) return check;
    check.remedy = fmt::format(
        "Lock them before you collect: 'sudo nvidia-smi -i {0} --lock-gpu-clocks={1},{1}' (afterwards 'sudo "
        "nvidia-smi -i {0} --reset-gpu-clocks'). Or collect more rounds.",
        ordinal, std::ranges::min(samples.sm_mhz));
    return check;
}
}
