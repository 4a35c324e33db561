// What collect and tune share: the run's record, and the recorder that stores cases.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "collector/runner.hpp"
#include "db/write/writer.hpp"

namespace sortscope::cli {

/// Stores cases in a run of a file as they end.
class StoreRecorder : public collector::Recorder {
 public:
    StoreRecorder(db::Writer& writer, RunId run, std::vector<Note>& notes)
        : writer_(writer), run_(run), notes_(notes) {}
    CaseId record(const CaseRecord& record) override { return writer_.write_case(run_, record); }
    void add_round(CaseId id, std::span<const TrialRecord> trials, const std::vector<TimeSummary>& times,
                   std::span<const Note> notes, const std::string& unverified) override {
        writer_.add_round(id, trials, times, notes, unverified);
    }
    void record_limits(const Device& device, std::span<const DeviceLimit> limits) override {
        writer_.write_limits(run_, device, limits);
    }
    void note(const Note& note) override { notes_.push_back(note); }

 private:
    db::Writer& writer_;
    RunId run_;
    std::vector<Note>& notes_;
};

std::uint32_t count_runnable(const std::vector<collector::SweepCase>& cases);

/// The record of a run that begins now, with a note for each case that cannot run.
RunRecord new_run(const std::vector<collector::SweepCase>& cases, const std::string& command_line);

}  // namespace sortscope::cli
