#include "gui/views/details_view.hpp"

#include <QEvent>
#include <QSplitter>
#include <QTextBrowser>
#include <QTextCursor>
#include <QTextDocument>
#include <QToolBar>
#include <QVBoxLayout>

#include "gui/models/text.hpp"
#include "gui/views/case_header.hpp"
#include "gui/views/chart_view.hpp"
#include "present/case.hpp"
#include "present/list.hpp"
#include "present/trials_chart.hpp"

namespace sortscope::gui {
namespace {

QString row(const QString& name, const QString& text) {
    return QStringLiteral("<tr><td style=\"padding:2px 18px 2px 0\"><b>%1</b></td><td style=\"padding:2px 0\">%2</td></tr>").arg(name.toHtmlEscaped(), text.toHtmlEscaped());
}

}  // namespace

DetailsView::DetailsView(Workspace& of)
    : View(of, tr("Details")), header_(new CaseHeader(CaseHeader::Title::hidden)), facts_(new QTextBrowser), chart_(new ChartView), splitter_(new QSplitter(Qt::Vertical)) {
    facts_->setObjectName(QStringLiteral("case_facts"));
    facts_->setAccessibleName(tr("Facts of the case and its run"));
    facts_->setFrameShape(QFrame::NoFrame);
    facts_->setOpenLinks(false);
    facts_->document()->setDocumentMargin(8);
    splitter_->addWidget(chart_);
    splitter_->addWidget(facts_);
    splitter_->setSizes({260, 400});
    splitter_->setChildrenCollapsible(false);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(6, 2, 6, 0);
    column->addWidget(header_);
    column->addWidget(splitter_, 1);
}

QWidget* DetailsView::first_focus() { return facts_; }

QString DetailsView::text() const { return facts_->toPlainText(); }

QString DetailsView::facts_text() const {
    const auto& record = shown_->record;
    const auto from = workspace().file(shown_->path);
    const auto facts = present::case_facts(record, *shown_->by_stage->breakdown);
    QString html = QStringLiteral("<table cellspacing=\"0\">");
    for (const auto& fact : facts.facts)
        if (!fact.text.empty()) html += row(typeset(fact.name), typeset(fact.text));
    html += QStringLiteral("</table>");
    if (!facts.notes.empty()) {
        html += QStringLiteral("<h4>%1</h4><ul>").arg(tr("Notes"));
        for (const auto& note : facts.notes)
            html += QStringLiteral("<li>%1</li>").arg((note.about.empty() ? typeset(note.text) : typeset(note.about) + QStringLiteral(": ") + typeset(note.text)).toHtmlEscaped());
        html += QStringLiteral("</ul>");
    }
    const auto* run = from ? from->run_of(record) : nullptr;
    if (run == nullptr) return html;
    std::size_t cases = 0;
    for (const auto& one : from->cases) cases += one.run == run->id ? 1 : 0;
    const auto run_facts = present::run_facts(*run, cases);
    html += QStringLiteral("<h4>%1</h4><p>%2</p><table cellspacing=\"0\">").arg(typeset(run_facts.title).toHtmlEscaped(), typeset(run_facts.subtitle).toHtmlEscaped());
    for (const auto& fact : run_facts.facts)
        if (!fact.text.empty()) html += row(typeset(fact.name), fact.id == "command" ? verbatim(fact.text) : typeset(fact.text));
    html += row(tr("machine"), typeset(run->host.name + ", " + run->host.cpu + ", " + run->host.os)) + row(tr("file"), from->path);
    html += QStringLiteral("</table>");
    for (const auto& note : run_facts.notes) html += QStringLiteral("<p>%1</p>").arg(typeset(note.text).toHtmlEscaped());
    return html;
}

void DetailsView::refresh() {
    shown_ = workspace().current();
    header_->setVisible(shown_ != nullptr);
    facts_->setVisible(shown_ != nullptr);
    if (!shown_) {
        facts_->clear();
        chart_->show_message(waiting_sentence());
        return;
    }
    auto facts = present::case_facts(shown_->record, *shown_->by_stage->breakdown);
    // Which of several devices of one name it was, only the file's other cases tell.
    if (const auto from = workspace().file(shown_->path))
        for (auto& fact : facts.facts)
            if (fact.id == "device" && !shown_->record.device.name.empty()) fact.brief = from->device_name(shown_->record).toStdString();
    header_->set_facts(facts);
    facts_->setHtml(facts_text());
    facts_->moveCursor(QTextCursor::Start);
    chart_->set_context(context());
    chart_->set_chart(present::trials_chart(shown_->record));
}

QJsonObject DetailsView::layout_state() const { return {{QStringLiteral("splitter"), QString::fromLatin1(splitter_->saveState().toBase64())}}; }

void DetailsView::restore_layout(const QJsonObject& state) { splitter_->restoreState(QByteArray::fromBase64(state[QStringLiteral("splitter")].toString().toLatin1())); }

void DetailsView::changeEvent(QEvent* event) {
    View::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && shown_) facts_->setHtml(facts_text());
}

}  // namespace sortscope::gui
