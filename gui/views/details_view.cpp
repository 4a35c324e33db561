#include "gui/views/details_view.hpp"

#include <QLayout>
#include <QTextBrowser>
#include <QTextCursor>
#include <QTextDocument>

#include "gui/views/parts/case_header.hpp"
#include "gui/views/parts/theme.hpp"
#include "present/charts/compare.hpp"
#include "present/tables/case.hpp"
#include "present/tables/condition_columns.hpp"
#include "present/tables/list.hpp"

namespace sortscope::gui {
namespace {
const QString table_cell = u"<td style=\"%1\">%2</td>"_s.arg(QLatin1StringView(text_cell_style), u"%1"_s);
const QString unequal = u"\u2260 "_s;  // a sign, since weight or colour is not enough

QString row(const QString& name, const QStringList& texts) {
    QString html = u"<tr>"_s + table_cell.arg(u"<b>%1</b>"_s.arg(name.toHtmlEscaped()));
    for (const auto& text : texts) html += table_cell.arg(text.toHtmlEscaped());
    return html + u"</tr>"_s;
}

QString heading(const QString& text) { return u"<h4>%1</h4>"_s.arg(text.toHtmlEscaped()); }

/// Leaves commands and file names verbatim, so that users can copy them.
QString fact_words(const std::string& id, const std::string& text) {
    return id == "command" || id == "file" ? verbatim(text) : typeset(text);
}

QString notes(const QString& title, const std::vector<present::NoteLine>& lines) {
    if (lines.empty()) return {};
    QString html = heading(title) + u"<ul>"_s;
    for (const auto& note : lines) html += u"<li>%1</li>"_s.arg(note_text(note).toHtmlEscaped());
    return html + u"</ul>"_s;
}

QString fact_table(const present::Facts& facts) {
    QString html = u"<table cellspacing=\"0\">"_s;
    for (const auto& fact : facts.facts)
        if (!fact.text.empty()) html += row(typeset(fact.name), {fact_words(fact.id, fact.text)});
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

DetailsView::DetailsView(Workspace& of)
    : View(of, tr("Details"), new ChartView), header_(new CaseHeader), facts_(new QTextBrowser) {
    name_control(*facts_, "case_facts", tr("Facts of the case and its run"));
    make_page(*facts_, 8);
    auto* splitter = splitter_of(Qt::Vertical, {chart_, facts_}, {260, 400});
    fill(*this, {header_, splitter});
    layout()->setContentsMargins(6, 2, 6, 0);
    add_overlay(tr("Show facts and trials of the compared cases beside those of the case shown."));
    keep("splitter", *splitter);
}

/// A low view hides the header, whose figures are also in the text.
void DetailsView::arrange() { header_->setVisible(shown_ != nullptr && height() >= 520); }

QWidget* DetailsView::first_focus() { return facts_; }

QString DetailsView::text() const { return facts_->toPlainText(); }

QString DetailsView::facts_text() const {
    if (overlay().is_on()) return compared_text();
    const auto facts = shown_->facts();
    return fact_table(facts) + notes(tr("Notes"), facts.notes) + run_text();
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
    arrange();
    facts_->setVisible(shown_ != nullptr);
    if (!shown_) {
        facts_->clear();
        chart_->show_message(waiting_sentence());
        return;
    }
    auto facts = shown_->facts();
    // Devices of one name get numbers.
    if (const auto from = workspace().file(shown_->path))
        for (auto& fact : facts.facts)
            if (fact.id == "device" && !shown_->record.device.name.empty())
                fact.brief = from->device_name(shown_->record).toStdString();
    header_->set_facts(facts);
    facts_->setHtml(facts_text());
    facts_->moveCursor(QTextCursor::Start);
    chart_->set_context(context());
    std::vector<const CaseRecord*> records;
    for (const auto& one : overlay().with(shown_)) records.push_back(&one->record);
    chart_->set_chart(present::trials_chart(records));
}

void DetailsView::recolour() {
    if (shown_) facts_->setHtml(facts_text());
}
}

#include "moc_details_view.cpp"
