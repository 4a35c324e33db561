#include "gui/views/window_style.hpp"

#include <algorithm>

#include <QStyleOption>

#include "gui/views/theme.hpp"

namespace sortscope::gui {
namespace {

constexpr int arrow_room = 14, arrow_size = 8;

/// Whether `option` is of a button whose text stands beside the arrow of its menu.
const QStyleOptionToolButton* with_menu(const QStyleOption* option) {
    const auto* button = qstyleoption_cast<const QStyleOptionToolButton*>(option);
    using Feature = QStyleOptionToolButton;
    const bool text = button != nullptr && !button->text.isEmpty() && button->toolButtonStyle == Qt::ToolButtonTextOnly;
    return text && button->features.testFlag(Feature::HasMenu) && !button->features.testFlag(Feature::MenuButtonPopup) ? button : nullptr;
}

}  // namespace

void WindowStyle::drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter, const QWidget* widget) const {
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

void WindowStyle::drawControl(ControlElement element, const QStyleOption* option, QPainter* painter, const QWidget* widget) const {
    const auto* box = qstyleoption_cast<const QStyleOptionComboBox*>(option);
    if (element != CE_ComboBoxLabel || box == nullptr) return QProxyStyle::drawControl(element, option, painter, widget);
    auto shortened = *box;
    const int room = subControlRect(CC_ComboBox, box, SC_ComboBoxEditField, widget).width() - 2;
    shortened.currentText = box->fontMetrics.elidedText(box->currentText, Qt::ElideRight, room);
    QProxyStyle::drawControl(element, &shortened, painter, widget);
}

void WindowStyle::drawComplexControl(ComplexControl control, const QStyleOptionComplex* option, QPainter* painter, const QWidget* widget) const {
    const auto* button = control == CC_ToolButton ? with_menu(option) : nullptr;
    if (button == nullptr) return QProxyStyle::drawComplexControl(control, option, painter, widget);
    auto plain = *button;
    plain.features.setFlag(QStyleOptionToolButton::HasMenu, false);
    // What is drawn in the middle moves aside by as much as follows it.
    const int space = std::max(1, plain.fontMetrics.horizontalAdvance(QChar::Nbsp));
    plain.text += QString(arrow_room / space, QChar::Nbsp);
    QProxyStyle::drawComplexControl(control, &plain, painter, widget);
    plain.rect = QRect(button->rect.right() - arrow_room, button->rect.center().y() - arrow_size / 2 + 1, arrow_size, arrow_size);
    proxy()->drawPrimitive(PE_IndicatorArrowDown, &plain, painter, widget);
}

QSize WindowStyle::sizeFromContents(ContentsType type, const QStyleOption* option, const QSize& size, const QWidget* widget) const {
    auto hint = QProxyStyle::sizeFromContents(type, option, size, widget);
    if (type == CT_ToolButton && with_menu(option) != nullptr) hint.rwidth() += arrow_room;
    return hint;
}

}  // namespace sortscope::gui
