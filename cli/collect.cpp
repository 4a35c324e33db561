// `sortscope collect`: runs a sweep and stores each case as it ends.
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <csignal>
#include <filesystem>
#include <memory>
#include <string_view>

#include <fmt/core.h>

#include "cli/collect_options.hpp"
#include "cli/command.hpp"
#include "cli/commands.hpp"
#include "cli/output.hpp"
#include "cli/progress_bar.hpp"
#include "collector/catalogue/catalogue.hpp"
#include "collector/resume.hpp"
#include "collector/runner.hpp"
#include "core/host.hpp"
#include "core/text.hpp"
#include "core/version.hpp"
#include "db/reader.hpp"
#include "db/writer.hpp"

namespace sortscope::cli {
namespace {

/// Set by Ctrl-C; the runner ends after the trial it is in. Global because a signal handler has no other way to tell.
std::atomic<bool> stop_requested{false};

extern "C" void request_stop(int) {
    std::signal(SIGINT, SIG_DFL);  // a second Ctrl-C ends the program at once; finished cases are in the file
    if (stop_requested.exchange(true)) return;
    constexpr std::string_view sentence = "\nsortscope: ending the case that runs; press Ctrl-C again to kill.\n";
    [[maybe_unused]] const auto written = ::write(STDERR_FILENO, sentence.data(), sentence.size());
}

/// Ctrl-C, a polite kill and a terminal that goes away all end a collection in order. Under nohup the last is ignored, and stays so.
void end_in_order() {
    std::signal(SIGINT, request_stop);
    std::signal(SIGTERM, request_stop);
    if (std::signal(SIGHUP, request_stop) == SIG_IGN) std::signal(SIGHUP, SIG_IGN);
}

class StoreRecorder final : public collector::Recorder {
 public:
    StoreRecorder(db::Writer& writer, RunId run) : writer_(writer), run_(run) {}
    void record(const CaseRecord& record) override { writer_.write_case(run_, record); }

 private:
    db::Writer& writer_;
    RunId run_;
};

/// What the file that is collected into holds already.
std::vector<CaseRecord> known_cases(const std::string& path) {
    return std::filesystem::exists(path) ? db::Reader(path).cases() : std::vector<CaseRecord>{};
}

/// What was asked but cannot run, as notes of the run: a file must explain what it does not hold.
std::vector<Note> refusal_notes(const std::vector<collector::Assignment>& assignments) {
    std::vector<Note> notes;
    for (const auto& assignment : assignments)
        if (!assignment.backend)
            notes.push_back({Severity::info, collector::describe(assignment.planned.spec) + " was left out. " + assignment.planned.refused});
    return notes;
}

/// Why cases were left out, each reason once.
std::vector<std::string> left_out(const std::vector<collector::Assignment>& assignments) {
    std::vector<std::string> reasons;
    for (const auto& assignment : assignments)
        if (!assignment.backend && std::find(reasons.begin(), reasons.end(), assignment.planned.refused) == reasons.end())
            reasons.push_back(assignment.planned.refused);
    return reasons;
}

void print_plan(const std::vector<collector::Assignment>& assignments, std::size_t skipped) {
    std::size_t runnable = 0;
    for (const auto& assignment : assignments) {
        const std::string what = collector::describe(assignment.planned.spec);
        if (assignment.backend) {
            ++runnable;
            print(fmt::format("{}  on {}\n", what, assignment.backend->device().name));
        } else {
            print(fmt::format("{}  left out: {}\n", what, assignment.planned.refused));
        }
    }
    print(fmt::format("{} of {} cases would run{}.\n", runnable, assignments.size() + skipped,
                      skipped == 0 ? "" : fmt::format(", {} {} there already", skipped, skipped == 1 ? "is" : "are")));
}

std::string outcome_text(const collector::Outcome& outcome, std::size_t skipped, const std::string& path) {
    std::string text = plural(outcome.ok, "case") + " finished";
    if (skipped != 0) text += fmt::format(", {} were there already", skipped);
    if (outcome.failed != 0) text += fmt::format(", {} failed", outcome.failed);
    if (outcome.refused != 0) text += fmt::format(", {} left out", outcome.refused);
    if (outcome.interrupted) text += ", interrupted";
    if (outcome.ok + outcome.failed + skipped == 0) return text + ".\n";
    return text + fmt::format(". 'sortscope report {}' shows them.\n", path);
}

/// 130 after Ctrl-C, as shells expect; 6 if an output was wrong or a case failed; 3 if nothing could run at all.
int outcome_code(const collector::Outcome& outcome, std::size_t skipped) {
    if (outcome.interrupted) return 130;
    if (outcome.failed != 0) return exit_code(ErrorKind::verification);
    if (outcome.ok == 0 && skipped == 0) return exit_code(ErrorKind::unsupported);
    return 0;
}

std::uint32_t count_runnable(const std::vector<collector::Assignment>& assignments) {
    return static_cast<std::uint32_t>(std::ranges::count_if(assignments, [](const auto& each) { return each.backend != nullptr; }));
}

RunRecord start_run(const std::vector<collector::Assignment>& assignments, const std::string& command_line) {
    RunRecord run;
    run.started_utc = utc_now();
    run.command = command_line;
    run.program_version = program_version;
    run.host = read_host();
    run.planned_cases = count_runnable(assignments);
    run.notes = refusal_notes(assignments);
    return run;
}

/// Runs the cases and stores them as one run of the file.
collector::Outcome collect(const std::vector<collector::Assignment>& assignments, const collector::BackendOptions& how,
                           const CollectOptions& options, const std::string& command_line) {
    db::Writer writer(options.output);
    const RunId id = writer.begin_run(start_run(assignments, command_line));
    end_in_order();
    StoreRecorder recorder(writer, id);
    ProgressBar bar(!options.quiet);
    const auto outcome = collector::run_cases(assignments, how, recorder, stop_requested,
                                              [&](const collector::Progress& progress) { bar.show(progress); });
    bar.finish();
    RunRecord ended;
    ended.ended_utc = utc_now();
    if (outcome.interrupted) ended.notes.push_back({Severity::lost, "Interrupted: the cases after this point were not collected."});
    writer.finish_run(id, ended);
    return outcome;
}

void run_collect(const CollectOptions& options, const std::string& command_line) {
    const auto how = backend_options(options);
    const auto catalogue = collector::make_catalogue();
    auto cases = collector::plan_cases(sweeps_of(options, catalogue.variants), catalogue.variants);
    const auto backends = collector::make_backends(catalogue, backend_request(options));
    auto assignments = collector::assign(std::move(cases), backends);
    const std::size_t skipped = options.resume ? collector::drop_finished(assignments, how, known_cases(options.output)) : 0;
    if (options.dry_run) return print_plan(assignments, skipped);

    collector::Outcome outcome;
    if (count_runnable(assignments) != 0) outcome = collect(assignments, how, options, command_line);
    else outcome.refused = assignments.size();  // a run without a case is not stored, nor a file made for it

    for (const auto& problem : outcome.problems) print_error(problem);
    for (const auto& reason : left_out(assignments)) print("Left out: " + wrap(reason, stdout_screen(), 10, 10) + "\n");
    print(outcome_text(outcome, skipped, options.output));
    if (const int code = outcome_code(outcome, skipped); code != 0) throw ExitWith{code};
}

}  // namespace

void add_collect(CLI::App& program, std::string command_line) {
    Command command(program, "collect", "Run sorts, count and time every launch, and store it all");
    const auto options = std::make_shared<CollectOptions>();
    add_collect_options(command, *options);
    command.footer("Examples:\n"
                   "  sortscope collect --preset quick\n"
                   "  sortscope collect --variant bitonic-b2,butterfly-full --size 2^10..2^20 --block 64,256\n"
                   "  sortscope collect --variant bitonic-xor --size 2^16 --backend simt --model 1.3\n"
                   "  sortscope collect --variant all --input keys.bin --key f32\n\n"
                   "Ctrl-C ends the current case and keeps all that is finished; --resume goes on where a run stopped.\n"
                   "Exit codes: 0 all ran, 3 no case could run, 6 a case failed or sorted wrongly, 130 interrupted.");
    command.run([options, command_line] { run_collect(*options, command_line); });
}

}  // namespace sortscope::cli
