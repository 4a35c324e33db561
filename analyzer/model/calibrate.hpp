// Fits the constants of a device's model to recorded cases, and computes errors of predictions.
#pragma once

#include "analyzer/model/predict.hpp"

namespace sortscope::analyzer {
/// Errors |predicted / measured - 1|.
struct PredictionError {
    size_t cases = 0;
    double mean = 0, median = 0, worst = 0;
    CaseId worst_case{};
    double bias = 0;    ///< geometric mean of predicted / measured, less 1
    double factor = 0;  ///< median of max(predicted / measured, measured / predicted)
};

struct PredictionErrors {
    PredictionError sorts;
    PredictionError planned;        ///< sorts without counters: planned traffic
    PredictionError launches;       ///< equal launches count once
    uint64_t untimed_launches = 0;  ///< not in `launches`
    std::map<std::string, PredictionError> by_variant, planned_by_variant;
};
/// Errors of the cases that have a time and can be predicted.
PredictionErrors prediction_errors(const DeviceModel& device, std::span<const PredictionCase* const> cases);

/// Cases with counted traffic to fit, and to test the fit. Conditions alternate between the two.
struct Halves {
    std::vector<const PredictionCase*> fitted, tested;
};
Halves halves(std::span<const PredictionCase> cases);

/// Fits the constants, launch_ns and sort_ns of `device`: minimizes the mean of min(1, |log(predicted /
/// measured)|) over the sorts by coordinate descent with shrinking steps (Hooke and Jeeves 1961, "Direct
/// search"). Throws Error(usage) for fewer than 8 cases, or if `device` has unknown() figures.
DeviceModel calibrated(DeviceModel device, std::span<const PredictionCase* const> cases);

struct PredictedCase {
    const CaseRecord* record = nullptr;
    std::optional<double> ns;             ///< modelled
    std::optional<double> bound_ns;       ///< sort_bound_ns()
    std::optional<double> measured_ns;    ///< on the same device
    std::optional<double> factor;         ///< PredictionError::factor of the variant and kind of traffic
    bool instructions_estimated = false;  ///< for any launch
    bool complete = true;                 ///< the traffic of every launch was counted
    uint64_t moves = 0;                   ///< memory sets and copies between launches
    double moves_ns = 0;                  ///< modelled; included in `ns`
    bool opaque = false;                  ///< launches of a library, which may wait for each other
};

struct Predictions {
    DeviceModel device;
    std::vector<PredictedCase> cases;
    std::optional<PredictionErrors> errors;          ///< of the cases measured on `tried`
    std::string tried;                               ///< the predicted or the recording device
    std::optional<PredictionErrors> fitted, tested;  ///< replace `errors` after a calibration
};

/// True for a case of this card, not of a card with a similar name.
bool is_of(const CaseRecord& record, const DeviceModel& device);

/// Predicts `cases` for `device`. The records of `cases` must outlive the result. Computes errors from the
/// cases of `others` (from `cases` if `others` is empty) that were measured on `device`. Without such cases,
/// computes errors on `own`, the recording device.
Predictions predictions(const DeviceModel& device, std::span<const PredictionCase> cases,
                        const DeviceModel* own = nullptr, std::span<const PredictionCase> others = {});
/// Calibrates `device` with half of the cases measured on it, then predicts. Throws like calibrated().
Predictions calibrated_predictions(const DeviceModel& device, std::span<const PredictionCase> cases,
                                   const std::string& file);
}
