#include "gui/models/loader.hpp"

#include <atomic>
#include <fstream>
#include <thread>

#include <QAbstractItemModelTester>
#include <QFile>
#include <QTest>

#include "core/error.hpp"
#include "gui/models/contents.hpp"
#include "gui/models/launch_pages.hpp"
#include "gui/models/table_model.hpp"
#include "gui/models/table_text.hpp"
#include "gui/models/text.hpp"
#include "gui/models/timeline.hpp"
#include "sample.hpp"
#include "support.hpp"

namespace sortscope::gui {
namespace {

class LoaderTest : public testing::Test {
 protected:
    QString path(const char* name) const { return folder.filePath(QString::fromLatin1(name)); }
    /// Asks for `value`, which takes until `go`.
    void ask(Query& query, int value) {
        query.ask<int>([value](Readers&, const Stale&) { return std::make_shared<const int>(value); },
                       [this](const std::shared_ptr<const int>& answer) { answers.push_back(*answer); },
                       [this](const QString& sentence) { failures << sentence; });
    }
    void wait() {
        QSignalSpy busy(&loader, &Loader::busy_changed);
        if (loader.busy()) came(busy);
        QTest::qWait(20);
    }

    QTemporaryDir folder;
    Loader loader;
    std::vector<int> answers;
    QStringList failures;
};

TEST_F(LoaderTest, AnswersAwayFromThisThread) {
    Query query(loader, Loader::Lane::quick);
    QSignalSpy busy(&loader, &Loader::busy_changed);
    std::thread::id worker;
    query.ask<int>(
        [&](Readers&, const Stale&) {
            return worker = std::this_thread::get_id(), std::make_shared<const int>(7);
        },
        [&](const std::shared_ptr<const int>& answer) { answers.push_back(*answer); }, [](const QString&) {});
    EXPECT_TRUE(query.pending());
    EXPECT_TRUE(loader.busy());
    wait();
    EXPECT_EQ(answers, std::vector{7});
    EXPECT_NE(worker, std::this_thread::get_id());
    EXPECT_FALSE(loader.busy());
    EXPECT_EQ(busy.size(), 2);
}

TEST_F(LoaderTest, OnlyTheLastOfManyQuestionsIsAnswered) {
    Query query(loader, Loader::Lane::quick);
    for (int i = 0; i < 50; ++i) ask(query, i);
    wait();
    EXPECT_EQ(answers, std::vector{49});
}

TEST_F(LoaderTest, QueriesDoNotDisturbOneAnother) {
    Query first(loader, Loader::Lane::quick), second(loader, Loader::Lane::lengthy);
    ask(first, 1);
    ask(second, 2);
    wait();
    std::ranges::sort(answers);
    EXPECT_EQ(answers, (std::vector{1, 2}));
}

TEST_F(LoaderTest, WorkIsToldThatNobodyWaits) {
    std::atomic<bool> began = false, ended = false;
    Query query(loader, Loader::Lane::lengthy);
    query.ask<int>(
        [&](Readers&, const Stale& stale) -> std::shared_ptr<const int> {
            began = true;
            while (!stale()) std::this_thread::yield();
            ended = true;
            return nullptr;
        },
        [](const auto&) { FAIL(); }, [](const QString&) { FAIL(); });
    ASSERT_TRUE(QTest::qWaitFor([&] { return began.load(); }, 5000));
    query.cancel();
    EXPECT_FALSE(loader.busy());
    EXPECT_TRUE(QTest::qWaitFor([&] { return ended.load(); }, 5000));
}

TEST_F(LoaderTest, AnAnswerToNobodyIsDropped) {
    // A lane answers in order: once what was asked for last has come, what was asked before would have.
    Query last(loader, Loader::Lane::quick);
    for (const bool gone : {true, false}) {
        auto query = std::make_unique<Query>(loader, Loader::Lane::quick);
        const auto worked = std::make_shared<std::atomic<bool>>(false);
        query->ask<int>(
            [worked](Readers&, const Stale&) { return *worked = true, std::make_shared<const int>(1); },
            [this](const std::shared_ptr<const int>& answer) { answers.push_back(*answer); },
            [](const QString&) { FAIL(); });
        while (!*worked) std::this_thread::yield();  // its answer is on its way
        if (gone)
            query.reset();
        else
            query->cancel();
        answers.clear();
        ask(last, 2);
        ASSERT_TRUE(QTest::qWaitFor([&] { return !answers.empty(); }, 20000));
        EXPECT_EQ(answers, std::vector{2});
    }
}

TEST_F(LoaderTest, BadFilesAreSentences) {
    std::ofstream(path("text.db").toStdString()) << "This is no database, but it is long enough to look at.";
    Query query(loader, Loader::Lane::quick);
    for (const auto* name : {"missing.db", "text.db"}) {
        failures.clear();
        query.ask<int>(
            [file = path(name)](Readers& readers, const Stale&) { return readers.of(file), nullptr; },
            [](const auto&) { FAIL(); }, [this](const QString& sentence) { failures << sentence; });
        wait();
        ASSERT_EQ(failures.size(), 1);
        EXPECT_TRUE(failures[0].contains(QString::fromLatin1(name))) << failures[0].toStdString();
        EXPECT_TRUE(failures[0].endsWith(u'.')) << failures[0].toStdString();
    }
}

TEST(Readers, OpenAFileThatBecameAnotherAnew) {
    QTemporaryDir folder;
    const QString file = folder.filePath(u"a.db"_s), other = folder.filePath(u"b.db"_s);
    sample::write_file(file.toStdString(), 10, 10);
    sample::write_file(other.toStdString(), 10, 12);
    Readers readers;
    const auto before = readers.of(file).cases().size();
    const auto stamp = stamp_of(file);
    EXPECT_EQ(stamp, stamp_of(file));
    {
        // As cp writes: the same file, other bytes.
        std::ifstream from(other.toStdString(), std::ios::binary);
        std::ofstream(file.toStdString(), std::ios::binary | std::ios::trunc) << from.rdbuf();
    }
    EXPECT_FALSE(stamp.same_file(stamp_of(file)));
    EXPECT_GT(readers.of(file).cases().size(), before);
    EXPECT_FALSE(stamp_of(folder.filePath(u"none"_s)).exists);
}

TEST(Contents, ACaseIsReadWithoutItsLaunches) {
    QTemporaryDir folder;
    const QString path = folder.filePath(u"a.db"_s);
    sample::write_file(path.toStdString(), 10, 11);
    Readers readers;
    const auto& reader = readers.of(path);
    const auto file = read_file(reader, path, stamp_of(path));
    EXPECT_EQ(file->runs.size(), 2U);
    EXPECT_TRUE(file->cases[0].launches.empty());
    EXPECT_EQ(file->find(CaseId{2})->id, CaseId{2});
    EXPECT_EQ(file->find(CaseId{4711}), nullptr);
    ASSERT_TRUE(file->first_case());
    const auto contents = read_case(reader, path, file->cases[0].id, {});
    EXPECT_TRUE(contents->record.launches.empty());
    EXPECT_EQ(contents->record.launch_count, 55U);
    EXPECT_FALSE(contents->record.trials.empty());
    EXPECT_EQ(contents->by_stage->breakdown->rows.size(), 10U);
    EXPECT_EQ(contents->by_stage->breakdown->total.sums.launches, 55U);
    EXPECT_EQ(
        contents->by_stage->breakdown->total.gap_ns,
        contents->by_stage->breakdown->gaps_ns);  // by stage the launches are gone through for their gaps
    EXPECT_GT(contents->by_stage->breakdown->gaps_ns.value_or(0), 0);
    EXPECT_THROW(read_case(reader, path, CaseId{4711}, {}), Error);
}

TEST(LaunchRows, ComeInPagesAndEqualTheBreakdown) {
    QTemporaryDir folder;
    const QString path = folder.filePath(u"a.db"_s);
    sample::write_file(path.toStdString(), 10, 11);
    Readers readers;
    const auto contents = read_case(readers.of(path), path, CaseId{1}, {});
    const auto sample = first_launches(readers.of(path), *contents);
    EXPECT_EQ(sample->rows.size(), 55U);
    Loader loader;
    auto rows = launch_rows(loader, contents, sample);
    ASSERT_EQ(rows->count, 55U);
    TableModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
    model.set_rows(rows);
    QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
    EXPECT_FALSE(can_copy(model, {0, 1}));       // what is on its way is not pasted as dots
    EXPECT_EQ(rows->cell(3, 0).text, "\u2026");  // on its way
    QSignalSpy arrived(rows->arrivals.get(), &RowArrivals::arrived);
    ASSERT_TRUE(came(arrived));
    const auto record = readers.of(path).read_case(CaseId{1});
    analyzer::BreakdownBuilder builder(record, analyzer::Grouping::launch);
    for (const auto& launch : record.launches) builder.add(launch);
    for (const auto& launch : record.launches) builder.add_gap(launch);
    const auto whole = breakdown_contents(record, builder.take());
    ASSERT_EQ(rows->columns.size(), whole->table->columns.size());
    ASSERT_EQ(rows->total.size(), whole->table->total.size());
    bool gaps = false;
    for (std::size_t i = 0; i < rows->columns.size(); ++i) {
        const auto& id = whole->table->columns[i].id;
        gaps = gaps || id == "gap_ns";
        ASSERT_EQ(rows->columns[i].id, id);
        for (std::size_t row = 0; row < 55; ++row)
            EXPECT_EQ(rows->cell(row, i).text, whole->table->cell(row, i).text) << row << " " << id;
        EXPECT_EQ(rows->total[i].text, whole->table->total[i].text) << id;
    }
    EXPECT_TRUE(gaps);
    EXPECT_TRUE(came(changed));
    EXPECT_TRUE(can_copy(model, {0, 1}));
    // As a file all of them are written, from the file that they are in.
    const QString csv = folder.filePath(u"launches.csv"_s);
    const auto exported = table_export(model, {0, 1});
    // The pages end with the window's table, on its thread, even while another one writes.
    const std::weak_ptr<RowArrivals> pages = rows->arrivals;
    rows.reset();
    model.set_rows(nullptr);
    EXPECT_TRUE(pages.expired());
    const auto written = write_csv(readers, exported, csv, [] { return false; });
    ASSERT_TRUE(written);
    EXPECT_EQ(*written, 55U);
    QFile file(csv);
    ASSERT_TRUE(file.open(QIODevice::ReadOnly));
    const auto lines = file.readAll().trimmed().split('\n');
    ASSERT_EQ(lines.size(), 57);  // a header and the total
    EXPECT_TRUE(lines[1].startsWith("0,") || lines[1].startsWith("1,")) << lines[1].toStdString();
    EXPECT_TRUE(lines[56].startsWith("Total")) << lines[56].toStdString();
    EXPECT_FALSE(write_csv(readers, exported, csv, [] { return true; }));
}

TEST(LaunchRows, APageThatCannotBeReadComesLater) {
    QTemporaryDir folder;
    const QString path = folder.filePath(u"a.db"_s), aside = folder.filePath(u"aside.db"_s);
    sample::write_file(path.toStdString(), 10, 11);
    Readers readers;
    const auto contents = read_case(readers.of(path), path, CaseId{1}, {});
    Loader loader;
    const auto rows = launch_rows(loader, contents, first_launches(readers.of(path), *contents));
    QSignalSpy arrived(rows->arrivals.get(), &RowArrivals::arrived);
    ASSERT_TRUE(QFile::rename(path, aside));
    EXPECT_EQ(rows->cell(3, 0).text, "\u2026");
    ASSERT_TRUE(QTest::qWaitFor([&] { return !loader.busy(); }, 20000));
    EXPECT_FALSE(rows->is_here(3));
    EXPECT_TRUE(arrived.isEmpty());
    ASSERT_TRUE(QFile::rename(aside, path));
    ASSERT_TRUE(came(arrived));
    EXPECT_NE(rows->cell(3, 0).text, "\u2026");
    EXPECT_FALSE(rows->cell(3, 0).text.empty());
}

TEST(ReadTimeline, HasTheLaunchesAndTheirHeat) {
    QTemporaryDir folder;
    const QString path = folder.filePath(u"a.db"_s);
    sample::write_file(path.toStdString(), 10, 11);
    Readers readers;
    const auto& reader = readers.of(path);
    const auto contents = read_case(reader, path, CaseId{1}, {});
    const auto plain = read_timeline(reader, *contents, nullptr, nullptr, std::nullopt, [] { return false; });
    ASSERT_TRUE(plain);
    EXPECT_EQ(plain->launches.size(), 55U);
    std::size_t spans = 0, hot = 0;
    const auto count = [&](const Timeline& timeline) {
        spans = hot = 0;
        for (const auto& series : timeline.chart->chart.series)
            for (const auto& point : series.points)
                spans += series.kind == present::Series::Kind::spans ? 1U : 0U, hot += point.heat ? 1U : 0U;
    };
    count(*plain);
    EXPECT_GE(spans, 55U);
    EXPECT_EQ(hot, 0U);
    count(*read_timeline(reader, *contents, find_metric("gld_sectors"), nullptr, std::nullopt,
                         [] { return false; }));
    EXPECT_EQ(hot, 55U);
    EXPECT_FALSE(read_timeline(reader, *contents, nullptr, nullptr, std::nullopt, [] { return true; }));
}

}  // namespace
}  // namespace sortscope::gui
