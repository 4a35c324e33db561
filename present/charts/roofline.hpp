// Instruction roofline.
#pragma once

#include <memory>

#include "analyzer/launches/roofline.hpp"
#include "present/chart.hpp"

namespace sortscope::analyzer {
struct Advice;
}

namespace sortscope::present {
/// Warp instructions a second over warp instructions a byte of each memory (Ding and Williams 2019).
Chart roofline_chart(std::span<const analyzer::Placement> stages, const analyzer::Placement& sort,
                     std::span<const analyzer::RoofLimit> roofs);

struct RooflineCase {
    const CaseRecord* record = nullptr;
    std::shared_ptr<const analyzer::Advice> advice;
};

/// Draws the first case with its limits, and marks of the other cases.
Chart roofline_overlay_chart(std::span<const RooflineCase> cases);

Chart case_roofline_chart(const CaseRecord& details, std::span<const LaunchSums> stages,
                          std::span<const DeviceLimit> limits);
}
