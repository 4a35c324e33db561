#include "collector/sweep.hpp"

#include <algorithm>

#include "core/error.hpp"
#include "kernels/context/keys.hpp"

namespace sortscope::collector {
namespace {

std::vector<std::uint64_t> powers_of_two(int first, int last, int step) {
    std::vector<std::uint64_t> sizes;
    for (int power = first; power <= last; power += step) sizes.push_back(std::uint64_t{1} << power);
    return sizes;
}

const std::vector<std::string> first_variants{"butterfly-full", "butterfly-minmax", "bitonic-semi",  "bitonic-xor",
                                              "bitonic-b2",     "cub-radix",        "cpu-quicksort", "cpu-std-sort"};

/// The configurations of `variant` in a sweep: its blocks times the values of each of its own parameters that has an axis.
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

/// A parameter that no variant of the sweep has is a slip of the pen.
void refuse_foreign_parameters(const Sweep& sweep, const kernels::VariantRegistry& variants) {
    for (const auto& [name, values] : sweep.params) {
        bool known = false;
        for (const auto& variant : sweep.variants)
            for (const auto& parameter : variants.find(variant).info.parameters) known = known || parameter.name == name;
        if (!known)
            throw Error(ErrorKind::usage, "None of the variants asked for has a parameter called '" + name +
                                              "'. 'sortscope variants NAME' lists a variant's parameters.");
    }
}

}  // namespace

const std::vector<Preset>& presets() {
    static const std::vector<Preset> all{
        {"quick", "every first variant at 2^10, 2^13 and 2^16 uniform f32 keys: under a minute on any machine",
         {.variants = first_variants,
          .sizes = powers_of_two(10, 16, 3),
          .blocks = {},
          .keys = {KeyType::f32},
          .distributions = {Distribution::uniform},
          .input_file = {},
          .params = {}}},
        {"first", "every first variant from 2^10 to 2^24 uniform u32 keys",
         {.variants = first_variants,
          .sizes = powers_of_two(10, 24, 1),
          .blocks = {},
          .keys = {KeyType::u32},
          .distributions = {Distribution::uniform},
          .input_file = {},
          .params = {}}},
        {"blocks", "work-group sizes 32 to 1024 of the planned variants at 2^20 uniform u32 keys",
         {.variants = {"butterfly-full", "bitonic-semi", "bitonic-xor", "bitonic-b2"},
          .sizes = {std::uint64_t{1} << 20},
          .blocks = {32, 64, 128, 256, 512, 1024},
          .keys = {KeyType::u32},
          .distributions = {Distribution::uniform},
          .input_file = {},
          .params = {}}},
    };
    return all;
}

const Preset& find_preset(std::string_view name) {
    std::string known;
    for (const auto& preset : presets()) {
        if (preset.name == name) return preset;
        known += (known.empty() ? "" : ", ") + std::string(preset.name);
    }
    throw Error(ErrorKind::usage, "There is no preset called '" + std::string(name) + "'. Known are: " + known + ".");
}

std::vector<PlannedCase> plan_cases(const Sweep& sweep, const kernels::VariantRegistry& variants) {
    std::vector<PlannedCase> cases;
    const auto add = [&](const kernels::Variant& variant, const Workload& workload, const LaunchConfig& config) {
        PlannedCase planned;
        planned.variant = &variant;
        planned.spec = {variant.info.name, workload, kernels::effective_config(variant.info, config)};
        const bool known = std::any_of(cases.begin(), cases.end(), [&](const auto& c) { return c.spec == planned.spec; });
        if (known) return;
        auto why = kernels::refusal(variant.info, workload, planned.spec.config);
        planned.refused = why.value_or("");
        cases.push_back(std::move(planned));
    };
    refuse_foreign_parameters(sweep, variants);
    for (const auto& name : sweep.variants) {
        const kernels::Variant& variant = variants.find(name);
        for (const KeyType key : sweep.keys)
            for (const LaunchConfig& config : launch_configs(variant.info, sweep)) {
                if (!sweep.input_file.empty()) {
                    add(variant, {key, kernels::count_keys(sweep.input_file, key), Distribution::file, 0, sweep.input_file, 0}, config);
                    continue;
                }
                for (const Distribution distribution : sweep.distributions)
                    for (const std::uint64_t n : sweep.sizes) add(variant, {key, n, distribution, sweep.seed, {}, distribution == Distribution::few ? sweep.entropy_bits : 0}, config);
            }
    }
    return cases;
}

}  // namespace sortscope::collector
