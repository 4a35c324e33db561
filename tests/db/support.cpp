#include "support.hpp"

#include <SQLiteCpp/SQLiteCpp.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>

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

void expect_same_time(const TimeSummary& a, const TimeSummary& b) {
    EXPECT_EQ(a.median_ns, b.median_ns);
    EXPECT_EQ(a.min_ns, b.min_ns);
    EXPECT_EQ(a.max_ns, b.max_ns);
    EXPECT_EQ(a.spread, b.spread);
    EXPECT_EQ(a.count, b.count);
    EXPECT_EQ(a.stopped_by, b.stopped_by);
    EXPECT_EQ(a.mode, b.mode);
    EXPECT_EQ(a.rounds, b.rounds);
}

void expect_same_summary(const CaseRecord& a, const CaseRecord& b) {
    EXPECT_EQ(a.subject, b.subject);
    EXPECT_EQ(a.time_mode, b.time_mode);
    EXPECT_EQ(a.passes, b.passes);
    EXPECT_EQ(a.axes, b.axes);
    EXPECT_EQ(a.input, b.input);
    EXPECT_EQ(a.work, b.work);
    EXPECT_EQ(a.device, b.device);
    EXPECT_EQ(a.backend, b.backend);
    EXPECT_EQ(a.status, b.status);
    EXPECT_EQ(a.message, b.message);
    EXPECT_EQ(a.padded, b.padded);
    EXPECT_EQ(a.required_bytes, b.required_bytes);
    EXPECT_EQ(a.cache_state, b.cache_state);
    EXPECT_EQ(a.collect_ns, b.collect_ns);
    ASSERT_EQ(a.time.has_value(), b.time.has_value());
    if (a.time) expect_same_time(*a.time, *b.time);
    ASSERT_EQ(a.other_times.size(), b.other_times.size());
    for (std::size_t i = 0; i < a.other_times.size(); ++i)
        expect_same_time(a.other_times[i], b.other_times[i]);
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
    EXPECT_EQ(a.symbol, b.symbol);
    EXPECT_EQ(a.local_bytes, b.local_bytes);
    EXPECT_EQ(a.comparators, b.comparators);
    EXPECT_EQ(a.duration_spread, b.duration_spread);
    EXPECT_EQ(a.duration_count, b.duration_count);
    EXPECT_EQ(a.process_id, b.process_id);
    EXPECT_EQ(a.context_id, b.context_id);
    EXPECT_EQ(a.stream_id, b.stream_id);
    EXPECT_EQ(a.correlation_id, b.correlation_id);
    EXPECT_EQ(a.vendor_values, b.vendor_values);
    EXPECT_EQ(a.grid, b.grid);
    EXPECT_EQ(a.block, b.block);
    EXPECT_EQ(a.shared_bytes, b.shared_bytes);
    EXPECT_EQ(a.registers, b.registers);
    EXPECT_EQ(a.required_bytes, b.required_bytes);
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
        EXPECT_EQ(a.trials[i].round, b.trials[i].round);
        EXPECT_EQ(a.trials[i].time_mode, b.trials[i].time_mode);
        EXPECT_EQ(a.trials[i].sm_clock_mhz, b.trials[i].sm_clock_mhz);
        EXPECT_EQ(a.trials[i].memory_clock_mhz, b.trials[i].memory_clock_mhz);
    }
    ASSERT_EQ(a.transfers.size(), b.transfers.size());
    for (std::size_t i = 0; i < a.transfers.size(); ++i) {
        EXPECT_EQ(a.transfers[i].kind, b.transfers[i].kind);
        EXPECT_EQ(a.transfers[i].bytes, b.transfers[i].bytes);
        EXPECT_EQ(a.transfers[i].start_ns, b.transfers[i].start_ns);
        EXPECT_EQ(a.transfers[i].duration_ns, b.transfers[i].duration_ns);
    }
    EXPECT_EQ(a.series, b.series);
    EXPECT_EQ(a.stalls, b.stalls);
    EXPECT_EQ(a.sources, b.sources);
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

void change(const fs::path& path, const std::string& sql) {
    SQLite::Database database(path.string(), SQLite::OPEN_READWRITE);
    database.exec("PRAGMA foreign_keys = OFF; PRAGMA synchronous = OFF; PRAGMA journal_mode = MEMORY");
    database.exec(sql);
}

std::string query(const fs::path& path, const std::string& sql) {
    SQLite::Database database(path.string(), SQLite::OPEN_READONLY);
    return database.execAndGet(sql).getString();
}

}  // namespace sortscope::db::test
