#include "db/writer.hpp"

#include <SQLiteCpp/SQLiteCpp.h>
#include <gmock/gmock.h>
#include <sys/resource.h>

#include <csignal>

#include "db/reader.hpp"
#include "support.hpp"

namespace sortscope::db {
namespace {

using namespace test;
using testing::HasSubstr;

TEST(Writer, KeepsEveryFieldOfACase) {
    TempFolder folder;
    const auto path = folder / "a.db";
    CaseId id{};
    RunId run{};
    {
        Writer writer(path);
        run = writer.begin_run(full_run());
        id = writer.write_case(run, full_case());
    }
    const auto found = Reader(path).read_case(id, Detail::sites);
    expect_same(full_case(), found);
    EXPECT_EQ(found.id, id);
    EXPECT_EQ(found.run, run);
}

TEST(Writer, KeepsTheAbsenceOfEverything) {
    TempFolder folder;
    const auto path = folder / "a.db";
    CaseRecord bare;
    bare.backend = BackendKind::cpu;
    {
        Writer writer(path);
        writer.write_case(writer.begin_run({}), bare);
    }
    expect_same(bare, Reader(path).read_case(CaseId{1}, Detail::sites));
}

TEST(Writer, KeepsEveryFieldOfARunAndItsLaterNotes) {
    TempFolder folder;
    const auto path = folder / "a.db";
    auto ended = full_run();
    ended.ended_utc = "2026-11-20T22:00:00Z";
    ended.notes.push_back({Severity::lost, "two cases were dropped"});
    {
        Writer writer(path);
        const auto run = writer.begin_run(full_run());
        expect_same(full_run(), Reader(path).runs().at(0));
        writer.finish_run(run, ended);
        writer.finish_run(run, ended);  // notes are not added twice
    }
    const auto runs = Reader(path).runs();
    ASSERT_EQ(runs.size(), 1u);
    expect_same(ended, runs[0]);
}

TEST(Writer, AppendsToWhatIsThere) {
    TempFolder folder;
    const auto path = folder / "a.db";
    record(path, 2);
    record(path, 3);
    const Reader reader(path);
    EXPECT_EQ(reader.runs().size(), 2u);
    EXPECT_EQ(reader.cases().size(), 5u);
    EXPECT_EQ(query(path, "SELECT count(*) FROM device"), "1");
    EXPECT_EQ(query(path, "SELECT count(*) FROM host"), "1");
    EXPECT_EQ(query(path, "SELECT count(*) FROM site"), "2");
}

TEST(Writer, LeavesASingleFile) {
    TempFolder folder;
    const auto path = folder / "a.db";
    record(path, 1);
    EXPECT_FALSE(has_companions(path));
    EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder.path()), {}), 1);
    EXPECT_EQ(query(path, "PRAGMA journal_mode"), "delete");
}

TEST(Writer, FillsAnEmptyFile) {
    TempFolder folder;
    const auto path = folder / "a.db";
    std::fclose(std::fopen(path.c_str(), "w"));
    record(path, 1);
    EXPECT_EQ(Reader(path).cases().size(), 1u);
}

TEST(Writer, TakesNamesThatSqliteGivesAMeaningTo) {
    TempFolder folder;
    const auto before = std::filesystem::current_path();
    std::filesystem::current_path(folder.path());
    for (const std::string name : {":memory:", "file:x?mode=memory", "100%#.db"}) {
        record(name, 1);
        EXPECT_EQ(Reader(name).cases().size(), 1u) << name;
        EXPECT_TRUE(std::filesystem::is_regular_file(folder / name)) << name;
    }
    std::filesystem::current_path(before);
}

TEST(Writer, StoresNothingOfACaseThatContradictsItself) {
    TempFolder folder;
    const auto path = folder / "a.db";
    Writer writer(path);
    const auto run = writer.begin_run(full_run());
    auto twice = full_case();
    twice.variant = "never-stored";
    twice.launches[1].index = 0;
    try {
        writer.write_case(run, twice);
        FAIL() << "two launches of one index were stored";
    } catch (const Error& error) {
        EXPECT_EQ(error.kind(), ErrorKind::internal);
        EXPECT_THAT(error.what(), HasSubstr("never-stored"));
    }
    EXPECT_EQ(query(path, "SELECT count(*) FROM variant"), "0");
    // The numbers given to names in the transaction that failed are void: a later case gets valid ones.
    twice.launches[1].index = 1;
    expect_same(twice, Reader(path).read_case(writer.write_case(run, twice), Detail::sites));
    EXPECT_THROW(writer.write_case(RunId{99}, full_case()), Error);
    EXPECT_EQ(Reader(path).cases().size(), 1u);
}

TEST(Writer, RefusesToEndAnUnknownRun) {
    TempFolder folder;
    Writer writer(folder / "a.db");
    EXPECT_THROW(writer.finish_run(RunId{7}, full_run()), Error);
}

TEST(Writer, SaysThatThereIsNoRoomAndKeepsWhatItHas) {
    TempFolder folder;
    const auto path = folder / "a.db";
    record(path, 2);
    const auto said = as_ordinary_user(
        [](const std::filesystem::path& source) -> std::string {
            // A limit on file sizes stands for a full disk; the copy belongs to the user that the child
            // became.
            const auto copy = std::filesystem::temp_directory_path() /
                              ("sortscope-full-" + std::to_string(::getpid()) + ".db");
            std::filesystem::copy_file(source, copy);
            std::string text;
            {
                Writer writer(copy);
                const auto run = writer.begin_run(full_run());
                std::signal(SIGXFSZ, SIG_IGN);
                const rlimit limit{150'000, 150'000};  // of the write-ahead log
                ::setrlimit(RLIMIT_FSIZE, &limit);
                try {
                    writer.write_case(run, large_case(500, 25, 5));
                    text = "it was stored";
                } catch (const Error& error) {
                    text = error.what();
                }
            }
            text += " cases: " + std::to_string(Reader(copy).cases().size());
            text += " check: " + query(copy, "PRAGMA integrity_check");
            std::filesystem::remove(copy);
            std::filesystem::remove(copy.string() + "-wal");
            std::filesystem::remove(copy.string() + "-shm");
            return text;
        },
        path);
    EXPECT_THAT(said, HasSubstr("what was stored before is intact"));
    EXPECT_THAT(said, HasSubstr("cases: 2"));
    EXPECT_THAT(said, HasSubstr("check: ok"));
}

TEST(Writer, DeletingACaseTakesEverythingBelowItAlong) {
    TempFolder folder;
    const auto path = folder / "a.db";
    record(path, 2);
    SQLite::Database database(path.string(), SQLite::OPEN_READWRITE);
    database.exec("PRAGMA foreign_keys = ON; DELETE FROM sort_case WHERE id = 1");
    for (const std::string table : {"launch", "trial", "transfer", "case_note", "case_parameter", "case_pass", "series", "stage_sum"})
        EXPECT_EQ(database.execAndGet("SELECT count(DISTINCT case_id) FROM " + table).getInt(), 1) << table;
    for (const std::string table : {"counter_sass", "counter_modelled", "other_counter", "vendor_value", "launch_site"})
        EXPECT_EQ(database.execAndGet("SELECT count(DISTINCT launch_id) FROM " + table).getInt(), 2) << table;
    for (const std::string table : {"sum_sass", "sum_modelled", "sum_other"})
        EXPECT_EQ(database.execAndGet("SELECT count(DISTINCT stage_sum_id) FROM " + table).getInt(), 2) << table;
}

TEST(Writer, KeepsFilesCompact) {
    TempFolder folder;
    const auto path = folder / "a.db";
    record(path, 0);
    const auto empty = std::filesystem::file_size(path);
    {
        Writer writer(path);
        const auto run = writer.begin_run(full_run());
        for (int i = 0; i < 20; ++i) writer.write_case(run, large_case(200, 20, 0));
    }
    const auto bytes = static_cast<double>(std::filesystem::file_size(path) - empty) / (20 * 200);
    EXPECT_LT(bytes, 200) << "bytes for each launch with 20 counters of 3 bytes, sums by stage of ten launches included";
}

}  // namespace
}  // namespace sortscope::db
