#include "gui/views/table/table_delegate.hpp"

#include <QPainter>

#include "gui/models/table_model.hpp"
#include "gui/views/parts/theme.hpp"

namespace sortscope::gui {

void TableDelegate::initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const {
    QStyledItemDelegate::initStyleOption(option, index);
    if (index.data(TableModel::total_role).toBool()) option->font.setBold(true);
}

QSize TableDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const {
    return QStyledItemDelegate::sizeHint(option, index) + QSize(7, 4);
}

void TableDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                          const QModelIndex& index) const {
    const bool selected = option.state.testFlag(QStyle::State_Selected);
    const bool total = index.data(TableModel::total_role).toBool();
    QStyleOptionViewItem cell = option;
    if (total && !selected) {
        const auto theme = chart_theme(option.palette);
        painter->fillRect(option.rect, theme.band);
        painter->setPen(theme.faint_text);
        painter->drawLine(option.rect.topLeft(), option.rect.topRight());
    }
    const auto share = index.data(TableModel::bar_role);
    if (share.isValid() && !selected) {
        const auto theme = chart_theme(option.palette);
        QRect bar = option.rect.adjusted(2, 3, -2, -3);
        bar.setWidth(static_cast<int>(bar.width() * qBound(0.0, share.toDouble(), 1.0)));
        painter->fillRect(bar, blend(theme.background, theme.series.first(), 0.3));
    }
    cell.state &= ~QStyle::State_HasFocus;  // the whole row is marked
    QStyledItemDelegate::paint(painter, cell, index);
}

}  // namespace sortscope::gui
