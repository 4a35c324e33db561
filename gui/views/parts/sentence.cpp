#include "gui/views/parts/sentence.hpp"

#include <algorithm>
#include <utility>

#include <QTextLayout>

#include "gui/models/text.hpp"

namespace sortscope::gui {

Sentence::Sentence(int few, QWidget* parent) : QLabel(parent), few_(few) {
    setWordWrap(true);
    setTextFormat(Qt::PlainText);
    setTextInteractionFlags(Qt::TextSelectableByMouse);
    setContentsMargins(8, 4, 8, 4);
    setMinimumWidth(1);
    hide();
}

void Sentence::say(const QString& text, const QString& hint) {
    said_ = text;
    hint_ = hint;
    setVisible(!text.isEmpty());
    fit();
}

void Sentence::set_low(bool low) {
    if (std::exchange(low_, low) != low) fit();
}

void Sentence::resizeEvent(QResizeEvent* event) {
    QLabel::resizeEvent(event);
    fit();
}

void Sentence::fit() {
    const int room = std::max(60, contentsRect().width() - 2 * margin());
    QString shown = said_;
    if (low_ && !said_.isEmpty()) {
        QTextLayout layout(said_, font());
        layout.beginLayout();
        int last = 0;  // start of the last line
        int lines = 0;
        for (auto line = layout.createLine(); line.isValid(); line = layout.createLine()) {
            line.setLineWidth(room);
            if (++lines == few_) last = line.textStart();
        }
        layout.endLayout();
        if (lines > few_)
            shown = said_.left(last) + fontMetrics().elidedText(said_.mid(last), Qt::ElideRight, room);
    }
    if (shown != text()) setText(shown);
    setToolTip(shown == said_ ? hint_ : hint_.isEmpty() ? said_ : said_ + u"\n\n"_s + hint_);
    setAccessibleName(said_);
}

}  // namespace sortscope::gui
