#include "cli/commands/collect_run.hpp"

#include <regex>

#include "collector/catalogue/catalogue.hpp"
#include "core/host.hpp"
#include "core/printable.hpp"
#include "core/text.hpp"
#include "core/version.hpp"

namespace sortscope::cli {
collector::Outcome StoredRun::collect(std::vector<collector::SweepCase> cases,
                                      const collector::Schedule& schedule) {
    auto outcome = collector::run_cases(std::move(cases), schedule, *this, interruption(),
                                        [&](const collector::Progress& progress) { bar_.show(progress); });
    bar_.finish();
    return outcome;
}

void StoredRun::finish(const std::string& interrupted) {
    run.ended_utc = utc_now();
    if (!interrupted.empty()) run.notes.push_back({Severity::lost, interrupted});
    writer_.finish_run(id_, run);
}

uint32_t count_runnable(const std::vector<collector::SweepCase>& cases) {
    return uint32_t(std::ranges::count(cases, false, &collector::SweepCase::is_refused));
}

RunRecord begun_run(const std::string& command_line, bool anonymous) {
    RunRecord run;
    run.started_utc = utc_now();
    run.command = printable(command_line);
    run.program_version = program_version;
    run.host = read_host();
    if (!anonymous) return run;
    static const std::regex folders("[^\\s'\"=:,]*/");
    run.command = std::regex_replace(run.command, folders, "");
    run.host.name.clear();
    return run;
}

RunRecord new_run(const std::vector<collector::SweepCase>& cases, const std::string& command_line,
                  bool anonymous) {
    auto run = begun_run(command_line, anonymous);
    run.planned_cases = count_runnable(cases);
    // Note the cases that the file lacks.
    for (const auto& each : cases)
        if (each.is_refused())
            run.notes.push_back(
                {Severity::info, collector::describe(each.spec) + " was left out. " + each.refused});
    if (auto note = collector::note_on(collector::gpu_code(), cases)) run.notes.push_back(std::move(*note));
    return run;
}
}
