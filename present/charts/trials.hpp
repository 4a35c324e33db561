// Time trials of cases, one mark each.
#pragma once

#include <span>

#include "core/records.hpp"
#include "present/chart.hpp"

namespace sortscope::present {

/// Trials of `details` in the case's time mode: rejected ones as a series, rounds as bands, the median as a
/// line.
Chart trials_chart(const CaseRecord& details);

/// Trials of several cases, one colour each, with a line for each median.
Chart trials_overlay_chart(std::span<const CaseRecord* const> cases);

}  // namespace sortscope::present
