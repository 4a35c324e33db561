// Source text with the cost of each line.
#pragma once

#include "gui/models/analyses.hpp"
#include "gui/models/source_model.hpp"
#include "gui/views/table/table_view.hpp"

namespace sortscope::gui {
/// Draws a line's heat as its background, and as a bar left of its number. Draws comments fainter than code.
class SourceDelegate : public QStyledItemDelegate {
    Q_OBJECT
 public:
    using QStyledItemDelegate::QStyledItemDelegate;
    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override {
        return QStyledItemDelegate::sizeHint(option, index) + QSize(8, 2);
    }
};

class SourcePane : public QWidget {
    Q_OBJECT
 public:
    SourcePane();

    /// Null empties the pane and shows `sentence`.
    void set_lines(Shared<Lines> lines, const QString& sentence = {});
    void show_line(const SourceLine& line);

    SourceModel& model() { return *model_; }
    TableView& view() { return *view_; }
    QComboBox& files() { return *files_; }
    QComboBox& heats() { return *heats_; }
    QString said() const { return sentence_->text(); }

    QJsonObject layout_state() const;
    void restore_layout(const QJsonObject& state);

 signals:
    void line_chosen(const sortscope::gui::SourceLine& line);

 protected:
    void resizeEvent(QResizeEvent* event) override;

 private:
    void show_file();
    QString file() const { return files_->currentData().toString(); }

    SourceModel* model_;
    TableView* view_;
    QComboBox* files_;
    QComboBox* heats_;
    QLabel* sentence_;
    Shared<Lines> lines_;
    QString wanted_heat_;
    bool quiet_ = false;
};
}
