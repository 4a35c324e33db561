#include "cli/options/collect_options.hpp"

#include <random>

#include "cli/options/plugins.hpp"
#include "cli/options/values.hpp"
#include "cli/output/output.hpp"

namespace sortscope::cli {
namespace {
/// Parses a list; "all" means all values that can be generated.
template <class E>
std::vector<E> parse_axis(const std::string& text) {
    if (text != "all") return parse_list_of<E>(text);
    std::vector<E> values;
    for (const auto& row : EnumTable<E>::names())
        if (row.name != name_of(Distribution::file)) values.push_back(row.value);
    return values;
}

std::vector<Distribution> parse_inputs(const std::string& text) {
    auto inputs = parse_axis<Distribution>(text);
    if (contains(inputs, Distribution::file)) wrong_request("Give your own keys with --input-file FILE.");
    return inputs;
}

template <class E>
Choices generated() {
    auto all = choices_of<E>();
    std::erase_if(all, [](const Choice& choice) { return choice.word == name_of(Distribution::file); });
    all.push_back({"all", {}});
    return all;
}

std::vector<std::string> variant_names(const std::vector<std::string>& typed,
                                       const kernels::VariantRegistry& variants) {
    std::vector<std::string> names;
    for (const auto& name : typed) {
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

/// True if options replace the preset's cases.
bool is_narrowed(const CollectOptions& options) {
    return !options.variants.empty() || !options.axes.sizes.empty();
}

/// Counters and rounds of a preset are for its own cases only.
collector::Preset defaults_of(const CollectOptions& options) {
    return is_narrowed(options) ? collector::Preset{} : preset_of(options);
}

/// Compute capabilities of NVIDIA's GPUs, from all editions of the CUDA C++ Programming Guide.
constexpr auto capabilities = std::to_array<std::string_view>(
    {"1.0", "1.1", "1.2", "1.3",  "2.0",  "2.1",  "3.0",  "3.2",  "3.5", "3.7", "5.0",
     "5.2", "5.3", "6.0", "6.1",  "6.2",  "7.0",  "7.2",  "7.5",  "8.0", "8.6", "8.7",
     "8.8", "8.9", "9.0", "10.0", "10.1", "10.3", "11.0", "12.0", "12.1"});
}  // namespace

std::vector<TimeMode> parse_time_modes(const std::string& text) {
    const auto modes = parse_list_of<TimeMode>(text);
    for (const auto mode : modes)
        if ((mode != TimeMode::graph && mode != TimeMode::stream) || std::ranges::count(modes, mode) > 1)
            wrong_request("It takes graph, stream or both, each once.");
    return modes;
}

std::vector<uint32_t> parse_blocks(const std::string& text) {
    std::vector<uint32_t> blocks;
    for (const auto& part : split_list(text)) {
        if (part == "source") {
            blocks.push_back(collector::source_block);
            continue;
        }
        for (const auto block : parse_count_list(part)) {
            if (block == 0 || block >= collector::source_block)
                wrong_request("A block of {} threads does not exist. Give 1 to 1024.", block);
            blocks.push_back(uint32_t(block));
        }
    }
    return blocks;
}

std::vector<BackendKind> parse_backends(const std::string& text) {
    return text == "auto" ? std::vector<BackendKind>() : parse_list_of<BackendKind>(text);
}

collector::BackendRequest parse_gpus(const std::string& text, collector::BackendRequest where) {
    where.all_gpus = text == "all";
    if (where.all_gpus) return where;
    for (const auto& part : split_list(text)) {
        const auto gpu = parse_count(part);
        if (gpu > 1023) wrong_request("There is no GPU {}. 'sortscope devices' lists them.", gpu);
        if (contains(where.gpus, int(gpu))) wrong_request("It names GPU {} twice.", gpu);
        where.gpus.push_back(int(gpu));
    }
    return where;
}

collector::BackendRequest parse_model(const std::string& text, collector::BackendRequest where) {
    const auto model = text + (text.find('.') == std::string::npos ? ".0" : "");
    if (!contains(capabilities, model))
        wrong_request("'{}' is not the compute capability of a GPU. There are {}.", text,
                      fmt::join(capabilities, ", "));
    where.model_cc_major = std::stoi(model);
    where.model_cc_minor = std::stoi(model.substr(model.find('.') + 1));
    return where;
}

void add_collect_options(Command& command, CollectOptions& o) {
    command.group("What to run");
    command.option(
        "--preset", o.preset, "NAME", "Run a named sweep; axes below replace its own", {.choices = [] {
            return choices_from(collector::presets(), &collector::Preset::name, &collector::Preset::summary);
        }});
    command.parsed("--variant", o.variants, "A,B", "Run these variants, all, or a family", split_list,
                   {.choices = variant_choices});
    add_plugin_option(command, o.plugins);
    command.option("--build", o.build, "FOLDER", "Build the plug-ins in FOLDER first and add their variants");
    command.flag("--watch", o.watch, "Collect again when a source of --build changes, and compare");
    command.parsed("--n", o.axes.sizes, "LIST", "Sort this many keys: 2^10..2^20 doubles, 1024,4096",
                   parse_count_list);
    command.parsed("--block", o.axes.blocks, "LIST", "Use these block sizes: 32,64..1024, or source",
                   parse_blocks);
    add_params(command, o.axes.params, "Set a variant's parameter; repeatable");
    command.parsed("--key", o.axes.keys, "LIST", "Sort these key types, or all", parse_axis<KeyType>,
                   {.choices = generated<KeyType>});
    command.parsed("--input", o.axes.distributions, "LIST", "Generate these inputs, or all", parse_inputs,
                   {.choices = generated<Distribution>});
    command.option("--input-file", o.axes.input_file, "FILE", "Sort your own raw little-endian keys");
    command.option("--seed", o.axes.seed, "N", "Set the seed of generated inputs", {.rare = true});
    command.option("--entropy", o.entropy_bits, "BITS", "Set log2 of distinct keys of input few; default: 4",
                   {.within = std::pair{0, 31}, .rare = true});
    command.group("Where to run it");
    command.parsed("--backend", o.where.kinds, "LIST", "Run on these backends, or auto", parse_backends,
                   {.choices = [] {
                       auto all = choices_of<BackendKind>();
                       all.push_back({"auto", {}});
                       return all;
                   }});
    command.parsed("--device", o.where, "LIST", "Run on these GPUs at the same time: 0,1 or all",
                   [&](const std::string& text) { return parse_gpus(text, o.where); });
    command.flag("--stream-beside", o.stream_beside,
                 "Time streams while other GPUs launch; default: one GPU at a time", {.rare = true});
    command.parsed("--rank", o.rank, "I/N",
                   "Be rank I of N, with a file of its own; default: as mpirun or srun set it",
                   collector::parse_rank, {.rare = true});
    command.flag("--split", o.split, "Deal cases out to ranks and GPUs; default: each takes all",
                 {.rare = true});
    command.flag("--merge", o.merge, "Merge the files of all ranks once the last has finished",
                 {.rare = true});
    command.option("--stage-dir", o.stage_dir, "DIR",
                   "Write in this folder, then move the file; for a node's own disk", {.rare = true});
    command.parsed("--model", o.where, "CC", "Model this compute capability in the interpreter",
                   [&](const std::string& text) { return parse_model(text, o.where); },
                   {.choices = words({capabilities.begin(), capabilities.end()}), .initial = "9.0"});
    command.option("--threads", o.how.threads, "N", "Use N threads of the interpreter; 0: all",
                   {.rare = true});
    command.group("How to measure");
    command.option("--counters", o.counters, "LIST", "Count these selections and metrics; default: sass",
                   {.choices = selection_choices});
    command.option("--counter", o.single_counters, "NAME",
                   "Count one more metric (also nvprof's name); repeatable",
                   {.choices = metric_choices, .rare = true});
    command.flag("--counting", o.how.counting_build, "Run the counting build, too: transaction sizes, sites");
    command.option("--rounds", o.rounds, "N", "Repeat the sweep N times in new processes",
                   {.within = std::pair{1, 100}});
    command.parsed("--time-mode", o.time_modes, "LIST", "Time as a graph, in a stream, or both (default)",
                   parse_time_modes, {.choices = words({"graph", "stream"})});
    command.parsed("--stop", o.how.trials.rule, "RULE", "End time trials by this rule (docs/measuring.md)",
                   parse_enum<collector::StopRule>,
                   {.choices = choices_of<collector::StopRule>,
                    .initial = std::string(name_of(o.how.trials.rule)),
                    .rare = true});
    command.option("--min-trials", o.how.trials.min_trials, "N", "Take at least N time trials",
                   {.within = std::pair{1, 1e9}});
    command.option("--max-trials", o.max_trials, "N",
                   "Take at most N time trials; default: 30 (entropy: 500)");
    command.option("--spread", o.spread_pct, "PCT", "Stop trials at this spread (IQR / median)",
                   {.within = std::pair{0, 1e6}, .rare = true});
    command.option("--budget", o.budget_ms, "MS", "Limit the time of a case's time trials", {.rare = true});
    command.option("--order-seed", o.order_seed, "N", "Set the order of rounds; 0: random, and noted",
                   {.rare = true});
    command.option("--activity-trials", o.activity_trials, "N",
                   "Time launches in N activity trials; default: 3",
                   {.within = std::pair{1, 1e6}, .rare = true});
    command.flag("--no-limits", o.no_limits, "Skip measuring each GPU's limits first", {.rare = true});
    command.flag("--no-host-names", o.anonymous, "Store neither the host's name nor folders of this machine",
                 {.rare = true});
    command.flag("--lock-check", o.lock_check, "Warn if the GPU's clocks are not steady", {.rare = true});
    command.flag("--flush-l2", o.how.trials.flush_l2, "Overwrite the L2 cache before each execution",
                 {.rare = true});
    command.flag("--no-sites", o.no_sites, "Store no access sites: smaller files", {.rare = true});
    command.option("--case-limit", o.case_limit_s, "SECONDS",
                   "Abandon a case that makes no progress for so long",
                   {.within = std::pair{1, 1e9}, .rare = true});
    command.flag("--in-process", o.in_process, "Run cases in this process, for debuggers", {.rare = true});
    command.group("Where it goes");
    add_store(command, o.output, "Append to this SortScope file");
    command.flag("--resume", o.resume, "Skip cases that the file has complete");
    command.flag("--dry-run", o.dry_run, "Show what would run and how long it takes");
    command.flag("--presets", o.presets, "List the presets");
    command.flag("--json", o.json, "Print JSON (--dry-run, --presets)");
    command.option("--progress", o.progress, "KIND", "Show a bar, or print lines of JSON to standard error",
                   {.choices = words({"bar", "json"}), .only = true, .rare = true});
    command.flag("--quiet,-q", o.quiet, "Show no progress bar");
}

std::vector<collector::Sweep> sweeps_of(const CollectOptions& options,
                                        const kernels::VariantRegistry& variants) {
    const auto& axes = options.axes;
    if (!axes.input_file.empty() && (!axes.sizes.empty() || !axes.distributions.empty()))
        wrong_request(
            "--input-file FILE sets the number of keys and their order: leave out --n and --input.");
    const auto take = [](auto& values, const auto& named) {
        if (!named.empty()) values = named;
    };
    auto sweeps = preset_of(options).sweeps;
    for (auto& sweep : sweeps) {
        if (!options.variants.empty()) sweep.variants = variant_names(options.variants, variants);
        take(sweep.sizes, axes.sizes);
        take(sweep.blocks, axes.blocks);
        take(sweep.keys, axes.keys);
        take(sweep.distributions, axes.distributions);
        // Parameters and limits of a preset are for its own cases.
        if (!axes.params.empty() || !options.variants.empty()) sweep.params = axes.params;
        if (is_narrowed(options)) sweep.limits = {};
        sweep.input_file = axes.input_file;
        sweep.seed = axes.seed;
        sweep.entropy_bits = options.entropy_bits.value_or(sweep.entropy_bits);
    }
    // Plug-ins join the first sweep of a preset.
    if (options.variants.empty())
        for (const auto& variant : variants.all())
            if (variant.plugin) sweeps.front().variants.push_back(variant.info.name);
    if (options.entropy_bits && std::ranges::none_of(sweeps, [](const auto& sweep) {
            return contains(sweep.distributions, Distribution::few);
        }))
        wrong_request("--entropy is of input few: add --input few, or leave it out.");
    return sweeps;
}

std::vector<std::unique_ptr<collector::Backend>> make_backends(const CollectOptions& options,
                                                               const collector::Catalogue& catalogue) {
    auto request = options.where;
    request.workers = !options.in_process;
    return collector::make_backends(catalogue, request);
}

void refuse_idle_options(const CollectOptions& options,
                         const std::vector<std::unique_ptr<collector::Backend>>& backends) {
    using enum BackendKind;
    struct OfSome {
        std::string_view option;
        bool given;
        std::vector<BackendKind> takers;
    };
    const auto model = [](const collector::BackendRequest& where) {
        return std::pair(where.model_cc_major, where.model_cc_minor);
    };
    const OfSome all[] = {
        {"--counters", !options.counters.empty() && !parse_counters(options.counters).empty(), {cupti, simt}},
        {"--counter", !options.single_counters.empty(), {cupti, simt}},
        {"--counting", options.how.counting_build, {cupti, simt}},
        {"--model", model(options.where) != model({}), {simt}},
        {"--threads", options.how.threads != 0, {simt}},
        {"--time-mode", !options.time_modes.empty(), {cupti}},
        {"--activity-trials", options.activity_trials.has_value(), {cupti}},
        {"--lock-check", options.lock_check, {cupti}},
        {"--flush-l2", options.how.trials.flush_l2, {cupti}}};
    const auto joined = [](const std::vector<BackendKind>& kinds, const char* by) {
        std::vector<std::string_view> names;
        for (const auto kind : kinds) names.push_back(name_of(kind));
        return fmt::format("{}", fmt::join(names, by));
    };
    std::vector<BackendKind> used;
    for (const auto& backend : backends)
        if (!contains(used, backend->kind())) used.push_back(backend->kind());
    for (const auto& [option, given, takers] : all)
        if (given && std::ranges::find_first_of(used, takers) == used.end())
            wrong_request("{} is for --backend {}, and this collection is on {}. Leave it out.", option,
                          joined(takers, " or "), joined(used, ", "));
}

collector::BackendOptions backend_options(const CollectOptions& options) {
    auto how = options.how;
    auto& trials = how.trials;
    trials.max_trials =
        options.max_trials.value_or(std::max(collector::usual_max_trials(trials.rule), trials.min_trials));
    if (trials.max_trials < trials.min_trials) wrong_request("--max-trials must not be below --min-trials.");
    trials.target_spread = options.spread_pct / 100;
    trials.budget = std::chrono::milliseconds(options.budget_ms);
    how.counters = parse_counters(options.counters.empty() ? defaults_of(options).counters : options.counters,
                                  options.single_counters);
    how.sites = !options.no_sites;
    if (!options.time_modes.empty()) how.time_modes = options.time_modes;
    how.activity_trials = options.activity_trials.value_or(3);
    return how;
}

collector::Schedule schedule_of(const CollectOptions& options) {
    collector::Schedule schedule;
    schedule.rounds = options.rounds.value_or(defaults_of(options).rounds);
    schedule.limits = !options.no_limits;
    schedule.stream_alone = !options.stream_beside;
    schedule.order_seed = options.order_seed != 0 ? options.order_seed : std::random_device{}() + uint64_t{1};
    schedule.case_limit = std::chrono::seconds(options.case_limit_s.value_or(0));
    return schedule;
}
}
