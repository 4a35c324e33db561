#include "collector/cupti/profilers.hpp"

#include <utility>

namespace sortscope::cupti {

Profilers::Profilers(std::shared_ptr<const Api> api, int ordinal, std::string why_no_cupti)
    : api_(std::move(api)),
      ordinal_(ordinal),
      why_no_counters_(why_no_cupti),
      why_no_series_(why_no_cupti),
      why_no_stalls_(why_no_cupti),
      why_no_lines_(std::move(why_no_cupti)) {}

RangeProfiler* Profilers::counters() {
    stalls_.reset();
    series_.reset();
    if (counters_ == nullptr && why_no_counters_.empty()) {
        try {
            counters_ = std::make_unique<RangeProfiler>(api_, ordinal_);
            counted_ = true;
        } catch (const Error& error) {
            why_no_counters_ = error.what();
        }
    }
    return counters_.get();
}

PmSampler* Profilers::series() {
    // Beside an enabled range profiler it is refused (hardware busy).
    if (counters_ != nullptr) counters_->disable();
    stalls_.reset();
    if (series_ == nullptr && why_no_series_.empty()) {
        try {
            series_ = std::make_unique<PmSampler>(api_, ordinal_);
        } catch (const Error& error) {
            why_no_series_ = error.what();
        }
    }
    return series_.get();
}

PcSampler* Profilers::stalls() {
    // The range profiler cannot start while it is on; where that was enabled before, it samples nothing,
    // without an error (CUPTI 13.0).
    if (counted_)
        why_no_stalls_ =
            "Launches were counted in this process before, and after that CUPTI samples no instruction: take "
            "stall samples in a process of their own.";
    series_.reset();
    if (stalls_ == nullptr && why_no_stalls_.empty()) {
        try {
            const Driver driver = load_driver();
            stalls_ = std::make_unique<PcSampler>(api_, current_context(driver, ordinal_));
        } catch (const Error& error) {
            why_no_stalls_ = error.what();
        }
    }
    return stalls_.get();
}

void Profilers::give_up_counters(const std::string& why) {
    counters_.reset();
    why_no_counters_ = why;
}

void Profilers::give_up_series(const std::string& why) {
    series_.reset();
    why_no_series_ = why;
}

void Profilers::give_up_stalls(const std::string& why) {
    stalls_.reset();
    why_no_stalls_ = why;
}

void Profilers::switch_off() noexcept {
    if (counters_ != nullptr) counters_->disable();
    series_.reset();
    stalls_.reset();
}

void Profilers::watch_modules() {
    if (modules_ != nullptr || !why_no_lines_.empty()) return;
    try {
        modules_ = std::make_unique<LoadedModules>(api_);
    } catch (const Error& error) {
        why_no_lines_ = error.what();
    }
}

void Profilers::learn(const CounterRequest& request) {
    if (auto* profiler = counters()) {
        try {
            if (const auto& metrics = plan(request).metrics; !metrics.empty()) profiler->learn(metrics);
        } catch (const CuptiError&) {  // which the case that asks again will say
            plan_.reset();
        }
    }
}

const CounterPlan& Profilers::plan(const CounterRequest& request) {
    if (!plan_ || !plan_->first.same_configuration(request)) {
        const ChipMetrics& chip = counters_->chip();
        const ChipQuestions questions{
            [&](const std::string& metric) { return chip.has(metric); },
            [&](std::span<const std::string> metrics) { return chip.schedule(metrics).passes; }};
        plan_ = {request, one_configuration(plan_passes(request, questions))};
    }
    return plan_->second;
}

}  // namespace sortscope::cupti
