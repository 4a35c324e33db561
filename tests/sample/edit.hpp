// Edits the record of a sort through its workload and launch configuration.
#pragma once

#include <utility>

#include "core/records.hpp"
#include "core/times.hpp"

namespace sortscope {
/// Updates the record at the end of the statement: edit(record).workload.n = 1024.
class SortEdit {
 public:
    explicit SortEdit(CaseRecord& record)
        : record_(record), workload_(workload_of(record)), config_(config_of(record)) {}
    SortEdit(const SortEdit&) = delete;
    SortEdit& operator=(const SortEdit&) = delete;
    ~SortEdit() { describe_sort(record_, workload_, config_); }

 private:
    CaseRecord& record_;
    Workload workload_;
    LaunchConfig config_;

 public:
    Workload& workload = workload_;
    LaunchConfig& config = config_;
};

inline SortEdit edit(CaseRecord& record) { return SortEdit(record); }

/// Replaces the record's times by summaries of its trials. Keeps times of modes without trials.
inline CaseRecord with_times_of_trials(CaseRecord record) {
    if (record.trials.empty()) return record;
    record.time =
        summarize_times(record.trials, record.time_mode, record.time ? record.time->stopped_by : "");
    for (auto& time : record.other_times)
        if (auto made = summarize_times(record.trials, time.mode, time.stopped_by)) time = std::move(*made);
    return record;
}

/// Adds a stream trial to full_case(), so that all its times are summaries of its trials.
inline CaseRecord with_stream_trial(CaseRecord record) {
    auto trial = record.trials.front();
    trial.index = 2;
    trial.time_mode = TimeMode::stream;
    record.trials.push_back(trial);
    return with_times_of_trials(std::move(record));
}
}
