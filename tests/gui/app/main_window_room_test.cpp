// The room that the window gives: to its heading, to each view in a small window, and to the keys.
#include <qcustomplot.h>

#include <QAccessible>
#include <QApplication>
#include <QDockWidget>
#include <QScrollBar>

#include "gui/app/heading.hpp"
#include "gui/views/chart_view.hpp"
#include "gui/views/table_view.hpp"
#include "gui/views/welcome_page.hpp"
#include "main_window_fixture.hpp"

namespace sortscope::gui {
namespace {

class WindowRoomTest : public MainWindowFixture {};

TEST_F(WindowRoomTest, TheHeadingKeepsTheTimeWhereThereIsLittleRoom) {
    ASSERT_TRUE(open(good()));
    const auto& heading = window.heading();
    const QFontMetrics metrics(heading.font());
    const auto whole = heading.fitting(5000);
    ASSERT_TRUE(heading.text().endsWith(whole));
    ASSERT_TRUE(whole.contains(QStringLiteral("Example GPU"))) << whole.toStdString();
    const auto time = whole.section(QStringLiteral("  \u00b7  "), -1);
    ASSERT_TRUE(time.endsWith(u's')) << time.toStdString();
    int shorter = 0;
    auto before = whole;
    for (int room = metrics.horizontalAdvance(whole); room > metrics.horizontalAdvance(whole) / 2;
         room -= 10) {
        const auto text = heading.fitting(room);
        EXPECT_TRUE(text.endsWith(time)) << text.toStdString();
        EXPECT_LE(text.size(), before.size());
        shorter += text != before ? 1 : 0;
        before = text;
    }
    EXPECT_GE(shorter, 2) << "the device goes first, then the bytes of the keys";
    EXPECT_FALSE(before.contains(QStringLiteral("Example GPU")));
    // The workload gives way to the time, first in part; in the end the time is left alone.
    for (int room = metrics.horizontalAdvance(whole) / 2; room >= metrics.horizontalAdvance(time);
         room -= 5) {
        const auto text = heading.fitting(room);
        EXPECT_TRUE(text.endsWith(time)) << room << ": " << text.toStdString();
        EXPECT_LE(metrics.horizontalAdvance(text), room);
    }
    EXPECT_EQ(heading.fitting(metrics.horizontalAdvance(time)), time);
}

TEST_F(WindowRoomTest, TheHeadingsSentenceIsThereWhereItDoesNotFit) {
    Heading heading;
    const QString sentence = QStringLiteral("The file has no cases yet.");
    heading.show_case(nullptr, nullptr, sentence);
    for (const int room : {10, 60, 5000})
        EXPECT_EQ(heading.fitting(room), sentence);  // what draws it cuts its end
}

TEST_F(WindowRoomTest, FitsASmallScreen) {
    QStringList recent;
    for (int i = 0; i < 8; ++i) recent << folder->filePath(QStringLiteral("recent-%1.db").arg(i));
    WelcomePage welcome;
    welcome.set_recent(recent);
    EXPECT_LE(welcome.minimumSizeHint().height(), 400);  // many files that were open lately scroll
    ASSERT_TRUE(open(good()));
    EXPECT_LE(window.minimumSizeHint().width(), 800);
    EXPECT_LE(window.minimumSizeHint().height(), 600);
    window.resize(800, 600);
    EXPECT_EQ(window.size(), QSize(800, 600));
}

/// What is wrong with how the charts in sight are laid out; empty where nothing is.
QString crowded(const View& view) {
    for (const auto* chart : view.findChildren<ChartView*>()) {
        if (!chart->isVisible() || !chart->has_chart()) continue;
        auto& plot = const_cast<ChartView*>(chart)->plot();
        plot.replot();
        const auto inner = plot.axisRect()->rect();
        if (inner.width() < 120 || inner.height() < 60)
            return QStringLiteral("the plot has %1x%2 pixels of %3x%4")
                .arg(inner.width())
                .arg(inner.height())
                .arg(plot.width())
                .arg(plot.height());
        if (plot.legend->visible() && plot.legend->outerRect().intersects(inner))
            return QStringLiteral("the legend covers the plot");
        for (const auto& line : plot.yAxis->label().split(u'\n'))
            if (QFontMetrics(plot.yAxis->labelFont()).horizontalAdvance(line) >
                plot.height() - plot.legend->outerRect().height())
                return QStringLiteral("the title %1 is longer than its axis").arg(line);
    }
    return {};
}

TEST_F(WindowRoomTest, EveryViewHasRoomInASmallWindow) {
    ASSERT_TRUE(open(QStringLiteral(SORTSCOPE_EXAMPLE)));
    const auto file = window.workspace().current_file();
    const auto found = std::ranges::find_if(file->cases, [](const CaseRecord& record) {
        return record.variant == "bitonic-semi" && record.workload.n == 1U << 20 && record.launch_count > 0;
    });
    ASSERT_NE(found, file->cases.end());
    window.workspace().show(file->path, found->id);
    for (const auto& size : {QSize(800, 600), QSize(1280, 800)}) {
        window.resize(size);
        window.reset_layout();
        QApplication::processEvents();
        ASSERT_TRUE(settled());
        // The list of cases shows what they are without being scrolled.
        const auto* cases = window.view(QStringLiteral("runs"))->table();
        const int key = cases->table().column_of(QStringLiteral("key"));
        EXPECT_LE(cases->columnViewportPosition(key) + cases->columnWidth(key), cases->viewport()->width())
            << size.width();
        for (const auto& kind : view_kinds()) {
            window.show_view(QString::fromLatin1(kind.id));
            ASSERT_TRUE(settled()) << kind.id;
            EXPECT_EQ(window.size(), size) << kind.id;
            EXPECT_EQ(crowded(*window.view(QString::fromLatin1(kind.id))), QString())
                << kind.id << " at " << size.width();
        }
    }
}

TEST_F(WindowRoomTest, EveryControlHasANameAndIsReachedByTab) {
    ASSERT_TRUE(open(good()));
    window.activateWindow();
    ASSERT_TRUE(QTest::qWaitForWindowActive(&window));
    for (const auto& kind : view_kinds()) {
        window.show_view(QString::fromLatin1(kind.id));
        ASSERT_TRUE(settled()) << kind.id;
        QSet<QWidget*> reached;
        auto* const first = QApplication::focusWidget();
        int steps = 0;
        for (auto* focus = first; focus != nullptr && steps < 200;
             focus = QApplication::focusWidget(), ++steps) {
            if (focus == first && steps > 0) break;  // once round
            reached.insert(focus);
            for (const auto& other : view_kinds()) {
                if (kind.id == std::string_view("runs") || other.id == std::string_view("runs") ||
                    other.id == std::string_view(kind.id))
                    continue;
                EXPECT_FALSE(window.dock(QString::fromLatin1(other.id))->isAncestorOf(focus))
                    << focus->metaObject()->className() << " of " << other.id << " behind " << kind.id;
            }
            QTest::keyClick(focus, Qt::Key_Tab);
        }
        for (auto* widget : window.dock(QString::fromLatin1(kind.id))->findChildren<QWidget*>()) {
            if (!widget->isVisible() || !widget->isEnabled() || widget->focusPolicy() == Qt::NoFocus ||
                !(widget->focusPolicy() & Qt::TabFocus) || widget->focusProxy() != nullptr)
                continue;
            if (widget->visibleRegion().isEmpty() || qobject_cast<QScrollBar*>(widget) != nullptr) continue;
            const auto about = QStringLiteral("%1 %2 of %3")
                                   .arg(QLatin1String(widget->metaObject()->className()),
                                        widget->objectName(), QLatin1String(kind.id))
                                   .toStdString();
            auto* face = QAccessible::queryAccessibleInterface(widget);
            ASSERT_TRUE(face) << about;
            EXPECT_FALSE(face->text(QAccessible::Name).isEmpty()) << about;
            EXPECT_TRUE(reached.contains(widget)) << about;
        }
    }
}

}  // namespace
}  // namespace sortscope::gui
