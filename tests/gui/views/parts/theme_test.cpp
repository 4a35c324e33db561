#include "gui/views/parts/theme.hpp"
#include "gui/views/parts/window_style.hpp"

#include <gmock/gmock.h>

#include <QTest>

#include <fstream>
#include <regex>

#include "present/palette.hpp"
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

TEST(Theme, TextAndMarksCanBeRead) {
    for (const auto& palette : {light_palette(), dark_palette()}) {
        const auto theme = chart_theme(palette);
        EXPECT_GE(contrast(theme.text, theme.background), 7);
        EXPECT_GE(contrast(theme.faint_text, theme.background), 4.5);
        for (const auto ground : {QPalette::Window, QPalette::Base}) {
            EXPECT_GE(contrast(palette.color(QPalette::PlaceholderText), palette.color(ground)), 4.5);
            EXPECT_GE(contrast(palette.color(QPalette::Disabled, QPalette::Text), palette.color(ground)),
                      3.5);
        }
        for (const auto& row : EnumTable<Provenance>::names()) {
            const auto mark = mark_colours(row.value, palette);
            EXPECT_GE(contrast(mark.fill, mark.text), 4.5) << row.name;
        }
        for (const auto& row : EnumTable<Severity>::names())
            EXPECT_GE(contrast(severity_colour(row.value, palette), palette.color(QPalette::Window)), 4.5)
                << row.name;
        ASSERT_EQ(theme.series.size(), 10);
        for (qsizetype i = 0; i < theme.series.size(); ++i) {
            EXPECT_GE(contrast(theme.series[i], theme.background), 2.7) << i;
            EXPECT_GE(contrast(letters_on(theme.series[i]), theme.series[i]), 4.5) << i;
            for (qsizetype j = 0; j < i; ++j) EXPECT_NE(theme.series[i], theme.series[j]);
        }
    }
    for (const bool dark : {false, true})
        for (int i = 0; i <= 1000; ++i)
            for (const auto& colour :
                 {present::heat_colour(i / 1000.0, dark), present::ratio_colour(i / 1000.0, dark)}) {
                const QColor fill(colour.r, colour.g, colour.b);
                ASSERT_GE(contrast(letters_on(fill), fill), 4.5) << i / 1000.0;
            }
}

/// Lines of the window's sources that name a colour, a text size or a corner radius. Skips the files of theme
/// and window style.
std::vector<std::string> literals(const std::filesystem::path& folder) {
    static const std::regex literal(
        R"(QColor(\s+\w+)?\(\s*[0-9"]|QColor\(Qt::|Qt::(black|white|red|green|blue|gray|lightGray|darkGray)\b|#[0-9a-fA-F]{6}\b|)"
        R"(\bqRgba?\(\s*[0-9]|setPointSize|setPixelSize|setPointSizeF|font-size|border-radius|padding:|drawRoundedRect\([^,]+,\s*[0-9])");
    std::vector<std::string> found;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
        const auto& path = entry.path();
        const auto name = path.stem().string();
        if ((path.extension() != ".cpp" && path.extension() != ".hpp") || name == "theme" ||
            name == "window_style")
            continue;
        std::ifstream in(path);
        int number = 0;
        for (std::string line; std::getline(in, line);) {
            ++number;
            if (const auto comment = line.find("//"); comment != std::string::npos) line.resize(comment);
            if (std::regex_search(line, literal))
                found.push_back(path.filename().string() + ":" + std::to_string(number) + ": " + line);
        }
    }
    return found;
}

TEST(Theme, HasAllColoursAndSizes) {
    EXPECT_THAT(literals(SORTSCOPE_SOURCE_DIR "/gui"), testing::IsEmpty());
    QTemporaryDir folder;
    std::ofstream(folder.filePath(u"view.cpp"_s).toStdString())
        << "const int one = 1;\nconst QColor red(255, 0, 0);\nlabel->setStyleSheet(\"color: #ff0000\");\n"
           "font.setPixelSize(13);\nauto fill = QColor(255, 0, 0);\nchoose(u\"#1\"_s);\n";
    EXPECT_EQ(literals(folder.path().toStdString()).size(), 4U) << "the test can fail";
}

TEST(Theme, BoxesToCheckAreSeenOnDarkGround) {
    const WindowStyle style;
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
    EXPECT_GT(
        count(picture, {0, 10, 20, 1},
              [&](const QColor& colour) { return std::abs(colour.lightness() - ground.lightness()) > 60; }),
        0);
}

TEST(Theme, TextsOfATableStandApartFromTheNumbersBeforeThem) {
    WindowStyle style;
    QTableView table;
    QTreeView tree;
    QStyleOptionViewItem cell;
    cell.rect = QRect(0, 0, 100, 20);
    cell.features = QStyleOptionViewItem::HasDisplay;
    cell.text = u"slower"_s;
    const auto indent = [&](Qt::Alignment alignment, const QWidget& widget) {
        cell.displayAlignment = alignment | Qt::AlignVCenter;
        return style.subElementRect(QStyle::SE_ItemViewItemText, &cell, &widget).left() -
               style.QProxyStyle::subElementRect(QStyle::SE_ItemViewItemText, &cell, &widget).left();
    };
    EXPECT_EQ(indent(Qt::AlignLeft, table), text_indent);
    EXPECT_EQ(std::tuple(indent(Qt::AlignRight, table), indent(Qt::AlignLeft, tree)), std::tuple(0, 0));
}

TEST(Theme, AButtonsArrowHasRoomBesideItsText) {
    WindowStyle style;
    QMenu menu;
    QToolButton plain, with_menu;
    for (auto* button : {&plain, &with_menu}) {
        button->setStyle(&style);
        button->setText(u"History"_s);
    }
    with_menu.setMenu(&menu);
    with_menu.setPopupMode(QToolButton::InstantPopup);
    EXPECT_GE(with_menu.sizeHint().width(), plain.sizeHint().width() + 12);
}

TEST(Theme, AWideTooltipIsWrapped) {
    QLabel owner(u"owner"_s);
    owner.show();
    ASSERT_TRUE(QTest::qWaitForWindowExposed(&owner));
    const auto tip_of = [&](const QString& text) {
        QToolTip::showText(owner.mapToGlobal(QPoint(4, 4)), text, &owner);
        for (auto* top : QApplication::topLevelWidgets())
            if (top->inherits("QTipLabel") && top->isVisible()) return top;
        return static_cast<QWidget*>(nullptr);
    };
    const auto* plain = tip_of(u"short"_s);
    ASSERT_TRUE(plain);
    const int line = plain->height();
    const QString words = u"a long sentence "_s;
    const int width = QFontMetrics(QToolTip::font()).horizontalAdvance(words);
    for (const int wanted :
         {600, 700, 3000}) {  // the later replace the first; the last is wider than the screen
        const auto* tip = tip_of(words.repeated(wanted / width + 1));
        ASSERT_TRUE(tip);
        EXPECT_LE(tip->width(), 560);
        EXPECT_GT(tip->height(), line + 8);
        EXPECT_TRUE(tip->screen()->geometry().contains(tip->geometry()));
    }
    QToolTip::hideText();
}
}  // namespace
}
