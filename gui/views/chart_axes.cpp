// A chart's axes, and what part of them is in sight.
#include <qcustomplot.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include <QScopedValueRollback>

#include "core/text.hpp"
#include "gui/models/text.hpp"
#include "gui/views/chart_series.hpp"
#include "gui/views/chart_view.hpp"
#include "gui/views/index_ticker.hpp"
#include "gui/views/number_ticker.hpp"

namespace sortscope::gui {
namespace {

constexpr double spare_of_rows = 0.04;

/// Two bars of a two-stage sort must not fill the window; names need the room.
double padding(const present::Chart& chart, std::size_t rows) {
    const double fewest_slots = chart.x.names ? 4 : 8;
    return std::max(0.0, (fewest_slots - static_cast<double>(rows)) / 2);
}

}  // namespace

/// Letters of names beside the plot: they have a third of its width at most.
int ChartView::longest_lane() const {
    return std::clamp(static_cast<int>(0.33 * width()) / std::max(1, fontMetrics().averageCharWidth()), 18,
                      44);
}

void ChartView::set_up_axis(QCPAxis& axis, const present::Axis& about, bool category_axis_of_bars) {
    using present::Scale;
    axis.setLabel(typeset(about.title.empty() ? std::string(" ") : about.title));
    if (about.title.empty()) axis.setLabel({});
    axis.setSubTicks(false);
    axis.setTickLength(0, 4);
    axis.setTickPen(QPen(theme_.faint_text));
    axis.setScaleType(about.scale == Scale::logarithmic ? QCPAxis::stLogarithmic : QCPAxis::stLinear);
    axis.setNumberFormat(QStringLiteral("g"));
    axis.setNumberPrecision(10);
    axis.grid()->setSubGridVisible(false);
    axis.grid()->setVisible(true);
    const bool vertical = axis.orientation() == Qt::Vertical;
    // Position 0 of names stands at the top, as a table is read.
    axis.setRangeReversed(vertical && about.scale == Scale::categories);
    switch (about.scale) {
        case Scale::categories: {
            axis.grid()->setVisible(false);
            const auto count = static_cast<int>(about.ticks.size());
            auto ticker = QSharedPointer<IndexTicker>::create(
                &axis,
                [chart = chart_, vertical, key = &about == &chart().x, count, this](int row) {
                    const auto& ticks = key ? chart->chart.x.ticks : chart->chart.y.ticks;
                    const auto text = row >= 0 && row < count
                                          ? typeset(ticks[static_cast<std::size_t>(row)].empty()
                                                        ? std::string(" ")
                                                        : ticks[static_cast<std::size_t>(row)])
                                          : QString();
                    return vertical ? shortened_name(text, longest_lane()) : text;
                },
                category_axis_of_bars ? stage_starts_ : std::vector<int>{});
            ticker->set_elided(about.names && !vertical);
            if (vertical) ticker->set_foremost({about.foremost.begin(), about.foremost.end()});
            axis.setTicker(ticker);
            break;
        }
        case Scale::log2:
            axis.setTicker(QSharedPointer<IndexTicker>::create(&axis, [powers = about.powers](int exponent) {
                return powers || exponent < 0 || exponent > 62
                           ? typeset("2^" + std::to_string(exponent))
                           : to_qstring(format_grouped(std::int64_t{1} << exponent));
            }));
            break;
        case Scale::logarithmic:
            axis.setTicker(QSharedPointer<LogTicker>::create());
            break;
        case Scale::linear:
            axis.setTicker(QSharedPointer<LinearTicker>::create());
            break;
    }
}

void ChartView::set_full_ranges() {
    using present::Scale;
    using Kind = present::Series::Kind;
    double left = std::numeric_limits<double>::infinity(), right = -left, low = left, high = -left,
           least_above = left;
    const auto take = [&](double value) {
        low = std::min(low, value), high = std::max(high, value);
        if (value > 0) least_above = std::min(least_above, value);
    };
    for (const auto& series : chart().series)
        for (const auto& point : series.points) {
            if (!point.y && series.kind != Kind::links) continue;
            left = std::min(left, point.x);
            right = std::max({right, point.x,
                              series.kind == Kind::spans || point.x_end > point.x ? point.x_end : point.x});
            if (series.kind == Kind::links) {
                take(point.low), take(point.high);
                continue;
            }
            take(*point.y);
            if (series.intervals && series.kind != Kind::bars) take(point.high);
        }
    const bool bars = has_kind(chart(), Kind::bars);
    const auto categories = [&](const present::Axis& axis, double& from, double& to) {
        // Marks of the first and the last row are higher than a row of many.
        const double pad = bars ? padding(chart(), axis.ticks.size())
                           : has_kind(chart(), Kind::points)
                               ? spare_of_rows * static_cast<double>(axis.ticks.size())
                               : 0;
        from = -0.5 - pad;
        to = static_cast<double>(axis.ticks.size()) - 0.5 + pad;
    };
    if (!(left <= right)) left = 0, right = 1, low = 0, high = 1;
    if (chart().x.scale == Scale::categories) {
        categories(chart().x, full_from_, full_to_);
    } else if (chart().x.scale == Scale::log2) {
        const double pad = right > left ? 0.4 : 1.4;  // one size alone stands in the middle of its neighbours
        full_from_ = left - pad, full_to_ = right + pad;
    } else if (chart().x.scale == Scale::logarithmic) {
        full_from_ = std::max(left, 1e-12) / 1.6, full_to_ = std::max(right, 1e-12) * 1.6;
    } else {
        const double pad = right > left ? (right - left) * 0.02 : 1;
        full_from_ = left - pad, full_to_ = right + pad;
    }
    if (chart().y.scale == Scale::categories) {
        full_low_ = -0.5, full_high_ = static_cast<double>(chart().y.ticks.size()) - 0.5;
    } else if (has_kind(chart(), Kind::links)) {
        full_low_ = low - 0.5, full_high_ = high + 0.5;
    } else {
        if (bars && chart().x.scale == Scale::categories)
            high = std::max(chart_->bars.largest(), high), low = std::min(low, 0.0);
        for (const auto& mark : chart().marks)  // limits close to the values are in sight
            if (mark.across == present::Mark::Across::y && mark.at > high && mark.at < high * 3)
                high = mark.at * 1.04;
        if (chart().y.scale == Scale::logarithmic) {
            full_low_ = (std::isfinite(least_above) ? least_above : 1) / 1.6;
            for (const auto& mark : chart().marks)
                if (mark.across == present::Mark::Across::y && mark.at < full_low_ * 1.06 &&
                    mark.at > full_low_ / 3)
                    full_low_ = mark.at / 1.06;
            full_high_ = std::max(high, least_above) * 1.6;
        } else if (chart().y.scale == Scale::log2) {
            full_low_ = low - 0.4, full_high_ = high + 0.4;
        } else {
            const bool near_zero = low >= 0 && (bars || low < high * 0.5);
            const double pad = high > low ? (high - low) * 0.08 : std::max(std::abs(high) * 0.06, 0.5);
            full_low_ = near_zero ? 0 : low - pad;
            full_high_ = high > full_low_ ? high + (near_zero ? high * 0.06 : pad) : full_low_ + 1;
        }
    }
    key_axis()->setRange(full_from_, full_to_);
    value_axis()->setRange(full_low_, full_high_);
}

void ChartView::keep_in_range(const QCPRange& range) {
    if (chart().empty()) return;
    const QCPRange kept = range.bounded(full_from_, full_to_);
    const double least = chart().x.scale == present::Scale::categories ? 2 : (full_to_ - full_from_) * 1e-7;
    if (kept.size() >= least && kept != range) {
        key_axis()->setRange(kept);  // which comes back here
        return;
    }
    if (!quiet_) emit range_changed(range.lower, range.upper);
}

bool ChartView::is_zoomed() const {
    const auto range = key_axis()->range();
    return range.size() < (full_to_ - full_from_) * 0.999;
}

void ChartView::zoom_to(double from, double to) {
    const QScopedValueRollback guard(quiet_, true);
    if (to > from)
        key_axis()->setRange(QCPRange(from, to).bounded(full_from_, full_to_));
    else
        key_axis()->setRange(full_from_, full_to_);
    plot_->replot(QCustomPlot::rpQueuedReplot);
}

void ChartView::reset_zoom() {
    key_axis()->setRange(full_from_, full_to_);
    value_axis()->setRange(full_low_, full_high_);
    plot_->replot(QCustomPlot::rpQueuedReplot);
}

}  // namespace sortscope::gui
