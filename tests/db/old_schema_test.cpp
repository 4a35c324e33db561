// Files of schema 1 and 2: read as they are, and rewritten by a writer.
#include <SQLiteCpp/SQLiteCpp.h>
#include <gmock/gmock.h>

#include <fstream>
#include <sstream>

#include "db/read/reader.hpp"
#include "db/schema/schema.hpp"
#include "db/write/writer.hpp"
#include "support.hpp"
#include "tests/sample/old_schema.hpp"

namespace sortscope::db {
namespace {

using namespace test;
using testing::HasSubstr;
namespace fs = std::filesystem;

/// Recorded on an NVIDIA H200 by the program that wrote schema 2.
const fs::path example = SORTSCOPE_SOURCE_DIR "/tests/data/h200_schema2.db";

std::string bytes(const fs::path& path) {
    std::ifstream in(path, std::ios::binary);
    std::ostringstream text;
    text << in.rdbuf();
    return text.str();
}

/// A file of an old schema with one case of two launches.
void make_old(const fs::path& path, int version) {
    SQLite::Database database(path.string(), SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
    sample::create_old_schema(database, version);
    database.exec(
        "INSERT INTO counter VALUES (16, 'gld_sectors', 'sectors', ''), (60, 'dram_read_bytes', 'bytes', "
        "''), (9999, 'later', 'x', '');"
        "INSERT INTO variant VALUES (1, 'bitonic-b2'); INSERT INTO kernel VALUES (4, 'step');"
        "INSERT INTO phrase VALUES (1, 'warm'), (2, 'k=2 j=1'), (3, 'k=2 j=2'), (4, 'noise'), (5, 'unroll');"
        "INSERT INTO host VALUES (1, 'h', '', '', '', 4, 0);"
        "INSERT INTO device VALUES (1, 1, 0, 'GPU', 'GPU-1', 9, 0, 132, 32, 0, 0, 0, 0, 0, 0, 0, '', '', '');"
        "INSERT INTO site VALUES (1, 1, 'a.hpp', 3, 4, 'f');"
        "INSERT INTO run VALUES (7, '2026-01-01T00:00:00Z', '', 'collect', '0.1.0', 1, 1);"
        "INSERT INTO run_note VALUES (7, 0, 2, 'a note');"
        "INSERT INTO sort_case (id, run_id, variant_id, key_id, distribution_id, n, seed, input_file, block, "
        "device_id, backend_id, status_id, "
        "message, padded, bound_bytes, cache_state_id, time_median_ns, time_min_ns, time_max_ns, "
        "time_spread, time_count, time_stop_id, "
        "collect_ns) VALUES (9, 7, 1, 1, 1, 1024, -1, '', 256, 1, 1, 1, '', 0, 16, 1, 100, 90, 110, 0.5, 3, "
        "4, 5);"
        "INSERT INTO case_parameter VALUES (9, 5, -2); INSERT INTO trial VALUES (9, 0, 1, 0, 100, 1, 1, '');"
        "INSERT INTO transfer VALUES (9, 0, 1, 4096, 0, 10); INSERT INTO case_note VALUES (9, 0, 1, 'words');"
        // Not in order, and not beginning at 1.
        "INSERT INTO launch VALUES (21, 9, 1, 1, 2, 3, 4, 2, 1, 1, 256, 1, 1, 0, 24, 8, 30, 20),"
        "(22, 9, 0, 1, 1, 2, 4, 2, 1, 1, 256, 1, 1, 0, 24, 8, 0, 10);"
        "INSERT INTO launch_counter VALUES (21, 16, 1, 5), (22, 16, 1, 6), (22, 60, 1, 7), (22, 16, 3, 8), "
        "(22, 9999, 1, 1);"
        "INSERT INTO launch_site VALUES (21, 1, 3, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)");
}

void expect_same_span(const CaseRecord& a, const CaseRecord& b) {
    EXPECT_EQ(a.launch_count, b.launch_count);
    ASSERT_EQ(a.launch_span.has_value(), b.launch_span.has_value());
    if (!a.launch_span) return;
    EXPECT_EQ(a.launch_span->span_ns, b.launch_span->span_ns);
    EXPECT_EQ(a.launch_span->busy_ns, b.launch_span->busy_ns);
}

/// Everything that can be read of two files is the same, but the runs' uuids.
void expect_same_contents(const fs::path& a, const fs::path& b) {
    const Reader one(a);
    const Reader other(b);
    const auto runs = one.runs();
    ASSERT_EQ(runs.size(), other.runs().size());
    for (std::size_t i = 0; i < runs.size(); ++i) {
        expect_same(runs[i], other.runs()[i]);
        EXPECT_EQ(runs[i].id, other.runs()[i].id);
    }
    const auto cases = one.cases();
    const auto others = other.cases();
    ASSERT_EQ(cases.size(), others.size());
    for (std::size_t i = 0; i < cases.size(); ++i) {
        const auto id = cases[i].id;
        ASSERT_EQ(id, others[i].id);
        EXPECT_EQ(cases[i].run, others[i].run);
        expect_same(cases[i], others[i]);
        expect_same_span(one.read_case(id, Detail::summary), other.read_case(id, Detail::summary));
        expect_same(one.read_case(id, Detail::sites), other.read_case(id, Detail::sites));
        EXPECT_EQ(one.stages(id), other.stages(id)) << static_cast<int>(id);
        EXPECT_EQ(one.substages(id), other.substages(id)) << static_cast<int>(id);
        EXPECT_EQ(one.sites(id), other.sites(id));
    }
}

TEST(OldSchema, IsReadAsItIs) {
    TempFolder folder;
    for (const int version : {1, 2}) {
        const auto path = folder / ("v" + std::to_string(version) + ".db");
        make_old(path, version);
        const auto before = bytes(path);
        const Reader reader(path);
        EXPECT_EQ(reader.schema_version(), version);
        EXPECT_EQ(reader.runs().at(0).uuid, "");
        EXPECT_EQ(reader.runs().at(0).notes.size(), 1u);
        const auto found = reader.read_case(CaseId{9}, Detail::sites);
        EXPECT_EQ(found.workload.seed, ~std::uint64_t{0});
        EXPECT_EQ(found.config.params.at("unroll"), -2);
        EXPECT_EQ(found.time_mode, TimeMode::stream);
        EXPECT_EQ(found.trials.at(0).time_mode, TimeMode::stream);
        EXPECT_EQ(found.launch_count, 2u);
        EXPECT_EQ(found.launch_span->span_ns, 50);
        EXPECT_EQ(found.launch_span->busy_ns, 30);
        EXPECT_THAT(found.notes.back().text, HasSubstr("1 values of the counter 'later'"));
        ASSERT_EQ(found.launches.size(), 2u);
        EXPECT_EQ(found.launches[1].stage.label, "k=2 j=2");
        EXPECT_EQ(found.launches[1].sites.at(0).taken_threads, 14);
        // Values of different sets are of different passes, those of one set of one.
        const auto& counters = found.launches[0].counters;
        ASSERT_EQ(counters.size(), 3u);
        EXPECT_EQ(counters[0].pass, found.launches[1].counters.at(0).pass);
        EXPECT_NE(counters[0].pass, counters[1].pass);
        EXPECT_NE(counters[0].pass, counters[2].pass);
        EXPECT_EQ(found.passes.size(), 3u);
        const auto stages = reader.stages(CaseId{9});
        ASSERT_EQ(stages.size(), 1u);
        EXPECT_EQ(stages[0].launches, 2u);
        EXPECT_EQ(stages[0].time_ns, 30);
        EXPECT_EQ(counter(stages[0].counters, CounterId::gld_sectors), 11);
        EXPECT_EQ(reader.sites(CaseId{9}).size(), 1u);
        EXPECT_EQ(bytes(path), before);
        EXPECT_FALSE(has_companions(path));
    }
}

TEST(OldSchema, AWriterBringsItToTheNewestAndItReadsTheSame) {
    TempFolder folder;
    for (const int version : {1, 2}) {
        const auto old = folder / ("old" + std::to_string(version) + ".db");
        const auto path = folder / ("new" + std::to_string(version) + ".db");
        make_old(old, version);
        change(old, "DELETE FROM launch_counter WHERE counter_id = 9999");
        fs::copy_file(old, path);
        { const Writer writer(path); }
        EXPECT_EQ(Reader(path).schema_version(), newest_version());
        EXPECT_EQ(Reader(path).runs().at(0).uuid.size(), 36u);
        expect_same_contents(old, path);
        EXPECT_EQ(query(path, "SELECT count(*) FROM pragma_foreign_key_check"), "0");
        EXPECT_EQ(query(path, "SELECT name FROM counter WHERE id = 9999"), "later");
        EXPECT_FALSE(has_companions(path));
    }
}

TEST(OldSchema, TheExampleReadsTheSameBeforeAndAfter) {
    TempFolder folder;
    const auto path = folder / "h200.db";
    fs::copy_file(example, path);
    fs::permissions(path, fs::perms::owner_write, fs::perm_options::add);
    { const Writer writer(path); }
    expect_same_contents(example, path);
    EXPECT_EQ(Reader(example).cases().size(), 330u);
    EXPECT_EQ(query(path, "SELECT count(*) FROM launch_counters"),
              query(example, "SELECT count(*) FROM launch_counters"));
    EXPECT_EQ(query(path, "SELECT sum(value) FROM launch_counters"),
              query(example, "SELECT sum(value) FROM launch_counters"));
}

std::string schema_of(const fs::path& path) {
    SQLite::Database database(path.string(), SQLite::OPEN_READONLY);
    SQLite::Statement objects(database,
                              "SELECT type, name, tbl_name, sql FROM sqlite_master ORDER BY type, name");
    std::string text;
    while (objects.executeStep())
        for (int i = 0; i < 4; ++i) text += objects.getColumn(i).getString() + "\n";
    return text;
}

TEST(OldSchema, BecomesWhatANewFileIs) {
    TempFolder folder;
    make_old(folder / "old.db", 1);
    record(folder / "old.db", 0);
    record(folder / "new.db", 0);
    EXPECT_EQ(schema_of(folder / "old.db"), schema_of(folder / "new.db"));
    EXPECT_EQ(query(folder / "old.db", "PRAGMA integrity_check"), "ok");
}

TEST(OldSchema, ListingReadsNoLaunches) {
    TempFolder folder;
    const auto path = folder / "a.db";
    make_old(path, 2);
    EXPECT_EQ(Reader(path).read_case(CaseId{9}, Detail::summary).launch_span->busy_ns, 30);
    change(path, "UPDATE launch SET start_ns = -1, stage = -1, duration_ns = 'words'");
    const Reader reader(path);
    const auto cases = reader.cases();
    ASSERT_EQ(cases.size(), 1u);
    EXPECT_EQ(cases[0].launch_count, 2u);
    EXPECT_EQ(cases[0].passes.size(), 3u);
    EXPECT_FALSE(cases[0].launch_span);
    EXPECT_THAT(data_error([&] { reader.read_case(CaseId{9}, Detail::summary); }),
                HasSubstr("'start_ns' of table 'launch'"));
}

TEST(OldSchema, CopiesAgreeOnWhatTheirRunsAreCalled) {
    TempFolder folder;
    const auto one = folder / "one.db";
    const auto other = folder / "other.db";
    make_old(one, 2);
    // Two runs in one second, of one command.
    change(one,
           "INSERT INTO run SELECT 8, started_utc, ended_utc, command, program_version, host_id, "
           "planned_cases FROM run");
    fs::copy_file(one, other);
    change(other, "UPDATE run SET ended_utc = '2026-01-01T01:00:00Z'");  // copied while it was under way
    record(one, 0);
    record(other, 0);
    const auto runs = Reader(one).runs();
    const auto same = Reader(other).runs();
    ASSERT_EQ(runs.size(), 3u);
    for (std::size_t i = 0; i < 2; ++i) {
        EXPECT_EQ(runs[i].uuid, same[i].uuid);
        EXPECT_EQ(runs[i].uuid.size(), 36u);
        EXPECT_EQ(runs[i].uuid[14], '5');
    }
    EXPECT_NE(runs[0].uuid, runs[1].uuid);
    EXPECT_NE(runs[2].uuid, same[2].uuid);  // new runs of the two
}

TEST(OldSchema, AReaderGoesOnWhenAWriterRewritesTheFile) {
    TempFolder folder;
    const auto path = folder / "a.db";
    make_old(path, 2);
    const Reader reader(path);
    EXPECT_EQ(reader.cases().size(), 1u);
    record(path, 1);
    EXPECT_EQ(reader.cases().size(), 2u);
    EXPECT_EQ(reader.schema_version(), newest_version());
}

TEST(OldSchema, IsLeftAsItIsWhereItIsDamaged) {
    TempFolder folder;
    const auto path = folder / "a.db";
    make_old(path, 2);
    change(path, "UPDATE launch SET stage = -1 WHERE id = 22");
    EXPECT_THAT(data_error([&] { Writer writer(path); }),
                HasSubstr("column 'stage' of table 'launch', row 22, holds -1"));
    EXPECT_EQ(query(path, "PRAGMA user_version"), "2");
    EXPECT_EQ(query(path, "SELECT count(*) FROM launch_counter"), "5");
    EXPECT_FALSE(has_companions(path));
}

}  // namespace
}  // namespace sortscope::db
