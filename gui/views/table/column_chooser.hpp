// Chooses the columns of a table, in a list that stays open.
#pragma once

#include <functional>

#include <QFrame>

class QListWidget;

namespace sortscope::gui {

class TableModel;

/// A popup that goes when one clicks elsewhere.
class ColumnChooser : public QFrame {
    Q_OBJECT

 public:
    /// Lists the columns of `table`, ticked if `is_shown`. The naming column cannot be hidden.
    ColumnChooser(const TableModel& table, const std::function<bool(int column)>& is_shown, QWidget* parent);
    void show_at(const QPoint& position);

 signals:
    void chosen(const QString& id, bool shown);

 private:
    void find(const QString& text);

    QListWidget* list_;
};

}  // namespace sortscope::gui
