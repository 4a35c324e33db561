// Corrects the desktop's style: dark checkboxes, long choices, arrows of menu buttons, spacing of tables.
#pragma once

#include <QProxyStyle>

namespace sortscope::gui {

/// Indentation of texts in a table, in pixels.
inline constexpr int text_indent = 6;

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
    /// Puts the arrow of a menu button beside its text, and draws the toolbar's extension in the text colour.
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
