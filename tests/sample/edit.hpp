// Changes of a recorded sort, made to what it was planned with.
#pragma once

#include "core/records.hpp"

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
}
