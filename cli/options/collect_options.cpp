#include "cli/options/collect_options.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <random>

#include "cli/options/names.hpp"
#include "core/metric/selection.hpp"
#include "core/text.hpp"

namespace sortscope::cli {
namespace {

std::string selections_text() {
    std::string text;
    for (const auto& selection : selections())
        text += "\n  " + std::string(selection.name) + ": " + std::string(selection.sentence);
    return text;
}

template <class E>
std::vector<E> parse_enums(const std::string& text) {
    std::vector<E> values;
    for (const auto& name : split_list(text)) values.push_back(parse_enum<E>(name));
    return values;
}

/// The same, where "all" means every one that can be generated.
template <class E>
std::vector<E> parse_axis(const std::string& text) {
    if (text.empty()) return {};
    if (text != "all") return parse_enums<E>(text);
    std::vector<E> values;
    for (const auto& row : EnumTable<E>::names())
        if (row.name != name_of(Distribution::file)) values.push_back(row.value);
    return values;
}

template <class E>
std::string all_names() {
    std::string names;
    for (const auto& row : EnumTable<E>::names())
        if (row.name != name_of(Distribution::file)) names += std::string(row.name) + ", ";
    return names + "or all";
}

std::vector<std::string> variant_names(const std::string& text, const kernels::VariantRegistry& variants) {
    std::vector<std::string> names;
    for (const auto& name : split_list(text)) {
        const auto before = names.size();
        if (name == "all")
            for (const auto& variant : variants.all()) names.push_back(variant.info.name);
        else
            for (const auto& variant : variants.on_request())
                if (variant.info.family == name) names.push_back(variant.info.name);
        if (names.size() == before) names.push_back(name);
    }
    return names;
}

const collector::Preset& preset_of(const CollectOptions& options) {
    return collector::find_preset(options.preset.empty() ? "quick" : options.preset);
}

/// Whether other cases than the preset's own are meant.
bool is_narrowed(const CollectOptions& options) {
    return !options.variants.empty() || !options.sizes.empty();
}

/// What is counted, and how often it is gone over, where the options do not say: what the preset says of its
/// own cases.
struct CollectDefaults {
    std::string counters;
    std::uint32_t rounds;
};
CollectDefaults defaults_of(const CollectOptions& options) {
    const collector::Preset usual;
    const collector::Preset& preset = is_narrowed(options) ? usual : preset_of(options);
    return {std::string(preset.counters), preset.rounds};
}

/// Each is another process or two, and the same sweep again.
constexpr std::uint32_t most_rounds = 100;

/// The modes in which a GPU's sorts can be timed.
std::vector<TimeMode> parse_time_modes(const std::string& text) {
    auto modes = parse_enums<TimeMode>(text);
    for (std::size_t i = 0; i < modes.size(); ++i) {
        if (modes[i] != TimeMode::graph && modes[i] != TimeMode::stream)
            throw Error(
                ErrorKind::usage,
                "A GPU's sorts are timed as a graph or in a stream: give --time-mode graph, stream or both.");
        if (std::find(modes.begin(), modes.begin() + static_cast<std::ptrdiff_t>(i), modes[i]) !=
            modes.begin() + static_cast<std::ptrdiff_t>(i))
            throw Error(ErrorKind::usage,
                        "--time-mode names '" + std::string(name_of(modes[i])) + "' twice.");
    }
    return modes;
}

std::uint32_t checked_block(std::uint64_t block) {
    if (block == 0 || block >= collector::source_block)
        throw Error(ErrorKind::usage,
                    "A block of " + std::to_string(block) + " threads does not exist. Give 1 to 1024.");
    return static_cast<std::uint32_t>(block);
}

std::vector<std::uint32_t> parse_blocks(const std::string& text) {
    std::vector<std::uint32_t> blocks;
    for (const auto& part : split_list(text)) {
        if (part == "source") {
            blocks.push_back(collector::source_block);
            continue;
        }
        for (const auto block : parse_count_list(part)) blocks.push_back(checked_block(block));
    }
    return blocks;
}

/// Compute capabilities of the GPUs that NVIDIA has made: CUDA C++ Programming Guide, "Compute Capabilities",
/// and those it has dropped.
constexpr auto capabilities =
    std::to_array<int>({10, 11, 12, 13, 20, 21, 30, 32, 35, 37,  50,  52,  53,  60,  61, 62,
                        70, 72, 75, 80, 86, 87, 88, 89, 90, 100, 101, 103, 110, 120, 121});

[[noreturn]] void refuse_model(const std::string& text) {
    std::string known;
    for (const int each : capabilities)
        known += (known.empty() ? "" : ", ") + std::to_string(each / 10) + "." + std::to_string(each % 10);
    throw Error(ErrorKind::usage,
                "--model: '" + text + "' is not the compute capability of a GPU. There are " + known + ".");
}

}  // namespace

void add_collect_options(Command& command, CollectOptions& o) {
    std::string preset_text = "a named sweep; axes given beside it replace its own:";
    for (const auto& preset : collector::presets())
        preset_text += "\n  " + std::string(preset.name) + ": " + std::string(preset.summary);
    command.group("What to run");
    command.option("--preset", o.preset, "NAME", preset_text);
    command.option("--variant", o.variants, "A,B",
                   "variants, all, or a family's name; 'sortscope variants' lists them");
    command.option("--size", o.sizes, "LIST", "numbers of keys: 2^10..2^20 doubles, 1024,4096 lists");
    command.option("--block", o.blocks, "LIST",
                   "threads of a block (work-group): 32,64..1024, or source for the rule that a variant's "
                   "source states");
    command.option("--param", o.params, "NAME=LIST", "a variant's own parameter; may be given several times");
    command.option("--key", o.keys, "LIST", "key types, alone or with a value: " + all_names<KeyType>());
    command.option("--dist", o.distributions, "LIST", "inputs: " + all_names<Distribution>());
    command.option("--input", o.input, "FILE", "sort your own raw little-endian keys instead");
    command.option("--seed", o.seed, "N", "of the generated inputs");
    command
        .option("--entropy", o.entropy_bits, "BITS",
                "of input few: log2 of the number of distinct keys, 0 to 31; 4 where not given")
        .within(0, 31);
    command.group("Where to run it");
    command.option("--backend", o.backends, "LIST", "auto, or " + names_of<BackendKind>());
    command.option("--device", o.gpus, "LIST", "GPU numbers: 0,1 ('sortscope devices' lists them)");
    command.option("--model", o.model, "CC",
                   "compute capability of the GPU that the interpreter models: 1.3, 2.0, .. 12.1");
    command.option("--threads", o.threads, "N", "worker threads of the interpreter; 0 = all");
    command.group("How to measure");
    command.option("--counters", o.counters, "LIST",
                   "selections and metrics, separated by commas; sass where neither this nor a preset says; "
                   "the interpreter counts all it can, but with none nothing:" +
                       selections_text());
    command.option(
        "--counter", o.single_counters, "NAME",
        "one metric more, by its id, by nvprof's name or by the vendor's own; may be given several times");
    command.flag("--counting", o.counting, "GPU: also run the counting build (transaction sizes, sites)");
    command.option("--stop", o.stop_rule, "RULE",
                   "what ends time trials: " + names_of<collector::StopRule>() + " (docs/measuring.md)");
    command.option("--min-trials", o.min_trials, "N", "fewest time trials");
    command.option("--max-trials", o.max_trials, "N",
                   "most time trials; 30, of rule entropy 500, where not given");
    command.option("--spread", o.spread_pct, "PCT", "stop when interquartile range / median is within it");
    command.option("--budget", o.budget_ms, "MS", "time for a case's time trials");
    command.option("--time-mode", o.time_modes, "LIST",
                   "how a GPU's sorts are timed: graph (their launches as one CUDA graph), stream (one by "
                   "one); both, where not given");
    command.option("--rounds", o.rounds, "N",
                   "go over the sweep so often, in fresh processes and shuffled order: times that repeat "
                   "(short sorts on a GPU four times as often); once where neither this nor a preset says");
    command.option("--order-seed", o.order_seed, "N",
                   "of the order of several rounds; drawn and noted where not given");
    command.option("--activity-trials", o.activity_trials, "N",
                   "GPU: runs of the sort from which the time of each launch is taken; 3 where not given");
    command.flag("--no-limits", o.no_limits,
                 "do not measure first what each GPU reaches (bandwidths, launch costs)");
    command.flag("--lock-check", o.lock_check, "GPU: warn where its clocks are not steady");
    command.flag("--flush-l2", o.flush_l2, "GPU: overwrite the L2 cache before each run of the sort");
    command.flag("--no-sites", o.no_sites, "keep no counts by access site: smaller files");
    command.option("--case-limit", o.case_limit_s, "SECONDS",
                   "give a case up that does not go on for so long; 20 times what is expected, at least 30 "
                   "s, where not given");
    command.flag("--in-process", o.in_process,
                 "run cases in this process, for debuggers: what ends one ends all");
    command.group("Where it goes");
    command.option("--output,-o", o.output, "FILE", "SortScope file; appended to if it exists");
    command.flag("--resume", o.resume,
                 "skip cases that the file already holds under the same condition, with the counters, access "
                 "sites and rounds asked for");
    command.flag("--dry-run", o.dry_run, "say what would run and what it would take, and end");
    command.flag("--presets", o.presets, "list the presets, and end");
    command.flag("--json", o.json, "with --dry-run and --presets: print JSON");
    command.option("--progress", o.progress, "KIND",
                   "bar (on a terminal), or json: a line of JSON on standard error each time, for programs");
    command.flag("--quiet,-q", o.quiet, "no progress bar");
}

std::vector<collector::Sweep> sweeps_of(const CollectOptions& options,
                                        const kernels::VariantRegistry& variants) {
    if (!options.input.empty() && (!options.sizes.empty() || !options.distributions.empty()))
        throw Error(ErrorKind::usage,
                    "--input FILE decides the number of keys and their order: leave out --size and --dist.");
    const auto distributions = parse_axis<Distribution>(options.distributions);
    if (std::ranges::find(distributions, Distribution::file) != distributions.end())
        throw Error(ErrorKind::usage, "Keys of your own are given with --input FILE, not with --dist file.");
    std::map<std::string, std::vector<std::int64_t>> params;
    for (const auto& param : options.params) {
        const auto equals = param.find('=');
        if (equals == std::string::npos || equals == 0)
            throw Error(ErrorKind::usage,
                        "'" + param + "' is not a parameter with its values, such as block_factor=1,2,4.");
        for (const auto value :
             value_of("--param", [&] { return parse_count_list(param.substr(equals + 1)); }))
            params[param.substr(0, equals)].push_back(static_cast<std::int64_t>(value));
    }
    auto sweeps = preset_of(options).sweeps;
    for (auto& sweep : sweeps) {
        if (!options.variants.empty()) sweep.variants = variant_names(options.variants, variants);
        if (!options.sizes.empty())
            sweep.sizes = value_of("--size", [&] { return parse_count_list(options.sizes); });
        if (!options.blocks.empty())
            sweep.blocks = value_of("--block", [&] { return parse_blocks(options.blocks); });
        if (!options.keys.empty()) sweep.keys = parse_axis<KeyType>(options.keys);
        if (!distributions.empty()) sweep.distributions = distributions;
        if (!params.empty() || !options.variants.empty())
            sweep.params = params;                    // a preset's are for its own variants
        if (is_narrowed(options)) sweep.limits = {};  // as are its limits
        sweep.input_file = options.input;
        sweep.seed = options.seed;
        sweep.entropy_bits = options.entropy_bits.value_or(sweep.entropy_bits);
    }
    if (options.entropy_bits && std::ranges::none_of(sweeps, [](const auto& sweep) {
            return std::ranges::find(sweep.distributions, Distribution::few) != sweep.distributions.end();
        }))
        throw Error(ErrorKind::usage,
                    "--entropy is of input few, and none is asked for. Add --dist few, or leave it out.");
    return sweeps;
}

collector::BackendRequest backend_request(const CollectOptions& options) {
    collector::BackendRequest request;
    if (!options.backends.empty() && options.backends != "auto")
        request.kinds = parse_enums<BackendKind>(options.backends);
    if (!options.gpus.empty()) {
        for (const auto& part : split_list(options.gpus)) {
            const auto number = value_of("--device", [&] { return parse_count(part); });
            if (number > 1023)
                throw Error(ErrorKind::usage,
                            "There is no GPU number " + part + ". 'sortscope devices' lists them.");
            request.gpus.push_back(static_cast<int>(number));
        }
    }
    const auto dot = options.model.find('.');
    const auto part = [&](const std::string& text) {
        try {
            return parse_count(text);
        } catch (const Error&) {
            refuse_model(options.model);
        }
    };
    const auto major = part(options.model.substr(0, dot));
    const auto minor = dot == std::string::npos ? 0 : part(options.model.substr(dot + 1));
    if (major > 99 || minor > 9 ||
        std::ranges::find(capabilities, static_cast<int>(major * 10 + minor)) == capabilities.end())
        refuse_model(options.model);
    request.model_cc_major = static_cast<int>(major);
    request.model_cc_minor = static_cast<int>(minor);
    request.workers = !options.in_process;
    return request;
}

void refuse_idle_options(const CollectOptions& options,
                         const std::vector<std::unique_ptr<collector::Backend>>& backends) {
    using enum BackendKind;
    struct OfSome {
        std::string_view option;
        bool given;
        std::vector<BackendKind> takers;
    };
    const CollectOptions usual;
    const OfSome all[] = {
        {"--counters", !options.counters.empty() && !parse_counters(options.counters).empty(), {cupti, simt}},
        {"--counter", !options.single_counters.empty(), {cupti, simt}},
        {"--counting", options.counting, {cupti, simt}},
        {"--model", options.model != usual.model, {simt}},
        {"--threads", options.threads != usual.threads, {simt}},
        {"--time-mode", !options.time_modes.empty(), {cupti}},
        {"--activity-trials", options.activity_trials.has_value(), {cupti}},
        {"--lock-check", options.lock_check, {cupti}},
        {"--flush-l2", options.flush_l2, {cupti}}};
    const auto add = [](std::string& list, BackendKind kind, const char* last) {
        list += (list.empty() ? "" : last) + std::string(name_of(kind));
    };
    std::string used;
    for (const auto& backend : backends)
        if (const auto name = name_of(backend->kind()); used.find(name) == std::string::npos)
            add(used, backend->kind(), ", ");
    for (const auto& each : all) {
        const auto takes = [&](const auto& backend) {
            return std::ranges::find(each.takers, backend->kind()) != each.takers.end();
        };
        if (!each.given || std::ranges::any_of(backends, takes)) continue;
        std::string takers;
        for (const auto kind : each.takers) add(takers, kind, " or ");
        throw Error(ErrorKind::usage, std::string(each.option) + " is for --backend " + takers +
                                          ", and this collection is on " + used +
                                          " alone. Leave it out, or name such a backend.");
    }
}

collector::BackendOptions backend_options(const CollectOptions& options) {
    const auto rule = parse_enum<collector::StopRule>(options.stop_rule);
    const auto max_trials =
        options.max_trials.value_or(std::max(collector::usual_max_trials(rule), options.min_trials));
    if (options.min_trials == 0 || max_trials < options.min_trials)
        throw Error(ErrorKind::usage, "--min-trials must be 1 or more, and --max-trials not below it.");
    if (options.spread_pct < 0)
        throw Error(ErrorKind::usage, "--spread is a part of the median in %: it must not be below 0.");
    collector::BackendOptions result;
    result.trials.rule = rule;
    result.trials.min_trials = options.min_trials;
    result.trials.max_trials = max_trials;
    result.trials.target_spread = options.spread_pct / 100;
    result.trials.budget = std::chrono::milliseconds(options.budget_ms);
    result.trials.flush_l2 = options.flush_l2;
    result.counters =
        parse_counters(!options.counters.empty() ? options.counters : defaults_of(options).counters,
                       options.single_counters);
    result.counting_build = options.counting;
    result.threads = options.threads;
    result.sites = !options.no_sites;
    if (!options.time_modes.empty()) result.time_modes = parse_time_modes(options.time_modes);
    result.activity_trials = options.activity_trials.value_or(3);
    if (result.activity_trials == 0) throw Error(ErrorKind::usage, "--activity-trials must be 1 or more.");
    return result;
}

collector::Schedule schedule_of(const CollectOptions& options) {
    const std::uint32_t rounds = options.rounds.value_or(defaults_of(options).rounds);
    if (rounds == 0 || rounds > most_rounds)
        throw Error(ErrorKind::usage, "--rounds must be 1 to " + std::to_string(most_rounds) + ".");
    if (options.case_limit_s && *options.case_limit_s == 0)
        throw Error(ErrorKind::usage, "--case-limit must be 1 second or more.");
    collector::Schedule schedule;
    schedule.rounds = rounds;
    schedule.limits = !options.no_limits;
    schedule.order_seed =
        options.order_seed != 0 ? options.order_seed : std::random_device{}() + std::uint64_t{1};
    schedule.case_limit = std::chrono::seconds(options.case_limit_s.value_or(0));
    return schedule;
}

}  // namespace sortscope::cli
