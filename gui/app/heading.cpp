#include "gui/app/heading.hpp"

#include <QEvent>
#include <QHBoxLayout>
#include <QPainter>
#include <QStyle>

#include "core/printable.hpp"
#include "gui/views/parts/case_header.hpp"
#include "gui/views/parts/controls.hpp"
#include "gui/views/parts/theme.hpp"
#include "present/tables/case.hpp"

namespace sortscope::gui {
MessageBar::MessageBar() : label_(new QLabel), sign_(new QLabel) {
    setObjectName(u"message_bar"_s);
    setFrameShape(QFrame::StyledPanel);
    setAutoFillBackground(true);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(10, 6, 6, 6);
    label_->setWordWrap(true);
    label_->setTextFormat(Qt::PlainText);
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

void MessageBar::clear_error() {
    if (error_) clear();
}

void MessageBar::clear() {
    label_->clear();
    hide();
}

QString MessageBar::text() const { return label_->text(); }

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

void MessageBar::changeEvent(QEvent* event) {
    QFrame::changeEvent(event);
    if (event->type() == QEvent::ParentChange) colour();
}

CaseChips::CaseChips() : row_(new QHBoxLayout(this)) {
    setObjectName(u"case_chips"_s);
    row_->setContentsMargins(8, 3, 8, 3);
    row_->setSpacing(6);
    row_->setAlignment(Qt::AlignLeft);
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    hide();
}

void CaseChips::set_chips(const std::vector<Chip>& chips) {
    while (auto* item = row_->takeAt(0)) {
        if (auto* chip = item->widget()) {
            chip->hide();
            chip->deleteLater();  // the chip may be handling a click
        }
        delete item;
    }
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

void CaseChips::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    fit();
}

Heading::Heading() : marks_(new QHBoxLayout(this)) {
    setObjectName(u"heading"_s);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    marks_->setContentsMargins(0, 0, 6, 0);
    marks_->setSpacing(6);
    marks_->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
}

QFont Heading::title_font() const { return text_font(TextSize::title, true); }

QSize Heading::sizeHint() const { return {500, QFontMetrics(title_font()).height() + 10}; }
QSize Heading::minimumSizeHint() const { return {120, QFontMetrics(title_font()).height() + 10}; }

void Heading::show_case(const CasePtr& of, const FileContents* from, const QString& sentence) {
    if (of == shown_ && sentence == sentence_) return;
    shown_ = of;
    sentence_ = sentence;
    while (auto* item = marks_->takeAt(0)) {
        delete item->widget();
        delete item;
    }
    title_.clear();
    texts_ = {sentence};
    if (of) {
        const auto& record = of->record;
        title_ = typeset(present::variant_text(record));
        // Short texts drop words of low rank.
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
        room -= marks_->itemAt(i)->sizeHint().width() + marks_->spacing();
    const QFontMetrics large(title_font()), plain(font());
    int x = 4;
    const int base = (height() + large.ascent() - large.descent()) / 2;
    painter.setPen(palette().color(QPalette::WindowText));
    if (!title_.isEmpty()) {
        painter.setFont(title_font());
        const auto words = large.elidedText(title_, Qt::ElideMiddle, room);
        painter.drawText(x, base, words);
        x += large.horizontalAdvance(words) + 14;
    }
    painter.setFont(font());
    painter.setPen(blend(palette().color(QPalette::Window), palette().color(QPalette::WindowText), 0.8));
    if (room - x > 40) painter.drawText(x, base, elided(fitting(room - x), plain, room - x));
}
}

#include "moc_heading.cpp"
