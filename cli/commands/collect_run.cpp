#include "cli/commands/collect_run.hpp"

#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <string_view>
#include <utility>

#include "collector/catalogue/catalogue.hpp"
#include "core/host.hpp"
#include "core/text.hpp"
#include "core/version.hpp"

namespace sortscope::cli {
namespace {

// Global: a signal handler has no other way to tell.
std::atomic<bool> stop{false};

extern "C" void request_stop(int) {
    std::signal(SIGINT, SIG_DFL);  // a second Ctrl-C ends the program at once
    if (stop.exchange(true)) return;
    constexpr std::string_view sentence =
        "\nsortscope: ending the case that runs; press Ctrl-C again to kill.\n";
    [[maybe_unused]] const auto written = ::write(STDERR_FILENO, sentence.data(), sentence.size());
}

/// Notes on cases that cannot run: a file explains what it lacks.
std::vector<Note> refusal_notes(const std::vector<collector::Assignment>& assignments) {
    std::vector<Note> notes;
    for (const auto& assignment : assignments)
        if (!assignment.backend)
            notes.push_back({Severity::info, collector::describe(assignment.planned.spec) +
                                                 " was left out. " + assignment.planned.refused});
    return notes;
}

}  // namespace

const std::atomic<bool>& stop_requested() { return stop; }

void end_in_order() {
    std::signal(SIGINT, request_stop);
    std::signal(SIGTERM, request_stop);
    if (std::signal(SIGHUP, request_stop) == SIG_IGN) std::signal(SIGHUP, SIG_IGN);
}

std::uint32_t count_runnable(const std::vector<collector::Assignment>& assignments) {
    return static_cast<std::uint32_t>(
        std::ranges::count_if(assignments, [](const auto& each) { return each.backend != nullptr; }));
}

RunRecord new_run(const std::vector<collector::Assignment>& assignments, const std::string& command_line) {
    RunRecord run;
    run.started_utc = utc_now();
    run.command = command_line;
    run.program_version = program_version;
    run.host = read_host();
    run.planned_cases = count_runnable(assignments);
    run.notes = refusal_notes(assignments);
    if (auto note = collector::note_on(collector::gpu_code(), assignments))
        run.notes.push_back(std::move(*note));
    return run;
}

}  // namespace sortscope::cli
