// The desktop's style, but drawn flat, and with some faults of Qt corrected.
#pragma once

#include <QtWidgets>

namespace sortscope::gui {
inline constexpr int text_indent = 6;

class WindowStyle : public QProxyStyle {
    Q_OBJECT
 public:
    using QProxyStyle::polish;
    using QProxyStyle::QProxyStyle;
    void polish(QWidget* widget) override;
    /// Flat: lines of one pixel and round corners, in the palette's colours.
    void drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                       const QWidget* widget = nullptr) const override;
    void drawControl(ControlElement element, const QStyleOption* option, QPainter* painter,
                     const QWidget* widget) const override;
    /// Puts a menu button's arrow after its text. Draws the toolbar's extension button in the text colour.
    void drawComplexControl(ComplexControl control, const QStyleOptionComplex* option, QPainter* painter,
                            const QWidget* widget) const override;
    /// Indents texts in tables, to separate texts from numbers on their left.
    QRect subElementRect(SubElement element, const QStyleOption* option,
                         const QWidget* widget) const override;
    QRect subControlRect(ComplexControl control, const QStyleOptionComplex* option, SubControl part,
                         const QWidget* widget) const override;
    int pixelMetric(PixelMetric metric, const QStyleOption* option, const QWidget* widget) const override;
    QSize sizeFromContents(ContentsType type, const QStyleOption* option, const QSize& size,
                           const QWidget* widget) const override;

 protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
};
}
