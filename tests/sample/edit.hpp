// Changes of a recorded sort, made to what it was planned with.
#pragma once

#include <utility>

#include "core/records.hpp"
#include "core/times.hpp"

namespace sortscope {
/// Describes the record anew at the end of the statement: edit(record).workload.n = 1024.
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

/// The record with the times that its trials have.
inline CaseRecord with_times_of_trials(CaseRecord record) {
    if (record.trials.empty()) return record;
    record.time =
        summarize_times(record.trials, record.time_mode, record.time ? record.time->stopped_by : "");
    std::erase_if(record.other_times, [&](TimeSummary& time) {
        auto made = summarize_times(record.trials, time.mode, time.stopped_by);
        if (made) time = std::move(*made);
        return !made;
    });
    return record;
}
}
