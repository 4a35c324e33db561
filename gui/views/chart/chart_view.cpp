#include "gui/views/chart/chart_view.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>
#include <vector>

#include <qcustomplot.h>
#include <QApplication>
#include <QClipboard>
#include <QEvent>
#include <QKeyEvent>
#include <QLabel>
#include <QMenu>
#include <QMouseEvent>
#include <QPrintDialog>
#include <QPrinter>
#include <QPushButton>
#include <QResizeEvent>
#include <QScopedValueRollback>
#include <QStackedLayout>
#include <QToolTip>
#include <QVBoxLayout>
#include <QWheelEvent>

#include "core/text.hpp"
#include "gui/models/output.hpp"
#include "gui/models/text.hpp"
#include "gui/views/chart/series_plot.hpp"
#include "gui/views/chart/ticker.hpp"
#include "present/axis.hpp"
#include "present/svg/svg.hpp"

namespace sortscope::gui {
namespace {

constexpr std::size_t no_row = static_cast<std::size_t>(-1);  // a timeline's transfers have no row

constexpr double spare_of_rows = 0.04;

/// Two bars must not fill the window.
double padding(const present::Chart& chart, std::size_t rows) {
    const double fewest_slots = chart.x.names ? 4 : 8;
    return std::max(0.0, (fewest_slots - static_cast<double>(rows)) / 2);
}

constexpr int lowest_for_lines = 260;  // height of a chart with a caption of several lines
constexpr double most_for_caption = 0.16;

/// Breaks an axis title before its unit.
QString in_two_lines(QString title) { return title.replace(u" ("_s, u"\n("_s); }

bool fits_in(const QFontMetrics& metrics, const QString& text, int room) {
    return std::ranges::all_of(text.split(u'\n'),
                               [&](const QString& line) { return metrics.horizontalAdvance(line) <= room; });
}

constexpr std::size_t most_bands = 400;  // more would be a grey haze
constexpr int plot_margin = 6;           // above the axes
constexpr int least_below_names = 30;    // height of a plot below names
constexpr double mark_reach = 6;         // half the size of a mark
constexpr double beside_line = 4;        // from a line to its name

/// The drawn parts of a plot in a small picture: finds free rectangles fast.
class Ink {
 public:
    explicit Ink(const QRectF& area)
        : origin_(area.topLeft()),
          picture_((area.size() / cell).toSize() + QSize(1, 1), QImage::Format_Grayscale8) {
        picture_.fill(Qt::white);
    }
    /// Adds marks, strokes and intervals. Names may cover bars and spans.
    void add(const present::Series& series, const QCPAbstractPlottable& plottable) {
        using enum present::Series::Kind;
        if (series.kind != points && series.kind != line && series.kind != steps) return;
        const bool marks = series.kind == points || (series.kind == line && series.marked);
        QPainter painter(&picture_);
        painter.scale(1 / cell, 1 / cell);
        painter.translate(-origin_);
        painter.setPen(QPen(Qt::black, 0));
        QPolygonF stroke;
        const auto flush = [&] {
            if (series.kind != points) painter.drawPolyline(stroke);
            stroke.clear();
        };
        for (const auto& point : series.points) {
            if (!point.y) {
                flush();
                continue;
            }
            const auto here = plottable.coordsToPixels(point.x, *point.y);
            if (series.kind == steps && !stroke.isEmpty()) stroke << QPointF(here.x(), stroke.last().y());
            stroke << here;
            if (marks)
                painter.fillRect(
                    QRectF(here.x() - mark_reach, here.y() - mark_reach, 2 * mark_reach, 2 * mark_reach),
                    Qt::black);
            if (marks && series.intervals && point.high > point.low && point.low > 0)
                painter.drawLine(plottable.coordsToPixels(point.x, point.low),
                                 plottable.coordsToPixels(point.x, point.high));
        }
        flush();
    }
    bool is_free(const QRectF& rect) const {
        const auto cells =
            QRectF((rect.topLeft() - origin_) / cell, rect.size() / cell).toAlignedRect() & picture_.rect();
        for (int y = cells.top(); y <= cells.bottom(); ++y)
            for (int x = cells.left(); x <= cells.right(); ++x)
                if (picture_.constScanLine(y)[x] < 255) return false;
        return true;
    }

 private:
    static constexpr double cell = 3;
    QPointF origin_;
    QImage picture_;
};

/// A stripe across the plot, from one value of an axis to another.
QCPItemRect* add_stripe(QCustomPlot& plot, bool across, double from, double to, const QColor& colour) {
    auto* stripe = new QCPItemRect(&plot);
    stripe->setLayer(u"bands"_s);
    stripe->setSelectable(false);
    for (auto* corner : {stripe->topLeft, stripe->bottomRight}) {
        corner->setTypeX(across ? QCPItemPosition::ptAxisRectRatio : QCPItemPosition::ptPlotCoords);
        corner->setTypeY(across ? QCPItemPosition::ptPlotCoords : QCPItemPosition::ptAxisRectRatio);
    }
    stripe->topLeft->setCoords(across ? QPointF(0, from) : QPointF(from, 0));
    stripe->bottomRight->setCoords(across ? QPointF(1, to) : QPointF(to, 1));
    stripe->setPen(Qt::NoPen);
    stripe->setBrush(colour);
    return stripe;
}

constexpr int longest_name = 60;
constexpr int fewest_letters = 5;         // of a shortened name
constexpr double spare_height = 0.09;     // for a legend of many whole names
constexpr int longest_of_many = 28;       // letters of more than four names; the tooltip has all
constexpr double legend_share = 0.22;     // of a legend with whole names
constexpr int lowest_for_one = 190;       // height of a chart with a legend of one name
constexpr int least_beside_legend = 120;  // height left by a legend of several lines
constexpr double most_of_low = 0.45;      // of any legend
constexpr double most_of_width = 0.4;     // of a legend beside the plot
constexpr int margin_beside = 6;

using Kind = present::Series::Kind;

QString position_text(const present::Axis& axis, double x) {
    if (axis.scale == present::Scale::log2) {
        const auto whole = std::llround(x);
        if (std::abs(x - static_cast<double>(whole)) < 1e-9 && axis.powers)
            return typeset("2^" + std::to_string(whole));
        return to_qstring(format_grouped(std::llround(std::exp2(x))));
    }
    return to_qstring(format_significant(x)) + (axis.unit.empty() ? QString() : u' ' + typeset(axis.unit));
}

/// Shows title and context above a picture during its lifetime.
class Titled {
 public:
    Titled(QCustomPlot& plot, const QString& title, const QString& context, const ChartTheme& theme,
           const QFont& font)
        : plot_(plot) {
        QFont bold = font;
        bold.setBold(true);
        add(title, bold, theme.text);
        add(context, font, theme.faint_text);
        plot_.replot(QCustomPlot::rpImmediateRefresh);
    }
    ~Titled() {
        for (int i = 0; i < rows_; ++i) plot_.plotLayout()->removeAt(plot_.plotLayout()->rowColToIndex(i, 0));
        plot_.plotLayout()->simplify();
        plot_.replot(QCustomPlot::rpQueuedReplot);
    }
    Titled(const Titled&) = delete;
    Titled& operator=(const Titled&) = delete;

 private:
    void add(const QString& text, const QFont& font, const QColor& colour) {
        if (text.isEmpty()) return;
        plot_.plotLayout()->insertRow(rows_);
        auto* line = new QCPTextElement(&plot_, text, font);
        line->setTextColor(colour);
        line->setTextFlags(Qt::AlignLeft | Qt::TextWordWrap);
        line->setMargins(QMargins(10, 3, 10, 0));
        plot_.plotLayout()->addElement(rows_, 0, line);
        ++rows_;
    }
    QCustomPlot& plot_;
    int rows_ = 0;
};

QString digits(double value) { return plain_digits(Number(value)); }

QString quoted(QString text) {
    text.replace(u'\n', u' ');
    if (!text.contains(u',') && !text.contains(u'"')) return text;
    return u'"' + text.replace(u'"', u"\"\""_s) + u'"';
}

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
    auto drawing = std::make_shared<ChartDrawing>();
    // Hidden series stay hidden, by name.
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
    if (chart().empty() || (chart().has(Kind::bars) && chart().x.scale == present::Scale::categories &&
                            chart().x.ticks.empty())) {
        set_caption({});
        show_message(chart().empty_text.empty() ? tr("Choose a case on the left.")
                                                : typeset(chart().empty_text));
        return;
    }
    pages_->setCurrentIndex(1);
    plot_->setAccessibleName(typeset(chart().title.empty() ? std::string("Chart") : chart().title));
    set_up_axis(*key_axis(), chart().x);
    set_up_axis(*value_axis(), chart().y);
    const bool lanes = chart().y.scale == present::Scale::categories;
    plot_->axisRect()->setRangeDrag(lanes || !has_lines() ? key_axis()->orientation()
                                                          : Qt::Horizontal | Qt::Vertical);
    plot_->axisRect()->setRangeZoom(key_axis()->orientation());
    if (chart().has(Kind::links)) {
        plot_->axisRect()->setRangeDrag(Qt::Horizontal | Qt::Vertical);
        plot_->axisRect()->setRangeZoom(Qt::Horizontal | Qt::Vertical);
    }
    add_bands();
    for (std::size_t i = 0; i < chart().series.size(); ++i) {
        auto* series = new SeriesPlot(*key_axis(), *value_axis(), drawing_, i);
        if (!chart().is_named(chart().series[i])) series->removeFromLegend();
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
        present::Extent place;
        for (const auto& series : chart().series)
            for (const auto& point : series.points)
                if (point.row == static_cast<std::size_t>(current_row_))
                    place.add(point.x), place.add(std::max(point.x, point.x_end));
        if (place.empty()) return;
        from = place.least, to = place.largest;
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
        add_stripe(*plot_, chart().sideways, current_row_ - 0.5, current_row_ + 0.5, theme_.highlight)
            ->setObjectName(u"highlight"_s);
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

std::optional<std::size_t> ChartView::series_of(QCPAbstractLegendItem* item) const {
    auto* of = qobject_cast<QCPPlottableLegendItem*>(item);
    const auto found =
        of == nullptr ? series_.end() : std::ranges::find(series_, static_cast<const void*>(of->plottable()));
    return found == series_.end() ? std::nullopt
                                  : std::optional(static_cast<std::size_t>(found - series_.begin()));
}

bool ChartView::is_hidden(std::size_t series) const { return drawing_->is_hidden(series); }

void ChartView::set_hidden(std::size_t series, bool hidden) {
    if (series >= drawing_->hidden.size() || series >= series_.size()) return;  // a message has no series
    drawing_->hidden[series] = hidden;
    if (auto* item = plot_->legend->itemWithPlottable(series_[series]))
        item->setTextColor(hidden ? blend(theme_.background, theme_.text, 0.4) : theme_.text);
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

ChartView::ChartView(QWidget* parent)
    : QWidget(parent), pages_(new QStackedLayout(this)), drawing_(std::make_shared<ChartDrawing>()) {
    auto* page = new QWidget;
    auto* column = new QVBoxLayout(page);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    caption_ = new QLabel;
    caption_->setObjectName(u"chart_caption"_s);
    caption_->setContentsMargins(10, 6, 10, 2);
    caption_->setWordWrap(true);
    caption_->setMinimumWidth(1);
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
    message_->setObjectName(u"chart_message"_s);
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

void ChartView::build_plot() {
    plot_->setObjectName(u"chart_plot"_s);
    plot_->setAccessibleName(tr("Chart"));
    plot_->setFocusPolicy(Qt::StrongFocus);
    plot_->setMinimumHeight(150);
    plot_->setLocale(QLocale(QLocale::English));
    plot_->setMouseTracking(true);
    plot_->setInteractions(QCP::iRangeDrag | QCP::iRangeZoom);
    plot_->setNoAntialiasingOnDrag(true);
    plot_->setContextMenuPolicy(Qt::CustomContextMenu);
    plot_->installEventFilter(this);
    plot_->addLayer(u"bands"_s, plot_->layer(u"grid"_s), QCustomPlot::limBelow);
    // The legend is above the plot, left-aligned: it hides no bar.
    auto* above = new QCPLayoutGrid;
    plot_->plotLayout()->insertRow(0);
    plot_->plotLayout()->addElement(0, 0, above);
    above->addElement(0, 0, plot_->legend);
    above->addElement(0, 1, new QCPLayoutElement);
    above->setColumnStretchFactor(0, 0.001);
    above->setMargins(QMargins(8, 6, 8, 0));
    plot_->plotLayout()->setRowStretchFactor(0, 0.001);
    plot_->plotLayout()->setRowSpacing(0);
    plot_->plotLayout()->insertRow(1);
    title_ = new QCPTextElement(plot_);
    title_->setObjectName(u"chart_title"_s);
    title_->setTextFlags(Qt::AlignLeft | Qt::AlignBottom);
    title_->setMinimumSize(1, 1);
    title_->setMaximumSize(QWIDGETSIZE_MAX, 0);
    title_->setMargins(QMargins());
    plot_->plotLayout()->addElement(1, 0, title_);
    plot_->plotLayout()->setRowStretchFactor(1, 0.001);
    plot_->legend->setFillOrder(QCPLegend::foColumnsFirst);
    plot_->legend->setColumnSpacing(16);
    plot_->legend->setIconSize(14, 12);
    plot_->legend->setVisible(true);
    plot_->axisRect()->setMinimumMargins(QMargins(10, 6, 16, 6));
    connect(plot_->xAxis, qOverload<const QCPRange&>(&QCPAxis::rangeChanged), this,
            [this](const QCPRange& range) {
                if (key_axis() == plot_->xAxis) keep_in_range(range);
            });
    connect(plot_->yAxis, qOverload<const QCPRange&>(&QCPAxis::rangeChanged), this,
            [this](const QCPRange& range) {
                if (key_axis() == plot_->yAxis) keep_in_range(range);
            });
    connect(plot_, &QCustomPlot::beforeReplot, this, [this] { drawing_->drawn = 0; });
    connect(plot_, &QCustomPlot::afterLayout, this, &ChartView::place_names);
    connect(plot_, &QCustomPlot::afterReplot, this, &ChartView::update_caption);
    margins_ = new QCPMarginGroup(plot_);
    connect(plot_, &QCustomPlot::legendClick, this,
            [this](QCPLegend*, QCPAbstractLegendItem* item, QMouseEvent* event) {
                if (const auto at = series_of(item))
                    event->modifiers().testFlag(Qt::ControlModifier) ? show_only(*at)
                                                                     : set_hidden(*at, !is_hidden(*at));
            });
    connect(plot_, &QCustomPlot::legendDoubleClick, this, [this](QCPLegend*, QCPAbstractLegendItem* item) {
        if (const auto at = series_of(item)) show_only(*at);
    });
    ring_ = new QFrame(plot_);
    ring_->setObjectName(u"focus_ring"_s);
    ring_->setFrameStyle(int(QFrame::Box) | int(QFrame::Plain));
    ring_->setLineWidth(2);
    ring_->setForegroundRole(QPalette::Highlight);
    ring_->setAttribute(Qt::WA_TransparentForMouseEvents);
    ring_->hide();
    readout_ = new QLabel(plot_);
    readout_->setObjectName(u"chart_readout"_s);
    readout_->setTextFormat(Qt::RichText);
    readout_->setAttribute(Qt::WA_TransparentForMouseEvents);
    readout_->setAutoFillBackground(true);
    readout_->setBackgroundRole(QPalette::ToolTipBase);
    readout_->setForegroundRole(QPalette::ToolTipText);
    readout_->setFrameShape(QFrame::StyledPanel);
    readout_->setMargin(5);
    readout_->hide();
}

void ChartView::show_message(const QString& sentence, const QString& offer) {
    message_->setText(sentence);
    message_->setAccessibleName(sentence);
    offer_->setText(offer);
    offer_->setVisible(!offer.isEmpty());
    hide_readout();
    pages_->setCurrentIndex(0);
}

/// The longest name of a lane: a third of the width.
int ChartView::longest_lane() const {
    return std::clamp(static_cast<int>(0.33 * width()) / std::max(1, fontMetrics().averageCharWidth()), 18,
                      44);
}

void ChartView::set_up_axis(QCPAxis& axis, const present::Axis& about) {
    using present::Scale;
    axis.setLabel(about.title.empty() ? QString() : typeset(about.title));
    axis.setTickLength(0, 4);
    axis.setTickPen(QPen(theme_.faint_text));
    axis.setScaleType(about.scale == Scale::logarithmic ? QCPAxis::stLogarithmic : QCPAxis::stLinear);
    axis.grid()->setSubGridVisible(false);
    axis.grid()->setVisible(about.scale != Scale::categories);
    const bool lanes = axis.orientation() == Qt::Vertical && about.scale == Scale::categories;
    // Names begin at the top, as in a table.
    axis.setRangeReversed(lanes);
    axis.setTicker(QSharedPointer<Ticker>::create(
        &axis, std::shared_ptr<const present::Axis>(chart_, &about),
        lanes ? [this](const QString& text) { return shortened_name(text, longest_lane()); }
              : Ticker::Label()));
}

void ChartView::set_full_ranges() {
    using present::Scale;
    present::Extent across, up, above;
    const auto take = [&](double value) {
        up.add(value);
        if (value > 0) above.add(value);
    };
    for (const auto& series : chart().series)
        for (const auto& point : series.points) {
            if (!point.y && series.kind != Kind::links) continue;
            across.add(point.x);
            if (series.kind == Kind::spans || point.x_end > point.x) across.add(point.x_end);
            if (series.kind == Kind::links) take(point.low), take(point.high);
            if (point.y && series.kind != Kind::links) take(*point.y);
            if (point.y && series.intervals && series.kind != Kind::bars) take(point.high);
        }
    if (across.empty()) across = {0, 1}, up = {0, 1};
    const double left = across.least, right = across.largest;
    double low = up.least, high = up.largest;
    const bool bars = chart().has(Kind::bars);
    if (chart().x.scale == Scale::categories) {
        // Marks may be higher than a row.
        const auto rows = chart().x.ticks.size();
        const double pad = bars                        ? padding(chart(), rows)
                           : chart().has(Kind::points) ? spare_of_rows * static_cast<double>(rows)
                                                       : 0;
        full_from_ = -0.5 - pad, full_to_ = static_cast<double>(rows) - 0.5 + pad;
    } else if (chart().x.scale == Scale::log2) {
        const double pad = right > left ? 0.4 : 1.4;  // a single size is in the middle
        full_from_ = left - pad, full_to_ = right + pad;
    } else if (chart().x.scale == Scale::logarithmic) {
        full_from_ = std::max(left, 1e-12) / 1.6, full_to_ = std::max(right, 1e-12) * 1.6;
    } else {
        const double pad = right > left ? (right - left) * 0.02 : 1;
        full_from_ = left - pad, full_to_ = right + pad;
    }
    if (chart().y.scale == Scale::categories) {
        full_low_ = -0.5, full_high_ = static_cast<double>(chart().y.ticks.size()) - 0.5;
    } else if (chart().has(Kind::links)) {
        full_low_ = low - 0.5, full_high_ = high + 0.5;
    } else {
        if (bars && chart().x.scale == Scale::categories)
            high = std::max(chart_->bars.largest(), high), low = std::min(low, 0.0);
        for (const auto& mark : chart().marks)  // show limits close to the values
            if (mark.across == present::Mark::Across::y && mark.at > high && mark.at < high * 3)
                high = mark.at * 1.04;
        if (chart().y.scale == Scale::logarithmic) {
            full_low_ = (above.empty() ? 1 : above.least) / 1.6;
            for (const auto& mark : chart().marks)
                if (mark.across == present::Mark::Across::y && mark.at < full_low_ * 1.06 &&
                    mark.at > full_low_ / 3)
                    full_low_ = mark.at / 1.06;
            full_high_ = std::max(high, above.empty() ? 1 : above.least) * 1.6;
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
        key_axis()->setRange(kept);  // calls this function again
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

void ChartView::add_colour_scale() {
    if (!chart().has_colours()) return;
    place_legend(false);  // the scale is beside the plot
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
        const auto colour = present::scale_colour(chart(), i / 10.0, is_dark(palette()));
        gradient.setColorStopAt(i / 10.0, QColor(colour.r, colour.g, colour.b));
    }
    scale->setGradient(gradient);
    const bool logarithmic = chart().colour.scale == present::Scale::logarithmic && chart().colour.least > 0;
    scale->setDataScaleType(logarithmic ? QCPAxis::stLogarithmic : QCPAxis::stLinear);
    const double largest =
        chart().colour.largest > chart().colour.least ? chart().colour.largest : chart().colour.least + 1;
    scale->setDataRange(QCPRange(chart().colour.least, largest));
    scale->setLabel(typeset(chart().colour.title.empty() ? std::string(" ") : chart().colour.title));
    auto* axis = scale->axis();
    axis->setTicker(
        QSharedPointer<Ticker>::create(axis, std::shared_ptr<const present::Axis>(chart_, &chart().colour)));
    axis->setPadding(10);  // the title is at the window's edge
    axis->setSubTicks(false);
    axis->setTickLength(0, 3);
    for (const auto& set : {&QCPAxis::setLabelColor, &QCPAxis::setTickLabelColor}) (axis->*set)(theme_.text);
    axis->setLabelFont(font());
    axis->setTickLabelFont(font());
    axis->setBasePen(QPen(theme_.grid));
    axis->setTickPen(QPen(theme_.faint_text));
    plot_->axisRect()->setMarginGroup(QCP::msTop | QCP::msBottom, margins_);
    scale->setMarginGroup(QCP::msTop | QCP::msBottom, margins_);
}

void ChartView::set_caption(const QString& text) {
    said_ = text;
    // In a low chart, or if it would take too much of it, the caption has one line; the tooltip has all of
    // it.
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
    const bool bars = chart().has(Kind::bars) && chart().x.scale == present::Scale::categories;
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
    set_caption(words.join(u" \u2013 "_s));
}

void ChartView::set_said_beside(const QString& sentence) {
    if (std::exchange(said_beside_, sentence) != sentence && !chart().empty()) update_caption();
}

/// Keeps numbers of the x axis apart and its title within it.
void ChartView::fit_across() {
    auto* axis = plot_->xAxis;
    const int names = plot_->yAxis->axisRect()->margins().left();  // from the last layout
    const int room = std::max(60, plot_->width() - (names > 0 ? names : plot_->width() / 6) - 20 -
                                      (beside_ ? widest_in_legend() : 0));
    const QFontMetrics metrics(axis->labelFont());
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

/// Puts the y axis title along the axis, in two lines if one is too long, else above the chart.
void ChartView::fit_title(int legend_height) {
    // The y axis without legend, x axis and margins.
    const int room = plot_->height() - legend_height - 60;
    auto* axis = plot_->yAxis;
    fit_across();
    const auto& title = chart().sideways ? chart().x.title : chart().y.title;
    const QString whole = title.empty() ? QString() : typeset(title);
    const QFontMetrics metrics(axis->labelFont());
    const auto fits = [&](const QString& text) { return fits_in(metrics, text, room); };
    const QString broken = in_two_lines(whole);
    const auto& label = fits(whole) ? whole : fits(broken) ? broken : QString();
    if (label != axis->label()) axis->setLabel(label);
    if (scale_) {
        const QString said = chart().colour.title.empty() ? u" "_s : typeset(chart().colour.title);
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
    title_->setMinimumSize(above.isEmpty() ? QSize(1, 1) : QSize());
    title_->setMaximumSize(QWIDGETSIZE_MAX, above.isEmpty() ? 0 : QWIDGETSIZE_MAX);
}

void ChartView::add_bands() {
    if (chart().bands.size() > most_bands) return;
    for (const auto& band : chart().bands)
        add_stripe(*plot_, chart().sideways != band.of_y, band.from, band.to, theme_.band);
}

void ChartView::add_marks() {
    for (const auto& mark : chart().marks) {
        const bool across_key = mark.across == present::Mark::Across::x;
        const bool vertical = across_key != chart().sideways;  // on screen
        auto* line = new QCPItemStraightLine(plot_);
        line->setSelectable(false);
        const QPen pen(theme_.faint_text, 1.2,
                       mark.provenance == Provenance::measured ? Qt::SolidLine : Qt::DashLine);
        line->setPen(pen);
        const auto coords = [&](double along) {
            return vertical ? QPointF(mark.at, along) : QPointF(along, mark.at);
        };
        // Any two points: the line continues beyond both.
        line->point1->setCoords(coords(1));
        line->point2->setCoords(coords(2));
        if (mark.text.empty()) continue;
        QCPItemLine* leader = nullptr;
        if (!vertical) {
            leader = new QCPItemLine(plot_);
            leader->setSelectable(false);
            leader->setClipToAxisRect(false);
            leader->setPen(QPen(theme_.faint_text, 1, Qt::DotLine));
            leader->setTail(QCPLineEnding(QCPLineEnding::esDisc, 5, 5));
            for (auto* end : {leader->start, leader->end}) end->setType(QCPItemPosition::ptAbsolute);
        }
        auto* text = new QCPItemText(plot_);
        text->setSelectable(false);
        text->setText(typeset(mark.label()));
        text->setColor(theme_.text);
        auto behind = theme_.background;
        behind.setAlpha(210);
        text->setBrush(behind);
        text->setFont(font());
        text->setPadding(QMargins(4, 1, 4, 1));
        if (vertical) {
            text->position->setTypeX(QCPItemPosition::ptPlotCoords);
            text->position->setTypeY(QCPItemPosition::ptAxisRectRatio);
            text->setPositionAlignment(Qt::AlignLeft | Qt::AlignTop);
            text->position->setCoords(mark.at, 0.01);
            continue;
        }
        text->position->setType(QCPItemPosition::ptAbsolute);
        text->setPositionAlignment(Qt::AlignLeft | Qt::AlignTop);
        text->setClipToAxisRect(false);
        names_.push_back({text, leader, mark.at});
    }
}

/// Sets the space above the axes and lays the plot out again.
void ChartView::set_space_above(int pixels) {
    auto margins = plot_->axisRect()->minimumMargins();
    if (margins.top() == pixels) return;
    margins.setTop(pixels);
    plot_->axisRect()->setMinimumMargins(margins);
    for (const auto phase :
         {QCPLayoutElement::upPreparation, QCPLayoutElement::upMargins, QCPLayoutElement::upLayout})
        plot_->plotLayout()->update(phase);
}

/// Puts the names of horizontal lines above or below their lines, as far right as there is a free place.
/// Others go above the plot, with a leader to their line.
void ChartView::place_names() {
    set_space_above(plot_margin);
    if (names_.empty()) return;
    // Space above the plot moves its lines, and another name may lose its place: try again with more space.
    for (int space = 0, tries = 0; tries < 3; ++tries) {
        const int wanted = place_names_within(space);
        if (wanted <= space) return;
        if (plot_->axisRect()->height() - (wanted - space) < least_below_names) break;
        space = wanted;
        set_space_above(plot_margin + space);
    }
    // No space in a very low chart: tooltip and caption have the names.
    set_space_above(plot_margin);
    place_names_within(0);
}

/// Places names with `space` pixels above the plot and returns the space for all; hides names without space.
int ChartView::place_names_within(int space) {
    const QRectF area = plot_->axisRect()->rect();
    Ink ink(area);
    for (std::size_t i = 0; i < series_.size(); ++i)
        if (!drawing_->is_hidden(i)) ink.add(chart().series[i], *series_[i]);
    std::vector<QRectF> taken;
    double right_above = area.right();  // right end of the next name above the plot
    int lowest = 0, highest = 0;        // distance of its row from the plot, and height of all rows
    for (const auto& name : names_) {
        const double line = value_axis()->coordToPixel(name.at);
        name.text->setVisible(false);
        name.leader->setVisible(false);
        if (line < area.top() - 1 || line > area.bottom() + 1) continue;  // out of sight, as the line is
        const QSizeF size = QSizeF(QFontMetrics(name.text->font()).size(0, name.text->text())) + QSizeF(8, 2);
        QRectF best;
        for (double right = area.right() - 2; right - size.width() >= area.left() && best.isNull();
             right -= 12)
            for (const bool over : {true, false}) {
                const QRectF place(right - size.width(),
                                   over ? line - size.height() - beside_line : line + beside_line,
                                   size.width(), size.height());
                const bool free =
                    place.top() >= area.top() && place.bottom() <= area.bottom() && ink.is_free(place) &&
                    std::ranges::none_of(taken, [&](const QRectF& other) { return other.intersects(place); });
                if (free && best.isNull()) best = place;
            }
        if (best.isNull()) {
            const int height = static_cast<int>(std::ceil(size.height()));
            if (highest > lowest && right_above - size.width() < area.left())
                right_above = area.right(), lowest = highest;
            highest = std::max(highest, lowest + height + 1);
            const QRectF place(std::max(2.0, right_above - size.width()), area.top() - lowest - 1 - height,
                               size.width(), height);
            right_above = place.left() - 8;
            if (highest > space) continue;
            best = place;
            // The leader avoids points if it can.
            double down = place.right() - 8;
            for (double x = down; x > place.left() + 4; x -= 3)
                if (x < area.right() &&
                    ink.is_free(QRectF(x - 1, area.top(), 3, std::max(1.0, line - area.top() - 1)))) {
                    down = x;
                    break;
                }
            name.leader->start->setCoords(down, line);
            name.leader->end->setCoords(down, place.bottom());
            name.leader->setVisible(true);
        }
        taken.push_back(best);
        name.text->setVisible(true);
        name.text->position->setCoords(best.topLeft());
    }
    return highest;
}

/// The series' name without the provenance that all names and the axis share.
QString ChartView::legend_name(std::size_t series, int longest) const {
    std::string shared;
    for (const auto& one : chart().series) {
        if (one.name.empty()) continue;
        const auto at = one.name.rfind(" (");
        const auto suffix = at == std::string::npos ? std::string() : one.name.substr(at);
        if (suffix.empty() || (!shared.empty() && suffix != shared) ||
            chart().y.title.find(suffix.substr(2)) == std::string::npos) {
            shared.clear();
            break;
        }
        shared = suffix;
    }
    const auto& name = chart().series[series].name;
    return shortened_name(typeset(name.substr(0, name.size() - shared.size())), longest);
}

/// Arranges as many columns as fit and returns the legend's height.
int ChartView::lay_legend(int longest) {
    auto* legend = plot_->legend;
    for (std::size_t i = 0; i < series_.size(); ++i) series_[i]->setName(legend_name(i, longest));
    int highest = 1;
    std::vector<int> widths;
    for (int i = 0; i < legend->itemCount(); ++i)
        if (auto* item = legend->item(i)) {
            item->setMargins(QMargins(0, 1, 0, 3));  // underscores are below the line
            highest = std::max(highest, item->minimumOuterSizeHint().height());
            widths.push_back(item->minimumOuterSizeHint().width());
        }
    const auto width_of = [&](int columns) {
        std::vector<int> widest(static_cast<std::size_t>(columns));
        for (std::size_t i = 0; i < widths.size(); ++i)
            widest[i % widest.size()] = std::max(widest[i % widest.size()], widths[i]);
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

/// The width for the legend's items.
int ChartView::legend_width() const {
    const auto own = plot_->legend->margins();
    auto* row = qobject_cast<QCPLayoutGrid*>(plot_->plotLayout()->element(0, 0));
    return plot_->width() - own.left() - own.right() - row->margins().left() - row->margins().right() -
           row->columnSpacing();
}

int ChartView::widest_in_legend() const {
    int widest = 1;
    for (int i = 0; i < plot_->legend->itemCount(); ++i)
        if (auto* item = plot_->legend->item(i))
            widest = std::max(widest, item->minimumOuterSizeHint().width());
    return widest;
}

void ChartView::arrange_legend() {
    if (series_.size() != chart().series.size()) return;
    const auto room = static_cast<int>(legend_share * plot_->height());
    int height = 0, chosen = 0;
    std::vector<int> lengths{longest_name, 20, 13};
    if (plot_->legend->itemCount() > 4) {
        // Many names are whole if they fit in a line or two of a large chart.
        lengths = {longest_of_many, 20, 13};
        for (const int longest : {36, 45, longest_name})
            if (lay_legend(longest) <= static_cast<int>(spare_height * plot_->height()))
                lengths.front() = longest;
    }
    for (const int longest : lengths) {
        chosen = longest;
        if (height = lay_legend(longest); height <= room) break;
    }
    auto* legend = plot_->legend;
    const int names_a_column = (legend->itemCount() + legend->wrap() - 1) / std::max(1, legend->wrap());
    const bool beside = height > room && names_a_column > 2 && fits_beside(height / names_a_column);
    place_legend(beside);
    if (beside) {
        legend->setWrap(1);
        legend->setFillOrder(QCPLegend::foColumnsFirst, true);
        show_legend(true);
        return fit_title(0);
    }
    // In one column, names may be as long as the chart is wide.
    if (plot_->legend->wrap() == 1)
        for (const int longest : {longest_name, 45, 36, chosen})
            if (height = lay_legend(longest); longest <= chosen || widest_in_legend() <= legend_width())
                break;
    // A very narrow chart shortens names further.
    for (int longest = chosen - 1;
         longest >= fewest_letters && plot_->legend->wrap() == 1 && widest_in_legend() > legend_width();
         --longest)
        height = lay_legend(longest);
    // A very low chart has names only in its tooltips.
    const bool alone = legend->itemCount() == 1 && plot_->height() < lowest_for_one;
    const int lines = (legend->itemCount() + legend->wrap() - 1) / std::max(1, legend->wrap());
    const bool crowded = lines > 2 && plot_->height() - height < least_beside_legend;
    const bool shown = legend->itemCount() > 0 && !alone && !crowded &&
                       height <= static_cast<int>(most_of_low * plot_->height());
    show_legend(shown);
    fit_title(shown ? height + 10 : 0);
}

void ChartView::show_legend(bool shown) {
    auto* legend = plot_->legend;
    legend->setVisible(shown);
    legend->setMaximumSize(QWIDGETSIZE_MAX, shown ? QWIDGETSIZE_MAX : 0);
    // Without a least size of its own, a hidden legend keeps its room.
    legend->setMinimumSize(shown ? QSize(0, 0) : QSize(1, 1));
    legend->setSizeConstraintRect(shown ? QCPLayoutElement::scrInnerRect : QCPLayoutElement::scrOuterRect);
}

/// Whether the names fit below each other beside the plot, each in a line of this height.
bool ChartView::fits_beside(int line) const {
    const auto* legend = plot_->legend;
    return scale_ == nullptr &&
           legend->itemCount() * (line + legend->rowSpacing()) + margin_beside <= plot_->height() &&
           widest_in_legend() <= static_cast<int>(most_of_width * plot_->width());
}

void ChartView::place_legend(bool beside) {
    if (beside == (beside_ != nullptr)) return;
    auto* legend = plot_->legend;
    auto* layout = plot_->plotLayout();
    auto* above = qobject_cast<QCPLayoutGrid*>(layout->element(0, 0));
    if (beside) {
        above->take(legend);
        beside_ = new QCPLayoutGrid;
        beside_->setMargins(QMargins(0, margin_beside, 8, 0));
        beside_->addElement(0, 0, legend);
        beside_->addElement(1, 0, new QCPLayoutElement);
        beside_->setRowStretchFactor(0, 0.001);
        layout->addElement(plot_row, 1, beside_);
        layout->setColumnStretchFactor(1, 0.001);
    } else {
        beside_->take(legend);
        layout->remove(std::exchange(beside_, nullptr));
        layout->simplify();
        above->addElement(0, 0, legend);
    }
}

bool ChartView::has_lines() const {
    return std::ranges::any_of(chart().series, [](const auto& series) {
        return series.kind == Kind::line || series.kind == Kind::steps;
    });
}

std::optional<ChartView::Hit> ChartView::hit(const QPointF& position) const {
    if (!has_chart() || !plot_->axisRect()->rect().contains(position.toPoint())) return std::nullopt;
    // The last series is on top.
    for (std::size_t i = series_.size(); i-- > 0;)
        if (const auto point = series_[i]->hit(position)) return Hit{i, *point};
    if (heat_ != nullptr)
        if (const auto cell = heat_->hit(position)) return Hit{std::nullopt, *cell};
    return std::nullopt;
}

int ChartView::row_at(const QPoint& position) const {
    if (!has_chart() || !plot_->axisRect()->rect().contains(position)) return -1;
    const bool bars = !series_.empty() && chart().series.front().kind == Kind::bars &&
                      chart().x.scale == present::Scale::categories;
    if (bars) {  // a bar's whole slot
        const auto row =
            std::lround(key_axis()->pixelToCoord(chart().sideways ? position.y() : position.x()));
        return row >= 0 && row <= last_row() ? static_cast<int>(row) : -1;
    }
    const auto found = hit(position);
    if (!found) return -1;
    if (!found->series)
        return static_cast<int>(found->point / std::max<std::size_t>(1, chart().x.ticks.size()));
    return static_cast<int>(chart().series[*found->series].points[found->point].row);
}

void ChartView::choose(const Hit& at) {
    if (!at.series) {
        const auto columns = std::max<std::size_t>(1, chart().x.ticks.size());
        emit cell_selected(static_cast<int>(at.point % columns), static_cast<int>(at.point / columns));
        return;
    }
    const auto& point = chart().series[*at.series].points[at.point];
    if (point.case_id != CaseId{})
        emit case_selected(static_cast<qlonglong>(point.case_id));
    else if (chart().series[*at.series].kind != Kind::bars || chart().x.scale != present::Scale::categories) {
        set_current_row(static_cast<int>(point.row));
        emit row_selected(static_cast<int>(point.row));
    }
}

void ChartView::move_row(int row) {
    set_current_row(std::clamp(row, 0, last_row()));
    emit row_selected(current_row_);
}

void ChartView::hover(const QPointF& position, const QPoint& global) {
    const auto at = hit(position);
    plot_->setCursor(at ? Qt::PointingHandCursor : Qt::ArrowCursor);
    if (at)
        if (const auto hint = chart().hint(at->series.value_or(chart().series.size()), at->point);
            !hint.empty()) {
            hide_readout();
            QToolTip::showText(global, typeset(hint), plot_);
            return;
        }
    QToolTip::hideText();
    // A name in the legend highlights its series.
    std::optional<std::size_t> named;
    for (int i = 0; i < plot_->legend->itemCount(); ++i)
        if (auto* item = plot_->legend->item(i);
            item != nullptr && item->outerRect().contains(position.toPoint()))
            named = series_of(item);
    if (named != drawing_->highlighted) {
        drawing_->highlighted = named;
        plot_->replot(QCustomPlot::rpQueuedReplot);
    }
    if (named)
        QToolTip::showText(
            global,
            typeset(chart().series[*named].name) + tr("\nClick: hide or show. Ctrl+click: show only this."),
            plot_);
    if (has_lines() && chart().x.scale != present::Scale::categories &&
        plot_->axisRect()->rect().contains(position.toPoint()))
        show_readout(position);
    else
        hide_readout();
}

void ChartView::show_readout(const QPointF& position) {
    // Every curve's value at the nearest point of any curve.
    const double wanted = key_axis()->pixelToCoord(position.x());
    double best = std::numeric_limits<double>::infinity(), at = 0;
    for (std::size_t i = 0; i < series_.size(); ++i) {
        if (is_hidden(i)) continue;
        const auto& points = chart().series[i].points;
        const auto after = std::ranges::lower_bound(points, wanted, {}, &present::Point::x);
        for (const auto near : {after, after == points.begin() ? after : std::prev(after)})
            if (near != points.end() && near->y && std::abs(near->x - wanted) < best)
                best = std::abs(near->x - wanted), at = near->x;
    }
    if (!std::isfinite(best)) return hide_readout();
    struct Reading {
        double value;
        QString line;
    };
    std::vector<Reading> readings;
    for (std::size_t i = 0; i < series_.size(); ++i) {
        if (is_hidden(i)) continue;
        const auto& series = chart().series[i];
        const auto found = std::ranges::lower_bound(series.points, at - 1e-9, {}, &present::Point::x);
        if (found == series.points.end() || !found->y) continue;
        const bool holds = series.kind == Kind::steps || series.points.size() == 1 ||
                           std::abs(found->x - at) < 1e-6 * std::max(1.0, std::abs(at));
        if (!holds) continue;
        readings.push_back(
            {*found->y,
             u"<tr><td><span style=\"color:%1\">\u25a0</span>&nbsp;%2</td><td "
             "align=\"right\">&nbsp;&nbsp;%3</td></tr>"_s.arg(
                 drawing_->colour(i).name(), shortened_name(typeset(series.name), 44).toHtmlEscaped(),
                 to_qstring(format_significant(*found->y)))});
    }
    std::ranges::stable_sort(readings, std::ranges::greater{}, &Reading::value);
    QString text = u"<b>%1</b><table cellspacing=\"0\">"_s.arg(position_text(chart().x, at).toHtmlEscaped());
    constexpr std::size_t most_lines = 14;
    for (std::size_t i = 0; i < std::min(readings.size(), most_lines); ++i) text += readings[i].line;
    text += u"</table>"_s + (chart().y.unit.empty() ? QString() : typeset(chart().y.unit).toHtmlEscaped());
    readout_->setText(text);
    readout_->adjustSize();
    // On the side away from the mouse.
    const auto area = plot_->axisRect()->rect();
    const int x = position.x() > area.center().x() ? area.left() + 10 : area.right() - readout_->width() - 10;
    readout_->move(x, area.top() + 8);
    readout_->show();
    if (crosshair_ == nullptr) {
        crosshair_ = new QCPItemStraightLine(plot_);
        crosshair_->setSelectable(false);
        crosshair_->setPen(QPen(theme_.faint_text, 1, Qt::DotLine));
    }
    if (crosshair_->visible() && crosshair_->point1->coords().x() == at) return;
    crosshair_->setVisible(true);
    crosshair_->point1->setCoords(at, 1);
    crosshair_->point2->setCoords(at, 2);
    plot_->replot(QCustomPlot::rpQueuedReplot);
}

void ChartView::hide_readout() {
    readout_->hide();
    if (crosshair_ == nullptr || !crosshair_->visible()) return;
    crosshair_->setVisible(false);
    plot_->replot(QCustomPlot::rpQueuedReplot);
}

bool ChartView::eventFilter(QObject* watched, QEvent* event) {
    if (watched != plot_) return QWidget::eventFilter(watched, event);
    // QCustomPlot warns of an empty plot.
    if (event->type() == QEvent::Resize && static_cast<QResizeEvent*>(event)->size().isEmpty()) return true;
    if (event->type() == QEvent::Resize)
        QMetaObject::invokeMethod(
            this,
            [this] {
                arrange_legend();
                set_caption(said_);
                plot_->replot(QCustomPlot::rpQueuedReplot);
            },
            Qt::QueuedConnection);
    if (event->type() == QEvent::FocusIn || event->type() == QEvent::FocusOut) {
        ring_->setGeometry(plot_->rect());
        ring_->raise();
        ring_->setVisible(event->type() == QEvent::FocusIn);
    }
    if (event->type() == QEvent::Resize) ring_->setGeometry(plot_->rect());
    if (!has_chart()) return QWidget::eventFilter(watched, event);
    switch (event->type()) {
        case QEvent::MouseMove: {
            const auto* mouse = static_cast<QMouseEvent*>(event);
            if (mouse->buttons() == Qt::NoButton) hover(mouse->position(), mouse->globalPosition().toPoint());
            break;
        }
        case QEvent::Leave:
            hide_readout();
            break;
        case QEvent::MouseButtonPress: {
            const auto* mouse = static_cast<QMouseEvent*>(event);
            if (mouse->button() != Qt::LeftButton) break;
            if (const int row = row_at(mouse->position().toPoint());
                row >= 0 && chart().x.scale == present::Scale::categories && !chart().heat) {
                set_current_row(row);
                emit row_selected(row);
            }
            if (const auto at = hit(mouse->position())) choose(*at);
            break;
        }
        case QEvent::MouseButtonDblClick: {
            const auto position = static_cast<QMouseEvent*>(event)->position().toPoint();
            if (plot_->legend->outerRect().contains(position)) break;
            if (hit(position) && row_at(position) >= 0)
                emit row_activated(row_at(position));
            else
                reset_zoom();
            break;
        }
        case QEvent::Wheel: {
            const auto* wheel = static_cast<QWheelEvent*>(event);
            // Ctrl zooms the values, Shift pans.
            const bool values = wheel->modifiers().testFlag(Qt::ControlModifier);
            auto* rect = plot_->axisRect();
            if (!heat_) rect->setRangeZoom(values ? value_axis()->orientation() : key_axis()->orientation());
            if (!wheel->modifiers().testFlag(Qt::ShiftModifier)) break;
            const double steps = (wheel->angleDelta().y() + wheel->angleDelta().x()) / 120.0;
            key_axis()->moveRange(-steps * key_axis()->range().size() * 0.15);
            plot_->replot(QCustomPlot::rpQueuedReplot);
            return true;
        }
        case QEvent::KeyPress: {
            const auto* key = static_cast<QKeyEvent*>(event);
            const bool control = key->modifiers().testFlag(Qt::ControlModifier);
            const auto change = [&](double factor, double part) {
                const auto range = key_axis()->range();
                const double centre = current_row_ >= 0 && chart().x.scale == present::Scale::categories
                                          ? current_row_
                                          : range.center();
                key_axis()->scaleRange(factor, centre);
                key_axis()->moveRange(part * range.size());
                plot_->replot(QCustomPlot::rpQueuedReplot);
            };
            switch (key->key()) {
                case Qt::Key_Left:
                case Qt::Key_Up:
                    control ? change(1, -0.2) : move_row(current_row_ - 1);
                    return true;
                case Qt::Key_Right:
                case Qt::Key_Down:
                    control ? change(1, 0.2) : move_row(current_row_ + 1);
                    return true;
                case Qt::Key_Home:
                    move_row(0);
                    return true;
                case Qt::Key_End:
                    move_row(last_row());
                    return true;
                case Qt::Key_Plus:
                case Qt::Key_Equal:
                    change(1 / 1.5, 0);
                    return true;
                case Qt::Key_Minus:
                    change(1.5, 0);
                    return true;
                case Qt::Key_0:
                    reset_zoom();
                    return true;
                case Qt::Key_Return:
                case Qt::Key_Enter:
                    if (current_row_ >= 0) emit row_activated(current_row_);
                    return true;
                default:
                    break;
            }
            break;
        }
        case QEvent::ContextMenu: {
            QMenu menu;
            fill_menu(menu);
            menu.exec(static_cast<QContextMenuEvent*>(event)->globalPos());
            return true;
        }
        default:
            break;
    }
    return QWidget::eventFilter(watched, event);
}

void ChartView::fill_menu(QMenu& menu) {
    menu.addAction(tr("Show &all"), this, &ChartView::reset_zoom)->setEnabled(has_chart());
    menu.addAction(tr("&Copy picture"), this, &ChartView::copy_picture)->setEnabled(has_chart());
    menu.addAction(tr("Copy &values"), this, [this] { QApplication::clipboard()->setText(as_csv()); })
        ->setEnabled(has_chart());
    if (series_.size() < 2) return;
    auto* curves = menu.addMenu(tr("&Series"));
    curves->addAction(tr("Show all"), this, &ChartView::show_all);
    curves->addSeparator();
    for (std::size_t i = 0; i < series_.size(); ++i) {
        auto* action =
            curves->addAction(shortened_name(typeset(chart().series[i].name), 70).replace(u'&', u"&&"_s));
        action->setCheckable(true);
        action->setChecked(!is_hidden(i));
        connect(action, &QAction::toggled, this, [this, i](bool shown) { set_hidden(i, !shown); });
    }
}

QString ChartView::as_csv() const {
    QStringList lines{u"series,x,y,unit,low,high,source"_s};
    const auto position = [&](const present::Axis& axis, double x) {
        if (axis.scale == present::Scale::categories && x >= 0 &&
            x < static_cast<double>(axis.ticks.size()) && x == std::floor(x))
            return quoted(to_qstring(axis.ticks[static_cast<std::size_t>(x)]));
        return axis.scale == present::Scale::log2 ? digits(std::exp2(x)) : digits(x);
    };
    const QString unit = to_qstring(chart().y.unit);
    for (const auto& series : chart().series)
        for (const auto& point : series.points) {
            if (!point.y && series.kind != present::Series::Kind::links) continue;
            const bool span = series.kind == present::Series::Kind::spans;
            const bool ends = series.intervals || series.kind == present::Series::Kind::links;
            lines << QStringList{quoted(to_qstring(series.name)),
                                 position(chart().x, point.x),
                                 span      ? digits(point.x_end - point.x)
                                 : point.y ? position(chart().y, *point.y)
                                           : QString(),
                                 span ? to_qstring(chart().x.unit) : unit,
                                 ends ? digits(point.low) : QString(),
                                 ends ? digits(point.high) : QString(),
                                 series.provenance ? to_qstring(name_of(*series.provenance)) : QString()}
                         .join(u',');
        }
    if (chart().heat) {
        // Maps side by side have equal positions: the case comes first.
        const auto& cases = chart().heat->cases;
        lines.first() = (cases.empty() ? QString() : u"case,"_s) + u"y,x,value,unit"_s;
        for (std::size_t cell = 0; cell < chart().heat->values.size() && !chart().x.ticks.empty(); ++cell)
            if (const auto& value = chart().heat->values[cell])
                lines << (cases.empty()
                              ? QString()
                              : quoted(to_qstring(cases.at(cell % chart().x.ticks.size()))) + u',') +
                             QStringList{
                                 position(chart().y, static_cast<double>(cell / chart().x.ticks.size())),
                                 position(chart().x, static_cast<double>(cell % chart().x.ticks.size())),
                                 digits(*value), to_qstring(chart().colour.unit)}
                                 .join(u',');
    }
    return lines.join(u'\n') + u'\n';
}

QString ChartView::export_to(const QString& path) {
    if (!has_chart()) return tr("There is no chart to export: %1").arg(message());
    const auto ends = [&](const char* suffix) {
        return path.endsWith(QLatin1String(suffix), Qt::CaseInsensitive);
    };
    if (const auto refusal = refusal_of_output(path); !refusal.isEmpty()) return refusal;
    const QString failed =
        tr("Cannot write the chart to %1. Choose a folder that you may write to.").arg(path);
    if (ends(".csv")) return write_file(path, as_csv().toUtf8()) ? QString() : failed;
    if (ends(".svg")) {
        auto chart = this->chart();
        chart.conditions = context_.toStdString() +
                           (context_.isEmpty() || chart.conditions.empty() ? "" : "; ") + chart.conditions;
        present::svg::Style style;
        style.dark = is_dark(palette());
        style.width = std::max(480, plot_->width());
        style.height = std::max(320, plot_->height());
        return write_file(path, QByteArray::fromStdString(present::svg::draw(chart, style))) ? QString()
                                                                                             : failed;
    }
    if (ends(".pdf") || ends(".png")) {
        const Titled titled(*plot_, typeset(chart().title), context_, theme_, font());
        const bool written = ends(".pdf") ? plot_->savePdf(path, 0, 0, QCP::epAllowCosmetic, u"SortScope"_s,
                                                           typeset(chart().title))
                                          : plot_->savePng(path, plot_->width(), plot_->height(), 2.0);
        return written ? QString() : failed;
    }
    return tr("Cannot write %1: a chart's file name ends in .png, .pdf, .svg or .csv.").arg(path);
}

void ChartView::copy_picture() {
    if (!has_chart()) return;
    const Titled titled(*plot_, typeset(chart().title), context_, theme_, font());
    QApplication::clipboard()->setPixmap(plot_->toPixmap(0, 0, 2.0));
}

QString ChartView::print() {
    if (!has_chart()) return {};
    QPrinter printer(QPrinter::HighResolution);
    printer.setPageOrientation(QPageLayout::Landscape);
    QPrintDialog dialog(&printer, this);
    if (dialog.exec() != QDialog::Accepted) return {};
    // The dialog can print to a file.
    if (const auto refusal =
            printer.outputFileName().isEmpty() ? QString() : refusal_of_output(printer.outputFileName());
        !refusal.isEmpty())
        return refusal;
    print_on(printer);
    return {};
}

void ChartView::print_on(QPrinter& printer) {
    if (!has_chart()) return;
    const Titled titled(*plot_, typeset(chart().title), context_, theme_, font());
    QCPPainter painter(&printer);
    painter.setMode(QCPPainter::pmVectorized);
    painter.setMode(QCPPainter::pmNoCaching);
    const auto page = printer.pageLayout().paintRectPixels(printer.resolution());
    const double factor = std::min(static_cast<double>(page.width()) / plot_->width(),
                                   static_cast<double>(page.height()) / plot_->height());
    painter.scale(factor, factor);
    plot_->toPainter(&painter, plot_->width(), plot_->height());
}

}  // namespace sortscope::gui
