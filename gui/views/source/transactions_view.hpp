// Sizes of memory transactions by stage, for loads and stores, and the cost of each source line.
#pragma once

#include "gui/models/analyses.hpp"
#include "gui/views/view.hpp"

namespace sortscope::gui {

class SourcePane;

class TransactionsView : public View {
    Q_OBJECT

 public:
    explicit TransactionsView(Workspace& workspace);

    ChartView* chart() override;

    ChartView& loads() { return *chart_; }
    ChartView& stores() { return *stores_; }
    SourcePane& source() { return *source_; }
    /// The toggle of the half-warp rule of compute capability 1.3, instead of the device's own.
    QAction& old_rule() { return *rule_; }

 protected:
    void refresh() override;

 private:
    void show_charts();
    void show_lines();
    void follow_source();
    void choose_stage(int row);
    /// One bar for each case drawn.
    int bars_a_stage() const;

    ChartView* stores_;
    Sentence* sentence_;
    SourcePane* source_;
    QAction* rule_;
    QSplitter* splitter_ = nullptr;
    QString overlaid_;  ///< the compared cases that are drawn
    KeyedQuery<Lines> lines_;
    CaseContentsPtr of_;
};

}  // namespace sortscope::gui
