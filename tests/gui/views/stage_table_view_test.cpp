#include "gui/views/stage_table_view.hpp"

#include <QHeaderView>
#include <QMenu>
#include <QTest>

#include "sample.hpp"
#include "support.hpp"

namespace sortscope::gui {
namespace {

using analyzer::Grouping;

TEST(StageTableView, SelectionIsARowOfTheBreakdownHoweverItIsSorted) {
    StageTableView view;
    view.set_rows(sample::make_breakdown(sample::make_case({}), Grouping::stage)->table);
    view.sort_by(QStringLiteral("stage"), Qt::DescendingOrder);
    QSignalSpy selected(&view, &StageTableView::row_selected);
    view.set_current_row(3);
    EXPECT_EQ(view.current_row(), 3);
    EXPECT_EQ(view.currentIndex().siblingAtColumn(0).data().toString(), QStringLiteral("4"));
    EXPECT_TRUE(selected.isEmpty());  // by program, not by the user
    view.setCurrentIndex(view.model()->index(0, 0));
    ASSERT_EQ(selected.size(), 1);
    EXPECT_EQ(selected[0][0].toInt(), 9);  // the last stage stands first
}

TEST(StageTableView, CopiesSelectedRowsOfShownColumns) {
    StageTableView view;
    view.set_rows(sample::make_breakdown(sample::make_case({}), Grouping::stage)->table);
    view.set_current_row(1);
    const auto lines = view.selection_as_tsv().trimmed().split(u'\n');
    ASSERT_EQ(lines.size(), 2);
    EXPECT_TRUE(lines[0].startsWith(QStringLiteral("Stage\tLabel\tLaunches\tTime (\u00b5s, measured)")));
    EXPECT_FALSE(lines[0].contains(QStringLiteral("Warp instructions")));
    EXPECT_TRUE(lines[1].startsWith(QStringLiteral("2\tk=4\t2\t")));
    EXPECT_EQ(view.all_as_tsv().count(u'\n'), 12);
}

TEST(StageTableView, ColumnsAreChosenByTheUserAndKept) {
    StageTableView view;
    const auto record = sample::make_case({});
    view.set_rows(sample::make_breakdown(record, Grouping::stage)->table);
    QMenu menu;
    view.fill_columns_menu(menu);
    for (auto* action : menu.actions())
        if (action->text().startsWith(QStringLiteral("Warp instructions")) ||
            action->text().startsWith(QStringLiteral("Launches")))
            action->toggle();
    EXPECT_TRUE(view.all_as_tsv().contains(QStringLiteral("Warp instructions (instructions, measured)")));
    EXPECT_FALSE(view.all_as_tsv().contains(QStringLiteral("Launches")));
    view.set_rows(sample::make_breakdown(record, Grouping::kernel)->table);
    EXPECT_TRUE(view.all_as_tsv().contains(QStringLiteral("Warp instructions")));
    EXPECT_FALSE(view.all_as_tsv().contains(QStringLiteral("Launches")));
}

TEST(StageTableView, SortingFollowsTheColumnWhenTheGroupingChanges) {
    StageTableView view;
    const auto record = sample::make_case({});
    view.set_rows(sample::make_breakdown(record, Grouping::stage)->table);
    view.sort_by(QStringLiteral("time"), Qt::DescendingOrder);
    view.set_rows(sample::make_breakdown(record, Grouping::launch)->table);
    const int time = view.table().column_of(QStringLiteral("time"));
    EXPECT_EQ(view.horizontalHeader()->sortIndicatorSection(), time);
    for (int row = 1; row < 55; ++row)
        EXPECT_GE(view.model()->index(row - 1, time).data(StageTableModel::sort_role).toDouble(),
                  view.model()->index(row, time).data(StageTableModel::sort_role).toDouble());
}

TEST(StageTableView, ClicksSortNumbersTheLargestFirst) {
    StageTableView view;
    view.resize(1600, 400);
    view.show();
    view.set_rows(sample::make_breakdown(sample::make_case({}), Grouping::stage)->table);
    const int time = view.table().column_of(QStringLiteral("time"));
    auto* header = view.horizontalHeader();
    const auto click = [&] {
        QTest::mouseClick(header->viewport(), Qt::LeftButton, {}, QPoint(header->sectionViewportPosition(time) + 9, header->height() / 2));
    };
    const auto first_and_last = [&] {
        const auto value = [&](int row) { return view.model()->index(row, time).data(StageTableModel::sort_role).toDouble(); };
        return std::pair(value(0), value(9));
    };
    click();
    EXPECT_GT(first_and_last().first, first_and_last().second);
    click();
    EXPECT_LT(first_and_last().first, first_and_last().second);
    click();
    EXPECT_FALSE(header->isSortIndicatorShown());
    EXPECT_EQ(view.table().breakdown_row(4), 4);
}

TEST(StageTableView, NoHeaderIsClippedAndSpareRoomIsUsed) {
    StageTableView view;
    view.resize(1600, 300);
    view.show();
    view.set_rows(sample::make_breakdown(sample::make_case({}), Grouping::stage)->table);
    int used = 0;
    for (int i = 0; i < view.table().columnCount(); ++i) {
        if (view.isColumnHidden(i)) continue;
        used += view.columnWidth(i);
        const auto header = view.model()->headerData(i, Qt::Horizontal).toString();
        EXPECT_GE(view.columnWidth(i), view.horizontalHeader()->fontMetrics().size(0, header).width());
    }
    EXPECT_EQ(used, view.viewport()->width());
}

TEST(StageTableView, TakesAnEmptyCase) {
    StageTableView view;
    view.set_rows(nullptr);
    view.set_current_row(0);
    EXPECT_EQ(view.current_row(), -1);
    EXPECT_EQ(view.selection_as_tsv().trimmed(), QString());
}

}  // namespace
}  // namespace sortscope::gui
