// Charts of one case that are put together from several of its records.
#pragma once

#include <span>
#include <vector>

#include "core/metric/sums.hpp"
#include "core/records.hpp"
#include "present/chart.hpp"

namespace sortscope::present {

/// Where the stages of a case and the whole sort (by its median time, else the sum of its launches) stand
/// below the device's limits. Of a case that did not end well nothing is drawn, and the chart says so.
Chart case_roofline_chart(const CaseRecord& details, std::span<const LaunchSums> stages,
                          std::span<const DeviceLimit> limits);

}  // namespace sortscope::present
