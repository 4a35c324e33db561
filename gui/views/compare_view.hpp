// Two sides compared: ratios with intervals and verdicts, and each difference by stage.
#pragma once

#include "gui/models/analyses.hpp"
#include "gui/views/view.hpp"

class QDoubleSpinBox;

namespace sortscope::gui {

class CompareView : public View {
    Q_OBJECT

 public:
    explicit CompareView(Workspace& workspace);

    QWidget* first_focus() override;

    /// Compares across "run", "device", ..; "cases": the case shown with the compared cases.
    void set_across(const QString& across);
    QString summary() const;
    /// The warning that the sides sort different keys; empty if they do not.
    QString different_work() const;
    /// The toggle that also lists conditions of only one side.
    QAction& all() { return *all_; }
    TableView& stages() { return *stages_; }
    /// The pair with its stages shown, or null.
    const std::shared_ptr<const PairStages>& shown_pair() const { return pair_; }
    const std::shared_ptr<const ComparisonResult>& result() const { return result_; }
    /// Shows the stages of a row's difference.
    void open_row(int row);

 protected:
    void refresh() override;
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

 private:
    ComparisonQuery wanted() const;
    static QString key_of(const ComparisonQuery& query);
    void fill_boxes();
    void ask();
    void show_result();
    void show_work();
    void show_pair(bool take_keys);
    /// A single pair leaves its height to its stages, until the user moves a splitter.
    void share_height();
    bool is_one_pair() const;
    void ask_pair(int row, bool take_keys);
    /// Hides what belongs to the comparison before.
    void forget_result();
    void forget_pair();
    void follow_stage(int row);

    TableView* stages_;
    Sentence* summary_;
    Sentence* difference_;
    QLabel* work_;  ///< warns that the sides do different work
    QWidget* lower_;
    QSplitter* rows_;
    QSplitter* splitter_;
    bool divided_ = false;  ///< by the user
    QDoubleSpinBox* effect_;
    QComboBox* across_ = nullptr;
    QComboBox* base_ = nullptr;
    QComboBox* other_ = nullptr;
    QAction* all_ = nullptr;
    KeyedQuery<ComparisonResult> query_;
    Query pair_query_;
    std::shared_ptr<const ComparisonResult> result_;
    std::shared_ptr<const PairStages> pair_;
    QString wanted_across_, wanted_base_, wanted_other_;
    bool chosen_across_ = false;
};

}  // namespace sortscope::gui
