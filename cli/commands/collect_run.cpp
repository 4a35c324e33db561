#include "cli/commands/collect_run.hpp"

#include "collector/catalogue/catalogue.hpp"
#include "core/folders.hpp"
#include "core/host.hpp"
#include "core/printable.hpp"
#include "core/text.hpp"
#include "core/version.hpp"

namespace sortscope::cli {
StoredRun::StoredRun(const std::string& file, RunRecord begun, ProgressKind progress, bool with_folders)
    : run(std::move(begun)), file_(file), with_folders_(with_folders), writer_(file), bar_(progress) {
    if (!with_folders_) leave_out_folders(run);
    id_ = writer_.begin_run(run);
    // A window that reads JSON has no Ctrl-C.
    note_interruptions(progress == ProgressKind::json
                           ? "\nsortscope: ending the case that runs.\n"
                           : "\nsortscope: ending the case that runs; press Ctrl-C again to kill.\n");
}

CaseId StoredRun::record(const CaseRecord& record) {
    if (with_folders_) return writer_.write_case(id_, record);
    auto anonymous = record;
    leave_out_folders(anonymous);
    return writer_.write_case(id_, anonymous);
}

void StoredRun::add_round(CaseId id, std::span<const TrialRecord> trials,
                          const std::vector<TimeSummary>& times, std::span<const Note> notes,
                          const std::string& unverified) {
    if (with_folders_) return writer_.add_round(id, trials, times, notes, unverified);
    CaseRecord anonymous;
    anonymous.notes.assign(notes.begin(), notes.end());
    anonymous.message = unverified;
    leave_out_folders(anonymous);
    writer_.add_round(id, trials, times, anonymous.notes, anonymous.message);
}

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
    if (!with_folders_) leave_out_folders(run);
    writer_.finish_run(id_, run);
}

uint32_t count_runnable(const std::vector<collector::SweepCase>& cases) {
    return uint32_t(std::ranges::count(cases, false, &collector::SweepCase::is_refused));
}

RunRecord begun_run(const std::string& command_line) {
    RunRecord run;
    run.started_utc = utc_now();
    run.command = printable(command_line);
    run.program_version = program_version;
    run.host = read_host();
    return run;
}

RunRecord new_run(const std::vector<collector::SweepCase>& cases, const std::string& command_line) {
    auto run = begun_run(command_line);
    run.planned_cases = count_runnable(cases);
    // Note each case that the file will lack.
    for (const auto& each : cases)
        if (each.is_refused())
            run.notes.push_back(
                {Severity::info, collector::describe(each.spec) + " was left out. " + each.refused});
    if (auto note = collector::note_on(collector::gpu_code(), cases)) run.notes.push_back(std::move(*note));
    return run;
}
}
