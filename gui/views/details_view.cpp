#include "gui/views/details_view.hpp"

#include "present/charts/compare.hpp"
#include "present/tables/case.hpp"
#include "present/tables/condition_columns.hpp"
#include "present/tables/list.hpp"

namespace sortscope::gui {
namespace {
const QString table_cell = u"<td style=\"%1\">%2</td>"_s.arg(QLatin1StringView(text_cell_style), u"%1"_s);
const QString unequal = u"\u2260 "_s;  // colour or weight is not enough

QString row(const QString& name, const QStringList& texts, const QString& tip = {}) {
    QString html = u"<tr>"_s +
                   table_cell.arg(u"<b title=\"%1\">%2</b>"_s.arg(tip.toHtmlEscaped(), name.toHtmlEscaped()));
    for (const auto& text : texts) html += table_cell.arg(text.toHtmlEscaped());
    return html + u"</tr>"_s;
}

QString heading(const QString& text) { return u"<h4>%1</h4>"_s.arg(text.toHtmlEscaped()); }

/// Keeps commands and file names verbatim, for copying.
QString fact_words(const std::string& id, const std::string& text) {
    return id == "command" || id == "file" ? verbatim(text) : typeset(text);
}

QString note_words(const present::NoteLine& note, const QPalette& palette) {
    return u"<span style=\"color:%1\"><b>%2</b></span> %3"_s.arg(
        severity_colour(note.severity, palette).name(), to_qstring(name_of(note.severity)),
        typeset(present::join({note.about, note.text}, ": ")).toHtmlEscaped());
}

QString fact_table(const present::Facts& facts) {
    QString html = u"<table cellspacing=\"0\">"_s;
    for (const auto& fact : facts.facts)
        if (!fact.text.empty())
            html += row(
                typeset(fact.name), {fact_words(fact.id, fact.text)},
                typeset_if_any(present::join(
                    {fact.sentence, fact.provenance ? present::provenance_sentence(*fact.provenance) : ""},
                    "\n")));
    return html + u"</table>"_s;
}

/// A sign marks facts that differ.
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

present::Facts run_facts_of(const Workspace& workspace, const CaseContents& of) {
    const auto file = workspace.file(of.path);
    const auto* run = file ? file->run_of(of.record) : nullptr;
    if (run == nullptr) return {};
    return present::run_facts_with_place(
        *run, size_t(std::ranges::count(file->cases, run->id, &CaseRecord::run)), file->path.toStdString());
}
}  // namespace

DetailsView::DetailsView(Workspace& of) : View(of, tr("Details"), new ChartView), facts_(new QTextBrowser) {
    name_control(*facts_, "case_facts", tr("Facts of the case and its run"));
    facts_->setFrameShape(QFrame::NoFrame);
    facts_->setOpenLinks(false);
    facts_->document()->setDocumentMargin(8);
    auto* splitter = splitter_of(Qt::Vertical, {chart_, facts_}, {260, 400});
    fill(*this, {splitter});
    add_overlay(tr("Show facts and trials of the compared cases beside those of the case shown."));
    keep("splitter", *splitter);
}

QString DetailsView::text() const { return facts_->toPlainText(); }

QString DetailsView::notes(const QString& title, const std::vector<present::NoteLine>& lines) const {
    if (lines.empty()) return {};
    QString html = heading(title) + u"<ul>"_s;
    for (const auto& note : lines) html += u"<li>%1</li>"_s.arg(note_words(note, palette()));
    return html + u"</ul>"_s;
}

QString DetailsView::facts_text() const {
    if (overlay().is_on()) return compared_text();
    auto facts = shown_->facts();
    const auto trials = std::ranges::stable_partition(facts.notes, [](const present::NoteLine& note) {
        return note.about.empty() || note.severity != Severity::info;
    });
    return notes(tr("Notes"), {facts.notes.begin(), trials.begin()}) + heading(tr("Facts")) +
           fact_table(facts) + notes(tr("Notes on trials"), {trials.begin(), trials.end()}) + run_text();
}

QString DetailsView::run_text() const {
    const auto facts = run_facts_of(workspace(), *shown_);
    if (facts.facts.empty()) return {};
    QString html = heading(typeset(facts.title)) +
                   u"<p>%1</p>"_s.arg(typeset(facts.subtitle).toHtmlEscaped()) + fact_table(facts);
    for (const auto& note : facts.notes) html += u"<p>%1</p>"_s.arg(typeset(note.text).toHtmlEscaped());
    return html;
}

QString DetailsView::compared_text() const {
    std::vector<const CaseRecord*> records;
    std::vector<present::Facts> facts, runs;
    bool one_run = true;
    for (const auto& one : overlay().with(shown_)) {
        records.push_back(&one->record);
        facts.push_back(one->facts());
        runs.push_back(run_facts_of(workspace(), *one));
        one_run = one_run && one->path == shown_->path && one->record.run == shown_->record.run;
    }
    QStringList names;
    for (const auto& name : present::overlay_names(records)) names << typeset(name);
    QString html =
        u"<p>%1</p>"_s.arg(tr("%1marks where cases differ.").arg(unequal)) + table_beside(facts, names);
    const auto notes_of = [&](const std::vector<present::Facts>& sides, const QString& title) {
        for (size_t i = 0; i < sides.size(); ++i)
            html += notes(title.arg(names[qsizetype(i)]), sides[i].notes);
    };
    notes_of(facts, tr("Notes on %1"));
    if (one_run) return html + run_text();
    html += heading(tr("Runs")) + table_beside(runs, names);
    notes_of(runs, tr("Notes on the run of %1"));
    return html;
}

void DetailsView::refresh() {
    shown_ = workspace().current();
    facts_->setVisible(shown_ != nullptr);
    if (!shown_) {
        facts_->clear();
        return chart_->show_message(waiting_sentence());
    }
    facts_->setHtml(facts_text());
    facts_->moveCursor(QTextCursor::Start);
    chart_->set_context(context());
    std::vector<const CaseRecord*> records;
    for (const auto& one : overlay().with(shown_)) records.push_back(&one->record);
    chart_->set_chart(present::trials_chart(records));
}

}
