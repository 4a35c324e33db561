#include "db/schema/connection.hpp"

#include <SQLiteCpp/SQLiteCpp.h>
#include <gmock/gmock.h>
#include <sys/stat.h>
#include <fstream>

#include "db/read/reader.hpp"
#include "db/schema/schema.hpp"
#include "db/sqlite/file_check.hpp"
#include "db/write/writer.hpp"
#include "support.hpp"

namespace sortscope::db {
namespace {
using namespace test;
using testing::AllOf, testing::HasSubstr;
namespace fs = std::filesystem;

constexpr auto no_wait = std::chrono::milliseconds(20);

std::string reading(const fs::path& path) {
    return data_error([&] { Reader(path, no_wait).cases(); });
}
std::string writing(const fs::path& path) {
    return data_error([&] { Writer(path, no_wait); });
}

void write_text(const fs::path& path, const std::string& text) {
    std::ofstream(path, std::ios::binary) << text;
}

struct BadFile : OneFile {
    BadFile() { path = folder / "it's a file.db"; }
};

TEST_F(BadFile, Missing) {
    EXPECT_THAT(reading(path), AllOf(HasSubstr("There is no file"), HasSubstr(path.string()),
                                     HasSubstr("sortscope collect")));
    EXPECT_FALSE(fs::exists(path)) << "a reader must not create files";
    EXPECT_THAT(error_of(ErrorKind::environment, [&] { Writer(folder / "no/such/a.db"); }),
                AllOf(HasSubstr("There is no folder"), HasSubstr("no/such")));
}

TEST_F(BadFile, NotARegularFile) {
    ASSERT_EQ(::mkfifo(path.c_str(), 0600), 0);
    for (const auto& file : {path, folder.path()}) {
        const auto* const words = file == path ? "not a regular file" : "is a folder";
        EXPECT_THAT(reading(file), HasSubstr(words));
        EXPECT_THAT(writing(file), HasSubstr(words));
    }
}

TEST_F(BadFile, Empty) {
    write_text(path, "");
    EXPECT_THAT(reading(path), HasSubstr("is empty"));
    SQLite::Database(path.string(), SQLite::OPEN_READWRITE).exec("PRAGMA journal_mode = WAL");
    ASSERT_GT(fs::file_size(path), 0u);
    EXPECT_THAT(reading(path), HasSubstr("is empty"));
    record(path, 1);
    EXPECT_EQ(Reader(path).cases().size(), 1u);
}

TEST_F(BadFile, NotSqlite) {
    for (const std::string text :
         {"x", "SQLite format 2", "name,time\nbitonic,3\n", "SQLite format 3 is what I use"}) {
        write_text(path, text);
        EXPECT_THAT(reading(path), HasSubstr("is not a SQLite file"));
        EXPECT_THAT(writing(path), HasSubstr("is not a SQLite file"));
        EXPECT_EQ(fs::file_size(path), text.size());
    }
}

TEST_F(BadFile, OfAnotherProgram) {
    for (const std::string sql :
         {"CREATE TABLE t (x)", "PRAGMA application_id = 77", "PRAGMA user_version = 1"}) {
        fs::remove(path);
        SQLite::Database(path.string(), SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE)
            .exec(sql + "; PRAGMA encoding; VACUUM");
        EXPECT_THAT(reading(path), HasSubstr("of another program")) << sql;
        EXPECT_THAT(writing(path), HasSubstr("of another program")) << sql;
    }
    EXPECT_EQ(query(path, "PRAGMA application_id"), "0");
}

TEST_F(BadFile, OfAnotherSchemaVersion) {
    record(path, 1);
    for (const int version : {3, 41}) {
        change(path, "PRAGMA user_version = " + std::to_string(version));
        const auto both = AllOf(HasSubstr("version " + std::to_string(version)),
                                HasSubstr("version " + std::to_string(schema_version)));
        EXPECT_THAT(reading(path), both);
        EXPECT_THAT(writing(path), both);
    }
}

TEST_F(BadFile, TruncatedAnywhere) {
    record(path, 3);
    const auto whole = fs::file_size(path);
    const auto copy = folder / "copy.db";
    for (const auto size : {std::uintmax_t{20}, std::uintmax_t{99}, std::uintmax_t{100}, std::uintmax_t{700},
                            std::uintmax_t{4096}, whole / 2, whole - 4096, whole - 1}) {
        fs::copy_file(path, copy, fs::copy_options::overwrite_existing);
        fs::resize_file(copy, size);
        EXPECT_THAT(reading(copy), AllOf(HasSubstr("is truncated"), HasSubstr(std::to_string(size)))) << size;
        EXPECT_THAT(writing(copy), HasSubstr("is truncated")) << size;
        EXPECT_EQ(fs::file_size(copy), size) << "a damaged file was changed";
    }
}

TEST_F(BadFile, LockedByAnotherTransaction) {
    Writer writer(path, no_wait);
    const auto run = writer.begin_run(full_run());
    SQLite::Database holder(path.string(), SQLite::OPEN_READWRITE);
    holder.exec("BEGIN IMMEDIATE");
    EXPECT_THAT(data_error([&] { writer.write_case(run, full_case()); }),
                AllOf(HasSubstr("locked"), HasSubstr("bitonic-b2")));
    EXPECT_EQ(Reader(path, no_wait).cases().size(), 0u) << "readers must not be blocked";
    holder.exec("ROLLBACK");
    expect_same(full_case(), Reader(path).read_case(writer.write_case(run, full_case()), Detail::sites));
}

TEST_F(BadFile, HotJournalOfAKilledProgramIsUndone) {
    record(path, 2);
    const auto copy = folder / "copy.db";
    {
        SQLite::Database database(path.string(), SQLite::OPEN_READWRITE);
        database.exec(
            "PRAGMA cache_size = 1; PRAGMA cache_spill = 1; BEGIN; UPDATE profiled_case SET message = "
            "hex(zeroblob(20000)); UPDATE launch SET stage = 99; DELETE FROM string");
        fs::copy_file(path, copy);
        fs::copy_file(path.string() + "-journal", copy.string() + "-journal");
        database.exec("ROLLBACK");
    }
    expect_same(full_case(1), Reader(copy).read_case(CaseId{2}, Detail::sites));
    EXPECT_EQ(query(copy, "PRAGMA integrity_check"), "ok");
}

/// A killed writer may leave commits in the log only.
TEST_F(BadFile, NothingIsWrittenOverAFileOrItsLog) {
    record(path, 2);
    Writer writer(path);
    const auto refused = [](const fs::path& output) {
        return error_of(ErrorKind::usage, [&] { spare_profiles(output); });
    };
    EXPECT_THAT(refused(path), HasSubstr("is a file of profiles"));
    for (const char* ending : {"-wal", "-shm", "-journal"}) {
        EXPECT_THAT(refused(path.string() + ending),
                    AllOf(HasSubstr(std::string(ending) + "' is where SQLite keeps"),
                          HasSubstr("Choose another name.")));
        EXPECT_THAT(error_of(ErrorKind::usage, [&] { Writer(path.string() + ending); }),
                    HasSubstr("is where SQLite keeps"))
            << "nor is another file of profiles made there";
    }
    fs::create_symlink(path.string() + "-wal", folder / "table.csv");
    EXPECT_THAT(refused(folder / "table.csv"), HasSubstr("table.csv' is where SQLite keeps"));
    EXPECT_NO_THROW(spare_profiles(folder / "a.db-wal")) << "there is no database of that log";
    EXPECT_NO_THROW(spare_profiles(folder / "report.html"));
    write_text(folder / "notes.txt", "SQLite format");
    EXPECT_NO_THROW(spare_profiles(folder / "notes.txt"));
}

std::string count_cases(const fs::path& path) {
    return std::to_string(Reader(path).cases().size()) + " cases";
}
std::string open_writer(const fs::path& path) {
    Writer writer(path);
    return "opened";
}

struct Permission : OneFile {
    void SetUp() override { record(path, 2); }
    void allow(const fs::path& what, unsigned mode) { fs::permissions(what, fs::perms(mode)); }
};

TEST_F(Permission, UnreadableFileOrFolder) {
    allow(path, 0);
    EXPECT_THAT(as_ordinary_user(count_cases, path), HasSubstr("cannot be read (Permission denied)"));
    EXPECT_THAT(as_ordinary_user(open_writer, path), HasSubstr("cannot be written (Permission denied)"));
    allow(folder.path(), 0);
    EXPECT_THAT(as_ordinary_user(count_cases, path), HasSubstr("cannot be looked at (Permission denied)"));
    EXPECT_THAT(as_ordinary_user(open_writer, path), HasSubstr("cannot be looked at (Permission denied)"));
}

TEST_F(Permission, ReadOnlyFileInAReadOnlyFolder) {
    allow(path, 0444);
    allow(folder.path(), 0555);
    EXPECT_EQ(as_ordinary_user(count_cases, path), "2 cases");
    EXPECT_THAT(as_ordinary_user(open_writer, path), HasSubstr("cannot be written (Permission denied)"));
    allow(path, 0666);
    EXPECT_THAT(as_ordinary_user(open_writer, path), HasSubstr("The folder"));
    EXPECT_THAT(as_ordinary_user(open_writer, folder / "new.db"), HasSubstr("The folder"));
}

TEST_F(Permission, LogOfAKilledWriterInAReadOnlyFolder) {
    // As after a killed writer: only the log has the second half of the cases.
    const fs::path live = folder / "live.db", log = path.string() + "-wal";
    fs::copy_file(path, live);
    Writer writer(live);
    for (int i = 0; i < 2; ++i) writer.write_case(RunId{1}, full_case());
    fs::copy_file(live, path, fs::copy_options::overwrite_existing);
    fs::copy_file(live.string() + "-wal", log);
    allow(path, 0444);
    allow(folder.path(), 0555);
    const auto before = fs::file_size(log);
    for (const unsigned mode : {0444U, 0666U}) {
        allow(log, mode);
        EXPECT_EQ(as_ordinary_user(count_cases, path), "4 cases");
        EXPECT_EQ(as_ordinary_user(count_cases, path), "4 cases");
        EXPECT_FALSE(fs::exists(path.string() + "-shm"));
        EXPECT_EQ(fs::file_size(log), before) << "the log must stay";
    }
}

TEST_F(Permission, WriterAtWorkInAFolderThatIsReadOnlyForTheReader) {
    Writer writer(path);
    const auto run = writer.begin_run(full_run());
    writer.write_case(run, full_case());
    for (const char* suffix : {"", "-wal", "-shm"}) allow(path.string() + suffix, 0644);
    allow(folder.path(), 0755);
    EXPECT_EQ(as_ordinary_user(count_cases, path), "3 cases");
    writer.write_case(run, full_case());
    EXPECT_EQ(as_ordinary_user(count_cases, path), "4 cases");
}
TEST(StoreErrors, AFullDiskIsTheMachinesFault) {
    const auto kind_of = [](int code) {
        try {
            guarded("a.db", "Storing failed", [&] { throw SQLite::Exception("it failed", code); });
        } catch (const Error& error) {
            return error.kind();
        }
        return ErrorKind::usage;
    };
    EXPECT_EQ(kind_of(SQLITE_FULL), ErrorKind::environment);
    EXPECT_EQ(kind_of(SQLITE_CORRUPT), ErrorKind::data);
}
}  // namespace
}
