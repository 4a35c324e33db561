// `sortscope collect`: runs a sweep and stores each case as it ends.
#include <algorithm>
#include <filesystem>
#include <memory>
#include <string_view>

#include <fmt/core.h>

#include "cli/collect_options.hpp"
#include "cli/collect_plan.hpp"
#include "cli/collect_run.hpp"
#include "cli/command.hpp"
#include "cli/commands.hpp"
#include "cli/output.hpp"
#include "cli/progress_bar.hpp"
#include "collector/catalogue/catalogue.hpp"
#include "collector/resume.hpp"
#include "collector/runner.hpp"
#include "core/text.hpp"
#include "core/times.hpp"
#include "db/read/reader.hpp"
#include "db/write/writer.hpp"

namespace sortscope::cli {
namespace {

/// What the file that is collected into holds already, as drop_finished() wants it.
std::vector<CaseRecord> known_cases(const std::string& path) {
    if (!std::filesystem::exists(path)) return {};
    db::Reader reader(path);
    auto cases = reader.cases();
    for (auto& one : cases) {
        // Whether a graph could be made of its sort is a note.
        if (one.backend == BackendKind::cupti && time_in(one, TimeMode::graph) == nullptr)
            one.notes = reader.read_case(one.id, db::Detail::details).notes;
        if (!collector::is_counted_by_software(one)) continue;
        reader.launches(one.id, {.counters = false, .sites = true}, [&](const LaunchRecord& launch) {
            if (!launch.sites.empty()) one.launches.push_back(launch);
            return launch.sites.empty();
        });
    }
    return cases;
}

/// Why cases were left out, each reason once.
std::vector<std::string> left_out(const std::vector<collector::Assignment>& assignments) {
    std::vector<std::string> reasons;
    for (const auto& assignment : assignments)
        if (!assignment.backend &&
            std::find(reasons.begin(), reasons.end(), assignment.planned.refused) == reasons.end())
            reasons.push_back(assignment.planned.refused);
    return reasons;
}

std::string outcome_text(const collector::Outcome& outcome, std::size_t skipped, const std::string& path) {
    std::string text = plural(outcome.ok, "case") + " finished";
    if (skipped != 0) text += fmt::format(", {} {} there already", skipped, skipped == 1 ? "was" : "were");
    if (outcome.failed != 0) text += fmt::format(", {} failed", outcome.failed);
    if (outcome.refused != 0) text += fmt::format(", {} left out", outcome.refused);
    if (outcome.interrupted) text += ", interrupted";
    if (outcome.ok + outcome.failed + skipped == 0) return text + ".\n";
    // A report is of what finished; a list says why others did not.
    if (outcome.ok + skipped == 0)
        return text + fmt::format(". 'sortscope list {}' says why.\n", shell_word(path));
    return text + fmt::format(". 'sortscope report {}' shows them.\n", shell_word(path));
}

/// 130 after Ctrl-C, as shells expect; 3 if a case was lost, whatever lost it, or nothing could run at all.
int outcome_code(const collector::Outcome& outcome, std::size_t skipped) {
    if (outcome.interrupted) return 130;
    if (outcome.failed != 0 || (outcome.ok == 0 && skipped == 0)) return exit_code(ErrorKind::unsupported);
    return 0;
}

/// What was asked for and is not in the file though its case is, each reason once.
void print_lost(const collector::Outcome& outcome) {
    constexpr std::size_t most = 10;
    for (std::size_t i = 0; i < std::min(most, outcome.lost.size()); ++i)
        print_error(plural(outcome.lost[i].second, "case") + ": " + outcome.lost[i].first);
    if (outcome.lost.size() > most)
        print_error(fmt::format("{} other losses are in the notes of the cases: 'sortscope show' has them.",
                                outcome.lost.size() - most));
}

RunRecord start_run(const std::vector<collector::Assignment>& assignments,
                    const std::vector<collector::Expectation>& expected, const collector::Schedule& schedule,
                    const CollectOptions& options, const std::string& command_line) {
    auto run = new_run(assignments, command_line);
    if (schedule.rounds > 1)
        run.notes.push_back(
            {Severity::info,
             fmt::format("{} rounds, {} and in an order shuffled by --order-seed {}.{}", schedule.rounds,
                         options.in_process ? "all in one process" : "each in fresh processes",
                         schedule.order_seed, short_rounds_text(expected))});
    return run;
}

/// Warns of each device whose clocks are not steady, and notes it.
void check_clocks(const std::vector<collector::Assignment>& assignments, std::vector<Note>& notes) {
    std::vector<collector::Backend*> asked;
    for (const auto& assignment : assignments) {
        auto* backend = assignment.backend;
        if (backend == nullptr || std::ranges::find(asked, backend) != asked.end()) continue;
        asked.push_back(backend);
        const auto check = backend->clock_check();
        if (!check || check->ok) continue;
        const auto text =
            check->name + ": " + check->detail + "." + (check->remedy.empty() ? "" : " " + check->remedy);
        notes.push_back({Severity::warning, text});
        print_error(text);
    }
}

/// The interpreter counts and takes no time: without counters it has nothing to give.
void drop_idle_backends(std::vector<std::unique_ptr<collector::Backend>>& backends,
                        const collector::BackendOptions& how) {
    if (!how.counters.empty() || how.counting_build) return;
    std::erase_if(backends, [](const auto& backend) { return backend->kind() == BackendKind::simt; });
    if (!backends.empty()) return;
    throw Error(ErrorKind::usage,
                "The host interpreter counts and measures no time: with --counters none there is nothing "
                "that it could "
                "collect. Leave --counters out, or name a backend that takes times.");
}

/// Runs the cases and stores them as one run of the file.
collector::Outcome collect(const std::vector<collector::Assignment>& assignments,
                           const std::vector<collector::Expectation>& expected,
                           const collector::BackendOptions& how, const collector::Schedule& schedule,
                           const CollectOptions& options, const std::string& command_line) {
    db::Writer writer(options.output);
    RunRecord run = start_run(assignments, expected, schedule, options, command_line);
    const RunId id = writer.begin_run(run);
    end_in_order();
    if (options.lock_check) check_clocks(assignments, run.notes);
    StoreRecorder recorder(writer, id, run.notes);
    ProgressBar bar(options.quiet                ? ProgressKind::none
                    : options.progress == "json" ? ProgressKind::json
                                                 : ProgressKind::bar);
    const auto outcome =
        collector::run_cases(assignments, how, schedule, recorder, stop_requested(),
                             [&](const collector::Progress& progress) { bar.show(progress); });
    bar.finish();
    run.ended_utc = utc_now();
    if (outcome.interrupted)
        run.notes.push_back({Severity::lost, "Interrupted: the cases after this point were not collected."});
    writer.finish_run(id, run);
    return outcome;
}

void print_presets(bool json) {
    if (json)
        return print_json([](auto& out) {
            out.array([&] {
                for (const auto& preset : collector::presets())
                    out.object([&] {
                        out.put("name", preset.name);
                        out.put("summary", preset.summary);
                    });
            });
        });
    for (const auto& preset : collector::presets())
        print(fmt::format(
            "{}: {}\n", preset.name,
            wrap(std::string(preset.summary), stdout_screen(), 2, static_cast<int>(preset.name.size()) + 2)));
}

void run_collect(const CollectOptions& options, const std::string& command_line) {
    if (options.progress != "bar" && options.progress != "json")
        throw Error(ErrorKind::usage, "--progress takes bar or json.");
    if (options.json && !options.dry_run && !options.presets)
        throw Error(ErrorKind::usage,
                    "--json goes with --dry-run or --presets: what a collection finds is in its file, which "
                    "'sortscope show' prints.");
    if (options.presets) return print_presets(options.json);
    const auto how = backend_options(options);
    auto schedule = schedule_of(options);
    const auto catalogue = collector::make_catalogue();
    auto cases = collector::plan_cases(sweeps_of(options, catalogue.variants), catalogue.variants);
    auto backends = collector::make_backends(catalogue, backend_request(options));
    drop_idle_backends(backends, how);
    refuse_idle_options(options, backends);
    auto assignments = collector::assign(std::move(cases), backends);
    const std::size_t skipped =
        options.resume ? collector::drop_finished(assignments, how, schedule, known_cases(options.output))
                       : 0;
    collector::check_options(assignments, how);
    const auto expected = collector::expect(assignments, how, schedule);
    schedule.rounds =
        collector::rounds_of(expected);  // what is gone over once is said to be, and keeps its order
    if (options.dry_run && options.json)
        return print_json([&](auto& out) { write_plan(out, assignments, expected, schedule, skipped); });
    if (options.dry_run) return print(plan_text(assignments, expected, schedule, skipped));
    if (const auto warning = long_warning(assignments, expected); !warning.empty()) print_error(warning);

    collector::Outcome outcome;
    if (count_runnable(assignments) != 0)
        outcome = collect(assignments, expected, how, schedule, options, command_line);
    else
        outcome.refused = assignments.size();  // a run without a case is not stored, nor a file made for it

    for (const auto& problem : outcome.problems) print_error(problem);
    print_lost(outcome);
    for (const auto& reason : left_out(assignments)) print_error("Left out: " + reason);
    say_before_verdict([&] { print(outcome_text(outcome, skipped, options.output)); });
    if (const int code = outcome_code(outcome, skipped); code != 0) throw ExitWith{code};
}

}  // namespace

void add_collect(CLI::App& program, std::string command_line) {
    Command command(program, "collect", "Run sorts, count and time every launch, and store it all");
    const auto options = std::make_shared<CollectOptions>();
    add_collect_options(command, *options);
    command.footer(
        "Examples:\n"
        "  sortscope collect --preset quick\n"
        "  sortscope collect --variant bitonic-b2,butterfly-full --size 2^10..2^20 --block 64,256\n"
        "  sortscope collect --variant bitonic-xor --size 2^16 --backend simt --model 1.3\n"
        "  sortscope collect --variant all --input keys.bin --key f32\n\n"
        "Ctrl-C ends the current case and keeps all that is finished; --resume goes on where a run stopped.\n"
        "Exit codes: 0 all ran, 3 a case was lost (it failed or sorted wrongly; the others were collected), "
        "or none could run, "
        "130 interrupted.");
    command.run([options, command_line] { run_collect(*options, command_line); });
}

}  // namespace sortscope::cli
