// Any table of the window: sortable, its columns chosen, moved and widened by the user, copied as
// tab-separated text.
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

    /// Shows `rows`, sorted by the column that the table before was sorted by, if there is one of that id;
    /// null empties it.
    void set_rows(TableRowsPtr rows);
    const TableModel& table() const { return *table_; }
    /// Sorts by the column called `id`; an empty one brings the rows' own order back.
    void sort_by(const QString& id, Qt::SortOrder order = Qt::AscendingOrder);
    /// The row that is current, in the rows' own order; -1 for none and for the total.
    int current_row() const;
    /// Makes a row current without row_selected().
    void set_current_row(int row);
    /// The columns shown, from left to right.
    QList<int> shown_columns() const;
    void set_column_shown(const QString& id, bool shown);
    /// A list of all columns, which stays open while several are chosen.
    void choose_columns();

    /// Selected rows, or all, of the columns shown; numbers in plain digits.
    QString selection_as_tsv() const;
    QString all_as_tsv() const;
    /// What is selected, the whole table where nothing is; refused where that is too much, or not there yet.
    void copy();
    void copy_all();

    /// Sorting, widths, order and choice of columns, by their ids.
    QJsonObject layout_state() const;
    void restore_layout(const QJsonObject& state);

 signals:
    /// Why something was not done, as a sentence.
    void refused(const QString& sentence);
    /// The user made a row current; in the rows' own order.
    void row_selected(int row);
    /// Double click, or Enter.
    void row_activated(int row);
    /// Before a context menu is shown for a row, -1 for none: whoever has something to add does.
    void menu_wanted(QMenu& menu, int row);

 protected:
    void resizeEvent(QResizeEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;

 private:
    void copy_rows(const QList<int>& rows);
    /// Whether a row stands whole in a viewport of this height.
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
    std::map<QString, int> widths_;  ///< that the user gave
    QStringList places_;             ///< order that the user gave
    bool quiet_ = false;
    bool fitting_ = false;
};

}  // namespace sortscope::gui
