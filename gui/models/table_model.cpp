#include "gui/models/table_model.hpp"

#include <numeric>

#include "core/metric/metric.hpp"
#include "gui/models/output.hpp"
#include "present/tables/breakdown.hpp"

namespace sortscope::gui {
std::string total_name(const std::vector<present::Cell>& total) {
    const auto name = to_qstring(total.front().text);
    return name.isEmpty() ? "Total" : (name.left(1).toUpper() + name.mid(1)).toStdString();
}

TableRowsPtr table_rows(present::Table table) {
    auto rows = std::make_shared<TableRows>();
    rows->columns = without_bars(table.columns, table.columns);
    std::vector<std::vector<present::Cell>> values;
    for (auto& row : table.rows) {
        if (row.kind == present::Row::Kind::rule) continue;
        auto cells = without_bars(table.columns, std::move(row.cells));
        (row.kind == present::Row::Kind::total ? rows->totals : values).push_back(std::move(cells));
    }
    for (size_t i = 0; i < rows->columns.size(); ++i) {
        auto& column = rows->columns[i];
        const bool filled = !column.hide_if_empty || std::ranges::any_of(values, [i](const auto& cells) {
            return cells[i].number || !cells[i].text.empty();
        });
        // Columns without importance are hidden, except in CSV, until the user chooses them.
        if (!filled || column.importance == 0) column.shown = false;
    }
    rows->count = values.size();
    rows->cell = [held = std::make_shared<decltype(values)>(std::move(values))](size_t row, size_t column) {
        return (*held)[row][column];
    };
    return rows;
}

namespace {
bool is_text(const present::Column& column) { return column.align == present::Align::left; }

/// Thrown to end std::ranges::stable_sort.
struct Unwanted {};

constexpr size_t asked_every = 4096;  // rows or comparisons between calls of `unwanted`

constexpr size_t sampled_rows = 200;            // rows that determine a column's provenance
constexpr size_t most_sorted_at_once = 10'000;  // rows sorted in one frame; another thread sorts more

QString source_text(Provenance provenance) { return to_qstring(name_of(provenance)); }

QString source_sentence(Provenance provenance) { return typeset(present::provenance_sentence(provenance)); }

const std::vector<present::Column> no_columns;
}  // namespace

std::optional<std::vector<size_t>> sorted_rows(const TableRows& rows, size_t column, bool ascending,
                                               const std::function<bool()>& unwanted) {
    size_t steps = 0;
    const auto step = [&] {
        if (++steps % asked_every == 0 && unwanted()) throw Unwanted();
    };
    // Makes each cell once instead of in every comparison.
    struct Key {
        std::optional<double> number;
        QString text;
    };
    std::vector<Key> keys(rows.count);
    const auto before = [&](size_t a, size_t b) {
        step();
        if (keys[a].number.has_value() != keys[b].number.has_value()) return keys[a].number.has_value();
        if (!ascending) std::swap(a, b);
        return keys[a].number ? *keys[a].number < *keys[b].number : natural_less(keys[a].text, keys[b].text);
    };
    std::vector<size_t> order(rows.count);
    std::iota(order.begin(), order.end(), size_t{0});
    try {
        for (const auto row : order) {
            step();
            const auto cell = rows.cell(row, column);
            if (cell.number)
                keys[row].number = cell.number->as_double();
            else if (is_text(rows.columns[column]))
                keys[row].text = to_qstring(cell.text);
        }
        std::ranges::stable_sort(order, before);
    } catch (const Unwanted&) {
        return std::nullopt;
    }
    return order;
}

TableModel::~TableModel() { ++*wish_; }

const std::vector<present::Column>& TableModel::columns() const {
    return rows_ ? rows_->columns : no_columns;
}

int TableModel::column_of(const QString& id) const {
    return index_of(columns(), id.toStdString(), &present::Column::id);
}

int TableModel::code_column() const { return index_of(columns(), true, &present::Column::is_code); }

int TableModel::naming_column() const {
    return std::max(0, index_where(columns(), [](const auto& one) { return one.names_row && one.shown; }));
}

void TableModel::set_rows(TableRowsPtr rows) {
    beginResetModel();
    if (rows_ && rows_->arrivals) disconnect(rows_->arrivals.get(), nullptr, this, nullptr);
    rows_ = std::move(rows);
    if (rows_ && rows_->count == 0) rows_ = nullptr;
    order_.clear();
    ++*wish_;
    find_sources();
    if (rows_ && rows_->arrivals)
        connect(rows_->arrivals.get(), &RowArrivals::arrived, this,
                [this](qulonglong first, qulonglong count) {
                    emit dataChanged(index(int(first), 0), index(int(first + count) - 1, columnCount() - 1));
                });
    endResetModel();
    set_sorting(false);
}

void TableModel::find_sources() {
    sources_.assign(columns().size(), std::nullopt);
    if (!rows_) return;
    std::vector<size_t> asked;
    for (size_t i = 0; i < sources_.size(); ++i) {
        if (!rows_->totals.empty() && rows_->totals.front()[i].provenance)
            sources_[i] = rows_->totals.front()[i].provenance;
        else
            asked.push_back(i);
    }
    if (rows_->arrivals) return;  // unread rows have no provenance
    // Columns of mixed provenance mark their values instead.
    std::vector<bool> mixed(sources_.size());
    for (size_t row = 0; row < std::min(rows_->count, sampled_rows); ++row)
        for (const auto column : asked) {
            const auto source = rows_->cell(row, column).provenance;
            if (!source || mixed[column]) continue;
            mixed[column] = sources_[column] && sources_[column] != source;
            sources_[column] = mixed[column] ? std::nullopt : source;
        }
}

int TableModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : int(columns().size());
}

QString TableModel::text(const present::Cell& cell, int row, int column) const {
    const auto at = size_t(column);
    if (is_total(row) && columns()[at].names_row) {
        return column == naming_column() ? to_qstring(total_name(total_at(row))) : QString();
    }
    if (cell.text == " ") return {};  // blank on purpose, not absent
    const QString shown = columns()[at].is_code ? to_qstring(cell.text) : typeset_value(cell.text);
    if (!cell.provenance || cell.provenance == sources_[at]) return shown;
    if (!sources_[at] && cell.provenance == Provenance::measured) return shown;
    return shown + u" (%1)"_s.arg(source_text(*cell.provenance));
}

QString TableModel::tooltip(const present::Cell& cell, int row, int column) const {
    const auto& all = columns();
    QStringList names;
    for (size_t i = 0; i < all.size() && !is_total(row); ++i)
        if (const auto name = this->cell(row, int(i)); all[i].names_row && !name.text.empty())
            names << to_qstring(all[i].title).toLower() + u' ' + typeset(name.text);
    QString tip = names.join(u", "_s);
    if (is_total(row))
        tip = total_at(row).front().text == "rest" ? typeset(present::rest_sentence) : u"All rows"_s;
    const auto& about = all[size_t(column)];
    tip += u'\n' + to_qstring(about.title) + u": "_s + to_qstring(about.sentence);
    if (is_text(about) || about.names_row) return tip;
    if (!cell.number) return tip + u"\nAbsent: not taken, or it has no meaning here."_s;
    if (cell.provenance) tip += u'\n' + source_sentence(*cell.provenance);
    return tip;
}

QVariant TableModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid() || !rows_) return {};
    const int row = index.row(), column = index.column();
    const auto& about = column_at(column);
    switch (role) {
        case Qt::DisplayRole:
            return text(cell(row, column), row, column);
        case Qt::ToolTipRole:
            return tooltip(cell(row, column), row, column);
        case Qt::TextAlignmentRole:
            return int((is_text(about) ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
        case Qt::CheckStateRole:
            if (!rows_->is_marked || is_total(row) || column != naming_column()) return {};
            return rows_->is_marked(size_t(breakdown_row(row))) ? Qt::Checked : Qt::Unchecked;
        case total_role:
            return is_total(row);
        case plain_role: {
            const auto value = cell(row, column);
            if (value.number && !(is_total(row) && about.names_row)) return plain_digits(*value.number);
            // An absent number is empty: a program would read a dash as text.
            return is_text(about) || is_total(row) ? text(value, row, column) : QString();
        }
        case bar_role: {
            if (is_total(row)) return {};
            const double fraction = cell(row, column).fraction;
            return fraction > 0 ? QVariant(fraction) : QVariant();
        }
        default:
            return {};
    }
}

bool TableModel::setData(const QModelIndex& index, const QVariant&, int role) {
    const int row = breakdown_row(index.row());
    if (role != Qt::CheckStateRole || !rows_ || !rows_->is_marked || row < 0) return false;
    emit mark_wanted(row);
    return true;
}

Qt::ItemFlags TableModel::flags(const QModelIndex& index) const {
    auto flags = QAbstractTableModel::flags(index);
    if (!rows_ || !index.isValid() || is_total(index.row())) return flags;
    if (rows_->is_marked && index.column() == naming_column()) flags |= Qt::ItemIsUserCheckable;
    if (rows_->handle) flags |= Qt::ItemIsDragEnabled;
    return flags;
}

QVariant TableModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || section < 0 || section >= columnCount()) return {};
    const auto& column = column_at(section);
    const auto& provenance = sources_[size_t(section)];
    const QString source = provenance ? source_text(*provenance) : QString();
    const QString unit = column.unit.empty() ? QString() : typeset(column.unit);
    switch (role) {
        case Qt::DisplayRole: {
            // Omits the unit if the title contains it, if cells have units, or if the unit is a ratio.
            QString title = to_qstring(column.title);
            const bool each =
                unit == u"ns" && column.unit_ns == 0 && column.subhead.find("ns") == std::string::npos;
            if (!each && !unit.isEmpty() && (!unit.contains(u'/') || unit.endsWith(u"/s")) &&
                !title.contains(unit, Qt::CaseInsensitive))
                title += u' ' + unit;
            // A dot marks measured columns; other provenances are written out.
            return source.isEmpty() || provenance == Provenance::measured ? title
                                                                          : title + u" \u00b7 "_s + source;
        }
        case full_header_role: {
            QStringList parts;
            if (!unit.isEmpty()) parts << unit;
            if (!source.isEmpty()) parts << source;
            const QString title = to_qstring(column.title);
            return parts.isEmpty() ? title : u"%1 (%2)"_s.arg(title, parts.join(u", "_s));
        }
        case source_role:
            return provenance ? QVariant(int(*provenance)) : QVariant();
        case Qt::ToolTipRole:
            return (find_metric(column.id) != nullptr ? metric_words(*find_metric(column.id))
                                                      : to_qstring(column.sentence)) +
                   (provenance ? u'\n' + source_sentence(*provenance) : QString());
        case Qt::TextAlignmentRole:
            return int((is_text(column) ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
        default:
            return {};
    }
}

void TableModel::sort(int column, Qt::SortOrder order) {
    if (!rows_ || (column >= 0 && !can_sort())) return;
    const auto wish = ++*wish_;
    set_sorting(false);
    if (column < 0 || column >= columnCount()) return take_order({});
    const auto at = size_t(column);
    const bool ascending = order == Qt::AscendingOrder;
    if (rows_->count <= most_sorted_at_once || !rows_->again)
        return take_order(*sorted_rows(*rows_, at, ascending));
    QThreadPool::globalInstance()->start([this, again = rows_->again, at, ascending, latest = wish_, wish] {
        std::optional<std::vector<size_t>> found;
        try {
            const auto unwanted = [&] { return *latest != wish; };
            if (!unwanted()) found = sorted_rows(*again(), at, ascending, unwanted);
        } catch (...) {
            // Rows keep their order.
        }
        QMetaObject::invokeMethod(qApp, [this, latest, wish, found = std::move(found)] {
            if (wish != *latest) return;  // outdated: the model may be gone
            if (found) take_order(*found);
            set_sorting(false);
        });
    });
    set_sorting(true);
}

void TableModel::take_order(std::vector<size_t> order) {
    emit layoutAboutToBeChanged({}, QAbstractItemModel::VerticalSortHint);
    const auto before = persistentIndexList();
    std::vector<int> moved;
    for (const auto& index : before) moved.push_back(breakdown_row(index.row()));
    order_ = std::move(order);
    std::vector<int> places(order_.size());
    for (size_t i = 0; i < order_.size(); ++i) places[order_[i]] = int(i);
    QModelIndexList after;
    for (qsizetype i = 0; i < before.size(); ++i) {
        int row = moved[size_t(i)];
        if (row < 0)
            row = before.at(i).row();
        else if (!places.empty())
            row = places[size_t(row)];
        after << index(row, before.at(i).column());
    }
    changePersistentIndexList(before, after);
    emit layoutChanged({}, QAbstractItemModel::VerticalSortHint);
}
}
