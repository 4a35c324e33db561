// Source with the cost of each line.
#pragma once

#include <QJsonObject>
#include <QMap>
#include <QStyledItemDelegate>
#include <QTableView>
#include <QWidget>

#include "gui/models/analyses.hpp"
#include "gui/models/source_model.hpp"

class QComboBox;
class QLabel;
class QMenu;

namespace sortscope::gui {
/// Draws heat as background, a bar beside the number, and comments fainter.
class SourceDelegate : public QStyledItemDelegate {
    Q_OBJECT
 public:
    using QStyledItemDelegate::QStyledItemDelegate;
    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
};

class SourcePane : public QWidget {
    Q_OBJECT
 public:
    SourcePane();

    /// Null empties the pane and shows `sentence`.
    void set_lines(Shared<Lines> lines, const QString& sentence = {});
    /// Does not emit line_chosen().
    void show_line(const SourceLine& line);

    SourceModel& model() { return *model_; }
    QTableView& view() { return *view_; }
    QComboBox& files() { return *files_; }
    QComboBox& heats() { return *heats_; }
    /// Number of recorded lines, or the reason why none was recorded.
    QString said() const;

    /// Copies the chosen lines, or all lines, tab-separated.
    void copy() const;
    void fill_columns_menu(QMenu& menu);

    QJsonObject layout_state() const;
    void restore_layout(const QJsonObject& state);

 signals:
    void line_chosen(const sortscope::gui::SourceLine& line);

 protected:
    void resizeEvent(QResizeEvent* event) override;

 private:
    void show_file();
    bool is_wanted(int column) const;
    void fit_columns();
    void stretch_text();
    void fill_menu(QMenu& menu, const QPoint& position);
    QString file() const;
    QList<int> shown_columns() const;

    SourceModel* model_;
    QTableView* view_;
    QComboBox* files_;
    QComboBox* heats_;
    QLabel* sentence_;
    Shared<Lines> lines_;
    QString wanted_heat_;
    QMap<QString, bool> chosen_columns_;  ///< columns that the user showed or hid
    int longest_ = 0;                     ///< width of the longest line
    bool quiet_ = false;
};
}
