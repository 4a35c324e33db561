#include <thread>

#include <QAbstractItemModelTester>
#include <QTest>

#include "gui/models/analyses.hpp"
#include "gui/models/launches.hpp"
#include "gui/models/output.hpp"
#include "gui/models/workspace.hpp"
#include "present/charts/breakdown.hpp"
#include "support.hpp"
#include "tests/sample/edit.hpp"

namespace sortscope::gui {
namespace {
class LoaderTest : public testing::Test {
 protected:
    void ask(Query& query, int value) {
        query.ask<int>([value](Readers&, const Stale&) { return std::make_shared<const int>(value); },
                       [this](const Shared<int>& answer) { answers.push_back(*answer); },
                       [](const QString&) { FAIL(); });
    }
    void wait() {
        QSignalSpy busy(&loader, &Loader::busy_changed);
        if (loader.busy()) came(busy);
        QTest::qWait(20);
    }

    Loader loader;
    std::vector<int> answers;
};

TEST_F(LoaderTest, AnswersAwayFromThisThread) {
    Query query(loader, Lane::quick);
    QSignalSpy busy(&loader, &Loader::busy_changed);
    std::thread::id worker;
    query.ask<int>(
        [&](Readers&, const Stale&) {
            worker = std::this_thread::get_id();
            return std::make_shared<const int>(7);
        },
        [&](const Shared<int>& answer) { answers.push_back(*answer); }, [](const QString&) {});
    EXPECT_TRUE(query.pending());
    EXPECT_TRUE(loader.busy());
    wait();
    EXPECT_EQ(answers, std::vector{7});
    EXPECT_NE(worker, std::this_thread::get_id());
    EXPECT_FALSE(loader.busy());
    EXPECT_EQ(busy.size(), 2);
    answers.clear();
    for (int i = 0; i < 50; ++i) ask(query, i);
    wait();
    EXPECT_EQ(answers, std::vector{49});
}

TEST_F(LoaderTest, AnAnswerToNobodyIsDropped) {
    // A lane answers in order. An answer that is not dropped would come before the answer to `last`.
    Query last(loader, Lane::quick);
    for (const bool gone : {true, false}) {
        auto query = std::make_unique<Query>(loader, Lane::quick);
        const auto worked = std::make_shared<std::atomic<bool>>(false);
        query->ask<int>(
            [worked](Readers&, const Stale&) { return *worked = true, std::make_shared<const int>(1); },
            [this](const Shared<int>& answer) { answers.push_back(*answer); },
            [](const QString&) { FAIL(); });
        while (!*worked) std::this_thread::yield();  // the answer comes soon
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

class SampleFile : public testing::Test {
 protected:
    QString write(const char* name, int largest_log2 = 11) const {
        const QString file = folder.filePath(QString::fromLatin1(name));
        sample::write_file(file.toStdString(), 10, largest_log2);
        return file;
    }
    const db::Reader& reader() { return readers.of(path); }
    FilePtr file() { return read_file(reader(), path, stamp_of(path)); }
    CasePtr first_case() { return read_case(reader(), path, CaseId{1}, {}); }

    QTemporaryDir folder;
    QString path = write("a.db");
    Readers readers;
};

TEST_F(SampleFile, IsReadWithoutLaunchesEachTimeAsAnother) {
    const auto listed = file();
    EXPECT_EQ(listed->runs.size(), 2U);
    EXPECT_TRUE(listed->cases[0].launches.empty());
    EXPECT_EQ(listed->find(CaseId{2})->id, CaseId{2});
    EXPECT_EQ(listed->find(CaseId{4711}), nullptr);
    ASSERT_TRUE(listed->first_case());
    const auto contents = first_case();
    EXPECT_TRUE(contents->record.launches.empty());
    EXPECT_EQ(contents->record.launch_count, 55U);
    EXPECT_FALSE(contents->record.trials.empty());
    const auto& breakdown = *contents->by_stage->breakdown;
    EXPECT_EQ(std::tuple(breakdown.rows.size(), breakdown.total.sums.launches), std::tuple(10U, 55U));
    EXPECT_EQ(breakdown.total.gap_ns, breakdown.gaps_ns);  // read from the launches
    EXPECT_GT(breakdown.gaps_ns.value_or(0), 0);
    EXPECT_THROW(read_case(reader(), path, CaseId{4711}, {}), Error);
    // A new reading may get the address of a deleted one.
    auto first = file();
    const auto reading = first->reading;
    EXPECT_EQ(FileContents(*first).reading, reading);
    first.reset();
    EXPECT_NE(file()->reading, reading);
}

TEST_F(SampleFile, LaunchesComeInPagesAndEqualTheBreakdown) {
    const auto contents = first_case();
    const auto sample = first_launches(reader(), *contents);
    EXPECT_EQ(sample->rows.size(), 55U);
    Loader loader;
    auto rows = launch_rows(loader, contents, sample);
    ASSERT_EQ(rows->count, 55U);
    TableModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
    model.set_rows(rows);
    QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
    EXPECT_EQ(rows->cell(3, 0).text, "\u2026");  // not read yet
    QSignalSpy arrived(rows->arrivals.get(), &RowArrivals::arrived);
    ASSERT_TRUE(came(arrived));
    const auto record = reader().read_case(CaseId{1});
    analyzer::BreakdownBuilder builder(record, analyzer::Grouping::launch);
    for (const auto& launch : record.launches) builder.add(launch);
    for (const auto& launch : record.launches) builder.add_gap(launch);
    const auto whole = breakdown_contents(record, builder.take())->table;
    ASSERT_EQ(rows->columns.size(), whole->columns.size());
    ASSERT_EQ(rows->totals.at(0).size(), whole->totals.at(0).size());
    for (size_t i = 0; i < rows->columns.size(); ++i) {
        const auto& id = whole->columns[i].id;
        ASSERT_EQ(rows->columns[i].id, id);
        for (size_t row = 0; row < 55; ++row)
            EXPECT_EQ(rows->cell(row, i).text, whole->cell(row, i).text) << row << " " << id;
        EXPECT_EQ(rows->totals[0][i].text, whole->totals[0][i].text) << id;
    }
    EXPECT_GE(model.column_of(u"gap_ns"_s), 0);
    EXPECT_TRUE(came(changed));
    const QString csv = folder.filePath(u"launches.csv"_s);
    const auto exported = table_export(model, {0, 1});
    // The pages end with the window's table, on the window's thread, even while another thread writes.
    const std::weak_ptr<RowArrivals> pages = rows->arrivals;
    rows.reset();
    model.set_rows(nullptr);
    EXPECT_TRUE(pages.expired());
    const auto written = write_csv(readers, exported, csv, never);
    ASSERT_TRUE(written);
    EXPECT_EQ(*written, 55U);
    const auto lines = bytes_of(csv).trimmed().split('\n');
    ASSERT_EQ(lines.size(), 59);  // a header, the total, the rest and the sort
    EXPECT_TRUE(lines[1].startsWith("0,") || lines[1].startsWith("1,")) << lines[1].toStdString();
    EXPECT_TRUE(lines[56].startsWith("Total")) << lines[56].toStdString();
    EXPECT_FALSE(write_csv(readers, exported, csv, always));
}

TEST_F(SampleFile, APageThatCannotBeReadComesLater) {
    const QString aside = folder.filePath(u"aside.db"_s);
    const auto contents = first_case();
    Loader loader;
    const auto rows = launch_rows(loader, contents, first_launches(reader(), *contents));
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

TEST_F(SampleFile, IsTheSideOfTheCaseShown) {
    ComparisonQuery query;
    query.across = "file";
    for (const auto& each : {path, write("b.db")})
        query.files.push_back(read_file(readers.of(each), each, stamp_of(each)));
    for (const auto& shown : query.files) {  // each has a case 2
        query.base = Workspace::ref_of(*shown, *shown->find(CaseId{2}));
        const auto result = read_comparison(readers, query, never);
        ASSERT_TRUE(result->problem.empty()) << result->problem;
        const auto& base = result->sides[result->base].cases.begin()->second;
        EXPECT_EQ(base.file, &result->files[shown == query.files[0] ? 0 : 1]);
        EXPECT_NE(result->base, result->other);
    }
}

CaseRecord gpu_case(const char* uuid, uint64_t n, const char* cache = "warm") {
    auto record = sample::make_case({"bitonic-b2", n, 256, BackendKind::cupti, false});
    record.device.uuid = uuid;
    record.cache_state = cache;
    return record;
}

FilePtr file_of(std::vector<CaseRecord> cases) {
    auto file = std::make_shared<FileContents>();
    file->cases = std::move(cases);
    file->compute();
    return file;
}

TEST(Curves, NoTwoReadAlike) {
    const auto curves = read_curves(file_of({gpu_case("GPU-aaaa", 1024), gpu_case("GPU-bbbb", 1024),
                                             gpu_case("GPU-aaaa", 2048), gpu_case("GPU-bbbb", 2048)}),
                                    analyzer::Repeats::newest);
    ASSERT_EQ(curves->all.size(), 2U);
    EXPECT_NE(curves->labels[0], curves->labels[1]);
    for (size_t i = 0; i < 2; ++i)
        EXPECT_TRUE(curves->labels[i].find(curves->all[i].condition.device.id) != std::string::npos)
            << curves->labels[i];
    const auto alone = read_curves(file_of({gpu_case("GPU-aaaa", 1024), gpu_case("GPU-aaaa", 2048)}),
                                   analyzer::Repeats::newest);
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

present::Chart series_chart(const std::vector<std::vector<std::optional<double>>>& series, bool stacked) {
    present::Chart chart;
    chart.stacked = stacked;
    for (const auto& values : series) {
        auto& one = chart.series.emplace_back();
        one.kind = present::Series::Kind::bars;
        for (size_t i = 0; i < values.size(); ++i)
            if (values[i]) one.points.push_back({.x = double(i), .y = values[i], .row = i});
        chart.x.ticks.resize(std::max(chart.x.ticks.size(), values.size()));
    }
    return chart;
}

TEST(BarChart, DrawsTheLongestOfEachPlace) {
    const BarChart few(series_chart({{1, 2, 3, 4}}, false));
    EXPECT_EQ(few.drawn(0, 4, 10), (std::vector<size_t>{0, 1, 2, 3}));
    EXPECT_EQ(few.drawn(1, 3, 10), (std::vector<size_t>{1, 2}));
    EXPECT_EQ(few.drawn(2, 99, 10), (std::vector<size_t>{2, 3}));
    EXPECT_TRUE(few.drawn(4, 9, 10).empty());
    std::vector<std::optional<double>> values(1'000'000, 1.0);
    values[123'456] = 50;
    values[999'999] = 70;
    const auto drawn = BarChart(series_chart({values}, false)).drawn(0, 1'000'000, 800);
    ASSERT_EQ(drawn.size(), 800U);
    for (size_t i = 0; i < drawn.size(); ++i) EXPECT_EQ(drawn[i] / 1250, i);
    EXPECT_TRUE(std::ranges::binary_search(drawn, 123'456U));
    EXPECT_EQ(drawn.back(), 999'999U);
    const BarChart bars(series_chart({{1, 2, std::nullopt}, {std::nullopt, 3, std::nullopt}}, true));
    EXPECT_EQ(bars.bar(1, 1)->y, 3) << "the series has no point in the row before";
    EXPECT_EQ(bars.bar(1, 0), nullptr);
    EXPECT_EQ(bars.totals, (std::vector<double>{1, 5, 0}));
}
}  // namespace
}
