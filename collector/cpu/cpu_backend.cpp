#include "collector/cpu/cpu_backend.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "core/host.hpp"
#include "core/times.hpp"
#include "kernels/context/keys.hpp"

namespace sortscope::collector {

namespace {

using Clock = std::chrono::steady_clock;

/// Restoring the input leaves it in the caches.
constexpr CacheState cache_state = CacheState::warm;

/// One case: its keys and its time trials.
class CpuCase {
 public:
    CpuCase(const kernels::Variant& variant, const CaseSpec& spec, const BackendOptions& options,
            const CaseWatch& watch, CaseRecord& record, kernels::cpu::Sort sort)
        : variant_(variant),
          key_(spec.workload.key),
          options_(options.trials),
          round_(options.round),
          watch_(watch),
          record_(record),
          sort_(std::move(sort)),
          input_(kernels::make_keys(spec.workload)),
          input_digest_(kernels::digest(input_, spec.workload.key)) {
        const std::uint64_t count = kernels::padded_size(variant.info, spec.workload.n);
        record.padded = count != spec.workload.n;
        std::ranges::copy(kernels::padding(input_, spec.workload.key, count), std::back_inserter(input_));
        keys_ = input_;
    }

    void run() {
        if (options_.warm_up && !watch_.stopped()) sort_(keys_);  // pages, caches, branch predictors
        TrialLoop loop(options_);
        std::size_t taken = 0;
        const auto begin = Clock::now();
        while (!loop.done()) {
            if (watch_.stopped()) {
                record_.status = CaseStatus::interrupted;
                record_.message = "Interrupted after " + std::to_string(taken) + " time trials.";
                break;
            }
            keys_ = input_;
            const auto start = Clock::now();
            sort_(keys_);
            const auto end = Clock::now();
            TrialRecord trial;
            trial.kind = TrialKind::time;
            trial.index = static_cast<std::uint32_t>(record_.trials.size());
            trial.duration_ns = std::chrono::duration_cast<std::chrono::nanoseconds>(end - start).count();
            trial.time_mode = TimeMode::host;
            trial.round = round_;
            const auto output = std::span(std::as_const(keys_)).first(record_.bytes());
            const auto wrong =
                kernels::broken_promise(input_digest_, kernels::digest(output, key_), variant_.info.promise);
            trial.verified = trial.accepted = !wrong;
            record_.trials.push_back(trial);
            if (wrong) {
                record_.trials.back().note = *wrong;
                record_.status = CaseStatus::unverified;
                record_.message =
                    "The output of trial " + std::to_string(trial.index) + " is wrong: " + *wrong + ".";
                return;
            }
            loop.add(*trial.duration_ns, end - begin);
            watch_.report(loop.fraction_done());
            ++taken;
        }
        if (taken == 0) return;
        record_.time = summarize_times(record_.trials, TimeMode::host, loop.stopped_by());
        record_.time_mode = TimeMode::host;
    }

 private:
    const kernels::Variant& variant_;
    const KeyType key_;
    const TrialOptions& options_;
    std::uint32_t round_;
    const CaseWatch& watch_;
    CaseRecord& record_;
    kernels::cpu::Sort sort_;
    std::vector<std::byte> input_;  ///< with padding
    kernels::Digest input_digest_;  ///< without padding
    std::vector<std::byte> keys_;   ///< sorted in place
};

}  // namespace

CpuBackend::CpuBackend(FindSort find_sort) : device_(cpu_device()), find_sort_(std::move(find_sort)) {}

CaseRecord CpuBackend::planned(const kernels::Variant& variant, const CaseSpec& spec,
                               const BackendOptions&) const {
    CaseRecord record = begin(variant, spec);
    record.cache_state = name_of(cache_state);
    record.time_mode = TimeMode::host;
    return record;
}

void CpuBackend::run(const kernels::Variant& variant, const CaseSpec& spec, const BackendOptions& options,
                     const CaseWatch& watch, CaseRecord& record) {
    record.cache_state = name_of(cache_state);
    if (!options.phases.times) return;
    try {
        CpuCase(variant, spec, options, watch, record, find_sort_(variant.info.name, spec.workload.key))
            .run();
    } catch (...) {
        fail_by_exception(record);
    }
}

}  // namespace sortscope::collector
