// Fits the constants of a device's model to recorded cases, and says how far predictions are from what was
// measured.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "analyzer/model/predict.hpp"

namespace sortscope::analyzer {

/// How far predicted times are from measured ones: |predicted / measured - 1|.
struct PredictionError {
    std::size_t cases = 0;
    double mean = 0, median = 0, worst = 0;
    CaseId worst_case{};
    double bias = 0;  ///< geometric mean of predicted / measured, less 1
};

struct PredictionErrors {
    PredictionError sorts;               ///< of sort times: what counts
    PredictionError launches;            ///< of the times of launches, alike ones once
    std::uint64_t untimed_launches = 0;  ///< that have no time of their own, and no part in `launches`
    std::size_t uncounted_cases = 0;  ///< timed cases without counters of memory traffic: the bytes of a plan
                                      ///< say too little to be judged by
    std::map<std::string, PredictionError> by_variant;  ///< of sort times
};
/// Of cases with a measured time whose memory traffic was counted; others are left out.
PredictionErrors prediction_errors(const DeviceModel& device, std::span<const PredictionCase* const> cases);

/// The cases that are fitted, and those that test the fit: every other condition, in their order, with all of
/// its cases (whatever their run, time mode and device: two GPUs of one kind take one time), so that no case
/// is tested by what another of its own condition taught. Cases without a measured time, without launches, or
/// with launches whose memory traffic was not counted are in neither.
struct Halves {
    std::vector<const PredictionCase*> fitted, tested;
};
Halves halves(std::span<const PredictionCase> cases);

/// `device` with the constants, launch_ns and sort_ns that make the mean |log(predicted / measured)| of the
/// cases' sort times least, a case that is out by more than a factor of e counting as that: by coordinate
/// descent with steps that shrink (Hooke and Jeeves 1961, "Direct search"), which is deterministic. A
/// constant that the cases do not decide (no barriers counted, say) keeps its value. Throws Error(usage) for
/// fewer than 8 cases.
DeviceModel calibrated(DeviceModel device, std::span<const PredictionCase* const> cases);

/// One case with its prediction.
struct PredictedCase {
    const CaseRecord* record = nullptr;
    std::optional<double> ns;  ///< modelled; nothing where the memory traffic of a launch was not counted
    std::optional<double> least_ns;     ///< in its place where the plan of such launches tells the least that
                                        ///< they must move: the time is longer, how much is not known
    std::optional<double> measured_ns;  ///< of the same device: else there is nothing to hold it against
    bool instructions_estimated = false;  ///< of any launch
    bool complete = true;                 ///< memory traffic was counted of every launch
    std::uint64_t moves = 0;              ///< what it sets and copies between its launches
    double moves_ns = 0;                  ///< modelled; part of ns, or of least_ns
    bool opaque = false;  ///< a library's launches: what they wait for each other is in no counter
};

struct Predictions {
    DeviceModel device;
    std::vector<PredictedCase> cases;
    std::optional<PredictionErrors> errors;          ///< of all cases that were measured on the device
    std::optional<PredictionErrors> fitted, tested;  ///< of a calibration: then there are no others
};

/// Whether times measured in the case are of the device: of the card that its data sheet is of, not of one
/// that is merely called like it.
bool is_of(const CaseRecord& record, const DeviceModel& device);

/// The records of `cases` must live as long as the result.
Predictions predictions(const DeviceModel& device, std::span<const PredictionCase> cases);
/// The same by the device as half of those cases that were measured on it calibrate it; `file` is where they
/// are from. Throws as calibrated().
Predictions calibrated_predictions(const DeviceModel& device, std::span<const PredictionCase> cases,
                                   const std::string& file);

}  // namespace sortscope::analyzer
