#include "gui/models/table_model.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include <QCoreApplication>
#include <QString>
#include <QStringList>
#include <QThreadPool>

#include "core/metric/metric.hpp"
#include "gui/models/output.hpp"
#include "gui/models/text.hpp"
#include "present/provenance.hpp"

namespace sortscope::gui {

ShownColumns::ShownColumns(const std::vector<present::Column>& all) {
    for (std::size_t i = 0; i < all.size(); ++i)
        if (all[i].fit != present::Fit::bar) kept_.push_back(i);
}

std::vector<present::Column> ShownColumns::columns(const std::vector<present::Column>& all) const {
    std::vector<present::Column> columns;
    for (const auto column : kept_) columns.push_back(all[column]);
    return columns;
}

std::vector<present::Cell> ShownColumns::cells(const present::Row& row) const {
    std::vector<present::Cell> cells;
    for (const auto at : kept_) cells.push_back(at < row.cells.size() ? row.cells[at] : present::Cell{});
    return cells;
}

std::function<present::Cell(std::size_t row, std::size_t column)> cells_by_row(
    std::function<std::vector<present::Cell>(std::size_t row)> make) {
    struct Last {
        std::optional<std::size_t> row;
        std::vector<present::Cell> cells;
    };
    return [make = std::move(make), last = std::make_shared<Last>()](std::size_t row, std::size_t column) {
        if (last->row != row) {
            last->cells = make(row);
            last->row = row;
        }
        return column < last->cells.size() ? last->cells[column] : present::Cell{};
    };
}

TableRowsPtr table_rows(present::Table table) {
    auto rows = std::make_shared<TableRows>();
    const ShownColumns shown(table.columns);
    rows->columns = shown.columns(table.columns);
    for (auto& column : rows->columns)
        if (column.importance == 0) column.shown = false;  // for CSV, or if the user chooses it
    std::vector<std::vector<present::Cell>> values;
    for (auto& row : table.rows) {
        if (row.kind == present::Row::Kind::rule) continue;
        auto cells = shown.cells(row);
        if (row.kind != present::Row::Kind::total) {
            values.push_back(std::move(cells));
            continue;
        }
        if (!rows->total.empty()) values.push_back(std::exchange(rows->total, {}));
        rows->total = std::move(cells);
    }
    // Hide empty columns.
    for (std::size_t column = rows->columns.size(); column-- > 0;) {
        bool any = !rows->columns[column].hide_if_empty;
        for (std::size_t row = 0; row < values.size() && !any; ++row)
            any = values[row][column].number || !values[row][column].text.empty();
        if (!any) rows->columns[column].shown = false;
    }
    rows->count = values.size();
    const auto held = std::make_shared<const std::vector<std::vector<present::Cell>>>(std::move(values));
    rows->cell = [held](std::size_t row, std::size_t column) { return (*held)[row][column]; };
    rows->number = [held](std::size_t row, std::size_t column) { return (*held)[row][column].number; };
    return rows;
}

namespace {

/// Ends std::stable_sort.
struct Unwanted {};

constexpr std::size_t asked_every = 4096;  // rows or comparisons

}  // namespace

std::vector<std::size_t> sorted_rows(const TableRows& rows, std::size_t column, bool ascending) {
    return *sorted_rows(rows, column, ascending, [] { return false; });
}

std::optional<std::vector<std::size_t>> sorted_rows(const TableRows& rows, std::size_t column, bool ascending,
                                                    const std::function<bool()>& unwanted) {
    std::size_t steps = 0;
    const auto step = [&] {
        if (++steps % asked_every == 0 && unwanted()) throw Unwanted();
    };
    // Reads the column once: a comparison would make its cells again and again.
    std::vector<std::optional<double>> numbers;
    std::vector<QString> texts;
    numbers.reserve(rows.count);
    if (rows.columns[column].align == present::Align::left) texts.resize(rows.count);
    const auto read = [&](std::size_t row) {
        const auto number = rows.number ? rows.number(row, column) : rows.cell(row, column).number;
        numbers.push_back(number ? std::optional(number->as_double()) : std::nullopt);
        if (!number && !texts.empty()) texts[row] = to_qstring(rows.cell(row, column).text);
    };
    const auto before = [&](std::size_t a, std::size_t b) {
        step();
        if (numbers[a].has_value() != numbers[b].has_value()) return numbers[a].has_value();
        if (numbers[a]) return ascending ? *numbers[a] < *numbers[b] : *numbers[b] < *numbers[a];
        if (texts.empty()) return false;
        return ascending ? natural_less(texts[a], texts[b]) : natural_less(texts[b], texts[a]);
    };
    std::vector<std::size_t> order(rows.count);
    std::iota(order.begin(), order.end(), std::size_t{0});
    try {
        for (const auto row : order) {
            step();
            read(row);
        }
        std::stable_sort(order.begin(), order.end(), before);
    } catch (const Unwanted&) {
        return std::nullopt;
    }
    return order;
}

namespace {

/// How many rows are asked for a column's source, where the total has none: enough for every case but those
/// of giants.
constexpr std::size_t sampled_rows = 200;
/// Rows that are sorted before a frame is over; of more another thread finds the order.
constexpr std::size_t most_sorted_at_once = 10'000;

QString source_text(Provenance provenance) { return to_qstring(name_of(provenance)); }

QString source_sentence(Provenance provenance) { return typeset(present::provenance_sentence(provenance)); }

bool is_text(const present::Column& column) { return column.align == present::Align::left; }

const std::vector<present::Column> no_columns;

}  // namespace

TableModel::TableModel(QObject* parent) : QAbstractTableModel(parent) {}
TableModel::~TableModel() { ++*wish_; }

const std::vector<present::Column>& TableModel::columns() const {
    return rows_ ? rows_->columns : no_columns;
}

int TableModel::column_of(const QString& id) const {
    const auto wanted = id.toStdString();
    const auto& all = columns();
    const auto found =
        std::find_if(all.begin(), all.end(), [&](const auto& column) { return column.id == wanted; });
    return found == all.end() ? -1 : static_cast<int>(found - all.begin());
}

int TableModel::naming_column() const {
    const auto& all = columns();
    const auto found = std::find_if(all.begin(), all.end(),
                                    [](const auto& column) { return column.names_row && column.shown; });
    return found == all.end() ? 0 : static_cast<int>(found - all.begin());
}

void TableModel::set_rows(TableRowsPtr rows) {
    beginResetModel();
    if (rows_ && rows_->arrivals) disconnect(rows_->arrivals.get(), nullptr, this, nullptr);
    rows_ = std::move(rows);
    if (rows_ && rows_->count == 0) rows_ = nullptr;
    order_.clear();
    places_.clear();
    ++*wish_;
    find_sources();
    follow_arrivals();
    endResetModel();
    set_sorting(false);
}

void TableModel::follow_arrivals() {
    if (!rows_ || !rows_->arrivals) return;
    const auto* of = rows_.get();
    connect(rows_->arrivals.get(), &RowArrivals::arrived, this,
            [this, of](qulonglong first, qulonglong count) {
                if (rows_.get() != of || count == 0 || columnCount() == 0) return;
                const int last = static_cast<int>(std::min<qulonglong>(first + count, of->count)) - 1;
                if (static_cast<int>(first) <= last)
                    emit dataChanged(index(static_cast<int>(first), 0), index(last, columnCount() - 1));
            });
}

void TableModel::find_sources() {
    sources_.assign(columns().size(), std::nullopt);
    if (!rows_) return;
    std::vector<std::size_t> asked;  // columns without provenance in the total
    for (std::size_t i = 0; i < sources_.size(); ++i) {
        if (rows_->has_total() && i < rows_->total.size() && rows_->total[i].provenance)
            sources_[i] = rows_->total[i].provenance;
        else
            asked.push_back(i);
    }
    if (rows_->arrivals) return;  // unread rows have no provenance
    // If rows differ, the header has no provenance, and modelled or published values have a mark each.
    std::vector<bool> mixed(sources_.size());
    for (std::size_t row = 0; row < std::min(rows_->count, sampled_rows); ++row)
        for (const auto column : asked) {
            const auto source = rows_->cell(row, column).provenance;
            if (!source || mixed[column]) continue;
            mixed[column] = sources_[column] && sources_[column] != source;
            sources_[column] = mixed[column] ? std::nullopt : source;
        }
}

int TableModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() || !rows_ ? 0 : static_cast<int>(rows_->count) + (rows_->has_total() ? 1 : 0);
}

int TableModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(columns().size());
}

int TableModel::breakdown_row(int row) const {
    if (row < 0 || row >= rowCount() || is_total(row)) return -1;
    return order_.empty() ? row : static_cast<int>(order_[static_cast<std::size_t>(row)]);
}

int TableModel::row_of(int breakdown_row) const {
    if (!rows_ || breakdown_row < 0 || static_cast<std::size_t>(breakdown_row) >= rows_->count) return -1;
    return places_.empty() ? breakdown_row
                           : static_cast<int>(places_[static_cast<std::size_t>(breakdown_row)]);
}

present::Cell TableModel::cell(int row, int column) const {
    const auto at = static_cast<std::size_t>(column);
    if (is_total(row)) return at < rows_->total.size() ? rows_->total[at] : present::Cell{};
    return rows_->cell(static_cast<std::size_t>(breakdown_row(row)), at);
}

QString TableModel::text(const present::Cell& cell, int row, int column) const {
    const auto at = static_cast<std::size_t>(column);
    // "Total" goes into the first shown column.
    if (is_total(row) && columns()[at].names_row) return column == naming_column() ? u"Total"_s : QString();
    const QString shown = typeset_value(cell.text);
    if (!cell.provenance || cell.provenance == sources_[at]) return shown;
    if (!sources_[at] && cell.provenance == Provenance::measured) return shown;
    return shown + u" (%1)"_s.arg(source_text(*cell.provenance));
}

QString TableModel::tooltip(const present::Cell& cell, int row, int column) const {
    const auto& all = columns();
    QStringList names;
    for (std::size_t i = 0; i < all.size() && !is_total(row); ++i)
        if (const auto name = this->cell(row, static_cast<int>(i)); all[i].names_row && !name.text.empty())
            names << to_qstring(all[i].title).toLower() + u' ' + typeset(name.text);
    QString tip = is_total(row) ? u"All rows"_s : names.join(u", "_s);
    const auto& about = all[static_cast<std::size_t>(column)];
    tip += u'\n' + to_qstring(about.title) + u": "_s + to_qstring(about.sentence);
    if (is_text(about) || about.names_row) return tip;
    if (!cell.number) return tip + u"\nAbsent: not taken, or it has no meaning here."_s;
    if (cell.provenance) tip += u'\n' + source_sentence(*cell.provenance);
    return tip;
}

QVariant TableModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid() || !rows_) return {};
    const int row = index.row(), column = index.column();
    const auto& about = columns()[static_cast<std::size_t>(column)];
    switch (role) {
        case Qt::DisplayRole:
            return text(cell(row, column), row, column);
        case Qt::ToolTipRole:
            return tooltip(cell(row, column), row, column);
        case Qt::TextAlignmentRole:
            return int((is_text(about) ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
        case total_role:
            return is_total(row);
        case sort_role: {
            const auto value = cell(row, column);
            if (value.number) return value.number->as_double();
            return value.text.empty() || !is_text(about) ? QVariant() : QVariant(to_qstring(value.text));
        }
        case plain_role: {
            const auto value = cell(row, column);
            if (value.number && !(is_total(row) && about.names_row)) return plain_digits(*value.number);
            // No dash for an absent number: a program would read it as text.
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

QVariant TableModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || section < 0 || section >= columnCount()) return {};
    const auto& column = columns()[static_cast<std::size_t>(section)];
    const auto& provenance = sources_[static_cast<std::size_t>(section)];
    const QString source = provenance ? source_text(*provenance) : QString();
    const QString unit = column.unit.empty() ? QString() : typeset(column.unit);
    switch (role) {
        case Qt::DisplayRole: {
            // Titles break at a space; a line of provenances aligns them. No unit if the title has it or
            // spells out a ratio.
            QString title = to_qstring(column.title);
            // Times with units in their cells have none in the title.
            const bool each =
                unit == u"ns" && column.unit_ns == 0 && column.subhead.find("ns") == std::string::npos;
            if (!each && !unit.isEmpty() && (!unit.contains(u'/') || unit.endsWith(u"/s")) &&
                !title.contains(unit, Qt::CaseInsensitive))
                title += u", "_s + unit;
            const auto middle = title.size() / 2;
            const auto before = title.lastIndexOf(u' ', middle), after = title.indexOf(u' ', middle);
            const auto space =
                before <= 0 || (after > 0 && after - middle < middle - before) ? after : before;
            if (space > 0) title.replace(space, 1, u'\n');
            if (std::ranges::none_of(sources_, [](const auto& one) { return one.has_value(); })) return title;
            return title + u'\n' + (source.isEmpty() ? u" "_s : source);
        }
        case full_header_role: {
            QStringList parts;
            if (!unit.isEmpty()) parts << unit;
            if (!source.isEmpty()) parts << source;
            const QString title = to_qstring(column.title);
            return parts.isEmpty() ? title : u"%1 (%2)"_s.arg(title, parts.join(u", "_s));
        }
        case Qt::ToolTipRole:
            return (find_metric(column.id) != nullptr ? metric_words(*find_metric(column.id))
                                                      : to_qstring(column.sentence)) +
                   (provenance ? u'\n' + source_sentence(*provenance) : QString());
        case Qt::TextAlignmentRole:
            return int((is_text(column) ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignBottom);
        default:
            return {};
    }
}

void TableModel::sort(int column, Qt::SortOrder order) {
    if (!rows_ || (column >= 0 && !can_sort())) return;
    const auto wish = ++*wish_;  // drops an older order
    set_sorting(false);
    if (column < 0 || column >= columnCount()) return take_order({});
    const auto at = static_cast<std::size_t>(column);
    const bool ascending = order == Qt::AscendingOrder;
    if (rows_->count <= most_sorted_at_once || !rows_->again)
        return take_order(sorted_rows(*rows_, at, ascending));
    QThreadPool::globalInstance()->start([this, again = rows_->again, at, ascending, latest = wish_, wish] {
        std::optional<std::vector<std::size_t>> found;
        try {
            const auto unwanted = [&] { return *latest != wish; };
            if (!unwanted()) found = sorted_rows(*again(), at, ascending, unwanted);
        } catch (...) {
            // Rows keep their order.
        }
        QMetaObject::invokeMethod(qApp, [this, latest, wish, found = std::move(found)] {
            if (wish != *latest) return;  // the model may be gone
            if (found) take_order(*found);
            set_sorting(false);
        });
    });
    set_sorting(true);
}

void TableModel::set_sorting(bool sorting) {
    if (std::exchange(is_sorting_, sorting) != sorting) emit sorting_changed(sorting);
}

void TableModel::take_order(std::vector<std::size_t> order) {
    emit layoutAboutToBeChanged({}, QAbstractItemModel::VerticalSortHint);
    const auto before = persistentIndexList();
    std::vector<int> moved;
    for (const auto& index : before) moved.push_back(breakdown_row(index.row()));
    order_ = std::move(order);
    places_.resize(order_.size());
    for (std::size_t i = 0; i < order_.size(); ++i) places_[order_[i]] = i;
    QModelIndexList after;
    for (qsizetype i = 0; i < before.size(); ++i) {
        const int row = moved[static_cast<std::size_t>(i)];
        after << index(row < 0 ? rowCount() - 1 : row_of(row), before.at(i).column());
    }
    changePersistentIndexList(before, after);
    emit layoutChanged({}, QAbstractItemModel::VerticalSortHint);
}

}  // namespace sortscope::gui
