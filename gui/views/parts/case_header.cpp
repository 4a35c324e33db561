#include "gui/views/parts/case_header.hpp"

#include <numeric>

#include <QEvent>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QVBoxLayout>

#include "gui/models/text.hpp"
#include "gui/views/parts/theme.hpp"
#include "present/table.hpp"

namespace sortscope::gui {
namespace {
QFont badge_font() { return text_font(TextSize::note, true); }

constexpr int most_facts_a_row = 5;
constexpr int fact_spacing = 28;
constexpr size_t notes_shown = 3;

/// Deletes widgets later: showing a label may resize the header, which makes new labels.
void clear(QLayout& layout) {
    while (auto* item = layout.takeAt(0)) {
        if (auto* widget = item->widget()) {
            widget->hide();
            widget->deleteLater();
        }
        delete item;
    }
}

QLabel* plain_label(const QString& text) {
    auto* label = new QLabel(text);
    label->setTextFormat(Qt::PlainText);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    return label;
}

QString tooltip(const present::Fact& fact) {
    QStringList lines;
    if (!fact.sentence.empty()) lines << typeset(fact.sentence);
    if (fact.provenance) lines << typeset(present::provenance_sentence(*fact.provenance));
    return lines.join(u'\n');
}
}  // namespace

ProvenanceBadge::ProvenanceBadge(Provenance provenance) : provenance_(provenance) {
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    setToolTip(typeset(present::provenance_sentence(provenance)));
    setAccessibleName(text());
    setAccessibleDescription(toolTip());
}

QString ProvenanceBadge::text() const { return to_qstring(name_of(provenance_)); }

QSize ProvenanceBadge::sizeHint() const {
    const QFontMetrics metrics(badge_font());
    return {metrics.horizontalAdvance(text()) + metrics.height(), metrics.height() + 6};
}

void ProvenanceBadge::paintEvent(QPaintEvent*) {
    const auto colours = mark_colours(provenance_, palette());
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(colours.fill);
    painter.drawRoundedRect(rect(), height() / 2.0, height() / 2.0);
    painter.setPen(colours.text);
    painter.setFont(badge_font());
    painter.drawText(rect(), Qt::AlignCenter, text());
}

QString note_text(const present::NoteLine& note) {
    return note.about.empty() ? typeset(note.text) : typeset(note.about) + u": "_s + typeset(note.text);
}

CaseHeader::CaseHeader() : marks_(new QHBoxLayout), grid_(new QGridLayout), notes_(new QLabel) {
    marks_->setSpacing(6);
    grid_->setHorizontalSpacing(fact_spacing);
    grid_->setVerticalSpacing(1);
    notes_->setObjectName(u"case_notes"_s);
    notes_->setTextFormat(Qt::RichText);
    notes_->setWordWrap(true);
    notes_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    notes_->hide();
    auto* corner = new QVBoxLayout;
    corner->addLayout(marks_);
    corner->addStretch(1);
    auto* facts = new QHBoxLayout;
    facts->setSpacing(12);
    facts->addLayout(grid_, 1);
    facts->addLayout(corner);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(4, 4, 4, 4);
    column->setSpacing(8);
    column->addLayout(facts);
    column->addWidget(notes_);
    setMinimumWidth(300);  // narrow headers have more rows
}

void CaseHeader::set_facts(const present::Facts& facts) {
    facts_ = facts;
    std::erase_if(facts_.facts, [](const present::Fact& fact) { return fact.brief.empty(); });
    // Notes on single trials are in a tooltip, to leave room for the chart.
    const auto trials = std::ranges::stable_partition(facts_.notes, [](const present::NoteLine& note) {
        return note.about.empty() || note.severity != Severity::info;
    });
    trials_.assign(trials.begin(), trials.end());
    facts_.notes.erase(trials.begin(), trials.end());
    clear(*marks_);
    for (const auto provenance : facts_.provenances) marks_->addWidget(new ProvenanceBadge(provenance));
    show_facts();
    show_notes();
}

int CaseHeader::fitting_facts() const {
    const QFontMetrics metrics(font());
    const auto margins = layout()->contentsMargins();
    const int room = width() - margins.left() - margins.right() - marks_->sizeHint().width() - 12;
    for (int count = most_facts_a_row; count > 2; --count) {
        std::vector<int> widths(size_t(count), 0);
        for (size_t i = 0; i < facts_.facts.size(); ++i) {
            auto& widest = widths[i % widths.size()];
            for (const auto* text : {&facts_.facts[i].title, &facts_.facts[i].brief})
                widest = std::max(widest, metrics.horizontalAdvance(typeset(*text)));
        }
        if (std::accumulate(widths.begin(), widths.end(), fact_spacing * (count - 1)) <= room) return count;
    }
    return 2;
}

void CaseHeader::resizeEvent(QResizeEvent* event) {
    QFrame::resizeEvent(event);
    if (fitting_facts() != facts_a_row_) show_facts();
}

void CaseHeader::show_facts() {
    clear(*grid_);
    facts_a_row_ = fitting_facts();
    const auto colour = blend(palette().color(QPalette::Window), palette().color(QPalette::WindowText), 0.68);
    QPalette faint = palette();
    faint.setColor(QPalette::WindowText, colour);
    for (int i = 0; i < int(facts_.facts.size()); ++i) {
        const auto& fact = facts_.facts[size_t(i)];
        auto* name = plain_label(typeset(fact.title));
        auto* value = plain_label(typeset(fact.brief));
        name->setPalette(faint);
        value->setAccessibleName(name->text());
        QString tip = tooltip(fact);
        if (fact.id == "status")
            for (const auto& note : trials_) tip += u'\n' + note_text(note);
        for (auto* label : {name, value}) label->setToolTip(tip);
        const int row = 3 * (i / facts_a_row_);
        grid_->addWidget(name, row, i % facts_a_row_);
        grid_->addWidget(value, row + 1, i % facts_a_row_);
        if (row > 0) grid_->setRowMinimumHeight(row - 1, 5);
    }
    for (int i = 0; i <= most_facts_a_row; ++i) grid_->setColumnStretch(i, i == facts_a_row_ ? 1 : 0);
}

void CaseHeader::show_notes() {
    QStringList lines, all;
    for (size_t i = 0; i < facts_.notes.size(); ++i) {
        const auto& note = facts_.notes[i];
        const QString severity = to_qstring(name_of(note.severity));
        const QString text = note_text(note);
        all << severity + u": "_s + text;
        if (i < notes_shown)
            lines << u"<span style=\"color:%1\"><b>%2</b></span> %3"_s.arg(
                severity_colour(note.severity, palette()).name(), severity, text.toHtmlEscaped());
    }
    if (facts_.notes.size() > notes_shown)
        lines << tr("and %1 more notes (hover to read them)").arg(facts_.notes.size() - notes_shown);
    notes_->setText(lines.join(u"<br>"_s));
    notes_->setToolTip(all.join(u'\n'));
    notes_->setVisible(!lines.isEmpty());
}

QString CaseHeader::text() const {
    QStringList parts{typeset(facts_.title)};
    if (!facts_.subtitle.empty()) parts << typeset(facts_.subtitle);
    for (const auto provenance : facts_.provenances) parts << to_qstring(name_of(provenance));
    for (const auto& fact : facts_.facts) parts << typeset(fact.title) + u": "_s + typeset(fact.brief);
    for (const auto& note : facts_.notes) parts << note_text(note);
    return parts.join(u'\n');
}

void CaseHeader::changeEvent(QEvent* event) {
    QFrame::changeEvent(event);
    if (event->type() != QEvent::PaletteChange) return;
    show_facts();
    show_notes();
}
}

#include "moc_case_header.cpp"
