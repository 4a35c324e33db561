// The source of a case's kernels, line by line, with what each line costs.
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

/// Paints a line on the colour of its heat, with a bar beside its number and what is comment in a fainter
/// ink.
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

    /// Shows the file whose lines cost most; null empties it, and says `sentence`.
    void set_lines(std::shared_ptr<const Lines> lines, const QString& sentence = {});
    /// Brings a line into view and makes it current, in the file that it is of, without line_chosen(). A line
    /// that the case has not is no mistake.
    void show_line(const SourceLine& line);

    SourceModel& model() { return *model_; }
    QTableView& view() { return *view_; }
    QComboBox& files() { return *files_; }
    QComboBox& heats() { return *heats_; }
    /// What stands above the lines: how many were recorded, or why there are none.
    QString said() const;

    /// The chosen lines with the columns that are shown, tab-separated; the whole file where none is.
    void copy() const;
    /// What a right click on the titles offers: each column but the text, checked where it is shown.
    void fill_columns_menu(QMenu& menu);

    QJsonObject layout_state() const;
    void restore_layout(const QJsonObject& state);

 signals:
    /// The user made a line current.
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
    QMap<QString, bool> chosen_columns_;  ///< shown or hidden by the user, whatever is usual and has room
    int longest_ = 0;                     ///< width of the longest line
    bool quiet_ = false;
};

}  // namespace sortscope::gui
