#include "gui/views/case_header.hpp"

#include <algorithm>

#include <QEvent>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QVBoxLayout>

#include "gui/models/text.hpp"
#include "gui/views/provenance_badge.hpp"
#include "gui/views/theme.hpp"
#include "present/provenance.hpp"

namespace sortscope::gui {
namespace {

constexpr int facts_a_row = 5;
constexpr std::size_t notes_shown = 3;

void clear(QLayout& layout) {
    while (auto* item = layout.takeAt(0)) {
        delete item->widget();
        delete item;
    }
}

QLabel* plain_label(const QString& text) {
    auto* label = new QLabel(text);
    label->setTextFormat(Qt::PlainText);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    return label;
}

QString note_text(const present::NoteLine& note) {
    return note.about.empty() ? typeset(note.text) : typeset(note.about) + QStringLiteral(": ") + typeset(note.text);
}

/// Takes the notes out of `notes` that inform of a part of the case, such as one of its trials.
std::vector<present::NoteLine> split_trials(std::vector<present::NoteLine>& notes) {
    const auto begin = std::stable_partition(notes.begin(), notes.end(), [](const present::NoteLine& note) {
        return note.about.empty() || note.severity != Severity::info;
    });
    std::vector<present::NoteLine> trials(begin, notes.end());
    notes.erase(begin, notes.end());
    return trials;
}

QString tooltip(const present::Fact& fact) {
    QStringList lines;
    if (!fact.sentence.empty()) lines << typeset(fact.sentence);
    if (fact.provenance) lines << typeset(present::provenance_sentence(*fact.provenance));
    return lines.join(u'\n');
}

}  // namespace

CaseHeader::CaseHeader(QWidget* parent) : QFrame(parent) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(4, 4, 4, 4);
    column->setSpacing(8);
    auto* top = new QHBoxLayout;
    top->setSpacing(12);
    title_ = plain_label({});
    title_->setObjectName(QStringLiteral("case_title"));
    QFont large = font();
    large.setBold(true);
    large.setPointSizeF(large.pointSizeF() * 1.45);
    title_->setFont(large);
    subtitle_ = plain_label({});
    subtitle_->setObjectName(QStringLiteral("case_subtitle"));
    QFont middle = font();
    middle.setPointSizeF(middle.pointSizeF() * 1.15);
    subtitle_->setFont(middle);
    marks_ = new QHBoxLayout;
    marks_->setSpacing(6);
    top->addWidget(title_, 0, Qt::AlignBaseline);
    top->addWidget(subtitle_, 0, Qt::AlignBaseline);
    top->addStretch(1);
    top->addLayout(marks_);
    column->addLayout(top);
    grid_ = new QGridLayout;
    grid_->setHorizontalSpacing(28);
    grid_->setVerticalSpacing(1);
    column->addLayout(grid_);
    notes_ = new QLabel;
    notes_->setObjectName(QStringLiteral("case_notes"));
    notes_->setTextFormat(Qt::RichText);
    notes_->setWordWrap(true);
    notes_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    notes_->hide();
    column->addWidget(notes_);
}

void CaseHeader::set_facts(const present::Facts& facts) {
    facts_ = facts;
    std::erase_if(facts_.facts, [](const present::Fact& fact) { return fact.brief.empty(); });
    // What is known of single trials is there to be looked up; it must not take the chart's room in every case.
    trials_ = split_trials(facts_.notes);
    title_->setText(typeset(facts_.title));
    subtitle_->setText(facts_.subtitle.empty() ? QString() : typeset(facts_.subtitle));
    show_marks();
    show_facts();
    show_notes();
}

void CaseHeader::show_marks() {
    clear(*marks_);
    for (const auto provenance : facts_.provenances) marks_->addWidget(new ProvenanceBadge(provenance));
}

void CaseHeader::show_facts() {
    clear(*grid_);
    const auto colour = blend(palette().color(QPalette::Window), palette().color(QPalette::WindowText), 0.68);
    QPalette faint = palette();
    faint.setColor(QPalette::WindowText, colour);
    for (int i = 0; i < static_cast<int>(facts_.facts.size()); ++i) {
        const auto& fact = facts_.facts[static_cast<std::size_t>(i)];
        auto* name = plain_label(typeset(fact.title));
        auto* value = plain_label(typeset(fact.brief));
        name->setPalette(faint);
        value->setAccessibleName(name->text());
        QString tip = tooltip(fact);
        if (fact.id == "status")
            for (const auto& note : trials_) tip += u'\n' + note_text(note);
        for (auto* label : {name, value}) label->setToolTip(tip);
        const int row = 3 * (i / facts_a_row);
        grid_->addWidget(name, row, i % facts_a_row);
        grid_->addWidget(value, row + 1, i % facts_a_row);
        if (row > 0) grid_->setRowMinimumHeight(row - 1, 5);
    }
    for (int i = 0; i < facts_a_row; ++i) grid_->setColumnStretch(i, 0);
    grid_->setColumnStretch(facts_a_row, 1);
}

void CaseHeader::show_notes() {
    QStringList lines, all;
    for (std::size_t i = 0; i < facts_.notes.size(); ++i) {
        const auto& note = facts_.notes[i];
        const QString severity = to_qstring(name_of(note.severity));
        const QString text = note_text(note);
        all << severity + QStringLiteral(": ") + text;
        if (i < notes_shown)
            lines << QStringLiteral("<span style=\"color:%1\"><b>%2</b></span> %3")
                         .arg(severity_colour(note.severity, palette()).name(), severity,
                              text.toHtmlEscaped());
    }
    if (facts_.notes.size() > notes_shown)
        lines << tr("and %1 more notes (hover to read them)").arg(facts_.notes.size() - notes_shown);
    notes_->setText(lines.join(QStringLiteral("<br>")));
    notes_->setToolTip(all.join(u'\n'));
    notes_->setVisible(!lines.isEmpty());
}

QString CaseHeader::text() const {
    QStringList parts{title_->text(), subtitle_->text()};
    for (const auto provenance : facts_.provenances) parts << to_qstring(name_of(provenance));
    for (const auto& fact : facts_.facts) parts << typeset(fact.title) + QStringLiteral(": ") + typeset(fact.brief);
    for (const auto& note : facts_.notes) parts << note_text(note);
    return parts.join(u'\n');
}

void CaseHeader::changeEvent(QEvent* event) {
    QFrame::changeEvent(event);
    if (event->type() != QEvent::PaletteChange) return;
    show_facts();
    show_notes();
}

}  // namespace sortscope::gui
