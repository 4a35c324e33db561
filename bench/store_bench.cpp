// The store at full size: a million launches with 20 counters each, in 200 cases and in one; and ten thousand cases without any.
#include <SQLiteCpp/SQLiteCpp.h>
#include <benchmark/benchmark.h>
#include <sqlite3.h>
#include <unistd.h>

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

#include "bench/generate.hpp"
#include "db/connection.hpp"
#include "db/reader.hpp"
#include "db/statement.hpp"
#include "db/writer.hpp"

namespace {

using namespace sortscope;
using bench::FileOptions;
namespace fs = std::filesystem;

constexpr FileOptions many_cases{200, 5000, 20, 3};
constexpr FileOptions one_case{1, 1'000'000, 20, 3};
constexpr FileOptions old_file{200, 5000, 20, 2};

/// A path of its own, removed with what SQLite keeps beside it.
struct TempFile {
    explicit TempFile(const std::string& name)
        : path(fs::temp_directory_path() / ("sortscope-bench-" + name + std::to_string(::getpid()) + ".db")) {}
    ~TempFile() {
        for (const char* suffix : {"", "-wal", "-shm"}) fs::remove(path.string() + suffix);
    }
    TempFile(const TempFile&) = delete;
    TempFile& operator=(const TempFile&) = delete;
    fs::path path;
};

/// Generated files, each made at its first use and kept until the program ends.
const fs::path& file(const std::string& name, const FileOptions& options) {
    static std::map<std::string, TempFile> files;
    const auto [place, is_new] = files.try_emplace(name, name);
    if (is_new) bench::generate_file(place->second.path, options);
    return place->second.path;
}

double seconds_since(std::chrono::steady_clock::time_point start) {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

void open_and_list(benchmark::State& state, const std::string& name, const FileOptions& options) {
    const auto& path = file(name, options);
    std::size_t found = 0;
    for (auto _ : state) found = db::Reader(path).cases().size();
    state.counters["cases"] = static_cast<double>(found);
    state.counters["bytes_a_launch"] = static_cast<double>(fs::file_size(path)) / (1.0 * options.cases * options.launches);
    state.counters["file_MB"] = static_cast<double>(fs::file_size(path)) / 1e6;
}
BENCHMARK_CAPTURE(open_and_list, many_cases, "many", many_cases)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(open_and_list, one_case, "one", one_case)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(open_and_list, schema_2, "old", old_file)->Unit(benchmark::kMillisecond);

void open_alone(benchmark::State& state, const std::string& name, const FileOptions& options) {
    const auto& path = file(name, options);
    for (auto _ : state) benchmark::DoNotOptimize(db::Reader(path).schema_version());
}
BENCHMARK_CAPTURE(open_alone, many_cases, "many", many_cases)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(open_alone, schema_2, "old", old_file)->Unit(benchmark::kMillisecond);

void stages(benchmark::State& state, const std::string& name, const FileOptions& options) {
    const db::Reader reader(file(name, options));
    std::size_t found = 0;
    for (auto _ : state) found = reader.stages(CaseId{1}).size();
    state.counters["sums"] = static_cast<double>(found);
}
BENCHMARK_CAPTURE(stages, many_cases, "many", many_cases)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(stages, one_case, "one", one_case)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(stages, schema_2, "old", old_file)->Unit(benchmark::kMillisecond);

void stream(benchmark::State& state, const std::string& name, const FileOptions& options, const db::LaunchQuery& query) {
    const db::Reader reader(file(name, options));
    std::int64_t launches = 0;
    for (auto _ : state)
        reader.launches(CaseId{1}, query, [&](const LaunchRecord& launch) {
            benchmark::DoNotOptimize(launch.counters.data());
            ++launches;
            return true;
        });
    state.SetItemsProcessed(launches);
}
BENCHMARK_CAPTURE(stream, one_case, "one", one_case, {})->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(stream, one_case_without_counters, "one", one_case, {.counters = false})->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(stream, page_of_1000_launches, "one", one_case, {.first = 500'000, .count = 1000})->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(stream, schema_2, "old", old_file, {})->Unit(benchmark::kMillisecond);

/// The rows of a table as they stand in a file, to be inserted again.
struct Rows {
    std::string insert;
    int columns = 0;
    std::vector<sqlite3_int64> values;
    std::vector<bool> is_null;
};

Rows rows_of(const fs::path& path, const std::string& table) {
    SQLite::Database database(path.string(), SQLite::OPEN_READONLY);
    db::Statement select(database, "SELECT * FROM " + table);
    Rows rows;
    rows.columns = sqlite3_column_count(select.handle());
    rows.insert = "INSERT INTO " + table + " VALUES (?";
    for (int i = 1; i < rows.columns; ++i) rows.insert += ", ?";
    rows.insert += ")";
    while (select.step())
        for (int i = 0; i < rows.columns; ++i) {
            if (sqlite3_column_type(select.handle(), i) == SQLITE_FLOAT) throw std::runtime_error("a fraction in " + table);
            rows.is_null.push_back(sqlite3_column_type(select.handle(), i) == SQLITE_NULL);
            rows.values.push_back(sqlite3_column_int64(select.handle(), i));
        }
    return rows;
}

/// Inserts row `at` of `rows` by a prepared statement, with SQLite's own functions.
void insert_row(sqlite3_stmt* statement, const Rows& rows, std::size_t at) {
    const auto first = at * static_cast<std::size_t>(rows.columns);
    for (int i = 0; i < rows.columns; ++i) {
        const auto cell = first + static_cast<std::size_t>(i);
        if (rows.is_null[cell]) sqlite3_bind_null(statement, i + 1);
        else sqlite3_bind_int64(statement, i + 1, rows.values[cell]);
    }
    if (sqlite3_step(statement) != SQLITE_DONE) throw std::runtime_error("a row was not inserted");
    sqlite3_reset(statement);
}

/// Seconds to insert the launches and counters of the file at `path` into a file of the same schema, a transaction a case.
double insert_bare(const fs::path& path, const FileOptions& options) {
    const auto launches = rows_of(path, "launch");
    const auto counters = rows_of(path, "counter_sass");
    const TempFile target("bare");
    auto database = db::open_for_writing(target.path, std::chrono::seconds(10));
    database.exec("PRAGMA foreign_keys = OFF");
    const auto start = std::chrono::steady_clock::now();
    {
        db::Statement launch(database, launches.insert);
        db::Statement counter(database, counters.insert);
        std::size_t row = 0;
        for (std::uint32_t number = 0; number < options.cases; ++number) {
            SQLite::Transaction transaction(database, SQLite::TransactionBehavior::IMMEDIATE);
            for (std::uint32_t i = 0; i < options.launches; ++i, ++row) {
                insert_row(launch.handle(), launches, row);
                insert_row(counter.handle(), counters, row);
            }
            transaction.commit();
        }
    }
    return seconds_since(start);
}

/// Seconds for the Writer to store the same.
double write_records(const FileOptions& options, fs::path& path) {
    std::vector<CaseRecord> records;
    for (std::uint32_t number = 0; number < options.cases; ++number) {
        auto& record = records.emplace_back(bench::generated_case(options, number));
        record.launches.resize(options.launches);
        for (std::uint32_t i = 0; i < options.launches; ++i) bench::generate_launch(options, number, i, record.launches[i]);
    }
    db::Writer writer(path);
    const auto run = writer.begin_run({});
    const auto start = std::chrono::steady_clock::now();
    for (const auto& record : records) writer.write_case(run, record);
    return seconds_since(start);
}

void write_against_bare_inserts(benchmark::State& state) {
    constexpr FileOptions options{20, 5000, 20, 3};
    double writer = 0;
    double bare = 0;
    for (auto _ : state) {
        TempFile target("written");
        const double written = write_records(options, target.path);
        writer += written;
        bare += insert_bare(target.path, options);
        state.SetIterationTime(written);
    }
    const double launches = 1.0 * options.cases * options.launches * static_cast<double>(state.iterations());
    state.counters["launches_a_s"] = launches / writer;
    state.counters["bare_launches_a_s"] = launches / bare;
    state.counters["rate_of_bare"] = bare / writer;
}
BENCHMARK(write_against_bare_inserts)->Unit(benchmark::kMillisecond)->UseManualTime()->Iterations(5);

void list_10000_cases(benchmark::State& state, const db::CaseFilter& filter) {
    const auto& path = file("cases", {10'000, 0, 0, 3});
    std::size_t found = 0;
    for (auto _ : state) found = db::Reader(path).cases(filter).size();
    state.counters["cases"] = static_cast<double>(found);
}
BENCHMARK_CAPTURE(list_10000_cases, all, {})->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(list_10000_cases, curve, {.variants = {"bitonic-b2"}, .key = KeyType::u32, .block = 64})
    ->Unit(benchmark::kMillisecond);

}  // namespace

BENCHMARK_MAIN();
