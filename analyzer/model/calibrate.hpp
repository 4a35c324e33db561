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
    double factor = 0;  ///< median of the greater over the smaller of predicted and measured
};

struct PredictionErrors {
    PredictionError sorts;
    PredictionError planned;                            ///< of sorts without counters: traffic by the plan
    PredictionError launches;                           ///< equal launches once
    uint64_t untimed_launches = 0;                      ///< not in `launches`
    std::map<std::string, PredictionError> by_variant;  ///< of `sorts`
    std::map<std::string, PredictionError> planned_by_variant;  ///< of `planned`
};
/// Compares predicted with measured times. Uses the cases that have a time and can be predicted.
PredictionErrors prediction_errors(const DeviceModel& device, std::span<const PredictionCase* const> cases);

/// Cases to fit and to test the fit: alternating conditions with all their cases of any run, time mode and
/// device, if they have a time, launches and counted memory traffic.
struct Halves {
    std::vector<const PredictionCase*> fitted, tested;
};
Halves halves(std::span<const PredictionCase> cases);

/// `device` with the constants, launch_ns and sort_ns that minimize the mean over the sort times of
/// min(1, |log(predicted / measured)|), by deterministic coordinate descent with shrinking steps (Hooke and
/// Jeeves 1961, "Direct search"). Constants without influence stay. Throws Error(usage) for fewer than 8
/// cases.
DeviceModel calibrated(DeviceModel device, std::span<const PredictionCase* const> cases);

struct PredictedCase {
    const CaseRecord* record = nullptr;
    std::optional<double> ns;             ///< modelled
    std::optional<double> bound_ns;       ///< sort_bound_ns()
    std::optional<double> measured_ns;    ///< on the same device
    std::optional<double> factor;         ///< PredictionError::factor of its variant and kind of traffic
    bool instructions_estimated = false;  ///< of any launch
    bool complete = true;                 ///< the memory traffic of every launch was counted
    uint64_t moves = 0;                   ///< sets and copies between launches
    double moves_ns = 0;                  ///< modelled; part of ns
    bool opaque = false;  ///< a library's launches: no counter has their waiting for each other
};

struct Predictions {
    DeviceModel device;
    std::vector<PredictedCase> cases;
    std::optional<PredictionErrors> errors;          ///< of all cases measured on `tried`
    std::string tried;                               ///< the device, or the recording one
    std::optional<PredictionErrors> fitted, tested;  ///< in place of `errors` after a calibration
};

/// Whether the case was measured on this very card, not on one of a similar name.
bool is_of(const CaseRecord& record, const DeviceModel& device);

/// The records of `cases` must live as long. Errors come from the cases of `others`, or else of `cases`, that
/// were measured on `device`, or else on `own`, the recording device.
Predictions predictions(const DeviceModel& device, std::span<const PredictionCase> cases,
                        const DeviceModel* own = nullptr, std::span<const PredictionCase> others = {});
/// Predicts for `device`, calibrated with half of the cases measured on it. `file` names their file. Throws
/// as calibrated().
Predictions calibrated_predictions(const DeviceModel& device, std::span<const PredictionCase> cases,
                                   const std::string& file);
}
