#include "gui/views/run_browser.hpp"

#include <utility>

#include <QHeaderView>
#include <QLineEdit>
#include <QMenu>
#include <QStyledItemDelegate>
#include <QTimer>
#include <QTreeView>
#include <QVBoxLayout>

namespace sortscope::gui {

RunFilterModel::RunFilterModel(QObject* parent) : QSortFilterProxyModel(parent) {
    setRecursiveFilteringEnabled(true);
    setAutoAcceptChildRows(true);
    setSortRole(RunTreeModel::sort_role);
}

void RunFilterModel::set_words(const QString& text) {
    words_ = text.split(u' ', Qt::SkipEmptyParts);
    invalidateFilter();
}

bool RunFilterModel::filterAcceptsRow(int row, const QModelIndex& parent) const {
    if (words_.isEmpty()) return true;
    const QString text = sourceModel()->index(row, 0, parent).data(RunTreeModel::filter_role).toString();
    for (const auto& word : words_)
        if (!text.contains(word, Qt::CaseInsensitive)) return false;
    return true;
}

namespace {

/// Rows with some air, as in the counters table.
class RoomyDelegate : public QStyledItemDelegate {
 public:
    using QStyledItemDelegate::QStyledItemDelegate;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override {
        return QStyledItemDelegate::sizeHint(option, index) + QSize(8, 5);
    }
};

}  // namespace

RunBrowser::RunBrowser(QWidget* parent)
    : QWidget(parent),
      model_(new RunTreeModel(this)),
      proxy_(new RunFilterModel(this)),
      filter_(new QLineEdit),
      tree_(new QTreeView),
      typing_(new QTimer(this)) {
    proxy_->setSourceModel(model_);
    filter_->setPlaceholderText(tr("Find cases: variant, 2^20, block 256, modelled ..."));
    filter_->setClearButtonEnabled(true);
    filter_->setAccessibleName(tr("Find cases"));
    tree_->setObjectName(QStringLiteral("run_tree"));
    tree_->setAccessibleName(tr("Runs, variants and cases"));
    tree_->setModel(proxy_);
    tree_->setUniformRowHeights(true);
    tree_->setIndentation(14);
    tree_->setItemDelegate(new RoomyDelegate(this));
    tree_->setColumnHidden(RunTreeModel::rate_column, true);  // the header's menu brings it back
    tree_->setAlternatingRowColors(true);
    tree_->setSelectionBehavior(QAbstractItemView::SelectRows);
    tree_->setSortingEnabled(true);
    tree_->header()->setSortIndicator(
        -1, Qt::AscendingOrder);  // the order of collecting, until a header is clicked
    tree_->header()->setSortIndicatorClearable(true);
    tree_->header()->setStretchLastSection(false);
    tree_->header()->setSectionResizeMode(RunTreeModel::name_column, QHeaderView::Stretch);
    for (const int column :
         {RunTreeModel::time_column, RunTreeModel::rate_column, RunTreeModel::source_column})
        tree_->header()->setSectionResizeMode(column, QHeaderView::ResizeToContents);
    tree_->header()->setResizeContentsPrecision(50);
    tree_->header()->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(tree_->header(), &QWidget::customContextMenuRequested, this, &RunBrowser::choose_columns);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(6);
    column->addWidget(filter_);
    column->addWidget(tree_, 1);
    setMinimumWidth(260);

    typing_->setSingleShot(true);
    typing_->setInterval(150);
    connect(filter_, &QLineEdit::textChanged, typing_, qOverload<>(&QTimer::start));
    connect(filter_, &QLineEdit::returnPressed, this, &RunBrowser::apply_filter);
    connect(typing_, &QTimer::timeout, this, &RunBrowser::apply_filter);
    connect(tree_->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            [this](const QModelIndex& current) {
                if (const auto* record = model_->case_at(proxy_->mapToSource(current.siblingAtColumn(0))))
                    emit case_selected(static_cast<qlonglong>(record->id));
            });
}

void RunBrowser::set_contents(FileContentsPtr contents) {
    const QSignalBlocker quiet(tree_->selectionModel());
    model_->set_contents(std::move(contents));
    tree_->expandToDepth(0);
}

void RunBrowser::choose_columns(const QPoint& position) {
    QMenu menu;
    for (int column = RunTreeModel::time_column; column < RunTreeModel::column_count; ++column) {
        auto* action = menu.addAction(model_->headerData(column, Qt::Horizontal, Qt::DisplayRole).toString());
        action->setCheckable(true);
        action->setChecked(!tree_->isColumnHidden(column));
        connect(action, &QAction::toggled, tree_,
                [this, column](bool shown) { tree_->setColumnHidden(column, !shown); });
    }
    menu.exec(tree_->header()->mapToGlobal(position));
}

void RunBrowser::apply_filter() {
    typing_->stop();
    const QModelIndex current = proxy_->mapToSource(tree_->currentIndex());
    proxy_->set_words(filter_->text());
    if (filter_->text().trimmed().isEmpty())
        tree_->expandToDepth(0);
    else
        tree_->expandAll();
    if (const auto shown = proxy_->mapFromSource(current); shown.isValid()) tree_->scrollTo(shown);
}

void RunBrowser::select(const QModelIndex& source) {
    const auto index = proxy_->mapFromSource(source);
    if (!index.isValid()) return;
    tree_->setCurrentIndex(index);
    tree_->scrollTo(index);
}

bool RunBrowser::select(CaseId id) {
    const auto source = model_->index_of(id);
    if (!source.isValid()) return false;
    if (!proxy_->mapFromSource(source).isValid()) {
        filter_->clear();  // a case that the filter hides must not stay unreachable
        apply_filter();
    }
    select(source);
    return true;
}

std::optional<CaseId> RunBrowser::current_case() const {
    const auto* record = model_->case_at(proxy_->mapToSource(tree_->currentIndex().siblingAtColumn(0)));
    return record ? std::optional(record->id) : std::nullopt;
}

void RunBrowser::select_first() { select(model_->first_case()); }

}  // namespace sortscope::gui
