// The legend of a chart: what it has room for, and what it leaves.
#include "chart_fixture.hpp"

namespace sortscope::gui {
namespace {

TEST_F(ChartViewTest, TheLegendLeavesTheChartItsRoom) {
    present::Chart chart;
    chart.y.title = "transactions of loads (counted)";
    for (const char* name :
         {"32 bytes (counted)", "64 bytes (counted)", "96 bytes (counted)", "128 bytes (counted)"})
        chart.series.push_back(series_of(Kind::line, {at(1, 30), at(2, 300)}, name));
    show(chart);
    EXPECT_EQ(view.plot().legend->itemWithPlottable(view.plot().plottable(0))->plottable()->name(),
              QStringLiteral("32 bytes"));  // the axis says that they are counted
    view.resize(260, 190);
    QApplication::processEvents();
    view.plot().replot();
    EXPECT_LE(view.plot().legend->outerRect().height(), 70);
    EXPECT_GE(view.plot().axisRect()->height(), 60);
    // Where the title has no room along its axis, it stands above, whole.
    EXPECT_EQ(view.plot().yAxis->label(), QString());
    EXPECT_EQ(title()->text(), QStringLiteral("transactions of loads (counted)"));
    EXPECT_LE(title()->outerRect().bottom(), view.plot().axisRect()->rect().top());
    EXPECT_GE(title()->outerRect().top(),
              view.plot().legend->visible() ? view.plot().legend->outerRect().bottom() : 0);
    view.resize(900, 400);
    QApplication::processEvents();
    view.plot().replot();
    EXPECT_EQ(view.plot().yAxis->label(),
              QStringLiteral("transactions of loads (counted)"));  // along it again
    EXPECT_EQ(title()->text(), QString());
    EXPECT_LE(title()->outerRect().height(), 1);
}

TEST_F(ChartViewTest, ColumnsOfTheLegendAreAsBroadAsTheirOwnNames) {
    present::Chart chart;
    for (const char* name : {"L2", "device memory of the other", "DRAM", "shared memory of the other", "L1"})
        chart.series.push_back(series_of(Kind::points, {at(1, 30)}, name));
    view.resize(420, 330);
    QApplication::processEvents();
    show(chart);
    EXPECT_EQ(view.plot().legend->wrap(), 2);  // three as broad as the broadest would not fit, nor would two
    EXPECT_LE(view.plot().legend->outerRect().right(), view.plot().width());
    EXPECT_EQ(view.plot().plottable(1)->name(),
              QStringLiteral("device memory of the other"));  // nothing is shortened
}

TEST_F(ChartViewTest, LinesWithoutANameDoNotShortenTheLegendsNames) {
    present::Chart chart;
    for (const char* name : {"device memory, limit 3,892 GB/s", "", "L2, limit 7,587 GB/s", "",
                             "shared memory, limit 32,760 GB/s", ""})
        chart.series.push_back(
            series_of(*name == '\0' ? Kind::line : Kind::points, {at(1, 30), at(2, 40)}, name));
    view.resize(700, 400);
    QApplication::processEvents();
    show(chart);
    EXPECT_EQ(view.plot().legend->itemCount(), 3);
    EXPECT_EQ(view.plot().plottable(0)->name(),
              QStringLiteral("device memory, limit 3,892 GB/s"));  // whole, with all its digits
    EXPECT_EQ(view.plot().plottable(4)->name(), QStringLiteral("shared memory, limit 32,760 GB/s"));
}

TEST_F(ChartViewTest, OfALowChartALegendOfOneNameIsLeftOut) {
    present::Chart chart;
    chart.y.title = "time (us, measured)";
    chart.series.push_back(series_of(Kind::points, {at(1, 30), at(2, 20)}, "accepted"));
    view.resize(500, 150);
    QApplication::processEvents();
    show(chart);
    EXPECT_FALSE(view.plot().legend->visible());
    EXPECT_GE(view.plot().axisRect()->height(), 60);
    EXPECT_LE(view.plot().axisRect()->top(), 40)
        << "nor is its place kept: above the axes is the title alone";
    view.resize(500, 300);
    QApplication::processEvents();
    EXPECT_TRUE(view.plot().legend->visible());
}

TEST_F(ChartViewTest, NoNameOfALegendIsCut) {
    for (const int count : {1, 2, 3, 5, 9}) {
        present::Chart chart;
        chart.y.title = "rate (Mkey/s, measured)";
        for (int i = 0; i < count; ++i)
            chart.series.push_back(
                series_of(Kind::line, {at(1, 30), at(2, 40)},
                          ("bitonic-optimized-" + std::string(static_cast<std::size_t>(3 * i), 'm') +
                           ", block 256, max_keys=16 (measured)")
                              .c_str()));
        show(chart);
        for (int width = 160; width <= 800; width += 37)
            for (const int height : {190, 330}) {
                view.resize(width, height);
                QApplication::processEvents();
                view.plot().replot();
                auto* legend = view.plot().legend;
                if (!legend->visible()) continue;  // said where one points
                const auto where = std::to_string(count) + " names at " + std::to_string(width) + " x " +
                                   std::to_string(height);
                EXPECT_LE(legend->outerRect().right(), view.plot().width()) << where;
                EXPECT_GE(legend->outerRect().left(), 0) << where;
                EXPECT_LE(legend->outerRect().bottom(), view.plot().axisRect()->rect().top()) << where;
                for (int i = 0; i < legend->itemCount(); ++i) {
                    auto* item = legend->item(i);
                    if (item == nullptr) continue;  // the end of the last row
                    EXPECT_LE(item->minimumOuterSizeHint().width(), item->outerRect().width())
                        << where << ", name " << i;
                    EXPECT_LE(item->minimumOuterSizeHint().height(), item->outerRect().height())
                        << where << ", name " << i;
                    EXPECT_LE(item->outerRect().right(), legend->outerRect().right())
                        << where << ", name " << i;
                }
            }
    }
}

}  // namespace
}  // namespace sortscope::gui
