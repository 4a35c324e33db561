// Files and folders that may not be read or written, tried by a process without root's privileges.
#include <SQLiteCpp/SQLiteCpp.h>
#include <gmock/gmock.h>

#include "db/read/reader.hpp"
#include "db/write/writer.hpp"
#include "support.hpp"

namespace sortscope::db {
namespace {

using namespace test;
using testing::HasSubstr;
namespace fs = std::filesystem;

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

    /// Leaves the file as a killed writer does, with the second half of its cases in the log alone.
    void leave_log() {
        const auto live = folder / "live.db";
        fs::copy_file(path, live);
        Writer writer(live);
        const auto run = writer.begin_run(full_run());
        writer.write_case(run, full_case());
        writer.write_case(run, full_case());
        fs::copy_file(live, path, fs::copy_options::overwrite_existing);
        fs::copy_file(live.string() + "-wal", path.string() + "-wal");
    }
};

TEST_F(Permission, UnreadableFile) {
    allow(path, 0);
    EXPECT_THAT(as_ordinary_user(count_cases, path), HasSubstr("cannot be read (Permission denied)"));
    EXPECT_THAT(as_ordinary_user(open_writer, path), HasSubstr("cannot be written (Permission denied)"));
}

TEST_F(Permission, UnreadableFolder) {
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

TEST_F(Permission, WriteAheadFileWithoutLogInAReadOnlyFolder) {
    SQLite::Database(path.string(), SQLite::OPEN_READWRITE).exec("PRAGMA journal_mode = WAL");
    ASSERT_FALSE(has_companions(path));
    fs::rename(path, folder / "50%?#.db");
    allow(folder / "50%?#.db", 0444);
    allow(folder.path(), 0555);
    EXPECT_EQ(as_ordinary_user(count_cases, folder / "50%?#.db"), "2 cases");
}

TEST_F(Permission, LogOfAKilledWriterInAReadOnlyFolder) {
    leave_log();
    allow(path, 0444);
    allow(path.string() + "-wal", 0444);
    allow(folder.path(), 0555);
    EXPECT_EQ(as_ordinary_user(count_cases, path), "4 cases");
    EXPECT_FALSE(fs::exists(path.string() + "-shm"));
}

TEST_F(Permission, WritableLogBesideAReadOnlyFile) {
    leave_log();
    allow(path, 0444);
    allow(path.string() + "-wal", 0666);
    allow(folder.path(), 0555);
    const auto before = fs::file_size(path.string() + "-wal");
    EXPECT_EQ(as_ordinary_user(count_cases, path), "4 cases");
    EXPECT_EQ(as_ordinary_user(count_cases, path), "4 cases");
    EXPECT_EQ(fs::file_size(path.string() + "-wal"), before) << "the log must stay";
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

}  // namespace
}  // namespace sortscope::db
