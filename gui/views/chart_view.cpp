#include "gui/views/chart_view.hpp"

#include <qcustomplot.h>

#include <algorithm>
#include <utility>

#include <QEvent>
#include <QLabel>
#include <QPushButton>
#include <QScopedValueRollback>
#include <QStackedLayout>

#include "gui/models/text.hpp"
#include "gui/views/chart_series.hpp"

namespace sortscope::gui {
namespace {

constexpr std::size_t no_row =
    static_cast<std::size_t>(-1);  // of marks that are no row: a timeline's transfers

}  // namespace

QString shortened_name(const QString& text, int length) {
    if (text.size() <= length || length < 5) return text;
    const qsizetype tail = (length - 1) / 3;
    return text.left(length - 1 - tail) + u'\u2026' + text.right(tail);
}

ChartView::~ChartView() = default;

QCPAxis* ChartView::key_axis() const { return chart().sideways ? plot_->yAxis : plot_->xAxis; }
QCPAxis* ChartView::value_axis() const { return chart().sideways ? plot_->xAxis : plot_->yAxis; }

QString ChartView::message() const { return pages_->currentIndex() == 0 ? message_->text() : QString(); }

std::size_t ChartView::drawn_marks() const { return drawing_->drawn; }

void ChartView::set_chart(present::Chart chart, bool keep_range) {
    set_chart(std::make_shared<const BarChart>(std::move(chart)), keep_range);
}

void ChartView::set_chart(BarChartPtr chart, bool keep_range) {
    chart_ = chart ? std::move(chart) : std::make_shared<const BarChart>();
    if (!keep_range) current_row_ = -1;
    // Bands mark every second stage, so stages begin where one begins or ends.
    stage_starts_ = {0};
    for (const auto& band : this->chart().bands)
        for (const double edge : {band.from, band.to})
            if (const int row = static_cast<int>(std::ceil(edge));
                !band.of_y && row > stage_starts_.back() && row <= last_row())
                stage_starts_.push_back(row);
    auto drawing = std::make_shared<ChartDrawing>();
    // What the user hid stays hidden, by name.
    std::vector<std::string> names;
    for (std::size_t i = 0; i < drawing_->hidden.size() && drawing_->chart; ++i)
        if (drawing_->hidden[i] && i < drawing_->chart->chart.series.size())
            names.push_back(drawing_->chart->chart.series[i].name);
    drawing->chart = chart_;
    drawing->theme = theme_;
    drawing->current = drawing_->current;
    drawing->compared = drawing_->compared;
    drawing->has_rows =
        this->chart().heat || this->chart().x.scale == present::Scale::categories || last_row() > 0;
    drawing->hidden.assign(this->chart().series.size(), false);
    for (std::size_t i = 0; i < drawing->hidden.size(); ++i)
        drawing->hidden[i] = std::ranges::find(names, this->chart().series[i].name) != names.end();
    if (std::ranges::all_of(drawing->hidden, [](bool hidden) { return hidden; }))
        drawing->hidden.assign(drawing->hidden.size(), false);
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

void ChartView::rebuild(bool keep_range) {
    const QScopedValueRollback guard(quiet_, true);
    const QCPRange old_keys = key_axis()->range(), old_values = value_axis()->range();
    const bool zoomed = keep_range && is_zoomed();
    plot_->clearPlottables();
    plot_->clearItems();
    names_.clear();
    series_.clear();
    heat_ = nullptr;
    crosshair_ = nullptr;
    hide_readout();
    if (scale_) {
        plot_->plotLayout()->remove(scale_);
        plot_->plotLayout()->simplify();
    }
    if (chart().empty() || (has_kind(chart(), present::Series::Kind::bars) &&
                            chart().x.scale == present::Scale::categories && chart().x.ticks.empty())) {
        set_caption({});
        show_message(chart().empty_text.empty() ? tr("Choose a case on the left.")
                                                : typeset(chart().empty_text));
        return;
    }
    pages_->setCurrentIndex(1);
    plot_->setAccessibleName(typeset(chart().title.empty() ? std::string("Chart") : chart().title));
    set_up_axis(*key_axis(), chart().x, true);
    set_up_axis(*value_axis(), chart().y, false);
    const bool lanes = chart().y.scale == present::Scale::categories;
    plot_->axisRect()->setRangeDrag(lanes || !has_lines() ? key_axis()->orientation()
                                                          : Qt::Horizontal | Qt::Vertical);
    plot_->axisRect()->setRangeZoom(key_axis()->orientation());
    if (has_kind(chart(), present::Series::Kind::links)) {
        plot_->axisRect()->setRangeDrag(Qt::Horizontal | Qt::Vertical);
        plot_->axisRect()->setRangeZoom(Qt::Horizontal | Qt::Vertical);
    }
    add_bands();
    for (std::size_t i = 0; i < chart().series.size(); ++i) {
        auto* series = new SeriesPlot(*key_axis(), *value_axis(), drawing_, i);
        // Lanes of values over time are named beside them.
        const bool lane = chart().y.scale == present::Scale::categories &&
                          chart().series[i].kind == present::Series::Kind::steps;
        // Comparators have the colour of their value and not their series'.
        const auto& points = chart().series[i].points;
        const bool by_value =
            chart().series[i].kind == present::Series::Kind::links &&
            std::ranges::all_of(points, [](const present::Point& point) { return point.heat.has_value(); });
        if (chart().series[i].name.empty() || lane || by_value) series->removeFromLegend();
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
    arrange_legend();
    update_highlight();
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
    if (!chart().heat) bring_into_view(from, to);
}

void ChartView::bring_into_view(double from, double to) {
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
        stripe->topLeft->setCoords(sideways ? QPointF(0, current_row_ - 0.5)
                                            : QPointF(current_row_ - 0.5, 0));
        stripe->bottomRight->setCoords(sideways ? QPointF(1, current_row_ + 0.5)
                                                : QPointF(current_row_ + 0.5, 1));
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

void ChartView::set_compared_cases(std::vector<CaseId> ids) {
    if (drawing_->compared == ids) return;
    drawing_->compared = std::move(ids);
    plot_->replot(QCustomPlot::rpQueuedReplot);
}

bool ChartView::has_case(const std::vector<CaseId>& ids) const {
    return std::ranges::any_of(chart().series, [&](const auto& series) {
        return series.kind != present::Series::Kind::bars &&
               std::ranges::any_of(series.points, [&](const auto& point) {
                   return point.case_id != CaseId{} && std::ranges::find(ids, point.case_id) != ids.end();
               });
    });
}

bool ChartView::is_hidden(std::size_t series) const { return drawing_->is_hidden(series); }

void ChartView::set_hidden(std::size_t series, bool hidden) {
    if (series >= drawing_->hidden.size()) return;
    drawing_->hidden[series] = hidden;
    for (int i = 0; i < plot_->legend->itemCount(); ++i)
        if (auto* item = qobject_cast<QCPPlottableLegendItem*>(plot_->legend->item(i)))
            for (std::size_t at = 0; at < series_.size(); ++at)
                if (series_[at] == item->plottable())
                    item->setTextColor(is_hidden(at) ? blend(theme_.background, theme_.text, 0.4)
                                                     : theme_.text);
    plot_->replot(QCustomPlot::rpQueuedReplot);
}

void ChartView::show_only(std::size_t series) {
    for (std::size_t i = 0; i < series_.size(); ++i) set_hidden(i, i != series);
}

void ChartView::show_all() {
    for (std::size_t i = 0; i < series_.size(); ++i) set_hidden(i, false);
}

void ChartView::refresh_theme() {
    theme_ = chart_theme(palette());
    apply_theme(*plot_, theme_, font());
    title_->setFont(font());
    title_->setTextColor(theme_.text);
    drawing_->theme = theme_;
}

void ChartView::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() != QEvent::PaletteChange && event->type() != QEvent::FontChange) return;
    refresh_theme();
    if (!chart().empty()) rebuild(true);
}

}  // namespace sortscope::gui
