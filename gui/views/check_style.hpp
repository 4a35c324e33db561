// The desktop's style with boxes to check that are seen on dark ground, too.
#pragma once

#include <QProxyStyle>

namespace sortscope::gui {

/// Qt's own style outlines an empty box by a shade darker than the window: on a dark ground nothing is seen of it.
class CheckStyle : public QProxyStyle {
    Q_OBJECT

 public:
    using QProxyStyle::QProxyStyle;
    void drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter, const QWidget* widget = nullptr) const override;
};

}  // namespace sortscope::gui
