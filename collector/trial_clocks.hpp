// The clocks a GPU ran at during time trials: which trials to leave out, and whether clocks are steady. Pure:
// tested without a GPU.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "collector/check.hpp"
#include "core/records.hpp"

namespace sortscope::collector {

/// How far a clock may be from the case's own before a trial is left out, as a fraction of it. GPUs change
/// clocks in steps of 7.5 or 15 MHz, under 1 % of what they sort at: one step is no move, and times follow
/// the clock at most in proportion.
inline constexpr double clock_tolerance = 0.02;

/// A case's own clocks: the medians over its time trials, of all modes. Nothing where no trial has the clock.
struct CaseClocks {
    std::optional<double> sm_mhz, memory_mhz;
};

/// Of the time trials among `trials`, the warm-up (which has no duration) and trials under throttling (which
/// have `held_down_note`) left out.
CaseClocks case_clocks(std::span<const TrialRecord> trials);

/// How the note of a trial begins during which the driver held the clocks down.
inline constexpr std::string_view held_down_note = "clocks were held down: ";

/// Why `trial` cannot be compared with the others of a case with these clocks: "SM clock 1410 MHz, the case's
/// own is 1980 MHz". Nothing where both clocks are within clock_tolerance, or not known.
std::optional<std::string> moved_clock(const TrialRecord& trial, const CaseClocks& own);

/// Applies the rule to those of `trials` from `first` on: a time trial with a duration is left out, with
/// moved_clock() as its note, where its clocks moved, and taken back where they are the case's own after all
/// (the first trials of a case may decide otherwise than all of them). Trials left out for other reasons stay
/// so. True where any trial changed sides.
bool apply_clock_rule(std::span<TrialRecord> trials, std::size_t first);

/// Time trials left out, by reason.
struct LeftOut {
    std::uint32_t held_down = 0, moved = 0;
};

/// Of the time trials of `mode` among `trials`.
LeftOut left_out(std::span<const TrialRecord> trials, TimeMode mode);

/// What a GPU's clocks did while it was at work, read every few milliseconds. Empty lists where they cannot
/// be had.
struct ClockSamples {
    std::vector<std::uint32_t> sm_mhz, memory_mhz;
    std::optional<std::uint32_t> max_sm_mhz;  ///< the greatest that the device has
    std::optional<std::string>
        held_down;  ///< why the driver held clocks down at any time: "thermal slowdown by software"
};

/// The check "clocks" of a device called `device` (GPU number `ordinal`, for the remedy's command): well
/// where clocks were read at least three times, none was more than one in a hundred from their median, and
/// the driver held nothing down.
Check check_of_clocks(const ClockSamples& samples, const std::string& device, int ordinal);

}  // namespace sortscope::collector
