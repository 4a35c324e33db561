// A collection while it runs, and what it has brought: progress, cases, their rates.
#include <algorithm>

#include <QCheckBox>
#include <QFileInfo>
#include <QLabel>
#include <QPlainTextEdit>
#include <QProgressBar>
#include <QTimer>

#include "analyzer/curves/curve.hpp"
#include "core/expected_time.hpp"
#include "gui/models/case_rows.hpp"
#include "gui/models/text.hpp"
#include "gui/views/chart_view.hpp"
#include "gui/views/collect_form.hpp"
#include "gui/views/collect_view.hpp"
#include "gui/views/table_view.hpp"
#include "present/curves.hpp"

namespace sortscope::gui {
void CollectView::start() {
    if (collection_->running() || program_.isEmpty()) return;
    const auto request = form_->request();
    collected_ = QFileInfo(request.output).absoluteFilePath();
    const auto known = workspace().file(collected_);
    runs_before_ = known ? known->runs.size() : 0;
    shown_ = nullptr;
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
        bar_->setValue(static_cast<int>(progress->fraction * collect_bar_steps));
        words << tr("Case %1 of %2").arg(std::min(progress->done + 1, progress->total)).arg(progress->total);
        if (!progress->current.isEmpty()) words << typeset(progress->current.toStdString());
        if (progress->seconds_left) words << to_qstring(left_text(*progress->seconds_left));
        // The file is there once its first case is.
        if (progress->done > 0 && !workspace().file(collected_) && !workspace().opening() &&
            QFileInfo::exists(collected_))
            workspace().open(collected_);
    }
    if (collection_->ending())
        words.prepend(tr("Ending after the current case; press \u201cKill\u201d to end at once"));
    status_->setText(words.join(QStringLiteral("  \u00b7  ")));
}

void CollectView::finish(int code, const QString& sentence) {
    show_buttons();
    status_->setText(sentence.isEmpty()
                         ? tr("Finished. All of it is in %1.").arg(QFileInfo(collected_).fileName())
                         : sentence);
    if (code != 0 && !sentence.isEmpty()) emit said(sentence);
    if (QFileInfo::exists(collected_)) workspace().open(collected_);
    plan_timer_->start();  // what the file holds now is not collected again
}

void CollectView::follow_file() {
    if (collected_.isEmpty()) return;
    const auto file = workspace().file(collected_);
    if (!file || file == shown_) return;
    if (file->runs.size() <= runs_before_) return;  // as it was before
    const bool more = !shown_ || file->cases.size() > shown_->cases.size();
    shown_ = file;
    const auto newest = file->runs.back().id;
    first_case_ = static_cast<std::size_t>(
        std::ranges::count_if(file->cases, [&](const CaseRecord& record) { return record.run != newest; }));
    show_cases();
    if (more && follow_->isChecked() && collection_->running() && file->cases.size() > first_case_)
        workspace().show(collected_, file->cases.back().id);
}

void CollectView::show_cases() {
    std::vector<ListedCase> listed;
    for (std::size_t i = first_case_; i < shown_->cases.size(); ++i) listed.push_back({shown_, i});
    table_->setVisible(!listed.empty());
    table_->set_rows(case_rows(std::move(listed)));
    chart_query_.ask<BarChart>(
        [of = shown_](Readers&, const Stale& stale) -> BarChartPtr {
            const auto curves = analyzer::throughput_curves(of->cases);
            if (stale()) return nullptr;
            const CaseRecord* newest = nullptr;
            for (const auto& record : of->cases)
                if (record.time && record.status == CaseStatus::ok) newest = &record;
            auto chart = present::curve_chart(curves, present::CurveKind::throughput, newest);
            if (chart.empty())
                chart.empty_text =
                    "No times as yet. What the interpreter counted is in the other views: a double click on "
                    "a case below shows its stages.";
            return std::make_shared<const BarChart>(std::move(chart));
        },
        [this](const BarChartPtr& chart) {
            chart_->set_context(QFileInfo(collected_).fileName());
            chart_->set_chart(chart, chart_->has_chart());
            arrange();
        },
        [this](const QString& sentence) { chart_->show_message(sentence); });
}

}  // namespace sortscope::gui
