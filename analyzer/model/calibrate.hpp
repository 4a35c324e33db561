// Fits the constants of a device's model to recorded cases, and computes errors of predictions.
#pragma once

#include "analyzer/model/predict.hpp"

namespace sortscope::analyzer {
/// Errors |predicted / measured - 1|.
struct PredictionError {
    size_t cases = 0;
    double mean = 0, median = 0, worst = 0;
    CaseId worst_case{};
    double bias = 0;    ///< geometric mean of predicted / measured, minus 1
    double factor = 0;  ///< median of max(predicted / measured, measured / predicted)
};

struct PredictionErrors {
    PredictionError sorts;
    PredictionError planned;        ///< predicted by planned traffic, for lack of counters
    PredictionError launches;       ///< with equal launches merged
    uint64_t untimed_launches = 0;  ///< not in `launches`
    std::map<std::string, PredictionError> by_variant, planned_by_variant;
};
/// Errors of the cases that have a time and can be predicted.
PredictionErrors prediction_errors(const DeviceModel& device, std::span<const PredictionCase* const> cases);

/// Timed cases with counted traffic, split to fit constants and to test the fit. Cases that differ only in
/// time mode or device are in one half.
struct Halves {
    std::vector<const PredictionCase*> fitted, tested;
};
Halves halves(std::span<const PredictionCase> cases);

/// Fits `constants`, `launch_ns` and `sort_ns` of `device` to the times of the sorts. Coordinate descent with
/// shrinking steps (Hooke and Jeeves 1961, "Direct search") minimizes the mean of min(1, |log(predicted /
/// measured)|). Throws Error(usage) for fewer than 8 cases, or if `device` has unknown() figures.
DeviceModel calibrated(DeviceModel device, std::span<const PredictionCase* const> cases);

struct PredictedCase {
    const CaseRecord* record = nullptr;
    std::optional<double> ns;             ///< modelled
    std::optional<double> bound_ns;       ///< sort_bound_ns()
    std::optional<double> measured_ns;    ///< measured on the predicted device
    std::optional<double> factor;         ///< PredictionError::factor of the variant, else of all sorts
    bool instructions_estimated = false;  ///< instructions of a launch were estimated
    bool complete = true;                 ///< the traffic of every launch was counted
    uint64_t moves = 0;                   ///< memory sets and copies between launches
    double moves_ns = 0;                  ///< modelled; included in `ns`
    bool opaque = false;                  ///< has launches of a library
};

struct Predictions {
    DeviceModel device;
    std::vector<PredictedCase> cases;
    std::optional<PredictionErrors> errors;          ///< of the cases measured on `tried`
    std::string tried;                               ///< device of `errors`: predicted or recording device
    std::optional<PredictionErrors> fitted, tested;  ///< instead of `errors`, after a calibration
};

/// True if the case was recorded on a card of this model, not of a model with a similar name.
bool is_of(const CaseRecord& record, const DeviceModel& device);

/// Predicts `cases` for `device`; their records must outlive the result. Computes errors from cases measured
/// on `device`, else on `own`, the recording device. Takes them from `others`, or from `cases` if `others` is
/// empty.
Predictions predictions(const DeviceModel& device, std::span<const PredictionCase> cases,
                        const DeviceModel* own = nullptr, std::span<const PredictionCase> others = {});
/// Calibrates `device` with half of the cases measured on it, then predicts. Throws like calibrated().
Predictions calibrated_predictions(const DeviceModel& device, std::span<const PredictionCase> cases,
                                   const std::string& file);
}
