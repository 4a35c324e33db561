// Two sides against each other: ratios with intervals and verdicts by effect, and where a difference arose,
// stage by stage.
#pragma once

#include "gui/models/analyses.hpp"
#include "gui/views/view.hpp"

class QComboBox;
class QDoubleSpinBox;
class QLabel;
class QSplitter;

namespace sortscope::gui {

class Sentence;

class CompareView : public View {
    Q_OBJECT

 public:
    explicit CompareView(Workspace& workspace);

    ChartView* chart() override { return chart_; }
    TableView* table() override { return table_; }
    QWidget* first_focus() override;
    bool is_waiting() const override { return query_.pending() || pair_query_.pending(); }
    QJsonObject layout_state() const override;
    void restore_layout(const QJsonObject& state) override;

    /// Compares across "run", "device", "variant", "block", "version", "file", ..; "cases": the case shown
    /// with those chosen beside it.
    void set_across(const QString& across);
    QString summary() const;
    /// What is said above all where the sides sort different keys; empty where they do not.
    QString different_work() const;
    /// Lists conditions, too, that one side alone has.
    void set_all(bool all);
    TableView& stages() { return *stages_; }
    /// The pair whose stages are shown; nothing where none is.
    const std::shared_ptr<const PairStages>& shown_pair() const { return pair_; }
    const std::shared_ptr<const ComparisonResult>& result() const { return result_; }
    /// Shows where the difference of a row of the table arose.
    void open_row(int row);

 protected:
    void refresh() override;
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

 private:
    static QString cases_axis();  ///< the case shown and those chosen beside it
    static QString files_axis();
    ComparisonQuery wanted() const;
    static QString key_of(const ComparisonQuery& query);
    void fill_boxes();
    void ask();
    void show_result();
    void show_work();
    void show_pair(bool take_keys);
    /// One pair alone: its two times need little height, what made the difference the rest. As long as nobody
    /// has moved what divides them.
    void share_height();
    bool is_one_pair() const;
    void ask_pair(int row, bool take_keys);
    /// The difference of a pair goes with the comparison that it is of.
    void forget_pair();
    void follow_stage(int row);

    ChartView* chart_;
    TableView* table_;
    TableView* stages_;
    Sentence* summary_;
    Sentence* difference_;
    QLabel* work_;  ///< that the sides do different work
    QWidget* lower_;
    QSplitter* splitter_;
    QSplitter* rows_;
    bool divided_ = false;  ///< by the user, or as the user left it
    QComboBox* across_;
    QComboBox* base_;
    QComboBox* other_;
    QDoubleSpinBox* effect_;
    QAction* all_;
    Query query_, pair_query_;
    std::shared_ptr<const ComparisonResult> result_;
    std::shared_ptr<const PairStages> pair_;
    QString asked_;  ///< what the result is of, as a key
    QString wanted_across_, wanted_base_, wanted_other_;
    bool chosen_across_ = false;
};

}  // namespace sortscope::gui
