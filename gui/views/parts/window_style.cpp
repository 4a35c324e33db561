#include "gui/views/parts/window_style.hpp"

#include <cmath>

#include "gui/models/text.hpp"
#include "gui/views/parts/theme.hpp"

namespace sortscope::gui {
namespace {
constexpr int arrow_room = 14, arrow_size = 8, tree_spacing = 4, line_indent = 4;
constexpr int widest_tip = 560, below_pointer = 18;

/// Null unless `option` is a text button with a menu arrow.
const QStyleOptionToolButton* with_menu(const QStyleOption* option) {
    const auto* button = qstyleoption_cast<const QStyleOptionToolButton*>(option);
    const bool menu = button != nullptr && !button->text.isEmpty() &&
                      button->toolButtonStyle == Qt::ToolButtonTextOnly &&
                      button->features.testFlag(QStyleOptionToolButton::HasMenu) &&
                      !button->features.testFlag(QStyleOptionToolButton::MenuButtonPopup);
    return menu ? button : nullptr;
}

bool is_set(const QStyleOption& option, QStyle::StateFlag flag) { return option.state.testFlag(flag); }

QColor tinted(const QStyleOption& option, QPalette::ColorRole ground, double part) {
    return blend(option.palette.color(ground), option.palette.color(QPalette::WindowText), part);
}

/// Colour of an outline; `accent` marks the keyboard focus.
QColor line_of(const QStyleOption& option, bool accent) {
    return accent ? option.palette.color(QPalette::Highlight) : border_colour(option.palette);
}

void draw_button(const QStyleOption& option, QPainter& painter, bool accent) {
    const bool dark = is_dark(option.palette);
    const auto ground = dark ? QPalette::Button : QPalette::Base;
    const double part = is_set(option, QStyle::State_Sunken) || is_set(option, QStyle::State_On) ? 0.12
                        : is_set(option, QStyle::State_MouseOver)                                ? 0.05
                                                                                                 : 0;
    const auto fill = is_set(option, QStyle::State_Enabled) ? tinted(option, ground, part)
                                                            : option.palette.color(QPalette::Window);
    draw_panel(painter, option.rect, fill, line_of(option, accent && is_set(option, QStyle::State_Enabled)));
}

void draw_tool_button(const QStyleOption& option, QPainter& painter) {
    if (!is_set(option, QStyle::State_AutoRaise)) return draw_button(option, painter, false);
    const bool enabled = is_set(option, QStyle::State_Enabled);
    if (is_set(option, QStyle::State_On))
        draw_panel(painter, option.rect,
                   blend(option.palette.color(QPalette::Window), option.palette.color(QPalette::Highlight),
                         enabled ? 0.2 : 0.08),
                   {});
    else if (enabled && (is_set(option, QStyle::State_Sunken) || is_set(option, QStyle::State_MouseOver)))
        draw_panel(painter, option.rect,
                   tinted(option, QPalette::Window, is_set(option, QStyle::State_Sunken) ? 0.14 : 0.07), {});
}

void draw_check(const QStyleOption& option, QPainter& painter) {
    const double side = std::min(14, std::min(option.rect.width(), option.rect.height()));
    QRectF box(0, 0, side, side);
    box.moveCenter(QRectF(option.rect).center());
    const auto accent = option.palette.color(QPalette::Highlight);
    const bool on = is_set(option, QStyle::State_On), partly = is_set(option, QStyle::State_NoChange);
    const bool enabled = is_set(option, QStyle::State_Enabled);
    const auto line = tinted(option, QPalette::Base, is_set(option, QStyle::State_MouseOver) ? 0.75 : 0.5);
    draw_panel(painter, box, on && enabled ? accent : option.palette.color(QPalette::Base),
               on && enabled ? accent
               : enabled     ? line
                             : border_colour(option.palette),
               3);
    if (!on && !partly) return;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    const auto mark = on && enabled ? letters_on(accent) : line;
    painter.setPen(QPen(mark, 1.6, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    const auto at = [&](double x, double y) { return box.topLeft() + QPointF(x, y) * side / 14; };
    if (partly)
        painter.drawLine(at(4, 7), at(10, 7));
    else
        painter.drawPolyline(QPolygonF{at(3.5, 7.2), at(6, 9.8), at(10.5, 4.5)});
    painter.restore();
}

/// Draws a header's section, or the empty area behind the last section.
void draw_header(const QStyleOption& option, QPainter& painter) {
    painter.fillRect(option.rect, tinted(option, QPalette::Base, 0.035));
    painter.setPen(border_colour(option.palette));
    painter.drawLine(option.rect.bottomLeft(), option.rect.bottomRight());
    const auto* section = qstyleoption_cast<const QStyleOptionHeader*>(&option);
    if (section != nullptr && section->position != QStyleOptionHeader::End &&
        section->position != QStyleOptionHeader::OnlyOneSection)
        painter.drawLine(option.rect.topRight() + QPoint(0, 6), option.rect.bottomRight() - QPoint(0, 6));
}

void draw_frame(const QStyleOption& option, QPainter& painter) {
    painter.setPen(border_colour(option.palette));
    painter.drawRect(option.rect.adjusted(0, 0, -1, -1));
}

/// An arrow that points down, `from_right` pixels from the right edge of the option's rectangle.
QStyleOption arrow_of(const QStyleOption& option, int from_right) {
    QStyleOption arrow(option);
    arrow.rect = QRect(option.rect.right() - from_right, option.rect.center().y() - arrow_size / 2 + 1,
                       arrow_size, arrow_size);
    return arrow;
}

/// Underlines the chosen tab.
void draw_tab(const QStyleOptionTab& option, QPainter& painter) {
    const bool chosen = is_set(option, QStyle::State_Selected);
    if (!chosen && is_set(option, QStyle::State_MouseOver))
        draw_panel(painter, option.rect.adjusted(2, 3, -2, -4), tinted(option, QPalette::Window, 0.07), {});
    if (chosen)
        painter.fillRect(QRect(option.rect.left() + 6, option.rect.bottom() - 2, option.rect.width() - 12, 2),
                         option.palette.color(QPalette::Highlight));
}

void draw_scroll_bar(const QStyleOptionSlider& option, const QRect& slider, QPainter& painter) {
    painter.fillRect(option.rect, tinted(option, QPalette::Base, 0.02));
    if (option.maximum <= option.minimum) return;
    const bool active = is_set(option, QStyle::State_MouseOver) || is_set(option, QStyle::State_Sunken);
    const QRectF inner = option.orientation == Qt::Vertical ? QRectF(slider).adjusted(3, 1, -3, -1)
                                                            : QRectF(slider).adjusted(1, 3, -1, -3);
    draw_panel(painter, inner, tinted(option, QPalette::Base, active ? 0.45 : 0.25), {},
               std::min(inner.width(), inner.height()) / 2);
}
}  // namespace

void WindowStyle::polish(QWidget* widget) {
    QProxyStyle::polish(widget);
    if (widget->inherits("QTipLabel")) widget->installEventFilter(this);
}

bool WindowStyle::eventFilter(QObject* watched, QEvent* event) {
    auto* tip = qobject_cast<QLabel*>(watched);
    if (tip == nullptr || event->type() != QEvent::Resize || tip->width() <= widest_tip)
        return QProxyStyle::eventFilter(watched, event);
    tip->setWordWrap(true);
    tip->resize(widest_tip, tip->heightForWidth(widest_tip));
    if (tip->isVisible()) return false;  // Qt places it now
    const auto room = tip->screen()->availableGeometry();
    const auto pointer = QCursor::pos();
    const bool below = pointer.y() + below_pointer + tip->height() <= room.bottom();
    tip->move(std::max(room.left(), std::min(pointer.x(), room.right() - tip->width())),
              below ? pointer.y() + below_pointer : std::max(room.top(), pointer.y() - 4 - tip->height()));
    return false;
}

void WindowStyle::drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                                const QWidget* widget) const {
    switch (element) {
        case PE_PanelButtonCommand: {
            const auto* button = qstyleoption_cast<const QStyleOptionButton*>(option);
            const bool first =
                button != nullptr && button->features.testFlag(QStyleOptionButton::DefaultButton);
            return draw_button(*option, *painter, first || is_set(*option, State_HasFocus));
        }
        case PE_PanelButtonTool:
            return draw_tool_button(*option, *painter);
        case PE_IndicatorCheckBox:
        case PE_IndicatorItemViewItemCheck:
            return draw_check(*option, *painter);
        case PE_PanelLineEdit: {
            const auto* frame = qstyleoption_cast<const QStyleOptionFrame*>(option);
            const auto base = option->palette.color(QPalette::Base);
            if (frame != nullptr && frame->lineWidth == 0) return painter->fillRect(option->rect, base);
            return draw_panel(*painter, option->rect, base,
                              line_of(*option, is_set(*option, State_HasFocus)));
        }
        case PE_FrameGroupBox:
            return;  // the title is enough
        case PE_FrameTabBarBase:
            painter->setPen(border_colour(option->palette));
            return painter->drawLine(option->rect.bottomLeft(), option->rect.bottomRight());
        case PE_PanelTipLabel:
            painter->fillRect(option->rect, option->palette.color(QPalette::ToolTipBase));
            return draw_frame(*option, *painter);
        case PE_IndicatorDockWidgetResizeHandle:
            return painter->fillRect(option->rect, option->palette.color(QPalette::Window));
        case PE_Frame: {
            const auto* frame = qstyleoption_cast<const QStyleOptionFrame*>(option);
            if (frame == nullptr || frame->lineWidth != 0) draw_frame(*option, *painter);
            return;
        }
        default:
            QProxyStyle::drawPrimitive(element, option, painter, widget);
    }
}

void WindowStyle::drawControl(ControlElement element, const QStyleOption* option, QPainter* painter,
                              const QWidget* widget) const {
    if (element == CE_HeaderSection || element == CE_HeaderEmptyArea) return draw_header(*option, *painter);
    if (element == CE_TabBarTabShape)
        if (const auto* tab = qstyleoption_cast<const QStyleOptionTab*>(option))
            return draw_tab(*tab, *painter);
    if (element == CE_Splitter || element == CE_ToolBar)
        return painter->fillRect(option->rect, option->palette.color(QPalette::Window));
    // Qt asks the base style for the label's place, so the label is moved here.
    // Qt would cut the beginning of a right-aligned title, so its middle is elided.
    const auto* header =
        element == CE_HeaderLabel ? qstyleoption_cast<const QStyleOptionHeader*>(option) : nullptr;
    if (header != nullptr) {
        const bool indented = header->textAlignment.testFlag(Qt::AlignLeft) && widget != nullptr &&
                              qobject_cast<const QTableView*>(widget->parentWidget()) != nullptr;
        const auto draw = [&](auto fitted) {
            if (indented) fitted.rect.adjust(text_indent, 0, 0, 0);
            if (fitted.textAlignment.testFlag(Qt::AlignRight) && !fitted.text.contains(u'\n'))
                fitted.text =
                    fitted.fontMetrics.elidedText(fitted.text, Qt::ElideMiddle, fitted.rect.width());
            QProxyStyle::drawControl(element, &fitted, painter, widget);
        };
        const auto* newer = qstyleoption_cast<const QStyleOptionHeaderV2*>(option);
        return newer != nullptr ? draw(*newer) : draw(*header);
    }
    const auto* box = qstyleoption_cast<const QStyleOptionComboBox*>(option);
    if (element != CE_ComboBoxLabel || box == nullptr)
        return QProxyStyle::drawControl(element, option, painter, widget);
    auto shortened = *box;
    const int room = subControlRect(CC_ComboBox, box, SC_ComboBoxEditField, widget).width() - 2;
    shortened.currentText = fitted_name(box->currentText, box->fontMetrics, room);
    QProxyStyle::drawControl(element, &shortened, painter, widget);
}

void WindowStyle::drawComplexControl(ComplexControl control, const QStyleOptionComplex* option,
                                     QPainter* painter, const QWidget* widget) const {
    if (const auto* bar = qstyleoption_cast<const QStyleOptionSlider*>(option);
        control == CC_ScrollBar && bar != nullptr)
        return draw_scroll_bar(*bar, subControlRect(CC_ScrollBar, bar, SC_ScrollBarSlider, widget), *painter);
    if (const auto* box = qstyleoption_cast<const QStyleOptionComboBox*>(option);
        control == CC_ComboBox && box != nullptr && !box->editable) {
        draw_button(*box, *painter, is_set(*box, State_HasFocus));
        const auto arrow = arrow_of(*box, arrow_room + 3);
        return proxy()->drawPrimitive(PE_IndicatorArrowDown, &arrow, painter, widget);
    }
    const auto* any = qstyleoption_cast<const QStyleOptionToolButton*>(option);
    if (control == CC_ToolButton && any != nullptr && widget != nullptr &&
        widget->objectName() == u"qt_toolbar_ext_button") {
        auto bare = *any;
        bare.icon = {};
        bare.text.clear();
        bare.features.setFlag(QStyleOptionToolButton::HasMenu, false);
        QProxyStyle::drawComplexControl(control, &bare, painter, widget);
        return drawItemText(painter, any->rect, Qt::AlignCenter, any->palette, true, u"\u00bb"_s,
                            QPalette::ButtonText);
    }
    const auto* button = control == CC_ToolButton ? with_menu(option) : nullptr;
    if (button == nullptr) return QProxyStyle::drawComplexControl(control, option, painter, widget);
    auto plain = *button;
    plain.features.setFlag(QStyleOptionToolButton::HasMenu, false);
    // Adds blanks to move the centred text aside.
    const int space = std::max(1, plain.fontMetrics.horizontalAdvance(QChar::Nbsp));
    plain.text += QString(arrow_room / space, QChar::Nbsp);
    QProxyStyle::drawComplexControl(control, &plain, painter, widget);
    const auto arrow = arrow_of(*button, arrow_room);
    proxy()->drawPrimitive(PE_IndicatorArrowDown, &arrow, painter, widget);
}

QRect WindowStyle::subElementRect(SubElement element, const QStyleOption* option,
                                  const QWidget* widget) const {
    const auto rect = QProxyStyle::subElementRect(element, option, widget);
    if (element == SE_LineEditContents) return rect.adjusted(line_indent, 0, -line_indent, 0);
    const auto* item =
        element == SE_ItemViewItemText ? qstyleoption_cast<const QStyleOptionViewItem*>(option) : nullptr;
    const bool indented = item != nullptr && item->displayAlignment.testFlag(Qt::AlignLeft) &&
                          qobject_cast<const QTableView*>(widget) != nullptr;
    return indented ? rect.adjusted(text_indent, 0, 0, 0) : rect;
}

/// Removes the arrows of scroll bars.
QRect WindowStyle::subControlRect(ComplexControl control, const QStyleOptionComplex* option, SubControl part,
                                  const QWidget* widget) const {
    const auto* bar = qstyleoption_cast<const QStyleOptionSlider*>(option);
    if (control != CC_ScrollBar || bar == nullptr)
        return QProxyStyle::subControlRect(control, option, part, widget);
    const bool across = bar->orientation == Qt::Horizontal;
    const int length = across ? bar->rect.width() : bar->rect.height();
    const double range = double(bar->maximum) - bar->minimum;
    const double shown = range > 0 ? bar->pageStep / (range + bar->pageStep) : 1;
    const int size = std::min(length, std::max(24, int(std::lround(length * shown))));
    const int start = sliderPositionFromValue(bar->minimum, bar->maximum, bar->sliderPosition, length - size,
                                              bar->upsideDown);
    const auto along = [&](int from, int to) {
        const auto part_of = across ? QRect(from, 0, to - from, bar->rect.height())
                                    : QRect(0, from, bar->rect.width(), to - from);
        return visualRect(bar->direction, bar->rect, part_of.translated(bar->rect.topLeft()));
    };
    switch (part) {
        case SC_ScrollBarGroove:
            return along(0, length);
        case SC_ScrollBarSlider:
            return along(start, start + size);
        case SC_ScrollBarSubPage:
            return along(0, start);
        case SC_ScrollBarAddPage:
            return along(start + size, length);
        default:
            return {};
    }
}

int WindowStyle::pixelMetric(PixelMetric metric, const QStyleOption* option, const QWidget* widget) const {
    switch (metric) {
        case PM_ScrollBarExtent:
            return 12;
        case PM_ToolBarFrameWidth:
            return 0;
        case PM_ToolBarItemMargin:
            return 4;
        case PM_ToolBarItemSpacing:
            return 4;
        case PM_TabBarTabShiftVertical:
        case PM_TabBarTabShiftHorizontal:
            return 0;
        default:
            return QProxyStyle::pixelMetric(metric, option, widget);
    }
}

QSize WindowStyle::sizeFromContents(ContentsType type, const QStyleOption* option, const QSize& size,
                                    const QWidget* widget) const {
    if (type == CT_TabBarTab && widget != nullptr && widget->property(hidden_tabs).toBool()) return {0, 0};
    auto hint = QProxyStyle::sizeFromContents(type, option, size, widget);
    if (type == CT_ToolButton && with_menu(option) != nullptr) hint.rwidth() += arrow_room;
    if (type == CT_ItemViewItem && qobject_cast<const QTreeView*>(widget) != nullptr)
        hint.rheight() += tree_spacing;
    return hint;
}
}
