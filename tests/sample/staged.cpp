#include "tests/sample/staged.hpp"
#include "tests/sample/edit.hpp"

namespace sortscope::sample {
using enum CounterId;

LaunchRecord launch_of(int stage, int substage, const std::string& kernel, int64_t start_ns,
                       int64_t duration_ns, std::vector<CounterValue> counters, const std::string& label) {
    LaunchRecord launch;
    launch.stage = {stage, substage, label};
    launch.kernel = kernel;
    launch.grid = {1024, 1, 1};
    launch.block = {256, 1, 1};
    if (duration_ns >= 0) {
        launch.start_ns = start_ns;
        launch.duration_ns = duration_ns;
    }
    launch.counters = std::move(counters);
    return launch;
}

CaseRecord case_of(int64_t id, std::vector<LaunchRecord> launches) {
    CaseRecord record;
    record.id = CaseId{id};
    record.run = RunId{1};
    record.subject.name = "bitonic-b2";
    edit(record).workload.n = 1 << 20;
    edit(record).config.block = 256;
    record.device.name = "NVIDIA H200";
    record.device.uuid = "GPU-11111111-aaaa";
    record.device.backend = record.backend = BackendKind::cupti;
    record.device.cc_major = 9;
    record.cache_state = "warm";
    record.time = TimeSummary{500000, 490000, 520000, 0.0123, 5, "time budget"};
    for (uint32_t i = 0; i < launches.size(); ++i) launches[i].index = i;
    record.launch_count = launches.size();
    record.launches = std::move(launches);
    return record;
}

namespace {
std::vector<CounterValue> accesses(Provenance provenance, int64_t sectors) {
    return {{gld_requests, provenance, sectors / 8}, {gld_bytes, provenance, sectors * 16},
            {gld_sectors, provenance, sectors},      {gst_requests, provenance, sectors / 4},
            {gst_bytes, provenance, sectors * 32},   {gst_sectors, provenance, sectors}};
}
}  // namespace

CaseRecord staged_case() {
    return case_of(1,
                   {launch_of(1, 1, "step", 0, 10000, accesses(Provenance::measured, 8000), "k=2 j=1"),
                    launch_of(2, 1, "step", 11000, 60000, accesses(Provenance::measured, 16000), "k=4 j=2"),
                    launch_of(2, 2, "last", 73000, 30000, accesses(Provenance::measured, 16000), "k=4 j=1")});
}

CaseRecord modelled_staged_case() {
    auto record = staged_case();
    record.backend = record.device.backend = BackendKind::simt;
    record.time.reset();
    for (auto& launch : record.launches) {
        launch.start_ns = launch.duration_ns = std::nullopt;
        for (auto& value : launch.counters) value.provenance = Provenance::modelled;
        launch.counters.push_back({branches, Provenance::modelled, 100});
        launch.counters.push_back({divergent_branches, Provenance::modelled, 25});
    }
    return record;
}
}
