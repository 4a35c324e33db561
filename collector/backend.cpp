#include "collector/backend.hpp"

#include <fmt/core.h>

#include <new>

#include "core/ranges.hpp"
#include "kernels/sources/sources.hpp"

namespace sortscope::collector {
namespace {
/// "Ended by the user. Missing: times of launches, measured counters."
std::string interruption(std::span<const Step> left, std::string_view during = {}) {
    std::vector<std::string_view> missing;
    for (const auto& step : left)
        if (!step.yields.empty()) missing.push_back(step.yields);
    return fmt::format("Ended by the user{}{}.{}", during.empty() ? "" : " during the ", during,
                       missing.empty() ? "" : fmt::format(" Missing: {}.", fmt::join(missing, ", ")));
}
}  // namespace

Condition condition_of(const CaseSpec& spec) {
    CaseRecord head;
    head.subject.name = spec.variant;
    head.backend = BackendKind::cupti;  // describe_sort() leaves out the block of a CPU case
    describe_sort(head, spec.workload, spec.config);
    return condition_of(head).leaving_free({"device", "backend", "cache", "time-mode"});
}

std::string describe(const CaseSpec& spec) { return condition_of(spec).label(); }

CaseRecord Backend::begin(const Variant& variant, const CaseSpec& spec) const {
    const auto& info = variant.info;
    CaseRecord record;
    record.subject.name = spec.variant;
    record.subject.family = info.family;
    record.subject.promise = info.promise;
    record.device = device();
    record.backend = kind();
    describe_sort(record, spec.workload, kernels::effective_config(info, spec.config));
    return record;
}

void Backend::run(const CaseJob& job) {
    try {
        measure(job);
    } catch (...) {
        fail_by_exception(job.record);
    }
}

std::vector<PassRecord> asked_counters(const BackendOptions& options) {
    std::vector<PassRecord> passes;
    for (const auto& name : pass_names(options.counters))
        passes.push_back({name, Provenance::measured, several_passes});
    return passes;
}

void keep_attempts(CaseRecord& record, const std::vector<PassRecord>& asked) {
    for (const auto& attempt : asked)
        if (!contains(record.passes, attempt.set, &PassRecord::set)) record.passes.push_back(attempt);
}

Error current_error() {
    try {
        throw;
    } catch (const Error& error) {
        return {error.kind(), error.what()};
    } catch (const std::bad_alloc&) {
        return {ErrorKind::environment, "The host has too little memory for this case. Sort fewer keys."};
    } catch (const std::exception& error) {
        return {ErrorKind::internal,
                std::string("An unexpected error ended this case: ") + error.what() + "."};
    } catch (...) {  // thrown by a plug-in
        return {ErrorKind::internal, "An exception of unknown type ended this case."};
    }
}

void fail_by_exception(CaseRecord& record) {
    const Error error = current_error();
    record.status = error.kind() == ErrorKind::unsupported ? CaseStatus::refused : CaseStatus::failed;
    record.message = error.what();
}

LaunchRecord planned_launch(const kernels::Launch& launch, size_t index) {
    LaunchRecord record;
    record.index = uint32_t(index);
    record.stage = launch.stage;
    record.kernel = launch.kernel;
    record.grid = launch.grid;
    record.block = launch.block;
    record.shared_bytes = launch.shared_bytes;
    record.required_bytes = launch.required_bytes;
    record.comparators = launch.comparators;
    return record;
}

std::vector<LaunchRecord> planned_launches(const kernels::Plan& plan) {
    std::vector<LaunchRecord> launches;
    for (const auto& launch : plan.launches) launches.push_back(planned_launch(launch, launches.size()));
    return launches;
}

std::optional<std::string> other_launches(const std::vector<LaunchRecord>& earlier,
                                          const std::vector<LaunchRecord>& made) {
    if (earlier.empty()) return std::nullopt;
    if (earlier.size() != made.size())
        return fmt::format("The sort launched {} kernels before, and {} now.", earlier.size(), made.size());
    for (size_t i = 0; i < earlier.size(); ++i) {
        const auto &a = earlier[i], &b = made[i];
        const bool other_symbol = !a.symbol.empty() && !b.symbol.empty() && a.symbol != b.symbol;
        if (a.kernel != b.kernel || other_symbol || a.grid != b.grid || a.block != b.block)
            return fmt::format(
                "Launch {} was {} in {} blocks of {} threads before, and is {} in {} of {} now.", i, a.kernel,
                a.grid.count(), a.block.count(), b.kernel, b.grid.count(), b.block.count());
    }
    return std::nullopt;
}

std::vector<SourceText> sources_of(const CaseRecord& record, const Variant& variant) {
    std::set<std::string_view> files;
    for (const auto& launch : record.launches)
        for (const auto& counts : launch.sites) files.insert(counts.site.file);
    for (const auto& stall : record.stalls) files.insert(stall.file);
    std::vector<SourceText> sources;
    const auto own = variant.plugin ? std::span(variant.plugin->sources) : std::span<const SourceText>();
    for (const auto file : files)
        if (const auto* text = find_or_null(own, file, &SourceText::file))
            sources.push_back(*text);
        else if (const auto built_in = kernels::source_text(file))
            sources.push_back({std::string(file), std::string(*built_in)});
    return sources;
}

std::string_view cache_state_of(const TrialOptions& options) { return options.flush_l2 ? "flushed" : "warm"; }

void run_steps(std::span<const Step> steps, CaseRecord& record, const CaseWatch& watch) {
    const auto interrupt = [&](std::string message) {
        record.status = CaseStatus::interrupted;
        record.message = std::move(message);
    };
    double whole = 0, done = 0;
    for (const auto& step : steps) whole += step.share;
    for (size_t i = 0; i < steps.size(); ++i) {
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
}
