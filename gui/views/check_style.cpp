#include "gui/views/check_style.hpp"

#include <QStyleOption>

#include "gui/views/theme.hpp"

namespace sortscope::gui {

void CheckStyle::drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter, const QWidget* widget) const {
    const bool box = element == PE_IndicatorCheckBox || element == PE_IndicatorItemViewItemCheck;
    const auto* button = qstyleoption_cast<const QStyleOptionButton*>(option);
    const auto* item = qstyleoption_cast<const QStyleOptionViewItem*>(option);
    if (!box || option == nullptr || (button == nullptr && item == nullptr) || !is_dark(option->palette)) return QProxyStyle::drawPrimitive(element, option, painter, widget);
    const auto draw = [&](auto lighter) {
        lighter.palette.setColor(QPalette::Window, blend(lighter.palette.color(QPalette::Base), lighter.palette.color(QPalette::Text), 0.75));
        QProxyStyle::drawPrimitive(element, &lighter, painter, widget);
    };
    if (item != nullptr) draw(*item);
    else draw(*button);
}

}  // namespace sortscope::gui
