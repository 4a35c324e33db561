// Predictions as tables and sentences. Every predicted time carries the mark of what is modelled.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "analyzer/model/calibrate.hpp"
#include "present/table.hpp"

namespace sortscope::present {

using analyzer::PredictedCase;

/// "NVIDIA H200: measured: device memory 3,892 GB/s, launch 499 ns; published: L2 8,986 GB/s, ...; constants
/// not calibrated": the device that is predicted, by the figures that are used.
std::string device_sentence(const analyzer::DeviceModel& device);
/// A line each: where its figures come from.
std::vector<std::string> device_model_sources(const analyzer::DeviceModel& device);

/// One row a case: predicted time ("> 6.1 us" where the plan alone tells of its traffic), and beside it the
/// measured one with the ratio.
Table prediction_table(std::span<const PredictedCase> cases);
/// One row a stage and kernel: predicted and measured time, what limits it; below a rule the sort.
Table predicted_stages_table(std::span<const analyzer::PredictedStage> stages, const PredictedCase& sort,
                             const analyzer::DeviceModel& device);
/// One row a variant, then all: how far predictions are from measured sort times; then launches.
Table prediction_error_table(const analyzer::PredictionErrors& errors, const std::string& title);
/// One row a device that is known by name.
Table device_model_table(std::span<const analyzer::DeviceModel> devices);

}  // namespace sortscope::present
