// What the loader reads, and which questions it answers.
#include <atomic>
#include <fstream>
#include <set>
#include <thread>

#include <QAbstractItemModelTester>
#include <QFile>
#include <QTest>

#include "../sample.hpp"
#include "../support.hpp"
#include "core/error.hpp"
#include "gui/models/analyses.hpp"
#include "gui/models/contents.hpp"
#include "gui/models/launches.hpp"
#include "gui/models/loader.hpp"
#include "gui/models/output.hpp"
#include "gui/models/table_model.hpp"
#include "gui/models/text.hpp"
#include "gui/models/workspace.hpp"
#include "present/charts/breakdown.hpp"
#include "present/tables/breakdown.hpp"
#include "sample.hpp"
#include "support.hpp"
#include "tests/sample/edit.hpp"

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

CaseRecord gpu_case(const char* uuid, std::uint64_t n, const char* cache = "warm") {
    auto record = sample::make_case({"bitonic-b2", n, 256, BackendKind::cupti, false});
    record.device.uuid = uuid;
    record.cache_state = cache;
    return record;
}

TEST(Curves, NoTwoReadAlike) {
    auto file = std::make_shared<FileContents>();
    for (const std::uint64_t n : {1024U, 2048U})
        for (const char* uuid : {"GPU-aaaa", "GPU-bbbb"}) file->cases.push_back(gpu_case(uuid, n));
    file->compute();
    const auto curves = read_curves(file, analyzer::Repeats::newest);
    ASSERT_EQ(curves->all.size(), 2U);
    EXPECT_EQ(std::set(curves->labels.begin(), curves->labels.end()).size(), 2U);
    for (std::size_t i = 0; i < 2; ++i)
        EXPECT_NE(curves->labels[i].find(curves->all[i].condition.device.id), std::string::npos)
            << curves->labels[i];
    // One alone is named as ever.
    auto single = std::make_shared<FileContents>();
    single->cases = {gpu_case("GPU-aaaa", 1024), gpu_case("GPU-aaaa", 2048)};
    single->compute();
    const auto alone = read_curves(single, analyzer::Repeats::newest);
    ASSERT_EQ(alone->all.size(), 1U);
    EXPECT_EQ(alone->labels.front(), alone->all.front().label());
}

TEST(ConditionKey, TellsDevicesCachesAndSeedsApartAndNotTheNameOfOneDevice) {
    const auto key = [](const CaseRecord& record) { return condition_key(condition_of(record)); };
    const auto one = gpu_case("GPU-aaaa", 1024);
    EXPECT_NE(key(one), key(gpu_case("GPU-bbbb", 1024)));
    EXPECT_NE(key(one), key(gpu_case("GPU-aaaa", 1024, "flushed")));
    EXPECT_NE(key(one), key(gpu_case("GPU-aaaa", 2048)));
    auto other = one;
    edit(other).workload.seed += 1;
    EXPECT_NE(key(one), key(other));
    other = one;
    other.device.name = "NVIDIA H200 (renamed)";
    EXPECT_EQ(key(one), key(other));
    other.device.uuid.clear();
    EXPECT_NE(key(one), key(other));
}

TEST(ReadComparison, TheSideOfTheCaseShownIsThatOfItsFile) {
    QTemporaryDir folder;
    Readers readers;
    ComparisonQuery query;
    query.across = "file";
    for (const auto* name : {"a.db", "b.db"}) {
        const QString path = folder.filePath(QString::fromLatin1(name));
        sample::write_file(path.toStdString(), 10, 11);
        query.files.push_back(read_file(readers.of(path), path, stamp_of(path)));
    }
    const Stale never = [] { return false; };
    for (const auto& shown : query.files) {  // both have a case 2
        query.base = Workspace::ref_of(*shown, *shown->find(CaseId{2}));
        const auto result = read_comparison(readers, query, never);
        ASSERT_TRUE(result->problem.empty()) << result->problem;
        const auto& base = result->sides[result->base].cases.begin()->second;
        EXPECT_EQ(base.file, &result->files[shown == query.files[0] ? 0 : 1])
            << result->sides[result->base].name;
        EXPECT_NE(result->base, result->other);
    }
}

TEST(FileContents, EachReadingIsAnotherAndACopyIsNone) {
    QTemporaryDir folder;
    const QString path = folder.filePath(u"a.db"_s);
    sample::write_file(path.toStdString(), 10, 10);
    Readers readers;
    // Addresses come again once what stood there is gone; what was asked of the one before would pass for an
    // answer about the other.
    auto first = read_file(readers.of(path), path, stamp_of(path));
    const auto reading = first->reading;
    EXPECT_EQ(FileContents(*first).reading, reading);
    first.reset();
    EXPECT_NE(read_file(readers.of(path), path, stamp_of(path))->reading, reading);
}

present::Chart chart_of(const std::vector<std::vector<std::optional<double>>>& series, bool stacked) {
    present::Chart chart;
    chart.stacked = stacked;
    for (const auto& values : series) {
        auto& one = chart.series.emplace_back();
        one.kind = present::Series::Kind::bars;
        for (std::size_t i = 0; i < values.size(); ++i) {
            if (!values[i]) continue;
            present::Point point;
            point.x = static_cast<double>(i);
            point.y = values[i];
            point.row = i;
            one.points.push_back(point);
        }
        chart.x.ticks.resize(std::max(chart.x.ticks.size(), values.size()));
    }
    return chart;
}

TEST(Bars, PartsOfABarAddUp) {
    const auto record = sample::make_case({"mu-semi", 1024, 256, BackendKind::cupti, true});
    const auto contents = sample::make_breakdown(record, analyzer::Grouping::stage);
    const Bars bars(present::breakdown_chart(*contents->breakdown, time_metric(), record));
    ASSERT_EQ(bars.rows(), 10U);
    std::int64_t ns = 0;
    for (const auto& launch : record.launches)
        if (launch.stage.stage == 7) ns += *launch.duration_ns;
    EXPECT_NEAR(bars.total(6), static_cast<double>(ns) / 1e3, 1e-9 * static_cast<double>(ns));
    EXPECT_NEAR(bars.part(0, 6) + bars.part(1, 6), bars.total(6), 1e-9);
    for (std::size_t row = 0; row < bars.rows(); ++row) EXPECT_LE(bars.total(row), bars.largest());
}

TEST(Bars, FindsThePartThatIsPointedAt) {
    const Bars bars(chart_of({{1, 2, std::nullopt}, {std::nullopt, 3, std::nullopt}}, true));
    EXPECT_EQ(bars.hit(1, 1.5)->series, 0U);
    EXPECT_EQ(bars.hit(1, 2.5)->series, 1U);
    EXPECT_EQ(bars.hit(1, 2.5)->point, 0U);  // the series has no point in the row before
    EXPECT_EQ(bars.hit(1, 99)->series, 1U);  // above the bar: its last part
    EXPECT_EQ(bars.hit(0, 0.5)->series, 0U);
    EXPECT_FALSE(bars.hit(2, 0.5));
}

TEST(Bars, AllAreDrawnWhileTheyFit) {
    const Bars bars(chart_of({{1, 2, 3, 4}}, false));
    EXPECT_EQ(bars.drawn(0, 4, 10), (std::vector<std::size_t>{0, 1, 2, 3}));
    EXPECT_EQ(bars.drawn(1, 3, 10), (std::vector<std::size_t>{1, 2}));
    EXPECT_EQ(bars.drawn(2, 99, 10), (std::vector<std::size_t>{2, 3}));
    EXPECT_TRUE(bars.drawn(4, 9, 10).empty());
}

TEST(Bars, OfManyTheLongestOfEachPlaceIsDrawn) {
    std::vector<std::optional<double>> values(1'000'000, 1.0);
    values[123'456] = 50;
    values[999'999] = 70;
    const Bars bars(chart_of({values}, false));
    const auto drawn = bars.drawn(0, 1'000'000, 800);
    ASSERT_EQ(drawn.size(), 800U);
    EXPECT_TRUE(std::is_sorted(drawn.begin(), drawn.end()));
    EXPECT_TRUE(std::find(drawn.begin(), drawn.end(), 123'456U) != drawn.end());
    EXPECT_EQ(drawn.back(), 999'999U);
    for (std::size_t i = 0; i < drawn.size(); ++i) EXPECT_EQ(drawn[i] / 1250, i);
}

}  // namespace
}  // namespace sortscope::gui
