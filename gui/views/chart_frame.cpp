// What stands around a chart's marks: bands, limits, the scale of colours, legend and caption.
#include <qcustomplot.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include <QLabel>

#include "core/text.hpp"
#include "gui/models/text.hpp"
#include "gui/views/chart_series.hpp"
#include "gui/views/chart_view.hpp"
#include "gui/views/log_ticker.hpp"

namespace sortscope::gui {
namespace {

constexpr int lowest_for_lines = 260;  // height of a chart whose caption may take several lines
constexpr double most_for_caption = 0.16;
constexpr int longest_name = 60;
constexpr double spare_height = 0.09;  // of which a legend of many may have whole names
constexpr int longest_of_many = 28;  // of more than four: a legend must not take the chart's room; the tooltip has the whole
constexpr double most_of_height = 0.22;  // that a legend takes before its names are shortened
constexpr int lowest_for_one = 190;      // height of a chart that has a legend for one name
constexpr int least_beside_legend = 120;  // height that a legend of several lines leaves
constexpr double most_of_low = 0.45;     // and before it is left out
constexpr std::size_t most_bands = 400;  // narrower than a few pixels they would be a grey haze

/// The title of an axis, its unit and provenance below what it is.
QString in_two_lines(QString title) { return title.replace(QStringLiteral(" ("), QStringLiteral("\n(")); }

bool fits_in(const QFontMetrics& metrics, const QString& text, int room) {
    return std::ranges::all_of(text.split(u'\n'), [&](const QString& line) { return metrics.horizontalAdvance(line) <= room; });
}

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
        if (!vertical) names_.push_back(text);
    }
}

/// Names of lines from left to right stand above their lines at the right; where that is out of sight or another's place, below them, or further to the left.
void ChartView::place_names() {
    const QRectF area = plot_->axisRect()->rect();
    std::vector<QRectF> taken;
    for (auto* text : names_) {
        const double line = value_axis()->coordToPixel(text->position->coords().y());
        const QSizeF size = QFontMetrics(text->font()).size(0, text->text()) + QSizeF(8, 2);
        QRectF best;
        double along = 0.995;
        bool above = true;
        for (const double part : {0.995, 0.66, 0.33})
            for (const bool over : {true, false}) {
                const double right = area.left() + part * area.width();
                const QRectF place(right - size.width(), over ? line - size.height() : line, size.width(), size.height());
                const bool free = place.top() >= area.top() && place.bottom() <= area.bottom() && place.left() >= area.left() &&
                                  std::ranges::none_of(taken, [&](const QRectF& other) { return other.intersects(place); });
                if (free && best.isNull()) best = place, along = part, above = over;
            }
        text->setVisible(!best.isNull());  // of a very low chart; its tooltip and its caption say as much
        if (best.isNull()) continue;
        taken.push_back(best);
        text->setPositionAlignment(Qt::AlignRight | (above ? Qt::AlignBottom : Qt::AlignTop));
        text->position->setCoords(along, text->position->coords().y());
    }
}

void ChartView::add_colour_scale() {
    const bool coloured = chart().heat || std::ranges::any_of(chart().series, [](const auto& series) {
        return std::ranges::any_of(series.points, [](const auto& point) { return point.heat.has_value(); });
    });
    if (!coloured) return;
    auto* scale = new QCPColorScale(plot_);
    scale_ = scale;
    plot_->plotLayout()->addElement(plot_row, 1, scale);
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
    // Of a low chart it takes one line, and so it does where its lines would take too much of it; pointed at it says the whole.
    const auto lines = caption_->fontMetrics().boundingRect(QRect(0, 0, std::max(60, width() - 24), 1000), Qt::TextWordWrap, text).height();
    const bool low = height() < lowest_for_lines || lines > most_for_caption * height();
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

/// As many columns as there is room for, each as broad as its longest name. Returns the height that the legend then has.
int ChartView::lay_legend(int longest) {
    auto* legend = plot_->legend;
    for (std::size_t i = 0; i < series_.size(); ++i) series_[i]->setName(legend_name(i, longest));
    int highest = 1;
    std::vector<int> widths;
    for (int i = 0; i < legend->itemCount(); ++i)
        if (auto* item = legend->item(i)) {
            item->setMargins(QMargins(0, 1, 0, 3));  // underscores of kernel names hang below the line
            highest = std::max(highest, item->minimumOuterSizeHint().height());
            widths.push_back(item->minimumOuterSizeHint().width());
        }
    const auto width_of = [&](int columns) {
        std::vector<int> widest(static_cast<std::size_t>(columns));
        for (std::size_t i = 0; i < widths.size(); ++i) widest[i % widest.size()] = std::max(widest[i % widest.size()], widths[i]);
        return std::accumulate(widest.begin(), widest.end(), (columns - 1) * legend->columnSpacing());
    };
    int columns = std::max(1, static_cast<int>(widths.size()));
    while (columns > 1 && width_of(columns) > legend_width()) --columns;
    if (legend->wrap() != columns) {
        legend->setWrap(columns);
        legend->setFillOrder(QCPLegend::foColumnsFirst, true);
    }
    return (static_cast<int>(widths.size()) + columns - 1) / columns * highest;
}

int ChartView::legend_width() const { return plot_->width() - 24; }

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
    std::vector<int> lengths{longest_name, 20, 13};
    if (plot_->legend->itemCount() > 4) {
        // Names of many are whole where a line or two of a large chart has the room.
        lengths = {longest_of_many, 20, 13};
        for (const int longest : {36, 45, longest_name})
            if (lay_legend(longest) <= static_cast<int>(spare_height * plot_->height())) lengths.front() = longest;
    }
    for (const int longest : lengths) {  // lines without a name are not in it
        chosen = longest;
        if (height = lay_legend(longest); height <= room) break;
    }
    // Names that stand below each other may be as long as the chart is wide: that takes no height.
    if (plot_->legend->wrap() == 1)
        for (const int longest : {longest_name, 45, 36, chosen})
            if (height = lay_legend(longest); longest <= chosen || widest_in_legend() <= legend_width()) break;
    // Of a chart that is lower than that, names are said where one points.
    auto* legend = plot_->legend;
    const bool alone = legend->itemCount() == 1 && plot_->height() < lowest_for_one;
    const int lines = (legend->itemCount() + legend->wrap() - 1) / std::max(1, legend->wrap());
    const bool crowded = lines > 2 && plot_->height() - height < least_beside_legend;
    const bool shown = legend->itemCount() > 0 && !alone && !crowded && height <= static_cast<int>(most_of_low * plot_->height());
    legend->setVisible(shown);
    legend->setMaximumSize(QWIDGETSIZE_MAX, shown ? QWIDGETSIZE_MAX : 0);
    fit_title(shown ? height + 10 : 0);
}

/// Numbers of the x axis must not touch, nor may its title be longer than it.
void ChartView::fit_across() {
    auto* axis = plot_->xAxis;
    const int names = plot_->yAxis->axisRect()->margins().left();  // of the last layout
    const int room = std::max(60, plot_->width() - (names > 0 ? names : plot_->width() / 6) - 20);
    const QFontMetrics metrics(axis->labelFont());
    if (axis->scaleType() == QCPAxis::stLinear && key_axis() == axis && chart().x.scale == present::Scale::linear)
        axis->ticker()->setTickCount(std::clamp(room / (metrics.horizontalAdvance(QStringLiteral("0,000")) * 2), 2, 6));
    const auto& title = chart().sideways ? chart().y.title : chart().x.title;
    if (title.empty()) return;
    const QString whole = typeset(title);
    const QString broken = in_two_lines(whole);
    const auto fits = [&](const QString& text) { return fits_in(metrics, text, room); };
    const QString label = fits(whole) ? whole : fits(broken) ? broken : metrics.elidedText(whole, Qt::ElideRight, room);
    if (label != axis->label()) axis->setLabel(label);
}

/// The title of the y axis stands along it, in two lines where one is too long; above the chart where two are.
void ChartView::fit_title(int legend_height) {
    // What is left for the y axis beside its title: without legend, x axis and margins.
    const int room = plot_->height() - legend_height - 60;
    auto* axis = plot_->yAxis;
    if (axis->scaleType() == QCPAxis::stLinear) axis->ticker()->setTickCount(std::clamp(room / 24, 3, 6));
    fit_across();
    const auto& title = chart().sideways ? chart().x.title : chart().y.title;
    const QString whole = title.empty() ? QString() : typeset(title);
    const QFontMetrics metrics(axis->labelFont());
    const auto fits = [&](const QString& text) { return fits_in(metrics, text, room); };
    const QString broken = in_two_lines(whole);
    const auto& label = fits(whole) ? whole : fits(broken) ? broken : QString();
    if (label != axis->label()) axis->setLabel(label);
    if (scale_) {
        const QString said = chart().colour.title.empty() ? QStringLiteral(" ") : typeset(chart().colour.title);
        const QString fitting = fits(said) ? said : fits(in_two_lines(said)) ? in_two_lines(said) : metrics.elidedText(said, Qt::ElideMiddle, room);
        if (fitting != scale_->label()) scale_->setLabel(fitting);
    }
    const QString above = label.isEmpty() && !whole.isEmpty() ? metrics.elidedText(whole, Qt::ElideRight, std::max(60, legend_width())) : QString();
    title_->setText(above);
    title_->setVisible(!above.isEmpty());
    title_->setMargins(above.isEmpty() ? QMargins() : QMargins(8, 2, 8, 0));
    title_->setMinimumSize(above.isEmpty() ? QSize(1, 1) : QSize());  // its own hint is of a line, be there text or not
    title_->setMaximumSize(QWIDGETSIZE_MAX, above.isEmpty() ? 0 : QWIDGETSIZE_MAX);
}

}  // namespace sortscope::gui
