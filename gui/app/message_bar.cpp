#include "gui/app/message_bar.hpp"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QStyle>
#include <QToolButton>

#include "gui/models/text.hpp"
#include "gui/views/parts/theme.hpp"

namespace sortscope::gui {

MessageBar::MessageBar(QWidget* parent) : QFrame(parent), label_(new QLabel), sign_(new QLabel) {
    setObjectName(u"message_bar"_s);
    setFrameShape(QFrame::StyledPanel);
    setAutoFillBackground(true);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(10, 6, 6, 6);
    label_->setWordWrap(true);
    label_->setTextFormat(Qt::PlainText);
    label_->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    auto* close = new QToolButton;
    close->setIcon(style()->standardIcon(QStyle::SP_TitleBarCloseButton));
    close->setAutoRaise(true);
    close->setToolTip(tr("Close this message"));
    close->setAccessibleName(close->toolTip());
    connect(close, &QToolButton::clicked, this, &MessageBar::clear);
    row->addWidget(sign_, 0, Qt::AlignTop);
    row->addWidget(label_, 1);
    row->addWidget(close, 0, Qt::AlignTop);
    colour();
    hide();
}

void MessageBar::show_error(const QString& sentence) { show_sentence(sentence, true); }
void MessageBar::show_note(const QString& sentence) { show_sentence(sentence, false); }

void MessageBar::show_sentence(const QString& sentence, bool error) {
    error_ = error;
    label_->setText(sentence);
    setAccessibleName(sentence);
    sign_->setPixmap(
        style()
            ->standardIcon(error ? QStyle::SP_MessageBoxCritical : QStyle::SP_MessageBoxInformation)
            .pixmap(20, 20));
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
}

void MessageBar::changeEvent(QEvent* event) {
    QFrame::changeEvent(event);
    if (event->type() == QEvent::ParentChange) colour();
}

}  // namespace sortscope::gui
