// Colours of charts and marks: those of present/palette, laid on the desktop's own background, so that light,
// dark and high-contrast ones hold.
#pragma once

#include <QColor>
#include <QList>
#include <QPalette>
#include <QString>

#include "core/vocabulary.hpp"

class QCustomPlot;
class QFont;

namespace sortscope::gui {

/// What a desktop says of the colours that its user prefers.
enum class ColourWish { none, dark, light };

struct ChartTheme {
    QColor background;
    QColor text;
    QColor faint_text;
    QColor grid;
    QColor band;           ///< behind every second stage
    QColor highlight;      ///< behind the selected bar
    QList<QColor> series;  ///< ten colours, told apart also by people who see red and green alike
};

/// Whether text of `palette` is lighter than what it stands on.
bool is_dark(const QPalette& palette);

/// `part` of `over` laid on `under`; part in 0..1.
QColor blend(const QColor& under, const QColor& over, double part);

ChartTheme chart_theme(const QPalette& palette);

/// Black or white: which reads better on `fill`, with a contrast of 4.5 at least.
QColor letters_on(const QColor& fill);

/// Fill of a provenance's mark and the colour of the words on it.
struct MarkColours {
    QColor fill;
    QColor text;
};
MarkColours mark_colours(Provenance provenance, const QPalette& palette);

/// Colour of a note's sign.
QColor severity_colour(Severity severity, const QPalette& palette);

/// Background, axes, grid and fonts of `plot`.
void apply_theme(QCustomPlot& plot, const ChartTheme& theme, const QFont& font);

/// Version of the library that draws the charts.
QString plot_library_version();

/// Fusion's dark palette, for desktops that offer none.
QPalette dark_palette();
/// And its light one, for desktops that are dark.
QPalette light_palette();

}  // namespace sortscope::gui
