// The columns of a table: which are shown, in what order and how broad, and what of that is kept.
#include <algorithm>
#include <utility>

#include <QHeaderView>
#include <QJsonArray>
#include <QScopedValueRollback>

#include "gui/models/text.hpp"
#include "gui/views/column_chooser.hpp"
#include "gui/views/table_view.hpp"
#include "gui/views/window_style.hpp"

namespace sortscope::gui {
namespace {

constexpr int sampled_rows = 40;  // for a column's width

}  // namespace

void TableView::set_column_shown(const QString& id, bool shown) {
    if (table_->column_of(id) == table_->naming_column() && !shown) return;  // it says which row it is
    (shown ? shown_by_user_ : hidden_by_user_).insert(id);
    (shown ? hidden_by_user_ : shown_by_user_).remove(id);
    show_chosen_columns();
    fit_columns();
}

void TableView::choose_columns() {
    auto* chooser = new ColumnChooser(
        *table_, [this](int column) { return !isColumnHidden(column); }, this);
    connect(chooser, &ColumnChooser::chosen, this, &TableView::set_column_shown);
    chooser->show_at(horizontalHeader()->mapToGlobal(QPoint(12, horizontalHeader()->height())));
}

void TableView::show_chosen_columns() {
    const QScopedValueRollback fitting(fitting_, true);
    auto* header = horizontalHeader();
    for (int i = 0; i < table_->columnCount(); ++i) {
        const auto& column = table_->columns()[static_cast<std::size_t>(i)];
        const QString id = to_qstring(column.id);
        setColumnHidden(i, !(shown_by_user_.contains(id) || (column.shown && !hidden_by_user_.contains(id)) ||
                             i == table_->naming_column()));
    }
    // The user's order, as far as these columns are of it.
    int visual = 0;
    for (const auto& id : std::as_const(places_))
        if (const int column = table_->column_of(id); column >= 0)
            header->moveSection(header->visualIndex(column), visual++);
}

QList<int> TableView::fitting_widths(const QList<int>& columns) const {
    QList<int> widths, spaces;
    for (const int column : columns) {
        // The window's style indents texts, which stand beside the numbers of the column before.
        spaces << (table_->columns()[static_cast<std::size_t>(column)].align == present::Align::left
                       ? 8 + text_indent
                       : 12);
        // Qt's own hint reserves an arrow as tall as the header in every column; only the sorted one needs
        // it.
        const QString title = table_->headerData(column, Qt::Horizontal, Qt::DisplayRole).toString();
        const bool arrow = !sorted_by_.isEmpty() && horizontalHeader()->sortIndicatorSection() == column;
        widths << horizontalHeader()->fontMetrics().size(0, title).width() + spaces.last() + (arrow ? 16 : 0);
    }
    // Rows in sight and some more are looked at, and the total, which is the widest of what adds up. Row by
    // row, for a row's cells are made together.
    QFont bold = font();
    bold.setBold(true);
    const QFontMetrics plain(font()), total(bold);
    const auto look = [&](int row, const QFontMetrics& metrics) {
        for (qsizetype i = 0; i < columns.size(); ++i)
            widths[i] = std::max(
                widths.at(i), metrics.horizontalAdvance(table_->index(row, columns.at(i)).data().toString()) +
                                  spaces.at(i));
    };
    const int first = std::max(0, rowAt(0)), last = std::min(table_->rowCount(), first + sampled_rows);
    for (int row = first; row < last; ++row) look(row, plain);
    if (table_->rowCount() > 0) look(table_->rowCount() - 1, total);
    return widths;
}

void TableView::fit_columns() {
    const QScopedValueRollback fitting(fitting_, true);
    const auto columns = shown_columns();
    if (columns.isEmpty()) return;
    const auto widths = fitting_widths(columns);
    int used = 0;
    QList<int> flexible;
    for (qsizetype i = 0; i < columns.size(); ++i) {
        const auto given = widths_.find(column_id(columns.at(i)));
        if (given == widths_.end()) flexible << columns.at(i);
        setColumnWidth(columns.at(i), given == widths_.end() ? widths.at(i) : given->second);
        used += columnWidth(columns.at(i));
    }
    const int spare = viewport()->width() - used;
    if (spare <= 0 || flexible.isEmpty()) return;
    // Room left over is shared out, so that the table ends where the window does.
    const auto count = static_cast<int>(flexible.size());
    for (int i = 0; i < count; ++i)
        setColumnWidth(flexible.at(i),
                       columnWidth(flexible.at(i)) + spare / count + (i < spare % count ? 1 : 0));
}

QJsonObject TableView::layout_state() const {
    QJsonObject widths;
    for (const auto& [id, width] : widths_) widths[id] = width;
    const auto list = [](const QSet<QString>& ids) {
        QStringList sorted(ids.begin(), ids.end());
        sorted.sort();
        return QJsonArray::fromStringList(sorted);
    };
    return {{QStringLiteral("sorted_by"), sorted_by_},
            {QStringLiteral("descending"), order_ == Qt::DescendingOrder},
            {QStringLiteral("widths"), widths},
            {QStringLiteral("order"), QJsonArray::fromStringList(places_)},
            {QStringLiteral("shown"), list(shown_by_user_)},
            {QStringLiteral("hidden"), list(hidden_by_user_)}};
}

void TableView::restore_layout(const QJsonObject& state) {
    const auto strings = [&](const char* name) {
        QStringList all;
        for (const auto& value : state[QLatin1String(name)].toArray()) all << value.toString();
        return all;
    };
    const auto shown = strings("shown"), hidden = strings("hidden");
    shown_by_user_ = QSet<QString>(shown.begin(), shown.end());
    hidden_by_user_ = QSet<QString>(hidden.begin(), hidden.end());
    places_ = strings("order");
    widths_.clear();
    const auto widths = state[QStringLiteral("widths")].toObject();
    for (auto at = widths.begin(); at != widths.end(); ++at)
        widths_[at.key()] = std::clamp(at.value().toInt(), 24, 4000);
    show_chosen_columns();
    sort_by(state[QStringLiteral("sorted_by")].toString(),
            state[QStringLiteral("descending")].toBool() ? Qt::DescendingOrder : Qt::AscendingOrder);
}

}  // namespace sortscope::gui
