#pragma once

#include "gui/models/selection.hpp"
#include "gui/models/table_model.hpp"
#include "gui/views/parts/controls.hpp"

namespace sortscope::gui {
inline constexpr char row_mime_type[] = "application/x-sortscope-case";

class TableView : public QTableView {
    Q_OBJECT
 public:
    explicit TableView(TableModel* model = nullptr);

    /// Keeps the sorting if the new rows have the sorted column; null empties the table.
    void set_rows(TableRowsPtr rows);
    void reset_model(const std::function<void()>& reset);
    const TableModel& table() const { return *table_; }
    void refresh_marks() { table_->refresh_marks(); }
    /// An empty `id` restores the rows' own order.
    void sort_by(const QString& id, Qt::SortOrder order = Qt::AscendingOrder);
    /// In the rows' own order; -1 for the total and without a current row.
    int current_row() const;
    /// Does not emit row_selected().
    void set_current_row(int row);
    CaseRef case_at(int row) const;
    QList<int> shown_columns() const;
    void set_column_shown(const QString& id, bool shown);
    /// Puts columns on the left, unless the user moved columns.
    void put_first(const QStringList& ids) { first_ = ids; }
    void choose_columns();
    QJsonObject layout_state() const;
    void restore_layout(const QJsonObject& state);

 public slots:
    /// Copies the selection, or all rows; refuses unread rows and too many rows.
    void copy() { copy_rows(selected_rows()); }
    void copy_all() { copy_rows({}); }

 signals:
    void refused(const QString& sentence);
    void row_selected(int row);
    void row_activated(int row);
    /// Receivers add actions; `row` may be -1.
    void menu_wanted(QMenu& menu, int row);
    void mark_wanted(int row);

 protected:
    void resizeEvent(QResizeEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override {
        QTableView::mouseReleaseEvent(event);
        const auto before = std::exchange(before_press_, std::nullopt);
        if (before && *before != current_row()) emit row_selected(current_row());
    }
    /// Drags the pressed row; the current row stays.
    void startDrag(Qt::DropActions actions) override;
    void contextMenuEvent(QContextMenuEvent* event) override;

 private:
    void copy_rows(const QList<int>& rows);
    bool is_in_sight(int row, int height) const;
    QList<int> selected_rows() const;
    void next_order(int column);
    void show_chosen_columns();
    void make_room(int code, QList<int>& columns, QList<int>& widths);
    void fit_columns();
    QList<int> fitting_widths(const QList<int>& columns) const;
    QString column_id(int column) const;

    TableModel* table_;
    QString sorted_by_;
    Qt::SortOrder order_ = Qt::AscendingOrder;
    QStringList shown_by_user_, hidden_by_user_, places_, first_;
    std::map<QString, int> widths_;
    std::optional<int> before_press_;  ///< current row before a press: draggable rows are chosen on release
    bool quiet_ = false;
    bool fitting_ = false;
};
}
