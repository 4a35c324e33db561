// What stands around a chart's marks: bands, limits, the scale of colours, legend and caption.
#include <qcustomplot.h>

#include <algorithm>
#include <cmath>

#include <QLabel>

#include "core/text.hpp"
#include "gui/models/text.hpp"
#include "gui/views/chart_series.hpp"
#include "gui/views/chart_view.hpp"
#include "gui/views/log_ticker.hpp"

namespace sortscope::gui {
namespace {

constexpr int lowest_for_lines = 260;  // height of a chart whose caption may take several lines
constexpr int longest_name = 60;
constexpr int longest_of_many = 28;  // of more than four: a legend must not take the chart's room; the tooltip has the whole
constexpr double most_of_height = 0.3;  // that a legend takes before its names are shortened
constexpr double most_of_low = 0.45;    // and before it is left out
constexpr std::size_t most_bands = 400;  // narrower than a few pixels they would be a grey haze

}  // namespace

void ChartView::add_bands() {
    if (chart().bands.size() > most_bands) return;
    for (const auto& band : chart().bands) {
        auto* stripe = new QCPItemRect(plot_);
        stripe->setLayer(QStringLiteral("bands"));
        stripe->setSelectable(false);
        // Over positions of x, unless it says of y; on screen x runs down where the chart lies on its side.
        const bool across = chart().sideways != band.of_y;
        for (auto* corner : {stripe->topLeft, stripe->bottomRight}) {
            corner->setTypeX(across ? QCPItemPosition::ptAxisRectRatio : QCPItemPosition::ptPlotCoords);
            corner->setTypeY(across ? QCPItemPosition::ptPlotCoords : QCPItemPosition::ptAxisRectRatio);
        }
        stripe->topLeft->setCoords(across ? QPointF(0, band.from) : QPointF(band.from, 0));
        stripe->bottomRight->setCoords(across ? QPointF(1, band.to) : QPointF(band.to, 1));
        stripe->setPen(Qt::NoPen);
        stripe->setBrush(theme_.band);
    }
}

void ChartView::add_marks() {
    for (const auto& mark : chart().marks) {
        const bool across_key = mark.across == present::Mark::Across::x;
        const bool vertical = across_key != chart().sideways;  // on screen
        auto* line = new QCPItemStraightLine(plot_);
        line->setSelectable(false);
        const QPen pen(theme_.faint_text, 1.2, mark.provenance == Provenance::measured ? Qt::SolidLine : Qt::DashLine);
        line->setPen(pen);
        const auto coords = [&](double along) { return vertical ? QPointF(mark.at, along) : QPointF(along, mark.at); };
        // Any two places along it: the line goes on beyond both.
        line->point1->setCoords(coords(1));
        line->point2->setCoords(coords(2));
        if (mark.text.empty()) continue;
        auto* text = new QCPItemText(plot_);
        text->setSelectable(false);
        text->setText(typeset(mark.text));
        text->setColor(theme_.text);
        auto behind = theme_.background;
        behind.setAlpha(210);
        text->setBrush(behind);
        text->setFont(font());
        text->setPadding(QMargins(4, 1, 4, 1));
        text->position->setTypeX(vertical ? QCPItemPosition::ptPlotCoords : QCPItemPosition::ptAxisRectRatio);
        text->position->setTypeY(vertical ? QCPItemPosition::ptAxisRectRatio : QCPItemPosition::ptPlotCoords);
        text->setPositionAlignment(vertical ? Qt::AlignLeft | Qt::AlignTop : Qt::AlignRight | Qt::AlignBottom);
        text->position->setCoords(vertical ? QPointF(mark.at, 0.01) : QPointF(0.995, mark.at));
    }
}

void ChartView::add_colour_scale() {
    const bool coloured = chart().heat || std::ranges::any_of(chart().series, [](const auto& series) {
        return std::ranges::any_of(series.points, [](const auto& point) { return point.heat.has_value(); });
    });
    if (!coloured) return;
    auto* scale = new QCPColorScale(plot_);
    scale_ = scale;
    plot_->plotLayout()->addElement(1, 1, scale);
    plot_->plotLayout()->setColumnStretchFactor(1, 0.001);
    scale->setType(QCPAxis::atRight);
    scale->setBarWidth(12);
    scale->setRangeDrag(false);
    scale->setRangeZoom(false);
    QCPColorGradient gradient;
    gradient.clearColorStops();
    for (int i = 0; i <= 10; ++i) {
        const double part = i / 10.0;
        const auto& axis = chart().colour;
        const double value = axis.scale == present::Scale::logarithmic && axis.least > 0 ? axis.least * std::pow(axis.largest / axis.least, part)
                                                                                         : axis.least + (axis.largest - axis.least) * part;
        gradient.setColorStopAt(part, drawing_->heat(value));
    }
    scale->setGradient(gradient);
    const bool logarithmic = chart().colour.scale == present::Scale::logarithmic && chart().colour.least > 0;
    scale->setDataScaleType(logarithmic ? QCPAxis::stLogarithmic : QCPAxis::stLinear);
    if (logarithmic) scale->axis()->setTicker(QSharedPointer<LogTicker>::create());
    const double largest = chart().colour.largest > chart().colour.least ? chart().colour.largest : chart().colour.least + 1;
    scale->setDataRange(QCPRange(chart().colour.least, largest));
    scale->setLabel(typeset(chart().colour.title.empty() ? std::string(" ") : chart().colour.title));
    auto* axis = scale->axis();
    axis->setNumberFormat(QStringLiteral("g"));
    axis->setNumberPrecision(8);
    axis->setPadding(10);  // its title stands at the window's edge
    axis->setSubTicks(false);
    axis->setTickLength(0, 3);
    for (const auto& set : {&QCPAxis::setLabelColor, &QCPAxis::setTickLabelColor}) (axis->*set)(theme_.text);
    axis->setLabelFont(font());
    axis->setTickLabelFont(font());
    axis->setBasePen(QPen(theme_.grid));
    axis->setTickPen(QPen(theme_.faint_text));
    // As tall as the plot.
    plot_->axisRect()->setMarginGroup(QCP::msTop | QCP::msBottom, margins_);
    scale->setMarginGroup(QCP::msTop | QCP::msBottom, margins_);
}

void ChartView::set_caption(const QString& text) {
    said_ = text;
    // Of a low chart it takes one line; pointed at it says the whole.
    const bool low = height() < lowest_for_lines;
    const QString shown = low ? caption_->fontMetrics().elidedText(text, Qt::ElideRight, std::max(60, width() - 24)) : text;
    if (caption_->text() == shown && caption_->isHidden() == text.isEmpty()) return;
    caption_->setWordWrap(!low);
    caption_->setText(shown);
    caption_->setToolTip(shown == text ? QString() : text);
    caption_->setAccessibleName(text);
    caption_->setVisible(!text.isEmpty());
}

void ChartView::update_caption() {
    QStringList words;
    for (const auto* text : {&chart().conditions, &chart().note})
        if (!text->empty()) words << typeset(*text);
    const bool bars = has_kind(chart(), present::Series::Kind::bars) && chart().x.scale == present::Scale::categories;
    if (bars && !series_.empty()) {
        const auto range = key_axis()->range();
        const double rows = static_cast<double>(chart_->bars.rows());
        const auto in_sight = static_cast<std::size_t>(std::clamp(std::ceil(range.upper + 0.5), 0.0, rows) - std::clamp(std::floor(range.lower + 0.5), 0.0, rows));
        if (drawing_->drawn > 0 && drawing_->drawn < in_sight)
            words << tr("%1 of %2 bars are drawn: the longest at each place. Zoom in to see all.")
                         .arg(to_qstring(format_grouped(static_cast<std::int64_t>(drawing_->drawn))), to_qstring(format_grouped(static_cast<std::int64_t>(in_sight))));
    }
    set_caption(words.join(QStringLiteral(" \u2013 ")));
}

/// What a legend calls a series: without the provenance that all have and the axis names.
QString ChartView::legend_name(std::size_t series, int longest) const {
    std::string shared;
    for (const auto& one : chart().series) {
        if (one.name.empty()) continue;
        const auto at = one.name.rfind(" (");
        const auto suffix = at == std::string::npos ? std::string() : one.name.substr(at);
        if (suffix.empty() || (!shared.empty() && suffix != shared) || chart().y.title.find(suffix.substr(2)) == std::string::npos) {
            shared.clear();
            break;
        }
        shared = suffix;
    }
    const auto& name = chart().series[series].name;
    return shortened_name(typeset(name.substr(0, name.size() - shared.size())), longest);
}

/// Columns as broad as the longest name, as many as there is room for. Returns the height that the legend then has.
int ChartView::lay_legend(int longest) {
    auto* legend = plot_->legend;
    for (std::size_t i = 0; i < series_.size(); ++i) series_[i]->setName(legend_name(i, longest));
    int highest = 1;
    for (int i = 0; i < legend->itemCount(); ++i)
        if (auto* item = legend->item(i)) {
            item->setMargins(QMargins(0, 1, 0, 3));  // underscores of kernel names hang below the line
            highest = std::max(highest, item->minimumOuterSizeHint().height());
        }
    const int columns = std::max(1, (plot_->width() - 40) / (widest_in_legend() + legend->columnSpacing()));
    if (legend->wrap() != columns) {
        legend->setWrap(columns);
        legend->setFillOrder(QCPLegend::foColumnsFirst, true);
    }
    return (legend->itemCount() + columns - 1) / columns * highest;
}

int ChartView::widest_in_legend() const {
    int widest = 1;
    for (int i = 0; i < plot_->legend->itemCount(); ++i)
        if (auto* item = plot_->legend->item(i)) widest = std::max(widest, item->minimumOuterSizeHint().width());
    return widest;
}

void ChartView::arrange_legend() {
    if (series_.size() != chart().series.size()) return;
    const auto room = static_cast<int>(most_of_height * plot_->height());
    int height = 0, chosen = 0;
    for (const int longest : {chart().series.size() > 4 ? longest_of_many : longest_name, 20, 13}) {
        chosen = longest;
        if (height = lay_legend(longest); height <= room) break;
    }
    // Names that stand below each other may be as long as the chart is wide: that takes no height.
    if (plot_->legend->wrap() == 1)
        for (const int longest : {longest_name, 45, 36, chosen})
            if (height = lay_legend(longest); longest <= chosen || widest_in_legend() + 40 <= plot_->width()) break;
    // Of a chart that is lower than that, names are said where one points.
    auto* legend = plot_->legend;
    const bool shown = legend->itemCount() > 0 && height <= static_cast<int>(most_of_low * plot_->height());
    legend->setVisible(shown);
    legend->setMaximumSize(QWIDGETSIZE_MAX, shown ? QWIDGETSIZE_MAX : 0);
    fit_label(shown ? height + 10 : 0);
}

void ChartView::fit_label(int legend_height) {
    // What is left for the y axis beside its title: without legend, x axis and margins.
    const int room = plot_->height() - legend_height - 60;
    auto* axis = plot_->yAxis;
    if (axis->scaleType() == QCPAxis::stLinear) axis->ticker()->setTickCount(std::clamp(room / 24, 3, 6));
    const auto& title = chart().sideways ? chart().x.title : chart().y.title;
    QString label = title.empty() ? QString() : typeset(title);
    const QFontMetrics metrics(axis->labelFont());
    if (metrics.horizontalAdvance(label) > room) label.replace(QStringLiteral(" ("), QStringLiteral("\n("));
    auto lines = label.split(u'\n');
    for (auto& line : lines) line = metrics.elidedText(line, Qt::ElideRight, std::max(room, 60));
    label = lines.join(u'\n');
    if (label != axis->label()) axis->setLabel(label);
}

}  // namespace sortscope::gui
