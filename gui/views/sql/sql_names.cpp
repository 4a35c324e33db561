#include "gui/views/sql/sql_names.hpp"

#include <QHeaderView>
#include <QLineEdit>
#include <QMenu>
#include <QTreeWidget>
#include <QVBoxLayout>

#include "gui/models/text.hpp"

namespace sortscope::gui {
namespace {

constexpr int written_name_role = Qt::UserRole;
constexpr int least_for_units = 210;  // pixels

}  // namespace

SqlNames::SqlNames(QWidget* parent) : QWidget(parent), find_(new QLineEdit), tree_(new QTreeWidget) {
    find_->setPlaceholderText(tr("Find a column"));
    find_->setAccessibleName(tr("Find a view or column"));
    find_->setClearButtonEnabled(true);
    tree_->setObjectName(u"sql_views"_s);
    tree_->setAccessibleName(tr("Views and their columns"));
    tree_->setHeaderHidden(true);
    tree_->setMinimumWidth(110);
    tree_->setColumnCount(2);
    tree_->setIndentation(12);
    tree_->header()->setSectionResizeMode(0, QHeaderView::ResizeToContents);
    tree_->header()->setStretchLastSection(true);
    tree_->setContextMenuPolicy(Qt::CustomContextMenu);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(2);
    column->addWidget(find_);
    column->addWidget(tree_, 1);

    connect(find_, &QLineEdit::textChanged, this, &SqlNames::find);
    connect(tree_, &QTreeWidget::itemActivated, this, [this](const QTreeWidgetItem* item) {
        emit picked(item->data(0, written_name_role).toString());
    });
    connect(tree_, &QWidget::customContextMenuRequested, this, [this](const QPoint& position) {
        const auto* item = tree_->itemAt(position);
        if (item == nullptr) return;
        const auto name = item->data(0, written_name_role).toString();
        QMenu menu;
        menu.addAction(tr("&Insert %1").arg(name), this, [this, name] { emit picked(name); });
        if (item->parent() == nullptr)
            menu.addAction(tr("&Show its rows"), this, [this, name] { emit rows_wanted(name); });
        menu.exec(tree_->viewport()->mapToGlobal(position));
    });
}

void SqlNames::clear() {
    tree_->clear();
    names_.clear();
}

void SqlNames::set_views(const std::vector<db::ViewText>& views) {
    clear();
    for (const auto& view : views) {
        auto* item = new QTreeWidgetItem(tree_, {to_qstring(view.name), QString()});
        item->setData(0, written_name_role, to_qstring(view.name));
        item->setToolTip(0, typeset(view.sentence));
        item->setFirstColumnSpanned(true);
        names_ << to_qstring(view.name);
        for (const auto& column : view.columns) {
            auto* below = new QTreeWidgetItem(item, {to_qstring(column.name), to_qstring(column.unit)});
            below->setData(0, written_name_role, to_qstring(column.name));
            auto tip = to_qstring(column.name) +
                       (column.unit.empty() ? QString() : u" (%1)"_s.arg(to_qstring(column.unit)));
            if (!column.sentence.empty()) tip += u": "_s + typeset(column.sentence);
            below->setToolTip(0, tip);
            below->setToolTip(1, tip);
            below->setForeground(1, palette().placeholderText());
            names_ << to_qstring(column.name);
        }
        if (view.name == "cases") item->setExpanded(true);
    }
    find(find_->text());
    share_width();
}

void SqlNames::share_width() {
    // In a narrow list, only tooltips have the units.
    tree_->setColumnHidden(1, width() < least_for_units);
}

void SqlNames::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    share_width();
}

void SqlNames::find(const QString& text) {
    for (int i = 0; i < tree_->topLevelItemCount(); ++i) {
        auto* view = tree_->topLevelItem(i);
        const bool named = view->text(0).contains(text, Qt::CaseInsensitive);
        bool any = named;
        for (int j = 0; j < view->childCount(); ++j) {
            auto* column = view->child(j);
            const bool found = named || column->text(0).contains(text, Qt::CaseInsensitive);
            column->setHidden(!found);
            any = any || found;
        }
        view->setHidden(!any);
        if (!text.isEmpty()) view->setExpanded(any);
    }
}

}  // namespace sortscope::gui
