// A run that collect and tune store while its cases run.
#pragma once

#include "cli/output/interruption.hpp"
#include "cli/output/progress_bar.hpp"
#include "collector/runner.hpp"
#include "db/read/reader.hpp"
#include "db/write/writer.hpp"

namespace sortscope::cli {
class StoredRun : public collector::Recorder {
 public:
    /// Without `with_folders`, stores no folder of the machine (leave_out_folders()).
    StoredRun(const std::string& file, RunRecord begun, ProgressKind progress, bool with_folders);
    /// Runs `cases` with a progress bar, and ends early after a signal.
    collector::Outcome collect(std::vector<collector::SweepCase> cases, const collector::Schedule& schedule);
    /// Ends the run. `interrupted` is a note on missing parts, or empty.
    void finish(const std::string& interrupted);

    CaseId record(const CaseRecord& record) override;
    void add_round(CaseId id, std::span<const TrialRecord> trials, const std::vector<TimeSummary>& times,
                   std::span<const Note> notes, const std::string& unverified) override;
    std::vector<TrialRecord> trials(CaseId id) override {
        if (!reader_) reader_.emplace(file_);
        return reader_->trials(id);
    }
    void record_limits(const Device& device, std::span<const DeviceLimit> limits) override {
        writer_.write_limits(id_, device, limits);
    }
    void note(const Note& note) override { run.notes.push_back(note); }

    RunRecord run;

 private:
    const std::string file_;
    const bool with_folders_;
    db::Writer writer_;
    std::optional<db::Reader> reader_;  ///< reads trials of earlier rounds
    RunId id_;
    ProgressBar bar_;
};

uint32_t count_runnable(const std::vector<collector::SweepCase>& cases);

/// A run that begins now.
RunRecord begun_run(const std::string& command_line);
/// A run that begins now, of the runnable cases. Has a note for each refused case.
RunRecord new_run(const std::vector<collector::SweepCase>& cases, const std::string& command_line);
}
