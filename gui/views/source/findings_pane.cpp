#include "gui/views/source/findings_pane.hpp"

#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QTextDocumentFragment>
#include <QToolButton>
#include <QVBoxLayout>

#include "gui/models/text.hpp"
#include "gui/views/parts/controls.hpp"
#include "gui/views/parts/theme.hpp"
#include "present/tables/advice.hpp"
#include "present/tables/source.hpp"

namespace sortscope::gui {
namespace {
constexpr size_t most_chips = 6;

class CardPanel : public QWidget {
 protected:
    void paintEvent(QPaintEvent*) override {
        QPainter painter(this);
        const auto ground =
            is_dark(palette()) ? palette().color(QPalette::Window) : palette().color(QPalette::AlternateBase);
        draw_panel(painter, rect(), ground, border_colour(palette()));
    }
};

QLabel* words(const QString& text, TextSize size, bool strong = false) {
    auto* label = new QLabel(text);
    make_text(*label);
    label->setContentsMargins(0, 0, 0, 0);
    label->setFont(text_font(size, strong));
    label->setMinimumWidth(1);
    return label;
}

QLabel* faint_words(QLabel* label) {
    auto palette = label->palette();
    palette.setColor(QPalette::WindowText, chart_theme(palette).faint_text);
    label->setPalette(palette);
    return label;
}

QToolButton* chip(const QString& text, const QString& tip) {
    auto* button = new QToolButton;
    button->setObjectName(u"stage_chip"_s);
    button->setText(text);
    button->setFont(text_font(TextSize::note));
    button->setFocusPolicy(Qt::TabFocus);
    name_control(*button, "", tip, tip);
    return button;
}
}  // namespace

ShareBar::ShareBar(double share) : share_(share) {
    setFixedHeight(8);
    setMinimumWidth(60);
}

void ShareBar::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const QRectF all(rect());
    draw_panel(painter, all, border_colour(palette()), {}, 4);
    auto part = all;
    part.setWidth(std::max(all.height(), all.width() * share_));
    if (share_ > 0) draw_panel(painter, part, chart_theme(palette()).series.front(), {}, 4);
}

FindingsPane::FindingsPane() : offer_(new QPushButton) {
    setWidgetResizable(true);
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setFocusPolicy(Qt::StrongFocus);
    auto* page = new QWidget;
    page->setAutoFillBackground(true);
    page->setBackgroundRole(QPalette::Base);
    auto* outer = new QVBoxLayout(page);
    outer->setContentsMargins(10, 10, 10, 10);
    column_ = new QVBoxLayout;
    column_->setSpacing(10);
    outer->addLayout(column_);
    outer->addWidget(offer_, 0, Qt::AlignLeft);
    outer->addStretch(1);
    setWidget(page);
    connect(offer_, &QPushButton::clicked, this, &FindingsPane::offer_taken);
    set_offer({});
}

void FindingsPane::clear() {
    while (auto* item = column_->takeAt(0)) {
        if (auto* part = item->widget()) {
            part->hide();
            part->deleteLater();  // the part may be handling a click
        }
        delete item;
    }
    set_offer({});
}

void FindingsPane::set_offer(const QString& text) {
    offer_->setText(text);
    offer_->setVisible(!text.isEmpty());
}

void FindingsPane::show_sentence(const QString& sentence) {
    clear();
    column_->addWidget(words(sentence, TextSize::body));
}

void FindingsPane::show_advice(const AdviceReading& reading) {
    clear();
    const auto& advice = *reading.advice;
    for (const auto& sentence :
         {present::not_placed_sentence(advice.status), present::limit_sentence(advice)})
        if (!sentence.empty()) column_->addWidget(words(typeset(sentence), TextSize::body, true));
    for (size_t i = 0; i < advice.findings.size(); ++i) column_->addWidget(card_of(reading, i));
    auto remarks = present::roofline_table(advice).notes;
    if (!advice.findings.empty()) remarks.insert(remarks.begin(), present::gains_sentence(advice));
    for (const auto& remark : remarks)
        column_->addWidget(faint_words(words(typeset(remark), TextSize::note)));
}

QWidget* FindingsPane::card_of(const AdviceReading& reading, size_t at) {
    const auto& finding = reading.advice->findings[at];
    auto* card = new CardPanel;
    card->setObjectName(u"finding_card"_s);
    auto* column = new QVBoxLayout(card);
    column->setContentsMargins(12, 10, 12, 10);
    column->setSpacing(6);
    column->addWidget(words(typeset(present::finding_name(finding)), TextSize::body, true));
    auto* gain = words(typeset(present::finding_gain(finding)), TextSize::label, true);
    column->addWidget(new ShareBar(present::finding_share(finding)));
    column->addWidget(gain);
    column->addWidget(faint_words(words(typeset(present::finding_evidence(finding)), TextSize::label)));
    const auto stages = present::finding_stages(finding);
    if (!stages.empty()) {
        auto* chips = new QHBoxLayout;
        chips->setSpacing(6);
        for (size_t i = 0; i < std::min(stages.size(), most_chips); ++i) {
            const int first = stages[i].first;
            auto* button = chip(typeset(stages[i].text), tr("Show stage %1 in Stages").arg(first));
            connect(button, &QToolButton::clicked, this, [this, first] { emit stage_chosen(first); });
            chips->addWidget(button);
        }
        if (stages.size() > most_chips)
            chips->addWidget(
                faint_words(words(tr("and %1 more").arg(stages.size() - most_chips), TextSize::note)));
        chips->addStretch(1);
        column->addLayout(chips);
    }
    column->addWidget(words(typeset(present::finding_remedy(finding)), TextSize::label));
    const auto link = chart_theme(palette()).series.front().name();
    for (size_t s = 0; s < finding.sites.size(); ++s) {
        const auto& site = finding.sites[s];
        const auto name = u"%1:%2"_s.arg(file_name(to_qstring(site.file))).arg(site.line);
        const auto text = present::source_line_of(reading.lines->sources, site.file, site.line);
        auto* line = words({}, TextSize::label);
        line->setObjectName(u"finding_line"_s);
        line->setFont(code_font(TextSize::note));
        line->setTextFormat(Qt::RichText);
        line->setTextInteractionFlags(Qt::TextBrowserInteraction);
        line->setText(u"<a style=\"color:%1\" href=\"#\">%2</a>  %3"_s.arg(link, name.toHtmlEscaped(),
                                                                           to_qstring(text).toHtmlEscaped()));
        connect(line, &QLabel::linkActivated, this, [this, at, s] { emit site_chosen(at, s); });
        column->addWidget(line);
    }
    return card;
}

QString FindingsPane::text() const {
    QStringList all;
    for (const auto* label : widget()->findChildren<QLabel*>())
        if (!label->isHidden())
            all << (label->textFormat() == Qt::RichText
                        ? QTextDocumentFragment::fromHtml(label->text()).toPlainText()
                        : label->text());
    return all.join(u'\n');
}
}

#include "moc_findings_pane.cpp"
