#include "gui/app/heading.hpp"

#include "core/printable.hpp"

namespace sortscope::gui {
MessageBar::MessageBar() : label_(new QLabel), sign_(new QLabel) {
    setObjectName(u"message_bar"_s);
    setFrameShape(QFrame::StyledPanel);
    setAutoFillBackground(true);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(10, 6, 6, 6);
    make_text(*label_, {});
    label_->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    auto* close = new QToolButton;
    close->setObjectName(u"close_message"_s);
    close->setAutoRaise(true);
    name_control(*close, "", tr("Close this message"), tr("Close this message"));
    connect(close, &QToolButton::clicked, this, &MessageBar::clear);
    row->addWidget(sign_, 0, Qt::AlignTop);
    row->addWidget(label_, 1);
    row->addWidget(close, 0, Qt::AlignTop);
    colour();
    hide();
}

void MessageBar::show_sentence(const QString& sentence, bool error) {
    error_ = error;
    const auto shown = to_qstring(printable(sentence.toStdString(), LineEnds::kept));
    label_->setText(shown);
    setAccessibleName(shown);
    colour();
    show();
}

void MessageBar::colour() {
    QPalette tinted = palette();
    const auto base = parentWidget() ? parentWidget()->palette() : palette();
    tinted.setColor(QPalette::Window,
                    blend(base.color(QPalette::Window),
                          severity_colour(error_ ? Severity::lost : Severity::warning, base), 0.16));
    if (tinted.color(QPalette::Window) != palette().color(QPalette::Window)) setPalette(tinted);
    sign_->setPixmap(icon_of(error_ ? u"failure"_s : u"info"_s, base).pixmap(16, 16));
    findChild<QToolButton*>(u"close_message"_s)->setIcon(icon_of(u"close"_s, base));
}

CaseChips::CaseChips() : row_(new QHBoxLayout(this)) {
    setObjectName(u"case_chips"_s);
    row_->setContentsMargins(8, 0, 8, 0);
    row_->setSpacing(6);
    row_->setAlignment(Qt::AlignLeft);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    hide();
}

void CaseChips::set_chips(const std::vector<Chip>& chips) {
    clear_layout(*row_);
    names_.clear();
    setVisible(chips.size() > 1);
    if (isHidden()) return;
    const auto theme = chart_theme(palette());
    for (size_t i = 0; i < chips.size(); ++i) {
        auto* chip = new QToolButton;
        chip->setObjectName(u"chip"_s);
        names_ << chips[i].name;
        chip->setStyleSheet(chip_style(theme.series.at(qsizetype(chips[i].colour)), palette()));
        chip->setFocusPolicy(i == 0 ? Qt::NoFocus : Qt::TabFocus);
        const auto words = i == 0 ? tr("The case shown: %1").arg(chips[i].tip)
                                  : tr("Do not compare with %1").arg(chips[i].tip);
        name_control(*chip, "", words, words);
        connect(chip, &QToolButton::clicked, this, [this, i] {
            if (i > 0) emit removed(int(i));
        });
        row_->addWidget(chip);
    }
    fit();
}

/// Gives each chip room for the longest name, even while names are shortened.
QSize CaseChips::sizeHint() const {
    int width = 60;  // cross, margins and space
    for (const auto& name : names_) width = std::max(width, fontMetrics().horizontalAdvance(name) + 60);
    return {width * int(names_.size()), row_->sizeHint().height()};
}

void CaseChips::fit() {
    const auto margins = row_->contentsMargins();
    const auto count = int(names_.size());
    const int room = width() - margins.left() - margins.right() + row_->spacing();
    for (int i = 0; i < count; ++i) {
        auto* chip = qobject_cast<QToolButton*>(row_->itemAt(i)->widget());
        const auto metrics = chip->fontMetrics();
        const QString cross = i == 0 ? QString() : u"  \u2715"_s;
        chip->setText(cross);
        const int around = chip->sizeHint().width() + row_->spacing();
        chip->setText(fitted_name(names_[i], metrics, room / count - around) + cross);
    }
}

ProvenanceBadge::ProvenanceBadge(Provenance provenance) : provenance_(provenance) {
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    setFont(text_font(TextSize::note, true));
    setToolTip(typeset(present::provenance_sentence(provenance)));
    setAccessibleName(to_qstring(name_of(provenance)));
    setAccessibleDescription(toolTip());
}

void ProvenanceBadge::paintEvent(QPaintEvent*) {
    const auto colours = mark_colours(provenance_, palette());
    QPainter painter(this);
    draw_panel(painter, rect(), colours.fill, {}, height() / 2.0);
    painter.setPen(colours.text);
    painter.drawText(rect(), Qt::AlignCenter, accessibleName());
}

Heading::Heading() : marks_(new QHBoxLayout(this)) {
    setObjectName(u"heading"_s);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    marks_->setContentsMargins(0, 0, 6, 0);
    marks_->setSpacing(6);
    marks_->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
}

void Heading::show_case(const CasePtr& of, const FileContents* from, const QString& sentence) {
    if (of == shown_ && (of || sentence == sentence_)) return;
    shown_ = of;
    sentence_ = sentence;
    clear_layout(*marks_);
    title_.clear();
    texts_ = {sentence};
    if (of) {
        const auto& record = of->record;
        title_ = typeset(present::variant_text(record));
        // Words of low rank are dropped first.
        enum Rank { device, bytes, configuration, keys, time };
        std::vector<std::pair<Rank, QString>> words;
        const auto add = [&](Rank rank, const std::string& text) {
            if (!text.empty()) words.emplace_back(rank, typeset(text));
        };
        const auto workload = present::workload_text(record);
        const auto bracket = std::min(workload.rfind(" ("), workload.size());
        add(keys, workload.substr(0, bracket));
        if (bracket < workload.size()) add(bytes, workload.substr(bracket + 1));
        add(configuration, present::config_text(record));
        if (!record.device.name.empty())
            add(device, from != nullptr ? from->device_name(record).toStdString() : record.device.name);
        if (record.time) add(time, "median " + format_time_ns(double(record.time->median_ns)));
        if (record.status != CaseStatus::ok) add(time, present::status_text(record));
        texts_.clear();
        for (const auto least : {device, bytes, configuration, keys, time}) {
            QString text;
            for (const auto& [rank, word] : words) {
                if (rank < least) continue;
                if (!text.isEmpty()) text += rank == bytes ? u" "_s : u"  \u00b7  "_s;
                text += word;
            }
            texts_ << text;
        }
        for (const auto provenance : present::case_facts(record, *of->by_stage->breakdown).provenances)
            marks_->addWidget(new ProvenanceBadge(provenance));
    }
    setAccessibleName(text());
    setToolTip(text());
    update();
}

QString Heading::fitting(int room) const {
    const QFontMetrics plain(font());
    const auto found = std::ranges::find_if(
        texts_, [&](const QString& text) { return plain.horizontalAdvance(text) <= room; });
    return found == texts_.end() ? texts_.value(texts_.size() - 1) : *found;
}

void Heading::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    int room = width() - 8;
    for (int i = 0; i < marks_->count(); ++i)
        room -= marks_->itemAt(i)->widget()->sizeHint().width() + marks_->spacing();  // new: no size yet
    const auto title_font = text_font(TextSize::title, true);
    const QFontMetrics large(title_font), plain(font());
    int x = 4;
    const int base = (height() + large.ascent() - large.descent()) / 2;
    painter.setPen(palette().color(QPalette::WindowText));
    if (!title_.isEmpty()) {
        painter.setFont(title_font);
        const auto words = large.elidedText(title_, Qt::ElideMiddle, room);
        painter.drawText(x, base, words);
        x += large.horizontalAdvance(words) + 14;
    }
    painter.setFont(font());
    painter.setPen(blend(palette().color(QPalette::Window), palette().color(QPalette::WindowText), 0.8));
    if (room - x > 40) painter.drawText(x, base, elided(fitting(room - x), plain, room - x));
}

namespace {
constexpr int padding = 10, gap = 8, high = 54, low_height = 28;
}  // namespace

CaseCard::CaseCard() {
    setObjectName(u"case_card"_s);
    setFocusPolicy(Qt::TabFocus);
    setCursor(Qt::PointingHandCursor);
    setAttribute(Qt::WA_Hover);
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

QSize CaseCard::sizeHint() const { return {200, low_ ? low_height : high}; }
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
    // A narrow card shows the detail only in its tooltip.
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

}
