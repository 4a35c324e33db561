#include "analyzer/predictions.hpp"

#include "core/text.hpp"

namespace sortscope::analyzer {
namespace {

PredictedCase predicted(const DeviceModel& device, const PredictionCase& one) {
    PredictedCase result;
    result.record = one.record;
    if (one.known()) (one.counted() ? result.ns : result.least_ns) = predicted_sort_ns(device, one);
    for (const auto& demand : one.demands) {
        result.instructions_estimated |= demand.instructions_estimated;
        result.complete &= demand.complete;
    }
    result.moves = one.moves;
    result.moves_ns = predicted_moves_ns(device, one);
    result.opaque = one.opaque();
    if (one.measured_sort_ns > 0 && is_of(*one.record, device)) result.measured_ns = one.measured_sort_ns;
    return result;
}

}  // namespace

bool is_of(const CaseRecord& record, const DeviceModel& device) {
    if (record.device.backend != BackendKind::cupti) return false;
    const auto known = published_model(record.device);
    if (known && known->name == device.name) return true;
    // A device file of somebody's own, named as the driver names the card.
    return record.device.name == device.name &&
           (record.device.multiprocessors <= 0 || record.device.multiprocessors == device.multiprocessors);
}

Predictions predictions(const DeviceModel& device, std::span<const PredictionCase> cases) {
    Predictions result;
    result.device = device;
    std::vector<const PredictionCase*> measured;
    for (const auto& one : cases) {
        result.cases.push_back(predicted(device, one));
        if (result.cases.back().measured_ns) measured.push_back(&one);
    }
    if (!measured.empty()) result.errors = prediction_errors(device, measured);
    return result;
}

Predictions calibrated_predictions(const DeviceModel& device, std::span<const PredictionCase> cases,
                                   const std::string& file) {
    std::vector<PredictionCase> own;
    for (const auto& one : cases)
        if (is_of(*one.record, device)) own.push_back(one);
    const auto split = halves(own);
    auto fitted = calibrated(device, split.fitted);
    fitted.calibrated = plural(split.fitted.size(), "case") + " of " + file +
                        ", with every other one of its conditions; the other half tests it with " +
                        std::to_string(split.tested.size());
    auto result = predictions(fitted, cases);
    result.errors.reset();
    result.fitted = prediction_errors(fitted, split.fitted);
    result.tested = prediction_errors(fitted, split.tested);
    return result;
}

}  // namespace sortscope::analyzer
