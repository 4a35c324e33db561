#include "gui/views/collect_view.hpp"

#include <qcustomplot.h>

#include <algorithm>
#include <utility>

#include <QApplication>
#include <QCheckBox>
#include <QClipboard>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QScrollArea>
#include <QSplitter>
#include <QTimer>
#include <QToolBar>
#include <QVBoxLayout>

#include "core/text.hpp"
#include "gui/models/text.hpp"
#include "gui/views/chart_view.hpp"
#include "gui/views/collect_form.hpp"
#include "gui/views/divider.hpp"
#include "gui/views/table_view.hpp"
#include "gui/views/variant_picker.hpp"

namespace sortscope::gui {
namespace {

constexpr int plan_delay_ms = 350;  // behind the last change the plan is asked for
constexpr int narrow_below = 760;   // of the view: form and plan below each other
constexpr int least_of_form = 200;

}  // namespace

CollectView::CollectView(Workspace& of)
    : View(of, tr("Collect")),
      form_(new CollectForm),
      across_(new QSplitter(Qt::Horizontal)),
      down_(new QSplitter(Qt::Vertical)),
      results_(new QSplitter(Qt::Vertical)),
      plan_(new QLabel),
      command_(new QPlainTextEdit),
      copy_(new QPushButton(tr("Copy"))),
      start_(new QPushButton(tr("Start"))),
      end_(new QPushButton(tr("End"))),
      follow_(new QCheckBox(tr("Show each case as it comes"))),
      bar_(new QProgressBar),
      status_(new QLabel),
      log_(new QPlainTextEdit),
      chart_(new ChartView),
      table_(new TableView),
      plan_timer_(new QTimer(this)),
      collection_(new CollectRun(this)),
      chart_query_(of.loader(), Loader::Lane::lengthy) {
    auto* side = new QWidget;
    build_plan(*side);
    table_->setAccessibleName(tr("Cases collected"));
    table_->hide();
    results_->addWidget(chart_);
    results_->addWidget(table_);
    results_->setSizes({240, 140});
    results_->setChildrenCollapsible(false);
    auto* plan = new QScrollArea;
    plan->setWidget(side);
    plan->setWidgetResizable(true);
    plan->setFrameShape(QFrame::NoFrame);
    plan->setFocusPolicy(Qt::NoFocus);
    plan->setMinimumHeight(165);
    down_->addWidget(plan);
    down_->addWidget(results_);
    down_->setSizes({210, 500});  // what is to be run takes few lines; rates that come want the room
    down_->setChildrenCollapsible(false);
    across_->addWidget(form_);
    across_->addWidget(down_);
    across_->setSizes({320, 560});
    across_->setStretchFactor(1, 1);
    across_->setChildrenCollapsible(false);
    fold(*across_, narrow_below);
    form_->setMinimumHeight(least_of_form);
    form_->setFocusPolicy(Qt::NoFocus);  // its controls take the keys
    auto* page = new QScrollArea;        // below each other they may be higher than the window
    page->setWidget(across_);
    page->setWidgetResizable(true);
    page->setFrameShape(QFrame::NoFrame);
    page->setFocusPolicy(Qt::NoFocus);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(page);

    plan_timer_->setSingleShot(true);
    plan_timer_->setInterval(plan_delay_ms);
    connect(plan_timer_, &QTimer::timeout, this, &CollectView::ask_plan);
    connect(form_, &CollectForm::changed, this, &CollectView::follow_form);
    connect(start_, &QPushButton::clicked, this, &CollectView::start);
    connect(end_, &QPushButton::clicked, this, &CollectView::end);
    connect(copy_, &QPushButton::clicked, this, [this] {
        QApplication::clipboard()->setText(command());
        emit said(tr("The command is copied."));
    });
    connect(collection_, &CollectRun::progressed, this, &CollectView::show_progress);
    connect(collection_, &CollectRun::said, this, [this](const QString& line) {
        log_->appendPlainText(line);
        log_->show();
    });
    connect(collection_, &CollectRun::ended, this, &CollectView::finish);
    connect(collection_, &CollectRun::failed, this,
            [this](const QString& sentence) { finish(-1, sentence); });
    connect(chart_, &ChartView::case_selected, this,
            [this](qlonglong id) { workspace().show(collected_, CaseId{id}); });
    connect(table_, &TableView::row_activated, this, [this](int row) {
        if (!shown_ || row < 0 || first_case_ + static_cast<std::size_t>(row) >= shown_->cases.size()) return;
        workspace().show(collected_, shown_->cases[first_case_ + static_cast<std::size_t>(row)].id);
        emit view_wanted(QStringLiteral("stages"));
    });
    chart_->show_message(tr("What is collected is drawn here while it comes."));
    show_buttons();
}

CollectView::~CollectView() = default;

/// Below each other, form and plan fit a low window as long as there are no results. While it collects, the
/// form, in which nothing can be chosen then, gives its room to the progress and what has come.
void CollectView::arrange() {
    const bool narrow = width() < narrow_below;
    const bool results = chart_->has_chart() || !table_->isHidden() || collection_->running();
    results_->setVisible(!narrow || results);
    form_->setVisible(!(narrow && collection_->running()));
}

void CollectView::resizeEvent(QResizeEvent* event) {
    View::resizeEvent(event);
    arrange();
}

QWidget* CollectView::first_focus() { return &form_->variants().find_line(); }

bool CollectView::is_waiting() const {
    return plan_timer_->isActive() || variants_question_.pending() || devices_question_.pending() ||
           presets_question_.pending() || plan_question_.pending() || chart_query_.pending();
}

QString CollectView::plan() const { return plan_->text(); }
QString CollectView::command() const { return command_->toPlainText(); }
QString CollectView::status() const { return status_->text(); }

void CollectView::refresh() {
    if (!std::exchange(asked_, true)) {
        if (form_->output_line().text().isEmpty()) form_->set_output(QStringLiteral("sortscope.db"));
        ask_offers();
    }
    follow_file();
}

void CollectView::show_buttons() {
    const bool running = collection_->running();
    start_->setEnabled(!running && !program_.isEmpty() && !plan_question_.pending() &&
                       !form_->output_line().text().trimmed().isEmpty());
    end_->setEnabled(running);
    end_->setText(collection_->running() && collection_->ending() ? tr("Kill") : tr("End"));
    form_->setEnabled(!running);
    arrange();
    if (!running) bar_->setValue(0);
    bar_->setVisible(running);
}

QJsonObject CollectView::layout_state() const {
    return {{QStringLiteral("across"), divider_place(*across_)},
            {QStringLiteral("down"), divider_place(*down_)},
            {QStringLiteral("follow"), follow_->isChecked()},
            {QStringLiteral("form"), form_->state()}};
}

void CollectView::restore_layout(const QJsonObject& state) {
    restore_divider(*across_, state[QStringLiteral("across")]);
    restore_divider(*down_, state[QStringLiteral("down")]);
    follow_->setChecked(state[QStringLiteral("follow")].toBool());
    form_->restore(state[QStringLiteral("form")].toObject());
}

}  // namespace sortscope::gui
