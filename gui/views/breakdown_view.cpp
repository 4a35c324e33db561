#include "gui/views/breakdown_view.hpp"

#include <qcustomplot.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include <QKeyEvent>
#include <QMouseEvent>
#include <QToolTip>

#include "core/text.hpp"
#include "gui/models/text.hpp"
#include "gui/views/index_ticker.hpp"

namespace sortscope::gui {
namespace {

constexpr int longest_in_bars = 40;     // kernel names of libraries run to hundreds of letters
constexpr std::size_t most_bands = 400; // narrower than a few pixels they would be a grey haze

/// Two bars of a two-stage sort must not fill the window; names need the room.
double padding(const present::Chart& chart, int rows) {
    const double fewest_slots = chart.x.names ? 4 : 8;
    return std::max(0.0, (fewest_slots - rows) / 2);
}

/// A vertical stripe over the whole height of the plot, from `left` to `right` in bars.
QCPItemRect* add_stripe(QCustomPlot& plot, double left, double right, const QColor& colour) {
    auto* stripe = new QCPItemRect(&plot);
    stripe->setLayer(QStringLiteral("bands"));
    stripe->setSelectable(false);
    for (auto* corner : {stripe->topLeft, stripe->bottomRight}) {
        corner->setTypeX(QCPItemPosition::ptPlotCoords);
        corner->setTypeY(QCPItemPosition::ptAxisRectRatio);
    }
    stripe->topLeft->setCoords(left, 0);
    stripe->bottomRight->setCoords(right, 1);
    stripe->setPen(Qt::NoPen);
    stripe->setBrush(colour);
    return stripe;
}

}  // namespace

BreakdownView::BreakdownView(QWidget* parent) : ChartView(parent) {
    auto& chart_plot = plot();
    chart_plot.setObjectName(QStringLiteral("breakdown_plot"));
    chart_plot.setAccessibleName(tr("Stage breakdown chart"));
    chart_plot.addLayer(QStringLiteral("bands"), chart_plot.layer(QStringLiteral("grid")),
                        QCustomPlot::limBelow);
    chart_plot.setInteractions(QCP::iRangeDrag | QCP::iRangeZoom);
    chart_plot.axisRect()->setRangeDrag(Qt::Horizontal);
    chart_plot.axisRect()->setRangeZoom(Qt::Horizontal);
    chart_plot.setMouseTracking(true);
    connect(chart_plot.xAxis, qOverload<const QCPRange&>(&QCPAxis::rangeChanged), this,
            &BreakdownView::keep_in_range);
    show_message(tr("Choose a case on the left."));
}

void BreakdownView::set_chart(present::Chart chart) { set_chart(std::make_shared<const BarChart>(std::move(chart))); }

void BreakdownView::set_chart(BarChartPtr chart) {
    chart_ = chart ? std::move(chart) : std::make_shared<const BarChart>();
    current_row_ = -1;
    find_stages();
    rebuild();
}

void BreakdownView::find_stages() {
    // Bands mark every second stage, so stages begin where one begins or ends.
    stage_starts_ = {0};
    for (const auto& band : chart().bands)
        for (const double edge : {band.from, band.to})
            if (const int row = static_cast<int>(std::ceil(edge)); row > stage_starts_.back() && row < rows())
                stage_starts_.push_back(row);
}

void BreakdownView::rebuild() {
    auto& chart_plot = plot();
    chart_plot.clearPlottables();
    chart_plot.clearItems();
    series_.clear();
    highlight_ = nullptr;
    drawn_ = 0;
    if (chart().empty() || bars().rows() == 0) {
        set_caption({});
        show_message(chart().empty_text.empty() ? tr("Choose a case on the left.") : typeset(chart().empty_text));
        return;
    }
    show_plot();
    auto* x = chart_plot.xAxis;
    auto* y = chart_plot.yAxis;
    x->setLabel(typeset(chart().x.title));
    y->setLabel(typeset(chart().y.title));
    x->grid()->setVisible(false);
    x->setSubTicks(false);
    x->setTickLength(0, 4);
    y->setSubTicks(false);
    y->setTickLength(0, 4);
    y->setNumberFormat(QStringLiteral("g"));
    y->setNumberPrecision(10);
    const auto label = [this](int row) {
        return row >= 0 && row < rows() ? to_qstring(chart().x.ticks[static_cast<std::size_t>(row)]) : QString();
    };
    auto ticker = QSharedPointer<IndexTicker>::create(x, label, stage_starts_);
    ticker->set_elided(chart().x.names);
    x->setTicker(ticker);
    add_bands();
    add_series();
    reset_ranges();
    fill_bars();
    chart_plot.legend->setWrap(0);
    arrange_legend();
    set_current_row(current_row_);
}

void BreakdownView::add_bands() {
    highlight_ = add_stripe(plot(), 0, 0, theme().highlight);
    highlight_->setVisible(false);
    if (chart().bands.size() > most_bands) return;
    for (const auto& band : chart().bands) add_stripe(plot(), band.from, band.to, theme().band);
}

void BreakdownView::add_series() {
    auto& chart_plot = plot();
    for (std::size_t i = 0; i < chart().series.size(); ++i) {
        auto* bars = new QCPBars(chart_plot.xAxis, chart_plot.yAxis);
        bars->setName(shortened_name(typeset(chart().series[i].name), longest_in_bars));
        bars->setPen(Qt::NoPen);
        bars->setBrush(theme().series.at(static_cast<qsizetype>(i) % theme().series.size()));
        bars->setAntialiased(false);
        bars->setSelectable(QCP::stNone);
        if (chart().stacked && !series_.empty()) bars->moveAbove(series_.back());
        series_.push_back(bars);
    }
}

void BreakdownView::fill_bars() {
    if (series_.empty()) return;
    const auto& range = plot().xAxis->range();
    const auto first = static_cast<std::size_t>(std::max(0.0, std::floor(range.lower + 0.5)));
    const auto last = static_cast<std::size_t>(std::clamp(std::ceil(range.upper + 0.5), 0.0, static_cast<double>(rows())));
    const auto pixels = static_cast<std::size_t>(std::max(100, plot().axisRect()->width()));
    const auto drawn = bars().drawn(first, last, pixels);
    drawn_ = drawn.size();
    const bool thinned = last > first && drawn.size() < last - first;
    const double width = thinned ? static_cast<double>(last - first) / static_cast<double>(drawn.size())
                         : last - first > 100 ? 1.0
                         : chart().x.names     ? 0.5
                                              : 0.78;
    for (std::size_t i = 0; i < series_.size(); ++i) {
        QVector<QCPBarsData> values;
        values.reserve(static_cast<qsizetype>(drawn.size()));
        // A row without a part in a series gets a bar of no length: what stands on it finds it there at once.
        for (const auto row : drawn) values.append(QCPBarsData(static_cast<double>(row), bars().part(i, row)));
        series_[i]->data()->set(values, true);
        series_[i]->setWidth(width);
    }
    QStringList words;
    if (!chart().note.empty()) words << typeset(chart().note);
    if (thinned)
        words << tr("%1 of %2 bars are drawn: the longest at each place. Zoom in to see all.")
                     .arg(to_qstring(format_grouped(static_cast<std::int64_t>(drawn.size()))),
                          to_qstring(format_grouped(static_cast<std::int64_t>(last - first))));
    set_caption(words.join(u' '));
}

void BreakdownView::reset_ranges() {
    const double pad = padding(chart(), rows());
    plot().xAxis->setRange(-0.5 - pad, rows() - 0.5 + pad);
    plot().yAxis->setRange(0, bars().largest() > 0 ? bars().largest() * 1.06 : 1);
    plot().replot(QCustomPlot::rpQueuedReplot);
}

void BreakdownView::keep_in_range(const QCPRange& range) {
    if (rows() == 0) return;
    const double pad = padding(chart(), rows());
    const QCPRange kept = range.bounded(-0.5 - pad, rows() - 0.5 + pad);
    if (kept.size() >= 2 && kept != range) {
        plot().xAxis->setRange(kept);  // which comes back here
        return;
    }
    fill_bars();
}

void BreakdownView::set_current_row(int row) {
    current_row_ = row >= 0 && row < rows() ? row : -1;
    if (!highlight_) return;
    highlight_->setVisible(current_row_ >= 0);
    highlight_->topLeft->setCoords(current_row_ - 0.5, 0);
    highlight_->bottomRight->setCoords(current_row_ + 0.5, 1);
    const auto& range = plot().xAxis->range();
    if (current_row_ >= 0 && !range.contains(current_row_)) {
        const double half = range.size() / 2;
        plot().xAxis->setRange(current_row_ - half, current_row_ + half);
    }
    plot().replot(QCustomPlot::rpQueuedReplot);
}

int BreakdownView::row_at(const QPoint& position) const {
    const auto& chart_plot = const_cast<BreakdownView*>(this)->plot();
    if (!has_chart() || !chart_plot.axisRect()->rect().contains(position)) return -1;
    const int row = static_cast<int>(std::lround(chart_plot.xAxis->pixelToCoord(position.x())));
    return row >= 0 && row < rows() ? row : -1;
}

void BreakdownView::show_tooltip(const QPoint& position, const QPoint& global) {
    const int row = row_at(position);
    const auto hit = row < 0 || !chart().tooltip ? std::nullopt
                                                : bars().hit(static_cast<std::size_t>(row), plot().yAxis->pixelToCoord(position.y()));
    if (!hit)
        QToolTip::hideText();
    else
        QToolTip::showText(global, typeset(chart().tooltip(hit->series, hit->point)), &plot());
}

bool BreakdownView::eventFilter(QObject* watched, QEvent* event) {
    if (watched != &plot() || !has_chart()) return ChartView::eventFilter(watched, event);
    const auto choose = [this](int row) {
        if (row < 0) return;
        set_current_row(row);
        emit row_selected(row);
    };
    switch (event->type()) {
        case QEvent::MouseMove: {
            const auto* mouse = static_cast<QMouseEvent*>(event);
            if (mouse->buttons() == Qt::NoButton)
                show_tooltip(mouse->position().toPoint(), mouse->globalPosition().toPoint());
            break;
        }
        case QEvent::MouseButtonPress:
            choose(row_at(static_cast<QMouseEvent*>(event)->position().toPoint()));
            break;
        case QEvent::MouseButtonDblClick:
            reset_ranges();
            break;
        case QEvent::Resize:
            // The plot itself takes its new size after this filter.
            QMetaObject::invokeMethod(this, [this] { fill_bars(); }, Qt::QueuedConnection);
            break;
        case QEvent::KeyPress: {
            const int last = rows() - 1;
            switch (static_cast<QKeyEvent*>(event)->key()) {
                case Qt::Key_Left:
                    choose(std::max(0, current_row_ - 1));
                    return true;
                case Qt::Key_Right:
                    choose(std::min(last, current_row_ + 1));
                    return true;
                case Qt::Key_Home:
                    choose(0);
                    return true;
                case Qt::Key_End:
                    choose(last);
                    return true;
                default:
                    break;
            }
            break;
        }
        default:
            break;
    }
    return ChartView::eventFilter(watched, event);
}

}  // namespace sortscope::gui
