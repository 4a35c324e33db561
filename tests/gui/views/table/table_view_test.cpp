#include "gui/views/table/table_view.hpp"

#include <QTest>

#include "support.hpp"

namespace sortscope::gui {
namespace {
using analyzer::Grouping;

class TableViewTest : public testing::Test {
 protected:
    void SetUp() override { show(Grouping::stage); }
    void show(Grouping grouping) { view.set_rows(sample::make_breakdown(record, grouping)->table); }
    double time(int row) { return cell(view.table(), row, "time", TableModel::plain_role).toDouble(); }
    QString all_copied() {
        view.copy_all();
        return QGuiApplication::clipboard()->text();
    }
    const CaseRecord record = sample::make_case({});
    TableView view;
};

TEST_F(TableViewTest, SelectionIsARowOfTheBreakdownHoweverItIsSorted) {
    view.sort_by(u"stage"_s, Qt::DescendingOrder);
    QSignalSpy selected(&view, &TableView::row_selected);
    view.set_current_row(3);
    EXPECT_EQ(view.current_row(), 3);
    EXPECT_EQ(view.currentIndex().siblingAtColumn(0).data().toString(), u"4"_s);
    EXPECT_TRUE(selected.isEmpty());  // the user chose no row
    view.setCurrentIndex(view.model()->index(0, 0));
    ASSERT_EQ(selected.size(), 1);
    EXPECT_EQ(selected[0][0].toInt(), 9);  // the last stage is the first row
    view.sort_by(u"time"_s, Qt::DescendingOrder);
    show(Grouping::launch);
    EXPECT_EQ(view.horizontalHeader()->sortIndicatorSection(), view.table().column_of(u"time"_s));
    for (int row = 1; row < 55; ++row) EXPECT_GE(time(row - 1), time(row));
}

TEST_F(TableViewTest, ARowIsSelectedWhateverKeysAreHeld) {
    view.show();
    ASSERT_TRUE(QTest::qWaitForWindowExposed(&view));
    QTest::keyPress(&view, Qt::Key_Control, Qt::ControlModifier);
    EXPECT_TRUE(QGuiApplication::keyboardModifiers().testFlag(Qt::ControlModifier))
        << "a shortcut is being pressed";
    for (int times = 0; times < 2; ++times) {  // the second call must not toggle the row
        view.set_current_row(3);
        EXPECT_TRUE(view.selectionModel()->isRowSelected(3)) << times;
    }
    QTest::keyRelease(&view, Qt::Key_Control);
    EXPECT_TRUE(view.selectionModel()->isRowSelected(3));
    view.set_current_row(4);
    EXPECT_TRUE(view.selectionModel()->isRowSelected(4));
    EXPECT_FALSE(view.selectionModel()->isRowSelected(3));
}

TEST_F(TableViewTest, CopiesSelectedRowsOfShownColumns) {
    view.set_current_row(1);
    view.copy();
    const auto lines = QGuiApplication::clipboard()->text().trimmed().split(u'\n');
    ASSERT_EQ(lines.size(), 2);
    EXPECT_TRUE(lines[0].startsWith(u"Stage\tLabel\tLaunches\tTime (\u00b5s, measured)"_s));
    EXPECT_FALSE(lines[0].contains(u"Warp instructions"_s));
    EXPECT_TRUE(lines[1].startsWith(u"2\tk=4\t2\t"_s));
    EXPECT_EQ(all_copied().count(u'\n'), 14);
}

TEST_F(TableViewTest, ColumnsAreChosenByTheUserAndKept) {
    view.choose_columns();
    auto* chooser = view.findChild<QFrame*>(u"column_chooser"_s);
    ASSERT_TRUE(chooser);
    auto* list = chooser->findChild<QListWidget*>();
    for (int i = 0; i < list->count(); ++i) {
        auto* item = list->item(i);
        if (item->text().startsWith(u"Warp instructions"_s) || item->text().startsWith(u"Launches"_s))
            item->setCheckState(item->checkState() == Qt::Checked ? Qt::Unchecked : Qt::Checked);
    }
    EXPECT_TRUE(chooser->isVisible());  // stays open for more choices
    chooser->close();
    EXPECT_TRUE(contains(all_copied(), u"Warp instructions (instructions, measured)"_s));
    EXPECT_FALSE(all_copied().contains(u"Launches"_s));
    show(Grouping::kernel);
    EXPECT_TRUE(contains(all_copied(), u"Warp instructions"_s));
    EXPECT_FALSE(all_copied().contains(u"Launches"_s));
}

TEST_F(TableViewTest, ClicksSortNumbersTheLargestFirst) {
    view.resize(1600, 400);
    view.show();
    auto* header = view.horizontalHeader();
    const auto click = [&] {
        const int left = header->sectionViewportPosition(view.table().column_of(u"time"_s));
        QTest::mouseClick(header->viewport(), Qt::LeftButton, {}, QPoint(left + 9, header->height() / 2));
    };
    click();
    EXPECT_GT(time(0), time(9));
    click();
    EXPECT_LT(time(0), time(9));
    click();
    EXPECT_FALSE(header->isSortIndicatorShown());
    EXPECT_EQ(view.table().breakdown_row(4), 4);
    int used = 0;
    for (int i = 0; i < view.table().columnCount(); ++i) {
        if (view.isColumnHidden(i)) continue;
        used += view.columnWidth(i);
        const auto title = view.model()->headerData(i, Qt::Horizontal).toString();
        EXPECT_GE(view.columnWidth(i), std::min(150, header->fontMetrics().size(0, title).width()));
    }
    EXPECT_EQ(used, view.viewport()->width());
}

/// Records the cells that a view draws.
class CellSpy : public QProxyStyle {
 public:
    void drawControl(ControlElement element, const QStyleOption* option, QPainter* painter,
                     const QWidget* widget) const override {
        const auto* cell = qstyleoption_cast<const QStyleOptionViewItem*>(option);
        if (element == CE_ItemViewItem && cell != nullptr) cells.push_back(*cell);
        QProxyStyle::drawControl(element, option, painter, widget);
    }
    mutable std::vector<QStyleOptionViewItem> cells;
};

/// Shows one cell ten times in each column.
class TableViewNumbers : public testing::Test {
 protected:
    void show(const present::Cell& cell) {
        const auto rows = falling_rows(10);
        rows->cell = [cell](size_t, size_t) { return cell; };
        view.setStyle(&spy);
        view.resize(300, 200);
        view.set_rows(rows);
        view.show();
        ASSERT_TRUE(QTest::qWaitForWindowExposed(&view));
    }
    const present::Cell number{"12,345.6", Number(12345.6), std::nullopt, 0};
    CellSpy spy;
    TableView view;
};

TEST_F(TableViewNumbers, ThatDoNotFitAreElidedWhole) {
    show(number);
    const int column = view.table().column_of(u"value"_s);
    struct Delegate : QStyledItemDelegate {
        using QStyledItemDelegate::initStyleOption;
    };
    const auto shown = [&](int width) {
        QStyleOptionViewItem option;
        option.rect = QRect(0, 0, width, 20);
        const auto index = view.model()->index(1, column);
        const auto* delegate = qobject_cast<const QStyledItemDelegate*>(view.itemDelegate());
        (delegate->*(&Delegate::initStyleOption))(&option, index);
        return option.text;
    };
    const auto whole = view.model()->index(1, column).data().toString();
    EXPECT_EQ(shown(200), whole);
    EXPECT_EQ(shown(12), u"\u2026"_s);
}

TEST_F(TableViewNumbers, AreNotCutByTheEdgeOfTheView) {
    show(number);
    const int column = view.table().column_of(u"value"_s);
    for (const int in_sight : {10, 20, 90}) {
        view.setColumnWidth(column, 400);
        view.setColumnWidth(1 - column, view.viewport()->width() - in_sight);
        spy.cells.clear();
        view.grab();
        QStringList texts;
        for (const auto& cell : spy.cells) {
            EXPECT_LT(cell.rect.right(), view.viewport()->width());
            if (cell.index.column() == column) texts << cell.text;
        }
        EXPECT_EQ(texts.isEmpty(), in_sight == 10);
        EXPECT_TRUE(texts.isEmpty() || texts.contains(in_sight < 50 ? u"\u2026"_s : u"12,345.6"_s));
    }
}

TEST_F(TableViewTest, EscapeEndsASortThatTakesItsTime) {
    auto rows = falling_rows(100'000);
    const auto release = std::make_shared<std::atomic<bool>>(false);
    rows->again = [release] {
        while (!*release) QThread::msleep(1);
        return falling_rows(100'000);
    };
    view.set_rows(rows);
    view.sort_by(u"value"_s, Qt::DescendingOrder);
    EXPECT_TRUE(view.table().is_sorting());
    EXPECT_EQ(view.viewport()->cursor().shape(), Qt::BusyCursor);
    QTest::keyClick(&view, Qt::Key_Escape);
    EXPECT_FALSE(view.table().is_sorting());
    EXPECT_FALSE(view.horizontalHeader()->isSortIndicatorShown());
    EXPECT_EQ(view.viewport()->cursor().shape(), Qt::ArrowCursor);
    *release = true;
    QThreadPool::globalInstance()->waitForDone();
    QCoreApplication::processEvents();
    EXPECT_TRUE(view.table().order().empty());
}

TEST_F(TableViewNumbers, InTextsAreWhole) {
    show({"0.281 .. 0.283", {}, std::nullopt, 0});
    const int column = view.table().column_of(u"name"_s);
    for (int width = 30; width < 140; ++width) {
        view.setColumnWidth(column, width);
        spy.cells.clear();
        view.grab();
        for (const auto& cell : spy.cells) {
            EXPECT_TRUE(cell.text.isEmpty() || cell.text == u"\u2026"_s || cell.text == u"0.281 .. 0.283"_s)
                << width;
            const int margin = spy.pixelMetric(QStyle::PM_FocusFrameHMargin, nullptr, &view) + 1;
            const int room =
                spy.subElementRect(QStyle::SE_ItemViewItemText, &cell, &view).width() - 2 * margin;
            EXPECT_TRUE(QFontMetricsF(cell.font).horizontalAdvance(cell.text) <= room) << width;
        }
    }
}

TEST(TableViewColumns, TheNameStaysReadableBesideAStatus) {
    TableView view;
    view.resize(300, 200);
    const auto rows = falling_rows(3);
    rows->columns[0].names_row = true;
    auto& status = rows->columns.emplace_back(rows->columns[0]);
    status.id = status.title = "status";
    status.names_row = false;
    rows->cell = [](size_t, size_t column) {
        constexpr const char* texts[] = {"bitonic-b2 \xC2\xB7 2^24 f32 \xC2\xB7 256 \xC2\xB7 max_keys=16",
                                         "486.2 us", "interrupted"};
        return present::Cell{texts[column], {}, std::nullopt, 0};
    };
    view.set_rows(rows);
    view.show();
    ASSERT_TRUE(QTest::qWaitForWindowExposed(&view));
    EXPECT_GE(view.columnWidth(0), 180);
    for (const auto& [column, text] : {std::pair(1, u"486.2 \u00b5s"_s), {2, u"interrupted"_s}})
        EXPECT_GE(view.columnWidth(column), view.fontMetrics().horizontalAdvance(text));
}
}  // namespace
}
