#include <SQLiteCpp/Database.h>
#include <fstream>

#include <QTest>

#include "db/write/remove.hpp"
#include "db/write/writer.hpp"
#include "gui/models/workspace.hpp"
#include "support.hpp"

namespace sortscope::gui {
namespace {
class WorkspaceTest : public testing::Test {
 protected:
    QString path(const char* name) const { return folder.filePath(QString::fromLatin1(name)); }
    QString write(const char* name) const {
        sample::write_file(path(name).toStdString(), 10, 10);
        return path(name);
    }
    bool settled() {
        return QTest::qWaitFor([&] { return !workspace.loader().busy() && !workspace.opening(); }, 20000);
    }
    bool open(const QString& file, CaseId id = CaseId{}) {
        workspace.open(file, id);
        return settled();
    }
    /// Looks for changed files, and reads them.
    bool looked() {
        workspace.look();
        return settled() && settled();
    }
    /// Writes the bytes of `from` into the existing file `to`, as cp does.
    void overwrite(const char* from, const char* to) const {
        const std::ifstream bytes(path(from).toStdString(), std::ios::binary);
        std::ofstream(path(to).toStdString(), std::ios::binary | std::ios::trunc) << bytes.rdbuf();
    }
    CaseId shown() const { return workspace.current() ? workspace.current()->record.id : CaseId{}; }
    QString last_failure() const { return failed.isEmpty() ? QString() : failed.last()[0].toString(); }
    /// Appends a run, 1 to 3, with `cases`.
    void write_run(const char* name, int number, const std::vector<CaseRecord>& cases) const {
        auto run = sample::make_run();
        std::ranges::replace(run.uuid = "00000000-0000-0000-0000-000000000000", '0', char('0' + number));
        sortscope::sample::write_cases(path(name).toStdString(), run, cases);
    }

    QTemporaryDir folder;
    Workspace workspace;
    QSignalSpy failed{&workspace, &Workspace::failed};
    QSignalSpy said{&workspace, &Workspace::said};
};

TEST_F(WorkspaceTest, OpensAFileAndShowsItsFirstCase) {
    ASSERT_TRUE(open(write("a.db")));
    ASSERT_EQ(workspace.files().size(), 1);
    EXPECT_EQ(shown(), workspace.files()[0]->first_case()->id);
    EXPECT_EQ(workspace.selection().files, QStringList{path("a.db")});
    EXPECT_EQ(workspace.find(workspace.selection().baseline)->id, shown());
    workspace.show(path("a.db"), CaseId{2});
    ASSERT_TRUE(settled());
    EXPECT_EQ(shown(), CaseId{2});
    workspace.selected().back();
    ASSERT_TRUE(settled());
    EXPECT_NE(shown(), CaseId{2});
    EXPECT_TRUE(failed.isEmpty());
    ASSERT_TRUE(open(path("a.db"), CaseId{3}));
    EXPECT_EQ(shown(), CaseId{3});
    ASSERT_TRUE(open(path("a.db"), CaseId{4711}));
    EXPECT_EQ(failed.size(), 1);
    EXPECT_TRUE(contains(last_failure(), u"4711"_s));
    EXPECT_EQ(shown(), CaseId{3});
}

TEST_F(WorkspaceTest, ShowsACaseWithTimesCountersAndSitesFirst) {
    ASSERT_TRUE(open(QStringLiteral(SORTSCOPE_EXAMPLE)));
    const auto& current = *workspace.current();
    EXPECT_TRUE(current.record.time);
    EXPECT_FALSE(current.sums.front().counters.empty());
    const db::Reader reader(native(current.path));
    EXPECT_FALSE(reader.sites(shown()).empty());
}

TEST_F(WorkspaceTest, NamesWhatADamagedFileLeavesOut) {
    const auto file = write("a.db");
    SQLite::Database(file.toStdString(), SQLite::OPEN_READWRITE)
        .exec(
            "UPDATE profiled_case SET launch_count = -1 WHERE id = 1; UPDATE run SET host_id = 77 WHERE id = "
            "2");
    ASSERT_TRUE(open(file));
    const auto& contents = *workspace.files().at(0);
    ASSERT_EQ(contents.left_out.size(), 2U);
    EXPECT_EQ(contents.runs.size(), 1U);
    EXPECT_EQ(contents.find(CaseId{1}), nullptr);
    EXPECT_NE(contents.find(CaseId{2}), nullptr);
    EXPECT_NE(shown(), CaseId{1});
    ASSERT_EQ(said.size(), 1);
    EXPECT_TRUE(contains(said[0][0].toString(), u"all of run 2"_s));
    EXPECT_TRUE(failed.isEmpty());
}

TEST_F(WorkspaceTest, HoldsSeveralFiles) {
    ASSERT_TRUE(open(write("a.db")));
    ASSERT_TRUE(open(write("b.db")));
    EXPECT_EQ(workspace.files().size(), 2);
    EXPECT_EQ(workspace.current_file()->path, path("a.db"));  // it stays shown
    workspace.show(path("b.db"), CaseId{1});
    ASSERT_TRUE(settled());
    EXPECT_EQ(workspace.current()->path, path("b.db"));
    workspace.close(path("b.db"));
    ASSERT_TRUE(settled());
    EXPECT_EQ(std::tuple(workspace.files().size(), workspace.current()->path), std::tuple(1, path("a.db")));
    workspace.close(path("a.db"));
    ASSERT_TRUE(settled());
    EXPECT_FALSE(workspace.current());
    EXPECT_TRUE(workspace.selection().baseline.is_none());
    { db::Writer(path("empty.db").toStdString()).begin_run(sample::make_run()); }
    ASSERT_TRUE(open(path("empty.db")));
    EXPECT_EQ(workspace.files().size(), 1);
    EXPECT_FALSE(workspace.current());
    EXPECT_TRUE(failed.isEmpty());
}

TEST_F(WorkspaceTest, AFileThatGrowsIsReadByItself) {
    ASSERT_TRUE(open(write("a.db"), CaseId{2}));
    const auto before = workspace.files()[0]->cases.size();
    {
        db::Writer writer(path("a.db").toStdString());
        writer.write_case(writer.begin_run(sample::make_run()), sample::make_case({}));
    }
    ASSERT_TRUE(looked());
    EXPECT_EQ(std::tuple(workspace.files()[0]->cases.size(), shown()), std::tuple(before + 1, CaseId{2}));
    EXPECT_TRUE(said.isEmpty());
}

TEST_F(WorkspaceTest, AFileThatRunsWereTakenFromIsNoOtherFile) {
    for (const int run : {1, 2, 3}) write_run("a.db", run, {sample::make_case({})});
    ASSERT_TRUE(open(path("a.db"), CaseId{3}));
    for (const int gone : {1, 2}) {
        db::remove(path("a.db").toStdString(), {.runs = {RunId{gone}}});
        ASSERT_TRUE(looked());
    }
    ASSERT_EQ(workspace.files()[0]->runs.size(), 1U);
    EXPECT_EQ(shown(), CaseId{3});
    EXPECT_TRUE(said.isEmpty()) << said[0][0].toString().toStdString();
}

TEST_F(WorkspaceTest, ACaseOfAFileWrittenOverIsFoundByItsCondition) {
    auto on = [record = sample::make_case({})](const char* uuid, const char* cache) mutable {
        record.device.uuid = uuid;
        record.cache_state = cache;
        return record;
    };
    write_run("a.db", 1, {on("GPU-aaaa", "warm"), on("GPU-bbbb", "warm")});
    write_run(
        "b.db", 2,
        {on("GPU-cccc", "warm"), on("GPU-aaaa", "warm"), on("GPU-bbbb", "flushed"), on("GPU-bbbb", "warm")});
    ASSERT_TRUE(open(path("a.db"), CaseId{2}));
    overwrite("b.db", "a.db");
    ASSERT_TRUE(looked());
    ASSERT_EQ(said.size(), 1);
    EXPECT_TRUE(contains(said[0][0].toString(), u"replaced"_s));
    EXPECT_EQ(shown(), CaseId{4});
    EXPECT_EQ(workspace.current()->record.device.uuid, "GPU-bbbb");
    EXPECT_EQ(workspace.current()->record.cache_state, "warm");
}

TEST_F(WorkspaceTest, AFileThatVanishesIsSaidOnceAndItsListStays) {
    ASSERT_TRUE(open(write("a.db")));
    std::filesystem::remove(path("a.db").toStdString());
    for (int i = 0; i < 3; ++i) ASSERT_TRUE(looked());
    EXPECT_EQ(failed.size(), 1);
    EXPECT_TRUE(contains(last_failure(), u"gone"_s));
    EXPECT_EQ(workspace.files().size(), 1);
    write("a.db");
    ASSERT_TRUE(looked());
    EXPECT_TRUE(workspace.files()[0]->stamp.exists);
}

/// Locks the whole file, as a repair does. A writer in write-ahead mode would let others read.
class Lock : SQLite::Database {
 public:
    explicit Lock(const QString& path) : Database(path.toStdString(), SQLite::OPEN_READWRITE) {
        exec("PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; CREATE TABLE held (x)");
    }
};

TEST_F(WorkspaceTest, BadFilesAreSentencesAndLeaveTheOpenOnes) {
    ASSERT_TRUE(open(write("a.db")));
    std::ofstream(path("text.db").toStdString()) << "no database";
    std::ofstream(path("empty.db").toStdString());
    SQLite::Database(write("newer.db").toStdString(), SQLite::OPEN_READWRITE)
        .exec("PRAGMA user_version = 99");
    for (const auto* name : {"text.db", "empty.db", "missing.db", "newer.db"}) {
        failed.clear();
        ASSERT_TRUE(open(path(name)));
        ASSERT_EQ(failed.size(), 1) << name;
        EXPECT_TRUE(contains(last_failure(), QString::fromLatin1(name)));
    }
    EXPECT_EQ(workspace.files().size(), 1);
    EXPECT_TRUE(workspace.current());
}

TEST_F(WorkspaceTest, ALockedFileIsASentenceAndReadOnceItIsFree) {
    const auto file = write("a.db");
    {
        const Lock held(file);
        ASSERT_TRUE(open(file));
        EXPECT_TRUE(contains(last_failure(), u"locked"_s));
        EXPECT_TRUE(workspace.files().isEmpty());
    }
    QSignalSpy succeeded(&workspace, &Workspace::succeeded);
    ASSERT_TRUE(open(file));
    EXPECT_FALSE(succeeded.isEmpty());
    EXPECT_TRUE(workspace.current());
    EXPECT_EQ(failed.size(), 1);
    failed.clear();
    {
        const Lock held(file);
        workspace.show(file, CaseId{2});
        ASSERT_TRUE(settled());
        ASSERT_EQ(failed.size(), 1);
        EXPECT_FALSE(workspace.current());
        EXPECT_FALSE(workspace.failure().isEmpty());
        workspace.look();  // a later look reports no failure again
        ASSERT_TRUE(settled());
        EXPECT_EQ(failed.size(), 1);
    }
    succeeded.clear();
    ASSERT_TRUE(QTest::qWaitFor([&] { return shown() == CaseId{2}; }, 20000));
    EXPECT_FALSE(succeeded.isEmpty());
    EXPECT_TRUE(workspace.failure().isEmpty());
}

TEST_F(WorkspaceTest, AllFilesThatFailAreNamed) {
    std::ofstream(path("text.db").toStdString()) << "no database";
    for (const auto* name : {"text.db", "missing.db"}) workspace.open(path(name));
    ASSERT_TRUE(settled());
    for (const auto* name : {"text.db", "missing.db"})
        EXPECT_TRUE(contains(last_failure(), QString::fromLatin1(name)));
}

TEST_F(WorkspaceTest, AnErrorStaysWhenAnotherFileThatWasOpenedWithItIsRead) {
    QSignalSpy succeeded(&workspace, &Workspace::succeeded);
    const auto good = write("good.db");
    workspace.open(path("missing.db"));
    workspace.open(good);
    ASSERT_TRUE(settled());
    ASSERT_EQ(failed.size(), 1);
    EXPECT_TRUE(workspace.current());
    EXPECT_TRUE(succeeded.isEmpty());
    workspace.show(good, CaseId{2});  // a later request succeeds
    ASSERT_TRUE(settled());
    EXPECT_FALSE(succeeded.isEmpty());
}
}  // namespace
}
