// The trials of a case, one mark each: how far its median can be trusted is seen at a glance.
#pragma once

#include "core/records.hpp"
#include "present/chart.hpp"

namespace sortscope::present {

/// Times of the trials of `details` (db::Detail::details) in the case's time mode, in their order, those that were left out of the summary as a
/// series of their own; rounds as bands, the median as a line across. Where there are none, empty_text says why.
Chart trials_chart(const CaseRecord& details);

}  // namespace sortscope::present
