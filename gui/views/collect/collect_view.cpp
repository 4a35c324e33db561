#include "gui/views/collect/collect_view.hpp"

#include <ranges>

#include "gui/models/cases.hpp"
#include "gui/views/collect/collect_form.hpp"
#include "present/charts/curves.hpp"

namespace sortscope::gui {
namespace {
constexpr int narrow_below = 760;  // width in px

QScrollArea* scrolled(QWidget* content) {
    auto* area = new QScrollArea;
    make_scrolled(*area, content);
    return area;
}
}  // namespace

CollectView::CollectView(Workspace& of)
    : View(of, tr("Collect"), new ChartView, new TableView),
      form_(new CollectForm),
      results_(splitter_of(Qt::Vertical, {chart_, table_}, {240, 140})),
      plan_(new QLabel),
      command_(new QPlainTextEdit),
      start_(new QPushButton(tr("Start"))),
      end_(new QPushButton(tr("End"))),
      follow_(new QCheckBox(tr("Show each case as it comes"))),
      bar_(new QProgressBar),
      status_(new QLabel),
      log_(new QPlainTextEdit),
      plan_timer_(new QTimer(this)),
      collection_(new CollectRun(this)),
      chart_query_(of.loader(), Lane::lengthy, this) {
    table_->setAccessibleName(tr("Cases collected"));
    table_->hide();
    auto* plan = scrolled(build_plan());
    plan->setMinimumHeight(165);
    auto* down = splitter_of(Qt::Vertical, {plan, results_}, {210, 500});
    auto* across = splitter_of(Qt::Horizontal, {form_, down}, {320, 560});
    across->setStretchFactor(1, 1);
    fold(*across, narrow_below);
    form_->setMinimumHeight(200);
    fill(*this, {scrolled(across)});  // stacked parts may be higher than the window
    keep("across", *across);
    keep("down", *down);
    keep(
        "follow", [this] { return follow_->isChecked(); },
        [this](const QJsonValue& state) { follow_->setChecked(state.toBool(true)); });
    keep("form", *form_);

    plan_timer_->setSingleShot(true);
    plan_timer_->setInterval(350);
    connect(plan_timer_, &QTimer::timeout, this, &CollectView::ask_plan);
    connect(form_, &CollectForm::changed, this, &CollectView::follow_form);
    connect(start_, &QPushButton::clicked, this, &CollectView::start);
    connect(end_, &QPushButton::clicked, this, &CollectView::end);
    connect(collection_, &CollectRun::progressed, this, &CollectView::show_progress);
    connect(collection_, &CollectRun::said, this, [this](const QString& line) {
        log_->appendPlainText(line);
        log_->show();
    });
    connect(collection_, &CollectRun::ended, this, &CollectView::finish);
    connect(chart_, &ChartView::case_selected, this,
            [this](qlonglong id) { workspace().show(collected_, CaseId{id}); });
    connect(table_, &TableView::row_activated, this, [this](int row) {
        const auto ref = table_->case_at(row);
        if (ref.is_none()) return;
        workspace().show(ref.file, ref.id);
        emit view_wanted(u"stages"_s);
    });
    chart_->show_message(tr("The collected cases are drawn here as they arrive."));
    show_buttons();
}

/// A narrow view hides empty results, and hides the form while collecting.
void CollectView::arrange() {
    const bool narrow = width() < narrow_below;
    const bool results = chart_->has_chart() || !table_->isHidden() || collection_->running();
    results_->setVisible(!narrow || results);
    form_->setVisible(!(narrow && collection_->running()));
}

QWidget* CollectView::first_focus() { return &form_->variants().find_line(); }

void CollectView::refresh() {
    if (!std::exchange(asked_, true)) {
        if (form_->output_line().text().isEmpty()) form_->output_line().setText(u"sortscope.db"_s);
        ask_offers();
    }
    follow_file();
}

void CollectView::offer(const QString& command) { form_->fill(shell_words(command)); }

void CollectView::show_buttons() {
    const bool running = collection_->running();
    start_->setEnabled(!running && !program_.isEmpty() && !plan_question_.pending() &&
                       !form_->output_line().text().trimmed().isEmpty());
    end_->setEnabled(running);
    end_->setText(running && collection_->ending() ? tr("Kill") : tr("End"));
    form_->setEnabled(!running);
    arrange();
    if (!running) bar_->setValue(0);
    bar_->setVisible(running);
}

QWidget* CollectView::build_plan() {
    auto* side = new QWidget;
    auto* column = new QVBoxLayout(side);
    column->setContentsMargins(8, 8, 8, 6);
    column->setSpacing(6);
    plan_->setObjectName(u"collect_plan"_s);
    status_->setObjectName(u"collect_status"_s);
    for (auto* label : {plan_, status_}) make_text(*label, {});
    name_control(*command_, "collect_command", tr("Command"), tr("The command line of this collection"));
    command_->setReadOnly(true);
    command_->setTabChangesFocus(true);
    command_->setFont(code_font());
    command_->setFixedHeight(command_->fontMetrics().height() * 3 + 12);
    auto* copy = new QPushButton(tr("Copy"));
    copy->setToolTip(tr("Copy the command"));
    connect(copy, &QPushButton::clicked, this, [this] {
        copy_text(command());
        emit said(tr("The command is copied."));
    });
    start_->setToolTip(tr("Run the command; the file opens, and each case appears as it arrives"));
    start_->setDefault(true);
    follow_->setChecked(true);
    end_->setToolTip(tr("End after the current case; press again to end at once"));
    follow_->setToolTip(tr("All views show the newest case while the collection runs"));
    bar_->setRange(0, collect_bar_steps);
    bar_->setTextVisible(false);
    bar_->setAccessibleName(tr("Progress"));
    bar_->setMaximumHeight(14);
    log_->setReadOnly(true);
    log_->setAccessibleName(tr("Messages of the collection"));
    log_->setTabChangesFocus(true);
    log_->setMaximumBlockCount(2000);
    log_->setMinimumHeight(log_->fontMetrics().height() * 2 + 12);
    log_->hide();
    auto* line = new QHBoxLayout;
    line->addWidget(command_, 1);
    line->addWidget(copy, 0, Qt::AlignTop);
    // Buttons in the dock's title bar are always in sight.
    for (auto* button : std::initializer_list<QWidget*>{start_, end_, follow_}) toolbar().addWidget(button);
    column->addWidget(plan_);
    column->addLayout(line);
    column->addWidget(bar_);
    column->addWidget(status_);
    column->addWidget(log_, 1);
    column->addStretch(0);
    return side;
}

void CollectView::follow_form() {
    const auto command = form_->request().command();
    if (command == command_->toPlainText()) return;
    command_->setPlainText(command);
    plan_timer_->start();
}

void CollectView::ask_offers() {
    program_ = find_collector();
    if (program_.isEmpty()) {
        plan_->setText(tr(
            "The program \u201csortscope\u201d is neither in the window's folder nor on PATH. Install it to "
            "collect from here."));
        return show_buttons();
    }
    plan_->setText(tr("Asking %1 for options, variants and devices...").arg(program_));
    ask(options_question_, {u"help"_s, u"collect"_s, u"--json"_s}, [this](const QByteArray& text) {
        form_->set_options(read_options(text));
        plan_timer_->stop();
        ask_plan();
    });
    ask(variants_question_, {u"variants"_s, u"--json"_s},
        [this](const QByteArray& text) { form_->variants().set_offers(read_variants(text)), follow_form(); });
    ask(devices_question_, {u"devices"_s, u"--json"_s},
        [this](const QByteArray& text) { form_->set_devices(read_devices(text)), follow_form(); });
}

/// Asks the program. If it refuses, its sentence replaces the plan; the form stays usable.
void CollectView::ask(CollectQuestion& question, const QStringList& arguments,
                      const std::function<void(const QByteArray&)>& take) {
    const auto refuse = [this](const QString& sentence) {
        plan_->setText(sentence);
        show_buttons();
    };
    question.ask(
        program_, arguments,
        [refuse, take](const QByteArray& text) {
            try {
                take(text);
            } catch (const std::exception& error) {
                refuse(to_qstring(error.what()));
            }
        },
        refuse);
}

void CollectView::ask_plan() {
    if (program_.isEmpty() || options_question_.pending()) return;
    const auto request = form_->request();
    command_->setPlainText(request.command());
    if (request.output.isEmpty()) {
        plan_question_.cancel();
        plan_->setText(tr("Name an output file."));
    } else {
        ask(plan_question_, request.arguments() + QStringList{u"--dry-run"_s, u"--json"_s},
            [this](const QByteArray& text) { show_plan(read_plan(text)); });
    }
    show_buttons();
}

void CollectView::show_plan(const CollectPlan& plan) {
    QStringList lines{plan.sentence};
    if (!plan.warning.isEmpty()) lines << typeset(plan.warning.toStdString());
    constexpr size_t most_reasons = 3;
    for (const auto& reason : plan.reasons | std::views::take(most_reasons))
        lines << tr("%1 left out: %2")
                     .arg(to_qstring(plural(reason.cases, "case")), typeset(reason.sentence.toStdString()));
    if (plan.reasons.size() > most_reasons)
        lines << tr("%1 other reasons.").arg(plan.reasons.size() - most_reasons);
    plan_->setText(lines.join(u'\n'));
    show_buttons();
    start_->setEnabled(start_->isEnabled() && plan.cases > 0);
}

void CollectView::start() {
    if (collection_->running() || program_.isEmpty()) return;
    const auto request = form_->request();
    collected_ = QFileInfo(request.output).absoluteFilePath();
    const auto known = workspace().file(collected_);
    runs_before_ = known ? known->runs.size() : 0;
    shown_ = nullptr;
    has_unread_cases_ = false;
    log_->clear();
    log_->hide();
    table_->set_rows(nullptr);
    chart_->show_message(tr("Waiting for the first case..."));
    status_->setText(tr("Starting..."));
    collection_->start(program_, request);
    show_buttons();
}

void CollectView::end() {
    if (!collection_->running()) return;
    collection_->end();
    show_buttons();
    show_progress();
}

void CollectView::show_progress() {
    if (!collection_->running()) return;
    QStringList words;
    if (const auto& progress = collection_->progress()) {
        bar_->setValue(int(progress->fraction * collect_bar_steps));
        words << tr("Case %1 of %2").arg(std::min(progress->done + 1, progress->total)).arg(progress->total);
        if (!progress->current.isEmpty()) words << typeset(progress->current.toStdString());
        if (progress->seconds_left) words << to_qstring(left_text(*progress->seconds_left));
        // The file exists once its first case is written.
        if (progress->done > 0 && !workspace().file(collected_) && !workspace().opening() &&
            QFileInfo::exists(collected_))
            workspace().open(collected_);
    }
    if (collection_->ending())
        words.prepend(tr("Ending: the current case is interrupted; press \u201cKill\u201d to end at once"));
    status_->setText(words.join(u"  \u00b7  "_s));
}

void CollectView::finish(int code, const QString& sentence) {
    show_buttons();
    status_->setText(sentence.isEmpty() ? tr("Finished. All cases are in %1.").arg(file_name(collected_))
                                        : sentence);
    if (code != 0 && !sentence.isEmpty()) emit said(sentence);
    has_unread_cases_ = true;
    if (QFileInfo::exists(collected_)) workspace().open(collected_);
    plan_timer_->start();  // the file has the new cases now
}

void CollectView::follow_file() {
    if (collected_.isEmpty()) return;
    const auto file = workspace().file(collected_);
    if (!file || file == shown_ || file->runs.size() <= runs_before_) return;
    const bool more = !shown_ || file->cases.size() > shown_->cases.size();
    shown_ = file;
    const auto newest = file->runs.back().id;
    first_case_ = size_t(
        std::ranges::count_if(file->cases, [&](const CaseRecord& record) { return record.run != newest; }));
    show_cases();
    const bool collecting = collection_->running() || std::exchange(has_unread_cases_, false);
    if (more && follow_->isChecked() && collecting && file->cases.size() > first_case_)
        workspace().show(collected_, file->cases.back().id);
}

void CollectView::show_cases() {
    std::vector<ListedCase> listed;
    for (size_t i = first_case_; i < shown_->cases.size(); ++i) listed.push_back({shown_, i});
    table_->setVisible(!listed.empty());
    table_->set_rows(case_rows(std::move(listed)));
    chart_query_.ask<BarChart>(
        [of = shown_](Readers&, const Stale& stale) -> BarChartPtr {
            const auto curves = analyzer::curves_over("n", of->cases);
            if (stale()) return nullptr;
            const CaseRecord* newest = nullptr;
            for (const auto& record : of->cases)
                if (record.time && record.status == CaseStatus::ok) newest = &record;
            auto chart = present::curve_chart(curves, present::CurveKind::throughput, newest);
            if (chart.empty())
                chart.empty_text =
                    "No case has a time; the interpreter measures none. A double click below shows a case's "
                    "stages.";
            return std::make_shared<BarChart>(std::move(chart));
        },
        [this](const BarChartPtr& chart) {
            chart_->set_context(file_name(collected_));
            chart_->set_chart(chart, chart_->has_chart());
            arrange();
        },
        shown_failure());
}
}
