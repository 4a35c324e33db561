#include "gui/models/stage_table_model.hpp"

#include <algorithm>
#include <utility>

#include <QStringList>

#include "gui/models/text.hpp"

namespace sortscope::gui {

StageTableModel::StageTableModel(QObject* parent) : QAbstractTableModel(parent) {}

void StageTableModel::set_case(CaseContentsPtr contents, analyzer::Grouping grouping) {
    beginResetModel();
    contents_ = std::move(contents);
    breakdown_ = contents_ ? &contents_->breakdown(grouping) : nullptr;
    if (breakdown_ && breakdown_->rows.empty()) breakdown_ = nullptr;
    columns_ = breakdown_ ? stage_columns(*breakdown_) : std::vector<StageColumn>{};
    largest_share_ = 0;
    if (breakdown_)
        for (const auto& row : breakdown_->rows)
            largest_share_ = std::max(largest_share_, row.share.value_or(0));
    endResetModel();
}

int StageTableModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() || !breakdown_ ? 0 : static_cast<int>(breakdown_->rows.size()) + 1;
}

int StageTableModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(columns_.size());
}

const analyzer::BreakdownRow& StageTableModel::row_at(int row) const {
    return is_total(row) ? breakdown_->total : breakdown_->rows[static_cast<std::size_t>(row)];
}

QString StageTableModel::cell_text(const StageColumn& column, int row) const {
    // The total belongs to no stage or label: the first column says what the row is.
    if (is_total(row) && &column == columns_.data()) return QStringLiteral("Total");
    if (is_total(row) && column.names_row) return {};
    const QString text = column.text(row_at(row));
    // Where a column mixes sources, each modelled or published value carries its own mark.
    if (column.provenance) return text;
    const auto provenance = column.row_provenance(row_at(row));
    if (!provenance || *provenance == Provenance::measured) return text;
    return text + QStringLiteral(" (%1)").arg(provenance_text(*provenance));
}

QString StageTableModel::cell_tooltip(const StageColumn& column, int row) const {
    QString text = is_total(row) ? QStringLiteral("All rows") : row_text(row_at(row), breakdown_->grouping);
    text += u'\n' + column.title + QStringLiteral(": ") + column.description;
    if (!column.value) return text;
    if (!column.value(row_at(row)))
        return text + QStringLiteral("\nAbsent: not taken, or it has no meaning here.");
    if (const auto provenance = column.row_provenance(row_at(row)))
        text += u'\n' + provenance_sentence(*provenance);
    return text;
}

QVariant StageTableModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid() || !breakdown_) return {};
    const auto& column = columns_[static_cast<std::size_t>(index.column())];
    switch (role) {
        case Qt::DisplayRole:
            return cell_text(column, index.row());
        case Qt::ToolTipRole:
            return cell_tooltip(column, index.row());
        case Qt::TextAlignmentRole:
            return int((column.value ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
        case total_role:
            return is_total(index.row());
        case sort_role: {
            if (!column.value) return cell_text(column, index.row());
            const auto value = column.value(row_at(index.row()));
            return value ? QVariant(*value) : QVariant();
        }
        case bar_role: {
            if (!column.is_share || is_total(index.row()) || largest_share_ <= 0) return {};
            const auto share = column.value(row_at(index.row()));
            return share ? QVariant(*share / largest_share_) : QVariant();
        }
        default:
            return {};
    }
}

QVariant StageTableModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || section < 0 || section >= columnCount()) return {};
    const auto& column = columns_[static_cast<std::size_t>(section)];
    const QString source = column.provenance ? provenance_text(*column.provenance) : QString();
    switch (role) {
        case Qt::DisplayRole: {
            // Titles break at their last space, so that columns stay narrow; the unit follows where the
            // values do not carry it. Every column has the line of sources, so that titles align at the
            // bottom.
            QString title = column.title;
            if (const auto space = title.lastIndexOf(u' '); space > 0) title.replace(space, 1, u'\n');
            if (!column.shown_unit.isEmpty()) title += u'\n' + column.shown_unit;
            return title + u'\n' + (source.isEmpty() ? QStringLiteral(" ") : source);
        }
        case full_header_role: {
            QStringList parts;
            if (!column.unit.isEmpty()) parts << column.unit;
            if (!source.isEmpty()) parts << source;
            return parts.isEmpty()
                       ? column.title
                       : QStringLiteral("%1 (%2)").arg(column.title, parts.join(QStringLiteral(", ")));
        }
        case Qt::ToolTipRole:
            return column.description +
                   (column.provenance ? u'\n' + provenance_sentence(*column.provenance) : QString());
        case Qt::TextAlignmentRole:
            return int((column.value ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignBottom);
        default:
            return {};
    }
}

}  // namespace sortscope::gui
