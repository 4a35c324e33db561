// Any table of the window.
#pragma once

#include <map>

#include <QJsonObject>
#include <QSet>
#include <QTableView>

#include "gui/models/table_model.hpp"

class QMenu;

namespace sortscope::gui {

class TableView : public QTableView {
    Q_OBJECT

 public:
    explicit TableView(QWidget* parent = nullptr);

    /// Shows `rows`, sorted by the same column as before if it exists; null empties the table.
    void set_rows(TableRowsPtr rows);
    const TableModel& table() const { return *table_; }
    /// Sorts by a column; an empty `id` restores the rows' own order.
    void sort_by(const QString& id, Qt::SortOrder order = Qt::AscendingOrder);
    /// The current row, in the rows' own order; -1 for none and for the total.
    int current_row() const;
    /// Makes a row current without row_selected().
    void set_current_row(int row);
    /// The columns shown, from left to right.
    QList<int> shown_columns() const;
    void set_column_shown(const QString& id, bool shown);
    /// Opens a list of all columns.
    void choose_columns();

    /// Copies the selection, or all rows; refuses too many rows and rows not read yet.
    void copy() { copy_rows(selected_rows()); }
    void copy_all() { copy_rows({}); }

    /// Sorting, widths, order and choice of columns, by column id.
    QJsonObject layout_state() const;
    void restore_layout(const QJsonObject& state);

 signals:
    /// A sentence why something was not done.
    void refused(const QString& sentence);
    /// The user chose a row, in the rows' own order.
    void row_selected(int row);
    /// Double click, or Enter.
    void row_activated(int row);
    /// Before a context menu opens on a row (-1 for none): receivers add actions.
    void menu_wanted(QMenu& menu, int row);

 protected:
    void resizeEvent(QResizeEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;

 private:
    void copy_rows(const QList<int>& rows);
    /// Whether a row is completely inside a viewport of this height.
    bool is_in_sight(int row, int height) const;
    QList<int> selected_rows() const;
    void next_order(int column);
    void show_chosen_columns();
    void fit_columns();
    QList<int> fitting_widths(const QList<int>& columns) const;
    QString column_id(int column) const;

    TableModel* table_;
    QString sorted_by_;
    Qt::SortOrder order_ = Qt::AscendingOrder;
    QSet<QString> shown_by_user_, hidden_by_user_;
    std::map<QString, int> widths_;  ///< set by the user
    QStringList places_;             ///< set by the user
    bool quiet_ = false;
    bool fitting_ = false;
};

}  // namespace sortscope::gui
