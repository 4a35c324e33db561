#include "tests/present/sample.hpp"

#include <stdexcept>

namespace sortscope::present::test {

using enum CounterId;

LaunchRecord make_launch(int stage, int substage, const std::string& kernel, std::int64_t start_ns, std::int64_t duration_ns,
                         std::vector<CounterValue> counters, const std::string& label) {
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

CaseRecord make_case(std::int64_t id, std::vector<LaunchRecord> launches) {
    CaseRecord record;
    record.id = CaseId{id};
    record.run = RunId{1};
    record.variant = "bitonic-b2";
    record.workload.n = 1 << 20;
    record.config.block = 256;
    record.device.name = "NVIDIA H200";
    record.device.uuid = "GPU-11111111-aaaa";
    record.device.backend = record.backend = BackendKind::cupti;
    record.device.cc_major = 9;
    record.cache_state = "warm";
    record.time = TimeSummary{500000, 490000, 520000, 0.0123, 5, "time budget"};
    for (std::uint32_t i = 0; i < launches.size(); ++i) launches[i].index = i;
    record.launch_count = launches.size();
    record.launches = std::move(launches);
    return record;
}

namespace {

std::vector<CounterValue> accesses(Provenance provenance, std::int64_t sectors) {
    return {{gld_requests, provenance, sectors / 8}, {gld_bytes, provenance, sectors * 16},     {gld_sectors, provenance, sectors},
            {gst_requests, provenance, sectors / 4}, {gst_bytes, provenance, sectors * 32}, {gst_sectors, provenance, sectors}};
}

}  // namespace

CaseRecord staged_case() {
    return make_case(1, {make_launch(1, 1, "step", 0, 10000, accesses(Provenance::measured, 8000), "k=2 j=1"),
                         make_launch(2, 1, "step", 11000, 60000, accesses(Provenance::measured, 16000), "k=4 j=2"),
                         make_launch(2, 2, "last", 73000, 30000, accesses(Provenance::measured, 16000), "k=4 j=1")});
}

CaseRecord modelled_case() {
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

std::size_t at(const Table& table, std::string_view id) {
    for (std::size_t i = 0; i < table.columns.size(); ++i)
        if (table.columns[i].id == id) return i;
    throw std::out_of_range("no column " + std::string(id));
}

bool has_column(const Table& table, std::string_view id) {
    for (const auto& one : table.columns)
        if (one.id == id) return true;
    return false;
}

const Column& column(const Table& table, std::string_view id) { return table.columns[at(table, id)]; }

Cell cell(const Table& table, std::size_t row, std::string_view id) {
    const auto& cells = table.rows.at(row).cells;
    const auto position = at(table, id);
    return position < cells.size() ? cells[position] : Cell{};
}

std::string text(const Table& table, std::size_t row, std::string_view id) { return cell(table, row, id).text; }

std::vector<std::string> ids(const Table& table) {
    std::vector<std::string> found;
    for (const auto& one : table.columns) found.push_back(one.id);
    return found;
}

}  // namespace sortscope::present::test
