#include "collector/cpu/cpu_backend.hpp"

#include <fmt/core.h>

#include <iterator>

#include "core/host.hpp"
#include "core/times.hpp"
#include "kernels/context/keys.hpp"

namespace sortscope::collector {
namespace {
using Clock = std::chrono::steady_clock;

/// Restoring the input leaves it in the caches.
constexpr std::string_view cache_state = "warm";

class CpuCase : CaseJob {
 public:
    CpuCase(const CaseJob& job, kernels::cpu::Sort sort)
        : CaseJob(job),
          key_(spec.workload.key),
          sort_(std::move(sort)),
          input_(kernels::make_keys(spec.workload)),
          input_digest_(kernels::digest(input_, key_)) {
        const uint64_t count = kernels::padded_size(variant.info, spec.workload.n);
        record.padded = count != spec.workload.n;
        std::ranges::copy(kernels::padding(input_, key_, count), std::back_inserter(input_));
        keys_ = input_;
    }

    void run() {
        if (options.trials.warm_up && !watch.stopped()) sort_(keys_);  // warms pages, caches and predictors
        TrialLoop loop(options.trials);
        size_t taken = 0;
        const auto begin = Clock::now();
        while (!loop.done()) {
            if (watch.stopped()) {
                record.status = CaseStatus::interrupted;
                record.message = fmt::format("Interrupted after {} time trials.", taken);
                break;
            }
            keys_ = input_;
            const auto start = Clock::now();
            sort_(keys_);
            const auto end = Clock::now();
            TrialRecord trial;
            trial.kind = TrialKind::time;
            trial.index = options.first_trial + uint32_t(record.trials.size());
            trial.duration_ns = std::chrono::duration_cast<std::chrono::nanoseconds>(end - start).count();
            trial.time_mode = TimeMode::host;
            trial.round = options.round;
            const auto output = std::span(std::as_const(keys_)).first(record.bytes());
            const auto wrong =
                kernels::broken_promise(input_digest_, kernels::digest(output, key_), variant.info.promise);
            trial.verified = trial.accepted = !wrong;
            trial.note = wrong.value_or("");
            record.trials.push_back(trial);
            if (wrong) {
                record.status = CaseStatus::unverified;
                record.message = fmt::format("The output of trial {} is wrong: {}.", trial.index, *wrong);
                return;
            }
            loop.add(*trial.duration_ns, end - begin);
            watch.report(loop.fraction_done());
            ++taken;
        }
        if (taken == 0) return;
        record.time = summarize_times(record.trials, TimeMode::host, loop.stopped_by());
        record.time_mode = TimeMode::host;
    }

 private:
    const KeyType key_;
    kernels::cpu::Sort sort_;
    std::vector<std::byte> input_;  ///< with padding
    kernels::Digest input_digest_;  ///< without padding
    std::vector<std::byte> keys_;   ///< sorted in place
};
}  // namespace

CpuBackend::CpuBackend(FindSort find_sort) : device_(cpu_device()), find_sort_(std::move(find_sort)) {}

CaseRecord CpuBackend::planned(const Variant& variant, const CaseSpec& spec, const BackendOptions&) const {
    CaseRecord record = begin(variant, spec);
    record.cache_state = cache_state;
    record.time_mode = TimeMode::host;
    return record;
}

void CpuBackend::measure(const CaseJob& job) {
    job.record.cache_state = cache_state;
    if (job.options.phases.times)
        CpuCase(job, find_sort_(job.variant.info.name, job.spec.workload.key)).run();
}
}
