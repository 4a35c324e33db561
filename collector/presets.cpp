// The presets: sweeps by name.
#include "collector/sweep.hpp"
#include "core/error.hpp"
#include "core/text.hpp"

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

/// `sweep` with at most `counters`.
Sweep within_limits(Sweep sweep, std::string counters, bool sites = false, std::uint32_t min_trials = 0) {
    sweep.limits.counters = std::move(counters);
    sweep.limits.sites = sites;
    sweep.limits.min_trials = min_trials;
    return sweep;
}

/// `sweep` with a few trials in one round: for sorts of tenths of a second.
Sweep few_trials(Sweep sweep, std::uint32_t trials) {
    sweep.limits.max_trials = trials;
    sweep.limits.rounds = 1;
    return sweep;
}

/// `sweep` without warm-ups, too: for sorts of seconds, where they save thousandths.
Sweep long_sorts(Sweep sweep, std::uint32_t trials = 1) {
    sweep = few_trials(std::move(sweep), trials);
    sweep.limits.warm_up = false;
    return sweep;
}

/// Instrumented instructions and device memory, the same with transaction sizes: what a file of many sweeps
/// has room for.
constexpr const char* light = "sass,dram_read_bytes,dram_write_bytes,l2_sectors";
constexpr const char* light_and_sizes = "sass,dram_read_bytes,dram_write_bytes,l2_sectors,gld_32b";
/// All counters of a launch, with transaction sizes, with series over time.
constexpr const char* launches_only = "full";
constexpr const char* launches_and_sizes = "full,gld_32b";
constexpr const char* series_too = "full,memory";

using Sweeps = std::vector<Sweep>;

Sweep with_records(Sweep sweep) {
    sweep.keys = {KeyType::u32, KeyType::u32_u32};
    return sweep;
}

/// Every variant, u32: 2^10, 2^16, 2^20 and 2^26 if practical (counting 2^40 loads would take minutes).
void add_every_variant(Sweeps& sweeps) {
    // Series, stall samples and sites of a few, for they are most of a file.
    sweeps.push_back(uniform({"butterfly-full", "bitonic-basic", "bitonic-semi", "banyan-shared",
                              "bitonic-b2", "bitonic-c4", "cub-radix", "thrust-sort"},
                             {1 << 20}));
    sweeps.push_back(within_limits(uniform({"bitonic-b2", "bitonic-c4", "thrust-sort"}, {1 << 26}), "all"));
    // Without stall samples, which are at thousands of instructions.
    sweeps.push_back(within_limits(uniform({"cub-radix"}, {1 << 26}), series_too));
    const Names all = split_list(
        "butterfly-full,butterfly-minmax,bitonic-basic,bitonic-semi,bitonic-optimized,banyan-global,"
        "banyan-shared,bitonic-tile,bitonic-xor,radix-split-global,selection-local,bitonic-local,"
        "bitonic-local-register,merge-local,bitonic-a,bitonic-b2,bitonic-ladder,bitonic-c2-pre,bitonic-c2,"
        "bitonic-c4,cub-radix,cub-merge,thrust-sort,cpu-parallel-sort");
    sweeps.push_back(within_limits(uniform(all, {1 << 16}), launches_and_sizes, true));
    sweeps.push_back(within_limits(uniform(all, {1 << 10, 1 << 20}), launches_only));
    // Counting 2^26 keys takes seconds a case: only those of few launches.
    sweeps.push_back(within_limits(
        uniform({"butterfly-minmax", "selection-local", "bitonic-local", "bitonic-local-register",
                 "merge-local", "bitonic-ladder", "bitonic-c2-pre", "bitonic-c2", "cub-merge"},
                {1 << 26}),
        launches_only));
    sweeps.push_back(few_trials(uniform({"cpu-parallel-sort"}, {1 << 26}), 3));
    sweeps.push_back(uniform({"cpu-std-sort"}, {1 << 10, 1 << 16, 1 << 20}));
    sweeps.push_back(long_sorts(uniform({"cpu-std-sort"}, {1 << 24}), 2));
    sweeps.push_back(within_limits(
        uniform({"rank", "selection-global", "selection-blocks"}, {1 << 10, 1 << 16}), launches_and_sizes));
    sweeps.push_back(
        within_limits(uniform({"quicksort-gpu", "radix-split"}, {1 << 9}), launches_and_sizes, true));
    sweeps.push_back(within_limits(uniform({"odd-even"}, {1 << 9}), light));  // 512 launches
}

/// Jan et al. 2013: floats, the source's launch rule; transaction sizes where its figures show them.
void add_jan(Sweeps& sweeps) {
    const auto add = [&](Names variants, std::vector<std::uint64_t> sizes, const char* counters,
                         bool sites = false) {
        sweeps.push_back(
            within_limits(uniform(std::move(variants), std::move(sizes), KeyType::f32), counters, sites));
        sweeps.back().blocks = {source_block};
    };
    add({"butterfly-full", "butterfly-minmax", "bitonic-basic"}, {1 << 7, 1 << 9}, light_and_sizes, true);
    add({"butterfly-full"}, powers_of_two(3, 25), light_and_sizes);
    add({"butterfly-minmax"}, {1 << 10}, light_and_sizes);
    add({"butterfly-minmax"}, {1 << 4, 1 << 8, 1 << 12, 1 << 14, 1 << 16, 1 << 18, 1 << 20, 1 << 22, 1 << 24},
        light);
    add({"butterfly-minmax"}, {1 << 25}, "none");
    add({"bitonic-basic"}, powers_of_two(4, 20), light_and_sizes);
    add({"bitonic-basic"}, {1 << 22, 1 << 24}, light);
    add({"bitonic-basic"}, {1 << 21, 1 << 23, 1 << 25}, "none");
    add({"rank"}, {1 << 4, 1 << 7, 1 << 8, 1 << 9, 1 << 10, 1 << 12, 1 << 14}, light_and_sizes);
    add({"rank"}, {1 << 16}, light);
    add({"rank"}, {1 << 18, 1 << 20}, "none");  // half a second at 2^20
    sweeps.back() = few_trials(sweeps.back(), 3);
    add({"odd-even"}, {1 << 4, 1 << 7, 1 << 8, 1 << 9}, light_and_sizes);
    add({"odd-even"}, {1 << 10}, light);
    add({"odd-even"}, {1 << 12, 1 << 14}, "none");
    sweeps.push_back(uniform({"cpu-butterfly-full", "cpu-bitonic"}, powers_of_two(10, 18, 2), KeyType::f32));
    sweeps.push_back(few_trials(uniform({"cpu-butterfly-full", "cpu-bitonic"}, {1 << 20}, KeyType::f32), 5));
    sweeps.push_back(uniform({"cpu-rank", "cpu-odd-even"}, {1 << 10, 1 << 12, 1 << 14}, KeyType::f32));
    sweeps.push_back(long_sorts(uniform({"cpu-rank", "cpu-odd-even"}, {1 << 16}, KeyType::f32)));
    sweeps.push_back(long_sorts(uniform({"cpu-butterfly-full", "cpu-bitonic"}, {1 << 22}, KeyType::f32), 2));
}

/// Mu, Cui, Song 2016: 2^15 to 2^26 keys, and the key types that it leaves to future work.
void add_mu(Sweeps& sweeps) {
    const Names sorts{"bitonic-basic", "bitonic-semi", "bitonic-optimized"};
    sweeps.push_back(within_limits(uniform(sorts, powers_of_two(15, 26)), light));
    // The table's sizes, read as numbers of keys.
    sweeps.push_back(few_trials(within_limits(uniform(sorts, {1 << 27, 1 << 28}), "none"), 5));
    sweeps.push_back(uniform({"cpu-quicksort"}, powers_of_two(15, 20)));
    sweeps.push_back(few_trials(uniform({"cpu-quicksort"}, {1 << 21, 1 << 22}), 3));
    sweeps.push_back(long_sorts(uniform({"cpu-quicksort"}, {1 << 23, 1 << 24}), 2));
    sweeps.push_back(long_sorts(uniform({"cpu-quicksort"}, {1 << 25, 1 << 26})));
    sweeps.push_back(uniform({"cpu-bitonic"}, powers_of_two(15, 19)));
    sweeps.push_back(few_trials(uniform({"cpu-bitonic"}, {1 << 20, 1 << 21}), 3));
    sweeps.push_back(long_sorts(uniform({"cpu-bitonic"}, {1 << 22}), 2));
    sweeps.push_back(long_sorts(uniform({"cpu-bitonic"}, powers_of_two(23, 26))));  // half a minute at 2^26
    sweeps.push_back(uniform({"cpu-butterfly-full", "cpu-butterfly-minmax"}, {1 << 10, 1 << 16, 1 << 20}));
    Names with_cpu = sorts;
    with_cpu.emplace_back("cpu-quicksort");
    sweeps.push_back(within_limits(uniform(with_cpu, {1 << 20}), light));
    sweeps.back().keys = {KeyType::i32, KeyType::u64, KeyType::f32, KeyType::f64};
    const std::vector<KeyType> types{KeyType::u64, KeyType::f32, KeyType::f64};
    sweeps.push_back(within_limits(uniform(with_cpu, {1 << 16, 1 << 18}), "none"));
    sweeps.back().keys = types;
    sweeps.push_back(within_limits(uniform(sorts, {1 << 22}), "none"));
    sweeps.back().keys = types;
    sweeps.push_back(few_trials(uniform({"cpu-quicksort"}, {1 << 22}), 3));
    sweeps.back().keys = types;
}

/// Vali, Samani, del Rosario 2020: floats, means of ten runs.
void add_vali(Sweeps& sweeps) {
    const Names sorts{"banyan-global", "banyan-shared", "bitonic-tile", "cub-radix"};
    constexpr std::uint32_t runs = 10;
    const auto add = [&](std::vector<std::uint64_t> sizes, const char* counters) {
        sweeps.push_back(
            within_limits(uniform(sorts, std::move(sizes), KeyType::f32), counters, false, runs));
    };
    add({1 << 4, 1 << 8, 1 << 10, 1 << 13, 1 << 16, 1 << 18, 1 << 20, 1 << 22, 1 << 24}, light);
    add(powers_of_two(5, 23), "none");
    add({1 << 25, 1 << 26}, "none");
    sweeps.back() = few_trials(sweeps.back(), runs);
    sweeps.push_back(
        within_limits(uniform({"cpu-std-sort"}, powers_of_two(4, 19), KeyType::f32), "none", false, runs));
    sweeps.push_back(few_trials(uniform({"cpu-std-sort"}, {1 << 20, 1 << 21}, KeyType::f32), runs));
    sweeps.push_back(few_trials(uniform({"cpu-std-sort"}, {1 << 22}, KeyType::f32), 5));
    sweeps.push_back(long_sorts(uniform({"cpu-std-sort"}, {1 << 23, 1 << 24}, KeyType::f32), 2));
    sweeps.push_back(long_sorts(uniform({"cpu-std-sort"}, {1 << 25, 1 << 26}, KeyType::f32)));
    sweeps.push_back(within_limits(
        uniform({"thrust-sort", "cpu-parallel-sort"}, {1 << 13, 1 << 16, 1 << 20}, KeyType::f32), "none",
        false, runs));
}

/// Sinha 2010: its five inputs.
void add_sinha(Sweeps& sweeps) {
    const std::vector<Distribution> inputs{Distribution::uniform, Distribution::gaussian,
                                           Distribution::bucket, Distribution::sorted, Distribution::zero};
    const auto add = [&](Names variants, std::vector<std::uint64_t> sizes, const char* counters) {
        sweeps.push_back(within_limits(uniform(std::move(variants), std::move(sizes)), counters));
        sweeps.back().distributions = inputs;
    };
    add({"quicksort-gpu", "bitonic-xor", "radix-split"}, {512}, light);
    add({"bitonic-xor"}, {1 << 22}, light);
    add({"quicksort-gpu"}, {10000}, "sass");
    sweeps.back().distributions = {Distribution::uniform, Distribution::gaussian, Distribution::bucket};
    add({"quicksort-gpu"}, {10000}, "none");
    sweeps.back() = long_sorts(sweeps.back());  // its worst: two seconds
    sweeps.back().distributions = {Distribution::sorted, Distribution::zero};
}

/// Bainville 2011: the ladder with records, the local sorts by work-group, BLOCK_FACTOR, keys and records by
/// size.
void add_bainville(Sweeps& sweeps) {
    sweeps.push_back(within_limits(
        with_records(uniform({"bitonic-ladder", "bitonic-c2", "bitonic-c4"}, {1 << 20})), light));
    sweeps.back().params = {{"max_keys", {2, 4, 8, 16}}};
    sweeps.push_back(within_limits(with_records(uniform({"selection-global"}, powers_of_two(8, 17))), light));
    sweeps.push_back(few_trials(
        within_limits(with_records(uniform({"selection-global"}, {1 << 18, 1 << 19})), "none"), 3));
    sweeps.push_back(
        within_limits(uniform({"bitonic-b2", "bitonic-c2-pre", "cub-merge", "thrust-sort-by-key"},
                              {1 << 16, 1 << 20}, KeyType::u32_u32),
                      light));
    sweeps.push_back(within_limits(uniform({"bitonic-a"},
                                           {1 << 9, 1 << 10, 1 << 13, 1 << 14, 1 << 16, 1 << 17, 1 << 18,
                                            1 << 20, 1 << 21, 1 << 22, 1 << 25},
                                           KeyType::u32_u32),
                                   light));
    sweeps.push_back(
        few_trials(within_limits(uniform({"bitonic-a", "radix-split-global"}, {1 << 26}), "none"), 5));
    sweeps.push_back(within_limits(
        with_records(uniform({"bitonic-c2", "bitonic-c4", "cub-radix"}, powers_of_two(10, 24, 2))), light));
    sweeps.push_back(within_limits(uniform({"thrust-sort"}, powers_of_two(10, 24, 2)), light));
    sweeps.push_back(
        within_limits(uniform({"thrust-sort-by-key"}, powers_of_two(10, 26, 2), KeyType::u32_u32), light));
    sweeps.push_back(
        within_limits(uniform({"selection-local", "bitonic-local", "bitonic-local-register", "merge-local"},
                              {1 << 20}, KeyType::u32_u32),
                      light));
    sweeps.back().blocks = {1, 2, 4, 8, 16, 32, 64, 128, 256};
    const std::map<std::string, std::vector<std::int64_t>> factors{{"block_factor", {1, 2, 4, 8, 16, 32}}};
    sweeps.push_back(
        within_limits(uniform({"selection-blocks"}, powers_of_two(8, 16), KeyType::u32_u32), light));
    sweeps.back().params = factors;
    sweeps.push_back(few_trials(
        within_limits(uniform({"selection-blocks"}, powers_of_two(17, 19), KeyType::u32_u32), "none"), 2));
    sweeps.back().params = factors;
}

/// Every variant at sizes up to 2^26, and the sweeps of the five sources. Limits keep it at minutes on an
/// H200 and megabytes: variants of very many launches, or of minutes on a CPU, stop early.
Sweeps source_sweeps() {
    Sweeps sweeps;
    add_every_variant(sweeps);
    add_jan(sweeps);
    add_mu(sweeps);
    add_vali(sweeps);
    add_sinha(sweeps);
    add_bainville(sweeps);
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
        {"quick",
         "eight variants at 2^10, 2^13 and 2^16 uniform f32 keys: under a minute on any machine",
         {uniform(first_variants, powers_of_two(10, 16, 3), KeyType::f32)}},
        {"sources",
         "every variant up to 2^26 keys, and the sweeps of the five sources, in two rounds, with all "
         "counters: "
         "minutes on a GPU",
         source_sweeps(), "all", 2},
        {"first",
         "the eight variants of quick from 2^10 to 2^24 uniform u32 keys",
         {uniform(first_variants, powers_of_two(10, 24))}},
        {"blocks", "work-group sizes 32 to 1024 of four variants at 2^20 uniform u32 keys", {block_sweep()}},
    };
    return all;
}

const Preset& find_preset(std::string_view name) {
    std::string names;
    for (const auto& preset : presets()) {
        if (preset.name == name) return preset;
        names += (names.empty() ? "" : ", ") + std::string(preset.name);
    }
    throw Error(ErrorKind::usage,
                "There is no preset called '" + std::string(name) + "'. Known are: " + names + ".");
}

}  // namespace sortscope::collector
