#include "gui/views/chart/ticker.hpp"

#include <utility>
#include <vector>

#include <QFontInfo>
#include <QFontMetricsF>

#include "gui/models/text.hpp"
#include "present/axis.hpp"

namespace sortscope::gui {

Ticker::Ticker(const QCPAxis* axis, std::shared_ptr<const present::Axis> about, Label label)
    : axis_(axis), about_(std::move(about)), label_(std::move(label)) {}

double Ticker::width_of(const QString& text) {
    if (const auto font = axis_->tickLabelFont(); font != font_) font_ = font, widths_.clear();
    double width = 0;
    for (const QChar character : text) {
        auto known = widths_.find(character);
        if (known == widths_.end())
            known = widths_.insert(character, QFontMetricsF(font_).horizontalAdvance(character));
        width += *known;
    }
    return width;
}

QString Ticker::text(const std::string& tick) const {
    const auto typed = tick.empty() ? u" "_s : typeset(tick);
    return label_ ? label_(typed) : typed;
}

void Ticker::generate(const QCPRange& range, const QLocale&, QChar, int, QVector<double>& ticks,
                      QVector<double>* sub_ticks, QVector<QString>* labels) {
    const present::AxisScale scale(*about_, {range.lower, range.upper});
    const bool vertical = axis_->orientation() == Qt::Vertical;
    const auto* area = axis_->parentPlot()->axisRect();  // a new colour scale has no size yet
    const double length = vertical ? area->height() : area->width(),
                 px = QFontInfo(axis_->tickLabelFont()).pixelSize();
    // Names along the bottom are shortened to their slots.
    const bool elided = about_->names && !vertical && about_->scale == present::Scale::categories;
    const auto found = elided     ? scale.ticks(about_->ticks.size())
                       : vertical ? scale.vertical_ticks(length, px)
                                  : scale.horizontal_ticks(length, px, [this](std::string_view tick) {
                                        return width_of(text(std::string(tick)));
                                    });
    ticks.clear();
    if (sub_ticks != nullptr) sub_ticks->clear();
    if (labels != nullptr) labels->clear();
    const QFontMetricsF metrics(axis_->tickLabelFont());
    for (const auto& tick : found) {
        ticks << tick.at;
        if (labels != nullptr)
            *labels << (elided ? metrics.elidedText(text(tick.text), Qt::ElideMiddle,
                                                    length / std::max(range.size(), 1e-9) - 10)
                               : text(tick.text));
    }
}

}  // namespace sortscope::gui
