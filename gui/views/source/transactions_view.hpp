// Transactions by size and stage, and the cost of each source line.
#pragma once

#include "gui/models/analyses.hpp"
#include "gui/views/view.hpp"

namespace sortscope::gui {
class SourcePane;

class TransactionsView : public View {
    Q_OBJECT
 public:
    explicit TransactionsView(Workspace& workspace);

    ChartView* chart() override { return stores_->isAncestorOf(focusWidget()) ? stores_ : chart_; }

    SourcePane& source() { return *source_; }
    QAction& old_rule() { return *rule_; }

 protected:
    void refresh() override;
    void arrange() override;

 private:
    void show_charts();
    void show_lines();
    void show_source();
    void follow_source();
    void choose_stage(int row);
    int bars_a_stage() const { return int(overlay().cases().size()) + 1; }

    ChartView* stores_;
    Sentence* sentence_;
    SourcePane* source_;
    QAction* rule_;
    QWidget* left_;
    QSplitter* lower_;
    QTabWidget* pages_;  ///< source and table, if narrow
    NarrowPages narrow_;
    QSplitter* splitter_ = nullptr;
    QString overlaid_;  ///< key of the drawn compared cases
    KeyedQuery<Lines> lines_;
    CasePtr of_;
};
}
