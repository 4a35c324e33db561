// Cases of a few launches, for tests of breakdowns.
#pragma once

#include "core/metric/metric.hpp"
#include "core/records.hpp"
#include "tests/sample/edit.hpp"

namespace sortscope::analyzer::made {
struct Timed {
    std::optional<int64_t> start, duration;
};

inline LaunchRecord launch(Stage stage, std::string kernel, Timed at,
                           std::vector<CounterValue> counters = {}) {
    LaunchRecord record;
    record.stage = std::move(stage);
    record.kernel = std::move(kernel);
    record.start_ns = at.start;
    record.duration_ns = at.duration;
    record.counters = std::move(counters);
    return record;
}

inline CaseRecord make_case(std::vector<LaunchRecord> launches) {
    CaseRecord record;
    edit(record).workload.n = 1024;
    for (uint32_t i = 0; i < launches.size(); ++i) launches[i].index = i;
    record.launches = std::move(launches);
    return record;
}

/// Stage 1 has one substage, stage 2 has two: durations 100, 200, 100 with gaps of 10 and 20.
inline CaseRecord timed_case() {
    return make_case(
        {launch({1, 1, "k=2 j=1"}, "step", {0, 100},
                {{CounterId::gld_sectors, Provenance::measured, 8},
                 {CounterId::branches, Provenance::measured, 1}}),
         launch({2, 1, "k=4 j=2"}, "step", {110, 200}, {{CounterId::gld_sectors, Provenance::measured, 16}}),
         launch({2, 2, "k=4 j=1"}, "last", {330, 100}, {{CounterId::gld_sectors, Provenance::measured, 8}})});
}
}
