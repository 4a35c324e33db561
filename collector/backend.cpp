#include "collector/backend.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <exception>
#include <new>
#include <set>
#include <string_view>

#include "core/error.hpp"
#include "kernels/sources/sources.hpp"

namespace sortscope::collector {

Condition condition_of(const CaseSpec& spec) {
    CaseRecord head;
    head.subject.name = spec.variant;
    head.backend = BackendKind::cupti;  // free below; a CPU's sort has no block
    describe_sort(head, spec.workload, spec.config);
    return condition_of(head).leaving_free({"device", "backend", "cache", "time-mode"});
}

std::string describe(const CaseSpec& spec) { return condition_of(spec).label(); }

CaseRecord start_record(const CaseSpec& spec, const Backend& backend) {
    CaseRecord record;
    record.subject.name = spec.variant;
    record.device = backend.device();
    record.backend = backend.kind();
    describe_sort(record, spec.workload, spec.config);
    return record;
}

CaseRecord Backend::begin(const kernels::Variant& variant, const CaseSpec& spec) const {
    const auto& info = variant.info;
    auto record =
        start_record({spec.variant, spec.workload, kernels::effective_config(info, spec.config)}, *this);
    record.subject.family = info.family;
    record.subject.promise = info.promise;
    return record;
}

CaseRecord run_alone(Backend& backend, const kernels::Variant& variant, const CaseSpec& spec,
                     const BackendOptions& options, const CaseWatch& watch) {
    CaseRecord record = backend.begin(variant, spec);
    backend.run(variant, spec, options, watch, record);
    return record;
}

std::vector<PassRecord> asked_counters(const BackendOptions& options) {
    std::vector<PassRecord> passes;
    for (auto& name : pass_names(options.counters))
        passes.push_back({std::move(name), Provenance::measured, several_passes});
    return passes;
}

void keep_attempts(CaseRecord& record, const std::vector<PassRecord>& asked) {
    for (const auto& attempt : asked)
        if (std::ranges::find(record.passes, attempt.set, &PassRecord::set) == record.passes.end())
            record.passes.push_back(attempt);
}

Error current_error() {
    try {
        throw;
    } catch (const Error& error) {
        return {error.kind(), error.what()};
    } catch (const std::bad_alloc&) {
        return {ErrorKind::environment, "The host's memory was not enough for this case. Sort fewer keys."};
    } catch (const std::exception& error) {
        return {ErrorKind::internal,
                std::string("An unexpected error ended this case: ") + error.what() + "."};
    }
}

void fail_by_exception(CaseRecord& record) {
    const Error error = current_error();
    record.status = error.kind() == ErrorKind::unsupported ? CaseStatus::refused : CaseStatus::failed;
    record.message = error.what();
}

LaunchRecord planned_launch(const kernels::Launch& launch, std::uint32_t index) {
    LaunchRecord record;
    record.index = index;
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
    launches.reserve(plan.launches.size());
    for (const auto& launch : plan.launches)
        launches.push_back(planned_launch(launch, static_cast<std::uint32_t>(launches.size())));
    return launches;
}

std::optional<std::string> other_launches(const std::vector<LaunchRecord>& earlier,
                                          const std::vector<LaunchRecord>& made, LaunchIdentity identity) {
    if (earlier.empty()) return std::nullopt;
    if (earlier.size() != made.size())
        return fmt::format("The sort launched {} kernels before, and {} now.", earlier.size(), made.size());
    if (identity == LaunchIdentity::number) return std::nullopt;
    for (std::size_t i = 0; i < earlier.size(); ++i) {
        const auto& a = earlier[i];
        const auto& b = made[i];
        if (a.kernel != b.kernel || a.grid != b.grid || a.block != b.block)
            return fmt::format(
                "Launch {} was {} in {} blocks of {} threads before, and is {} in {} of {} now.", i, a.kernel,
                a.grid.count(), a.block.count(), b.kernel, b.grid.count(), b.block.count());
    }
    return std::nullopt;
}

std::vector<SourceText> sources_of(const CaseRecord& record) {
    std::set<std::string_view> files;
    std::string_view last;  // mostly equal
    const auto name = [&](std::string_view file) {
        if (file.empty() || file == last) return;
        files.insert(file);
        last = file;
    };
    for (const auto& launch : record.launches)
        for (const auto& counts : launch.sites) name(counts.site.file);
    for (const auto& stall : record.stalls) name(stall.file);
    std::vector<SourceText> sources;
    for (const auto file : files)
        if (const auto text = kernels::source_text(file))
            sources.push_back({std::string(file), std::string(*text)});
    return sources;
}

}  // namespace sortscope::collector
