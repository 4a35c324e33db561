#include "gui/app/case_strip.hpp"

#include <utility>

#include <QHBoxLayout>
#include <QPainter>

#include "gui/models/text.hpp"
#include "gui/views/parts/theme.hpp"
#include "present/table.hpp"

namespace sortscope::gui {
namespace {
constexpr int padding = 10, gap = 8, high = 54, low_height = 28;
}  // namespace

CaseCard::CaseCard() {
    setObjectName(u"case_card"_s);
    setFocusPolicy(Qt::TabFocus);
    setCursor(Qt::PointingHandCursor);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void CaseCard::set_card(const present::Card& card) {
    card_ = card;
    QStringList words{typeset(card.title) + u": "_s + typeset(card.figure) + u", "_s + typeset(card.detail),
                      typeset(card.sentence)};
    setAccessibleName(words.front());
    if (card.provenance) words << typeset(present::provenance_sentence(*card.provenance));
    setToolTip(words.join(u'\n'));
    update();
}

void CaseCard::set_low(bool low) {
    if (std::exchange(low_, low) == low) return;
    updateGeometry();
    update();
}

QSize CaseCard::sizeHint() const { return {200, low_ ? low_height : high}; }
QSize CaseCard::minimumSizeHint() const { return {60, sizeHint().height()}; }

void CaseCard::enterEvent(QEnterEvent* event) {
    QAbstractButton::enterEvent(event);
    update();
}

void CaseCard::leaveEvent(QEvent* event) {
    QAbstractButton::leaveEvent(event);
    update();
}

void CaseCard::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const auto accent = palette().color(QPalette::Highlight);
    const auto ground = palette().color(QPalette::Base), text = palette().color(QPalette::Text);
    const auto faint = chart_theme(palette()).faint_text;
    draw_panel(painter, rect(), isDown() ? blend(ground, accent, 0.12) : ground,
               hasFocus() || underMouse() ? accent : border_colour(palette()));
    int left = padding, right = width() - padding;
    const auto write = [&](int base, TextSize size, bool strong, const QColor& colour, const QString& words) {
        const auto font = text_font(size, strong);
        const QFontMetrics metrics(font);
        const auto shown = elided(words, metrics, right - left);
        painter.setFont(font);
        painter.setPen(colour);
        painter.drawText(left, base, shown);
        return metrics.horizontalAdvance(shown) + gap;
    };
    const auto title = typeset(card_.title), figure = typeset(card_.figure);
    if (low_) {
        const int room = QFontMetrics(text_font(TextSize::body, true)).horizontalAdvance(figure) + gap;
        right -= room;
        left += write(height() / 2 + 4, TextSize::note, false, faint, title);
        right += room;
        write(height() / 2 + 5, TextSize::body, true, text, figure);
        return;
    }
    if (card_.provenance && *card_.provenance != Provenance::measured) {
        const auto word = to_qstring(name_of(*card_.provenance));
        const QFontMetrics metrics(text_font(TextSize::note));
        const int room = metrics.horizontalAdvance(word);
        const int before = std::exchange(left, right - room);
        write(18, TextSize::note, false, faint, word);
        left = before;
        right -= room + gap;
    }
    write(18, TextSize::note, false, faint, title);
    right = width() - padding;
    left += write(high - 12, TextSize::title, true, text, figure);
    // A narrow card omits the detail, which the tooltip has.
    if (right - left > 60) write(high - 12, TextSize::note, false, faint, typeset(card_.detail));
}

CaseStrip::CaseStrip() {
    setObjectName(u"case_strip"_s);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(8, 4, 8, 4);
    row->setSpacing(gap);
    hide();
}

void CaseStrip::set_cards(const std::vector<present::Card>& cards) {
    while (cards_.size() < cards.size()) {
        auto* card = new CaseCard;
        layout()->addWidget(card);
        cards_.push_back(card);
        connect(card, &QAbstractButton::clicked, this, [this, card] { emit chosen(card->card()); });
    }
    for (size_t i = 0; i < cards_.size(); ++i) {
        cards_[i]->setVisible(i < cards.size());
        if (i < cards.size()) cards_[i]->set_card(cards[i]);
    }
    setVisible(!cards.empty());
}

void CaseStrip::set_low(bool low) {
    for (auto* card : cards_) card->set_low(low);
}
}

#include "moc_case_strip.cpp"
