#include "gui/views/parts/provenance_badge.hpp"

#include <QPainter>

#include "gui/models/text.hpp"
#include "gui/views/parts/theme.hpp"
#include "present/provenance.hpp"

namespace sortscope::gui {
namespace {

QFont badge_font(const QWidget& widget) {
    QFont font = widget.font();
    font.setBold(true);
    return font;
}

}  // namespace

ProvenanceBadge::ProvenanceBadge(Provenance provenance, QWidget* parent)
    : QWidget(parent), provenance_(provenance) {
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    setToolTip(typeset(present::provenance_sentence(provenance)));
    setAccessibleName(text());
    setAccessibleDescription(toolTip());
}

QString ProvenanceBadge::text() const { return to_qstring(name_of(provenance_)); }

QSize ProvenanceBadge::sizeHint() const {
    const QFontMetrics metrics(badge_font(*this));
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
    painter.setFont(badge_font(*this));
    painter.drawText(rect(), Qt::AlignCenter, text());
}

}  // namespace sortscope::gui
