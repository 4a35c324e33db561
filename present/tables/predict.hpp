// Predictions. Predicted times are marked as modelled.
#pragma once

#include "analyzer/model/calibrate.hpp"
#include "present/table.hpp"

namespace sortscope::present {
using analyzer::PredictedCase;

/// "NVIDIA H200: measured: device memory 3,892 GB/s, ...; published: ...; constants not calibrated".
std::string device_sentence(const analyzer::DeviceModel& device);
std::vector<std::string> prediction_explanations(const analyzer::Predictions& data);
/// Names the device of the prediction error. Empty if it is the predicted device.
std::string error_sentence(const analyzer::Predictions& data);

Table prediction_table(std::span<const PredictedCase> cases);
/// One row for each stage and kernel, then the sort.
Table predicted_stages_table(std::span<const analyzer::PredictedStage> stages, const PredictedCase& sort,
                             const analyzer::DeviceModel& device);
/// One row for each variant, then all sorts and launches.
Table prediction_error_table(const analyzer::PredictionErrors& errors, const std::string& title);
Table device_model_table(std::span<const analyzer::DeviceModel> devices);
}
