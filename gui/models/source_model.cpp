#include "gui/models/source_model.hpp"

namespace sortscope::gui {
namespace {
/// "share of sectors 50.0 %, efficiency 12.5 %, stalled for barrier".
QString row_words(const present::Table& table, const present::Row& row) {
    QStringList words;
    for (size_t i = 0; i < row.cells.size(); ++i) {
        const auto& column = table.columns[i];
        const auto& text = row.cells[i].text;
        if (column.names_row || column.id == "text" || text.empty() || text == " ") continue;
        QString word = to_qstring(column.title).toLower() + u' ' + typeset(text);
        if (column.unit == "%") word += u" %"_s;
        words << word;
    }
    return words.join(u", "_s);
}
}  // namespace

void SourceModel::set_listing(const analyzer::Listing& listing) {
    auto table = present::listing_table(listing);
    rows_of_.clear();
    const auto at = [&](const char* id) {
        return size_t(std::ranges::find(table.columns, id, &present::Column::id) - table.columns.begin());
    };
    const auto number = at("line"), heat = at("heat"), text = at("text");
    for (const auto& row : table.rows) {
        if (row.kind != present::Row::Kind::values) continue;
        auto& one = rows_of_.emplace_back();
        one.first = row.cells[number].number.has_value();
        if (one.first)
            one.line = uint32_t(row.cells[number].number->rounded());
        else if (rows_of_.size() > 1)
            one.line = rows_of_[rows_of_.size() - 2].line;
        one.heat = row.cells[heat].fraction;
        if (row.cells[text].text != " ") one.text = to_qstring(row.cells[text].text);
        one.said = row_words(table, row);
    }
    for (auto& column : table.columns)  // leave room for the text
        if (column.id == "loads" || column.id == "stores" || column.id == "extra_wavefronts")
            column.shown = false;
    set_rows(table_rows(std::move(table)));
}

uint32_t SourceModel::line_of_row(int row) const {
    return row < 0 || size_t(row) >= rows_of_.size() ? 0 : rows_of_[size_t(row)].line;
}

int SourceModel::recorded_lines() const {
    return int(std::ranges::count_if(rows_of_, [](const RowOf& row) { return row.recorded() && row.first; }));
}

QVariant SourceModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid() || size_t(index.row()) >= rows_of_.size()) return {};
    const auto& row = rows_of_[size_t(index.row())];
    const bool is_text = index.column() == code_column();
    switch (role) {
        case heat_role:
            return row.heat;
        case line_role:
            return row.line;
        case recorded_role:
            return row.recorded();
        case Qt::ToolTipRole:
            if (!row.recorded()) return is_text ? row.text.trimmed() : QString();
            return is_text ? tr("Line %1: %2").arg(row.line).arg(row.said) : TableModel::data(index, role);
        case Qt::AccessibleTextRole:
            if (is_text)
                return row.recorded() ? tr("line %1: %2; %3").arg(row.line).arg(row.text.trimmed(), row.said)
                                      : tr("line %1: %2").arg(row.line).arg(row.text.trimmed());
            return TableModel::data(index, Qt::DisplayRole);
        default:
            return TableModel::data(index, role);
    }
}

QVariant SourceModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || section < 0 || section >= columnCount()) return {};
    const auto& column = column_at(section);
    const auto& unit = column.subhead.empty() ? column.unit : column.subhead;
    if (role == Qt::DisplayRole)
        return to_qstring(column.head) + u'\n' + (unit.empty() ? u" "_s : to_qstring(unit));
    if (role == Qt::ToolTipRole)
        return TableModel::headerData(section, orientation, full_header_role).toString() + u'\n' +
               TableModel::headerData(section, orientation, role).toString();
    return TableModel::headerData(section, orientation, role);
}
}
