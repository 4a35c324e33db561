// The source of a case's kernels with the cost of each line.
#pragma once

#include <memory>

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

/// Paints a line with its heat as background, a bar beside its number, and comments fainter.
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
    explicit SourcePane(QWidget* parent = nullptr);

    /// Shows the file with the most expensive lines; null empties the pane and shows `sentence`.
    void set_lines(std::shared_ptr<const Lines> lines, const QString& sentence = {});
    /// Makes a line current without line_chosen(), if the case has it.
    void show_line(const SourceLine& line);

    SourceModel& model() { return *model_; }
    QTableView& view() { return *view_; }
    QComboBox& files() { return *files_; }
    QComboBox& heats() { return *heats_; }
    /// The text above the lines: how many were recorded, or why there are none.
    QString said() const;

    /// Copies the chosen lines, or all, with the shown columns, tab-separated.
    void copy() const;
    /// Fills the context menu of the header.
    void fill_columns_menu(QMenu& menu);

    QJsonObject layout_state() const;
    void restore_layout(const QJsonObject& state);

 signals:
    /// The user chose a line.
    void line_chosen(const sortscope::gui::SourceLine& line);

 protected:
    void resizeEvent(QResizeEvent* event) override;

 private:
    void show_file();
    bool is_wanted(int column) const;
    void fit_columns();
    void stretch_text();
    void show_menu(const QPoint& position);
    QString file() const;
    QList<int> shown_columns() const;

    SourceModel* model_;
    QTableView* view_;
    QComboBox* files_;
    QComboBox* heats_;
    QLabel* sentence_;
    std::shared_ptr<const Lines> lines_;
    QString wanted_heat_;
    QMap<QString, bool> chosen_columns_;  ///< shown or hidden by the user
    int longest_ = 0;                     ///< width of the longest line
    bool quiet_ = false;
};

}  // namespace sortscope::gui
