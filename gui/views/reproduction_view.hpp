// The figures of the source documents made anew from a file: measured beside published and predicted, and
// what became of their claims.
#pragma once

#include "gui/models/analyses.hpp"
#include "gui/views/view.hpp"

class QComboBox;
class QLabel;
class QSplitter;
class QTabWidget;

namespace sortscope::gui {

class OverlayToggle;

class ReproductionView : public View {
    Q_OBJECT

 public:
    explicit ReproductionView(Workspace& workspace);

    ChartView* chart() override { return chart_; }
    TableView* table() override;
    QWidget* first_focus() override;
    bool is_waiting() const override;
    QJsonObject layout_state() const override;
    void restore_layout(const QJsonObject& state) override;
    TableView& claims() { return *claims_; }

 protected:
    void refresh() override;

 private:
    void ask();
    void show_chart();
    void show_rings();

    ChartView* chart_;
    TableView* values_;
    TableView* claims_;
    QTabWidget* tables_;
    QLabel* sentence_;
    QSplitter* splitter_;
    QComboBox* figure_;
    QComboBox* device_;
    OverlayToggle* overlay_;
    QLabel* rings_;  ///< what rings around points are
    Query query_;
    FileContentsPtr of_;
    int asked_ = -1;
    bool chosen_ = false;  ///< by the user; else the first that the file has values of
    std::shared_ptr<const FigureDrawing> drawing_;
};

}  // namespace sortscope::gui
