#include "gui/views/details_view.hpp"

#include <algorithm>

#include <QEvent>
#include <QLayout>
#include <QSplitter>
#include <QTextBrowser>
#include <QTextCursor>
#include <QTextDocument>

#include "gui/models/text.hpp"
#include "gui/views/chart/chart_view.hpp"
#include "gui/views/parts/case_header.hpp"
#include "gui/views/parts/controls.hpp"
#include "gui/views/parts/overlay.hpp"
#include "present/charts/compare.hpp"
#include "present/facts.hpp"
#include "present/tables/case.hpp"
#include "present/tables/condition_columns.hpp"
#include "present/tables/list.hpp"

namespace sortscope::gui {
namespace {

constexpr int lowest_for_header = 520;
const QString table_cell = u"<td style=\"padding:2px 18px 2px 0\">%1</td>"_s;
const QString unequal = u"\u2260 "_s;  // a sign, not weight or colour alone

QString row(const QString& name, const QStringList& texts) {
    QString html = u"<tr>"_s + table_cell.arg(u"<b>%1</b>"_s.arg(name.toHtmlEscaped()));
    for (const auto& text : texts) html += table_cell.arg(text.toHtmlEscaped());
    return html + u"</tr>"_s;
}

/// Commands and file names stay verbatim: people copy them.
QString fact_words(const std::string& id, const std::string& text) {
    return id == "command" || id == "file" ? verbatim(text) : typeset(text);
}

QString notes(const std::vector<present::NoteLine>& lines) {
    QString html = u"<ul>"_s;
    for (const auto& note : lines)
        html += u"<li>%1</li>"_s.arg(
            (note.about.empty() ? typeset(note.text) : typeset(note.about) + u": "_s + typeset(note.text))
                .toHtmlEscaped());
    return html + u"</ul>"_s;
}

QString fact_table(const present::Facts& facts) {
    QString html = u"<table cellspacing=\"0\">"_s;
    for (const auto& fact : facts.facts)
        if (!fact.text.empty()) html += row(typeset(fact.name), {fact_words(fact.id, fact.text)});
    return html + u"</table>"_s;
}

/// Facts of all sides beside each other, below their names; a sign marks those that differ.
QString table_beside(const std::vector<present::Facts>& sides, const QStringList& names) {
    QString html = u"<table cellspacing=\"0\"><tr>"_s + table_cell.arg(QString());
    for (const auto& name : names) html += table_cell.arg(u"<b>%1</b>"_s.arg(name.toHtmlEscaped()));
    html += u"</tr>"_s;
    for (const auto& fact : present::facts_beside(sides)) {
        QStringList texts;
        for (const auto& text : fact.texts) texts << (text.empty() ? u"\u2013"_s : fact_words(fact.id, text));
        html += row((fact.differs ? unequal : QString()) + typeset(fact.name), texts);
    }
    return html + u"</table>"_s;
}

/// A run with its machine and its file.
present::Facts facts_of_run(const FileContents& file, const RunRecord& run) {
    return present::run_facts_with_place(
        run, static_cast<std::size_t>(std::ranges::count(file.cases, run.id, &CaseRecord::run)),
        file.path.toStdString());
}

}  // namespace

DetailsView::DetailsView(Workspace& of)
    : View(of, tr("Details"), new ChartView), header_(new CaseHeader), facts_(new QTextBrowser) {
    name_control(*facts_, "case_facts", tr("Facts of the case and its run"));
    facts_->setFrameShape(QFrame::NoFrame);
    facts_->setOpenLinks(false);
    facts_->document()->setDocumentMargin(8);
    auto* splitter = splitter_of(Qt::Vertical, {chart_, facts_}, {260, 400});
    fill(*this, {header_, splitter});
    layout()->setContentsMargins(6, 2, 6, 0);
    add_overlay(tr("Show facts and trials of the compared cases beside those of the case shown."));
    keep("splitter", *splitter);
}

/// A low view leaves the header out: its figures are among the facts below.
void DetailsView::show_header() { header_->setVisible(shown_ != nullptr && height() >= lowest_for_header); }

void DetailsView::resizeEvent(QResizeEvent* event) {
    View::resizeEvent(event);
    show_header();
}

QWidget* DetailsView::first_focus() { return facts_; }

QString DetailsView::text() const { return facts_->toPlainText(); }

QString DetailsView::facts_text() const {
    if (overlay().is_on()) return compared_text();
    const auto facts = present::case_facts(shown_->record, *shown_->by_stage->breakdown);
    QString html = fact_table(facts);
    if (!facts.notes.empty()) html += u"<h4>%1</h4>"_s.arg(tr("Notes")) + notes(facts.notes);
    return html + run_text();
}

QString DetailsView::run_text() const {
    const auto from = workspace().file(shown_->path);
    const auto* run = from ? from->run_of(shown_->record) : nullptr;
    if (run == nullptr) return {};
    const auto facts = facts_of_run(*from, *run);
    QString html = u"<h4>%1</h4><p>%2</p>"_s.arg(typeset(facts.title).toHtmlEscaped(),
                                                 typeset(facts.subtitle).toHtmlEscaped()) +
                   fact_table(facts);
    for (const auto& note : facts.notes) html += u"<p>%1</p>"_s.arg(typeset(note.text).toHtmlEscaped());
    return html;
}

QString DetailsView::compared_text() const {
    std::vector<CaseContentsPtr> all{shown_};
    all.insert(all.end(), overlay().cases().begin(), overlay().cases().end());
    std::vector<const CaseRecord*> records;
    std::vector<present::Facts> facts, runs;
    bool one_run = true;
    for (const auto& one : all) {
        records.push_back(&one->record);
        facts.push_back(present::case_facts(one->record, *one->by_stage->breakdown));
        const auto from = workspace().file(one->path);
        const auto* run = from ? from->run_of(one->record) : nullptr;
        runs.push_back(run == nullptr ? present::Facts{} : facts_of_run(*from, *run));
        one_run = one_run && one->path == all.front()->path && one->record.run == all.front()->record.run;
    }
    QStringList names;
    for (const auto& name : present::overlay_names(records)) names << typeset(name);
    QString html =
        u"<p>%1</p>"_s.arg(tr("%1marks where cases differ.").arg(unequal)) + table_beside(facts, names);
    for (std::size_t i = 0; i < all.size(); ++i)
        if (!facts[i].notes.empty())
            html += u"<h4>%1</h4>"_s.arg(
                        tr("Notes on %1").arg(names[static_cast<qsizetype>(i)]).toHtmlEscaped()) +
                    notes(facts[i].notes);
    if (one_run) return html + run_text();
    html += u"<h4>%1</h4>"_s.arg(tr("Runs")) + table_beside(runs, names);
    for (std::size_t i = 0; i < all.size(); ++i)
        if (!runs[i].notes.empty())
            html += u"<h4>%1</h4>"_s.arg(
                        tr("Notes on the run of %1").arg(names[static_cast<qsizetype>(i)]).toHtmlEscaped()) +
                    notes(runs[i].notes);
    return html;
}

void DetailsView::refresh() {
    shown_ = workspace().current();
    show_header();
    facts_->setVisible(shown_ != nullptr);
    if (!shown_) {
        facts_->clear();
        chart_->show_message(waiting_sentence());
        return;
    }
    auto facts = present::case_facts(shown_->record, *shown_->by_stage->breakdown);
    // The file numbers devices of one name.
    if (const auto from = workspace().file(shown_->path))
        for (auto& fact : facts.facts)
            if (fact.id == "device" && !shown_->record.device.name.empty())
                fact.brief = from->device_name(shown_->record).toStdString();
    header_->set_facts(facts);
    facts_->setHtml(facts_text());
    facts_->moveCursor(QTextCursor::Start);
    chart_->set_context(context());
    std::vector<const CaseRecord*> records{&shown_->record};
    for (const auto& other : overlay().cases()) records.push_back(&other->record);
    chart_->set_chart(present::trials_chart(records));
}

void DetailsView::changeEvent(QEvent* event) {
    View::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && shown_) facts_->setHtml(facts_text());
}

}  // namespace sortscope::gui
