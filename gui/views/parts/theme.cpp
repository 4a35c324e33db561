#include "gui/views/parts/theme.hpp"

#include "gui/views/parts/window_style.hpp"
#include "present/palette.hpp"

namespace sortscope::gui {
namespace {
present::Rgb to_rgb(const QColor& colour) {
    return {uint8_t(colour.red()), uint8_t(colour.green()), uint8_t(colour.blue())};
}

QColor to_qcolor(present::Rgb colour) { return {colour.r, colour.g, colour.b}; }
}  // namespace

bool is_dark(const QPalette& palette) {
    return palette.color(QPalette::WindowText).lightness() > palette.color(QPalette::Window).lightness();
}

QColor blend(const QColor& under, const QColor& over, double part) {
    return to_qcolor(present::blend(to_rgb(under), to_rgb(over), part));
}

QColor letters_on(const QColor& fill) { return to_qcolor(present::letters_on(to_rgb(fill))); }

ChartTheme chart_theme(const QPalette& palette) {
    const auto shared = present::palette_on(to_rgb(palette.color(QPalette::Base)),
                                            to_rgb(palette.color(QPalette::Text)), is_dark(palette));
    ChartTheme theme;
    theme.background = palette.color(QPalette::Base);
    theme.text = palette.color(QPalette::Text);
    theme.faint_text = to_qcolor(shared.faint_text);
    theme.grid = to_qcolor(shared.grid);
    theme.band = to_qcolor(shared.band);
    theme.highlight = blend(theme.background, palette.color(QPalette::Highlight), 0.35);
    for (const auto& colour : shared.series) theme.series << to_qcolor(colour);
    return theme;
}

MarkColours mark_colours(Provenance provenance, const QPalette& palette) {
    // Fill and text on a dark palette, then on a light palette.
    static const std::map<Provenance, std::array<const char*, 4>> marks{
        {Provenance::measured, {"#1f5b3c", "#d8f5e4", "#d3efdf", "#0e4a2b"}},
        {Provenance::counted, {"#1f4a75", "#d9eaff", "#d6e6fa", "#123e6d"}},
        {Provenance::modelled, {"#e0a030", "#241800", "#f6b73c", "#2e1f00"}},
        {Provenance::published, {"#6a4a80", "#f5e6ff", "#ead9f5", "#46205f"}}};
    const auto& mark = marks.at(provenance);
    const size_t first = is_dark(palette) ? 0 : 2;
    return {mark[first], mark[first + 1]};
}

QColor severity_colour(Severity severity, const QPalette& palette) {
    const bool dark = is_dark(palette);
    if (severity == Severity::lost) return dark ? "#f08080" : "#b3261e";
    if (severity == Severity::warning) return dark ? "#f0c060" : "#8a5a00";
    return blend(palette.color(QPalette::Window), palette.color(QPalette::WindowText), 0.7);
}

QString card_html(const QString& content, const QPalette& palette) {
    const auto ground = palette.color(is_dark(palette) ? QPalette::Window : QPalette::AlternateBase);
    return u"<table width=\"100%\" cellspacing=\"0\" cellpadding=\"8\" border=\"1\" style=\"border-style: "
           u"solid; border-color: %1; "
           "border-collapse: collapse; background: %2; margin-bottom: 8px\"><tr><td>%3</td></tr></table>"_s
               .arg(border_colour(palette).name(), ground.name(), content);
}

QString share_bar(double share, const QPalette& palette) {
    return u"<table width=\"100%\" cellspacing=\"0\" style=\"font-size: 5px\"><tr><td width=\"%1%\" "
           u"bgcolor=\"%2\">"
           "&nbsp;</td><td bgcolor=\"%3\">&nbsp;</td></tr></table>"_s
               .arg(std::clamp(int(std::lround(100 * share)), 1, 99))
               .arg(chart_theme(palette).series.front().name(), border_colour(palette).name());
}

QString chip_style(const QColor& colour, const QPalette& palette) {
    const auto ground = blend(palette.color(QPalette::Window), colour, 0.18);
    return QStringLiteral(
               "QToolButton { background: %1; color: %2; border: 1px solid %3; border-left: 4px solid %3; "
               "border-radius: 6px; padding: 2px 8px; } QToolButton:hover:enabled { background: %4; }")
        .arg(ground.name(), palette.color(QPalette::WindowText).name(), colour.name(),
             blend(ground, colour, 0.25).name());
}

namespace {
struct Glyph {
    QStringView name;
    /// On 16 by 16: "M x y" moves, "L x y" draws a line, "R x y w h" a box, "F x y w h" a filled box,
    /// "O x y r" a circle.
    const char* strokes;
};
constexpr Glyph glyphs[] = {
    {u"stages", "F 2 9 3 5 F 6.5 5 3 9 F 11 2 3 12"},
    {u"transactions", "M 2 4 L 14 4 M 2 8 L 10 8 M 2 12 L 12 12"},
    {u"advice", "O 8 6.5 4.5 M 6.5 13 L 9.5 13 M 6.5 15 L 9.5 15"},
    {u"network", "M 2 4 L 14 4 M 2 8 L 14 8 M 2 12 L 14 12 M 5 4 L 5 8 M 8 8 L 8 12 M 11 4 L 11 12"},
    {u"details", "R 3 2 10 12 M 5.5 5.5 L 10.5 5.5 M 5.5 8 L 10.5 8 M 5.5 10.5 L 8.5 10.5"},
    {u"overview", "F 2 2 5 5 R 9 2 5 5 R 2 9 5 5 F 9 9 5 5"},
    {u"throughput", "M 2 2 L 2 14 L 14 14 M 4 11 L 7 7 L 10 8.5 L 14 3"},
    {u"sweep", "M 2 4 L 5 9 L 8 11.5 L 11 9 L 14 4 O 8 11.5 1.5"},
    {u"compare", "R 2 4 5 10 F 9 2 5 12"},
    {u"reproduction", "M 3 2 L 3 14 L 13 14 L 13 5 L 10 2 L 3 2 M 5.5 9 L 7.5 11 L 11 6.5"},
    {u"collect", "O 8 8 6 F 6 6 4 4"},
    {u"sql", "M 2 4 L 6 8 L 2 12 M 7.5 12.5 L 14 12.5"},
    {u"back", "M 10 3 L 5 8 L 10 13"},
    {u"forward", "M 6 3 L 11 8 L 6 13"},
    {u"close", "M 4 4 L 12 12 M 12 4 L 4 12"},
    {u"info", "O 8 8 6.5 M 8 7.5 L 8 11.5 M 8 4.8 L 8 4.9"},
    {u"failure", "O 8 8 6.5 M 8 4.5 L 8 8.5 M 8 11.2 L 8 11.3"},
    {u"file", "M 4 2 L 4 14 L 12 14 L 12 5 L 9 2 L 4 2 M 9 2 L 9 5 L 12 5"}};

QPixmap glyph_of(const char* strokes, const QColor& colour) {
    constexpr double scale = 2;  // sharp on dense screens
    QPixmap picture(QSize(16, 16) * int(scale));
    picture.setDevicePixelRatio(scale);
    picture.fill(Qt::transparent);
    QPainter painter(&picture);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(colour, 1.5, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    const auto words = QString::fromLatin1(strokes).split(u' ');
    QPointF at;
    for (qsizetype i = 0; i < words.size();) {
        const QChar kind = words.at(i).front();
        const auto value = [&](int place) { return words.at(i + place).toDouble(); };
        if (kind == u'M' || kind == u'L') {
            const QPointF to(value(1), value(2));
            if (kind == u'L') painter.drawLine(at, to);
            at = to;
            i += 3;
        } else if (kind == u'O') {
            painter.drawEllipse(QPointF(value(1), value(2)), value(3), value(3));
            i += 4;
        } else {
            const QRectF box(value(1), value(2), value(3), value(4));
            kind == u'F' ? painter.fillRect(box, colour)
                         : painter.drawRect(box.adjusted(0.75, 0.75, -0.75, -0.75));
            i += 5;
        }
    }
    return picture;
}
}  // namespace

QIcon icon_of(const QString& name, const QPalette& palette) {
    const auto* const found = std::ranges::find(glyphs, QStringView(name), &Glyph::name);
    if (found == std::end(glyphs)) return {};
    const auto text = palette.color(QPalette::WindowText);
    QIcon icon(glyph_of(found->strokes, blend(palette.color(QPalette::Window), text, 0.75)));
    icon.addPixmap(glyph_of(found->strokes, text), QIcon::Normal, QIcon::On);
    return icon;
}

static constexpr QPalette::ColorRole text_roles[] = {QPalette::WindowText, QPalette::Text,
                                                     QPalette::ButtonText};

QPalette light_palette() {
    QPalette palette(QColor("#f4f5f7"));
    for (const auto role : text_roles) palette.setColor(role, to_qcolor(present::palette(false).text));
    palette.setColor(QPalette::Base, to_qcolor(present::palette(false).background));
    palette.setColor(QPalette::AlternateBase, "#f8f9fa");
    palette.setColor(QPalette::PlaceholderText, "#636a73");
    palette.setColor(QPalette::Highlight, "#2f6db5");
    palette.setColor(QPalette::HighlightedText, Qt::white);
    palette.setColor(QPalette::Link, "#1f5fa8");
    for (const auto role : text_roles) palette.setColor(QPalette::Disabled, role, "#6f767f");
    return palette;
}

QPalette dark_palette() {
    const QColor ground = to_qcolor(present::palette(true).background),
                 text = to_qcolor(present::palette(true).text);
    QPalette palette;
    for (const auto role : text_roles) palette.setColor(role, text);
    for (const auto& [role, colour] : {std::pair(QPalette::Window, "#2b2d31"),
                                       {QPalette::AlternateBase, "#26282c"},
                                       {QPalette::PlaceholderText, "#9aa0a8"},
                                       {QPalette::Button, "#36393e"},
                                       {QPalette::BrightText, "#ff8080"},
                                       {QPalette::ToolTipBase, "#36393e"},
                                       {QPalette::Highlight, "#2f6db5"},
                                       {QPalette::HighlightedText, "#ffffff"},
                                       {QPalette::Link, "#6aa8f0"},
                                       {QPalette::Light, "#4a4e55"},
                                       {QPalette::Midlight, "#404349"},
                                       {QPalette::Mid, "#232529"},
                                       {QPalette::Dark, "#1a1b1e"},
                                       {QPalette::Shadow, "#101113"}})
        palette.setColor(role, colour);
    palette.setColor(QPalette::ToolTipText, text);
    palette.setColor(QPalette::Base, ground);
    for (const auto role : text_roles) palette.setColor(QPalette::Disabled, role, "#8f959e");
    return palette;
}

namespace {
constexpr double points_of_pixel = 0.75;  // at 96 dpi

/// A family with figures of one width; the desktop's family if none is installed.
QString text_family() {
    static const QString family = [] {
        const auto known = QFontDatabase::families();
        for (const auto& wanted : {u"Roboto"_s, u"Open Sans"_s, u"Noto Sans"_s, u"DejaVu Sans"_s})
            if (known.contains(wanted)) return wanted;
        return QFontDatabase::systemFont(QFontDatabase::GeneralFont).family();
    }();
    return family;
}
}  // namespace

QFont text_font(TextSize size, bool strong) {
    QFont font(text_family());
    font.setPointSizeF(int(size) * points_of_pixel);
    if (strong) font.setWeight(QFont::DemiBold);
    return font;
}

QFont code_font(TextSize size) {
    auto font = QFontDatabase::systemFont(QFontDatabase::FixedFont);
    font.setPointSizeF(int(size) * points_of_pixel);
    return font;
}

QColor border_colour(const QPalette& palette) {
    return blend(palette.color(QPalette::Window), palette.color(QPalette::WindowText), 0.16);
}

void draw_panel(QPainter& painter, const QRectF& box, const QColor& fill, const QColor& line, double radius) {
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(line.isValid() ? QPen(line, 1) : QPen(Qt::NoPen));
    painter.setBrush(fill.isValid() ? QBrush(fill) : QBrush(Qt::NoBrush));
    painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), radius, radius);
    painter.restore();
}

QIcon application_icon() {
    QIcon icon;
    for (const int side : {16, 32, 48, 128}) {
        QPixmap picture(side, side);
        picture.fill(Qt::transparent);
        QPainter painter(&picture);
        const double unit = side / 16.0;
        draw_panel(painter, picture.rect(), light_palette().color(QPalette::Highlight), {}, 3.5 * unit);
        for (int bar = 0; bar < 4; ++bar) {
            const double height = (3 + 2.2 * bar) * unit;
            painter.fillRect(QRectF((2.75 + 2.8 * bar) * unit, 13 * unit - height, 2.1 * unit, height),
                             bar == 3 ? QColor("#f6b73c") : QColor(Qt::white));
        }
        icon.addPixmap(picture);
    }
    return icon;
}

void set_up_tooltips() {
    auto palette = QApplication::palette();
    palette.setColor(QPalette::ToolTipBase, palette.color(QPalette::Base));
    palette.setColor(QPalette::ToolTipText, palette.color(QPalette::Text));
    QToolTip::setPalette(palette);
    QToolTip::setFont(text_font(TextSize::label));
}

void set_up_look() {
    QApplication::setStyle(new WindowStyle);
    QApplication::setFont(text_font(TextSize::body));
    QApplication::setFont(text_font(TextSize::label), "QHeaderView");
    QApplication::setWindowIcon(application_icon());
    set_up_tooltips();
}
}
