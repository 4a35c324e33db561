// The counters table: sortable, its columns chosen by the user, copied as tab-separated text.
#pragma once

#include <QSet>
#include <QTableView>

#include "gui/models/stage_table_model.hpp"

class QMenu;

namespace sortscope::gui {

class StageTableView : public QTableView {
    Q_OBJECT

 public:
    explicit StageTableView(QWidget* parent = nullptr);

    /// Shows `rows`, sorted by the column that the table before was sorted by, if there is one of that id; null empties it.
    void set_rows(TableRowsPtr rows);
    const StageTableModel& table() const { return *table_; }
    /// Sorts by the column called `id`; an empty one brings the breakdown's own order back.
    void sort_by(const QString& id, Qt::SortOrder order);

    /// Row of the breakdown that is current, -1 for none and for the total.
    int current_row() const;
    void set_current_row(int row);

    /// Selected rows, or all where none is, of the shown columns, as tab-separated text with a header line.
    QString selection_as_tsv() const;
    /// All rows of the shown columns.
    QString all_as_tsv() const;
    /// Fills `menu` with a checkable action for each column.
    void fill_columns_menu(QMenu& menu);

 signals:
    void row_selected(int row);

 protected:
    void resizeEvent(QResizeEvent* event) override;

 private:
    QList<int> shown_columns() const;
    void next_order(int column);
    void show_chosen_columns();
    void fit_columns();
    int fitting_width(int column) const;

    StageTableModel* table_;
    QString sorted_by_;  ///< id of a column, kept from table to table; empty: the breakdown's own order
    Qt::SortOrder order_ = Qt::DescendingOrder;
    QSet<QString> shown_by_user_, hidden_by_user_;  ///< ids of columns, kept from case to case
    bool quiet_ = false;                            ///< selecting by program, not by the user
};

}  // namespace sortscope::gui
