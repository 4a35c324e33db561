// A sweep: the axes a user names, and the cases they span.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "collector/backend.hpp"
#include "kernels/context/variant.hpp"

namespace sortscope::collector {

/// In Sweep::blocks: the block that the variant's source chooses for the size (VariantInfo::block_rule).
inline constexpr std::uint32_t source_block = ~std::uint32_t{0};

/// What a sweep of a preset takes of its cases, whatever more is asked for: it keeps a file of many sweeps
/// small.
struct SweepLimits {
    std::string counters = "all";  ///< selections, of which its cases take no more
    bool sites = true;             ///< counts by access site
    std::uint32_t min_trials = 0;  ///< time trials, at least
    std::uint32_t max_trials =
        0;  ///< time trials of a mode in a round, and activity trials, at most; 0: as many as are asked for
    std::uint32_t rounds = 0;  ///< of its times, at most; 0: as many as are asked for
    bool warm_up = true;       ///< TrialOptions::warm_up
};

/// The axes of a sweep; the cases are their product.
struct Sweep {
    std::vector<std::string> variants;
    std::vector<std::uint64_t> sizes;
    std::vector<std::uint32_t> blocks;  ///< threads, or source_block; empty: each variant's default
    std::vector<KeyType> keys;
    std::vector<Distribution> distributions;
    std::string input_file;  ///< a user's own keys; replaces sizes and distributions
    std::uint64_t seed = 1;
    std::uint32_t entropy_bits = 4;  ///< of Distribution::few
    std::map<std::string, std::vector<std::int64_t>>
        params;  ///< axes for the variants that have such a parameter
    SweepLimits limits{};
};

/// One case of a sweep, and why it was refused where it was.
struct PlannedCase {
    CaseSpec spec;
    const kernels::Variant* variant = nullptr;
    std::string refused;  ///< empty if it can run
    SweepLimits limits{};
};

/// What `options` come to for `planned`: within its sweep's limits.
BackendOptions options_of(const PlannedCase& planned, const BackendOptions& options);

/// In how many rounds the times of `planned` are taken where `asked` are asked for: within its sweep's
/// limits, 1 or more.
std::uint32_t rounds_of(const PlannedCase& planned, std::uint32_t asked);

/// A sweep that a user can ask for by name.
struct Preset {
    std::string_view name;
    std::string_view summary;
    std::vector<Sweep> sweeps;           ///< their cases together
    std::string_view counters = "sass";  ///< what is counted where the user does not say
    std::uint32_t rounds = 1;            ///< how often it is gone over where the user does not say
};

/// All presets: `quick` (a minute on any machine), `sources` (every variant, and the sweeps that the sources
/// show), `blocks`.
const std::vector<Preset>& presets();

/// The preset called `name`. Throws Error(usage) that lists the names.
const Preset& find_preset(std::string_view name);

/// The cases of `sweeps`, variant by variant, each exactly once: an axis that a variant does not have (the
/// block of a CPU sort) makes no copies, and of two sweeps that have a case the first one's limits hold.
/// Refused cases are included, with the sentence. Throws Error(usage) for an unknown variant or a parameter
/// that no variant of any sweep has, and Error(data) for a bad input file.
std::vector<PlannedCase> plan_cases(const std::vector<Sweep>& sweeps,
                                    const kernels::VariantRegistry& variants);

}  // namespace sortscope::collector
