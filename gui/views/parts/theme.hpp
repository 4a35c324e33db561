// Colours of charts and badges: those of present/palette on the desktop's background, light, dark or high-
// contrast.
#pragma once

#include <QColor>
#include <QList>
#include <QPalette>
#include <QString>

#include "core/vocabulary.hpp"

class QCustomPlot;
class QFont;

namespace sortscope::gui {

/// The colour scheme that the user prefers.
enum class ColourWish { none, dark, light };

struct ChartTheme {
    QColor background;
    QColor text;
    QColor faint_text;
    QColor grid;
    QColor band;           ///< behind every second stage
    QColor highlight;      ///< behind the selected bar
    QList<QColor> series;  ///< ten colours, distinct for colour-blind people too
};

/// Whether text is lighter than its background.
bool is_dark(const QPalette& palette);

/// Mixes `part` (0..1) of `over` into `under`.
QColor blend(const QColor& under, const QColor& over, double part);

ChartTheme chart_theme(const QPalette& palette);

/// Black or white text, with a contrast of at least 4.5.
QColor letters_on(const QColor& fill);

/// Colours of a provenance's badge.
struct MarkColours {
    QColor fill;
    QColor text;
};
MarkColours mark_colours(Provenance provenance, const QPalette& palette);

QColor severity_colour(Severity severity, const QPalette& palette);

void apply_theme(QCustomPlot& plot, const ChartTheme& theme, const QFont& font);

QString plot_library_version();

/// Fusion's dark palette, for light desktops.
QPalette dark_palette();
/// Fusion's light palette, for dark desktops.
QPalette light_palette();

}  // namespace sortscope::gui
