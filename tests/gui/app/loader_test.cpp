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
    EXPECT_EQ(contents->record.launches.size(), 55U);
    EXPECT_EQ(contents->breakdown(analyzer::Grouping::stage).rows.size(), 10U);
    EXPECT_EQ(contents->breakdown(analyzer::Grouping::kernel).grouping, analyzer::Grouping::kernel);
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
