// Colours, text sizes, fonts and icons, for dark and light desktops.
#pragma once

#include "core/vocabulary.hpp"
#include "gui/models/text.hpp"

namespace sortscope::gui {
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

bool is_dark(const QPalette& palette);
QColor blend(const QColor& under, const QColor& over, double part);
ChartTheme chart_theme(const QPalette& palette);
QColor letters_on(const QColor& fill);

struct MarkColours {
    QColor fill;
    QColor text;
};
MarkColours mark_colours(Provenance provenance, const QPalette& palette);
QColor severity_colour(Severity severity, const QPalette& palette);

inline constexpr char text_cell_style[] = "padding:2px 18px 2px 0";
/// HTML of `content` in a frame.
QString card_html(const QString& content, const QPalette& palette);
/// HTML of a bar that shows a share of a whole.
QString share_bar(double share, const QPalette& palette);
/// Style sheet of a rounded button with a stripe in `colour`.
QString chip_style(const QColor& colour, const QPalette& palette);

/// Icon of a view by id, or of "back", "forward", "close", "info", "failure" or "file". Drawn in the
/// palette's text colour. Empty for an unknown name.
QIcon icon_of(const QString& name, const QPalette& palette);
QIcon application_icon();
/// Property of a tab bar with hidden tabs, because the rail shows the views.
inline constexpr char hidden_tabs[] = "hidden_tabs";

QPalette dark_palette();
QPalette light_palette();

/// In pixels at 96 dpi.
enum class TextSize { title = 20, body = 13, label = 12, note = 11 };
/// Font of the window's family, with figures of one width; `strong`: semibold.
QFont text_font(TextSize size, bool strong = false);
QFont code_font(TextSize size = TextSize::label);

QColor border_colour(const QPalette& palette);
inline constexpr double corner_radius = 6;
/// Fills and outlines `box` with round corners and a line of one pixel.
void draw_panel(QPainter& painter, const QRectF& box, const QColor& fill, const QColor& line,
                double radius = corner_radius);

void set_up_look();
/// Gives tooltips the colours of panels. Call when the palette changes.
void set_up_tooltips();
}
