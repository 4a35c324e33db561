#include "collector/trial_clocks.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "core/statistics.hpp"

namespace sortscope::collector {
namespace {

constexpr std::string_view moved_note = "clocks moved: ";

bool is_timed(const TrialRecord& trial) {
    return trial.kind == TrialKind::time && trial.duration_ns.has_value();
}

std::optional<double> median_of(const std::vector<double>& clocks) {
    return clocks.empty() ? std::nullopt : std::optional(median(clocks));
}

std::string mhz(double clock) { return std::to_string(std::llround(clock)) + " MHz"; }

std::optional<std::string> moved(const char* name, std::optional<std::uint32_t> now,
                                 std::optional<double> own) {
    if (!now || !own || std::abs(*now - *own) <= clock_tolerance * *own) return std::nullopt;
    return std::string(name) + " clock " + mhz(*now) + ", the case's own is " + mhz(*own);
}

/// The farthest from the median, as a fraction of it.
double greatest_move(std::span<const std::uint32_t> clocks) {
    const std::vector<double> values(clocks.begin(), clocks.end());
    const double middle = median(values);
    double greatest = 0;
    for (const double value : values) greatest = std::max(greatest, std::abs(value - middle));
    return middle == 0 ? 0 : greatest / middle;
}

std::string range_text(std::span<const std::uint32_t> clocks) {
    const auto [least, greatest] = std::ranges::minmax(clocks);
    return least == greatest ? mhz(least) : std::to_string(least) + " to " + mhz(greatest);
}

constexpr double steady = 0.01;
constexpr std::size_t enough_samples = 3;

}  // namespace

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

bool apply_clock_rule(std::span<TrialRecord> trials, std::size_t first) {
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
        check.detail = "the clocks of " + device + " cannot be read, so nobody knows whether they are steady";
        check.remedy =
            "Install NVIDIA's management library (libnvidia-ml.so.1, part of the driver). Until then, take "
            "several rounds "
            "and compare their medians.";
        return check;
    }
    const double sm = greatest_move(samples.sm_mhz), memory = greatest_move(samples.memory_mhz);
    check.detail = device + " under load: SM clock " + range_text(samples.sm_mhz) +
                   (samples.max_sm_mhz ? " of at most " + mhz(*samples.max_sm_mhz) : "") + ", memory clock " +
                   range_text(samples.memory_mhz);
    if (samples.held_down) {
        check.detail += "; the driver held them down (" + *samples.held_down + ")";
        check.remedy = "Let the GPU cool, or give it the power it asks for, then collect again.";
        return check;
    }
    check.ok = sm <= steady && memory <= steady;
    check.detail += check.ok ? ": steady" : ": not steady";
    if (check.ok) return check;
    char command[160];
    const auto target = std::ranges::min(samples.sm_mhz);
    std::snprintf(command, sizeof command, "sudo nvidia-smi -i %d --lock-gpu-clocks=%u,%u", ordinal, target,
                  target);
    check.remedy = "Lock them before you collect ('" + std::string(command) +
                   "'; afterwards 'sudo nvidia-smi -i " + std::to_string(ordinal) +
                   " --reset-gpu-clocks'), or take more rounds.";
    return check;
}

}  // namespace sortscope::collector
