#include <SQLiteCpp/Database.h>

#include "db/write/writer.hpp"
#include "gui/models/launches.hpp"
#include "support.hpp"

namespace sortscope::gui {
namespace {
constexpr auto many = uint32_t(db::least_launches_with_groups) + 100;

/// A file with one case of `many` successive launches. Launch 40,000 is the longest by far.
class ManyLaunches : public testing::Test {
 protected:
    static void SetUpTestSuite() {
        folder = new QTemporaryDir;
        auto record = sample::make_case(sample::Options{});
        record.launches.clear();
        LaunchRecord launch;
        launch.stage = {1, 1, "k=2"};
        launch.kernel = "near";
        launch.grid = launch.block = {1, 1, 1};
        for (uint32_t i = 0; i < many; ++i) {
            launch.index = i;
            launch.start_ns = int64_t{i} * 1000;
            launch.duration_ns = i == 40'000 ? 990 : 100 + i * 7919 % 701;
            record.launches.push_back(launch);
        }
        record.passes.clear();
        db::Writer writer(path().toStdString());
        writer.write_case(writer.begin_run(sample::make_run()), record);
    }
    static void TearDownTestSuite() { delete folder; }
    static QString path() { return folder->filePath(u"many.db"_s); }

    static inline QTemporaryDir* folder = nullptr;
    db::Reader reader{path().toStdString()};
    CaseRecord record = reader.read_case(CaseId{1}, db::Detail::summary);
};

TEST_F(ManyLaunches, StoredRunsShowWhatTheLaunchesDo) {
    const auto stored = read_levels(reader, record, never, 100);
    const auto scanned = read_levels(reader, record, never);  // 513 groups are too few for a chart
    ASSERT_TRUE(stored && scanned);
    EXPECT_EQ(std::tuple(stored->finest_group(), scanned->finest_group(), stored->launches()),
              std::tuple(db::launches_a_group, analyzer::LaunchLod::fine_group, many));
    EXPECT_EQ(scanned->launches(), many);
    EXPECT_EQ(stored->by_index(0, many - 1, 600), scanned->by_index(0, many - 1, 600));
    const auto shown = stored->by_time(0, int64_t{many} * 1000, 600).launches;
    EXPECT_TRUE(std::ranges::binary_search(shown, 40'000U));
    EXPECT_FALSE(read_levels(reader, record, always, 100));
    const auto all = levels_of_part(reader, record, stored, {0, many - 1}, 1000, never);
    EXPECT_EQ(all, stored);  // 513 groups suffice for 1,000 places
    const auto part = levels_of_part(reader, record, stored, {30'000, 50'000}, 1000, never);
    ASSERT_TRUE(part);
    EXPECT_EQ(part->finest_group(), analyzer::LaunchLod::fine_group);
    const auto runs = part->by_index(30'000, 50'000, 1000);
    EXPECT_GT(runs.size(), 600U);
    EXPECT_EQ(std::tuple(runs.front().first, runs.back().last), std::tuple(30'000U, 50'000U));
    EXPECT_TRUE(std::ranges::any_of(runs, [](const auto& run) { return run.longest == 40'000; }));
    EXPECT_FALSE(levels_of_part(reader, record, stored, {30'000, 50'000}, 1000, always));
}

TEST_F(ManyLaunches, ChartsOfAPartAreMadeOfStoredRuns) {
    const auto contents = read_case(reader, path(), CaseId{1}, {});
    const auto levels = read_levels(reader, record, never, 100);
    const auto bars =
        read_launch_bars(reader, *contents, time_metric(), levels, LaunchPart{39'500, 40'500}, never);
    ASSERT_TRUE(bars);
    EXPECT_TRUE(contains(to_qstring(bars->chart->chart.note), u"All launches in sight"_s));
    // Draws groups of 32 launches: 15,000 launches in sight, and 15,000 on each side.
    const auto timeline =
        read_timeline(reader, *contents, nullptr, levels, TimeRange{30'000, 45'000}, {}, never);
    ASSERT_TRUE(timeline);
    EXPECT_TRUE(std::ranges::binary_search(timeline->launches, 40'000U, {}, &Timeline::Place::launch));
    EXPECT_GT(timeline->launches.size(), 1200U);
    EXPECT_LT(timeline->launches.size(), 9000U);
    EXPECT_FALSE(read_timeline(reader, *contents, nullptr, levels, TimeRange{30'000, 45'000}, {}, always));
}

TEST_F(ManyLaunches, PagesTellTheGapBeforeEachLaunch) {
    // Without stored groups, the times of launches are read.
    const QString without_runs = folder->filePath(u"without_runs.db"_s);
    ASSERT_TRUE(QFile::copy(path(), without_runs));
    SQLite::Database(without_runs.toStdString(), SQLite::OPEN_READWRITE).exec("DELETE FROM launch_run");
    Loader loader;
    Readers readers;
    for (const auto& file : {path(), without_runs}) {
        const auto contents = read_case(readers.of(file), file, CaseId{1}, {});
        const auto table = launch_rows(loader, contents, first_launches(readers.of(file), *contents));
        const auto found = std::ranges::find(table->columns, "gap_ns", &present::Column::id);
        ASSERT_NE(found, table->columns.end());
        const auto column = size_t(found - table->columns.begin());
        for (const size_t row : {0U, 1U, 384U, 40'000U, 40'001U, many - 1}) {  // 384: the first of a page
            QSignalSpy arrived(table->arrivals.get(), &RowArrivals::arrived);
            table->cell(row, column);
            ASSERT_TRUE(table->is_here(row) || came(arrived));
            const auto gap = table->cell(row, column).number;
            const auto before = row == 40'001 ? 990 : 100 + (row - 1) * 7919 % 701;
            ASSERT_TRUE(gap) << row;
            EXPECT_NEAR(gap->as_double() * found->unit_ns, row == 0 ? 0.0 : 1000.0 - double(before), 1e-6)
                << row;
        }
    }
}
}  // namespace
}
