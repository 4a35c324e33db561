#include "gui/views/parts/theme.hpp"

#include <qcustomplot.h>

#include <QFont>

#include "present/palette.hpp"

namespace sortscope::gui {
namespace {

present::Rgb to_rgb(const QColor& colour) {
    return {static_cast<unsigned char>(colour.red()), static_cast<unsigned char>(colour.green()),
            static_cast<unsigned char>(colour.blue())};
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
    const bool dark = is_dark(palette);
    switch (provenance) {
        case Provenance::measured:
            return dark ? MarkColours{"#1f5b3c", "#d8f5e4"} : MarkColours{"#d3efdf", "#0e4a2b"};
        case Provenance::counted:
            return dark ? MarkColours{"#1f4a75", "#d9eaff"} : MarkColours{"#d6e6fa", "#123e6d"};
        case Provenance::modelled:
            return dark ? MarkColours{"#e0a030", "#241800"} : MarkColours{"#f6b73c", "#2e1f00"};
        case Provenance::published:
            return dark ? MarkColours{"#6a4a80", "#f5e6ff"} : MarkColours{"#ead9f5", "#46205f"};
    }
    return {palette.color(QPalette::Button), palette.color(QPalette::ButtonText)};
}

QColor severity_colour(Severity severity, const QPalette& palette) {
    const bool dark = is_dark(palette);
    if (severity == Severity::lost) return dark ? "#f08080" : "#b3261e";
    if (severity == Severity::warning) return dark ? "#f0c060" : "#8a5a00";
    return blend(palette.color(QPalette::Window), palette.color(QPalette::WindowText), 0.7);
}

void apply_theme(QCustomPlot& plot, const ChartTheme& theme, const QFont& font) {
    plot.setBackground(QBrush(theme.background));
    for (auto* axis : {plot.xAxis, plot.yAxis}) {
        axis->setBasePen(QPen(theme.faint_text));
        axis->setTickPen(QPen(theme.faint_text));
        axis->setSubTickPen(QPen(theme.grid));
        axis->setLabelColor(theme.text);
        axis->setTickLabelColor(theme.text);
        axis->setLabelFont(font);
        axis->setTickLabelFont(font);
        axis->setLabelPadding(6);
        axis->grid()->setPen(QPen(theme.grid));
        axis->grid()->setSubGridPen(QPen(theme.grid, 0, Qt::DotLine));
        axis->grid()->setZeroLinePen(QPen(theme.grid));
    }
    plot.legend->setBrush(Qt::NoBrush);
    plot.legend->setBorderPen(Qt::NoPen);
    plot.legend->setFont(font);
    plot.legend->setTextColor(theme.text);
}

QString plot_library_version() { return QStringLiteral(QCUSTOMPLOT_VERSION_STR); }

QPalette light_palette() {
    QPalette palette(QColor("#efefef"));
    palette.setColor(QPalette::Base, to_qcolor(present::palette(false).background));
    palette.setColor(QPalette::AlternateBase, "#f7f7f7");
    palette.setColor(QPalette::Highlight, "#308cc6");
    palette.setColor(QPalette::HighlightedText, Qt::white);
    palette.setColor(QPalette::Link, "#1f5fa8");
    return palette;
}

QPalette dark_palette() {
    // The same background as in pictures and pages of the command line.
    const QColor ground = to_qcolor(present::palette(true).background),
                 text = to_qcolor(present::palette(true).text);
    QPalette palette;
    palette.setColor(QPalette::Window, "#2b2d31");
    palette.setColor(QPalette::WindowText, text);
    palette.setColor(QPalette::Base, ground);
    palette.setColor(QPalette::AlternateBase, "#26282c");
    palette.setColor(QPalette::Text, text);
    palette.setColor(QPalette::PlaceholderText, "#8f959e");
    palette.setColor(QPalette::Button, "#36393e");
    palette.setColor(QPalette::ButtonText, text);
    palette.setColor(QPalette::BrightText, "#ff8080");
    palette.setColor(QPalette::ToolTipBase, "#36393e");
    palette.setColor(QPalette::ToolTipText, text);
    palette.setColor(QPalette::Highlight, "#2f6db5");
    palette.setColor(QPalette::HighlightedText, "#ffffff");
    palette.setColor(QPalette::Link, "#6aa8f0");
    palette.setColor(QPalette::Light, "#4a4e55");
    palette.setColor(QPalette::Midlight, "#404349");
    palette.setColor(QPalette::Mid, "#232529");
    palette.setColor(QPalette::Dark, "#1a1b1e");
    palette.setColor(QPalette::Shadow, "#101113");
    for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
        palette.setColor(QPalette::Disabled, role, "#80858d");
    return palette;
}

}  // namespace sortscope::gui
