#include "records.hpp"

#include <SQLiteCpp/SQLiteCpp.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <limits>

#include "db/writer.hpp"

namespace sortscope::db::test {

namespace fs = std::filesystem;

TempFolder::TempFolder() {
    std::string name = (fs::temp_directory_path() / "sortscope-db-XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error("mkdtemp failed");
    path_ = name;
    fs::permissions(path_, fs::perms(0755));
}

TempFolder::~TempFolder() {
    std::error_code ignored;
    fs::permissions(path_, fs::perms::owner_all, ignored);
    fs::remove_all(path_, ignored);
}

RunRecord full_run() {
    RunRecord run;
    run.started_utc = "2026-11-20T21:04:56Z";
    run.command = "sortscope collect --variant 'bitonic-b2' --size 2^10..2^20";
    run.program_version = "0.1.0";
    run.host = {"node7",   "Debian GNU/Linux 12 (bookworm)", "6.1.0-18-amd64", "Some CPU @ 2.1 GHz", 96,
                1ull << 40};
    run.planned_cases = 17;
    run.notes = {{Severity::info, "L2 kept warm"},
                 {Severity::warning, "clock was throttled \xE2\x80\x94 twice"}};
    return run;
}

namespace {

Device full_device() {
    Device d;
    d.backend = BackendKind::cupti;
    d.ordinal = 3;
    d.name = "NVIDIA H200";
    d.uuid = "GPU-0123";
    d.cc_major = 9;
    d.cc_minor = 1;
    d.multiprocessors = 132;
    d.warp_size = 33;
    d.clock_khz = 1980000;
    d.memory_clock_khz = 3201000;
    d.memory_bus_bits = 6144;
    d.memory_bytes = 150'754'820'096;
    d.l2_bytes = 62'914'560;
    d.shared_per_block_bytes = 49152;
    d.max_threads_per_block = 1024;
    d.driver_version = "580.65.06";
    d.cuda_version = "13.0";
    d.cupti_version = "13.0.48";
    return d;
}

Site site(SiteKind kind, std::uint32_t line) {
    return {kind, "variants/bitonic/b2.hpp", line, 9, "merge<true>"};
}

LaunchRecord full_launch(std::uint32_t index, int salt) {
    LaunchRecord l;
    l.index = index;
    l.stage = {static_cast<int>(index) + 1, salt + 2, "k=8 j=" + std::to_string(index)};
    l.kernel = "b2_" + std::to_string(index % 2);
    l.grid = {4096, 2, 3};
    l.block = {128, 4, 5};
    l.shared_bytes = 2048;
    l.registers = 40;
    l.bound_bytes = 8'388'608;
    l.start_ns = 1000 * index;  // 0 for the first: not the same as absent
    l.duration_ns = 4321 + salt;
    l.counters = {{CounterId::gld_requests, Provenance::measured, 32768},
                  {CounterId::gld_requests, Provenance::modelled, 32769},
                  {CounterId::gld_sectors, Provenance::counted, std::numeric_limits<std::int64_t>::max()},
                  {CounterId::dram_read_bytes, Provenance::measured, 0}};
    SiteCounts load{site(SiteKind::global_load, 31),
                    Provenance::modelled,
                    1,
                    2,
                    3,
                    4,
                    5,
                    {6, 7, 8, 9},
                    {10, 11, 12},
                    13,
                    14,
                    15};
    SiteCounts branch{
        site(SiteKind::branch, 32), Provenance::counted, 0, 0, 0, 0, 0, {}, {}, 0, 77, 88 + salt};
    l.sites = {load, branch};
    return l;
}

}  // namespace

CaseRecord full_case(int salt) {
    CaseRecord c;
    c.variant = "bitonic-b2";
    c.workload = {KeyType::f64, 1ull << 20, Distribution::file, std::numeric_limits<std::uint64_t>::max(),
                  "/data/keys 'a'.bin", 5};
    c.config.block = 512;
    c.config.params = {{"radix_bits", -4}, {"unroll", 8 + salt}};
    c.device = full_device();
    c.backend = BackendKind::simt;
    c.status = CaseStatus::unverified;
    c.message = "key 17 is out of order";
    c.padded = true;
    c.bound_bytes = 1'761'607'680;
    c.cache_state = "flushed";
    c.time = TimeSummary{1'234'567 + salt, 1'200'000, 2'000'000, 0.1 + 0.2, 31, "spread below 1 %"};
    c.trials = {{TrialKind::time, 0, 1'234'567, true, true, ""},
                {TrialKind::time, 1, 9'999'999, false, false, "clock throttled"},
                {TrialKind::counter, 0, std::nullopt, true, true, ""}};
    for (std::uint32_t i = 0; i < 3; ++i) c.launches.push_back(full_launch(i, salt));
    c.launches.back().start_ns.reset();
    c.launches.back().duration_ns.reset();
    c.launches.back().counters.clear();
    c.launches.back().sites.clear();
    c.transfers = {{TransferKind::host_to_device, 4'194'304, 0, 80'000},
                   {TransferKind::set, 16, 90'000, 1'500}};
    c.notes = {{Severity::lost, "one pass was dropped"}, {Severity::info, "padded"}};
    c.collect_ns = 987'654'321;
    return c;
}

CaseRecord large_case(int launches, int counters, int sites) {
    CaseRecord c = full_case();
    c.launches.clear();
    for (int i = 0; i < launches; ++i) {
        auto& launch = c.launches.emplace_back(full_launch(static_cast<std::uint32_t>(i), 0));
        launch.counters.clear();
        launch.sites.clear();
        for (const auto& info : counter_catalogue().first(static_cast<std::size_t>(counters)))
            launch.counters.push_back({info.id, Provenance::measured, 32768 + i});
        std::ranges::sort(launch.counters, {}, &CounterValue::id);
        for (int s = 0; s < sites; ++s)
            launch.sites.push_back({site(SiteKind::global_load, static_cast<std::uint32_t>(s)),
                                    Provenance::modelled,
                                    32768,
                                    1 << 20,
                                    4 << 20,
                                    131072,
                                    32768,
                                    {0, 0, 0, 32768},
                                    {0, 0, 65536},
                                    0,
                                    0,
                                    0});
    }
    return c;
}

namespace {

void expect_same_summary(const CaseRecord& a, const CaseRecord& b) {
    EXPECT_EQ(a.variant, b.variant);
    EXPECT_EQ(a.workload, b.workload);
    EXPECT_EQ(a.config, b.config);
    EXPECT_EQ(a.device, b.device);
    EXPECT_EQ(a.backend, b.backend);
    EXPECT_EQ(a.status, b.status);
    EXPECT_EQ(a.message, b.message);
    EXPECT_EQ(a.padded, b.padded);
    EXPECT_EQ(a.bound_bytes, b.bound_bytes);
    EXPECT_EQ(a.cache_state, b.cache_state);
    EXPECT_EQ(a.collect_ns, b.collect_ns);
    ASSERT_EQ(a.time.has_value(), b.time.has_value());
    if (!a.time) return;
    EXPECT_EQ(a.time->median_ns, b.time->median_ns);
    EXPECT_EQ(a.time->min_ns, b.time->min_ns);
    EXPECT_EQ(a.time->max_ns, b.time->max_ns);
    EXPECT_EQ(a.time->spread, b.time->spread);
    EXPECT_EQ(a.time->count, b.time->count);
    EXPECT_EQ(a.time->stopped_by, b.time->stopped_by);
}

void expect_same_notes(const std::vector<Note>& a, const std::vector<Note>& b) {
    ASSERT_EQ(a.size(), b.size());
    for (std::size_t i = 0; i < a.size(); ++i) {
        EXPECT_EQ(a[i].severity, b[i].severity);
        EXPECT_EQ(a[i].text, b[i].text);
    }
}

void expect_same_launch(const LaunchRecord& a, const LaunchRecord& b) {
    EXPECT_EQ(a.index, b.index);
    EXPECT_EQ(a.stage, b.stage);
    EXPECT_EQ(a.kernel, b.kernel);
    EXPECT_EQ(a.grid, b.grid);
    EXPECT_EQ(a.block, b.block);
    EXPECT_EQ(a.shared_bytes, b.shared_bytes);
    EXPECT_EQ(a.registers, b.registers);
    EXPECT_EQ(a.bound_bytes, b.bound_bytes);
    EXPECT_EQ(a.start_ns, b.start_ns);
    EXPECT_EQ(a.duration_ns, b.duration_ns);
    EXPECT_EQ(a.counters, b.counters);
    EXPECT_EQ(a.sites, b.sites);
}

}  // namespace

void expect_same(const CaseRecord& a, const CaseRecord& b) {
    expect_same_summary(a, b);
    expect_same_notes(a.notes, b.notes);
    ASSERT_EQ(a.trials.size(), b.trials.size());
    for (std::size_t i = 0; i < a.trials.size(); ++i) {
        EXPECT_EQ(a.trials[i].kind, b.trials[i].kind);
        EXPECT_EQ(a.trials[i].index, b.trials[i].index);
        EXPECT_EQ(a.trials[i].duration_ns, b.trials[i].duration_ns);
        EXPECT_EQ(a.trials[i].verified, b.trials[i].verified);
        EXPECT_EQ(a.trials[i].accepted, b.trials[i].accepted);
        EXPECT_EQ(a.trials[i].note, b.trials[i].note);
    }
    ASSERT_EQ(a.transfers.size(), b.transfers.size());
    for (std::size_t i = 0; i < a.transfers.size(); ++i) {
        EXPECT_EQ(a.transfers[i].kind, b.transfers[i].kind);
        EXPECT_EQ(a.transfers[i].bytes, b.transfers[i].bytes);
        EXPECT_EQ(a.transfers[i].start_ns, b.transfers[i].start_ns);
        EXPECT_EQ(a.transfers[i].duration_ns, b.transfers[i].duration_ns);
    }
    ASSERT_EQ(a.launches.size(), b.launches.size());
    for (std::size_t i = 0; i < a.launches.size(); ++i) expect_same_launch(a.launches[i], b.launches[i]);
}

void expect_same(const RunRecord& a, const RunRecord& b) {
    EXPECT_EQ(a.started_utc, b.started_utc);
    EXPECT_EQ(a.ended_utc, b.ended_utc);
    EXPECT_EQ(a.command, b.command);
    EXPECT_EQ(a.program_version, b.program_version);
    EXPECT_EQ(a.planned_cases, b.planned_cases);
    EXPECT_EQ(a.host.name, b.host.name);
    EXPECT_EQ(a.host.os, b.host.os);
    EXPECT_EQ(a.host.kernel, b.host.kernel);
    EXPECT_EQ(a.host.cpu, b.host.cpu);
    EXPECT_EQ(a.host.threads, b.host.threads);
    EXPECT_EQ(a.host.memory_bytes, b.host.memory_bytes);
    expect_same_notes(a.notes, b.notes);
}

void record(const fs::path& path, int count) {
    Writer writer(path);
    const auto run = writer.begin_run(full_run());
    for (int i = 0; i < count; ++i) writer.write_case(run, full_case(i));
}

std::string as_ordinary_user(std::string (*work)(const fs::path&), const fs::path& argument) {
    std::array<int, 2> ends{};
    if (::pipe(ends.data()) != 0) throw std::runtime_error("pipe failed");
    const pid_t child = ::fork();
    if (child == 0) {
        constexpr uid_t nobody = 65534;
        std::string text;
        if (::geteuid() == 0 &&
            (::setresgid(nobody, nobody, nobody) != 0 || ::setresuid(nobody, nobody, nobody) != 0)) {
            text = "privileges were not dropped";
        } else {
            try {
                text = work(argument);
            } catch (const std::exception& error) {
                text = error.what();
            }
        }
        const auto written = ::write(ends[1], text.data(), text.size());
        ::_exit(written == static_cast<ssize_t>(text.size()) ? 0 : 1);
    }
    ::close(ends[1]);
    std::string text;
    std::array<char, 4096> buffer{};
    for (ssize_t got = 0; (got = ::read(ends[0], buffer.data(), buffer.size())) > 0;)
        text.append(buffer.data(), static_cast<std::size_t>(got));
    ::close(ends[0]);
    int status = 0;
    ::waitpid(child, &status, 0);
    EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    return text;
}

bool has_companions(const fs::path& path) {
    for (const char* suffix : {"-wal", "-shm", "-journal"})
        if (fs::exists(path.string() + suffix)) return true;
    return false;
}

std::string query(const fs::path& path, const std::string& sql) {
    SQLite::Database database(path.string(), SQLite::OPEN_READONLY);
    return database.execAndGet(sql).getString();
}

}  // namespace sortscope::db::test
