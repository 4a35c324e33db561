#include "gui/views/theme.hpp"

#include <QImage>
#include <QPainter>
#include <QStyleOption>

#include "gui/views/check_style.hpp"

#include <algorithm>
#include <cmath>

#include "support.hpp"

namespace sortscope::gui {
namespace {

/// Relative luminance and contrast as WCAG 2.1 defines them.
double luminance(const QColor& colour) {
    const auto part = [](double c) { return c <= 0.03928 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4); };
    return 0.2126 * part(colour.redF()) + 0.7152 * part(colour.greenF()) + 0.0722 * part(colour.blueF());
}
double contrast(const QColor& a, const QColor& b) {
    const double la = luminance(a), lb = luminance(b);
    return (std::max(la, lb) + 0.05) / (std::min(la, lb) + 0.05);
}

QPalette light_palette() {
    QPalette palette(Qt::lightGray);
    palette.setColor(QPalette::Base, Qt::white);
    palette.setColor(QPalette::Text, Qt::black);
    palette.setColor(QPalette::Window, "#efefef");
    palette.setColor(QPalette::WindowText, Qt::black);
    return palette;
}

TEST(Theme, KnowsDarkFromLight) {
    EXPECT_TRUE(is_dark(dark_palette()));
    EXPECT_FALSE(is_dark(light_palette()));
}

TEST(Theme, TextAndMarksCanBeRead) {
    for (const auto& palette : {light_palette(), dark_palette()}) {
        const auto theme = chart_theme(palette);
        EXPECT_GE(contrast(theme.text, theme.background), 7);
        EXPECT_GE(contrast(theme.faint_text, theme.background), 4.5);
        for (const auto& row : EnumTable<Provenance>::names()) {
            const auto mark = mark_colours(row.value, palette);
            EXPECT_GE(contrast(mark.fill, mark.text), 4.5) << row.name;
        }
        for (const auto& row : EnumTable<Severity>::names())
            EXPECT_GE(contrast(severity_colour(row.value, palette), palette.color(QPalette::Window)), 4.5)
                << row.name;
    }
}

TEST(Theme, SeriesStandOutFromTheBackgroundAndFromOneAnother) {
    for (const auto& palette : {light_palette(), dark_palette()}) {
        const auto theme = chart_theme(palette);
        ASSERT_EQ(theme.series.size(), 10);
        for (qsizetype i = 0; i < theme.series.size(); ++i) {
            EXPECT_GE(contrast(theme.series[i], theme.background), 2.7) << i;
            for (qsizetype j = 0; j < i; ++j) EXPECT_NE(theme.series[i], theme.series[j]);
        }
    }
}

TEST(Theme, BlendsBetweenTwoColours) {
    EXPECT_EQ(blend(Qt::black, Qt::white, 0), QColor(Qt::black));
    EXPECT_EQ(blend(Qt::black, Qt::white, 1), QColor(Qt::white));
    EXPECT_EQ(blend(QColor(0, 100, 200), QColor(100, 100, 100), 0.5), QColor(50, 100, 150));
}

TEST(Theme, BoxesToCheckAreSeenOnDarkGround) {
    const CheckStyle style;
    QStyleOptionButton option;
    option.palette = dark_palette();
    option.rect = QRect(0, 0, 20, 20);
    option.state = QStyle::State_Enabled | QStyle::State_Off;
    QImage picture(20, 20, QImage::Format_RGB32);
    const auto ground = option.palette.color(QPalette::Base);
    picture.fill(ground);
    QPainter painter(&picture);
    style.drawPrimitive(QStyle::PE_IndicatorCheckBox, &option, &painter);
    painter.end();
    int contrast = 0;
    for (int x = 0; x < 20; ++x) contrast = std::max(contrast, std::abs(picture.pixelColor(x, 10).lightness() - ground.lightness()));
    EXPECT_GT(contrast, 60);
}

}  // namespace
}  // namespace sortscope::gui
