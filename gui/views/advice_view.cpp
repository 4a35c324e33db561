#include "gui/views/advice_view.hpp"

#include <qcustomplot.h>

#include <QEvent>
#include <QSplitter>
#include <QTextBrowser>
#include <QTextCursor>
#include <QTextDocument>
#include <QToolBar>
#include <QUrl>
#include <QVBoxLayout>

#include "core/error.hpp"
#include "gui/models/analyses.hpp"
#include "gui/models/text.hpp"
#include "gui/views/chart_view.hpp"
#include "gui/views/table_view.hpp"
#include "gui/views/theme.hpp"
#include "present/advice.hpp"
#include "present/case.hpp"
#include "present/charts.hpp"

namespace sortscope::gui {

AdviceView::AdviceView(Workspace& of)
    : View(of, tr("Advice")), findings_(new QTextBrowser), roofline_(new ChartView), roofs_(new TableView), splitter_(new QSplitter(Qt::Vertical)), query_(of.loader(), Loader::Lane::lengthy) {
    findings_->setObjectName(QStringLiteral("findings"));
    findings_->setAccessibleName(tr("What makes the sort slower, and what its removal would gain"));
    findings_->setFrameShape(QFrame::NoFrame);
    findings_->setOpenLinks(false);
    findings_->document()->setDocumentMargin(10);
    roofs_->setAccessibleName(tr("Stages against the device's limits"));
    auto* upper = new QSplitter(Qt::Horizontal);
    upper->addWidget(findings_);
    upper->addWidget(roofline_);
    upper->setSizes({440, 460});
    upper->setChildrenCollapsible(false);
    splitter_->addWidget(upper);
    splitter_->addWidget(roofs_);
    splitter_->setSizes({420, 340});
    splitter_->setChildrenCollapsible(false);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(splitter_);
    connect(roofs_, &TableView::row_selected, this, [this](int row) {
        // The first row is the sort as a whole.
        if (!advice_ || row < 0) return;
        const auto stages = advice_->stages.size();
        const auto at = static_cast<std::size_t>(row);
        if (at < stages) workspace().selected().edit([&](Selection& next) { next.stage = advice_->stages[at].stage; });
    });
    connect(roofs_, &TableView::row_activated, this, [this] { emit view_wanted(QStringLiteral("stages")); });
    connect(findings_, &QTextBrowser::anchorClicked, this, [this](const QUrl& link) {
        const int stage = link.toString().section(u':', 1).toInt();
        workspace().selected().edit([&](Selection& next) {
            next.stage = stage;
            next.substage.reset();
            next.launches.reset();
            next.grouping = analyzer::Grouping::stage;
        });
        emit view_wanted(QStringLiteral("stages"));
    });
}

QWidget* AdviceView::first_focus() { return findings_; }
QString AdviceView::text() const { return findings_->toPlainText(); }

void AdviceView::refresh() {
    if (workspace().current() == of_ && of_) return;
    of_ = workspace().current();
    advice_ = nullptr;
    query_.cancel();
    roofs_->set_rows(nullptr);
    roofs_->setVisible(false);
    roofline_->setVisible(false);
    if (!of_) {
        findings_->setPlainText(waiting_sentence());
        return;
    }
    if (of_->record.launch_count == 0) {
        findings_->setPlainText(typeset(present::no_launches_sentence(of_->record)));
        return;
    }
    findings_->setPlainText(tr("Looking at the launches..."));
    query_.ask<analyzer::Advice>([of = of_](Readers& readers, const Stale& stale) { return read_advice(readers.of(of->path), *of, stale); },
                                 [this](const std::shared_ptr<const analyzer::Advice>& advice) {
                                     advice_ = advice;
                                     show_advice();
                                 },
                                 [this](const QString& sentence) { findings_->setPlainText(sentence); });
}

void AdviceView::show_advice() {
    const auto escaped = [](const std::string& text) { return typeset(text).toHtmlEscaped(); };
    QString html;
    if (advice_->findings.empty()) html += QStringLiteral("<p>%1</p>").arg(escaped(present::limit_sentence(*advice_)));
    const auto accent = chart_theme(palette()).series.front().name();
    int number = 1;
    for (const auto& finding : advice_->findings) {
        html += QStringLiteral("<p style=\"margin-bottom:2px\"><b>%1. %2</b>: <span style=\"color:%3\">%4</span></p><p style=\"margin-top:0; margin-left:16px\">%5<br>%6")
                    .arg(number++)
                    .arg(escaped(present::finding_title(finding)), accent, escaped(present::finding_gain(finding)), escaped(present::finding_figures(finding)),
                         escaped(present::finding_remedy(finding)));
        if (!finding.stages.empty())
            html += QStringLiteral(" <a style=\"color:%1\" href=\"stage:%2\">%3</a>").arg(accent).arg(finding.stages.front()).arg(tr("Show stage %1").arg(finding.stages.front()));
        html += QStringLiteral("</p>");
    }
    auto table = present::roofline_table(*advice_);
    for (const auto& note : table.notes) html += QStringLiteral("<p><small>%1</small></p>").arg(escaped(note));
    findings_->setHtml(html);
    findings_->moveCursor(QTextCursor::Start);
    roofs_->setVisible(!table.empty());
    auto chart = present::roofline_chart(advice_->stages, advice_->sort, advice_->roofs);
    roofline_->setVisible(!chart.empty());
    roofline_->set_context(context());
    roofline_->set_chart(std::move(chart));
    if (!table.empty()) roofs_->set_rows(table_rows(std::move(table)));
}

void AdviceView::changeEvent(QEvent* event) {
    View::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && advice_) show_advice();
}

QJsonObject AdviceView::layout_state() const {
    return {{QStringLiteral("splitter"), QString::fromLatin1(splitter_->saveState().toBase64())}, {QStringLiteral("table"), roofs_->layout_state()}};
}

void AdviceView::restore_layout(const QJsonObject& state) {
    splitter_->restoreState(QByteArray::fromBase64(state[QStringLiteral("splitter")].toString().toLatin1()));
    roofs_->restore_layout(state[QStringLiteral("table")].toObject());
}

}  // namespace sortscope::gui
