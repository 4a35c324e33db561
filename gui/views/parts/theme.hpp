// Colours on the desktop's background, and corrections of its style.
#pragma once

#include <QColor>
#include <QIcon>
#include <QList>
#include <QPalette>
#include <QProxyStyle>
#include <QString>

#include "core/vocabulary.hpp"

class QCPAxis;
class QCustomPlot;
class QFont;

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

/// `part` (0..1) of `over` in `under`.
QColor blend(const QColor& under, const QColor& over, double part);

ChartTheme chart_theme(const QPalette& palette);

/// Black or white, with a contrast of at least 4.5.
QColor letters_on(const QColor& fill);

struct MarkColours {
    QColor fill;
    QColor text;
};
MarkColours mark_colours(Provenance provenance, const QPalette& palette);

QColor severity_colour(Severity severity, const QPalette& palette);

void apply_theme(QCPAxis& axis, const ChartTheme& theme, const QFont& font);
void apply_theme(QCustomPlot& plot, const ChartTheme& theme, const QFont& font);

QString plot_library_version();

/// Used if a light desktop's user chooses dark.
QPalette dark_palette();
/// Used if a dark desktop's user chooses light.
/// Style sheet of a rounded button with a stripe in `colour`.
QString chip_style(const QColor& colour, const QPalette& palette);

/// Drawn in the palette's text colour; empty for an unknown view.
QIcon view_icon(const QString& view, const QPalette& palette);
/// Property of a tab bar without tabs: the rail shows its views.
inline constexpr char hidden_tabs[] = "hidden_tabs";

QPalette light_palette();

/// In pixels.
inline constexpr int text_indent = 6;

class WindowStyle : public QProxyStyle {
    Q_OBJECT
 public:
    using QProxyStyle::QProxyStyle;
    /// Outlines empty boxes on a dark background.
    void drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                       const QWidget* widget = nullptr) const override;
    /// Elides a combo box's text.
    void drawControl(ControlElement element, const QStyleOption* option, QPainter* painter,
                     const QWidget* widget = nullptr) const override;
    /// Puts a menu button's arrow after its text; draws the toolbar's extension in the text colour.
    void drawComplexControl(ComplexControl control, const QStyleOptionComplex* option, QPainter* painter,
                            const QWidget* widget = nullptr) const override;
    /// Separates texts from numbers before them.
    QRect subElementRect(SubElement element, const QStyleOption* option,
                         const QWidget* widget = nullptr) const override;
    QSize sizeFromContents(ContentsType type, const QStyleOption* option, const QSize& size,
                           const QWidget* widget = nullptr) const override;
};
}
