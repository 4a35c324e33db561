// Time trials of cases, one mark each.
#pragma once

#include <span>

#include "core/records.hpp"
#include "present/chart.hpp"

namespace sortscope::present {

/// Trials in each case's time mode, with rejected ones as a series of their own and a line for the median. A
/// case alone has its rounds as bands; several have a colour each.
Chart trials_chart(std::span<const CaseRecord* const> cases);

}  // namespace sortscope::present
