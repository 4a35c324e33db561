// A sweep: the axes a user names, and the cases they span.
#pragma once

#include "collector/backend.hpp"

namespace sortscope::collector {
/// Value in Sweep::blocks: VariantInfo::block_rule chooses the block.
inline constexpr uint32_t source_block = ~uint32_t{0};

/// Limits of a preset's sweep, so that a file of many sweeps stays small.
struct SweepLimits {
    std::string counters = "all";  ///< counters allowed at most, as in `collect --counters`
    bool sites = true;
    uint32_t min_trials = 0;  ///< time trials, at least
    uint32_t max_trials = 0;  ///< time trials of a mode in a round, and activity trials; 0: no limit
    uint32_t rounds = 0;      ///< 0: no limit
    bool warm_up = true;
};

/// The axes of a sweep; the cases are their product.
struct Sweep {
    std::vector<std::string> variants;
    std::vector<uint64_t> sizes;
    std::vector<uint32_t> blocks;  ///< threads, or source_block; empty: each variant's default
    std::vector<KeyType> keys;
    std::vector<Distribution> distributions;
    std::string input_file;  ///< replaces sizes and distributions
    uint64_t seed = 1;
    uint32_t entropy_bits = 4;                           ///< of Distribution::few
    std::map<std::string, std::vector<int64_t>> params;  ///< values of each parameter, by name
    SweepLimits limits{};
};

struct PlannedCase {
    CaseSpec spec;
    const Variant* variant = nullptr;
    std::string refused;  ///< why the case cannot run; empty if it can
    SweepLimits limits{};
    Backend* backend = nullptr;  ///< from assign(), unless refused
};

/// `options` within the limits of `planned`.
BackendOptions options_of(const PlannedCase& planned, const BackendOptions& options);

/// The `asked` rounds within the limits of `planned`: 1 or more.
uint32_t rounds_of(const PlannedCase& planned, uint32_t asked);

/// Sweeps that a user can ask for by name.
struct Preset {
    std::string name;
    std::string summary;
    std::vector<Sweep> sweeps;
    std::string counters = "sass";  ///< unless the user gives --counters
    uint32_t rounds = 1;            ///< unless the user gives --rounds
};

/// All presets of presets.txt.
const std::vector<Preset>& presets();

/// presets.txt, built into the program.
std::span<const std::string_view> presets_text();

/// Throws Error(usage), with all names, if there is no such preset.
const Preset& find_preset(std::string_view name);

/// Returns the cases of `sweeps` variant by variant, including refused cases. Each case occurs once, with the
/// limits of its first sweep. Throws Error(usage) for an unknown variant, or a parameter that no variant of
/// the sweep has. Throws Error(data) for a bad input file.
std::vector<PlannedCase> plan_cases(const std::vector<Sweep>& sweeps, const VariantRegistry& variants);

/// Assigns each case to every backend that runs its kind of variant. Each GPU runs all GPU cases, or with
/// `split` a share of the GPU cases. Refuses a case that no backend can run. Throws Error(usage) if `split`
/// is set and the GPUs are of several models.
std::vector<PlannedCase> assign(std::vector<PlannedCase> cases,
                                const std::vector<std::unique_ptr<Backend>>& backends, bool split = false);
}
