#include "collector/sweep.hpp"

#include <ranges>

#include <fmt/core.h>

#include <boost/algorithm/string/replace.hpp>

#include "collector/rank.hpp"
#include "core/failure.hpp"
#include "core/ranges.hpp"
#include "core/text.hpp"
#include "kernels/context/keys.hpp"

namespace sortscope::collector {
namespace {
/// Combines all blocks with all values of the variant's parameters.
std::vector<LaunchConfig> launch_configs(const kernels::VariantInfo& info, const Sweep& sweep) {
    std::vector<LaunchConfig> configs;
    for (const uint32_t block : sweep.blocks) configs.push_back({block, {}});
    if (configs.empty()) configs.push_back({0, {}});
    for (const auto& parameter : info.parameters) {
        const auto* values = mapped_or_null(sweep.params, parameter.name);
        if (values == nullptr) continue;
        std::vector<LaunchConfig> product;
        for (const auto& config : configs)
            for (const int64_t value : *values) {
                product.push_back(config);
                product.back().params[parameter.name] = value;
            }
        configs = std::move(product);
    }
    return configs;
}

/// `digests` caches the digests of input files.
std::vector<Workload> workloads_of(const Sweep& sweep, KeyType key,
                                   std::map<std::string, std::string>& digests) {
    if (const auto& file = sweep.input_file; !file.empty()) {
        const uint64_t n = kernels::count_keys(file, key);
        auto& digest = digests[file];
        if (digest.empty()) digest = kernels::file_digest(file);
        return {{key, n, Distribution::file, 0, file, 0, digest}};
    }
    std::vector<Workload> workloads;
    for (const Distribution distribution : sweep.distributions)
        for (const uint64_t n : sweep.sizes)
            workloads.push_back({key,
                                 n,
                                 distribution,
                                 sweep.seed,
                                 {},
                                 distribution == Distribution::few ? sweep.entropy_bits : 0});
    return workloads;
}

void refuse_foreign_parameters(const Sweep& sweep, const VariantRegistry& variants) {
    for (const auto& [name, values] : sweep.params) {
        const auto has_it = [&](const std::string& variant) {
            const auto& parameters = variants.find(variant).info.parameters;
            return contains(parameters, name, &kernels::VariantParameter::name);
        };
        if (std::ranges::none_of(sweep.variants, has_it))
            throw failure(ErrorKind::usage,
                          "None of the variants has a parameter '{}'. 'sortscope "
                          "variants NAME' lists a variant's parameters.",
                          name);
    }
}

/// Replaces source_block in `config`. Returns why that fails.
std::optional<std::string> resolve_source_block(const kernels::VariantInfo& info, uint64_t n,
                                                LaunchConfig& config) {
    if (config.block != source_block) return std::nullopt;
    if (info.min_block == 0)
        config.block = 0;  // the variant has no block size
    else if (info.block_rule.block == nullptr)
        return "The source of variant '" + info.name +
               "' states no rule for the block size. Give numbers of threads.";
    else
        config.block = info.block_rule.block(n);
    if (config.block == 0 && info.min_block != 0)  // a plug-in that does not answer
        return "The block rule of variant '" + info.name + "' gives no block.";
    return std::nullopt;
}

template <class E>
std::vector<E> parse_enums(std::string_view text) {
    std::vector<E> values;
    for (const auto& name : split_list(text)) values.push_back(parse_enum<E>(name));
    return values;
}

/// Removes and returns the text before the first `mark`; drops the mark.
std::string_view take_until(std::string_view& text, char mark) {
    const auto end = text.find(mark);
    const auto part = text.substr(0, end);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    return part;
}

Sweep parse_sweep(std::string_view line) {
    Sweep sweep;
    sweep.variants = split_list(take_until(line, ' '));
    sweep.sizes = parse_count_list(take_until(line, ' '));
    sweep.keys = {KeyType::u32};
    sweep.distributions = {Distribution::uniform};
    while (!line.empty()) {
        auto value = take_until(line, ' ');
        const auto name = take_until(value, '=');
        const auto number = [&] { return uint32_t(parse_count(value)); };
        if (name == "key") {
            sweep.keys = parse_enums<KeyType>(value);
        } else if (name == "input") {
            sweep.distributions = parse_enums<Distribution>(value);
        } else if (name == "block" && value == "source") {
            sweep.blocks = {source_block};
        } else if (name == "block") {
            for (const auto block : parse_count_list(value)) sweep.blocks.push_back(uint32_t(block));
        } else if (name == "entropy") {
            sweep.entropy_bits = number();
        } else if (name == "counters") {
            sweep.limits.counters = value;
            sweep.limits.sites = false;
        } else if (name == "sites") {
            sweep.limits.sites = true;
        } else if (name == "min-trials") {
            sweep.limits.min_trials = number();
        } else if (name == "trials") {
            sweep.limits.max_trials = number();
            sweep.limits.rounds = 1;
        } else if (name == "no-warm-up") {
            sweep.limits.warm_up = false;
        } else {
            for (const auto each : parse_count_list(value))
                sweep.params[std::string(name)].push_back(int64_t(each));
        }
    }
    return sweep;
}

std::vector<Preset> parse_presets(std::string text) {
    std::vector<Preset> presets;
    for (std::string_view rest = text; !rest.empty();) {
        auto line = take_until(rest, '\n');
        if (line.empty() || line.starts_with('#')) continue;
        if (line.starts_with("let ")) {
            take_until(line, ' ');
            const auto name = fmt::format("${}", take_until(line, ' '));
            text = boost::algorithm::replace_all_copy(std::string(rest), name, line);
            rest = text;
        } else if (line.starts_with("preset ")) {
            auto& preset = presets.emplace_back();
            auto words = take_until(line, '|');
            preset.summary = line.substr(1);
            take_until(words, ' ');
            preset.name = take_until(words, ' ');
            while (!words.empty()) {
                auto value = take_until(words, ' ');
                if (take_until(value, '=') == "counters")
                    preset.counters = value;
                else
                    preset.rounds = uint32_t(parse_count(value));
            }
        } else {
            presets.back().sweeps.push_back(parse_sweep(line));
        }
    }
    return presets;
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
        if (limits.min_trials == limits.max_trials) result.trials.rule = StopRule::count;
    }
    return result;
}

uint32_t rounds_of(const PlannedCase& planned, uint32_t asked) {
    const auto most = planned.limits.rounds;
    return std::max(1U, most == 0 ? asked : std::min(most, asked));
}

std::vector<PlannedCase> plan_cases(const std::vector<Sweep>& sweeps, const VariantRegistry& variants) {
    std::vector<PlannedCase> cases;
    std::set<Condition> seen;
    std::map<std::string, std::string> digests;
    for (const auto& sweep : sweeps) {
        refuse_foreign_parameters(sweep, variants);
        std::vector<std::vector<Workload>> workloads;  // by key type
        for (const KeyType key : sweep.keys) workloads.push_back(workloads_of(sweep, key, digests));
        for (const auto& name : sweep.variants) {
            const auto& variant = variants.find(name);
            const auto& info = variant.info;
            const auto configs = launch_configs(info, sweep);
            const auto add = [&](const Workload& workload, LaunchConfig config) {
                auto why = resolve_source_block(info, workload.n, config);
                const CaseSpec spec{info.name, workload, kernels::effective_config(info, config)};
                if (!seen.insert(condition_of(spec)).second) return;
                if (!why) why = kernels::refusal(info, workload, spec.config);
                cases.push_back({spec, &variant, why.value_or(""), sweep.limits});
            };
            for (const auto& of_key : workloads)
                for (const auto& config : configs)
                    for (const auto& workload : of_key) add(workload, config);
        }
    }
    return cases;
}

std::vector<PlannedCase> assign(std::vector<PlannedCase> cases,
                                const std::vector<std::unique_ptr<Backend>>& backends, bool split) {
    std::vector<const Backend*> gpus;
    for (const auto& backend : backends)
        if (backend->kind() == BackendKind::cupti) gpus.push_back(backend.get());
    for (const auto* gpu : gpus)
        if (split && gpu->device().name != gpus.front()->device().name)
            throw failure(ErrorKind::usage,
                          "--split needs GPUs of one model; these are {} and {}. "
                          "Choose GPUs by --device, or leave out --split.",
                          gpus.front()->device().name, gpu->device().name);
    const bool shared = split && gpus.size() > 1;
    const auto owners = shared ? deal(cases, uint32_t(gpus.size())) : std::vector<uint32_t>{};
    std::vector<PlannedCase> assigned;
    for (size_t i = 0; i < cases.size(); ++i) {
        auto& planned = cases[i];
        const auto kind = planned.variant->info.kind;
        bool taken = false;
        for (const auto& backend : backends) {
            if (!planned.refused.empty() || !backend->runs(kind)) continue;
            if (shared && backend->kind() == BackendKind::cupti && backend.get() != gpus[owners[i]]) continue;
            taken = true;
            auto& each = assigned.emplace_back(planned);
            each.refused = backend->refusal(*each.variant, each.spec).value_or("");
            if (each.refused.empty()) each.backend = backend.get();
        }
        if (taken) continue;
        const char* const where = kind == VariantKind::cpu      ? "the CPU"
                                  : kind == VariantKind::opaque ? "a GPU"
                                                                : "a GPU or the host interpreter";
        if (planned.refused.empty())
            planned.refused = fmt::format("Variant '{}' runs on {}, which this collection does not use.",
                                          planned.spec.variant, where);
        assigned.push_back(std::move(planned));
    }
    return assigned;
}

const std::vector<Preset>& presets() {
    static const auto all = parse_presets(std::string(presets_text().front()));
    return all;
}

const Preset& find_preset(std::string_view name) {
    if (const auto* preset = find_or_null(presets(), name, &Preset::name)) return *preset;
    throw failure(ErrorKind::usage, "There is no preset called '{}'. Known are: {}.", name,
                  fmt::join(presets() | std::views::transform(&Preset::name), ", "));
}
}
