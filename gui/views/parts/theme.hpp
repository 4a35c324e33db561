// Colours of charts and badges on the desktop's background, and corrections of the desktop's style.
#pragma once

#include <QColor>
#include <QList>
#include <QPalette>
#include <QProxyStyle>
#include <QString>

#include "core/vocabulary.hpp"

class QCPAxis;
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

void apply_theme(QCPAxis& axis, const ChartTheme& theme, const QFont& font);
/// To its axes and its legend.
void apply_theme(QCustomPlot& plot, const ChartTheme& theme, const QFont& font);

QString plot_library_version();

/// Fusion's dark palette, for light desktops.
QPalette dark_palette();
/// Fusion's light palette, for dark desktops.
QPalette light_palette();

/// Indentation of texts in a table, in pixels.
inline constexpr int text_indent = 6;

/// Corrects the desktop's style.
class WindowStyle : public QProxyStyle {
    Q_OBJECT

 public:
    using QProxyStyle::QProxyStyle;
    /// Outlines empty boxes visibly on a dark background.
    void drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                       const QWidget* widget = nullptr) const override;
    /// Elides the text of a combo box instead of cutting a letter.
    void drawControl(ControlElement element, const QStyleOption* option, QPainter* painter,
                     const QWidget* widget = nullptr) const override;
    /// Puts a menu button's arrow after its text, and draws the toolbar's extension in the text colour.
    void drawComplexControl(ComplexControl control, const QStyleOptionComplex* option, QPainter* painter,
                            const QWidget* widget = nullptr) const override;
    /// Separates a text column from the numbers of the column before it.
    QRect subElementRect(SubElement element, const QStyleOption* option,
                         const QWidget* widget = nullptr) const override;
    /// Gives trees the row height of tables.
    QSize sizeFromContents(ContentsType type, const QStyleOption* option, const QSize& size,
                           const QWidget* widget = nullptr) const override;
};

}  // namespace sortscope::gui
