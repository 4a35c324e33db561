// `sortscope collect`: runs a sweep and stores each case as it ends.
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>
#include <memory>
#include <string_view>

#include <fmt/core.h>

#include "cli/commands/collect_run.hpp"
#include "cli/commands/commands.hpp"
#include "cli/options/collect_options.hpp"
#include "cli/output/output.hpp"
#include "cli/output/progress_bar.hpp"
#include "collector/catalogue/catalogue.hpp"
#include "collector/resume.hpp"
#include "collector/runner.hpp"
#include "core/text.hpp"
#include "core/times.hpp"
#include "db/read/reader.hpp"
#include "db/write/writer.hpp"
#include "present/json/writer.hpp"

namespace sortscope::cli {
namespace {

/// What nobody waits for without having been told.
constexpr double long_s = 2 * 3600;

/// Bytes of the file: of a launch (its row, counters and access sites), of a case beside its launches, and of
/// a file without one.
constexpr double launch_bytes = 400;
constexpr double case_bytes = 3000;
constexpr double empty_file_bytes = 370000;

/// What a GPU's fresh process takes before its first case.
constexpr double start_s = 0.5;

struct Totals {
    std::size_t cases = 0;
    double launches = 0;
    std::size_t passes = 0;
    double seconds = 0;
    bool all_planned = true;
};

/// "12", or "8 to 12" where limits of a preset's sweeps let them differ.
std::string rounds_text(const collector::ShortSorts& sorts) {
    return sorts.fewest_rounds == sorts.most_rounds
               ? fmt::format("{}", sorts.most_rounds)
               : fmt::format("{} to {}", sorts.fewest_rounds, sorts.most_rounds);
}

Totals totals_of(const std::vector<collector::Assignment>& assignments,
                 const std::vector<collector::Expectation>& expected) {
    Totals totals;
    std::map<const collector::Backend*, std::uint32_t> starts;  // one a round, and one that counts
    for (std::size_t i = 0; i < assignments.size(); ++i) {
        if (!assignments[i].backend) continue;
        ++totals.cases;
        totals.launches += expected[i].work.launches;
        totals.passes += expected[i].passes;
        totals.seconds += expected[i].seconds;
        if (assignments[i].backend->kind() == BackendKind::cupti)
            starts[assignments[i].backend] = std::max(starts[assignments[i].backend], expected[i].rounds + 1);
        totals.all_planned =
            totals.all_planned && (expected[i].work.planned || expected[i].work.launches == 0);
    }
    for (const auto& [backend, times] : starts) totals.seconds += times * start_s;
    return totals;
}

double file_bytes(const Totals& totals) {
    return empty_file_bytes + totals.launches * launch_bytes + static_cast<double>(totals.cases) * case_bytes;
}

std::string whole(double value) { return std::to_string(std::llround(value)); }

std::string longest_case(const std::vector<collector::Assignment>& assignments,
                         const std::vector<collector::Expectation>& expected) {
    const auto longest = std::ranges::max_element(expected, {}, &collector::Expectation::seconds);
    return fmt::format(
        "The longest is {}: about {}.",
        collector::describe(assignments[static_cast<std::size_t>(longest - expected.begin())].planned.spec),
        format_rough_time(longest->seconds));
}

std::string short_rounds_text(const std::vector<collector::Expectation>& expected) {
    const auto sorts = collector::short_sorts(expected);
    if (sorts.count == 0) return {};
    return fmt::format(" Sorts that were expected to take less than {} as a graph: {} rounds of these times.",
                       format_time_ns(1e9 * collector::short_sort_s), rounds_text(sorts));
}

std::string long_warning(const std::vector<collector::Assignment>& assignments,
                         const std::vector<collector::Expectation>& expected) {
    const auto totals = totals_of(assignments, expected);
    if (totals.seconds < long_s) return {};
    return fmt::format(
        "This is expected to take about {}. {} Ctrl-C ends it, and --resume goes on where it stopped.",
        format_rough_time(totals.seconds), longest_case(assignments, expected));
}

std::string plan_text(const std::vector<collector::Assignment>& assignments,
                      const std::vector<collector::Expectation>& expected,
                      const collector::Schedule& schedule, std::size_t skipped) {
    const auto screen = stdout_screen();
    std::string text;
    for (std::size_t i = 0; i < assignments.size(); ++i) {
        const auto& [planned, backend] = assignments[i];
        const std::string what = collector::describe(planned.spec);
        text += wrap(backend ? fmt::format("{}  on {}", what, backend->device().name)
                             : fmt::format("{}  left out: {}", what, planned.refused),
                     screen, 2) +
                '\n';
    }
    const auto totals = totals_of(assignments, expected);
    text += fmt::format(
        "{} of {} cases would run{}.\n", totals.cases, assignments.size() + skipped,
        skipped == 0 ? "" : fmt::format(", {} {} there already", skipped, skipped == 1 ? "is" : "are"));
    if (totals.cases == 0) return text;
    std::string rounds = schedule.rounds == 1 ? "" : fmt::format(" in {} rounds", schedule.rounds);
    if (const auto sorts = collector::short_sorts(expected); sorts.count != 0)
        rounds += fmt::format(" ({} for the graph times of {})", rounds_text(sorts),
                              plural(sorts.count, "short sort"));
    text += wrap(fmt::format(
                     "Expected: {}{} launches, {}, about {}{}, a file of about {}.",
                     totals.all_planned ? "" : "about ", whole(totals.launches),
                     totals.passes == 1 ? "1 counter pass" : fmt::format("{} counter passes", totals.passes),
                     format_rough_time(totals.seconds), rounds, format_bytes(file_bytes(totals))),
                 screen, 2) +
            '\n';
    if (const auto warning = long_warning(assignments, expected); !warning.empty())
        text += wrap(warning, screen, 2) + '\n';
    return text;
}

void write_plan(present::json::Writer& out, const std::vector<collector::Assignment>& assignments,
                const std::vector<collector::Expectation>& expected, const collector::Schedule& schedule,
                std::size_t skipped) {
    const auto totals = totals_of(assignments, expected);
    std::vector<std::pair<std::string, std::size_t>> reasons;
    for (const auto& [planned, backend] : assignments) {
        if (backend) continue;
        const auto known =
            std::ranges::find(reasons, planned.refused, &std::pair<std::string, std::size_t>::first);
        if (known == reasons.end())
            reasons.emplace_back(planned.refused, 1);
        else
            ++known->second;
    }
    out.object([&] {
        out.put("cases", totals.cases);
        out.put("skipped", skipped);
        out.put("left_out", assignments.size() - totals.cases);
        out.put("rounds", schedule.rounds);
        const auto sorts = collector::short_sorts(expected);
        out.put("short_sorts", sorts.count);
        out.put("short_sort_rounds", sorts.count == 0 ? schedule.rounds : sorts.most_rounds);
        out.put("launches", std::llround(totals.launches));
        out.put("launches_are_exact", totals.all_planned);
        out.put("counter_passes", totals.passes);
        out.put("expected_s", totals.seconds);
        out.put("expected_file_bytes", totals.cases == 0 ? 0 : std::llround(file_bytes(totals)));
        out.put_known("warning", long_warning(assignments, expected));
        out.array("reasons", [&] {
            for (const auto& [reason, cases] : reasons)
                out.object([&] {
                    out.put("reason", reason);
                    out.put("cases", cases);
                });
        });
        out.array("plan", [&] {
            for (std::size_t i = 0; i < assignments.size(); ++i)
                out.object([&] {
                    out.put("case", collector::describe(assignments[i].planned.spec));
                    if (assignments[i].backend) {
                        out.put("device", assignments[i].backend->device().name);
                        out.put("expected_s", expected[i].seconds);
                    } else {
                        out.put("left_out", assignments[i].planned.refused);
                    }
                });
        });
    });
}

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
    wrong_request(
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
        wrong_request("--progress takes bar or json.");
    if (options.json && !options.dry_run && !options.presets)
        wrong_request(
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

void add_collect(Program& program, std::string command_line) {
    Command command(program, "collect", "Run sorts; count and time every launch; store it all");
    const auto options = std::make_shared<CollectOptions>();
    add_collect_options(command, *options);
    command.notes(
        "Ctrl-C keeps finished cases; --resume goes on.\n"
        "Exit codes: 0 all ran, 3 a case was lost or none could run, 130 interrupted.");
    command.examples({"sortscope collect --preset quick",
                      "sortscope collect --variant bitonic-b2 --size 2^10..2^20 --block 64,256",
                      "sortscope collect --variant bitonic-xor --size 2^16 --backend simt --model 1.3",
                      "sortscope collect --variant all --input keys.bin --key f32"});
    command.run([options, command_line] { run_collect(*options, command_line); });
}

}  // namespace sortscope::cli
