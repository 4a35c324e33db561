#include "collector/step.hpp"

#include <algorithm>
#include <string>

#include "collector/part_times.hpp"
#include "core/error.hpp"

namespace sortscope::collector {

std::string_view name_of(CacheState state) { return state == CacheState::flushed ? "flushed" : "warm"; }

std::string_view name_of(StepYield yield) {
    constexpr std::string_view names[]{
        "", "times", "times of launches", "measured counters", "counted counters", "modelled counters"};
    return names[static_cast<std::size_t>(yield)];
}

namespace {

/// "Ended by the user before these were taken: times of launches, measured counters."; `during`: the step
/// that the user ended.
std::string interruption(std::span<const Step> left, std::string_view during = {}) {
    std::string list;
    for (const auto& step : left)
        if (const auto name = name_of(step.yields); !name.empty())
            list += (list.empty() ? "" : ", ") + std::string(name);
    std::string text = "Ended by the user";
    if (!during.empty()) text += " during the " + std::string(during) + (list.empty() ? "" : ",");
    return text + (list.empty() ? "" : " before these were taken: " + list) + ".";
}

}  // namespace

void prepare_run(const StepNeeds& needs, std::optional<CacheState> asked, SortState& state) {
    if (needs.input_restored) state.restore_input();
    if (needs.cache_state_of_case && asked == CacheState::flushed) state.flush_cache();
    state.settle();
}

void run_steps(std::span<const Step> steps, std::optional<CacheState> asked, SortState& state,
               CaseRecord& record, const CaseWatch& watch) {
    record.cache_state = asked ? name_of(*asked) : std::string_view{};
    double whole = 0;
    for (const auto& step : steps) whole += step.share;
    double done = 0;
    for (std::size_t i = 0; i < steps.size(); ++i) {
        const Step& step = steps[i];
        if (watch.stopped()) {
            record.status = CaseStatus::interrupted;
            record.message = interruption(steps.subspan(i));
            return;
        }
        std::size_t runs = 0;
        const auto prepare = [&] {
            if (++runs > 1 && step.runs == StepRuns::once)
                throw Error(ErrorKind::internal, "The step '" + std::string(step.name) +
                                                     "' was to run the sort once, but began a second run.");
            prepare_run(step.needs, asked, state);
        };
        double within = 0;
        {
            const PartTimer part(step.name);
            step.run(prepare, [&](double fraction) {
                within = std::clamp(fraction, 0.0, 1.0);
                watch.report((done + step.share * within) / whole);
            });
        }
        if (record.status != CaseStatus::ok) return;
        if (step.runs == StepRuns::until_steady && within < 1 && watch.stopped()) {
            record.status = CaseStatus::interrupted;
            record.message = interruption(steps.subspan(i + 1), step.name);
            return;
        }
        done += step.share;
        if (step.share > 0) watch.report(done / whole);
    }
}

}  // namespace sortscope::collector
