// The desktop's style where it hides something: boxes to check on dark ground, the ends of long choices, the
// arrow of a button with a menu.
#pragma once

#include <QProxyStyle>

namespace sortscope::gui {

/// In front of texts in a table, in pixels.
inline constexpr int text_indent = 6;

class WindowStyle : public QProxyStyle {
    Q_OBJECT

 public:
    using QProxyStyle::QProxyStyle;
    /// Qt's own style outlines an empty box by a shade darker than the window: on a dark ground nothing is
    /// seen of it.
    void drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                       const QWidget* widget = nullptr) const override;
    /// It cuts a choice off at the end of its box, in the middle of a letter: here it ends in dots.
    void drawControl(ControlElement element, const QStyleOption* option, QPainter* painter,
                     const QWidget* widget = nullptr) const override;
    /// And it hangs a button's arrow below the last letter, like a comma: here it stands beside the text. The
    /// sign for controls that have no room is a dark picture: here it has the colour of text.
    void drawComplexControl(ComplexControl control, const QStyleOptionComplex* option, QPainter* painter,
                            const QWidget* widget = nullptr) const override;
    /// Texts of a table's column begin where the numbers of the one before end: here there is a space between
    /// them, in the header as in the cells.
    QRect subElementRect(SubElement element, const QStyleOption* option,
                         const QWidget* widget = nullptr) const override;
    /// Rows of trees touch each other: here they stand as far apart as those of tables.
    QSize sizeFromContents(ContentsType type, const QStyleOption* option, const QSize& size,
                           const QWidget* widget = nullptr) const override;
};

}  // namespace sortscope::gui
