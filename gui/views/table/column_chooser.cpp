#include "gui/views/table/column_chooser.hpp"

#include <QLineEdit>
#include <QListWidget>
#include <QVBoxLayout>

#include "gui/models/table_model.hpp"
#include "gui/models/text.hpp"

namespace sortscope::gui {

ColumnChooser::ColumnChooser(const TableModel& table, const std::function<bool(int column)>& is_shown,
                             QWidget* parent)
    : QFrame(parent, Qt::Popup), list_(new QListWidget) {
    setAttribute(Qt::WA_DeleteOnClose);
    setFrameShape(QFrame::StyledPanel);
    setObjectName(u"column_chooser"_s);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(6, 6, 6, 6);
    auto* line = new QLineEdit;
    line->setPlaceholderText(tr("Find a column"));
    line->setAccessibleName(tr("Find a column"));
    line->setClearButtonEnabled(true);
    list_->setAccessibleName(tr("Columns"));
    for (int i = 0; i < table.columnCount(); ++i) {
        const auto& about = table.columns()[static_cast<std::size_t>(i)];
        const QString title = to_qstring(about.title);
        auto* item = new QListWidgetItem(
            about.unit.empty() ? title : u"%1 (%2)"_s.arg(title, typeset(about.unit)), list_);
        item->setData(Qt::UserRole, to_qstring(about.id));
        item->setToolTip(to_qstring(about.sentence));
        item->setCheckState(is_shown(i) ? Qt::Checked : Qt::Unchecked);
        if (i == table.naming_column()) item->setFlags(item->flags() & ~Qt::ItemIsEnabled);
    }
    connect(list_, &QListWidget::itemChanged, this, [this](QListWidgetItem* item) {
        emit chosen(item->data(Qt::UserRole).toString(), item->checkState() == Qt::Checked);
    });
    connect(line, &QLineEdit::textChanged, this, &ColumnChooser::find);
    column->addWidget(line);
    column->addWidget(list_);
    setFocusProxy(line);
    resize(300, 380);
}

void ColumnChooser::show_at(const QPoint& position) {
    move(position);
    show();
    setFocus();
}

void ColumnChooser::find(const QString& text) {
    for (int i = 0; i < list_->count(); ++i)
        list_->item(i)->setHidden(!list_->item(i)->text().contains(text, Qt::CaseInsensitive));
}

}  // namespace sortscope::gui
