// Numbers along an axis.
#include "gui/views/chart/tickers.hpp"

#include <algorithm>
#include <limits>

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
    EXPECT_EQ(labels<LogTicker>({0.1, 100, 1e6}),
              (QStringList{QStringLiteral("0.1"), QStringLiteral("100"), QStringLiteral("1,000,000")}));
    EXPECT_EQ(labels<LogTicker>({1e5, 3e6, 1e7}),
              (QStringList{QStringLiteral("10⁵"), QStringLiteral("3·10⁶"), QStringLiteral("10⁷")}));
    EXPECT_EQ(labels<LogTicker>({1e-5, 0.01}), (QStringList{QStringLiteral("10⁻⁵"), QStringLiteral("10⁻²")}));
    // Zoomed in, numbers that differ are told apart.
    EXPECT_EQ(labels<LogTicker>({1.25e7, 1.26e7}),
              (QStringList{QStringLiteral("1.25·10⁷"), QStringLiteral("1.26·10⁷")}));
}

TEST(LinearTicker, OneAxisHasOneNotation) {
    EXPECT_EQ(labels<LinearTicker>({0, 0.5, 1}),
              (QStringList{QStringLiteral("0"), QStringLiteral("0.5"), QStringLiteral("1")}));
    EXPECT_EQ(labels<LinearTicker>({0, 2000, 4000}),
              (QStringList{QStringLiteral("0"), QStringLiteral("2,000"), QStringLiteral("4,000")}));
    EXPECT_EQ(labels<LinearTicker>({0, 5e9, 1e10, 1.5e10}),
              (QStringList{QStringLiteral("0"), QStringLiteral("0.5·10¹⁰"), QStringLiteral("10¹⁰"),
                           QStringLiteral("1.5·10¹⁰")}));
    EXPECT_EQ(labels<LinearTicker>({-2e7, 0, 2e7}),
              (QStringList{QStringLiteral("-2·10⁷"), QStringLiteral("0"), QStringLiteral("2·10⁷")}));
    EXPECT_EQ(labels<LinearTicker>({0.00005, 0.0001}),
              (QStringList{QStringLiteral("0.5·10⁻⁴"), QStringLiteral("10⁻⁴")}));
}

}  // namespace
}  // namespace sortscope::gui
