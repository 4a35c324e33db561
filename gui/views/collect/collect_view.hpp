// Collecting: what is to run, what it would take, the command for it, and the collection while it runs.
#pragma once

#include <optional>

#include "gui/models/collect_program.hpp"
#include "gui/views/view.hpp"

class QCheckBox;
class QLabel;
class QPlainTextEdit;
class QProgressBar;
class QPushButton;
class QSplitter;
class QTimer;

namespace sortscope::gui {

class CollectForm;

/// Of the bar of progress.
inline constexpr int collect_bar_steps = 1000;

class CollectView : public View {
    Q_OBJECT

 public:
    explicit CollectView(Workspace& workspace);
    ~CollectView() override;

    ChartView* chart() override { return chart_; }
    TableView* table() override { return table_; }
    QWidget* first_focus() override;
    bool is_waiting() const override;
    QJsonObject layout_state() const override;
    void restore_layout(const QJsonObject& state) override;

    CollectForm& form() { return *form_; }
    CollectRun& collection() { return *collection_; }
    void start();
    /// The first call ends it after the current case, the second kills it.
    void end();
    /// What the plan is, or why there is none.
    QString plan() const;
    QString command() const;
    /// How far it is, or how it ended.
    QString status() const;
    QStringList messages() const { return collection_->messages(); }

 protected:
    void refresh() override;
    void resizeEvent(QResizeEvent* event) override;

 private:
    void build_plan(QWidget& side);
    void arrange();
    void follow_form();
    void ask_offers();
    void ask_plan();
    void show_plan(const CollectPlan& plan);
    void show_buttons();
    void show_progress();
    void finish(int code, const QString& sentence);
    void follow_file();
    void show_cases();

    CollectForm* form_;
    QSplitter* across_;
    QSplitter* down_;
    QSplitter* results_;
    QLabel* plan_;
    QPlainTextEdit* command_;
    QPushButton* copy_;
    QPushButton* start_;
    QPushButton* end_;
    QCheckBox* follow_;
    QProgressBar* bar_;
    QLabel* status_;
    QPlainTextEdit* log_;
    ChartView* chart_;
    TableView* table_;
    QTimer* plan_timer_;
    QString program_;
    CollectQuestion variants_question_, devices_question_, presets_question_, plan_question_;
    CollectRun* collection_;
    Query chart_query_;
    QString collected_;            ///< the file that is collected into, or was last
    std::size_t runs_before_ = 0;  ///< that it had
    std::size_t first_case_ = 0;   ///< of the newest run
    FileContentsPtr shown_;
    bool asked_ = false;
};

}  // namespace sortscope::gui
