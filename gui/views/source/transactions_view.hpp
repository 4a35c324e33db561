// Sizes of memory transactions by stage, for loads and stores, and what each line of the source costs: its
// sectors, conflicts and divergence, as a table and beside the source itself.
#pragma once

#include "gui/models/analyses.hpp"
#include "gui/views/view.hpp"

class QAction;
class QSplitter;

namespace sortscope::gui {

class OverlayToggle;
class Sentence;
class SourcePane;

class TransactionsView : public View {
    Q_OBJECT

 public:
    explicit TransactionsView(Workspace& workspace);

    ChartView* chart() override;
    TableView* table() override { return lines_table_; }
    QWidget* first_focus() override;
    bool is_waiting() const override;
    QJsonObject layout_state() const override;
    void restore_layout(const QJsonObject& state) override;

    ChartView& loads() { return *loads_; }
    ChartView& stores() { return *stores_; }
    SourcePane& source() { return *source_; }
    /// By the half-warp rule of compute capability 1.3 rather than that of the case's device.
    void set_old_rule(bool old_rule);

 protected:
    void refresh() override;

 private:
    void show_charts();
    void show_lines();
    void follow_source();
    void choose_stage(int row);
    /// Bars of one stage: one for each case drawn.
    int bars_a_stage() const;

    ChartView* loads_;
    ChartView* stores_;
    TableView* lines_table_;
    Sentence* sentence_;
    SourcePane* source_;
    QSplitter* lower_;
    QSplitter* charts_;
    QSplitter* splitter_;
    QAction* rule_;
    OverlayToggle* overlay_;
    QString overlaid_;  ///< which others are drawn
    Query query_;
    CaseContentsPtr of_;
    std::shared_ptr<const Lines> lines_;
};

}  // namespace sortscope::gui
