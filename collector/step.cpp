#include "collector/step.hpp"

#include <algorithm>
#include <string>

namespace sortscope::collector {
namespace {

/// "Ended by the user before these were taken: times of launches, measured counters."; `during`: the step
/// that the user ended.
std::string interruption(std::span<const Step> left, std::string_view during = {}) {
    std::string list;
    for (const auto& step : left)
        if (!step.yields.empty()) list += (list.empty() ? "" : ", ") + std::string(step.yields);
    std::string text = "Ended by the user";
    if (!during.empty()) text += " during the " + std::string(during) + (list.empty() ? "" : ",");
    return text + (list.empty() ? "" : " before these were taken: " + list) + ".";
}

}  // namespace

std::string_view name_of(CacheState state) { return state == CacheState::flushed ? "flushed" : "warm"; }

void run_steps(std::span<const Step> steps, CaseRecord& record, const CaseWatch& watch) {
    const auto interrupt = [&](std::string message) {
        record.status = CaseStatus::interrupted;
        record.message = std::move(message);
    };
    double whole = 0, done = 0;
    for (const auto& step : steps) whole += step.share;
    for (std::size_t i = 0; i < steps.size(); ++i) {
        const Step& step = steps[i];
        if (watch.stopped()) return interrupt(interruption(steps.subspan(i)));
        double within = 0;
        step.run([&](double fraction) {
            within = std::clamp(fraction, 0.0, 1.0);
            watch.report((done + step.share * within) / whole);
        });
        if (record.status != CaseStatus::ok) return;
        if (step.until_steady && within < 1 && watch.stopped())
            return interrupt(interruption(steps.subspan(i + 1), step.name));
        done += step.share;
        watch.report(done / whole);
    }
}

}  // namespace sortscope::collector
