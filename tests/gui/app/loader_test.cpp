#include "gui/app/loader.hpp"

#include <fstream>

#include <QTest>

#include "sample.hpp"
#include "support.hpp"

namespace sortscope::gui {
namespace {

class LoaderTest : public testing::Test {
 protected:
    QString path(const char* name) const { return folder.filePath(QString::fromLatin1(name)); }
    QString write_sample(const char* name, int largest_log2 = 11) const {
        sample::write_file(path(name).toStdString(), 10, largest_log2);
        return path(name);
    }

    CaseContentsPtr first_case(const QString& file) {
        QSignalSpy loaded(&loader, &Loader::file_loaded), read(&loader, &Loader::case_loaded);
        loader.open(file);
        if (!came(loaded)) return nullptr;
        loader.read_case(loaded[0][0].value<FileContentsPtr>()->cases[0].id);
        return came(read) ? read[0][0].value<CaseContentsPtr>() : nullptr;
    }

    QTemporaryDir folder;
    Loader loader;
};

TEST_F(LoaderTest, ReadsAFileAndACaseAwayFromThisThread) {
    QSignalSpy loaded(&loader, &Loader::file_loaded), busy(&loader, &Loader::busy_changed);
    loader.open(write_sample("good.db"));
    EXPECT_TRUE(loader.busy());
    ASSERT_TRUE(came(loaded));
    EXPECT_FALSE(loader.busy());
    EXPECT_EQ(busy.size(), 2);
    const auto file = loaded[0][0].value<FileContentsPtr>();
    ASSERT_TRUE(file);
    EXPECT_EQ(file->runs.size(), 2U);
    EXPECT_FALSE(file->cases.empty());
    EXPECT_FALSE(file->throughput.empty());
    EXPECT_TRUE(file->cases[0].launches.empty());  // launches are read when a case is chosen

    QSignalSpy read(&loader, &Loader::case_loaded);
    loader.read_case(file->cases[0].id);
    ASSERT_TRUE(came(read));
    const auto contents = read[0][0].value<CaseContentsPtr>();
    EXPECT_TRUE(contents->record.launches.empty());  // nor are they then: the breakdown comes from the store's sums
    EXPECT_EQ(contents->record.launch_count, 55U);
    EXPECT_FALSE(contents->record.trials.empty());
    EXPECT_EQ(contents->by_stage->breakdown->rows.size(), 10U);
    EXPECT_EQ(contents->by_stage->breakdown->total.sums.launches, 55U);
}

TEST_F(LoaderTest, ReadsABreakdownWhenItIsAskedFor) {
    const auto contents = first_case(write_sample("good.db"));
    for (const auto& [grouping, rows] : {std::pair{analyzer::Grouping::launch, 55U}, {analyzer::Grouping::substage, 55U},
                                         {analyzer::Grouping::kernel, 1U}, {analyzer::Grouping::stage, 10U}}) {
        QSignalSpy read(&loader, &Loader::breakdown_loaded);
        loader.read_breakdown(contents, grouping);
        EXPECT_TRUE(loader.busy());
        ASSERT_TRUE(came(read));
        const auto got = read[0][0].value<BreakdownContentsPtr>();
        EXPECT_EQ(got->case_id, contents->record.id);
        EXPECT_EQ(got->breakdown->grouping, grouping);
        EXPECT_EQ(got->breakdown->rows.size(), rows);
        EXPECT_EQ(got->table->count, rows);
        EXPECT_EQ(got->breakdown->total.sums.time_ns, contents->by_stage->breakdown->total.sums.time_ns);
        EXPECT_FALSE(loader.busy());
    }
}

TEST_F(LoaderTest, OnlyTheLastOfManyBreakdownsArrives) {
    const auto contents = first_case(write_sample("good.db"));
    QSignalSpy read(&loader, &Loader::breakdown_loaded);
    for (int i = 0; i < 20; ++i) loader.read_breakdown(contents, analyzer::Grouping::launch);
    loader.read_breakdown(contents, analyzer::Grouping::kernel);
    ASSERT_TRUE(came(read));
    QTest::qWait(50);
    ASSERT_EQ(read.size(), 1);
    EXPECT_EQ(read[0][0].value<BreakdownContentsPtr>()->breakdown->grouping, analyzer::Grouping::kernel);
    loader.read_breakdown(contents, analyzer::Grouping::launch);
    loader.cancel_breakdown();
    EXPECT_FALSE(loader.busy());
    QTest::qWait(50);
    EXPECT_EQ(read.size(), 1);
}

TEST_F(LoaderTest, AnotherCaseMakesABreakdownVoid) {
    const auto contents = first_case(write_sample("good.db"));
    QSignalSpy breakdown(&loader, &Loader::breakdown_loaded), read(&loader, &Loader::case_loaded);
    loader.read_breakdown(contents, analyzer::Grouping::launch);
    loader.read_case(CaseId{2});
    ASSERT_TRUE(came(read));
    QTest::qWait(50);
    EXPECT_TRUE(breakdown.isEmpty());
}

TEST_F(LoaderTest, ANewerFileMakesTheOlderVoid) {
    const QString first = write_sample("first.db"), second = write_sample("second.db");
    QSignalSpy loaded(&loader, &Loader::file_loaded);
    loader.open(first);
    loader.open(second);
    ASSERT_TRUE(came(loaded));
    QTest::qWait(50);
    ASSERT_EQ(loaded.size(), 1);
    EXPECT_EQ(loaded[0][0].value<FileContentsPtr>()->path, second);
}

TEST_F(LoaderTest, OnlyTheLastOfManyCasesArrives) {
    QSignalSpy loaded(&loader, &Loader::file_loaded), read(&loader, &Loader::case_loaded);
    loader.open(write_sample("good.db"));
    ASSERT_TRUE(came(loaded));
    const auto file = loaded[0][0].value<FileContentsPtr>();
    for (const auto& record : file->cases) loader.read_case(record.id);
    ASSERT_TRUE(came(read));
    QTest::qWait(50);
    ASSERT_EQ(read.size(), 1);
    EXPECT_EQ(read[0][0].value<CaseContentsPtr>()->record.id, file->cases.back().id);
}

TEST_F(LoaderTest, CancelledRequestsNeverArrive) {
    QSignalSpy loaded(&loader, &Loader::file_loaded);
    loader.open(write_sample("good.db"));
    loader.cancel();
    EXPECT_FALSE(loader.busy());
    QTest::qWait(100);
    EXPECT_TRUE(loaded.isEmpty());
}

TEST_F(LoaderTest, BadFilesAreSentences) {
    std::ofstream(path("text.db").toStdString()) << "This is no database, but it is long enough to look at.";
    for (const auto* name : {"missing.db", "text.db"}) {
        QSignalSpy failed(&loader, &Loader::file_failed);
        loader.open(path(name));
        ASSERT_TRUE(came(failed));
        const QString sentence = failed[0][0].toString();
        EXPECT_TRUE(sentence.contains(QString::fromLatin1(name))) << sentence.toStdString();
        EXPECT_TRUE(sentence.endsWith(u'.')) << sentence.toStdString();
        EXPECT_FALSE(loader.busy());
    }
}

TEST_F(LoaderTest, AFailedOpenLeavesTheOldFileReadable) {
    QSignalSpy loaded(&loader, &Loader::file_loaded), failed(&loader, &Loader::file_failed),
        read(&loader, &Loader::case_loaded);
    loader.open(write_sample("good.db"));
    ASSERT_TRUE(came(loaded));
    loader.open(path("missing.db"));
    ASSERT_TRUE(came(failed));
    loader.read_case(loaded[0][0].value<FileContentsPtr>()->cases[0].id);
    EXPECT_TRUE(came(read));
}

TEST_F(LoaderTest, AnUnknownCaseIsASentence) {
    QSignalSpy loaded(&loader, &Loader::file_loaded), failed(&loader, &Loader::case_failed);
    loader.open(write_sample("good.db"));
    ASSERT_TRUE(came(loaded));
    loader.read_case(CaseId{4711});
    ASSERT_TRUE(came(failed));
    EXPECT_TRUE(failed[0][0].toString().contains(QStringLiteral("4711")));
}

}  // namespace
}  // namespace sortscope::gui
