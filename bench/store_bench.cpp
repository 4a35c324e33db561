// Measures the store with a million launches of 20 counters, in 200 cases or one case, and with ten thousand
// cases without launches.
#include <SQLiteCpp/SQLiteCpp.h>
#include <benchmark/benchmark.h>
#include <sqlite3.h>
#include <time.h>
#include <unistd.h>

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "bench/generate.hpp"
#include "core/metric/metric.hpp"
#include "db/read/reader.hpp"
#include "db/schema/connection.hpp"
#include "db/sqlite/statement.hpp"
#include "db/write/writer.hpp"

namespace {
using namespace sortscope;
using bench::FileOptions;
namespace fs = std::filesystem;

constexpr FileOptions many_cases{200, 5000, 20, 3};
constexpr FileOptions one_case{1, 1'000'000, 20, 3};

/// Removes the path at the end, with the files that SQLite adds.
struct TempFile {
    explicit TempFile(const std::string& name)
        : path(fs::temp_directory_path() / ("sortscope-bench-" + name + std::to_string(::getpid()) + ".db")) {
    }
    ~TempFile() {
        for (const char* suffix : {"", "-wal", "-shm"}) fs::remove(path.string() + suffix);
    }
    TempFile(const TempFile&) = delete;
    TempFile& operator=(const TempFile&) = delete;
    fs::path path;
};

/// Path of a file that is generated at its first use and kept until the program ends.
const fs::path& file(const std::string& name, const FileOptions& options) {
    static std::map<std::string, TempFile> files;
    const auto [place, is_new] = files.try_emplace(name, name);
    if (is_new) bench::generate_file(place->second.path, options);
    return place->second.path;
}

/// Wall and processor time of this thread since construction. Wall time is unreliable on a busy machine.
struct Stopwatch {
    struct Time {
        double wall_s = 0, cpu_s = 0;
    };
    static double now(clockid_t clock) {
        timespec time{};
        ::clock_gettime(clock, &time);
        return double(time.tv_sec) + 1e-9 * double(time.tv_nsec);
    }
    Time elapsed() const { return {now(CLOCK_MONOTONIC) - wall, now(CLOCK_THREAD_CPUTIME_ID) - cpu}; }
    double wall = now(CLOCK_MONOTONIC);
    double cpu = now(CLOCK_THREAD_CPUTIME_ID);
};

void open_and_list(benchmark::State& state, const std::string& name, const FileOptions& options) {
    const auto& path = file(name, options);
    size_t found = 0;
    for (auto _ : state) found = db::Reader(path).cases().size();
    state.counters["cases"] = double(found);
    state.counters["bytes_a_launch"] = double(fs::file_size(path)) / (1.0 * options.cases * options.launches);
    state.counters["file_MB"] = double(fs::file_size(path)) / 1e6;
}
BENCHMARK_CAPTURE(open_and_list, many_cases, "many", many_cases)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(open_and_list, one_case, "one", one_case)->Unit(benchmark::kMillisecond);

void open_alone(benchmark::State& state, const std::string& name, const FileOptions& options) {
    const auto& path = file(name, options);
    for (auto _ : state) benchmark::DoNotOptimize(db::Reader(path));
}
BENCHMARK_CAPTURE(open_alone, many_cases, "many", many_cases)->Unit(benchmark::kMillisecond);

void stages(benchmark::State& state, const std::string& name, const FileOptions& options) {
    const db::Reader reader(file(name, options));
    size_t found = 0;
    for (auto _ : state) found = reader.stages(CaseId{1}).size();
    state.counters["sums"] = double(found);
}
BENCHMARK_CAPTURE(stages, many_cases, "many", many_cases)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(stages, one_case, "one", one_case)->Unit(benchmark::kMillisecond);

void stream(benchmark::State& state, const std::string& name, const FileOptions& options,
            const db::LaunchQuery& query) {
    const db::Reader reader(file(name, options));
    int64_t launches = 0;
    for (auto _ : state)
        reader.launches(CaseId{1}, query, [&](const LaunchRecord& launch) {
            benchmark::DoNotOptimize(launch.counters.data());
            ++launches;
            return true;
        });
    state.SetItemsProcessed(launches);
}
BENCHMARK_CAPTURE(stream, one_case, "one", one_case, {})->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(stream, one_case_without_counters, "one", one_case, {.counters = false})
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(stream, page_of_1000_launches, "one", one_case, {.first = 500'000, .count = 1000})
    ->Unit(benchmark::kMillisecond);

std::vector<CaseRecord> records(const FileOptions& options) {
    std::vector<CaseRecord> all;
    for (uint32_t number = 0; number < options.cases; ++number) {
        auto& record = all.emplace_back(bench::generated_case(options, number));
        record.launches.resize(options.launches);
        for (uint32_t i = 0; i < options.launches; ++i)
            bench::generate_launch(options, number, i, record.launches[i]);
    }
    return all;
}

/// Rows that the Writer stored in a table; all values are whole numbers.
struct StoredRows {
    std::string insert;
    size_t columns = 0;
    std::vector<std::vector<std::optional<sqlite3_int64>>>
        cases;  ///< one list per case: values of all its rows
};

/// Reads all rows. `select` gives the case's number, from 1, then all columns of `table`.
StoredRows stored_rows(SQLite::Database& database, const std::string& table, const std::string& select,
                       size_t cases) {
    StoredRows rows;
    rows.cases.resize(cases);
    db::Statement statement(database, select);
    auto* const handle = statement.handle();
    rows.columns = size_t(sqlite3_column_count(handle)) - 1;
    std::string names, marks;
    for (size_t i = 1; i <= rows.columns; ++i) {
        names += (i == 1 ? "" : ", ") + std::string(sqlite3_column_name(handle, int(i)));
        marks += i == 1 ? "?" : ", ?";
    }
    rows.insert = "INSERT INTO " + table + " (" + names + ") VALUES (" + marks + ")";
    while (statement.step()) {
        auto& values = rows.cases.at(size_t(sqlite3_column_int64(handle, 0)) - 1);
        for (size_t i = 1; i <= rows.columns; ++i) {
            const int column = int(i);
            const int type = sqlite3_column_type(handle, column);
            if (type == SQLITE_NULL)
                values.push_back(std::nullopt);
            else if (type == SQLITE_INTEGER)
                values.emplace_back(sqlite3_column_int64(handle, column));
            else
                throw std::runtime_error("a value of " + table + " is no whole number");
        }
    }
    return rows;
}

/// Rows that the Writer stored besides launches and counters: sums by stage. Cases of very many launches also
/// have groups of launches (table launch_run) and sums by substage.
std::vector<StoredRows> rows_beside_launches(const fs::path& path, size_t cases) {
    auto database = db::open_for_reading(path, std::chrono::seconds(10));
    std::vector<StoredRows> all;
    for (const std::string table : {"stage_sum", "launch_run", "substage_sum", "substage_value"})
        all.push_back(stored_rows(database, table, "SELECT case_id, * FROM " + table, cases));
    all.push_back(stored_rows(
        database, "sum_sass",
        "SELECT s.case_id, t.* FROM sum_sass t JOIN stage_sum s ON s.id = t.stage_sum_id ORDER BY s.id",
        cases));
    return all;
}

void step(const db::Statement& statement) {
    if (sqlite3_step(statement.handle()) != SQLITE_DONE) throw std::runtime_error("a row was not inserted");
    sqlite3_reset(statement.handle());
}

/// Time to insert the rows without the Writer: prepared statements, one transaction per case. Ids of names
/// and all sums are computed before.
Stopwatch::Time insert_bare(const std::vector<CaseRecord>& all, const std::vector<StoredRows>& beside) {
    const TempFile target("bare");
    auto database = db::open_for_writing(target.path, std::chrono::seconds(10));
    const Stopwatch watch;
    {
        db::Statement launch(database,
                             "INSERT INTO launch (id, case_id, stage, substage, label_id, shape_id, "
                             "start_ns, duration_ns, duration_count, "
                             "origin_id, correlation_id) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
        std::string columns;
        std::string marks;
        for (const auto& value : all.front().launches.front().counters) {
            columns += ", " + std::string(metric_of(value.id).id);
            marks += ", ?";
        }
        db::Statement counter(database,
                              "INSERT INTO counter_sass (launch_id" + columns + ") VALUES (?" + marks + ")");
        std::vector<db::Statement> others;
        for (const auto& rows : beside) others.emplace_back(database, rows.insert);
        sqlite3_int64 row = 0;
        sqlite3_int64 case_id = 0;
        for (const auto& record : all) {
            ++case_id;
            SQLite::Transaction transaction(database, SQLite::TransactionBehavior::IMMEDIATE);
            for (const auto& l : record.launches) {
                auto* const into = launch.handle();
                sqlite3_bind_int64(into, 1, ++row);
                sqlite3_bind_int64(into, 2, case_id);
                sqlite3_bind_int64(into, 3, l.stage.stage);
                sqlite3_bind_int64(into, 4, l.stage.substage);
                sqlite3_bind_int64(into, 5, 3 + l.index % 406);
                sqlite3_bind_int64(into, 6, 1 + l.index % 2);
                sqlite3_bind_int64(into, 7, *l.start_ns);
                sqlite3_bind_int64(into, 8, *l.duration_ns);
                sqlite3_bind_int64(into, 9, l.duration_count);
                sqlite3_bind_int64(into, 10, case_id);
                sqlite3_bind_int64(into, 11, *l.correlation_id);
                step(launch);
                int position = 1;
                sqlite3_bind_int64(counter.handle(), position, row);
                for (const auto& value : l.counters)
                    sqlite3_bind_int64(counter.handle(), ++position, value.value.rounded());
                step(counter);
            }
            for (size_t i = 0; i < beside.size(); ++i) {
                const auto& values = beside[i].cases[size_t(case_id) - 1];
                for (size_t at = 0; at < values.size();) {
                    for (size_t column = 1; column <= beside[i].columns; ++column, ++at) {
                        const int position = int(column);
                        if (values[at])
                            sqlite3_bind_int64(others[i].handle(), position, *values[at]);
                        else
                            sqlite3_bind_null(others[i].handle(), position);
                    }
                    step(others[i]);
                }
            }
            transaction.commit();
        }
    }
    return watch.elapsed();
}

Stopwatch::Time write_records(const std::vector<CaseRecord>& all, const fs::path& target) {
    db::Writer writer(target);
    const auto run = writer.begin_run({});
    const Stopwatch watch;
    for (const auto& record : all) writer.write_case(run, record);
    return watch.elapsed();
}

void write_against_bare_inserts(benchmark::State& state, const FileOptions& options) {
    Stopwatch::Time writer;
    Stopwatch::Time bare;
    const auto all = records(options);
    std::vector<StoredRows> beside;
    for (auto _ : state) {
        const TempFile target("written");
        const auto written = write_records(all, target.path);
        if (beside.empty()) beside = rows_beside_launches(target.path, all.size());
        const auto inserted = insert_bare(all, beside);
        writer = {writer.wall_s + written.wall_s, writer.cpu_s + written.cpu_s};
        bare = {bare.wall_s + inserted.wall_s, bare.cpu_s + inserted.cpu_s};
        state.SetIterationTime(written.wall_s);
    }
    const double launches = 1.0 * options.cases * options.launches * double(state.iterations());
    state.counters["launches_a_s"] = launches / writer.wall_s;
    state.counters["bare_launches_a_s"] = launches / bare.wall_s;
    state.counters["rate_of_bare"] = bare.wall_s / writer.wall_s;
    state.counters["cpu_us_a_launch"] = 1e6 * writer.cpu_s / launches;
    state.counters["bare_cpu_us_a_launch"] = 1e6 * bare.cpu_s / launches;
    state.counters["rate_of_bare_cpu"] = bare.cpu_s / writer.cpu_s;
}
// From 65,536 launches on, the Writer also stores groups of launches and sums by substage. Measure below, at
// and far above this number.
BENCHMARK_CAPTURE(write_against_bare_inserts, of_5000, {20, 5000, 20, 3})
    ->Unit(benchmark::kMillisecond)
    ->UseManualTime()
    ->Iterations(5);
BENCHMARK_CAPTURE(write_against_bare_inserts, of_65536, {2, 65'536, 20, 3})
    ->Unit(benchmark::kMillisecond)
    ->UseManualTime()
    ->Iterations(5);
BENCHMARK_CAPTURE(write_against_bare_inserts, of_250000, {1, 250'000, 20, 3})
    ->Unit(benchmark::kMillisecond)
    ->UseManualTime()
    ->Iterations(3);

void list_10000_cases(benchmark::State& state) {
    const auto& path = file("cases", {10'000, 0, 0, 3});
    size_t found = 0;
    for (auto _ : state) found = db::Reader(path).cases().size();
    state.counters["cases"] = double(found);
}
BENCHMARK(list_10000_cases)->Unit(benchmark::kMillisecond);
}  // namespace

BENCHMARK_MAIN();
