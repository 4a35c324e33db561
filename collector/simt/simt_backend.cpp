#include "collector/simt/simt_backend.hpp"

#include <algorithm>
#include <iterator>
#include <optional>
#include <vector>

#include "kernels/context/keys.hpp"
#include "kernels/context/site_counts.hpp"
#include "kernels/simt/interpreter.hpp"

namespace sortscope::collector {
namespace {

using namespace kernels;  // NOLINT: the backend is the bridge between the two

const PassRecord modelled_pass{"modelled", Provenance::modelled, 1};

/// One case: its plan in the interpreter.
class SimtCase {
 public:
    SimtCase(const Variant& variant, const simt::KernelTable& kernels, const simt::InterpreterOptions& how,
             const BackendOptions& options, const CaseWatch& watch, CaseRecord& record)
        : variant_(variant),
          workload_(workload_of(record)),
          options_(options),
          watch_(watch),
          record_(record),
          plan_(variant.plan(workload_, config_of(record))),
          interpreter_(plan_, kernels, how),
          digest_run_(sorted_run(variant.info, config_of(record))),
          input_(make_keys(workload_)),
          input_digest_(digest(input_, workload_.key, digest_run_)) {
        record_.required_bytes = plan_.required_bytes();
        record_.padded = plan_.buffers[0].count != workload_.n;
        std::ranges::copy(padding(input_, workload_.key, plan_.buffers[0].count), std::back_inserter(input_));
    }

    void run() {
        std::ranges::copy(input_, interpreter_.keys().begin());
        record_.passes.push_back(modelled_pass);
        auto& trial = record_.trials.emplace_back();
        trial.kind = TrialKind::model;
        for (const auto& launch : plan_.launches) {
            try {
                if (watch_.stopped()) throw simt::Stopped{};
                run_launch(launch);
            } catch (const simt::Stopped&) {
                record_.status = CaseStatus::interrupted;
                record_.message = "Interrupted after " + std::to_string(record_.launches.size()) + " of " +
                                  std::to_string(plan_.launches.size()) +
                                  " launches; the output was not verified.";
                return;
            }
            watch_.report(static_cast<double>(record_.launches.size()) /
                          static_cast<double>(plan_.launches.size()));
        }
        judge(trial);
    }

 private:
    void run_launch(const Launch& launch) {
        auto record = planned_launch(launch, record_.launches.size());
        record.sites = interpreter_.run(launch, watch_.stop);
        record.counters = launch_counters(record.sites, modelled_pass.provenance, modelled_pass.pass);
        if (!options_.sites) record.sites.clear();
        record_.launches.push_back(std::move(record));
    }

    void judge(TrialRecord& trial) {
        const auto output = interpreter_.output().first(record_.bytes());
        const auto wrong =
            broken_promise(input_digest_, digest(output, workload_.key, digest_run_), variant_.info.promise);
        trial.verified = !wrong;
        if (!wrong) return;
        record_.status = CaseStatus::unverified;
        record_.message = "The output of the host interpreter is wrong: " + *wrong + ".";
        trial.note = *wrong;
    }

    const Variant& variant_;
    const Workload workload_;
    const BackendOptions& options_;
    const CaseWatch& watch_;
    CaseRecord& record_;
    Plan plan_;
    simt::Interpreter interpreter_;
    std::uint64_t digest_run_;      ///< keys of each run that a digest covers; 0: all are one run
    std::vector<std::byte> input_;  ///< with padding
    Digest input_digest_;           ///< without padding
};

}  // namespace

Device modelled_device(int cc_major, int cc_minor) {
    simt::rule_of(cc_major, cc_minor);  // throws if there is no rule
    Device device;
    device.backend = BackendKind::simt;
    device.name =
        "host interpreter (cc " + std::to_string(cc_major) + "." + std::to_string(cc_minor) + " rules)";
    device.cc_major = cc_major;
    device.cc_minor = cc_minor;
    device.max_threads_per_block = cc_major >= 2 ? 1024 : 512;
    device.shared_per_block_bytes = (cc_major >= 2 ? 48 : 16) * 1024;
    return device;
}

std::optional<std::string> SimtBackend::refusal(const Variant& variant, const CaseSpec& spec) const {
    if (spec.config.block > static_cast<std::uint32_t>(device_.max_threads_per_block))
        return "A GPU of compute capability " + std::to_string(device_.cc_major) + "." +
               std::to_string(device_.cc_minor) + " has blocks of at most " +
               std::to_string(device_.max_threads_per_block) + " threads; variant '" + variant.info.name +
               "' was asked to use " + std::to_string(spec.config.block) + ".";
    return std::nullopt;
}

CaseRecord SimtBackend::planned(const Variant& variant, const CaseSpec& spec, const BackendOptions&) const {
    CaseRecord record = begin(variant, spec);
    record.passes.push_back({modelled_pass.set, modelled_pass.provenance, several_passes});
    return record;
}

void SimtBackend::run(const Variant& variant, const CaseSpec&, const BackendOptions& options,
                      const CaseWatch& watch, CaseRecord& record) {
    if (!options.phases.counting) return;  // it takes no times
    try {
        SimtCase(variant, kernels_, {simt::rule_of(device_.cc_major, device_.cc_minor), options.threads},
                 options, watch, record)
            .run();
    } catch (...) {
        fail_by_exception(record);
    }
}

}  // namespace sortscope::collector
