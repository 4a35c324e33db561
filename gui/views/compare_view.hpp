// Ratios with intervals and verdicts, and each difference by stage.
#pragma once

#include "gui/models/analyses.hpp"
#include "gui/views/view.hpp"

namespace sortscope::gui {
class CompareView : public View {
    Q_OBJECT
 public:
    explicit CompareView(Workspace& workspace);

    QWidget* first_focus() override { return table_; }

    /// "run", "device", ..; "cases" compares the case shown with the compared cases.
    void set_across(const QString& across);
    /// Warning that the sides sort different keys; else empty.
    QString different_work() const { return work_->isHidden() ? QString() : work_->text(); }
    QAction& all() { return *all_; }
    TableView& stages() { return *stages_; }
    const Shared<PairStages>& shown_pair() const { return pair_; }
    const Shared<ComparisonResult>& result() const { return query_.answer(); }
    void open_row(int row) { ask_pair(row, true); }

 protected:
    void refresh() override;
    void recolour() override {
        if (!work_->isHidden() && result()) show_work();
    }
    /// Makes the chart and table of a single pair low, so that its stages have more height.
    void arrange() override;

 private:
    ComparisonQuery wanted() const;
    static QString key_of(const ComparisonQuery& query);
    void fill_boxes();
    void ask();
    void show_result();
    void show_work();
    bool is_one_pair() const { return result() && result()->timed.size() == 1 && result()->counted.empty(); }
    void ask_pair(int row, bool take_keys);
    void forget_result();
    void forget_pair() {
        pair_query_.cancel();
        pair_ = nullptr;
        lower_->hide();
    }
    void follow_stage(int row);

    TableView* stages_;
    Sentence* summary_;
    Sentence* difference_;
    QLabel* work_;
    QWidget* lower_;
    QSplitter* rows_;
    QSplitter* splitter_;
    bool divided_ = false;
    QDoubleSpinBox* effect_;
    QComboBox* across_ = nullptr;
    QComboBox* base_ = nullptr;
    QComboBox* other_ = nullptr;
    QAction* all_ = nullptr;
    KeyedQuery<ComparisonResult> query_;
    Query pair_query_;
    Shared<PairStages> pair_;
    QString wanted_across_, wanted_base_, wanted_other_;
    bool chosen_across_ = false;
    FilePtr unlike_runs_;  ///< a file whose runs share no condition
};
}
