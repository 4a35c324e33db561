#include "collector/sweep.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <set>

#include "collector/runner.hpp"
#include "core/error.hpp"
#include "core/metric/selection.hpp"
#include "kernels/context/keys.hpp"

namespace sortscope::collector {
namespace {

/// The configurations of a variant in a sweep: blocks times the values of its parameters.
std::vector<LaunchConfig> launch_configs(const kernels::VariantInfo& info, const Sweep& sweep) {
    std::vector<LaunchConfig> configs;
    for (const std::uint32_t block : sweep.blocks) configs.push_back({block, {}});
    if (configs.empty()) configs.push_back({0, {}});
    for (const auto& parameter : info.parameters) {
        const auto axis = sweep.params.find(parameter.name);
        if (axis == sweep.params.end()) continue;
        std::vector<LaunchConfig> product;
        for (const auto& config : configs)
            for (const std::int64_t value : axis->second) {
                product.push_back(config);
                product.back().params[parameter.name] = value;
            }
        configs = std::move(product);
    }
    return configs;
}

/// Throws for a parameter that no variant of the sweep has.
void refuse_foreign_parameters(const Sweep& sweep, const kernels::VariantRegistry& variants) {
    for (const auto& [name, values] : sweep.params) {
        const auto has_it = [&](const std::string& variant) {
            const auto& parameters = variants.find(variant).info.parameters;
            return std::ranges::find(parameters, name, &kernels::VariantParameter::name) != parameters.end();
        };
        if (std::ranges::none_of(sweep.variants, has_it))
            throw Error(ErrorKind::usage, "None of the variants asked for has a parameter called '" + name +
                                              "'. 'sortscope variants NAME' lists a variant's parameters.");
    }
}

/// Replaces source_block in `config`; returns why it cannot.
std::optional<std::string> resolve_source_block(const kernels::VariantInfo& info, std::uint64_t n,
                                                LaunchConfig& config) {
    if (config.block != source_block) return std::nullopt;
    if (info.min_block == 0)
        config.block = 0;  // none to choose
    else if (info.block_rule.block == nullptr)
        return "The source of variant '" + info.name +
               "' states no rule for the block size. Give numbers of threads.";
    else
        config.block = info.block_rule.block(n);
    return std::nullopt;
}

}  // namespace

BackendOptions options_of(const PlannedCase& planned, const BackendOptions& options) {
    const SweepLimits& limits = planned.limits;
    BackendOptions result = options;
    const auto most = parse_counters(limits.counters);
    result.counters = within(options.counters, most);
    result.counting_build = options.counting_build && most.counting;
    result.sites = options.sites && limits.sites;
    result.trials.min_trials =
        std::max(options.trials.min_trials, std::min(limits.min_trials, options.trials.max_trials));
    result.trials.warm_up = options.trials.warm_up && limits.warm_up;
    if (limits.max_trials != 0) {
        result.trials.max_trials = std::min(options.trials.max_trials, limits.max_trials);
        result.trials.min_trials = std::min(result.trials.min_trials, result.trials.max_trials);
        result.activity_trials = std::min(options.activity_trials, limits.max_trials);
    }
    return result;
}

std::uint32_t rounds_of(const PlannedCase& planned, std::uint32_t asked) {
    const auto most = planned.limits.rounds;
    return std::max(1U, most == 0 ? asked : std::min(most, asked));
}

std::vector<PlannedCase> plan_cases(const std::vector<Sweep>& sweeps,
                                    const kernels::VariantRegistry& variants) {
    std::vector<PlannedCase> cases;
    std::set<Condition> seen;
    std::map<std::string, std::string> digests;  // by input file
    const auto add = [&](const kernels::Variant& variant, const Workload& workload, LaunchConfig config,
                         const SweepLimits& limits) {
        PlannedCase planned;
        planned.limits = limits;
        planned.variant = &variant;
        auto why = resolve_source_block(variant.info, workload.n, config);
        planned.spec = {variant.info.name, workload, kernels::effective_config(variant.info, config)};
        if (!seen.insert(condition_of(planned.spec)).second) return;
        if (!why) why = kernels::refusal(variant.info, workload, planned.spec.config);
        planned.refused = why.value_or("");
        cases.push_back(std::move(planned));
    };
    for (const auto& sweep : sweeps) {
        refuse_foreign_parameters(sweep, variants);
        for (const auto& name : sweep.variants) {
            const kernels::Variant& variant = variants.find(name);
            for (const KeyType key : sweep.keys)
                for (const LaunchConfig& config : launch_configs(variant.info, sweep)) {
                    if (!sweep.input_file.empty()) {
                        const std::uint64_t n = kernels::count_keys(sweep.input_file, key);
                        auto& digest = digests[sweep.input_file];
                        if (digest.empty()) digest = kernels::file_digest(sweep.input_file);
                        add(variant, {key, n, Distribution::file, 0, sweep.input_file, 0, digest}, config,
                            sweep.limits);
                        continue;
                    }
                    for (const Distribution distribution : sweep.distributions)
                        for (const std::uint64_t n : sweep.sizes)
                            add(variant,
                                {key,
                                 n,
                                 distribution,
                                 sweep.seed,
                                 {},
                                 distribution == Distribution::few ? sweep.entropy_bits : 0},
                                config, sweep.limits);
                }
        }
    }
    return cases;
}

std::vector<Assignment> assign(std::vector<PlannedCase> cases,
                               const std::vector<std::unique_ptr<Backend>>& backends) {
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
        const char* const where = kind == kernels::VariantKind::cpu      ? "the CPU"
                                  : kind == kernels::VariantKind::opaque ? "a GPU"
                                                                         : "a GPU or the host interpreter";
        planned.refused = fmt::format("Variant '{}' runs on {}, which this collection does not use.",
                                      planned.spec.variant, where);
        assignments.push_back({std::move(planned), nullptr});
    }
    return assignments;
}

std::optional<Note> note_on(const GpuCode& code, const std::vector<Assignment>& assignments) {
    const auto on_gpu = [](const Assignment& each) {
        return each.backend != nullptr && each.backend->kind() == BackendKind::cupti;
    };
    if (code.optimised || std::ranges::none_of(assignments, on_gpu)) return std::nullopt;
    return Note{Severity::warning, "The GPU code of this program is " + code.text +
                                       ": times and instruction counts are not those of a build for use."};
}

}  // namespace sortscope::collector
