// A sweep: the axes a user names, and the cases they span.
#pragma once

#include "collector/backend.hpp"

namespace sortscope::collector {
/// Value in Sweep::blocks: use VariantInfo::block_rule.
inline constexpr uint32_t source_block = ~uint32_t{0};

/// Limits that keep a file of many sweeps small.
struct SweepLimits {
    std::string counters = "all";  ///< most counters allowed, as in `collect --counters`
    bool sites = true;
    uint32_t min_trials = 0;  ///< least time trials
    uint32_t max_trials = 0;  ///< most time trials of a mode and round, and activity trials; 0: no limit
    uint32_t rounds = 0;      ///< most rounds; 0: no limit
    bool warm_up = true;
};

/// The cases are the product of the axes.
struct Sweep {
    std::vector<std::string> variants;
    std::vector<uint64_t> sizes;
    std::vector<uint32_t> blocks;  ///< threads, or source_block; empty: each variant's default
    std::vector<KeyType> keys;
    std::vector<Distribution> distributions;
    std::string input_file;  ///< if given, replaces sizes and distributions
    uint64_t seed = 1;
    uint32_t entropy_bits = 4;                           ///< for Distribution::few
    std::map<std::string, std::vector<int64_t>> params;  ///< values by parameter
    SweepLimits limits{};
};

struct PlannedCase {
    CaseSpec spec;
    const Variant* variant = nullptr;
    std::string refused;  ///< why the case cannot run
    SweepLimits limits{};
    Backend* backend = nullptr;  ///< set by assign(); null if refused
};

/// Limits `options` as `planned` requires.
BackendOptions options_of(const PlannedCase& planned, const BackendOptions& options);

/// Limits `asked` as `planned` requires: 1 or more.
uint32_t rounds_of(const PlannedCase& planned, uint32_t asked);

/// Named sweeps.
struct Preset {
    std::string name;
    std::string summary;
    std::vector<Sweep> sweeps;
    std::string counters = "sass";  ///< default of --counters
    uint32_t rounds = 1;            ///< default of --rounds
};

/// All presets of presets.txt.
const std::vector<Preset>& presets();

/// presets.txt, built into the program.
std::span<const std::string_view> presets_text();

/// Throws Error(usage), with all names, for an unknown name.
const Preset& find_preset(std::string_view name);

/// Cases of `sweeps`, variant by variant, with refused cases. Each case occurs once, with the limits of its
/// first sweep. Throws Error(usage) for an unknown variant, or a parameter that no variant of its sweep has.
/// Throws Error(data) for a bad input file.
std::vector<PlannedCase> plan_cases(const std::vector<Sweep>& sweeps, const VariantRegistry& variants);

/// Assigns each case to every backend that can run its variant. Each GPU runs all GPU cases, or with `split`
/// a share. Refuses a case without a backend. Throws Error(usage) if `split` is set and the GPUs are not of
/// one model.
std::vector<PlannedCase> assign(std::vector<PlannedCase> cases,
                                const std::vector<std::unique_ptr<Backend>>& backends, bool split = false);
}
