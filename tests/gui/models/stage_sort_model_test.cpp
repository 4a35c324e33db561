#include "gui/models/stage_sort_model.hpp"

#include <QAbstractItemModelTester>

#include "gui/models/stage_table_model.hpp"
#include "sample.hpp"
#include "support.hpp"

namespace sortscope::gui {
namespace {

struct Fixture {
    explicit Fixture(CaseRecord record) {
        table.set_case(sample::make_contents(std::move(record)), analyzer::Grouping::substage);
        sorted.setSourceModel(&table);
    }
    int column(const QString& title) const {
        for (int i = 0; i < table.columnCount(); ++i)
            if (table.columns()[static_cast<std::size_t>(i)].title == title) return i;
        return -1;
    }
    QVariant value(int row, int at) const { return sorted.index(row, at).data(StageTableModel::sort_role); }

    StageTableModel table;
    StageSortModel sorted;
};

TEST(StageSortModel, SortsByNumberWithTheTotalLast) {
    Fixture fixture(sample::make_case({}));
    QAbstractItemModelTester tester(&fixture.sorted, QAbstractItemModelTester::FailureReportingMode::Fatal);
    const int time = fixture.column(QStringLiteral("Time"));
    for (const auto order : {Qt::AscendingOrder, Qt::DescendingOrder}) {
        fixture.sorted.sort(time, order);
        const int last = fixture.sorted.rowCount() - 1;
        EXPECT_TRUE(fixture.sorted.index(last, time).data(StageTableModel::total_role).toBool());
        for (int row = 1; row < last; ++row) {
            const double before = fixture.value(row - 1, time).toDouble(),
                         here = fixture.value(row, time).toDouble();
            EXPECT_TRUE(order == Qt::AscendingOrder ? before <= here : before >= here);
        }
    }
}

TEST(StageSortModel, AbsentValuesComeAfterAllNumbers) {
    auto record = sample::make_case({});
    std::erase_if(record.launches[0].counters,
                  [](const CounterValue& value) { return value.id == CounterId::gld_sectors; });
    Fixture fixture(record);
    const int sectors = fixture.column(QStringLiteral("Sectors loaded"));
    for (const auto order : {Qt::AscendingOrder, Qt::DescendingOrder}) {
        fixture.sorted.sort(sectors, order);
        const int last = fixture.sorted.rowCount() - 1;
        EXPECT_TRUE(fixture.value(0, sectors).isValid());
        EXPECT_FALSE(fixture.value(last - 1, sectors).isValid());
    }
}

TEST(StageSortModel, WritesTabSeparatedTextWithUnitsAndSources) {
    Fixture fixture(sample::make_case({}));
    const QList<int> columns{fixture.column(QStringLiteral("Stage")), fixture.column(QStringLiteral("Label")),
                             fixture.column(QStringLiteral("Sectors loaded"))};
    const auto lines = fixture.sorted.tsv({0, 1}, columns).split(u'\n');
    ASSERT_EQ(lines.size(), 4);  // header, two rows, and nothing after the last line's end
    EXPECT_EQ(lines[0], QStringLiteral("Stage\tLabel\tSectors loaded (sectors, measured)"));
    EXPECT_EQ(lines[1], QStringLiteral("1\tk=2 j=1\t256"));
    EXPECT_EQ(fixture.sorted.tsv({}, columns).count(u'\n'), 55 + 1 + 1);
}

TEST(StageSortModel, AnEmptyTableIsAHeaderAlone) {
    StageTableModel table;
    StageSortModel sorted;
    sorted.setSourceModel(&table);
    sorted.sort(0);
    EXPECT_EQ(sorted.tsv({}, {}), QStringLiteral("\n"));
}

}  // namespace
}  // namespace sortscope::gui
