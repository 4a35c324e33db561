// Figures of the source documents, drawn from a file, with verdicts on claims.
#pragma once

#include "gui/models/analyses.hpp"
#include "gui/views/view.hpp"

namespace sortscope::gui {
class ReproductionView : public View {
    Q_OBJECT
 public:
    explicit ReproductionView(Workspace& workspace);

    TableView* table() override { return tables_->currentIndex() == 0 ? claims_ : values_; }

 protected:
    void refresh() override;

 private:
    void show_figure();
    void show_chart();
    void ring_shown_case() {
        const auto& shown = selection().baseline;
        chart_->set_current_case(of_ && shown.file == of_->path ? shown.id : CaseId{});
    }

    TableView* values_;
    TableView* claims_;
    QTabWidget* tables_;
    QLabel* sentence_;
    QSplitter* splitter_;
    QComboBox* figure_;
    QComboBox* device_;
    KeyedQuery<FigureDrawing> drawing_;
    QAction* collect_;
    QStringList commands_;
    FilePtr of_;
    bool chosen_ = false;  ///< the user chose a figure; else the view shows the first figure with values
};
}
