// Numbers along an axis.
#include "gui/views/chart/tickers.hpp"

#include <algorithm>
#include <limits>

#include "gui/models/text.hpp"
#include "support.hpp"

namespace sortscope::gui {
namespace {

template <class Ticker>
QStringList labels(const QVector<double>& ticks) {
    struct Labels : Ticker {
        using Ticker::createLabelVector;
    } ticker;
    return ticker.createLabelVector(ticks, QLocale(QLocale::English), u'g', 10);
}

TEST(LogTicker, TicksEndWhereNumbersAreNextToEachOther) {
    struct Ticks : LogTicker {
        using LogTicker::createTickVector;
    } ticker;
    const auto ticks = ticker.createTickVector(0, {0.9, 1.1});
    ASSERT_GE(ticks.size(), 3);
    EXPECT_NEAR(ticks.front(), 0.9, 0.021);
    EXPECT_NEAR(ticks.back(), 1.1, 0.021);
    // A step that is less than what tells two numbers apart leads nowhere.
    for (const double apart : {1.0, 2.0, 9.0}) {
        const auto few = ticker.createTickVector(0, {1, 1 + apart * std::numeric_limits<double>::epsilon()});
        EXPECT_LE(few.size(), 19);
        EXPECT_TRUE(std::ranges::is_sorted(few));
    }
}

TEST(LogTicker, OneAxisHasOneNotation) {
    EXPECT_EQ(labels<LogTicker>({0.1, 100, 1e6}), (QStringList{u"0.1"_s, u"100"_s, u"1,000,000"_s}));
    EXPECT_EQ(labels<LogTicker>({1e5, 3e6, 1e7}), (QStringList{u"10⁵"_s, u"3·10⁶"_s, u"10⁷"_s}));
    EXPECT_EQ(labels<LogTicker>({1e-5, 0.01}), (QStringList{u"10⁻⁵"_s, u"10⁻²"_s}));
    // Zoomed in, numbers that differ are told apart.
    EXPECT_EQ(labels<LogTicker>({1.25e7, 1.26e7}), (QStringList{u"1.25·10⁷"_s, u"1.26·10⁷"_s}));
}

TEST(LinearTicker, OneAxisHasOneNotation) {
    EXPECT_EQ(labels<LinearTicker>({0, 0.5, 1}), (QStringList{u"0"_s, u"0.5"_s, u"1"_s}));
    EXPECT_EQ(labels<LinearTicker>({0, 2000, 4000}), (QStringList{u"0"_s, u"2,000"_s, u"4,000"_s}));
    EXPECT_EQ(labels<LinearTicker>({0, 5e9, 1e10, 1.5e10}),
              (QStringList{u"0"_s, u"0.5·10¹⁰"_s, u"10¹⁰"_s, u"1.5·10¹⁰"_s}));
    EXPECT_EQ(labels<LinearTicker>({-2e7, 0, 2e7}), (QStringList{u"-2·10⁷"_s, u"0"_s, u"2·10⁷"_s}));
    EXPECT_EQ(labels<LinearTicker>({0.00005, 0.0001}), (QStringList{u"0.5·10⁻⁴"_s, u"10⁻⁴"_s}));
}

}  // namespace
}  // namespace sortscope::gui
