#include "gui/models/workspace.hpp"

#include <filesystem>
#include <fstream>

#include <QFile>
#include <QJsonObject>

#include "db/write/remove.hpp"
#include "db/write/writer.hpp"
#include "gui/models/text.hpp"
#include "workspace_files.hpp"

namespace sortscope::gui {
namespace {

class WorkspaceTest : public WorkspaceFiles {};

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
}

TEST_F(WorkspaceTest, OpensAtACaseAndSaysWhereThereIsNone) {
    ASSERT_TRUE(open(write("a.db"), CaseId{3}));
    EXPECT_EQ(shown(), CaseId{3});
    ASSERT_TRUE(open(path("a.db"), CaseId{4711}));
    ASSERT_EQ(failed.size(), 1);
    EXPECT_TRUE(failed[0][0].toString().contains(u"4711"_s));
    EXPECT_EQ(shown(), CaseId{3});
}

TEST_F(WorkspaceTest, HoldsSeveralFiles) {
    ASSERT_TRUE(open(write("a.db")));
    ASSERT_TRUE(open(write("b.db", 11)));
    EXPECT_EQ(workspace.files().size(), 2);
    EXPECT_EQ(workspace.current_file()->path, path("a.db"));  // what is shown stays
    workspace.show(path("b.db"), CaseId{1});
    ASSERT_TRUE(settled());
    EXPECT_EQ(workspace.current()->path, path("b.db"));
    workspace.close(path("b.db"));
    ASSERT_TRUE(settled());
    EXPECT_EQ(workspace.files().size(), 1);
    EXPECT_EQ(workspace.current()->path, path("a.db"));
    workspace.close(path("a.db"));
    ASSERT_TRUE(settled());
    EXPECT_FALSE(workspace.current());
    EXPECT_TRUE(workspace.selection().baseline.is_none());
}

TEST_F(WorkspaceTest, AFileThatGrowsIsReadByItself) {
    ASSERT_TRUE(open(write("a.db"), CaseId{2}));
    const auto before = workspace.files()[0]->cases.size();
    {
        db::Writer writer(path("a.db").toStdString());
        writer.write_case(writer.begin_run(sample::make_run()), sample::make_case({}));
    }
    workspace.look();
    ASSERT_TRUE(settled());
    ASSERT_TRUE(settled());
    EXPECT_EQ(workspace.files()[0]->cases.size(), before + 1);
    EXPECT_EQ(shown(), CaseId{2});
    EXPECT_TRUE(said.isEmpty());  // nothing is lost: nothing to say
}

TEST_F(WorkspaceTest, AFileWrittenOverInPlaceIsSaidAndItsCaseFoundByWhatItIs) {
    // The same conditions under other numbers: what is shown is found again by condition.
    const auto one = [](std::uint64_t n) {
        return sample::make_case({"bitonic-b2", n, 256, BackendKind::cupti, false});
    };
    auto run = sample::make_run();
    run.uuid = "11111111-1111-1111-1111-111111111111";
    sortscope::sample::write_cases(path("a.db").toStdString(), run, {one(1 << 10), one(1 << 11)});
    run.uuid = "22222222-2222-2222-2222-222222222222";
    sortscope::sample::write_cases(path("b.db").toStdString(), run,
                                   {one(1 << 11), one(1 << 12), one(1 << 10)});
    ASSERT_TRUE(open(path("a.db"), CaseId{2}));
    const auto condition = workspace.selection().baseline.condition;
    {
        std::ifstream from(path("b.db").toStdString(), std::ios::binary);
        std::ofstream(path("a.db").toStdString(), std::ios::binary | std::ios::trunc) << from.rdbuf();
    }
    workspace.look();
    ASSERT_TRUE(settled());
    ASSERT_TRUE(settled());
    ASSERT_EQ(said.size(), 1);
    EXPECT_TRUE(said[0][0].toString().contains(u"replaced"_s));
    EXPECT_EQ(workspace.selection().baseline.condition, condition);
    EXPECT_EQ(shown(), CaseId{1});
    EXPECT_EQ(workspace.current()->record.keys(), 1U << 11);
}

TEST_F(WorkspaceTest, AFileOfOtherCasesUnderTheSameNumbersIsReadOnce) {
    const auto one = [](std::uint64_t n) {
        return sample::make_case({"bitonic-b2", n, 256, BackendKind::cupti, false});
    };
    sortscope::sample::write_cases(path("a.db").toStdString(), sample::make_run(), {one(1 << 10)});
    sortscope::sample::write_cases(path("b.db").toStdString(), sample::make_run(), {one(1 << 12)});
    ASSERT_TRUE(open(path("a.db"), CaseId{1}));
    QSignalSpy read(&workspace, &Workspace::files_changed);
    ASSERT_TRUE(QFile::remove(path("a.db")) && QFile::rename(path("b.db"), path("a.db")));
    workspace.look();
    ASSERT_TRUE(settled());
    ASSERT_TRUE(settled());
    EXPECT_EQ(read.size(), 1);
    EXPECT_EQ(shown(), CaseId{1});
    EXPECT_EQ(workspace.current()->record.keys(), 1U << 12);
    EXPECT_EQ(workspace.selection().baseline.condition,
              condition_key(condition_of(workspace.current()->record)));
}

TEST_F(WorkspaceTest, AFileThatRunsWereTakenFromIsNoOtherFile) {
    auto run = sample::make_run();
    for (const auto* uuid : {"11111111-1111-1111-1111-111111111111", "22222222-2222-2222-2222-222222222222",
                             "33333333-3333-3333-3333-333333333333"}) {
        run.uuid = uuid;
        sortscope::sample::write_cases(path("a.db").toStdString(), run, {sample::make_case({})});
    }
    ASSERT_TRUE(open(path("a.db"), CaseId{3}));
    for (const auto gone :
         {RunId{1}, RunId{2}}) {  // what was the second is the first, then the third is alone
        db::remove(path("a.db").toStdString(), {.runs = {gone}});
        workspace.look();
        ASSERT_TRUE(settled());
        ASSERT_TRUE(settled());
    }
    ASSERT_EQ(workspace.files()[0]->runs.size(), 1U);
    EXPECT_EQ(shown(), CaseId{3});
    EXPECT_TRUE(said.isEmpty()) << said[0][0].toString().toStdString();
}

TEST_F(WorkspaceTest, TwoGpusOfOneNameAreNotTakenForEachOther) {
    const auto on = [](const char* uuid, const char* cache) {
        auto record = sample::make_case({});
        record.device.uuid = uuid;
        record.cache_state = cache;
        return record;
    };
    auto run = sample::make_run();
    run.uuid = "11111111-1111-1111-1111-111111111111";
    sortscope::sample::write_cases(path("a.db").toStdString(), run,
                                   {on("GPU-aaaa", "warm"), on("GPU-bbbb", "warm")});
    run.uuid = "22222222-2222-2222-2222-222222222222";
    sortscope::sample::write_cases(
        path("b.db").toStdString(), run,
        {on("GPU-cccc", "warm"), on("GPU-aaaa", "warm"), on("GPU-bbbb", "flushed"), on("GPU-bbbb", "warm")});
    ASSERT_TRUE(open(path("a.db"), CaseId{2}));
    {
        std::ifstream from(path("b.db").toStdString(), std::ios::binary);
        std::ofstream(path("a.db").toStdString(), std::ios::binary | std::ios::trunc) << from.rdbuf();
    }
    workspace.look();
    ASSERT_TRUE(settled());
    ASSERT_TRUE(settled());
    EXPECT_EQ(shown(), CaseId{4});
    EXPECT_EQ(workspace.current()->record.device.uuid, "GPU-bbbb");
    EXPECT_EQ(workspace.current()->record.cache_state, "warm");
}

TEST_F(WorkspaceTest, AFileThatVanishesIsSaidOnceAndItsListStays) {
    ASSERT_TRUE(open(write("a.db")));
    std::filesystem::remove(path("a.db").toStdString());
    for (int i = 0; i < 3; ++i) {
        workspace.look();
        ASSERT_TRUE(settled());
    }
    ASSERT_EQ(failed.size(), 1);
    EXPECT_TRUE(failed[0][0].toString().contains(u"gone"_s));
    EXPECT_EQ(workspace.files().size(), 1);
    write("a.db");
    workspace.look();
    ASSERT_TRUE(settled());
    EXPECT_TRUE(workspace.files()[0]->stamp.exists);
}

TEST_F(WorkspaceTest, AFileWithoutCasesOpens) {
    { db::Writer(path("empty.db").toStdString()).begin_run(sample::make_run()); }
    ASSERT_TRUE(open(path("empty.db")));
    EXPECT_EQ(workspace.files().size(), 1);
    EXPECT_FALSE(workspace.current());
    EXPECT_TRUE(failed.isEmpty());
}

TEST_F(WorkspaceTest, RestoresWhatWasSaved) {
    Selection saved;
    {
        Workspace before;
        before.open(write("a.db"), CaseId{3});
        before.open(write("b.db"));
        ASSERT_TRUE(QTest::qWaitFor([&] { return !before.loader().busy() && !before.opening(); }, 20000));
        before.toggle_other(Workspace::ref_of(*before.files()[1], before.files()[1]->cases[0]));
        before.selected().edit([](Selection& next) {
            next.stage = 2;
            next.grouping = analyzer::Grouping::substage;
            next.filter = u"bitonic*"_s;
        });
        saved = Selection::from_json(before.selection().to_json());
    }
    workspace.restore(saved);
    ASSERT_TRUE(settled());
    EXPECT_EQ(workspace.files().size(), 2);
    EXPECT_EQ(shown(), CaseId{3});
    EXPECT_EQ(workspace.selection(), saved);
}

TEST_F(WorkspaceTest, WhatIsComparedIsToggled) {
    ASSERT_TRUE(open(write("a.db")));
    const auto other = Workspace::ref_of(*workspace.files()[0], workspace.files()[0]->cases[1]);
    workspace.toggle_other(other);
    EXPECT_EQ(workspace.selection().others, QList<CaseRef>{other});
    workspace.toggle_other(other);
    EXPECT_TRUE(workspace.selection().others.isEmpty());
}

}  // namespace
}  // namespace sortscope::gui
