// Files that cannot be read, or not at once: each a sentence, and what is open stays.
#include <filesystem>
#include <fstream>

#include <sqlite3.h>

#include <QFile>

#include "db/write/writer.hpp"
#include "gui/models/text.hpp"
#include "workspace_files.hpp"

namespace sortscope::gui {
namespace {

class BadFilesTest : public WorkspaceFiles {};

/// Holds the whole file, as a program does that moves or repairs it.
class Lock {
 public:
    explicit Lock(const QString& path) {
        sqlite3_open(path.toUtf8().constData(), &database_);
        // Of a file in write-ahead mode others may read on beside a writer; one that has it for itself keeps
        // them out.
        run("PRAGMA locking_mode = EXCLUSIVE");
        run("BEGIN EXCLUSIVE");
        run("CREATE TABLE held (x)");
    }
    ~Lock() {
        run("ROLLBACK");
        sqlite3_close(database_);
    }
    Lock(const Lock&) = delete;
    Lock& operator=(const Lock&) = delete;

 private:
    void run(const char* sql) {
        EXPECT_EQ(sqlite3_exec(database_, sql, nullptr, nullptr, nullptr), SQLITE_OK)
            << sqlite3_errmsg(database_);
    }
    sqlite3* database_ = nullptr;
};

TEST_F(BadFilesTest, BadFilesAreSentencesAndLeaveTheOpenOnes) {
    ASSERT_TRUE(open(write("a.db")));
    std::ofstream(path("text.db").toStdString()) << "no database";
    std::ofstream(path("empty.db").toStdString());
    for (const auto* name : {"text.db", "empty.db", "missing.db"}) {
        failed.clear();
        ASSERT_TRUE(open(path(name)));
        ASSERT_EQ(failed.size(), 1) << name;
        EXPECT_TRUE(failed[0][0].toString().contains(QString::fromLatin1(name)))
            << failed[0][0].toString().toStdString();
    }
    EXPECT_EQ(workspace.files().size(), 1);
    EXPECT_TRUE(workspace.current());
}

TEST_F(BadFilesTest, ALockedFileIsASentenceAndReadOnceItIsFree) {
    const auto file = write("a.db");
    {
        const Lock held(file);
        ASSERT_TRUE(open(file));
        ASSERT_EQ(failed.size(), 1);
        EXPECT_TRUE(failed[0][0].toString().contains(u"locked"_s)) << failed[0][0].toString().toStdString();
        EXPECT_TRUE(workspace.files().isEmpty());
    }
    QSignalSpy succeeded(&workspace, &Workspace::succeeded);
    ASSERT_TRUE(open(file));
    EXPECT_FALSE(succeeded.isEmpty());
    EXPECT_TRUE(workspace.current());
    EXPECT_EQ(failed.size(), 1);
}

TEST_F(BadFilesTest, ACaseOfAFileThatWasLockedForAWhileComesByItself) {
    ASSERT_TRUE(open(write("a.db")));
    {
        const Lock held(path("a.db"));
        workspace.show(path("a.db"), CaseId{2});
        ASSERT_TRUE(settled());
        ASSERT_EQ(failed.size(), 1);
        EXPECT_FALSE(workspace.current());
        EXPECT_FALSE(workspace.failure().isEmpty());
        workspace.look();  // as each second: nothing is said twice
        ASSERT_TRUE(settled());
        EXPECT_EQ(failed.size(), 1);
    }
    QSignalSpy succeeded(&workspace, &Workspace::succeeded);
    ASSERT_TRUE(QTest::qWaitFor([&] { return shown() == CaseId{2}; }, 20000));
    EXPECT_FALSE(succeeded.isEmpty());
    EXPECT_TRUE(workspace.failure().isEmpty());
}

TEST_F(BadFilesTest, ANewerFileIsASentenceThatNamesBothVersions) {
    const auto file = write("a.db");
    sqlite3* database = nullptr;
    ASSERT_EQ(sqlite3_open(file.toUtf8().constData(), &database), SQLITE_OK);
    ASSERT_EQ(sqlite3_exec(database, "PRAGMA user_version = 99", nullptr, nullptr, nullptr), SQLITE_OK);
    sqlite3_close(database);
    ASSERT_TRUE(open(file));
    ASSERT_EQ(failed.size(), 1);
    EXPECT_TRUE(failed[0][0].toString().contains(u"99"_s)) << failed[0][0].toString().toStdString();
    EXPECT_TRUE(workspace.files().isEmpty());
}

TEST_F(BadFilesTest, AFileThatIsCutWhileItIsOpenIsASentence) {
    ASSERT_TRUE(open(write("a.db")));
    const auto name = path("a.db").toStdString();
    std::filesystem::resize_file(name, std::filesystem::file_size(name) / 3);
    workspace.look();
    ASSERT_TRUE(settled());
    ASSERT_TRUE(settled());
    EXPECT_FALSE(failed.isEmpty());
    EXPECT_EQ(workspace.files().size(), 1);  // what was read of it stays
    std::filesystem::remove(name);
    QSignalSpy succeeded(&workspace, &Workspace::succeeded);
    write("a.db");
    ASSERT_TRUE(QTest::qWaitFor([&] { return !succeeded.isEmpty() && workspace.current(); }, 20000));
}

TEST_F(BadFilesTest, AnErrorStaysWhenAnotherFileThatWasOpenedWithItIsRead) {
    QSignalSpy succeeded(&workspace, &Workspace::succeeded);
    const auto good = write("good.db");
    workspace.open(path("missing.db"));
    workspace.open(good);
    ASSERT_TRUE(settled());
    ASSERT_EQ(failed.size(), 1);
    EXPECT_TRUE(workspace.current());
    EXPECT_TRUE(succeeded.isEmpty());
    workspace.show(good, CaseId{2});  // what was asked for since succeeds
    ASSERT_TRUE(settled());
    EXPECT_FALSE(succeeded.isEmpty());
}

}  // namespace
}  // namespace sortscope::gui
