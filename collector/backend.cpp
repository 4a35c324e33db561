#include "collector/backend.hpp"

#include <algorithm>
#include <cstdio>
#include <exception>
#include <new>

#include "core/error.hpp"
#include "core/statistics.hpp"
#include "core/text.hpp"

namespace sortscope::collector {

Condition condition_of(const CaseSpec& spec) {
    CaseRecord head;
    head.variant = spec.variant;
    head.workload = spec.workload;
    head.config = spec.config;
    head.backend = BackendKind::simt;  // free below; the CPU's would take the block away
    using enum ConditionPart;
    return condition_of(head).leaving_free({device, backend, cache, time_mode});
}

std::string describe(const CaseSpec& spec) { return condition_of(spec).label(); }

CaseRecord start_record(const CaseSpec& spec, const Backend& backend) {
    CaseRecord record;
    record.variant = spec.variant;
    record.workload = spec.workload;
    record.config = spec.config;
    record.device = backend.device();
    record.backend = backend.kind();
    return record;
}

std::vector<PassRecord> asked_counters(const BackendOptions& options) {
    std::vector<PassRecord> passes;
    for (auto& name : pass_names(options.counters)) passes.push_back({std::move(name), Provenance::measured, several_passes});
    return passes;
}

void keep_attempts(CaseRecord& record, const std::vector<PassRecord>& asked) {
    for (const auto& attempt : asked)
        if (std::ranges::find(record.passes, attempt.set, &PassRecord::set) == record.passes.end()) record.passes.push_back(attempt);
}

void fail_by_exception(CaseRecord& record) {
    record.status = CaseStatus::failed;
    try {
        throw;
    } catch (const Error& error) {
        if (error.kind() == ErrorKind::unsupported) record.status = CaseStatus::refused;
        record.message = error.what();
    } catch (const std::bad_alloc&) {
        record.message = "The host's memory was not enough for this case. Sort fewer keys.";
    } catch (const std::exception& error) {
        record.message = std::string("An error that has no sentence of its own ended this case: ") + error.what() + ".";
    }
}

LaunchRecord planned_launch(const kernels::Launch& launch, std::uint32_t index) {
    LaunchRecord record;
    record.index = index;
    record.stage = launch.stage;
    record.kernel = launch.kernel;
    record.grid = launch.grid;
    record.block = launch.block;
    record.shared_bytes = launch.shared_bytes;
    record.bound_bytes = launch.bound_bytes;
    record.comparators = launch.comparators;
    return record;
}

std::vector<LaunchRecord> planned_launches(const kernels::Plan& plan) {
    std::vector<LaunchRecord> launches;
    launches.reserve(plan.launches.size());
    for (const auto& launch : plan.launches) launches.push_back(planned_launch(launch, static_cast<std::uint32_t>(launches.size())));
    return launches;
}

void TrialLoop::add(std::int64_t duration_ns, std::chrono::nanoseconds elapsed) {
    durations_ns_.push_back(static_cast<double>(duration_ns));
    const std::size_t count = durations_ns_.size();
    const auto patience = options_.patience * options_.budget;
    if (count < options_.min_trials && (count < 2 || elapsed < patience)) return;
    char text[96];
    if (count < options_.min_trials) {
        stopped_by_ = "a long sort: " + std::to_string(count) + " trials in " +
                      format_time_ns(1e6 * static_cast<double>(patience.count())) + " or more";
        return;
    }
    if (count >= 2 && relative_spread(durations_ns_) <= options_.target_spread) {
        std::snprintf(text, sizeof text, "interquartile range within %.3g %% of the median", 100 * options_.target_spread);
        stopped_by_ = text;
    } else if (count >= options_.max_trials) {
        stopped_by_ = "most trials allowed (" + std::to_string(options_.max_trials) + ")";
    } else if (elapsed >= options_.budget) {
        stopped_by_ = "time budget of " + format_time_ns(1e6 * static_cast<double>(options_.budget.count()));
    }
}

TimeSummary TrialLoop::summary() const {
    TimeSummary summary;
    summary.median_ns = static_cast<std::int64_t>(median(durations_ns_) + 0.5);
    summary.min_ns = static_cast<std::int64_t>(*std::min_element(durations_ns_.begin(), durations_ns_.end()));
    summary.max_ns = static_cast<std::int64_t>(*std::max_element(durations_ns_.begin(), durations_ns_.end()));
    summary.spread = relative_spread(durations_ns_);
    summary.count = static_cast<std::uint32_t>(durations_ns_.size());
    summary.stopped_by = stopped_by_.empty() ? "interrupted" : stopped_by_;
    return summary;
}

}  // namespace sortscope::collector
