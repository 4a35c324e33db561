// The trials of a case, one mark each: how far its median can be trusted is seen at a glance.
#pragma once

#include <span>

#include "core/records.hpp"
#include "present/chart.hpp"

namespace sortscope::present {

/// Times of the trials of `details` (db::Detail::details) in the case's time mode, in their order, those that
/// were left out of the summary as a series of their own; rounds as bands, the median as a line across. Where
/// there are none, empty_text says why.
Chart trials_chart(const CaseRecord& details);

/// The trials of several cases over each other, a colour each, those that were left out open; every case's
/// from 0 on, in its own order. A line for each median. Cases without time trials are named in the note. The
/// same as trials_chart() of one.
Chart trials_overlay_chart(std::span<const CaseRecord* const> cases);

}  // namespace sortscope::present
