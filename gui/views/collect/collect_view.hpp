// Options, plan, command, and the running collection.
#pragma once

#include "gui/models/collect.hpp"
#include "gui/views/view.hpp"

namespace sortscope::gui {
class CollectForm;

inline constexpr int collect_bar_steps = 1000;

class CollectView : public View {
    Q_OBJECT
 public:
    explicit CollectView(Workspace& workspace);
    QWidget* first_focus() override;
    bool is_waiting() const override {
        return plan_timer_->isActive() || variants_question_.pending() || devices_question_.pending() ||
               options_question_.pending() || plan_question_.pending() || View::is_waiting();
    }
    QString unfinished() const override {
        return collection_->running()
                   ? tr("A collection is running; closing the window ends it after the current case.")
                   : View::unfinished();
    }

    CollectForm& form() { return *form_; }
    CollectRun& collection() { return *collection_; }
    void offer(const QString& command);
    void start();
    /// Interrupts the current case and ends the collection; the second call kills `collect`.
    void end();
    QString plan() const { return plan_->text(); }
    QString command() const { return command_->toPlainText(); }
    QString status() const { return status_->text(); }
    QStringList messages() const { return collection_->messages(); }

 protected:
    void refresh() override;
    void arrange() override;

 private:
    QWidget* build_plan();
    void follow_form();
    void ask_offers();
    void ask(CollectQuestion& question, const QStringList& arguments,
             const std::function<void(const QByteArray&)>& take);
    void ask_plan();
    void show_plan(const CollectPlan& plan);
    void show_buttons();
    void show_progress();
    void finish(int code, const QString& sentence);
    void follow_file();
    void show_cases();

    CollectForm* form_;
    QSplitter* results_;
    QLabel* plan_;
    QPlainTextEdit* command_;
    QPushButton* start_;
    QPushButton* end_;
    QCheckBox* follow_;
    bool has_unread_cases_ = false;  ///< the collection ended, and its last cases are not read yet
    QProgressBar* bar_;
    QLabel* status_;
    QPlainTextEdit* log_;
    QTimer* plan_timer_;
    QString program_;
    CollectQuestion variants_question_, devices_question_, options_question_, plan_question_;
    CollectRun* collection_;
    Query chart_query_;
    QString collected_;
    size_t runs_before_ = 0;  ///< runs in the file at the start
    size_t first_case_ = 0;   ///< of the newest run
    FilePtr shown_;
    bool asked_ = false;
};
}
