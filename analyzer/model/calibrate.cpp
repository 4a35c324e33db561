#include "analyzer/model/calibrate.hpp"

#include <fmt/format.h>

#include "core/condition.hpp"
#include "core/statistics.hpp"
#include "core/text.hpp"

namespace sortscope::analyzer {
namespace {
constexpr size_t least_cases = 8;
constexpr double most_log = 1;  // larger errors of a case do not weigh more

bool diverges(const PredictionCase* one) {
    return std::ranges::any_of(one->launches,
                               [](const auto& launches) { return launches.demand.divergent_warps > 0; });
}

bool is_timed(const PredictionCase& one) { return one.measured_sort_ns > 0 && !one.launches.empty(); }

PredictionError error_of(const std::vector<std::pair<double, CaseId>>& ratios) {
    PredictionError error;
    if (ratios.empty()) return error;
    std::vector<double> off;
    double logs = 0;
    for (const auto& [ratio, id] : ratios) {
        off.push_back(std::abs(ratio - 1));
        logs += std::log(ratio);
        if (off.back() >= error.worst) error.worst = off.back(), error.worst_case = id;
        error.mean += off.back();
    }
    error.cases = ratios.size();
    error.mean /= double(ratios.size());
    error.median = median(off);
    error.bias = std::exp(logs / double(ratios.size())) - 1;
    return error;
}

double sort_ratio(const DeviceModel& device, const PredictionCase& one) {
    return predicted_sort_ns(device, one) / one.measured_sort_ns;
}

double cost(const DeviceModel& device, std::span<const PredictionCase* const> cases) {
    double sum = 0;
    for (const auto* one : cases) sum += std::min(most_log, std::abs(std::log(sort_ratio(device, *one))));
    return sum / double(cases.size());
}

struct Knob {
    double* value;
    double least, most;
    double step = 0.4;
};

PredictedCase predicted(const DeviceModel& device, const PredictionCase& one) {
    PredictedCase result;
    result.record = one.record;
    if (one.known()) (one.counted() ? result.ns : result.least_ns) = predicted_sort_ns(device, one);
    result.complete = one.counted();
    result.instructions_estimated = std::ranges::any_of(
        one.launches, [](const auto& launches) { return launches.demand.instructions_estimated; });
    result.moves = one.moves;
    result.moves_ns = predicted_moves_ns(device, one);
    result.opaque = one.opaque();
    if (one.measured_sort_ns > 0 && is_of(*one.record, device)) result.measured_ns = one.measured_sort_ns;
    return result;
}
}  // namespace

PredictionErrors prediction_errors(const DeviceModel& device, std::span<const PredictionCase* const> cases) {
    std::vector<std::pair<double, CaseId>> sorts, launches;
    std::map<std::string, std::vector<std::pair<double, CaseId>>> by_variant;
    PredictionErrors errors;
    for (const auto* one : cases) {
        if (!is_timed(*one)) continue;
        if (!one->counted()) {
            ++errors.uncounted_cases;
            continue;
        }
        const auto id = one->record->id;
        sorts.emplace_back(sort_ratio(device, *one), id);
        by_variant[one->record->subject.name].push_back(sorts.back());
        errors.untimed_launches += one->untimed();
        for (const auto& [demand, count, timed, measured_ns] : one->launches)
            if (measured_ns > 0) launches.emplace_back(predict(device, demand).ns / measured_ns, id);
    }
    errors.sorts = error_of(sorts);
    errors.launches = error_of(launches);
    for (const auto& [variant, ratios] : by_variant) errors.by_variant[variant] = error_of(ratios);
    return errors;
}

Halves halves(std::span<const PredictionCase> cases) {
    std::map<Condition, std::vector<const PredictionCase*>> conditions;
    for (const auto& one : cases)
        if (is_timed(one) && one.counted())
            conditions[condition_of(*one.record).leaving_free({"time-mode", "device"})].push_back(&one);
    Halves split;
    auto *half = &split.fitted, *other = &split.tested;
    for (const auto& [condition, alike] : conditions) {
        half->insert(half->end(), alike.begin(), alike.end());
        std::swap(half, other);
    }
    return split;
}

DeviceModel calibrated(DeviceModel device, std::span<const PredictionCase* const> cases) {
    if (cases.size() < least_cases)
        throw Error(ErrorKind::usage,
                    fmt::format("{} with a measured time and launches cannot calibrate a device: at least {} "
                                "are needed.",
                                plural(cases.size(), "case"), least_cases));
    std::vector<Knob> knobs{{&device.launch_ns, 10, 1e6}, {&device.sort_ns, 10, 1e7}};
    for (const auto& field : constant_fields())
        knobs.push_back({&(device.constants.*field.value), field.least, field.most});
    // 0 cannot be scaled.
    if (device.launch_ns <= 0) device.launch_ns = 1000;
    if (device.sort_ns <= 0) device.sort_ns = 1000;
    if (device.constants.divergence_cycles <= 0 && std::ranges::any_of(cases, diverges))
        device.constants.divergence_cycles = 30;
    double best = cost(device, cases);
    const auto is_better = [&](Knob& knob, double value) {
        const double old = std::exchange(*knob.value, std::clamp(value, knob.least, knob.most));
        const double now = cost(device, cases);
        if (now < best - 1e-9) return best = now, true;
        *knob.value = old;
        return false;
    };
    for (int round = 0; round < 60; ++round) {
        bool moved = false;
        for (auto& knob : knobs) {
            const double old = *knob.value, factor = 1 + knob.step;
            const bool better = is_better(knob, old * factor) || is_better(knob, old * (1 / factor));
            moved |= better;
            if (!better) knob.step *= 0.6;
        }
        if (!moved && std::ranges::all_of(knobs, [](const Knob& knob) { return knob.step < 0.004; })) break;
    }
    return device;
}

bool is_of(const CaseRecord& record, const DeviceModel& device) {
    if (record.device.backend != BackendKind::cupti) return false;
    const auto published = published_model(record.device);
    if (published && published->name == device.name) return true;
    // A user's device file, named as the driver names the card.
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
    fitted.calibrated =
        fmt::format("{} of {}, with every other one of its conditions; the other half tests it with {}",
                    plural(split.fitted.size(), "case"), file, split.tested.size());
    auto result = predictions(fitted, cases);
    result.errors.reset();
    result.fitted = prediction_errors(fitted, split.fitted);
    result.tested = prediction_errors(fitted, split.tested);
    return result;
}
}
