#include "collector/simt/simt_backend.hpp"

#include <fmt/core.h>

#include <iterator>

#include "kernels/context/keys.hpp"
#include "kernels/context/site_counts.hpp"
#include "kernels/sdk/loader.hpp"
#include "kernels/simt/interpreter.hpp"

namespace sortscope::collector {
namespace {
using namespace kernels;  // NOLINT: the backend is the bridge between collector and kernels

const PassRecord modelled_pass{"modelled", Provenance::modelled, 1};

class SimtCase : CaseJob {
 public:
    SimtCase(const CaseJob& job, const simt::KernelTable& kernels, const simt::InterpreterOptions& how)
        : CaseJob(job),
          workload_(workload_of(record)),
          plan_(variant.plan(workload_, config_of(record))),
          interpreter_(plan_, kernels, how),
          digest_run_(sorted_run(variant.info, config_of(record))),
          input_(make_keys(workload_)),
          input_digest_(digest(input_, workload_.key, digest_run_)) {
        record.required_bytes = plan_.required_bytes();
        record.padded = plan_.buffers[0].count != workload_.n;
        std::ranges::copy(padding(input_, workload_.key, plan_.buffers[0].count), std::back_inserter(input_));
    }

    void run() {
        std::ranges::copy(input_, interpreter_.keys().begin());
        record.passes.push_back(modelled_pass);
        auto& trial = record.trials.emplace_back();
        trial.kind = TrialKind::model;
        for (const auto& launch : plan_.launches) {
            try {
                if (watch.stopped()) throw simt::Stopped{};
                run_launch(launch);
            } catch (const simt::Stopped&) {
                record.status = CaseStatus::interrupted;
                record.message =
                    fmt::format("Interrupted after {} of {} launches; the output was not verified.",
                                record.launches.size(), plan_.launches.size());
                return;
            }
            watch.report(double(record.launches.size()) / double(plan_.launches.size()));
        }
        judge(trial);
    }

 private:
    void run_launch(const Launch& launch) {
        auto measured = planned_launch(launch, record.launches.size());
        measured.sites = interpreter_.run(launch, watch.stop);
        measured.counters = launch_counters(measured.sites, modelled_pass.provenance, modelled_pass.pass);
        if (!options.sites) measured.sites.clear();
        record.launches.push_back(std::move(measured));
    }

    void judge(TrialRecord& trial) {
        const auto output = interpreter_.output().first(record.bytes());
        const auto wrong =
            broken_promise(input_digest_, digest(output, workload_.key, digest_run_), variant.info.promise);
        trial.verified = !wrong;
        if (!wrong) return;
        record.status = CaseStatus::unverified;
        record.message = "The output of the host interpreter is wrong: " + *wrong + ".";
        trial.note = *wrong;
    }

    const Workload workload_;
    Plan plan_;
    simt::Interpreter interpreter_;
    uint64_t digest_run_;           ///< keys of each sorted run; 0: one run of all keys
    std::vector<std::byte> input_;  ///< with padding
    Digest input_digest_;           ///< without padding
};
}  // namespace

Device modelled_device(int cc_major, int cc_minor) {
    simt::rule_of(cc_major, cc_minor);  // throws without a rule
    Device device;
    device.backend = BackendKind::simt;
    device.name = fmt::format("host interpreter (cc {}.{} rules)", cc_major, cc_minor);
    device.cc_major = cc_major;
    device.cc_minor = cc_minor;
    device.max_threads_per_block = cc_major >= 2 ? 1024 : 512;
    device.shared_per_block_bytes = (cc_major >= 2 ? 48 : 16) * 1024;
    return device;
}

std::optional<std::string> SimtBackend::refusal(const Variant& variant, const CaseSpec& spec) const {
    if (spec.config.block <= uint32_t(device_.max_threads_per_block)) return std::nullopt;
    return fmt::format(
        "A GPU of compute capability {}.{} has blocks of at most {} threads; variant '{}' was asked to use "
        "{}.",
        device_.cc_major, device_.cc_minor, device_.max_threads_per_block, variant.info.name,
        spec.config.block);
}

CaseRecord SimtBackend::planned(const Variant& variant, const CaseSpec& spec, const BackendOptions&) const {
    CaseRecord record = begin(variant, spec);
    record.passes.push_back({modelled_pass.set, modelled_pass.provenance, several_passes});
    return record;
}

void SimtBackend::add_kernels(const LoadedPlugin& plugin) {
    with_plugin_ = plugin.host_kernels();
    kernels_ = &with_plugin_;  // this worker runs only the plug-in's variants
}

void SimtBackend::measure(const CaseJob& job) {
    if (!job.options.phases.counting) return;
    const auto rule = simt::rule_of(device_.cc_major, device_.cc_minor);
    SimtCase(job, *kernels_, {rule, job.options.threads}).run();
}
}
