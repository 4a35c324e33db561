#include "gui/views/chart_view.hpp"

#include <qcustomplot.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include <QEvent>
#include <QLabel>
#include <QPushButton>
#include <QScopedValueRollback>
#include <QStackedLayout>
#include <QVBoxLayout>

#include "core/text.hpp"
#include "gui/models/text.hpp"
#include "gui/views/chart_series.hpp"
#include "gui/views/index_ticker.hpp"
#include "gui/views/log_ticker.hpp"

namespace sortscope::gui {
namespace {

constexpr int longest_name = 60;
constexpr int longest_of_many = 28;      // of more than four: a legend must not take the chart's room; the tooltip has the whole
constexpr std::size_t no_row = static_cast<std::size_t>(-1);  // of marks that are no row: a timeline's transfers
constexpr std::size_t most_bands = 400;  // narrower than a few pixels they would be a grey haze

/// Two bars of a two-stage sort must not fill the window; names need the room.
double padding(const present::Chart& chart, std::size_t rows) {
    const double fewest_slots = chart.x.names ? 4 : 8;
    return std::max(0.0, (fewest_slots - static_cast<double>(rows)) / 2);
}

bool has_kind(const present::Chart& chart, present::Series::Kind kind) {
    return std::ranges::any_of(chart.series, [&](const auto& series) { return series.kind == kind; });
}

}  // namespace

QString shortened_name(const QString& text, int length) {
    if (text.size() <= length || length < 5) return text;
    const qsizetype tail = (length - 1) / 3;
    return text.left(length - 1 - tail) + u'\u2026' + text.right(tail);
}

ChartView::ChartView(QWidget* parent) : QWidget(parent), pages_(new QStackedLayout(this)), drawing_(std::make_shared<ChartDrawing>()) {
    auto* page = new QWidget;
    auto* column = new QVBoxLayout(page);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    caption_ = new QLabel;
    caption_->setObjectName(QStringLiteral("chart_caption"));
    caption_->setContentsMargins(10, 6, 10, 2);
    caption_->setWordWrap(true);
    caption_->setTextFormat(Qt::PlainText);
    caption_->setAutoFillBackground(true);
    caption_->setBackgroundRole(QPalette::Base);
    caption_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    caption_->hide();
    plot_ = new QCustomPlot;
    column->addWidget(caption_);
    column->addWidget(plot_, 1);

    auto* empty = new QWidget;
    empty->setAutoFillBackground(true);
    empty->setBackgroundRole(QPalette::Base);
    auto* empty_column = new QVBoxLayout(empty);
    message_ = new QLabel;
    message_->setObjectName(QStringLiteral("chart_message"));
    message_->setAlignment(Qt::AlignCenter);
    message_->setWordWrap(true);
    message_->setTextFormat(Qt::PlainText);
    message_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    message_->setMargin(24);
    offer_ = new QPushButton;
    offer_->hide();
    connect(offer_, &QPushButton::clicked, this, &ChartView::offer_taken);
    empty_column->addStretch(1);
    empty_column->addWidget(message_);
    empty_column->addWidget(offer_, 0, Qt::AlignHCenter);
    empty_column->addStretch(1);
    pages_->addWidget(empty);
    pages_->addWidget(page);
    build_plot();
    refresh_theme();
    show_message(tr("Choose a case on the left."));
}

ChartView::~ChartView() = default;

void ChartView::build_plot() {
    plot_->setObjectName(QStringLiteral("chart_plot"));
    plot_->setAccessibleName(tr("Chart"));
    plot_->setFocusPolicy(Qt::StrongFocus);
    plot_->setMinimumHeight(120);
    plot_->setLocale(QLocale(QLocale::English));
    plot_->setMouseTracking(true);
    plot_->setInteractions(QCP::iRangeDrag | QCP::iRangeZoom);
    plot_->setNoAntialiasingOnDrag(true);
    plot_->setContextMenuPolicy(Qt::CustomContextMenu);
    plot_->installEventFilter(this);
    plot_->addLayer(QStringLiteral("bands"), plot_->layer(QStringLiteral("grid")), QCustomPlot::limBelow);
    // The legend has a row of its own above the plot, left-aligned: it never hides a bar.
    auto* above = new QCPLayoutGrid;
    plot_->plotLayout()->insertRow(0);
    plot_->plotLayout()->addElement(0, 0, above);
    above->addElement(0, 0, plot_->legend);
    above->addElement(0, 1, new QCPLayoutElement);
    above->setColumnStretchFactor(0, 0.001);
    above->setMargins(QMargins(8, 6, 8, 0));
    plot_->plotLayout()->setRowStretchFactor(0, 0.001);
    plot_->plotLayout()->setRowSpacing(0);
    plot_->legend->setFillOrder(QCPLegend::foColumnsFirst);
    plot_->legend->setColumnSpacing(16);
    plot_->legend->setIconSize(14, 12);
    plot_->legend->setVisible(true);
    plot_->axisRect()->setMinimumMargins(QMargins(10, 6, 16, 6));
    connect(plot_->xAxis, qOverload<const QCPRange&>(&QCPAxis::rangeChanged), this, [this](const QCPRange& range) {
        if (key_axis() == plot_->xAxis) keep_in_range(range);
    });
    connect(plot_->yAxis, qOverload<const QCPRange&>(&QCPAxis::rangeChanged), this, [this](const QCPRange& range) {
        if (key_axis() == plot_->yAxis) keep_in_range(range);
    });
    connect(plot_, &QCustomPlot::beforeReplot, this, [this] { drawing_->drawn = 0; });
    connect(plot_, &QCustomPlot::afterReplot, this, &ChartView::update_caption);
    margins_ = new QCPMarginGroup(plot_);
    connect(plot_, &QCustomPlot::legendClick, this, [this](QCPLegend*, QCPAbstractLegendItem* item, QMouseEvent* event) {
        auto* clicked = qobject_cast<QCPPlottableLegendItem*>(item);
        if (clicked == nullptr) return;
        for (std::size_t i = 0; i < series_.size(); ++i)
            if (series_[i] == clicked->plottable()) {
                if (event->modifiers().testFlag(Qt::ControlModifier))
                    show_only(i);
                else
                    set_hidden(i, !is_hidden(i));
            }
    });
    connect(plot_, &QCustomPlot::legendDoubleClick, this, [this](QCPLegend*, QCPAbstractLegendItem* item, QMouseEvent*) {
        for (std::size_t i = 0; i < series_.size(); ++i)
            if (auto* clicked = qobject_cast<QCPPlottableLegendItem*>(item); clicked != nullptr && series_[i] == clicked->plottable()) show_only(i);
    });
    readout_ = new QLabel(plot_);
    readout_->setObjectName(QStringLiteral("chart_readout"));
    readout_->setTextFormat(Qt::RichText);
    readout_->setAttribute(Qt::WA_TransparentForMouseEvents);
    readout_->setAutoFillBackground(true);
    readout_->setBackgroundRole(QPalette::ToolTipBase);
    readout_->setForegroundRole(QPalette::ToolTipText);
    readout_->setFrameShape(QFrame::StyledPanel);
    readout_->setMargin(5);
    readout_->hide();
}

QCPAxis* ChartView::key_axis() const { return chart().sideways ? plot_->yAxis : plot_->xAxis; }
QCPAxis* ChartView::value_axis() const { return chart().sideways ? plot_->xAxis : plot_->yAxis; }

QString ChartView::message() const { return pages_->currentIndex() == 0 ? message_->text() : QString(); }

void ChartView::show_message(const QString& sentence, const QString& offer) {
    message_->setText(sentence);
    message_->setAccessibleName(sentence);
    offer_->setText(offer);
    offer_->setVisible(!offer.isEmpty());
    hide_readout();
    pages_->setCurrentIndex(0);
}

std::size_t ChartView::drawn_marks() const { return drawing_->drawn; }

void ChartView::set_chart(present::Chart chart, bool keep_range) { set_chart(std::make_shared<const BarChart>(std::move(chart)), keep_range); }

void ChartView::set_chart(BarChartPtr chart, bool keep_range) {
    chart_ = chart ? std::move(chart) : std::make_shared<const BarChart>();
    if (!keep_range) current_row_ = -1;
    // Bands mark every second stage, so stages begin where one begins or ends.
    stage_starts_ = {0};
    for (const auto& band : this->chart().bands)
        for (const double edge : {band.from, band.to})
            if (const int row = static_cast<int>(std::ceil(edge)); !band.of_y && row > stage_starts_.back() && row <= last_row()) stage_starts_.push_back(row);
    auto drawing = std::make_shared<ChartDrawing>();
    // What the user hid stays hidden, by name.
    std::vector<std::string> names;
    for (std::size_t i = 0; i < drawing_->hidden.size() && drawing_->chart; ++i)
        if (drawing_->hidden[i] && i < drawing_->chart->chart.series.size()) names.push_back(drawing_->chart->chart.series[i].name);
    drawing->chart = chart_;
    drawing->theme = theme_;
    drawing->current = drawing_->current;
    drawing->hidden.assign(this->chart().series.size(), false);
    for (std::size_t i = 0; i < drawing->hidden.size(); ++i) drawing->hidden[i] = std::ranges::find(names, this->chart().series[i].name) != names.end();
    if (std::ranges::all_of(drawing->hidden, [](bool hidden) { return hidden; })) drawing->hidden.assign(drawing->hidden.size(), false);
    drawing_ = std::move(drawing);
    rebuild(keep_range);
}

int ChartView::last_row() const {
    if (chart().heat) return static_cast<int>(chart().y.ticks.size()) - 1;
    if (chart().x.scale == present::Scale::categories) return static_cast<int>(chart().x.ticks.size()) - 1;
    std::size_t last = 0;
    for (const auto& series : chart().series)
        for (const auto& point : series.points)
            if (point.row != no_row) last = std::max(last, point.row);
    return static_cast<int>(last);
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
                [chart = chart_, vertical, key = &about == &chart().x, count](int row) {
                    const auto& ticks = key ? chart->chart.x.ticks : chart->chart.y.ticks;
                    const auto text = row >= 0 && row < count ? typeset(ticks[static_cast<std::size_t>(row)].empty() ? std::string(" ") : ticks[static_cast<std::size_t>(row)]) : QString();
                    return vertical ? shortened_name(text, 44) : text;
                },
                category_axis_of_bars ? stage_starts_ : std::vector<int>{});
            ticker->set_elided(about.names && !vertical);
            axis.setTicker(ticker);
            break;
        }
        case Scale::log2:
            axis.setTicker(QSharedPointer<IndexTicker>::create(&axis, [powers = about.powers](int exponent) {
                return powers || exponent < 0 || exponent > 62 ? typeset("2^" + std::to_string(exponent)) : to_qstring(format_grouped(std::int64_t{1} << exponent));
            }));
            break;
        case Scale::logarithmic: axis.setTicker(QSharedPointer<LogTicker>::create()); break;
        case Scale::linear: axis.setTicker(QSharedPointer<QCPAxisTicker>::create()); break;
    }
}

void ChartView::rebuild(bool keep_range) {
    const QScopedValueRollback guard(quiet_, true);
    const QCPRange old_keys = key_axis()->range(), old_values = value_axis()->range();
    const bool zoomed = keep_range && is_zoomed();
    plot_->clearPlottables();
    plot_->clearItems();
    series_.clear();
    heat_ = nullptr;
    crosshair_ = nullptr;
    hide_readout();
    if (scale_) {
        plot_->plotLayout()->remove(scale_);
        plot_->plotLayout()->simplify();
    }
    if (chart().empty() || (has_kind(chart(), present::Series::Kind::bars) && chart().x.scale == present::Scale::categories && chart().x.ticks.empty())) {
        set_caption({});
        show_message(chart().empty_text.empty() ? tr("Choose a case on the left.") : typeset(chart().empty_text));
        return;
    }
    pages_->setCurrentIndex(1);
    plot_->setAccessibleName(typeset(chart().title.empty() ? std::string("Chart") : chart().title));
    set_up_axis(*key_axis(), chart().x, true);
    set_up_axis(*value_axis(), chart().y, false);
    const bool lanes = chart().y.scale == present::Scale::categories;
    plot_->axisRect()->setRangeDrag(lanes || !has_lines() ? key_axis()->orientation() : Qt::Horizontal | Qt::Vertical);
    plot_->axisRect()->setRangeZoom(key_axis()->orientation());
    if (has_kind(chart(), present::Series::Kind::links)) {
        plot_->axisRect()->setRangeDrag(Qt::Horizontal | Qt::Vertical);
        plot_->axisRect()->setRangeZoom(Qt::Horizontal | Qt::Vertical);
    }
    add_bands();
    for (std::size_t i = 0; i < chart().series.size(); ++i) {
        auto* series = new SeriesPlot(*key_axis(), *value_axis(), drawing_, i);
        series->setName(shortened_name(typeset(chart().series[i].name), chart().series.size() > 4 ? longest_of_many : longest_name));
        if (chart().series[i].name.empty()) series->removeFromLegend();
        series_.push_back(series);
    }
    if (chart().heat) heat_ = new HeatPlot(*key_axis(), *value_axis(), drawing_);
    add_marks();
    add_colour_scale();
    set_full_ranges();
    if (zoomed) {
        key_axis()->setRange(old_keys);
        value_axis()->setRange(old_values);
    }
    plot_->legend->setVisible(plot_->legend->itemCount() > 0);
    plot_->legend->setWrap(0);
    arrange_legend();
    update_highlight();
    plot_->replot(QCustomPlot::rpQueuedReplot);
}

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

void ChartView::set_full_ranges() {
    using present::Scale;
    using Kind = present::Series::Kind;
    double left = std::numeric_limits<double>::infinity(), right = -left, low = left, high = -left, least_above = left;
    const auto take = [&](double value) {
        low = std::min(low, value), high = std::max(high, value);
        if (value > 0) least_above = std::min(least_above, value);
    };
    for (const auto& series : chart().series)
        for (const auto& point : series.points) {
            if (!point.y && series.kind != Kind::links) continue;
            left = std::min(left, point.x);
            right = std::max({right, point.x, series.kind == Kind::spans || point.x_end > point.x ? point.x_end : point.x});
            if (series.kind == Kind::links) {
                take(point.low), take(point.high);
                continue;
            }
            take(*point.y);
            if (series.intervals && series.kind != Kind::bars) take(point.high);
        }
    const bool bars = has_kind(chart(), Kind::bars);
    const auto categories = [&](const present::Axis& axis, double& from, double& to) {
        const double pad = bars ? padding(chart(), axis.ticks.size()) : 0;
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
        if (bars && chart().x.scale == Scale::categories) high = std::max(chart_->bars.largest(), high), low = std::min(low, 0.0);
        for (const auto& mark : chart().marks)  // limits close to the values are in sight
            if (mark.across == present::Mark::Across::y && mark.at > high && mark.at < high * 3) high = mark.at * 1.04;
        if (chart().y.scale == Scale::logarithmic) {
            full_low_ = (std::isfinite(least_above) ? least_above : 1) / 1.6, full_high_ = std::max(high, least_above) * 1.6;
        } else if (chart().y.scale == Scale::log2) {
            full_low_ = low - 0.4, full_high_ = high + 0.4;
        } else {
            const bool near_zero = low >= 0 && (bars || low < high * 0.5);
            const double pad = high > low ? (high - low) * 0.06 : std::max(std::abs(high) * 0.06, 0.5);
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

void ChartView::set_current_row(int row) {
    current_row_ = row >= 0 && row <= last_row() && !chart().empty() ? row : -1;
    update_highlight();
    if (current_row_ < 0) return;
    double from = current_row_, to = current_row_;
    if (!chart().heat && chart().x.scale != present::Scale::categories) {
        bool found = false;
        for (const auto& series : chart().series)
            for (const auto& point : series.points)
                if (point.row == static_cast<std::size_t>(current_row_)) {
                    from = found ? std::min(from, point.x) : point.x;
                    to = found ? std::max({to, point.x, point.x_end}) : std::max(point.x, point.x_end);
                    found = true;
                }
        if (!found) return;
    }
    if (chart().heat) return;
    const auto range = key_axis()->range();
    if (to < range.lower || from > range.upper) {
        const double middle = (from + to) / 2, half = std::max(range.size() / 2, (to - from) * 0.6);
        key_axis()->setRange(middle - half, middle + half);
    }
    plot_->replot(QCustomPlot::rpQueuedReplot);
}

void ChartView::update_highlight() {
    drawing_->row = current_row_ >= 0 ? std::optional(static_cast<std::size_t>(current_row_)) : std::nullopt;
    for (int i = plot_->itemCount() - 1; i >= 0; --i)
        if (plot_->item(i)->objectName() == u"highlight") plot_->removeItem(plot_->item(i));
    if (current_row_ >= 0 && !chart().heat && chart().x.scale == present::Scale::categories) {
        auto* stripe = new QCPItemRect(plot_);
        stripe->setObjectName(QStringLiteral("highlight"));
        stripe->setLayer(QStringLiteral("bands"));
        stripe->setSelectable(false);
        const bool sideways = chart().sideways;
        for (auto* corner : {stripe->topLeft, stripe->bottomRight}) {
            corner->setTypeX(sideways ? QCPItemPosition::ptAxisRectRatio : QCPItemPosition::ptPlotCoords);
            corner->setTypeY(sideways ? QCPItemPosition::ptPlotCoords : QCPItemPosition::ptAxisRectRatio);
        }
        stripe->topLeft->setCoords(sideways ? QPointF(0, current_row_ - 0.5) : QPointF(current_row_ - 0.5, 0));
        stripe->bottomRight->setCoords(sideways ? QPointF(1, current_row_ + 0.5) : QPointF(current_row_ + 0.5, 1));
        stripe->setPen(Qt::NoPen);
        stripe->setBrush(theme_.highlight);
    }
    plot_->replot(QCustomPlot::rpQueuedReplot);
}

void ChartView::set_current_case(CaseId id) {
    if (drawing_->current == id) return;
    drawing_->current = id;
    plot_->replot(QCustomPlot::rpQueuedReplot);
}

bool ChartView::is_hidden(std::size_t series) const { return drawing_->is_hidden(series); }

void ChartView::set_hidden(std::size_t series, bool hidden) {
    if (series >= drawing_->hidden.size()) return;
    drawing_->hidden[series] = hidden;
    for (int i = 0; i < plot_->legend->itemCount(); ++i)
        if (auto* item = qobject_cast<QCPPlottableLegendItem*>(plot_->legend->item(i)))
            for (std::size_t at = 0; at < series_.size(); ++at)
                if (series_[at] == item->plottable()) item->setTextColor(is_hidden(at) ? blend(theme_.background, theme_.text, 0.4) : theme_.text);
    plot_->replot(QCustomPlot::rpQueuedReplot);
}

void ChartView::show_only(std::size_t series) {
    for (std::size_t i = 0; i < series_.size(); ++i) set_hidden(i, i != series);
}

void ChartView::show_all() {
    for (std::size_t i = 0; i < series_.size(); ++i) set_hidden(i, false);
}

void ChartView::set_caption(const QString& text) {
    if (caption_->text() == text && caption_->isHidden() == text.isEmpty()) return;
    caption_->setText(text);
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

void ChartView::arrange_legend() {
    auto* legend = plot_->legend;
    int widest = 1;
    for (int i = 0; i < legend->itemCount(); ++i)
        if (auto* item = legend->item(i)) {
            item->setMargins(QMargins(0, 1, 0, 3));  // underscores of kernel names hang below the line
            widest = std::max(widest, item->minimumOuterSizeHint().width());
        }
    const int columns = std::max(1, (plot_->width() - 40) / (widest + legend->columnSpacing()));
    if (legend->wrap() != columns) {
        legend->setWrap(columns);
        legend->setFillOrder(QCPLegend::foColumnsFirst, true);
    }
    fit_label();
}

void ChartView::fit_label() {
    // What is left for the y axis beside its title: without legend, x axis and margins.
    const int room = plot_->height() - plot_->legend->minimumOuterSizeHint().height() - 70;
    auto* axis = plot_->yAxis;
    QString label = axis->label();
    label.replace(QStringLiteral("\n("), QStringLiteral(" ("));
    if (QFontMetrics(axis->labelFont()).horizontalAdvance(label) > room) label.replace(QStringLiteral(" ("), QStringLiteral("\n("));
    if (label != axis->label()) axis->setLabel(label);
}

void ChartView::refresh_theme() {
    theme_ = chart_theme(palette());
    apply_theme(*plot_, theme_, font());
    drawing_->theme = theme_;
}

void ChartView::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() != QEvent::PaletteChange && event->type() != QEvent::FontChange) return;
    refresh_theme();
    if (!chart().empty()) rebuild(true);
}

}  // namespace sortscope::gui
