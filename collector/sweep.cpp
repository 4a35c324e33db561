#include "collector/sweep.hpp"

#include <algorithm>

#include "core/error.hpp"
#include "kernels/context/keys.hpp"
#include "kernels/cpu/sorts.hpp"

namespace sortscope::collector {
namespace {

std::vector<std::uint64_t> powers_of_two(int first, int last, int step) {
    std::vector<std::uint64_t> sizes;
    for (int power = first; power <= last; power += step) sizes.push_back(std::uint64_t{1} << power);
    return sizes;
}

const std::vector<std::string> first_variants{"butterfly-full", "butterfly-minmax", "bitonic-semi",  "bitonic-xor",
                                              "bitonic-b2",     "cub-radix",        "cpu-quicksort", "cpu-std-sort"};

}  // namespace

const std::vector<Preset>& presets() {
    static const std::vector<Preset> all{
        {"quick", "every first variant at 2^10, 2^13 and 2^16 uniform f32 keys: under a minute on any machine",
         {.variants = first_variants,
          .sizes = powers_of_two(10, 16, 3),
          .blocks = {},
          .keys = {KeyType::f32},
          .distributions = {Distribution::uniform},
          .input_file = {}}},
        {"first", "every first variant from 2^10 to 2^24 uniform u32 keys",
         {.variants = first_variants,
          .sizes = powers_of_two(10, 24, 1),
          .blocks = {},
          .keys = {KeyType::u32},
          .distributions = {Distribution::uniform},
          .input_file = {}}},
        {"blocks", "work-group sizes 32 to 1024 of the planned variants at 2^20 uniform u32 keys",
         {.variants = {"butterfly-full", "bitonic-semi", "bitonic-xor", "bitonic-b2"},
          .sizes = {std::uint64_t{1} << 20},
          .blocks = {32, 64, 128, 256, 512, 1024},
          .keys = {KeyType::u32},
          .distributions = {Distribution::uniform},
          .input_file = {}}},
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
    const auto add = [&](const kernels::Variant& variant, const Workload& workload, std::uint32_t block) {
        PlannedCase planned;
        planned.variant = &variant;
        planned.spec = {variant.info.name, workload, kernels::effective_config(variant.info, {block, {}})};
        const bool known = std::any_of(cases.begin(), cases.end(), [&](const auto& c) { return c.spec == planned.spec; });
        if (known) return;
        auto why = kernels::refusal(variant.info, workload, planned.spec.config);
        if (!why && variant.info.kind == kernels::VariantKind::cpu) why = kernels::cpu::refusal(variant.info.name, workload);
        planned.refused = why.value_or("");
        cases.push_back(std::move(planned));
    };
    const std::vector<std::uint32_t> blocks = sweep.blocks.empty() ? std::vector<std::uint32_t>{0} : sweep.blocks;
    for (const auto& name : sweep.variants) {
        const kernels::Variant& variant = variants.find(name);
        for (const KeyType key : sweep.keys)
            for (const std::uint32_t block : blocks) {
                if (!sweep.input_file.empty()) {
                    add(variant, {key, kernels::count_keys(sweep.input_file, key), Distribution::file, 0, sweep.input_file}, block);
                    continue;
                }
                for (const Distribution distribution : sweep.distributions)
                    for (const std::uint64_t n : sweep.sizes) add(variant, {key, n, distribution, sweep.seed, {}}, block);
            }
    }
    return cases;
}

}  // namespace sortscope::collector
