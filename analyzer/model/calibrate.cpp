#include "analyzer/model/calibrate.hpp"

#include "core/condition.hpp"
#include "core/failure.hpp"
#include "core/ranges.hpp"
#include "core/statistics.hpp"
#include "core/text.hpp"

namespace sortscope::analyzer {
namespace {
constexpr size_t least_cases = 8;
constexpr double most_log = 1;  // limits the weight of one case's error

bool diverges(const PredictionCase* one) {
    return std::ranges::any_of(one->launches,
                               [](const auto& launches) { return launches.demand.divergent_warps > 0; });
}

bool is_timed(const PredictionCase& one) { return one.measured_sort_ns > 0 && !one.launches.empty(); }

PredictionError error_of(const std::vector<std::pair<double, CaseId>>& ratios) {
    PredictionError error;
    if (ratios.empty()) return error;
    std::vector<double> off, factors;
    double logs = 0;
    for (const auto& [ratio, id] : ratios) {
        off.push_back(std::abs(ratio - 1));
        factors.push_back(std::max(ratio, 1 / ratio));
        logs += std::log(ratio);
        if (off.back() >= error.worst) error.worst = off.back(), error.worst_case = id;
        error.mean += off.back();
    }
    error.cases = ratios.size();
    error.mean /= double(ratios.size());
    error.median = median(off);
    error.factor = median(factors);
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
    if (one.known() && device.unknown().empty()) result.ns = predicted_sort_ns(device, one);
    result.bound_ns = sort_bound_ns(device, one);
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
    using Ratios = std::vector<std::pair<double, CaseId>>;
    Ratios sorts, planned, launches;
    std::map<std::string, Ratios> by_variant, planned_by_variant;
    PredictionErrors errors;
    for (const auto* one : cases) {
        if (!is_timed(*one) || !one->known()) continue;
        const auto id = one->record->id;
        const bool counted = one->counted();
        const std::pair ratio(sort_ratio(device, *one), id);
        (counted ? sorts : planned).push_back(ratio);
        (counted ? by_variant : planned_by_variant)[one->record->subject.name].push_back(ratio);
        if (!counted) continue;
        errors.untimed_launches += one->untimed();
        for (const auto& same : one->launches)
            if (same.measured_ns > 0)
                launches.emplace_back(predict(device, same.demand).ns / same.measured_ns, id);
    }
    errors.sorts = error_of(sorts);
    errors.planned = error_of(planned);
    errors.launches = error_of(launches);
    for (const auto& [variant, ratios] : by_variant) errors.by_variant[variant] = error_of(ratios);
    for (const auto& [variant, ratios] : planned_by_variant)
        errors.planned_by_variant[variant] = error_of(ratios);
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
        throw failure(
            ErrorKind::usage,
            "{} with a measured time and launches cannot calibrate a device: at least {} are needed.",
            plural(cases.size(), "case"), least_cases);
    if (const auto unknown = device.unknown(); !unknown.empty())
        throw failure(
            ErrorKind::usage,
            "{} has no {}, so no time can be predicted. Describe it in a file (docs/predict-devices.md).",
            device.name, fmt::join(unknown, " and no "));
    std::vector<Knob> knobs{{&device.launch_ns, 10, 1e6}, {&device.sort_ns, 10, 1e7}};
    for (const auto& field : constant_fields())
        knobs.push_back({&(device.constants.*field.value), field.least, field.most});
    // Replaces 0, because the search multiplies values.
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
    // Accepts a user's device file if it has the name that the driver reports for the card.
    return record.device.name == device.name &&
           (record.device.multiprocessors <= 0 || record.device.multiprocessors == device.multiprocessors);
}

namespace {
/// Factor of the variant, else of all sorts, with the same kind of traffic (counted or planned).
std::optional<double> factor_of(const PredictionErrors& errors, const PredictedCase& one) {
    const auto* own = mapped_or_null(one.complete ? errors.by_variant : errors.planned_by_variant,
                                     one.record->subject.name);
    const auto& error = own != nullptr ? *own : one.complete ? errors.sorts : errors.planned;
    return one.ns && error.cases > 0 ? std::optional(error.factor) : std::nullopt;
}

std::vector<const PredictionCase*> measured_on(const DeviceModel& device,
                                               std::span<const PredictionCase> cases) {
    std::vector<const PredictionCase*> measured;
    for (const auto& one : cases)
        if (one.measured_sort_ns > 0 && is_of(*one.record, device)) measured.push_back(&one);
    return measured;
}
}  // namespace

Predictions predictions(const DeviceModel& device, std::span<const PredictionCase> cases,
                        const DeviceModel* own, std::span<const PredictionCase> others) {
    Predictions result;
    result.device = device;
    for (const auto& one : cases) result.cases.push_back(predicted(device, one));
    for (const auto* tried : {&device, own}) {
        if (tried == nullptr || !tried->unknown().empty()) continue;
        const auto measured = measured_on(*tried, others.empty() ? cases : others);
        if (measured.empty()) continue;
        result.errors = prediction_errors(*tried, measured);
        result.tried = tried->name;
        break;
    }
    if (result.errors)
        for (auto& one : result.cases) one.factor = factor_of(*result.errors, one);
    return result;
}

Predictions calibrated_predictions(const DeviceModel& device, std::span<const PredictionCase> cases,
                                   const std::string& file) {
    std::vector<PredictionCase> own;
    for (const auto& one : cases)
        if (is_of(*one.record, device)) own.push_back(one);
    const auto split = halves(own);
    auto fitted = calibrated(device, split.fitted);
    for (const auto* fitted_cost : {"graph_node_overhead", "graph_overhead"})
        std::erase(fitted.measured, fitted_cost);
    fitted.assumed.clear();
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
