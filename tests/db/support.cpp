#include "support.hpp"

#include <SQLiteCpp/SQLiteCpp.h>
#include <sys/wait.h>
#include <unistd.h>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <tuple>

#include "db/write/writer.hpp"

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

namespace {
// Members of records. Lists of records are compared element by element.
const auto time_members = [](const TimeSummary& r) {
    return std::tie(r.median_ns, r.min_ns, r.max_ns, r.spread, r.count, r.stopped_by, r.mode, r.rounds);
};
const auto case_members = [](const CaseRecord& r) {
    return std::tie(r.subject, r.time_mode, r.passes, r.axes, r.input, r.work, r.device, r.backend, r.status,
                    r.message, r.padded, r.required_bytes, r.cache_state, r.collect_ns, r.series,
                    r.sampled_launches, r.stalls, r.sources);
};
const auto note_members = [](const Note& r) { return std::tie(r.severity, r.text); };
const auto trial_members = [](const TrialRecord& r) {
    return std::tie(r.kind, r.index, r.duration_ns, r.verified, r.accepted, r.note, r.round, r.time_mode,
                    r.sm_clock_mhz, r.memory_clock_mhz);
};
const auto transfer_members = [](const TransferRecord& r) {
    return std::tie(r.kind, r.bytes, r.start_ns, r.duration_ns);
};
const auto launch_members = [](const LaunchRecord& r) {
    return std::tie(r.index, r.stage, r.kernel, r.symbol, r.local_bytes, r.comparators, r.duration_spread,
                    r.duration_count, r.process_id, r.context_id, r.stream_id, r.correlation_id,
                    r.vendor_values, r.grid, r.block, r.shared_bytes, r.registers, r.required_bytes,
                    r.start_ns, r.duration_ns, r.counters, r.sites);
};
const auto run_members = [](const RunRecord& r) {
    return std::tie(r.started_utc, r.ended_utc, r.command, r.program_version, r.planned_cases, r.host.name,
                    r.host.os, r.host.kernel, r.host.cpu, r.host.threads, r.host.memory_bytes);
};

template <class Records, class Members>
void expect_all(const Records& a, const Records& b, const Members& members, const char* what) {
    ASSERT_EQ(a.size(), b.size()) << what;
    for (size_t i = 0; i < a.size(); ++i)
        EXPECT_TRUE(members(a[i]) == members(b[i])) << what << " " << i << " differs";
}
}  // namespace

void expect_same(const CaseRecord& a, const CaseRecord& b) {
    EXPECT_TRUE(case_members(a) == case_members(b)) << "the case differs";
    ASSERT_EQ(a.time.has_value(), b.time.has_value());
    if (a.time) {
        EXPECT_TRUE(time_members(*a.time) == time_members(*b.time)) << "its time differs";
    }
    expect_all(a.other_times, b.other_times, time_members, "other time");
    expect_all(a.notes, b.notes, note_members, "note");
    expect_all(a.trials, b.trials, trial_members, "trial");
    expect_all(a.transfers, b.transfers, transfer_members, "transfer");
    expect_all(a.launches, b.launches, launch_members, "launch");
}

void expect_same(const RunRecord& a, const RunRecord& b) {
    EXPECT_TRUE(run_members(a) == run_members(b)) << "the run differs";
    expect_all(a.notes, b.notes, note_members, "note of the run");
}

void record(const fs::path& path, int count) {
    std::vector<CaseRecord> cases;
    for (int i = 0; i < count; ++i) cases.push_back(full_case(i));
    record(path, cases);
}

void record(const fs::path& path, const std::vector<CaseRecord>& cases) {
    Writer writer(path);
    const auto run = writer.begin_run(full_run());
    for (const auto& one : cases) writer.write_case(run, one);
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
        text.append(buffer.data(), size_t(got));
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

void change(const fs::path& path, const std::string& sql) {
    SQLite::Database database(path.string(), SQLite::OPEN_READWRITE);
    database.exec("PRAGMA foreign_keys = OFF; PRAGMA synchronous = OFF; PRAGMA journal_mode = MEMORY");
    database.exec(sql);
}

fs::path changed_copy(const fs::path& path, const std::string& sql) {
    const fs::path copy = path.string() + ".copy";
    fs::copy_file(path, copy, fs::copy_options::overwrite_existing);
    change(copy, sql);
    return copy;
}

std::string text_of(const fs::path& path) {
    std::ostringstream text;
    text << std::ifstream(path, std::ios::binary).rdbuf();
    return text.str();
}

std::string query(const fs::path& path, const std::string& sql) {
    SQLite::Database database(path.string(), SQLite::OPEN_READONLY);
    return database.execAndGet(sql).getString();
}
}
