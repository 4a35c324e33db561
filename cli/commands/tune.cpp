// `sortscope tune`: finds the best block size and parameters of a variant by successive halving.
#include "analyzer/curves/tune.hpp"
#include "cli/commands/collect_run.hpp"
#include "cli/commands/commands.hpp"
#include "cli/options/collect_options.hpp"
#include "core/times.hpp"
#include "present/tables/sweep.hpp"

namespace sortscope::cli {
namespace {
struct TuneCommandOptions {
    CollectOptions collect;
    std::string variant, from;
    std::vector<RunId> runs;
    uint32_t first_trials = 3, last_trials = 24;
    Formats formats;
};

/// A search and its result.
struct Tuned {
    TunedSort sort;
    TuneResult result;
    std::vector<std::string> left_out;  ///< reasons of configurations that could not run, each once
    size_t older = 0;                   ///< cases replaced by newer cases of their configuration
    bool lost_plugin = false;
    std::string stored;  ///< the file with the measured cases
};

/// Also keeps the newest record of each configuration.
class KeepingRun final : public StoredRun {
 public:
    using StoredRun::StoredRun;
    CaseId record(const CaseRecord& record) override {
        latest[config_of(record)] = record;
        return StoredRun::record(record);
    }
    std::map<LaunchConfig, CaseRecord> latest;
};

std::vector<collector::PlannedCase> assignments_of(
    const TuneCommandOptions& options, const collector::Catalogue& catalogue,
    const std::vector<std::unique_ptr<collector::Backend>>& backends) {
    const auto& info = catalogue.variants.find(options.variant).info;
    auto collect = options.collect;
    collect.variants = {options.variant};
    auto sweeps = sweeps_of(collect, catalogue.variants);
    sweeps.resize(1);
    auto& sweep = sweeps.front();
    if (collect.axes.keys.empty()) sweep.keys = {info.keys.front()};
    if (collect.axes.distributions.empty()) sweep.distributions = {Distribution::uniform};
    if (sweep.variants.size() != 1 || sweep.sizes.size() != 1 || sweep.keys.size() != 1 ||
        sweep.distributions.size() != 1)
        wrong_request("A search is for one size, key type and input: give one of each, as in --n 2^22.");
    // Without an option for the blocks or for a parameter, try all its values.
    if (collect.axes.blocks.empty()) {
        sweep.blocks.clear();
        for (uint32_t block = 32; block <= 1024; block *= 2)
            if (info.min_block != 0 && block >= info.min_block && block <= info.max_block)
                sweep.blocks.push_back(block);
    }
    if (info.promise == Promise::in_blocks && sweep.blocks.size() > 1)
        wrong_request(
            "'{}' sorts tiles of a block, so each block does other work. Choose one, as in --block {}.",
            info.name, sweep.blocks.front());
    for (const auto& parameter : info.parameters)
        if (!parameter.values.empty()) sweep.params.try_emplace(parameter.name, parameter.values);
    return collector::assign(collector::plan_cases(sweeps, catalogue.variants), backends);
}

/// Returns the time mode of all cases. Throws Error(usage) if modes differ.
TimeMode common_mode(std::span<const collector::SweepCase> cases) {
    const auto mode = std::ranges::find(cases, false, &collector::SweepCase::is_refused)->planned.time_mode;
    for (const auto& one : cases)
        if (!one.is_refused() && one.planned.time_mode != mode)
            wrong_request("'{}' would be timed in mode {}, others in mode {}. Give --time-mode stream.",
                          collector::describe(one.spec), name_of(one.planned.time_mode), name_of(mode));
    return mode;
}

Tuned run_search(const TuneCommandOptions& options, const std::string& command_line) {
    const auto& collect = options.collect;
    const auto catalogue = catalogue_with(collect.plugins);
    if (collect.in_process && !catalogue.plugins.empty())
        wrong_request("Plug-ins run in worker processes only. Leave out --in-process.");
    catalogue.variants.find(options.variant);  // throws for an unknown variant
    const auto backends = make_backends(collect, catalogue);
    const auto all = assignments_of(options, catalogue, backends);
    std::vector<collector::PlannedCase> candidates;
    Tuned tuned;
    for (const auto& one : all) {
        if (one.backend != nullptr) {
            candidates.push_back(one);
            tuned.sort.configs.push_back(kernels::effective_config(one.variant->info, one.spec.config));
        } else if (!contains(tuned.left_out, one.refused)) {
            tuned.left_out.push_back(one.refused);
        }
    }
    if (candidates.empty())
        fail(ErrorKind::unsupported, "No configuration of '{}' can run: {}", options.variant,
             tuned.left_out.empty() ? "none was named." : tuned.left_out.front());
    const auto* backend = candidates.front().backend;
    if (std::ranges::any_of(candidates, [&](const auto& one) { return one.backend != backend; }))
        wrong_request("A search is on one device: name it with --backend and --device.");
    auto how = backend_options(collect);
    tuned.sort.by_sectors = backend->kind() == BackendKind::simt;
    if (tuned.sort.by_sectors && how.counters.empty()) how.counters = default_counters();
    if (collect.time_modes.empty()) how.time_modes = {TimeMode::graph};
    how.trials.rule = collector::StopRule::count;
    how.activity_trials = 1;
    auto schedule = schedule_of(collect);
    const auto cases = collector::plan_sweep(all, how, schedule);
    const auto mode = common_mode(cases);
    auto run = new_run(cases, command_line);
    for (auto& note : plugin_notes(catalogue)) run.notes.push_back(std::move(note));
    KeepingRun stored(collect.output, std::move(run), collect.quiet ? ProgressKind::none : ProgressKind::bar,
                      !collect.anonymous);
    std::vector<std::string> problems;
    std::vector<std::vector<TrialRecord>> trial_times(candidates.size());
    const auto measure = [&](std::span<const size_t> which,
                             uint32_t trials) -> std::vector<std::optional<TimeEstimate>> {
        how.trials.max_trials = trials;
        how.trials.min_trials = std::min(how.trials.min_trials, trials);
        std::vector<collector::PlannedCase> now;
        for (const auto i : which) now.push_back(candidates[i]);
        stored.latest.clear();
        const auto outcome = stored.collect(collector::plan_sweep(now, how, schedule), schedule);
        schedule.limits = false;  // measure device limits once a run
        problems.insert(problems.end(), outcome.problems.begin(), outcome.problems.end());
        if (outcome.interrupted) return {};
        std::vector<std::optional<TimeEstimate>> values;
        for (const auto i : which) {
            const auto found = stored.latest.find(tuned.sort.configs[i]);
            auto value = found == stored.latest.end() ? std::nullopt
                         : tuned.sort.by_sectors      ? sectors_of(found->second)
                                                      : time_with(found->second, trial_times[i]);
            // A sort that cannot become a graph is timed in another mode.
            if (value && value->mode != mode) {
                problems.push_back(fmt::format("{}: timed in mode {}, where the search compares mode {}.",
                                               collector::describe(candidates[i].spec), name_of(value->mode),
                                               name_of(mode)));
                value.reset();
            }
            values.push_back(value);
        }
        return values;
    };
    const auto& workload = candidates.front().spec.workload;
    // Trials of one process lack the variation between processes: add it to intervals.
    const double variation = tuned.sort.by_sectors ? 0 : process_variation(mode, workload.n);
    tuned.sort.mode = mode;
    tuned.result =
        tune(candidates.size(), {options.first_trials, options.last_trials, tuned.sort.by_sectors, variation},
             measure);
    stored.finish(tuned.result.stopped ? "Interrupted: the search was not finished." : "");
    for (const auto& problem : problems) print_error(problem);
    tuned.lost_plugin = !catalogue.plugin_problems().empty();
    tuned.sort.heading = fmt::format("{} {} {} {}, {}", options.variant, name_of(workload.key),
                                     format_count(workload.n), workload.input_name(), backend->device().name);
    tuned.stored = collect.output;
    return tuned;
}

/// Throws Error(usage) for options that --from does not use.
void refuse_running(const CollectOptions& collect) {
    const auto& where = collect.where;
    for (const auto& [option, given] : {std::pair{"--device", where.all_gpus || !where.gpus.empty()},
                                        {"--output", collect.output != CollectOptions().output},
                                        {"--counters", collect.counters != "none"},
                                        {"--plugin", !collect.plugins.empty()},
                                        {"--model", where.model_cc_major != 9 || where.model_cc_minor != 0}})
        if (given) wrong_request("--from runs nothing: leave out {}.", option);
}

/// Replays halving on a file: first trials of stored cases replace new trials.
Tuned replay(const TuneCommandOptions& options) {
    const auto reader = open_file(options.from);
    const auto& collect = options.collect;
    refuse_running(collect);
    const auto mode = collect.time_modes.empty() ? TimeMode::none : collect.time_modes.front();
    const auto& axes = collect.axes;
    CaseOptions choice;
    choice.variants = {options.variant};
    choice.runs = options.runs;
    choice.sizes = axes.sizes;
    choice.blocks.assign(axes.blocks.begin(), axes.blocks.end());
    choice.keys = axes.keys;
    choice.inputs = axes.distributions;
    choice.params = axes.params;
    choice.backends = collect.where.kinds;
    Tuned tuned;
    std::map<Condition, std::map<LaunchConfig, CaseRecord>> groups;
    for (auto& record : chosen_cases(reader, choice)) {
        if (record.status != CaseStatus::ok || !record.time) continue;
        if (mode != TimeMode::none) {
            const auto* time = time_in(record, mode);
            if (time == nullptr) continue;
            record.time = TimeSummary(*time);
            record.time_mode = mode;
        }
        auto& group = groups[condition_of(record).leaving_free({"block", "parameters"})];
        if (!group.insert_or_assign(config_of(record), record).second)
            ++tuned.older;  // newer cases come later
    }
    for (auto& [condition, records] : groups)
        std::erase_if(records, [&](const auto& one) {
            return !readable(options.from, one.second.id, [&] { reader.trials(one.second.id); });
        });
    std::erase_if(groups, [](const auto& group) { return group.second.size() < 2; });
    if (groups.empty())
        wrong_request("'{}' has no two timed configurations of '{}' that were chosen.", options.from,
                      options.variant);
    if (groups.size() > 1) {
        std::string all;
        for (const auto& [condition, records] : groups)
            all += fmt::format("\n  run {}: {}: {}", records.begin()->second.run, condition.label(),
                               plural(records.size(), "configuration"));
        wrong_request("Several conditions were chosen. Say more, as in --n 2^22 --key u32 --run 1:{}", all);
    }
    std::vector<CaseRecord> records;
    for (const auto& [config, record] : groups.begin()->second) {
        records.push_back(record);
        tuned.sort.configs.push_back(config);
    }
    tuned.sort.heading = groups.begin()->first.label();
    tuned.sort.replayed = true;
    tuned.sort.mode = records.front().time->mode;
    auto most = options.last_trials;
    for (const auto& record : records) most = std::min(most, record.time->count);
    uint32_t so_far = 0;
    const auto measure = [&](std::span<const size_t> which, uint32_t trials) {
        so_far += trials;
        std::vector<std::optional<TimeEstimate>> values;
        for (const auto i : which)
            values.push_back(time_of_first(reader.trials(records[i].id), tuned.sort.mode, so_far));
        return values;
    };
    const double variation = process_variation(tuned.sort.mode, records.front().keys());
    tuned.result = tune(records.size(), {options.first_trials, most, false, variation}, measure);
    return tuned;
}

void render_tuned(const Tuned& tuned, TextPage& page) {
    page.line(tuned.sort.heading, 0, 2);
    page.line(tune_sentence(tuned.sort, tuned.result), 2);
    page.line(tune_saving(tuned.sort, tuned.result), 2);
    page.blank().table(tune_table(tuned.sort, tuned.result));
    for (const auto& reason : tuned.left_out) page.line("Left out: " + reason, 0, 10);
    if (tuned.older != 0)
        page.line(
            fmt::format("The newest case of each configuration is used; {} left out. --run chooses a run.",
                        plural(tuned.older, "older case")));
    if (!tuned.stored.empty())
        page.line(fmt::format("All {} values are in {}: 'sortscope {} {}' looks further.",
                              tuned.sort.by_sectors ? "modelled" : "measured", tuned.stored,
                              tuned.sort.configs.size() > 1 ? "sweep" : "report", shell_word(tuned.stored)));
    page.legend();
}

void print_tuned(const Formats& requested, const Tuned& tuned) {
    print_in(
        requested, [&] { return tune_table(tuned.sort, tuned.result); }, in_object([&](auto& json) {
            json.put("sort", tuned.sort.heading);
            json.put_known("file", tuned.stored);
            json.put_nonzero("older_cases_left_out", tuned.older);
            members_of(json, tuned.sort, tuned.result);
        }),
        [&](TextPage& page) { render_tuned(tuned, page); });
}

void run_tune(const TuneCommandOptions& options, const Program& program) {
    if (options.first_trials == 0 || options.last_trials < options.first_trials)
        wrong_request("--first-trials must be 1 or more, and --last-trials not below it.");
    if (options.from.empty() && !options.runs.empty())
        wrong_request("--run takes cases of the file that --from names.");
    const auto tuned = options.from.empty() ? run_search(options, program.command_line) : replay(options);
    say_before_verdict([&] { print_tuned(options.formats, tuned); });
    if (tuned.result.stopped) throw ExitWith{130};
    if (!tuned.result.best || tuned.lost_plugin) throw ExitWith{exit_code(ErrorKind::unsupported)};
}
}  // namespace

void add_tune(Program& program) {
    Command command(program, "tune", "Find the best block size and parameters for a size");
    auto& options = command.run(run_tune);
    auto& o = options.collect;
    o.counters = "none";
    command.option("VARIANT", options.variant, "", "Tune this variant",
                   {.choices = variant_choices, .required = true});
    add_plugin_option(command, o.plugins);
    command.group("What to choose from");
    command.parsed("--n", o.axes.sizes, "N", "Sort this many keys", parse_count_list);
    command.parsed("--block", o.axes.blocks, "LIST", "Try these block sizes: 32,64..1024; default: all",
                   parse_blocks);
    add_params(command, o.axes.params, "Try these values of a parameter; default: all");
    command.parsed("--key", o.axes.keys, "TYPE", "Sort this key type; default: the variant's first",
                   parse_list_of<KeyType>, {.choices = choices_of<KeyType>});
    command.parsed("--input", o.axes.distributions, "INPUT", "Sort this input; default: uniform",
                   parse_list_of<Distribution>, {.choices = choices_of<Distribution>});
    command.option("--seed", o.axes.seed, "N", "Set the seed of the generated input", {.rare = true});
    command.option("--from", options.from, "FILE", "Run nothing: replay the search on FILE's cases");
    command.parsed("--run", options.runs, "LIST", "Take cases of these runs (--from)", parse_ids<RunId>);
    command.group("Where and how");
    command.parsed("--backend", o.where.kinds, "NAME", "Run on this backend, or auto", parse_backends,
                   {.choices = choices_of<BackendKind>});
    command.parsed("--device", o.where, "N", "Run on this GPU",
                   [&](const std::string& text) { return parse_gpus(text, o.where); });
    command.parsed("--model", o.where, "CC", "Model this compute capability in the interpreter",
                   [&](const std::string& text) { return parse_model(text, o.where); }, {.initial = "9.0"});
    command.option("--first-trials", options.first_trials, "N", "Take N time trials in the first halving");
    command.option("--last-trials", options.last_trials, "N", "Take N time trials in the last halving");
    command.option("--counters", o.counters, "LIST", "Count these metrics, too",
                   {.choices = selection_choices});
    command.parsed("--time-mode", o.time_modes, "MODE", "Time as a graph or in a stream; default: graph",
                   parse_time_modes, {.choices = words({"graph", "stream"})});
    command.flag("--no-host-names", o.anonymous, "Store neither the host's name nor folders of this machine",
                 {.rare = true});
    command.flag("--in-process", o.in_process, "Run cases in this process, for debuggers", {.rare = true});
    command.group("Where it goes");
    add_store(command, o.output, "Append all measurements to this SortScope file");
    command.flag("--quiet,-q", o.quiet, "Show no progress bar");
    add_print_formats(command, options.formats, "the configurations");
}
}
