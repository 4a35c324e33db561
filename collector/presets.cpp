// The sweeps that can be asked for by name.
#include "collector/sweep.hpp"
#include "core/error.hpp"

namespace sortscope::collector {
namespace {

using Names = std::vector<std::string>;

std::vector<std::uint64_t> powers_of_two(int first, int last, int step = 1) {
    std::vector<std::uint64_t> sizes;
    for (int power = first; power <= last; power += step) sizes.push_back(std::uint64_t{1} << power);
    return sizes;
}

const Names first_variants{"butterfly-full", "butterfly-minmax", "bitonic-semi",  "bitonic-xor",
                           "bitonic-b2",     "cub-radix",        "cpu-quicksort", "cpu-std-sort"};

/// Uniform keys of one type in each variant's default configuration.
Sweep uniform(Names variants, std::vector<std::uint64_t> sizes, KeyType key = KeyType::u32) {
    Sweep sweep;
    sweep.variants = std::move(variants);
    sweep.sizes = std::move(sizes);
    sweep.keys = {key};
    sweep.distributions = {Distribution::uniform};
    return sweep;
}

/// What the five sources show, and every variant at sizes up to 2^26. Kept so small that an H200 takes minutes and the file
/// megabytes: variants of very many launches stop early, and so do those that would take a CPU minutes.
std::vector<Sweep> source_sweeps() {
    std::vector<Sweep> sweeps;
    const auto add = [&](Sweep sweep) -> Sweep& { return sweeps.emplace_back(std::move(sweep)); };

    // Every variant, u32: 2^10, 2^16, 2^20 and 2^26, as far as it is practical (counting 2^40 loads would take minutes).
    const std::vector<std::uint64_t> all_sizes{1 << 10, 1 << 16, 1 << 20, 1 << 26};
    add(uniform({"butterfly-full", "butterfly-minmax", "bitonic-basic", "bitonic-semi", "bitonic-optimized", "banyan-global",
                 "banyan-shared", "bitonic-tile", "bitonic-xor", "radix-split-global", "selection-local", "bitonic-local",
                 "bitonic-local-register", "merge-local", "bitonic-a", "bitonic-b2", "bitonic-ladder", "bitonic-c2-pre",
                 "bitonic-c2", "bitonic-c4", "cub-radix", "cub-merge", "thrust-sort", "cpu-std-sort", "cpu-parallel-sort"},
                all_sizes));
    add(uniform({"cpu-quicksort"}, {1 << 10, 1 << 16, 1 << 20, 1 << 24}));
    add(uniform({"cpu-bitonic", "cpu-butterfly-full", "cpu-butterfly-minmax"}, {1 << 10, 1 << 16, 1 << 20}));
    add(uniform({"rank", "selection-global", "selection-blocks"}, {1 << 10, 1 << 16, 1 << 18}));
    add(uniform({"odd-even", "cpu-odd-even", "cpu-rank", "quicksort-gpu"}, {1 << 10}));
    add(uniform({"cpu-odd-even", "cpu-rank"}, {1 << 14}));
    add(uniform({"radix-split"}, {1 << 9}));

    // Jan et al. 2013: floats, the source's launch rule, the sizes around its steps.
    add(uniform({"butterfly-full", "butterfly-minmax", "bitonic-basic", "odd-even", "rank"}, {16, 128, 256, 512}, KeyType::f32)).blocks =
        {source_block};
    // Mu, Cui, Song 2016: the key types it leaves to future work.
    add(uniform({"bitonic-basic", "bitonic-semi", "bitonic-optimized"}, {1 << 20})).keys = {KeyType::i32, KeyType::u64, KeyType::f32,
                                                                                          KeyType::f64};
    // Vali, Samani, del Rosario 2020: floats.
    add(uniform({"banyan-global", "banyan-shared", "bitonic-tile", "cub-radix", "thrust-sort", "cpu-std-sort", "cpu-parallel-sort"},
                {1 << 13, 1 << 16}, KeyType::f32));
    // Sinha 2010: its five inputs.
    const std::vector<Distribution> sinha_inputs{Distribution::uniform, Distribution::gaussian, Distribution::bucket,
                                                 Distribution::sorted, Distribution::zero};
    add(uniform({"quicksort-gpu", "bitonic-xor", "radix-split"}, {512})).distributions = sinha_inputs;
    add(uniform({"bitonic-xor"}, {1 << 22})).distributions = sinha_inputs;
    // Bainville 2011: the ladder with records, the local sorts against the work-group, BLOCK_FACTOR.
    auto& ladder = add(uniform({"bitonic-ladder", "bitonic-c2", "bitonic-c4"}, {1 << 20}));
    ladder.keys = {KeyType::u32, KeyType::u32_u32};
    ladder.params = {{"max_keys", {2, 4, 8, 16}}};
    add(uniform({"selection-global"}, {1 << 10, 1 << 16}, KeyType::u32_u32));
    add(uniform({"bitonic-a", "bitonic-b2", "bitonic-c2-pre", "thrust-sort-by-key", "cub-radix", "cub-merge"},
                {1 << 16, 1 << 20}, KeyType::u32_u32));
    add(uniform({"thrust-sort-by-key"}, all_sizes, KeyType::u32_u32));
    add(uniform({"selection-local", "bitonic-local", "bitonic-local-register", "merge-local"}, {1 << 20}, KeyType::u32_u32)).blocks = {
        1, 2, 4, 8, 16, 32, 64, 128, 256};
    add(uniform({"selection-blocks"}, {1 << 13}, KeyType::u32_u32)).params = {{"block_factor", {1, 2, 4, 8, 16, 32}}};
    return sweeps;
}

Sweep block_sweep() {
    Sweep sweep = uniform({"butterfly-full", "bitonic-semi", "bitonic-xor", "bitonic-b2"}, {1 << 20});
    sweep.blocks = {32, 64, 128, 256, 512, 1024};
    return sweep;
}

}  // namespace

const std::vector<Preset>& presets() {
    static const std::vector<Preset> all{
        {"quick", "eight variants at 2^10, 2^13 and 2^16 uniform f32 keys: under a minute on any machine",
         {uniform(first_variants, powers_of_two(10, 16, 3), KeyType::f32)}},
        {"sources", "every variant up to 2^26 keys, and what the five sources show: minutes on a GPU", source_sweeps()},
        {"first", "the eight variants of quick from 2^10 to 2^24 uniform u32 keys", {uniform(first_variants, powers_of_two(10, 24))}},
        {"blocks", "work-group sizes 32 to 1024 of four variants at 2^20 uniform u32 keys", {block_sweep()}},
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

}  // namespace sortscope::collector
