#include "collector/simt/simt_backend.hpp"

#include <algorithm>
#include <cstring>

#include "core/error.hpp"
#include "kernels/context/keys.hpp"
#include "kernels/context/site_counts.hpp"
#include "kernels/simt/interpreter.hpp"

namespace sortscope::collector {
namespace {

using namespace kernels;  // NOLINT: the backend is the bridge between the two

LaunchRecord run_launch(simt::Interpreter& interpreter, const Launch& launch, std::uint32_t index, bool keep_sites) {
    LaunchRecord record;
    record.index = index;
    record.stage = launch.stage;
    record.kernel = launch.kernel;
    record.grid = launch.grid;
    record.block = launch.block;
    record.shared_bytes = launch.shared_bytes;
    record.bound_bytes = launch.bound_bytes;
    record.comparators = launch.comparators;
    record.sites = interpreter.run(launch);
    record.counters = launch_counters(record.sites, Provenance::modelled);  // the one pass there is
    if (!keep_sites) record.sites.clear();
    return record;
}

}  // namespace

Device modelled_device(int cc_major, int cc_minor) {
    simt::rule_of(cc_major, cc_minor);  // throws where there is no rule
    Device device;
    device.backend = BackendKind::simt;
    device.name = "host interpreter (cc " + std::to_string(cc_major) + "." + std::to_string(cc_minor) + " rules)";
    device.cc_major = cc_major;
    device.cc_minor = cc_minor;
    device.max_threads_per_block = cc_major >= 2 ? 1024 : 512;
    device.shared_per_block_bytes = (cc_major >= 2 ? 48 : 16) * 1024;
    return device;
}

std::optional<std::string> SimtBackend::refusal(const Variant& variant, const CaseSpec& spec) const {
    if (spec.config.block > static_cast<std::uint32_t>(device_.max_threads_per_block))
        return "A GPU of compute capability " + std::to_string(device_.cc_major) + "." + std::to_string(device_.cc_minor) +
               " has blocks of at most " + std::to_string(device_.max_threads_per_block) + " threads; variant '" +
               variant.info.name + "' was asked to use " + std::to_string(spec.config.block) + ".";
    return std::nullopt;
}

CaseRecord SimtBackend::run(const Variant& variant, const CaseSpec& spec, const BackendOptions& options, const CaseWatch& watch) {
    CaseRecord record = start_record(spec, *this);
    TrialRecord trial;
    trial.kind = TrialKind::model;
    try {
        const Plan plan = variant.plan(spec.workload, spec.config);
        record.bound_bytes = plan.bound_bytes();
        simt::Interpreter interpreter(plan, kernels_, {simt::rule_of(device_.cc_major, device_.cc_minor), options.threads});
        Digest input;
        const std::uint64_t run = sorted_run(variant.info, spec.config);
        {
            const auto keys = make_keys(spec.workload);
            input = digest(keys, spec.workload.key, run);
            const auto place = std::copy(keys.begin(), keys.end(), interpreter.keys().begin());
            record.padded = plan.buffers[0].count != spec.workload.n;
            std::ranges::copy(padding(keys, spec.workload.key, plan.buffers[0].count), place);
        }
        record.passes.push_back({"modelled", Provenance::modelled, 1});
        for (std::size_t i = 0; i < plan.launches.size(); ++i) {
            if (watch.stopped()) {
                record.status = CaseStatus::interrupted;
                record.message = "Interrupted after " + std::to_string(i) + " of " + std::to_string(plan.launches.size()) +
                                 " launches; the output was not verified.";
                record.trials.push_back(trial);
                return record;
            }
            record.launches.push_back(
                run_launch(interpreter, plan.launches[i], static_cast<std::uint32_t>(i), options.sites));
            watch.report(static_cast<double>(i + 1) / static_cast<double>(plan.launches.size()));
        }
        const auto wrong =
            broken_promise(input, digest(interpreter.output().first(spec.workload.bytes()), spec.workload.key, run),
                           variant.info.promise);
        trial.verified = !wrong;
        if (wrong) {
            record.status = CaseStatus::unverified;
            record.message = "The output of the host interpreter is wrong: " + *wrong + ".";
            trial.note = *wrong;
        }
    } catch (const Error& error) {
        record.status = error.kind() == ErrorKind::unsupported ? CaseStatus::refused : CaseStatus::failed;
        record.message = error.what();
    } catch (const std::bad_alloc&) {
        record.status = CaseStatus::failed;
        record.message = "The host has too little memory for " + describe(spec) + ". Sort fewer keys.";
    }
    record.trials.push_back(trial);
    return record;
}

}  // namespace sortscope::collector
