// Predictions of many cases: what `sortscope predict` shows, with their errors where the device was measured.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "analyzer/calibrate.hpp"
#include "analyzer/predict.hpp"

namespace sortscope::analyzer {

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
