// Predictions. Every predicted time has the mark of modelled values.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "analyzer/model/calibrate.hpp"
#include "present/table.hpp"

namespace sortscope::present {

using analyzer::PredictedCase;

/// "NVIDIA H200: measured: device memory 3,892 GB/s, ...; published: L2 8,986 GB/s, ...; constants not
/// calibrated".
std::string device_sentence(const analyzer::DeviceModel& device);
/// Where the figures come from, one line each.
std::vector<std::string> device_model_sources(const analyzer::DeviceModel& device);

/// One row a case: predicted time ("> 6.1 us" if only a bound is known), measured time, ratio.
Table prediction_table(std::span<const PredictedCase> cases);
/// One row a stage and kernel: predicted and measured time, limit; below a rule the sort.
Table predicted_stages_table(std::span<const analyzer::PredictedStage> stages, const PredictedCase& sort,
                             const analyzer::DeviceModel& device);
/// One row a variant, then all sorts and all launches: errors of predictions.
Table prediction_error_table(const analyzer::PredictionErrors& errors, const std::string& title);
/// One row a known device.
Table device_model_table(std::span<const analyzer::DeviceModel> devices);

}  // namespace sortscope::present
