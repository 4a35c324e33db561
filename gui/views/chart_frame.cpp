// What stands around a chart: the scale of colours, the caption, titles of axes. Its legend is in
// chart_legend, lines across it in chart_marks.
#include <qcustomplot.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include <QLabel>

#include "core/text.hpp"
#include "gui/models/text.hpp"
#include "gui/views/chart_series.hpp"
#include "gui/views/chart_view.hpp"
#include "gui/views/number_ticker.hpp"

namespace sortscope::gui {
namespace {

constexpr int lowest_for_lines = 260;  // height of a chart whose caption may take several lines
constexpr double most_for_caption = 0.16;

/// The title of an axis, its unit and provenance below what it is.
QString in_two_lines(QString title) { return title.replace(QStringLiteral(" ("), QStringLiteral("\n(")); }

bool fits_in(const QFontMetrics& metrics, const QString& text, int room) {
    return std::ranges::all_of(text.split(u'\n'),
                               [&](const QString& line) { return metrics.horizontalAdvance(line) <= room; });
}

}  // namespace

void ChartView::add_colour_scale() {
    const bool coloured = chart().heat || std::ranges::any_of(chart().series, [](const auto& series) {
                              return std::ranges::any_of(
                                  series.points, [](const auto& point) { return point.heat.has_value(); });
                          });
    if (!coloured) return;
    place_legend(false);  // the scale stands beside the plot
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
        const double value = axis.scale == present::Scale::logarithmic && axis.least > 0
                                 ? axis.least * std::pow(axis.largest / axis.least, part)
                                 : axis.least + (axis.largest - axis.least) * part;
        gradient.setColorStopAt(part, drawing_->heat(value));
    }
    scale->setGradient(gradient);
    const bool logarithmic = chart().colour.scale == present::Scale::logarithmic && chart().colour.least > 0;
    scale->setDataScaleType(logarithmic ? QCPAxis::stLogarithmic : QCPAxis::stLinear);
    if (logarithmic) scale->axis()->setTicker(QSharedPointer<LogTicker>::create());
    const double largest =
        chart().colour.largest > chart().colour.least ? chart().colour.largest : chart().colour.least + 1;
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
    // Of a low chart it takes one line, and so it does where its lines would take too much of it; pointed at
    // it says the whole.
    const auto lines =
        caption_->fontMetrics()
            .boundingRect(QRect(0, 0, std::max(60, width() - 24), 1000), Qt::TextWordWrap, text)
            .height();
    const bool low = height() < lowest_for_lines || lines > most_for_caption * height();
    const QString shown =
        low ? caption_->fontMetrics().elidedText(text, Qt::ElideRight, std::max(60, width() - 24)) : text;
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
        if (auto said = text->empty() ? QString() : typeset(*text); !said.isEmpty()) {
            if (!said_beside_.isEmpty()) said = said.remove(said_beside_).trimmed();
            if (!said.isEmpty()) words << said;
        }
    const bool bars =
        has_kind(chart(), present::Series::Kind::bars) && chart().x.scale == present::Scale::categories;
    if (bars && !series_.empty()) {
        const auto range = key_axis()->range();
        const double rows = static_cast<double>(chart_->bars.rows());
        const auto in_sight = static_cast<std::size_t>(std::clamp(std::ceil(range.upper + 0.5), 0.0, rows) -
                                                       std::clamp(std::floor(range.lower + 0.5), 0.0, rows));
        if (drawing_->drawn > 0 && drawing_->drawn < in_sight)
            words << tr("%1 of %2 bars are drawn: the longest at each place. Zoom in to see all.")
                         .arg(to_qstring(format_grouped(static_cast<std::int64_t>(drawing_->drawn))),
                              to_qstring(format_grouped(static_cast<std::int64_t>(in_sight))));
    }
    set_caption(words.join(QStringLiteral(" \u2013 ")));
}

void ChartView::set_said_beside(const QString& sentence) {
    if (std::exchange(said_beside_, sentence) != sentence && !chart().empty()) update_caption();
}

/// Numbers of the x axis must not touch, nor may its title be longer than it.
void ChartView::fit_across() {
    auto* axis = plot_->xAxis;
    const int names = plot_->yAxis->axisRect()->margins().left();  // of the last layout
    const int room = std::max(60, plot_->width() - (names > 0 ? names : plot_->width() / 6) - 20 -
                                      (beside_ ? widest_in_legend() : 0));
    const QFontMetrics metrics(axis->labelFont());
    if (axis->scaleType() == QCPAxis::stLinear && key_axis() == axis &&
        chart().x.scale == present::Scale::linear)
        axis->ticker()->setTickCount(
            std::clamp(room / (metrics.horizontalAdvance(QStringLiteral("0,000")) * 2), 2, 6));
    const auto& title = chart().sideways ? chart().y.title : chart().x.title;
    if (title.empty()) return;
    const QString whole = typeset(title);
    const QString broken = in_two_lines(whole);
    const auto fits = [&](const QString& text) { return fits_in(metrics, text, room); };
    const QString label = fits(whole)    ? whole
                          : fits(broken) ? broken
                                         : metrics.elidedText(whole, Qt::ElideRight, room);
    if (label != axis->label()) axis->setLabel(label);
}

/// The title of the y axis stands along it, in two lines where one is too long; above the chart where two
/// are.
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
        const QString said =
            chart().colour.title.empty() ? QStringLiteral(" ") : typeset(chart().colour.title);
        const QString in_lines = in_two_lines(said);
        QStringList lines = in_lines.split(u'\n');
        for (auto& line : lines) line = metrics.elidedText(line, Qt::ElideRight, room);
        const QString fitting = fits(said) ? said : lines.join(u'\n');
        if (fitting != scale_->label()) scale_->setLabel(fitting);
    }
    const QString above = label.isEmpty() && !whole.isEmpty()
                              ? metrics.elidedText(whole, Qt::ElideRight, std::max(60, plot_->width() - 24))
                              : QString();
    title_->setText(above);
    title_->setVisible(!above.isEmpty());
    title_->setMargins(above.isEmpty() ? QMargins() : QMargins(8, 2, 8, 0));
    title_->setMinimumSize(above.isEmpty() ? QSize(1, 1)
                                           : QSize());  // its own hint is of a line, be there text or not
    title_->setMaximumSize(QWIDGETSIZE_MAX, above.isEmpty() ? 0 : QWIDGETSIZE_MAX);
}

}  // namespace sortscope::gui
