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

/// Instruction roofline (Ding and Williams 2019, An Instruction Roofline Model for GPUs): warp instructions a
/// second against warp instructions a byte, for each memory (device, L2, shared) that a stage's bytes were
/// counted of; the memories' limits as slanted lines, that of instructions as a level one. `sort`: the
/// placement of the whole.
Chart roofline_chart(std::span<const analyzer::Placement> stages, const analyzer::Placement& sort,
                     std::span<const analyzer::RoofLimit> roofs);

/// A case with its advice, which has its stages' places against the limits of its device.
struct RooflineCase {
    const CaseRecord* record = nullptr;
    std::shared_ptr<const analyzer::Advice> advice;
};

/// roofline_chart() of the first case with its limits, and the marks of the others, open, beside its own.
/// Cases without marks are named in the note, and so is a device whose limits are not those that are drawn.
Chart roofline_overlay_chart(std::span<const RooflineCase> cases);

/// Where the stages of a case and the whole sort (by its median time, else the sum of its launches) stand
/// below the device's limits. Of a case that did not end well nothing is drawn, and the chart says so.
Chart case_roofline_chart(const CaseRecord& details, std::span<const LaunchSums> stages,
                          std::span<const DeviceLimit> limits);

}  // namespace sortscope::present
