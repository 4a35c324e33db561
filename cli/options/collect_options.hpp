// The options of `sortscope collect`, and the sweeps that they describe.
#pragma once

#include "cli/options/values.hpp"
#include "collector/catalogue/catalogue.hpp"
#include "collector/rank.hpp"
#include "collector/sweep_case.hpp"

namespace sortscope::cli {
/// Axes without an option come from the preset (default: quick).
struct CollectOptions {
    std::string preset;
    std::vector<std::string> variants;  ///< names, families, "all"
    collector::Sweep axes;
    std::vector<std::string> plugins;
    std::string build;       ///< folder of plug-ins
    bool anonymous = false;  ///< store no host name
    bool watch = false;      ///< build and collect again when a source of `build` changes
    std::string output = default_file;
    std::string counters;  ///< empty: the preset's, else sass
    std::vector<std::string> single_counters;
    std::optional<uint32_t> entropy_bits;  ///< of input few; default: 4
    collector::BackendRequest where;
    collector::BackendOptions how;       ///< fields that options set directly
    std::optional<uint32_t> max_trials;  ///< default: the stopping rule's
    uint32_t budget_ms = 1000;
    double spread_pct = 2;
    std::optional<uint32_t> rounds;           ///< default: the preset's, else 1
    std::optional<uint32_t> activity_trials;  ///< default: 3
    std::optional<uint32_t> case_limit_s;
    uint64_t order_seed = 0;              ///< 0: random
    std::vector<TimeMode> time_modes;     ///< empty: graph, stream
    std::optional<collector::Rank> rank;  ///< empty: as mpirun or srun sets it
    bool split = false;                   ///< deal cases out to ranks and GPUs
    bool stream_beside = false;
    bool merge = false;     ///< the last rank merges the files of all ranks
    std::string stage_dir;  ///< empty: none
    bool in_process = false, lock_check = false, no_limits = false;
    bool no_sites = false, resume = false, quiet = false, dry_run = false, presets = false, json = false;
    std::string progress = "bar";
};

void add_collect_options(Command& command, CollectOptions& options);

// Parsers of options of collect and tune.
collector::BackendRequest parse_gpus(const std::string& text, collector::BackendRequest where);
collector::BackendRequest parse_model(const std::string& text, collector::BackendRequest where);
std::vector<BackendKind> parse_backends(const std::string& text);
std::vector<uint32_t> parse_blocks(const std::string& text);
std::vector<TimeMode> parse_time_modes(const std::string& text);

/// The preset's sweeps. An axis given as an option replaces the preset's axis. Throws Error(usage).
std::vector<collector::Sweep> sweeps_of(const CollectOptions& options,
                                        const kernels::VariantRegistry& variants);

/// Makes the backends that options request. Throws Error(usage).
std::vector<std::unique_ptr<collector::Backend>> make_backends(const CollectOptions& options,
                                                               const collector::Catalogue& catalogue);

/// Throws Error(usage) for an option that no backend uses.
void refuse_idle_options(const CollectOptions& options,
                         const std::vector<std::unique_ptr<collector::Backend>>& backends);

/// Trials, counters and threads. Throws Error(usage).
collector::BackendOptions backend_options(const CollectOptions& options);

/// Rounds, seed of their order, and time limit of a case. Throws Error(usage).
collector::Schedule schedule_of(const CollectOptions& options);
}
