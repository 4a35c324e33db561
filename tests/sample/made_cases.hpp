// Timed cases and files of them, for tests of comparisons.
#pragma once

#include "analyzer/timing/compare.hpp"
#include "tests/sample/edit.hpp"

namespace sortscope::analyzer::made {
/// A sort timed in graph mode in three rounds. The rounds' medians are `jitter` * `ns` apart.
inline CaseRecord timed(int64_t id, uint64_t n, double ns, double jitter = 0.0005) {
    CaseRecord record;
    record.id = CaseId{id};
    record.run = RunId{1};
    record.subject.name = "bitonic-b2";
    edit(record).workload.n = n;
    edit(record).config.block = 256;
    record.backend = record.device.backend = BackendKind::cupti;
    record.device.name = "NVIDIA H200";
    record.device.uuid = "GPU-1";
    record.time_mode = TimeMode::graph;
    TimeSummary time;
    time.mode = TimeMode::graph;
    time.median_ns = std::llround(ns);
    time.min_ns = std::llround(ns * (1 - jitter));
    time.max_ns = std::llround(ns * (1 + jitter));
    time.count = 30;
    for (uint32_t round = 0; round < 3; ++round)
        time.rounds.push_back({round, std::llround(ns * (1 + jitter * (round - 1.0))), 0.001, 10});
    record.time = time;
    return record;
}

/// Keeps one round, and sets the time mode.
inline CaseRecord one_round(CaseRecord record, TimeMode mode) {
    record.time->rounds.resize(1);
    record.time->mode = record.time_mode = mode;
    return record;
}

inline CaseFile file_of(const std::string& name, std::vector<CaseRecord> cases) {
    CaseFile file;
    file.name = name;
    RunRecord first, second;
    first.id = RunId{1};
    first.program_version = "0.1.0";
    second.id = RunId{2};
    second.program_version = "0.2.0";
    file.runs = {first, second};
    file.cases = std::move(cases);
    file.variances = RoundVariances(file.cases);
    return file;
}

inline std::vector<CaseRecord> sizes(double factor = 1) {
    std::vector<CaseRecord> cases;
    for (int log2 = 10; log2 < 20; ++log2)
        cases.push_back(
            timed(log2 - 9, 1ULL << log2, factor * 1e4 * (log2 - 5), 0.0004 + 0.0001 * (log2 % 3)));
    return cases;
}

inline Comparison compared(const std::vector<CaseFile>& files, const CompareOptions& options = {}) {
    static std::vector<Side> sides;  // pairs point into the files, not the sides
    sides = comparison_sides(files, options);
    return compare(sides.at(0), sides.at(1), options);
}
}
