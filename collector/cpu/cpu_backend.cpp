#include "collector/cpu/cpu_backend.hpp"

#include <algorithm>
#include <iterator>
#include <new>
#include <utility>

#include "core/error.hpp"
#include "core/host.hpp"
#include "kernels/context/keys.hpp"
#include "kernels/cpu/sorts.hpp"

namespace sortscope::collector {

namespace {

using Clock = std::chrono::steady_clock;

/// How far the time trials are: by their number, or by their time where that ends them sooner; 1 at most.
double fraction_done(const TrialOptions& options, std::size_t trials, Clock::duration elapsed) {
    const auto count = static_cast<double>(trials);
    const double by_time = std::chrono::duration<double>(elapsed) / std::chrono::duration<double>(options.budget);
    return std::min(1.0, std::max(count / options.max_trials, std::min(by_time, count / options.min_trials)));
}

}  // namespace

CpuBackend::CpuBackend() : device_(cpu_device()) {}

CaseRecord CpuBackend::run(const kernels::Variant& variant, const CaseSpec& spec, const BackendOptions& options,
                           const CaseWatch& watch) {
    CaseRecord record = start_record(spec, *this);
    record.cache_state = "warm";  // the copy that restores the input leaves it in the caches
    try {
        const auto sort = kernels::cpu::find_sort(variant.info.name, spec.workload.key);
        auto input = kernels::make_keys(spec.workload);
        const auto input_digest = kernels::digest(input, spec.workload.key);
        const std::uint64_t count = kernels::padded_size(variant.info, spec.workload.n);
        record.padded = count != spec.workload.n;
        std::ranges::copy(kernels::padding(input, spec.workload.key, count), std::back_inserter(input));
        std::vector<std::byte> keys = input;
        TrialLoop loop(options.trials);
        sort(keys);  // warm-up: pages, caches, branch predictors
        const auto begin = Clock::now();
        while (!loop.done()) {
            if (watch.stopped()) {
                record.status = CaseStatus::interrupted;
                record.message = "Interrupted after " + std::to_string(record.trials.size()) + " time trials.";
                break;
            }
            keys = input;
            const auto start = Clock::now();
            sort(keys);
            const auto end = Clock::now();
            TrialRecord trial;
            trial.kind = TrialKind::time;
            trial.index = static_cast<std::uint32_t>(record.trials.size());
            trial.duration_ns = std::chrono::duration_cast<std::chrono::nanoseconds>(end - start).count();
            const auto output = std::span(std::as_const(keys)).first(spec.workload.bytes());
            const auto broken = kernels::broken_promise(input_digest, kernels::digest(output, spec.workload.key), variant.info.promise);
            trial.verified = !broken;
            record.trials.push_back(trial);
            if (broken) {
                record.trials.back().note = *broken;
                record.status = CaseStatus::unverified;
                record.message = "The output of trial " + std::to_string(trial.index) + " is wrong: " + *broken + ".";
                return record;
            }
            loop.add(*trial.duration_ns, end - begin);
            watch.report(fraction_done(options.trials, record.trials.size(), end - begin));
        }
        if (!record.trials.empty()) record.time = loop.summary();
    } catch (const Error& error) {
        record.status = error.kind() == ErrorKind::unsupported ? CaseStatus::refused : CaseStatus::failed;
        record.message = error.what();
    } catch (const std::bad_alloc&) {
        record.status = CaseStatus::failed;
        record.message = "The host has too little memory for " + describe(spec) + ". Sort fewer keys.";
    }
    return record;
}

}  // namespace sortscope::collector
