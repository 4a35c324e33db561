// Predictions and advice as JSON.
#pragma once

#include "analyzer/advice/advice.hpp"
#include "present/json/writer.hpp"
#include "present/tables/predict.hpp"

namespace sortscope::present::json {

/// "limits": [..], "sort": {..}, "stages": [..], "findings": [..], "limited_by": a sentence where there is no
/// finding; into the object that is open.
void members_of_advice(Writer& out, const analyzer::Advice& advice);

/// "name", "figures", its figures and constants, "source", into the object that is open.
void members_of_device_model(Writer& out, const analyzer::DeviceModel& device);
/// One case: its condition, "predicted_ns" (modelled), "measured_ns".
void members_of_prediction(Writer& out, const PredictedCase& one);
/// A stage and kernel with its parts.
void write_predicted_stage(Writer& out, const analyzer::PredictedStage& stage);
/// "sorts", "launches" and "by_variant".
void write_prediction_errors(Writer& out, const analyzer::PredictionErrors& errors);

}  // namespace sortscope::present::json
