// `sortscope collect`: runs a sweep and stores each case as it ends.
#include <cmath>
#include <ranges>

#include "cli/commands/collect_ranks.hpp"
#include "cli/commands/collect_run.hpp"
#include "cli/commands/collect_watch.hpp"
#include "cli/commands/commands.hpp"
#include "cli/options/collect_options.hpp"
#include "collector/sweep_case.hpp"

namespace sortscope::cli {
namespace {
constexpr double long_s = 2 * 3600;  ///< longer collections get a warning

struct Plan {
    std::vector<collector::SweepCase> cases;
    collector::Schedule schedule;
    size_t skipped = 0;  ///< stored cases
    std::optional<collector::Rank> rank;
    std::string file;  ///< of this rank
};

/// The rank of this process; std::nullopt for a single process. Throws Error(usage).
std::optional<collector::Rank> rank_of(const CollectOptions& options) {
    return options.rank ? options.rank
                        : collector::launched_rank([](const char* name) { return std::getenv(name); });
}

/// Counts left-out cases by reason.
std::map<std::string, size_t> reasons(const Plan& plan) {
    std::map<std::string, size_t> all;
    for (const auto& each : plan.cases)
        if (each.is_refused()) ++all[each.refused];
    return all;
}

/// A warning about a long collection; else empty.
std::string long_warning(const Plan& plan) {
    const auto totals = collector::totals_of(plan.cases);
    if (totals.seconds < long_s) return {};
    const auto& longest = *std::ranges::max_element(plan.cases, {}, &collector::SweepCase::guess);
    return fmt::format(
        "This is expected to take about {}. The longest is {}: about {}. Ctrl-C ends it; --resume goes on.",
        format_rough_time(totals.seconds), collector::describe(longest.spec),
        format_rough_time(longest.guess));
}

void render_plan(const Plan& plan, TextPage& page) {
    for (const auto& each : plan.cases)
        page.line(
            collector::describe(each.spec) +
                (each.is_refused() ? "  left out: " + each.refused : "  on " + each.backend->device().name),
            0, 2);
    for (const auto& sentence : collector::plan_sentences(plan.cases, plan.skipped, plan.schedule.rounds))
        page.line(sentence, 0, 2);
    if (const auto warning = long_warning(plan); !warning.empty()) page.line(warning, 0, 2);
}

void write_plan(json::Writer& out, const Plan& plan) {
    const auto totals = collector::totals_of(plan.cases);
    out.put("cases", totals.cases, "skipped", plan.skipped, "left_out", plan.cases.size() - totals.cases);
    out.put("rounds", plan.schedule.rounds);
    const auto sorts = collector::short_sorts(plan.cases);
    out.put("short_sorts", sorts.count);
    out.put("short_sort_rounds", sorts.count == 0 ? plan.schedule.rounds : sorts.most_rounds);
    out.put("launches", std::llround(totals.launches), "launches_are_exact", totals.all_planned);
    out.put("counter_passes", totals.passes, "expected_s", totals.seconds);
    out.put("expected_file_bytes", std::llround(totals.file_bytes));
    out.put("sentence", join(collector::plan_sentences(plan.cases, plan.skipped, plan.schedule.rounds), " "));
    out.put_known("warning", long_warning(plan));
    out.objects("reasons", reasons(plan),
                [&](const auto& each) { out.put("reason", each.first, "cases", each.second); });
    out.objects("plan", plan.cases, [&](const auto& each) {
        out.put("case", collector::describe(each.spec));
        if (each.is_refused()) return out.put("left_out", each.refused);
        out.put("device", each.backend->device().name);
        out.put("expected_s", each.guess);
    });
}

/// Keeps the cases of one rank.
void keep_share(std::vector<collector::PlannedCase>& cases, const collector::Rank& rank) {
    const auto owners = collector::deal(cases, rank.size);
    size_t at = 0;
    std::erase_if(cases, [&](const auto&) { return owners[at++] != rank.index; });
}

std::string outcome_text(const collector::Outcome& outcome, size_t skipped, const std::string& path) {
    auto text = plural(outcome.ok, "case") + " finished";
    for (const auto& [count, what] :
         {std::pair(skipped, "already stored"), {outcome.failed, "failed"}, {outcome.refused, "left out"}})
        if (count != 0) text += fmt::format(", {} {}", count, what);
    if (outcome.interrupted) text += ", interrupted";
    const auto stored = outcome.ok + skipped;
    if (outcome.failed + stored == 0) return text + ".\n";
    return text + fmt::format(". 'sortscope {} {}' shows {}.\n", stored == 0 ? "list" : "report",
                              shell_word(path), stored == 0 ? "why" : "them");
}

/// Returns 130 after Ctrl-C, as shells expect, and 3 if a case was lost or none could run.
int outcome_code(const collector::Outcome& outcome, size_t skipped) {
    if (outcome.interrupted) return 130;
    if (outcome.failed != 0 || (outcome.ok == 0 && skipped == 0)) return exit_code(ErrorKind::unsupported);
    return 0;
}

/// Prints the parts that stored cases lack.
void print_lost(const collector::Outcome& outcome) {
    constexpr size_t most = 10;
    for (const auto& [loss, cases] : outcome.lost | std::views::take(most))
        print_error(plural(cases, "case") + ": " + loss);
    if (outcome.lost.size() > most)
        print_error(fmt::format("{} more losses are in the cases' notes: 'sortscope show' prints them.",
                                outcome.lost.size() - most));
}

RunRecord start_run(const Plan& plan, const CollectOptions& options, const std::string& command_line) {
    auto run = new_run(plan.cases, command_line);
    if (plan.rank)
        run.notes.push_back(
            {Severity::info, fmt::format("Rank {} of {}, which {}.", plan.rank->index, plan.rank->size,
                                         options.split ? "share the cases" : "each take all")});
    if (collector::run_at_once(plan.cases))
        run.notes.push_back(
            {Severity::info, options.stream_beside
                                 ? "Several GPUs at the same time; times in a stream beside the others' "
                                   "launches (--stream-beside)."
                                 : "Several GPUs at the same time; times in a stream one GPU at a time."});
    if (plan.schedule.rounds == 1) return run;
    auto note = fmt::format(
        "{} rounds, {} and in an order shuffled by --order-seed {}.", plan.schedule.rounds,
        options.in_process ? "all in one process" : "each in fresh processes", plan.schedule.order_seed);
    if (const auto sorts = collector::short_sorts(plan.cases); sorts.count != 0)
        note += fmt::format(" Graph times of sorts expected below {} have {} rounds.",
                            format_time_ns(1e9 * collector::short_sort_s), sorts.rounds_text());
    run.notes.push_back({Severity::info, std::move(note)});
    return run;
}

/// Adds a note for each device with unsteady clocks.
void check_clocks(const std::vector<collector::SweepCase>& cases, std::vector<Note>& notes) {
    std::set<const collector::Backend*> requested{nullptr};
    for (const auto& each : cases) {
        if (!requested.insert(each.backend).second) continue;
        const auto check = each.backend->clock_check();
        if (!check || check->ok) continue;
        const auto text =
            check->name + ": " + check->detail + "." + (check->remedy.empty() ? "" : " " + check->remedy);
        notes.push_back({Severity::warning, text});
        print_error(text);
    }
}

/// Without counters, drops the interpreter: it measures no time.
void drop_idle_backends(std::vector<std::unique_ptr<collector::Backend>>& backends,
                        const collector::BackendOptions& how) {
    if (!how.counters.empty() || how.counting_build) return;
    std::erase_if(backends, [](const auto& backend) { return backend->kind() == BackendKind::simt; });
    if (!backends.empty()) return;
    wrong_request(
        "The host interpreter counts and measures no time: --counters none leaves it nothing. Leave "
        "--counters out, or name a backend that takes times.");
}

void refuse_idle_gpu_options(const CollectOptions& options,
                             const std::vector<std::unique_ptr<collector::Backend>>& backends, bool is_rank) {
    const auto gpus = std::ranges::count(backends, BackendKind::cupti, &collector::Backend::kind);
    if (options.split && !is_rank && gpus < 2)
        wrong_request(
            "--split deals cases out to ranks or GPUs, and there is one. Start collect by mpirun or srun, "
            "give "
            "--rank I/N, or give --device all.");
    if (options.stream_beside && gpus < 2)
        wrong_request("--stream-beside is for several GPUs: give --device all, or leave it out.");
}

/// Stores the cases as one run of `file`.
collector::Outcome collect(const Plan& plan, const std::string& file, const CollectOptions& options,
                           const std::string& command_line, const std::vector<Note>& notes) {
    auto run = start_run(plan, options, command_line);
    run.notes.insert(run.notes.end(), notes.begin(), notes.end());
    StoredRun stored(file, std::move(run),
                     options.quiet                ? ProgressKind::none
                     : options.progress == "json" ? ProgressKind::json
                                                  : ProgressKind::bar,
                     !options.anonymous);
    if (options.lock_check) check_clocks(plan.cases, stored.run.notes);
    auto outcome = stored.collect(plan.cases, plan.schedule);
    stored.finish(outcome.interrupted ? "Interrupted: the cases after this point were not collected." : "");
    return outcome;
}

/// Creates the file of a rank without cases: --merge recognises a finished rank by its file.
void store_empty_run(const Plan& plan, const CollectOptions& options, const std::string& command_line) {
    StoredRun(plan.file, start_run(plan, options, command_line), ProgressKind::none, !options.anonymous)
        .finish("");
}

void print_presets(bool json) {
    const auto& presets = collector::presets();
    print_in(
        {.json = json}, {},
        [&](auto& out) {
            out.array([&] {
                for (const auto& preset : presets)
                    out.object([&] { out.put("name", preset.name, "summary", preset.summary); });
            });
        },
        [&](TextPage& page) {
            for (const auto& preset : presets) page.line(preset.name + ": " + preset.summary, 0, 2);
        });
}

void collect_once(const CollectOptions& options, const Program& program) {
    if (options.json && !options.dry_run && !options.presets)
        wrong_request("--json goes with --dry-run or --presets. 'sortscope show --json' prints cases.");
    if (options.presets) return print_presets(options.json);
    Plan plan;
    const auto how = backend_options(options);
    plan.schedule = schedule_of(options);
    plan.rank = rank_of(options);
    plan.file = plan.rank ? collector::file_of_rank(options.output, *plan.rank).string() : options.output;
    auto plugins = options.plugins;
    if (!options.build.empty())
        for (auto& plugin : build_plugins(options.build)) plugins.push_back(std::move(plugin));
    const auto catalogue = catalogue_with(plugins);
    if (options.in_process && !catalogue.plugins.empty())
        wrong_request("Plug-ins run in worker processes only. Leave out --in-process.");
    auto cases = collector::plan_cases(sweeps_of(options, catalogue.variants), catalogue.variants);
    if (options.split && plan.rank) keep_share(cases, *plan.rank);
    const bool has_share = !cases.empty();
    if (options.merge && !plan.rank)
        wrong_request("--merge is for ranks: start collect by mpirun or srun, or give --rank I/N.");
    auto backends = make_backends(options, catalogue);
    drop_idle_backends(backends, how);
    refuse_idle_options(options, backends);
    refuse_idle_gpu_options(options, backends, plan.rank.has_value());
    std::optional<StagedFile> staged;
    if (!options.dry_run) staged.emplace(options.stage_dir, plan.file);
    plan.cases = collector::plan_sweep(collector::assign(std::move(cases), backends, options.split), how,
                                       plan.schedule);
    if (options.resume)
        plan.skipped = collector::drop_finished(
            plan.cases, plan.rank ? stored_cases_of_ranks(options, plan.file) : stored_cases(plan.file),
            options.split);
    plan.schedule.rounds = collector::rounds_of(plan.cases);
    if (options.dry_run) {
        print_in({.json = options.json}, {}, in_object([&](auto& out) { write_plan(out, plan); }),
                 [&](TextPage& page) { render_plan(plan, page); });
        return end_by_plugins(catalogue);
    }
    if (const auto warning = long_warning(plan); !warning.empty()) print_error(warning);

    collector::Outcome outcome;
    if (count_runnable(plan.cases) != 0)
        outcome = collect(plan, staged->path(), options, program.command_line, plugin_notes(catalogue));
    else
        outcome.refused = plan.cases.size();  // no run is stored, and no file is created
    staged->deliver();
    if (options.merge && !std::filesystem::exists(plan.file))
        store_empty_run(plan, options, program.command_line);

    for (const auto& problem : outcome.problems) print_error(problem);
    print_lost(outcome);
    for (const auto& [reason, count] : reasons(plan)) print_error("Left out: " + reason);
    const auto sentence = has_share
                              ? outcome_text(outcome, plan.skipped, plan.file)
                              : fmt::format("Rank {} of {} has no case: there are fewer cases than ranks.\n",
                                            plan.rank->index, plan.rank->size);
    say_before_verdict(
        [&] { print(sentence + (options.merge ? merge_ranks(options.output, plan.rank->size) : "")); });
    if (const int code = outcome_code(outcome, plan.skipped); has_share && code != 0) throw ExitWith{code};
    end_by_plugins(catalogue);
}

void run_collect(const CollectOptions& options, const Program& program) {
    if (!options.watch) return collect_once(options, program);
    if (options.build.empty()) wrong_request("--watch needs a folder to build and watch: --build FOLDER.");
    if (options.dry_run || options.presets || options.resume || options.merge || rank_of(options))
        wrong_request(
            "--watch collects again and again: leave out --dry-run, --presets, --resume and ranks.");
    watch(options.build, options.output, [&] { collect_once(options, program); });
}
}  // namespace

void add_collect(Program& program) {
    Command command(program, "collect", "Run sorts; count and time every launch; store it all");
    add_collect_options(command, command.run(run_collect));
}
}
