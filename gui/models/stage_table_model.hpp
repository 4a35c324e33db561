// The counters table of one case: a row for each stage, substage, launch or kernel, and their total last.
#pragma once

#include <memory>
#include <vector>

#include <QAbstractTableModel>

#include "gui/models/contents.hpp"
#include "gui/models/stage_columns.hpp"

namespace sortscope::gui {

class StageTableModel : public QAbstractTableModel {
    Q_OBJECT

 public:
    enum Role {
        sort_role = Qt::UserRole,  ///< a number; invalid where the value is absent
        total_role,                ///< true in the last row, the total
        bar_role,                  ///< in the share column: the row's share over the largest row's, 0..1
        full_header_role           ///< of a header: title, unit and source in one line
    };

    explicit StageTableModel(QObject* parent = nullptr);

    /// Shows one grouping of `contents`; null, or a case without launches, empties the table.
    void set_case(CaseContentsPtr contents, analyzer::Grouping grouping);

    const std::vector<StageColumn>& columns() const { return columns_; }
    bool is_total(int row) const { return row >= 0 && row == rowCount() - 1; }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
    const analyzer::BreakdownRow& row_at(int row) const;
    QString cell_text(const StageColumn& column, int row) const;
    QString cell_tooltip(const StageColumn& column, int row) const;

    CaseContentsPtr contents_;
    const analyzer::Breakdown* breakdown_ = nullptr;  ///< within contents_
    std::vector<StageColumn> columns_;
    double largest_share_ = 0;
};

}  // namespace sortscope::gui
