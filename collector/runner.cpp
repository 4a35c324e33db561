#include "collector/runner.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>

#include "core/error.hpp"

namespace sortscope::collector {
namespace {

using Clock = std::chrono::steady_clock;

/// Expected work of a case in arbitrary units, for the progress bar: launches times threads where they are planned.
double expected_work(const Assignment& assignment) {
    const auto& [planned, backend] = assignment;
    const double n = static_cast<double>(planned.spec.workload.n);
    const double fixed = 2e5;  // trials of small cases cost the same, whatever their size
    if (backend->kind() == BackendKind::simt) {
        const double steps = std::log2(n) * (std::log2(n) + 1) / 2;
        return fixed + n * steps;
    }
    return fixed + n * std::log2(n + 1);
}

/// Runs one case. What its backend throws is this case's failure: the others go on.
CaseRecord run_case(const PlannedCase& planned, Backend& backend, const BackendOptions& options, const CaseWatch& watch) {
    CaseRecord record = backend.begin(*planned.variant, planned.spec);
    try {
        backend.run(*planned.variant, planned.spec, options, watch, record);
    } catch (...) {
        record = backend.begin(*planned.variant, planned.spec);
        fail_by_exception(record);
    }
    return record;
}

/// Records `record`. Where it cannot be (its figures contradict each other), what went wrong is recorded in its place; what cannot
/// be recorded either is the recorder's own error, and thrown.
void record_case(Recorder& recorder, CaseRecord& record, const Assignment& assignment) {
    try {
        recorder.record(record);
        return;
    } catch (const Error& error) {
        if (error.kind() == ErrorKind::environment) throw;
        CaseRecord failed = assignment.backend->begin(*assignment.planned.variant, assignment.planned.spec);
        failed.status = CaseStatus::failed;
        failed.message = std::string("What was collected could not be stored. ") + error.what();
        failed.collect_ns = record.collect_ns;
        record = std::move(failed);
    }
    recorder.record(record);
}

std::string_view kind_name(kernels::VariantKind kind) {
    switch (kind) {
        case kernels::VariantKind::planned: return "a GPU or the host interpreter";
        case kernels::VariantKind::opaque: return "a GPU";
        case kernels::VariantKind::cpu: return "the CPU";
    }
    return "nothing";
}

}  // namespace

std::vector<Assignment> assign(std::vector<PlannedCase> cases, const std::vector<std::unique_ptr<Backend>>& backends) {
    std::vector<Assignment> assignments;
    for (auto& planned : cases) {
        if (!planned.refused.empty()) {
            assignments.push_back({std::move(planned), nullptr});
            continue;
        }
        const auto kind = planned.variant->info.kind;
        bool taken = false;
        for (const auto& backend : backends) {
            if (!backend->runs(kind)) continue;
            taken = true;
            Assignment assignment{planned, backend.get()};
            if (auto why = backend->refusal(*planned.variant, planned.spec)) {
                assignment.planned.refused = std::move(*why);
                assignment.backend = nullptr;
            }
            assignments.push_back(std::move(assignment));
        }
        if (taken) continue;
        planned.refused = "Variant '" + planned.spec.variant + "' runs on " + std::string(kind_name(kind)) +
                          ", which this collection does not use.";
        assignments.push_back({std::move(planned), nullptr});
    }
    return assignments;
}

Outcome run_cases(const std::vector<Assignment>& assignments, const BackendOptions& options, Recorder& recorder,
                  const std::atomic<bool>& stop, const std::function<void(const Progress&)>& progress) {
    Outcome outcome;
    Progress state;
    double total_work = 0;
    for (const auto& assignment : assignments) {
        if (assignment.backend) {
            ++state.total;
            total_work += expected_work(assignment);
        } else {
            ++outcome.refused;
        }
    }
    double done_work = 0;
    const auto begin = Clock::now();
    const auto report = [&](double work) {
        state.fraction = total_work > 0 ? work / total_work : 1;
        const double elapsed = std::chrono::duration<double>(Clock::now() - begin).count();
        state.seconds_left = state.fraction > 0.01 ? elapsed * (1 - state.fraction) / state.fraction : -1;
        if (progress) progress(state);
    };
    for (const auto& assignment : assignments) {
        if (!assignment.backend) continue;
        if (stop) {
            outcome.interrupted = true;
            break;
        }
        const auto& [planned, backend] = assignment;
        state.current = describe(planned.spec);
        report(done_work);
        const double work = expected_work(assignment);
        CaseWatch watch;
        watch.stop = &stop;
        watch.progress = [&](double fraction) { report(done_work + fraction * work); };
        const auto case_begin = Clock::now();
        CaseRecord record = run_case(planned, *backend, options, watch);
        record.collect_ns = std::chrono::duration_cast<std::chrono::nanoseconds>(Clock::now() - case_begin).count();
        record_case(recorder, record, assignment);
        done_work += work;
        ++state.done;
        if (record.status == CaseStatus::ok) ++outcome.ok;
        else if (record.status == CaseStatus::interrupted) outcome.interrupted = true;
        else {
            ++outcome.failed;
            outcome.problems.push_back(state.current + ": " + record.message);
        }
    }
    state.current.clear();
    report(done_work);
    return outcome;
}

}  // namespace sortscope::collector
