#include "gui/views/parts/window_style.hpp"

#include <algorithm>

#include <QStyleOption>
#include <QTableView>
#include <QTreeView>
#include <QWidget>

#include "gui/models/text.hpp"
#include "gui/views/parts/theme.hpp"

namespace sortscope::gui {
namespace {

constexpr int arrow_room = 14, arrow_size = 8, tree_spacing = 4;

/// The option, if it is a text button with a menu arrow; else null.
const QStyleOptionToolButton* with_menu(const QStyleOption* option) {
    const auto* button = qstyleoption_cast<const QStyleOptionToolButton*>(option);
    using Feature = QStyleOptionToolButton;
    const bool text =
        button != nullptr && !button->text.isEmpty() && button->toolButtonStyle == Qt::ToolButtonTextOnly;
    return text && button->features.testFlag(Feature::HasMenu) &&
                   !button->features.testFlag(Feature::MenuButtonPopup)
               ? button
               : nullptr;
}

}  // namespace

void WindowStyle::drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                                const QWidget* widget) const {
    const bool box = element == PE_IndicatorCheckBox || element == PE_IndicatorItemViewItemCheck;
    const auto* button = qstyleoption_cast<const QStyleOptionButton*>(option);
    const auto* item = qstyleoption_cast<const QStyleOptionViewItem*>(option);
    if (!box || option == nullptr || (button == nullptr && item == nullptr) || !is_dark(option->palette))
        return QProxyStyle::drawPrimitive(element, option, painter, widget);
    const auto draw = [&](auto lighter) {
        lighter.palette.setColor(QPalette::Window, blend(lighter.palette.color(QPalette::Base),
                                                         lighter.palette.color(QPalette::Text), 0.75));
        QProxyStyle::drawPrimitive(element, &lighter, painter, widget);
    };
    if (item != nullptr)
        draw(*item);
    else
        draw(*button);
}

void WindowStyle::drawControl(ControlElement element, const QStyleOption* option, QPainter* painter,
                              const QWidget* widget) const {
    // A header asks the base style for the place of its label: move it here.
    const auto* header =
        element == CE_HeaderLabel ? qstyleoption_cast<const QStyleOptionHeader*>(option) : nullptr;
    if (header != nullptr && header->textAlignment.testFlag(Qt::AlignLeft) && widget != nullptr &&
        qobject_cast<const QTableView*>(widget->parentWidget()) != nullptr) {
        auto indented = *header;
        if (const auto* newer = qstyleoption_cast<const QStyleOptionHeaderV2*>(option)) {
            auto whole = *newer;
            whole.rect.adjust(text_indent, 0, 0, 0);
            return QProxyStyle::drawControl(element, &whole, painter, widget);
        }
        indented.rect.adjust(text_indent, 0, 0, 0);
        return QProxyStyle::drawControl(element, &indented, painter, widget);
    }
    const auto* box = qstyleoption_cast<const QStyleOptionComboBox*>(option);
    if (element != CE_ComboBoxLabel || box == nullptr)
        return QProxyStyle::drawControl(element, option, painter, widget);
    auto shortened = *box;
    const int room = subControlRect(CC_ComboBox, box, SC_ComboBoxEditField, widget).width() - 2;
    shortened.currentText = box->fontMetrics.elidedText(box->currentText, Qt::ElideRight, room);
    QProxyStyle::drawControl(element, &shortened, painter, widget);
}

void WindowStyle::drawComplexControl(ComplexControl control, const QStyleOptionComplex* option,
                                     QPainter* painter, const QWidget* widget) const {
    const auto* any = qstyleoption_cast<const QStyleOptionToolButton*>(option);
    if (control == CC_ToolButton && any != nullptr && widget != nullptr &&
        widget->objectName() == u"qt_toolbar_ext_button") {
        auto bare = *any;
        bare.icon = {};
        bare.text.clear();
        bare.features.setFlag(QStyleOptionToolButton::HasMenu, false);
        QProxyStyle::drawComplexControl(control, &bare, painter, widget);
        drawItemText(painter, any->rect, Qt::AlignCenter, any->palette, true, u"\u00bb"_s,
                     QPalette::ButtonText);
        return;
    }
    const auto* button = control == CC_ToolButton ? with_menu(option) : nullptr;
    if (button == nullptr) return QProxyStyle::drawComplexControl(control, option, painter, widget);
    auto plain = *button;
    plain.features.setFlag(QStyleOptionToolButton::HasMenu, false);
    // Move the centred text aside by the width of what follows.
    const int space = std::max(1, plain.fontMetrics.horizontalAdvance(QChar::Nbsp));
    plain.text += QString(arrow_room / space, QChar::Nbsp);
    QProxyStyle::drawComplexControl(control, &plain, painter, widget);
    plain.rect = QRect(button->rect.right() - arrow_room, button->rect.center().y() - arrow_size / 2 + 1,
                       arrow_size, arrow_size);
    proxy()->drawPrimitive(PE_IndicatorArrowDown, &plain, painter, widget);
}

QRect WindowStyle::subElementRect(SubElement element, const QStyleOption* option,
                                  const QWidget* widget) const {
    const auto rect = QProxyStyle::subElementRect(element, option, widget);
    const auto* item =
        element == SE_ItemViewItemText ? qstyleoption_cast<const QStyleOptionViewItem*>(option) : nullptr;
    const bool indented = item != nullptr && item->displayAlignment.testFlag(Qt::AlignLeft) &&
                          qobject_cast<const QTableView*>(widget) != nullptr;
    return indented ? rect.adjusted(text_indent, 0, 0, 0) : rect;
}

QSize WindowStyle::sizeFromContents(ContentsType type, const QStyleOption* option, const QSize& size,
                                    const QWidget* widget) const {
    auto hint = QProxyStyle::sizeFromContents(type, option, size, widget);
    if (type == CT_ToolButton && with_menu(option) != nullptr) hint.rwidth() += arrow_room;
    if (type == CT_ItemViewItem && qobject_cast<const QTreeView*>(widget) != nullptr)
        hint.rheight() += tree_spacing;
    return hint;
}

}  // namespace sortscope::gui
