// Instruction roofline.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "analyzer/launches/roofline.hpp"
#include "core/metric/sums.hpp"
#include "core/records.hpp"
#include "present/chart.hpp"

namespace sortscope::analyzer {
struct Advice;
}

namespace sortscope::present {

/// Instruction roofline (Ding and Williams 2019): warp instructions a second over warp instructions a byte,
/// for each memory that has counted bytes. `sort`: the whole sort.
Chart roofline_chart(std::span<const analyzer::Placement> stages, const analyzer::Placement& sort,
                     std::span<const analyzer::RoofLimit> roofs);

/// A case with its advice, which places its stages below limits.
struct RooflineCase {
    const CaseRecord* record = nullptr;
    std::shared_ptr<const analyzer::Advice> advice;
};

/// The first case with its limits, and the others' marks. The note names cases without marks and devices with
/// other limits.
Chart roofline_overlay_chart(std::span<const RooflineCase> cases);

/// The stages of a case and the whole sort below the device's limits.
Chart case_roofline_chart(const CaseRecord& details, std::span<const LaunchSums> stages,
                          std::span<const DeviceLimit> limits);

}  // namespace sortscope::present
