// Fits the constants of a device's model to recorded cases, and computes errors of predictions.
#pragma once

#include <cstddef>
#include <map>
#include <span>

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
    PredictionError planned;                            ///< sorts without counters: planned traffic
    PredictionError launches;                           ///< equal launches count once
    uint64_t untimed_launches = 0;                      ///< launches without a time; not in `launches`
    std::map<std::string, PredictionError> by_variant;  ///< `sorts` by variant
    std::map<std::string, PredictionError> planned_by_variant;  ///< `planned` by variant
};
/// Compares predicted with measured times. Uses the cases that have a time and can be predicted.
PredictionErrors prediction_errors(const DeviceModel& device, std::span<const PredictionCase* const> cases);

/// Cases to fit, and cases to test the fit. Conditions alternate between the two, with cases of any run, time
/// mode and device. Uses only cases with a time, launches and counted memory traffic.
struct Halves {
    std::vector<const PredictionCase*> fitted, tested;
};
Halves halves(std::span<const PredictionCase> cases);

/// Fits the constants, launch_ns and sort_ns of `device`: minimizes the mean of min(1, |log(predicted /
/// measured)|) over the sort times. Uses deterministic coordinate descent with shrinking steps (Hooke and
/// Jeeves 1961, "Direct search"). Constants without influence stay unchanged. Throws Error(usage) for fewer
/// than 8 cases, or if `device` has unknown() figures.
DeviceModel calibrated(DeviceModel device, std::span<const PredictionCase* const> cases);

struct PredictedCase {
    const CaseRecord* record = nullptr;
    std::optional<double> ns;             ///< modelled
    std::optional<double> bound_ns;       ///< sort_bound_ns()
    std::optional<double> measured_ns;    ///< measured on the same device
    std::optional<double> factor;         ///< PredictionError::factor of the variant and kind of traffic
    bool instructions_estimated = false;  ///< true if estimated for any launch
    bool complete = true;                 ///< the memory traffic of every launch was counted
    uint64_t moves = 0;                   ///< memory sets and copies between launches
    double moves_ns = 0;                  ///< modelled; included in `ns`
    bool opaque = false;  ///< launches of a library; no counter shows their waiting for each other
};

struct Predictions {
    DeviceModel device;
    std::vector<PredictedCase> cases;
    std::optional<PredictionErrors> errors;          ///< over all cases measured on `tried`
    std::string tried;                               ///< name of the predicted or the recording device
    std::optional<PredictionErrors> fitted, tested;  ///< replace `errors` after a calibration
};

/// Returns whether the case was measured on this card, not on a card with a similar name.
bool is_of(const CaseRecord& record, const DeviceModel& device);

/// Predicts for `device`. The records of `cases` must outlive the result. Errors come from `others`, or from
/// `cases` if `others` is empty. Errors cover cases measured on `device`, else on `own`, the recording
/// device.
Predictions predictions(const DeviceModel& device, std::span<const PredictionCase> cases,
                        const DeviceModel* own = nullptr, std::span<const PredictionCase> others = {});
/// Calibrates `device` with half of the cases measured on it, then predicts. `file` names the file of
/// `cases`. Throws like calibrated().
Predictions calibrated_predictions(const DeviceModel& device, std::span<const PredictionCase> cases,
                                   const std::string& file);
}
