#include "gui/views/theme.hpp"

#include <qcustomplot.h>

#include <QFont>

namespace sortscope::gui {

bool is_dark(const QPalette& palette) {
    return palette.color(QPalette::WindowText).lightness() > palette.color(QPalette::Window).lightness();
}

QColor blend(const QColor& under, const QColor& over, double part) {
    const auto mix = [part](int a, int b) { return static_cast<int>(a + (b - a) * part + 0.5); };
    return QColor(mix(under.red(), over.red()), mix(under.green(), over.green()),
                  mix(under.blue(), over.blue()));
}

ChartTheme chart_theme(const QPalette& palette) {
    ChartTheme theme;
    theme.background = palette.color(QPalette::Base);
    theme.text = palette.color(QPalette::Text);
    theme.faint_text = blend(theme.background, theme.text, 0.65);
    theme.grid = blend(theme.background, theme.text, 0.13);
    theme.band = blend(theme.background, theme.text, 0.045);
    theme.highlight = blend(theme.background, palette.color(QPalette::Highlight), 0.35);
    const QList<QColor> light{"#2f6db5", "#e07b1a", "#2a9d6f", "#b5407a", "#6b5bb0",
                              "#1fa3b8", "#a3680f", "#c23b3b", "#5f7f2f", "#5a6672"};
    const QList<QColor> dark{"#6aa8f0", "#f5a04c", "#5fd0a0", "#ea83b5", "#a99bf0",
                             "#5ccfe0", "#d9a558", "#f08080", "#a8c96a", "#a9b6c4"};
    theme.series = is_dark(palette) ? dark : light;
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

QPalette dark_palette() {
    QPalette palette;
    palette.setColor(QPalette::Window, "#2b2d31");
    palette.setColor(QPalette::WindowText, "#e6e6e6");
    palette.setColor(QPalette::Base, "#1f2124");
    palette.setColor(QPalette::AlternateBase, "#26282c");
    palette.setColor(QPalette::Text, "#e6e6e6");
    palette.setColor(QPalette::PlaceholderText, "#8f959e");
    palette.setColor(QPalette::Button, "#36393e");
    palette.setColor(QPalette::ButtonText, "#e6e6e6");
    palette.setColor(QPalette::BrightText, "#ff8080");
    palette.setColor(QPalette::ToolTipBase, "#36393e");
    palette.setColor(QPalette::ToolTipText, "#e6e6e6");
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
