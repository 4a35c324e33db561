#include "gui/views/table/table_view.hpp"

#include "gui/models/output.hpp"
#include "gui/views/parts/window_style.hpp"

namespace sortscope::gui {
namespace {
constexpr size_t most_rows_sorted_at_once = 200'000;
constexpr int least_name = 200, least_path = 110, least_in_sight = 18, header_height = 28,
              most_for_title = 190;
constexpr int sampled_rows = 40;  // rows that determine a column's width

/// The part of a cell between the view's left and right edge, so that the edges cut no text.
QRect in_sight(QRect cell, const QWidget& viewport) {
    cell.setLeft(std::max(cell.left(), 0));
    cell.setRight(std::min(cell.right(), viewport.width() - 1));
    return cell;
}

/// Draws bars behind shares, and the total in bold.
class TableDelegate : public QStyledItemDelegate {
 public:
    using QStyledItemDelegate::QStyledItemDelegate;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override {
        return QStyledItemDelegate::sizeHint(option, index) + QSize(7, 4);
    }
    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override {
        const bool total = index.data(TableModel::total_role).toBool();
        const auto share = index.data(TableModel::bar_role);
        if ((total || share.isValid()) && !option.state.testFlag(QStyle::State_Selected)) {
            const auto theme = chart_theme(option.palette);
            if (total) {
                painter->fillRect(option.rect, theme.band);
                painter->setPen(theme.faint_text);
                painter->drawLine(option.rect.topLeft(), option.rect.topRight());
            }
            QRect bar = option.rect.adjusted(2, 3, -2, -3);
            bar.setWidth(int(bar.width() * std::clamp(share.toDouble(), 0.0, 1.0)));
            painter->fillRect(bar, blend(theme.background, theme.series.first(), 0.3));
        }
        QStyleOptionViewItem cell = option;
        cell.state &= ~QStyle::State_HasFocus;  // the whole row is marked
        if (const auto* view = qobject_cast<const QAbstractItemView*>(option.widget)) {
            cell.rect = in_sight(cell.rect, *view->viewport());
            if (cell.rect.width() < least_in_sight)  // Qt would cut the ellipsis
                return view->style()->drawPrimitive(QStyle::PE_PanelItemViewItem, &cell, painter, view);
        }
        QStyledItemDelegate::paint(painter, cell, index);
    }

 protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override {
        QStyledItemDelegate::initStyleOption(option, index);
        if (index.data(TableModel::total_role).toBool()) option->font.setBold(true);
        option->showDecorationSelected = true;  // the text has the whole cell
        // A cut number is a wrong number: show an ellipsis. One pixel more, because Qt cuts at fractions.
        const auto* style = option->widget != nullptr ? option->widget->style() : QApplication::style();
        const int margin = style->pixelMetric(QStyle::PM_FocusFrameHMargin, nullptr, option->widget) + 1;
        const int room = style->subElementRect(QStyle::SE_ItemViewItemText, option, option->widget).width() -
                         2 * margin - 1;
        const QFontMetrics metrics(option->font);
        if (!option->displayAlignment.testFlag(Qt::AlignRight))
            option->text = fitted_label(option->text, metrics, room);
        else if (metrics.horizontalAdvance(option->text) > room)
            option->text = u"\u2026"_s;
    }
};

/// Titles of one line, with a dot for the provenance.
class TableHeader : public QHeaderView {
 public:
    explicit TableHeader(QWidget* parent) : QHeaderView(Qt::Horizontal, parent) {
        setTextElideMode(Qt::ElideRight);
        setHighlightSections(false);
    }
    QSize sizeHint() const override { return QHeaderView::sizeHint().expandedTo({0, header_height}); }

 protected:
    void paintSection(QPainter* painter, const QRect& rect, int section) const override {
        painter->save();
        QHeaderView::paintSection(painter, in_sight(rect, *viewport()), section);
        painter->restore();
        const auto source = model()->headerData(section, Qt::Horizontal, TableModel::source_role);
        const auto title = model()->headerData(section, Qt::Horizontal, Qt::DisplayRole).toString();
        if (!source.isValid() || title.contains(u'\n')) return;  // a dot would cover the first line
        painter->save();
        painter->setRenderHint(QPainter::Antialiasing);
        painter->setPen(Qt::NoPen);
        painter->setBrush(mark_colours(static_cast<Provenance>(source.toInt()), palette()).text);
        painter->drawEllipse(QPointF(rect.right() - 5, rect.top() + 6), 2, 2);
        painter->restore();
    }
};

/// A menu of columns that stays open after a choice. The naming column cannot be hidden.
QFrame* column_chooser(TableView& view) {
    const auto& table = view.table();
    auto* popup = new QFrame(&view, Qt::Popup);
    popup->setAttribute(Qt::WA_DeleteOnClose);
    popup->setFrameShape(QFrame::StyledPanel);
    popup->setObjectName(u"column_chooser"_s);
    auto* line = search_line(TableView::tr("Find a column"));
    auto* list = new QListWidget;
    list->setAccessibleName(TableView::tr("Columns"));
    for (int i = 0; i < table.columnCount(); ++i) {
        const auto& about = table.column_at(i);
        const QString title = to_qstring(about.title);
        auto* item = new QListWidgetItem(
            about.unit.empty() ? title : u"%1 (%2)"_s.arg(title, typeset(about.unit)), list);
        item->setData(Qt::UserRole, to_qstring(about.id));
        item->setToolTip(to_qstring(about.sentence));
        item->setCheckState(view.isColumnHidden(i) ? Qt::Unchecked : Qt::Checked);
        if (i == table.naming_column()) item->setFlags(item->flags() & ~Qt::ItemIsEnabled);
    }
    QObject::connect(list, &QListWidget::itemChanged, &view, [&view](const QListWidgetItem* item) {
        view.set_column_shown(item->data(Qt::UserRole).toString(), item->checkState() == Qt::Checked);
    });
    find_items(*line, *list);
    fill(*popup, {line, list});
    popup->layout()->setContentsMargins(6, 6, 6, 6);
    popup->layout()->setSpacing(-1);
    popup->setFocusProxy(line);
    popup->resize(300, 380);
    return popup;
}
}  // namespace

TableView::TableView(TableModel* model) : table_(model != nullptr ? model : new TableModel) {
    table_->setParent(this);
    setObjectName(u"table"_s);
    setAccessibleName(tr("Table"));
    setHorizontalHeader(new TableHeader(this));
    setModel(table_);
    setItemDelegate(new TableDelegate(this));
    setAlternatingRowColors(true);
    setShowGrid(false);
    setWordWrap(false);
    setSelectionBehavior(SelectRows);
    setTabKeyNavigation(false);
    setEditTriggers(NoEditTriggers);
    setCornerButtonEnabled(false);
    setHorizontalScrollMode(ScrollPerPixel);
    verticalHeader()->hide();
    verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    verticalHeader()->setDefaultSectionSize(fontMetrics().height() + 7);
    auto* header = horizontalHeader();
    header->setSectionsClickable(true);
    header->setSectionsMovable(true);
    header->setMinimumSectionSize(24);
    // Texts move if the view's edge cuts their cells.
    connect(horizontalScrollBar(), &QScrollBar::valueChanged, this, [this] {
        viewport()->update();
        horizontalHeader()->viewport()->update();
    });
    connect(header, &QHeaderView::sectionClicked, this, &TableView::next_order);
    connect(header, &QHeaderView::sectionResized, this, [this](int column, int, int width) {
        if (!fitting_ && width > 0) widths_[column_id(column)] = width;
    });
    connect(header, &QHeaderView::sectionHandleDoubleClicked, this, [this](int column) {
        widths_.erase(column_id(column));
        fit_columns();
    });
    connect(header, &QHeaderView::sectionMoved, this, [this] {
        if (fitting_) return;
        places_.clear();
        for (int visual = 0; visual < horizontalHeader()->count(); ++visual)
            places_ << column_id(horizontalHeader()->logicalIndex(visual));
    });
    on_context_menu(*header, [this](QMenu& menu, const QPoint& position) {
        const int column = horizontalHeader()->logicalIndexAt(position);
        if (column >= 0 && column != table_->naming_column())
            menu.addAction(tr("&Hide this column"), this,
                           [this, column] { set_column_shown(column_id(column), false); });
        menu.addAction(tr("&Columns..."), this, &TableView::choose_columns);
        menu.addAction(tr("&Fit widths"), this, [this] {
            widths_.clear();
            fit_columns();
        });
    });
    connect(table_, &TableModel::mark_wanted, this, &TableView::mark_wanted);
    connect(table_, &TableModel::sorting_changed, this,
            [this](bool sorting) { viewport()->setCursor(sorting ? Qt::BusyCursor : Qt::ArrowCursor); });
    connect(selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this] {
        if (!quiet_) emit row_selected(current_row());
    });
    connect(this, &QTableView::doubleClicked, this,
            [this](const QModelIndex& index) { emit row_activated(table_->breakdown_row(index.row())); });
}

QString TableView::column_id(int column) const {
    return column >= 0 && column < table_->columnCount() ? to_qstring(table_->column_at(column).id)
                                                         : QString();
}

void TableView::set_rows(TableRowsPtr rows) {
    if (rows && rows->count > most_rows_sorted_at_once) sorted_by_.clear();
    reset_model([&] { table_->set_rows(std::move(rows)); });
}

void TableView::reset_model(const std::function<void()>& reset) {
    const QScopedValueRollback guard(quiet_, true);
    const QScopedValueRollback fitting(fitting_, true);
    reset();
    horizontalHeader()->setVisible(table_->columnCount() > 0);
    show_chosen_columns();
    sort_by(sorted_by_, order_);
}

void TableView::sort_by(const QString& id, Qt::SortOrder order) {
    sorted_by_ = id;
    order_ = order;
    const int column = id.isEmpty() || !table_->can_sort() ? -1 : table_->column_of(id);
    horizontalHeader()->setSortIndicatorShown(column >= 0);
    horizontalHeader()->setSortIndicator(column, order);
    if (table_->can_sort()) table_->sort(column, order);
    fit_columns();
}

void TableView::next_order(int column) {
    if (column < 0 || column >= table_->columnCount() || !table_->can_sort()) return;
    const auto& about = table_->column_at(column);
    const auto id = to_qstring(about.id);
    // Clicks sort numbers descending, ascending, then not. Texts ascend first.
    const bool texts = about.align == present::Align::left || about.names_row;
    const auto first = texts ? Qt::AscendingOrder : Qt::DescendingOrder;
    if (sorted_by_ != id)
        sort_by(id, first);
    else if (order_ == first)
        sort_by(id, texts ? Qt::DescendingOrder : Qt::AscendingOrder);
    else
        sort_by({}, first);
}

int TableView::current_row() const {
    return currentIndex().isValid() ? table_->breakdown_row(currentIndex().row()) : -1;
}

void TableView::set_current_row(int row) {
    const QScopedValueRollback guard(quiet_, true);
    const auto columns = shown_columns();
    const int place = table_->row_of(row);
    if (place < 0 || columns.isEmpty()) {
        clearSelection();
        return setCurrentIndex({});
    }
    const auto index = table_->index(place, columns.first());
    if (currentIndex().row() == place && selectionModel()->isRowSelected(place))
        return;  // the user may scroll
    // With default flags, a held Ctrl would leave the row unselected.
    selectionModel()->setCurrentIndex(index, QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
    scrollTo(index, is_in_sight(place, viewport()->height()) ? EnsureVisible
                                                             : PositionAtCenter);  // shows neighbours, too
}

bool TableView::is_in_sight(int row, int height) const {
    const int top = rowViewportPosition(row);
    return row >= 0 && top >= 0 && top + rowHeight(row) <= height;
}

CaseRef TableView::case_at(int row) const {
    const auto& rows = table_->rows();
    return rows && rows->handle && row >= 0 ? case_of_handle(rows->handle(size_t(row))) : CaseRef{};
}

QList<int> TableView::shown_columns() const {
    QList<int> columns;
    for (int visual = 0; visual < horizontalHeader()->count(); ++visual)
        if (const int column = horizontalHeader()->logicalIndex(visual); !isColumnHidden(column))
            columns << column;
    return columns;
}

void TableView::copy_rows(const QList<int>& rows) {
    if (table_->rowCount() == 0) return;
    if (!can_copy(*table_, rows))
        return emit refused(tr("At most %1 rows that are read can be copied. Choose fewer, or export the "
                               "table (Ctrl+Shift+E).")
                                .arg(most_copied_rows));
    copy_text(tab_separated(*table_, rows, shown_columns()));
}

QList<int> TableView::selected_rows() const {
    QList<int> rows;
    // Visits ranges: there may be millions of rows.
    for (const auto& range : selectionModel()->selection()) {
        if (range.height() > most_copied_rows) return {};
        for (int row = range.top(); row <= range.bottom(); ++row) rows << row;
    }
    std::ranges::sort(rows);
    rows.erase(std::ranges::unique(rows).begin(), rows.end());
    return rows;
}

void TableView::resizeEvent(QResizeEvent* event) {
    // Keeps the current row in sight.
    const int current = currentIndex().row();
    const bool was_in_sight = event->oldSize().isValid() && is_in_sight(current, event->oldSize().height());
    QTableView::resizeEvent(event);
    fit_columns();
    if (was_in_sight) scrollTo(table_->index(current, std::max(0, columnAt(0))));
}

void TableView::focusInEvent(QFocusEvent* event) {
    // Qt, not the user, makes the first row current.
    const QScopedValueRollback guard(quiet_, true);
    QTableView::focusInEvent(event);
}

void TableView::keyPressEvent(QKeyEvent* event) {
    if ((event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) && current_row() >= 0)
        return emit row_activated(current_row());
    if (event->key() == Qt::Key_Escape && table_->is_sorting()) return sort_by({});
    QTableView::keyPressEvent(event);
}

void TableView::mousePressEvent(QMouseEvent* event) {
    if (event->button() == Qt::RightButton) return;  // the menu is for the clicked row
    const auto index = indexAt(event->position().toPoint());
    const auto& rows = table_->rows();
    const bool draggable = event->button() == Qt::LeftButton && rows && rows->handle && index.isValid();
    // A press on a box marks the row, but selects none.
    if (draggable && index.flags().testFlag(Qt::ItemIsUserCheckable)) {
        QStyleOptionViewItem option;
        initViewItemOption(&option);
        option.rect = in_sight(visualRect(index), *viewport());
        option.features |= QStyleOptionViewItem::HasCheckIndicator | QStyleOptionViewItem::HasDisplay;
        const auto box = style()->subElementRect(QStyle::SE_ItemViewItemCheckIndicator, &option, this);
        if (box.adjusted(-3, -3, 3, 3).contains(event->position().toPoint()))
            return emit mark_wanted(table_->breakdown_row(index.row()));
    }
    const QScopedValueRollback guard(quiet_, quiet_ || draggable);
    if (draggable) before_press_ = current_row();
    QTableView::mousePressEvent(event);
}

void TableView::startDrag(Qt::DropActions) {
    const int row = current_row();
    if (!table_->rows() || !table_->rows()->handle || row < 0) return;
    set_current_row(std::exchange(before_press_, std::nullopt).value_or(row));
    auto* drag = new QDrag(this);
    auto* content = new QMimeData;
    content->setData(QLatin1StringView(row_mime_type), table_->rows()->handle(size_t(row)));
    drag->setMimeData(content);
    drag->exec(Qt::CopyAction);
}

void TableView::contextMenuEvent(QContextMenuEvent* event) {
    QMenu menu;
    const auto index = indexAt(event->pos());
    emit menu_wanted(menu, index.isValid() ? table_->breakdown_row(index.row()) : -1);
    if (!menu.isEmpty()) menu.addSeparator();
    if (index.isValid())
        menu.addAction(tr("Copy &cell"), this,
                       [index] { copy_text(index.data(TableModel::plain_role).toString()); });
    menu.addAction(tr("Copy &rows"), this, &TableView::copy)->setEnabled(table_->rowCount() > 0);
    menu.addAction(tr("Copy &table"), this, &TableView::copy_all)->setEnabled(table_->rowCount() > 0);
    menu.addAction(tr("C&olumns..."), this, &TableView::choose_columns)
        ->setEnabled(table_->columnCount() > 0);
    menu.exec(event->globalPos());
}

void TableView::set_column_shown(const QString& id, bool shown) {
    if (table_->column_of(id) == table_->naming_column() && !shown) return;
    for (auto* ids : {&shown_by_user_, &hidden_by_user_}) ids->removeAll(id);
    (shown ? shown_by_user_ : hidden_by_user_) << id;
    show_chosen_columns();
    fit_columns();
}

void TableView::choose_columns() {
    auto* popup = column_chooser(*this);
    popup->move(horizontalHeader()->mapToGlobal(QPoint(12, horizontalHeader()->height())));
    popup->show();
    popup->setFocus();
}

void TableView::show_chosen_columns() {
    const QScopedValueRollback fitting(fitting_, true);
    auto* header = horizontalHeader();
    for (int i = 0; i < table_->columnCount(); ++i) {
        const auto& column = table_->column_at(i);
        const QString id = to_qstring(column.id);
        header->moveSection(header->visualIndex(i), i);  // undoes an earlier order of columns
        setColumnHidden(i, !(shown_by_user_.contains(id) || (column.shown && !hidden_by_user_.contains(id)) ||
                             i == table_->naming_column()));
    }
    int visual = 0;
    for (const auto& id : places_.isEmpty() ? first_ : places_)
        if (const int column = table_->column_of(id); column >= 0)
            header->moveSection(header->visualIndex(column), visual++);
}

QList<int> TableView::fitting_widths(const QList<int>& columns) const {
    QList<int> widths, spaces;
    for (const int column : columns) {
        const bool box = table_->rows()->is_marked && column == table_->naming_column();
        spaces << (box ? 26 : 0) +
                      (table_->column_at(column).align == present::Align::left ? 8 + text_indent : 12);
        // Qt reserves room for an arrow in every column.
        const QString title = table_->headerData(column, Qt::Horizontal, Qt::DisplayRole).toString();
        const bool arrow = !sorted_by_.isEmpty() && horizontalHeader()->sortIndicatorSection() == column;
        const int wanted = horizontalHeader()->fontMetrics().size(0, title).width() + spaces.last();
        widths << std::min(wanted, most_for_title) + (arrow ? 16 : 0);
    }
    // Measures rows in sight and the total row by row, because a row's cells are made together.
    QFont bold = font();
    bold.setBold(true);
    const QFontMetrics plain(font()), total(bold);
    const auto look = [&](int row, const QFontMetrics& metrics) {
        for (qsizetype i = 0; i < columns.size(); ++i)
            widths[i] = std::max(
                widths.at(i), metrics.horizontalAdvance(table_->index(row, columns.at(i)).data().toString()) +
                                  spaces.at(i));
    };
    const bool code = table_->code_column() >= 0;
    const int first = code ? 0 : std::max(0, rowAt(0)),
              last = code ? table_->rowCount() : std::min(table_->rowCount(), first + sampled_rows);
    for (int row = first; row < last; ++row) look(row, plain);
    for (int row = std::max(0, table_->rowCount() - int(table_->rows()->totals.size()));
         row < table_->rowCount(); ++row)
        look(row, total);
    return widths;
}

/// If source text lacks room, hides columns from the right. Keeps the naming column, the first other column
/// and the columns that the user chose.
void TableView::make_room(int code, QList<int>& columns, QList<int>& widths) {
    QList<int> yielding;
    int room = viewport()->width();
    for (qsizetype i = 0; i < columns.size(); ++i) {
        if (columns.at(i) == code) continue;
        room -= widths.at(i);
        if (columns.at(i) != table_->naming_column() && !shown_by_user_.contains(column_id(columns.at(i))))
            yielding << columns.at(i);
    }
    const int wanted = std::min(widths.at(columns.indexOf(code)), fontMetrics().horizontalAdvance(u'x') * 24);
    for (; yielding.size() > 1 && room < wanted; yielding.removeLast()) {
        const auto place = columns.indexOf(yielding.last());
        room += widths.at(place);
        setColumnHidden(yielding.last(), true);
        columns.removeAt(place);
        widths.removeAt(place);
    }
}

void TableView::fit_columns() {
    const QScopedValueRollback fitting(fitting_, true);
    const int code = table_->code_column();
    if (code >= 0) show_chosen_columns();
    auto columns = shown_columns();
    if (columns.isEmpty()) return;
    auto widths = fitting_widths(columns);
    if (code >= 0) make_room(code, columns, widths);
    int used = 0;
    QList<int> flexible;
    for (qsizetype i = 0; i < columns.size(); ++i) {
        const auto given = widths_.find(column_id(columns.at(i)));
        if (given == widths_.end() && (code < 0 || columns.at(i) == code)) flexible << columns.at(i);
        setColumnWidth(columns.at(i), given == widths_.end() ? widths.at(i) : given->second);
        used += columnWidth(columns.at(i));
    }
    int spare = viewport()->width() - used;
    // Shrinks a long name while readable; a path needs room for its file.
    const int naming = table_->naming_column();
    if (const int name = columnWidth(naming); spare < 0 && flexible.contains(naming)) {
        const bool path = table_->index(0, naming).data().toString().contains(u'/');
        setColumnWidth(naming, std::max(name + spare, std::min(name, path ? least_path : least_name)));
        spare += name - columnWidth(naming);
    }
    // The other columns take the room of a narrow last column that would be cut. A wide column is cut, so
    // that a part of it is in sight.
    const auto is_wide = [&](int column) { return columnWidth(column) > viewport()->width() / 2; };
    for (; spare < 0 && code < 0 && columns.size() > 1 && !is_wide(columns.last()); columns.removeLast()) {
        spare += columnWidth(columns.last());
        flexible.removeAll(columns.last());
    }
    if (spare <= 0 || flexible.isEmpty()) return;
    const auto count = int(flexible.size());
    for (int i = 0; i < count; ++i)
        setColumnWidth(flexible.at(i),
                       columnWidth(flexible.at(i)) + spare / count + (i < spare % count ? 1 : 0));
}

QJsonObject TableView::layout_state() const {
    QJsonObject widths;
    for (const auto& [id, width] : widths_) widths[id] = width;
    return {{u"sorted_by"_s, sorted_by_},
            {u"descending"_s, order_ == Qt::DescendingOrder},
            {u"widths"_s, widths},
            {u"order"_s, QJsonArray::fromStringList(places_)},
            {u"shown"_s, QJsonArray::fromStringList(shown_by_user_)},
            {u"hidden"_s, QJsonArray::fromStringList(hidden_by_user_)}};
}

void TableView::restore_layout(const QJsonObject& state) {
    const auto strings = [&](const char* name) {
        return state[QLatin1String(name)].toVariant().toStringList();
    };
    shown_by_user_ = strings("shown");
    hidden_by_user_ = strings("hidden");
    places_ = strings("order");
    widths_.clear();
    const auto widths = state[u"widths"_s].toObject();
    for (auto at = widths.begin(); at != widths.end(); ++at)
        widths_[at.key()] = std::clamp(at.value().toInt(), 24, 4000);
    show_chosen_columns();
    sort_by(state[u"sorted_by"_s].toString(),
            state[u"descending"_s].toBool() ? Qt::DescendingOrder : Qt::AscendingOrder);
}
}
