#include "gui/views/chart/chart_view.hpp"

#include <numeric>
#include <ranges>

#include <QApplication>
#include <QClipboard>
#include <QEvent>
#include <QFileInfo>
#include <QKeyEvent>
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

#include "gui/models/output.hpp"
#include "gui/views/parts/controls.hpp"
#include "present/axis.hpp"
#include "present/csv/csv.hpp"
#include "present/svg/svg.hpp"

namespace sortscope::gui {
namespace {
using Kind = present::Series::Kind;
using present::Scale;

constexpr size_t no_row = size_t(-1);  // a timeline's transfers have no row
constexpr size_t most_bands = 400;     // more would be a grey haze

constexpr int plot_row = 2;                         // below legend and title
constexpr int plot_margin = 6;                      // above the axes
constexpr int least_below_names = 30;               // height of a plot below names
constexpr double lane_px = 24, least_lane_px = 14;  // height of a lane; a bar takes 0.72 of it
constexpr double beside_line = 4;                   // from a line to its name
constexpr int margin_beside = 6;                    // above a legend beside the plot
constexpr int lowest_for_lines = 260;               // height of a chart with a caption of several lines
constexpr int lowest_for_one = 190;                 // height of a chart with a legend of one name
constexpr int least_beside_legend = 120;            // height left by a legend of several lines
constexpr double most_for_caption = 0.16;

constexpr int letters[] = {60, 45, 36, 28, 20, 13, 10, 7, 5};  // in the legend; a tooltip has all
constexpr int longest_of_many = 28, shortest = 13;             // shorter only in a very narrow chart
constexpr double share_of_whole = 0.09;                        // of a legend of many whole names
constexpr double legend_share = 0.22, most_of_low = 0.45, most_of_width = 0.4;

/// Strokes and marks of series: finds free places.
class Ink {
 public:
    explicit Ink(const QRect& area)
        : area_(area), picture_(area.size(), QImage::Format_ARGB32_Premultiplied) {
        picture_.fill(Qt::transparent);
    }
    void add(SeriesPlot& series) {
        QCPPainter painter(&picture_);
        painter.translate(-area_.topLeft());
        series.draw(&painter);
    }
    bool is_free(const QRectF& place) const {
        const auto part = (place.toAlignedRect().adjusted(-2, -2, 2, 2) & area_).translated(-area_.topLeft());
        for (int y = part.top(); y <= part.bottom(); ++y) {
            const auto* line = reinterpret_cast<const QRgb*>(picture_.constScanLine(y));
            if (std::any_of(line + part.left(), line + part.right() + 1,
                            [](QRgb pixel) { return pixel != 0; }))
                return false;
        }
        return true;
    }

 private:
    QRect area_;
    QImage picture_;
};

QCPItemRect* add_stripe(QCustomPlot& plot, bool across, double from, double to, const QColor& colour) {
    auto* stripe = new QCPItemRect(&plot);
    stripe->setLayer(u"bands"_s);
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

/// A hidden element gives its room away.
void show_element(QCPLayoutElement& element, bool shown) {
    element.setVisible(shown);
    // Only a least size lets it.
    element.setMinimumSize(shown ? QSize(0, 0) : QSize(1, 1));
    element.setMaximumSize(QWIDGETSIZE_MAX, shown ? QWIDGETSIZE_MAX : 0);
    element.setSizeConstraintRect(shown ? QCPLayoutElement::scrInnerRect : QCPLayoutElement::scrOuterRect);
}

/// In one line, or with the unit in a second, elided if need be.
QString fitted(const QString& title, const QFontMetrics& metrics, int room) {
    if (metrics.horizontalAdvance(title) <= room) return title;
    auto lines = QString(title).replace(u" ("_s, u"\n("_s).split(u'\n');
    for (auto& line : lines) line = metrics.elidedText(line, Qt::ElideRight, room);
    return lines.join(u'\n');
}

QString position_text(const present::Axis& axis, double x) {
    if (axis.scale == Scale::log2) {
        const auto whole = std::llround(x);
        if (std::abs(x - double(whole)) < 1e-9 && axis.powers) return typeset("2^" + std::to_string(whole));
        return to_qstring(format_grouped(std::llround(std::exp2(x))));
    }
    return to_qstring(format_significant(x)) + (axis.unit.empty() ? QString() : u' ' + typeset(axis.unit));
}

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

std::string digits(double value) { return plain_digits(Number(value)).toStdString(); }

std::string csv_position(const present::Axis& axis, double at) {
    if (axis.scale == Scale::categories && at >= 0 && at < double(axis.ticks.size()) && at == std::floor(at))
        return axis.ticks[size_t(at)];
    return digits(axis.scale == Scale::log2 ? std::exp2(at) : at);
}
}  // namespace

QString shortened_name(const QString& text, int length) {
    if (text.size() <= length || length < 5) return text;
    const qsizetype tail = (length - 1) / 3;
    return text.left(length - 1 - tail) + u'\u2026' + text.right(tail);
}

ChartView::ChartView() : pages_(new QStackedLayout(this)) {
    caption_ = new QLabel;
    caption_->setObjectName(u"chart_caption"_s);
    make_text(*caption_);
    caption_->setContentsMargins(10, 6, 10, 2);
    caption_->setMinimumWidth(1);
    caption_->hide();
    plot_ = new QCustomPlot;
    minimap_ = new Minimap;
    message_ = new QLabel;
    message_->setObjectName(u"chart_message"_s);
    make_text(*message_);
    message_->setAlignment(Qt::AlignCenter);
    message_->setMargin(24);
    offer_ = new QPushButton;
    connect(offer_, &QPushButton::clicked, this, &ChartView::offer_taken);
    auto* empty = new QWidget;
    auto* column = new QVBoxLayout(empty);
    column->addStretch(1);
    column->addWidget(message_);
    column->addWidget(offer_, 0, Qt::AlignHCenter);
    column->addStretch(1);
    for (auto* ground : {empty, static_cast<QWidget*>(caption_)}) {
        ground->setAutoFillBackground(true);
        ground->setBackgroundRole(QPalette::Base);
    }
    pages_->addWidget(empty);
    pages_->addWidget(column_of({caption_, plot_, minimap_}, 1));
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
    on_context_menu(*plot_, [this](QMenu& menu, const QPoint&) { fill_menu(menu); });
    plot_->installEventFilter(this);
    plot_->addLayer(u"bands"_s, plot_->layer(u"grid"_s), QCustomPlot::limBelow);
    auto* layout = plot_->plotLayout();
    auto* above = new QCPLayoutGrid;
    layout->insertRow(0);
    layout->addElement(0, 0, above);
    above->addElement(0, 0, plot_->legend);
    above->addElement(0, 1, new QCPLayoutElement);
    above->setColumnStretchFactor(0, 0.001);
    above->setMargins(QMargins(8, 6, 8, 0));
    layout->setRowSpacing(0);
    layout->insertRow(1);
    title_ = new QCPTextElement(plot_);
    title_->setTextFlags(Qt::AlignLeft | Qt::AlignBottom);
    title_->setMargins(QMargins(8, 2, 8, 0));
    layout->addElement(1, 0, title_);
    for (const int row : {0, 1}) layout->setRowStretchFactor(row, 0.001);
    plot_->legend->setFillOrder(QCPLegend::foColumnsFirst);
    plot_->legend->setColumnSpacing(16);
    plot_->legend->setIconSize(14, 12);
    plot_->axisRect()->setMinimumMargins(QMargins(10, plot_margin, 16, 6));
    margins_ = new QCPMarginGroup(plot_);
    for (auto* axis : {plot_->xAxis, plot_->yAxis})
        connect(axis, qOverload<const QCPRange&>(&QCPAxis::rangeChanged), this,
                [this, axis](const QCPRange& range) {
                    if (axis == key_axis())
                        keep_in_range(range);
                    else if (has_lanes())
                        keep_lanes_in_range();
                });
    connect(minimap_, &Minimap::moved, this, [this](double from, double to) {
        key_axis()->setRange(from, to);
        redraw();
    });
    connect(minimap_, &Minimap::reset, this, &ChartView::reset_zoom);
    connect(plot_, &QCustomPlot::beforeReplot, this, [this] { drawing_.drawn = 0; });
    connect(plot_, &QCustomPlot::afterLayout, this, [this] {
        place_names();
        fit_lanes();
        fit_minimap();
    });
    connect(plot_, &QCustomPlot::afterReplot, this, &ChartView::update_caption);
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
    readout_ = new QLabel(plot_);
    readout_->setObjectName(u"chart_readout"_s);
    readout_->setTextFormat(Qt::RichText);
    readout_->setAutoFillBackground(true);
    readout_->setBackgroundRole(QPalette::ToolTipBase);
    readout_->setForegroundRole(QPalette::ToolTipText);
    readout_->setFrameShape(QFrame::StyledPanel);
    readout_->setMargin(5);
    for (auto* over : {ring_, static_cast<QFrame*>(readout_)}) {
        over->setAttribute(Qt::WA_TransparentForMouseEvents);
        over->hide();
    }
}

void ChartView::refresh_theme() {
    auto& theme = drawing_.theme = chart_theme(palette());
    apply_theme(*plot_, theme, text_font(TextSize::note));
    title_->setFont(text_font(TextSize::note));
    title_->setTextColor(theme.text);
}

void ChartView::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() != QEvent::PaletteChange && event->type() != QEvent::FontChange) return;
    refresh_theme();
    if (!chart().empty()) rebuild(true);
}

void ChartView::show_message(const QString& sentence, const QString& offer) {
    message_->setText(sentence);
    message_->setAccessibleName(sentence);
    offer_->setText(offer);
    offer_->setVisible(!offer.isEmpty());
    hide_readout();
    pages_->setCurrentIndex(0);
}

QString ChartView::message() const { return pages_->currentIndex() == 0 ? message_->text() : QString(); }

void ChartView::set_chart(BarChartPtr chart, bool keep_range) {
    if (!keep_range) current_row_ = -1;
    std::set<std::string> hidden;  // they stay hidden, by name
    for (size_t i = 0; i < this->chart().series.size(); ++i)
        if (is_hidden(i)) hidden.insert(this->chart().series[i].name);
    drawing_.chart = chart ? std::move(chart) : std::make_shared<BarChart>();
    drawing_.hidden.clear();
    for (const auto& series : this->chart().series) drawing_.hidden.push_back(hidden.contains(series.name));
    if (!has(drawing_.hidden, false)) drawing_.hidden.clear();
    drawing_.highlighted.reset();
    drawing_.stage_rows.clear();
    drawing_.cell.reset();
    drawing_.has_rows = this->chart().heat || has_slots() || last_row() > 0;
    rebuild(keep_range);
}

int ChartView::last_row() const {
    if (chart().heat) return int(chart().y.ticks.size()) - 1;
    if (has_row_slots()) return int(chart().x.ticks.size()) - 1;
    size_t last = 0;
    for (const auto& series : chart().series)
        for (const auto& point : series.points)
            if (point.row != no_row) last = std::max(last, point.row);
    return int(last);
}

bool ChartView::has_lines() const { return chart().has(Kind::line) || chart().has(Kind::steps); }

void ChartView::rebuild(bool keep_range) {
    const QScopedValueRollback guard(quiet_, true);
    const QCPRange old_keys = key_axis()->range(), old_values = value_axis()->range();
    const bool zoomed = keep_range && is_zoomed();
    plot_->clearPlottables();
    plot_->clearItems();
    names_.clear();
    series_.clear();
    heat_ = nullptr;
    hide_readout();
    if (scale_) {
        plot_->plotLayout()->remove(scale_);
        plot_->plotLayout()->simplify();
    }
    if (chart().empty() || (has_bar_slots() && chart().x.ticks.empty())) {
        set_caption({});
        return show_message(chart().empty_text.empty() ? tr("Choose a case on the left.")
                                                       : typeset(chart().empty_text));
    }
    pages_->setCurrentIndex(1);
    plot_->setAccessibleName(chart().title.empty() ? tr("Chart") : typeset(chart().title));
    set_up_axis(*key_axis(), chart().x);
    set_up_axis(*value_axis(), chart().y);
    const auto both = Qt::Horizontal | Qt::Vertical;
    const bool links = chart().has(Kind::links);
    const bool lines = has_lines() && chart().y.scale != Scale::categories;
    plot_->axisRect()->setRangeDrag(links || lines || has_lanes() ? both : key_axis()->orientation());
    plot_->axisRect()->setRangeZoom(links ? both : key_axis()->orientation());
    if (chart().bands.size() <= most_bands)
        for (const auto& band : chart().bands)
            add_stripe(*plot_, chart().sideways != band.of_y, band.from, band.to, drawing_.theme.band);
    for (size_t i = 0; i < chart().series.size(); ++i) {
        series_.push_back(new SeriesPlot(*key_axis(), *value_axis(), drawing_, i));
        const auto& series = chart().series[i];
        // The legend hides kernels, also if a metric colours their spans.
        const bool spans = series.kind == Kind::spans && !series.name.empty();
        if (!spans && !chart().is_named(series)) series_.back()->removeFromLegend();
    }
    if (chart().heat) heat_ = new HeatPlot(*key_axis(), *value_axis(), drawing_);
    add_marks();
    add_colour_scale();
    set_full_ranges();
    minimap_->setVisible(chart().has(Kind::spans));
    minimap_->set_chart(drawing_, full_keys_);
    if (zoomed) {
        key_axis()->setRange(old_keys);
        value_axis()->setRange(old_values);
    }
    arrange_legend();
    update_highlight();
}

void ChartView::set_up_axis(QCPAxis& axis, const present::Axis& about) {
    axis.setLabel(typeset_if_any(about.title));
    axis.setTickLength(0, 4);
    axis.setScaleType(about.scale == Scale::logarithmic ? QCPAxis::stLogarithmic : QCPAxis::stLinear);
    axis.grid()->setSubGridVisible(false);
    axis.grid()->setVisible(about.scale != Scale::categories);
    const bool lanes = axis.orientation() == Qt::Vertical && about.scale == Scale::categories;
    axis.setRangeReversed(lanes);  // names begin at the top, as in a table
    const auto shorten = [this](const QString& text) {
        return shortened_name(
            text, std::clamp(int(0.33 * width()) / std::max(1, fontMetrics().averageCharWidth()), 18, 44));
    };
    axis.setTicker(QSharedPointer<Ticker>::create(&axis, Shared<present::Axis>(drawing_.chart, &about),
                                                  lanes ? Ticker::Label(shorten) : Ticker::Label()));
}

void ChartView::set_full_ranges() {
    present::Extent across, up, above;  // above: of positive values
    const auto take = [&](double value) {
        up.add(value);
        if (value > 0) above.add(value);
    };
    for (const auto& series : chart().series)
        for (const auto& point : series.points) {
            const bool link = series.kind == Kind::links;
            if (!point.y && !link) continue;
            across.add(point.x);
            if (series.kind == Kind::spans || point.x_end > point.x) across.add(point.x_end);
            take(link ? point.low : *point.y);
            if (link || (series.intervals && series.kind != Kind::bars)) take(point.high);
        }
    if (across.empty()) across = {0, 1}, up = {0, 1};
    const double left = across.least, right = across.largest;
    if (has_slots()) {
        // Few bars do not fill the window; marks may be higher than a row.
        const auto rows = double(chart().x.ticks.size());
        const double pad = has_bar_slots()             ? std::max(0.0, ((chart().x.names ? 4 : 8) - rows) / 2)
                           : chart().has(Kind::points) ? 0.04 * rows
                                                       : 0;
        full_keys_ = {-0.5 - pad, rows - 0.5 + pad};
    } else if (chart().x.scale == Scale::logarithmic) {
        full_keys_ = {std::max(left, 1e-12) / 1.6, std::max(right, 1e-12) * 1.6};
    } else {
        const bool one = right <= left;  // in the middle
        const double pad = chart().x.scale == Scale::log2 ? (one ? 1.4 : 0.4)
                           : one                          ? 1
                                                          : (right - left) * 0.02;
        full_keys_ = {left - pad, right + pad};
    }
    double low = up.least, high = up.largest;
    if (chart().y.scale == Scale::categories) {
        full_values_ = {-0.5, double(chart().y.ticks.size()) - 0.5};
    } else if (chart().has(Kind::links)) {
        full_values_ = {low - 0.5, high + 0.5};
    } else {
        const bool bars = chart().has(Kind::bars);
        if (has_bar_slots()) high = std::max(drawing_.chart->bars.largest(), high), low = std::min(low, 0.0);
        const double least = above.empty() ? 1 : above.least;
        double floor = least / 1.6;
        for (const auto& mark : chart().marks) {  // show limits close to the values
            if (mark.across != present::Mark::Across::y) continue;
            if (mark.at > high && mark.at < high * 3) high = mark.at * 1.04;
            if (mark.at < floor * 1.06 && mark.at > floor / 3) floor = mark.at / 1.06;
        }
        if (chart().y.scale == Scale::logarithmic) {
            full_values_ = {floor, std::max(high, least) * 1.6};
        } else if (chart().y.scale == Scale::log2) {
            full_values_ = {low - 0.4, high + 0.4};
        } else {
            const bool near_zero = low >= 0 && (bars || low < high * 0.5);
            const double pad = high > low ? (high - low) * 0.08 : std::max(std::abs(high) * 0.06, 0.5);
            const double from = near_zero ? 0 : low - pad;
            full_values_ = {from, high > from ? high + (near_zero ? high * 0.06 : pad) : from + 1};
        }
    }
    key_axis()->setRange(full_keys_);
    value_axis()->setRange(full_values_);
}

bool ChartView::has_lanes() const {
    return chart().y.scale == Scale::categories && !chart().sideways &&
           (chart().has(Kind::spans) || chart().has(Kind::steps));
}

/// Lanes keep their height: spare room stays empty, and lanes without room are dragged into sight.
void ChartView::fit_lanes() {
    const auto lanes = double(chart().y.ticks.size()), room = double(plot_->axisRect()->height());
    if (!has_lanes() || lanes < 1 || room < 1) return;
    const double shown = room / std::clamp(room / lanes, least_lane_px, lane_px);
    full_values_ = {-0.5, std::max(lanes, shown) - 0.5};
    const auto range = value_axis()->range();
    if (std::abs(range.size() - shown) > 1e-6) value_axis()->setRange(range.lower, range.lower + shown);
    keep_lanes_in_range();
}

void ChartView::keep_lanes_in_range() {
    const auto range = value_axis()->range();
    const double from = std::clamp(range.lower, full_values_.lower,
                                   std::max(full_values_.lower, full_values_.upper - range.size()));
    if (std::abs(from - range.lower) > 1e-9) value_axis()->setRange(from, from + range.size());
}

void ChartView::fit_minimap() {
    if (minimap_->isHidden()) return;
    const auto area = plot_->axisRect()->rect();
    minimap_->set_sides(area.left(), plot_->width() - area.right() - 1);
    minimap_->set_range(key_axis()->range());
}

void ChartView::keep_in_range(const QCPRange& range) {
    if (chart().empty()) return;
    const QCPRange kept = range.bounded(full_keys_.lower, full_keys_.upper);
    if (kept.size() >= (has_slots() ? 2 : full_keys_.size() * 1e-7) && kept != range)
        key_axis()->setRange(kept);  // calls this function again
    else if (!quiet_)
        emit range_changed(range.lower, range.upper);
}

void ChartView::zoom_to(double from, double to) {
    const QScopedValueRollback guard(quiet_, true);
    key_axis()->setRange(to > from ? QCPRange(from, to).bounded(full_keys_.lower, full_keys_.upper)
                                   : full_keys_);
    redraw();
}

void ChartView::reset_zoom() {
    key_axis()->setRange(full_keys_);
    value_axis()->setRange(full_values_);
    redraw();
}

void ChartView::bring_into_view(double from, double to) {
    const auto range = key_axis()->range();
    if (to < range.lower || from > range.upper) {
        const double middle = (from + to) / 2, half = std::max(range.size() / 2, (to - from) * 0.6);
        key_axis()->setRange(middle - half, middle + half);
    }
    redraw();
}

void ChartView::set_current_row(int row) {
    current_row_ = row >= 0 && row <= last_row() && !chart().empty() ? row : -1;
    update_highlight();
    if (current_row_ < 0 || chart().heat) return;
    if (has_row_slots()) return bring_into_view(current_row_, current_row_);
    if (const auto place = places_of_row(size_t(current_row_)); !place.empty())
        bring_into_view(place.least, place.largest);
    if (has_lanes()) bring_lane_into_view(size_t(current_row_));
}

void ChartView::bring_lane_into_view(size_t row) {
    for (const auto& series : chart().series)
        for (const auto& point : series.points)
            if (point.row == row && point.y) {
                const auto range = value_axis()->range();
                const double above = *point.y - 0.5 - range.lower, below = *point.y + 0.5 - range.upper;
                if (above < 0 || below > 0) value_axis()->moveRange(above < 0 ? above : below);
                return;
            }
}

present::Extent ChartView::places_of_row(size_t row) const {
    present::Extent place;
    for (const auto& series : chart().series)
        for (const auto& point : series.points)
            if (point.row == row) place.add(point.x), place.add(std::max(point.x, point.x_end));
    return place;
}

void ChartView::set_stage_rows(std::set<size_t> rows) {
    if (rows == drawing_.stage_rows) return;
    drawing_.stage_rows = std::move(rows);
    redraw();
}

void ChartView::set_current_cell(std::optional<std::pair<size_t, size_t>> column_and_row) {
    std::optional<size_t> cell;
    if (column_and_row && chart().heat)
        cell = column_and_row->second * chart().x.ticks.size() + column_and_row->first;
    if (std::exchange(drawing_.cell, cell) != cell) redraw();
}

std::optional<std::pair<double, double>> ChartView::stripe() const {
    if (!highlight_) return std::nullopt;
    const auto from = highlight_->topLeft->coords(), to = highlight_->bottomRight->coords();
    return chart().sideways ? std::pair(from.y(), to.y()) : std::pair(from.x(), to.x());
}

QString ChartView::readout() const { return readout_->isHidden() ? QString() : readout_->text(); }

void ChartView::update_highlight() {
    drawing_.row = current_row_ >= 0 ? std::optional(size_t(current_row_)) : std::nullopt;
    if (highlight_) plot_->removeItem(highlight_);
    if (current_row_ >= 0 && !chart().heat && has_slots()) {
        const auto place = has_row_slots() ? present::Extent{double(current_row_), double(current_row_)}
                                           : places_of_row(size_t(current_row_));
        if (!place.empty())
            highlight_ = add_stripe(*plot_, chart().sideways, place.least - 0.5, place.largest + 0.5,
                                    drawing_.theme.highlight);
    }
    redraw();
}

void ChartView::set_current_case(CaseId id) {
    if (std::exchange(drawing_.current, id) != id) redraw();
}

void ChartView::set_hidden(size_t series, bool hidden) {
    if (series >= series_.size()) return;  // a message has no series
    drawing_.hidden.resize(series_.size());
    drawing_.hidden[series] = hidden;
    if (auto* item = plot_->legend->itemWithPlottable(series_[series]))
        item->setTextColor(hidden ? blend(drawing_.theme.background, drawing_.theme.text, 0.4)
                                  : drawing_.theme.text);
    redraw();
}

void ChartView::show_only(size_t series) {
    for (size_t i = 0; i < series_.size(); ++i) set_hidden(i, i != series);
}

void ChartView::show_all() {
    for (size_t i = 0; i < series_.size(); ++i) set_hidden(i, false);
}

void ChartView::add_colour_scale() {
    if (!chart().has_colours()) return;
    place_legend(false);  // the scale is beside the plot
    const auto& colour = chart().colour;
    scale_ = new QCPColorScale(plot_);
    plot_->plotLayout()->addElement(plot_row, 1, scale_);
    plot_->plotLayout()->setColumnStretchFactor(1, 0.001);
    scale_->setType(QCPAxis::atRight);
    scale_->setBarWidth(12);
    scale_->setRangeDrag(false);
    scale_->setRangeZoom(false);
    QCPColorGradient gradient;
    gradient.clearColorStops();
    for (int i = 0; i <= 10; ++i) {
        const auto stop = present::scale_colour(chart(), i / 10.0, is_dark(palette()));
        gradient.setColorStopAt(i / 10.0, QColor(stop.r, stop.g, stop.b));
    }
    scale_->setGradient(gradient);
    const bool logarithmic = colour.scale == Scale::logarithmic && colour.least > 0;
    scale_->setDataScaleType(logarithmic ? QCPAxis::stLogarithmic : QCPAxis::stLinear);
    scale_->setDataRange(
        QCPRange(colour.least, colour.largest > colour.least ? colour.largest : colour.least + 1));
    auto* axis = scale_->axis();
    apply_theme(*axis, drawing_.theme, text_font(TextSize::note));
    axis->setTicker(QSharedPointer<Ticker>::create(axis, Shared<present::Axis>(drawing_.chart, &colour)));
    axis->setPadding(10);  // the title is at the window's edge
    axis->setSubTicks(false);
    axis->setTickLength(0, 3);
    axis->setBasePen(QPen(drawing_.theme.grid));
    plot_->axisRect()->setMarginGroup(QCP::msTop | QCP::msBottom, margins_);
    scale_->setMarginGroup(QCP::msTop | QCP::msBottom, margins_);
}

/// A caption that takes too much of the chart has one line; the tooltip has all of it.
void ChartView::set_caption(const QString& text) {
    said_ = text;
    const int room = std::max(60, width() - 24);
    const auto metrics = caption_->fontMetrics();
    const auto lines = metrics.boundingRect(QRect(0, 0, room, 1000), Qt::TextWordWrap, text).height();
    const bool low = height() < lowest_for_lines || lines > most_for_caption * height();
    const QString shown = low ? metrics.elidedText(text, Qt::ElideRight, room) : text;
    if (caption_->text() == shown && caption_->isHidden() == text.isEmpty()) return;
    caption_->setWordWrap(!low);
    caption_->setText(shown);
    caption_->setToolTip(shown == text ? QString() : text);
    caption_->setAccessibleName(text);
    caption_->setVisible(!text.isEmpty());
}

void ChartView::update_caption() {
    QStringList words;
    for (const auto* text : {&chart().conditions, &chart().note}) {
        auto said = typeset_if_any(*text);
        if (!said_beside_.isEmpty()) said = said.remove(said_beside_).trimmed();
        if (!said.isEmpty()) words << said;
    }
    if (has_bar_slots() && !series_.empty()) {
        const auto [first, last] = drawing_.bars_in(key_axis()->range());
        const auto count = [](size_t bars) { return to_qstring(format_grouped(int64_t(bars))); };
        if (drawing_.drawn > 0 && drawing_.drawn < last - first)
            words << tr("%1 of %2 bars are drawn: the longest at each place. Zoom in to see all.")
                         .arg(count(drawing_.drawn), count(last - first));
    }
    set_caption(words.join(u" \u2013 "_s));
}

void ChartView::set_said_beside(const QString& sentence) {
    if (std::exchange(said_beside_, sentence) != sentence && !chart().empty()) update_caption();
}

/// A y axis that is too short has its title above the chart.
void ChartView::fit_titles(int legend_height) {
    const auto x = typeset_if_any(chart().sideways ? chart().y.title : chart().x.title),
               y = typeset_if_any(chart().sideways ? chart().x.title : chart().y.title);
    const QFontMetrics metrics(plot_->xAxis->labelFont());
    const int names = plot_->axisRect()->margins().left();  // from the last layout
    const int across = plot_->width() - (names > 0 ? names : plot_->width() / 6) - 20 -
                       (beside_ != nullptr ? widest_in_legend() : 0);
    const int up = plot_->height() - legend_height - 60;  // without the x axis and margins
    plot_->xAxis->setLabel(fitted(x, metrics, std::max(60, across)));
    if (scale_)
        scale_->setLabel(chart().colour.title.empty() ? u" "_s
                                                      : fitted(typeset(chart().colour.title), metrics, up));
    const auto along = fitted(y, metrics, up);
    const bool above = QString(along).replace(u'\n', u' ') != y;
    plot_->yAxis->setLabel(above ? QString() : along);
    title_->setText(above ? metrics.elidedText(y, Qt::ElideRight, std::max(60, plot_->width() - 24))
                          : QString());
    show_element(*title_, above);
}

void ChartView::add_marks() {
    const auto& theme = drawing_.theme;
    for (const auto& mark : chart().marks) {
        const bool vertical = (mark.across == present::Mark::Across::x) != chart().sideways;  // on screen
        auto* line = new QCPItemStraightLine(plot_);
        line->setPen(QPen(theme.faint_text, 1.2,
                          mark.provenance == Provenance::measured ? Qt::SolidLine : Qt::DashLine));
        // Two points: the line continues beyond both.
        line->point1->setCoords(vertical ? QPointF(mark.at, 1) : QPointF(1, mark.at));
        line->point2->setCoords(vertical ? QPointF(mark.at, 2) : QPointF(2, mark.at));
        if (mark.text.empty()) continue;
        QCPItemLine* leader = nullptr;
        if (!vertical) {
            leader = new QCPItemLine(plot_);
            leader->setClipToAxisRect(false);
            leader->setPen(QPen(theme.faint_text, 1, Qt::DotLine));
            leader->setTail(QCPLineEnding(QCPLineEnding::esDisc, 5, 5));
            for (auto* end : {leader->start, leader->end}) end->setType(QCPItemPosition::ptAbsolute);
        }
        auto* text = new QCPItemText(plot_);
        text->setText(typeset(mark.label()));
        text->setColor(theme.text);
        auto behind = theme.background;
        behind.setAlpha(210);
        text->setBrush(behind);
        text->setFont(text_font(TextSize::note));
        text->setPadding(QMargins(4, 1, 4, 1));
        text->setPositionAlignment(Qt::AlignLeft | Qt::AlignTop);
        text->setClipToAxisRect(vertical);
        if (vertical) {
            text->position->setTypeY(QCPItemPosition::ptAxisRectRatio);
            text->position->setCoords(mark.at, 0.01);
        } else {
            text->position->setType(QCPItemPosition::ptAbsolute);
            names_.push_back({text, leader, mark.at});
        }
    }
}

void ChartView::set_space_above(int pixels) {
    auto margins = plot_->axisRect()->minimumMargins();
    if (margins.top() == pixels) return;
    margins.setTop(pixels);
    plot_->axisRect()->setMinimumMargins(margins);
    for (const auto phase :
         {QCPLayoutElement::upPreparation, QCPLayoutElement::upMargins, QCPLayoutElement::upLayout})
        plot_->plotLayout()->update(phase);
}

/// Puts names of horizontal lines next to them, as far right as there is a free place, else above the plot
/// with a leader.
void ChartView::place_names() {
    set_space_above(plot_margin);
    if (names_.empty() || plot_->axisRect()->rect().isEmpty()) return;
    // Space above moves the lines, and another name may lose its place.
    for (int space = 0, tries = 0; tries < 3; ++tries) {
        const int wanted = place_names_within(space);
        if (wanted <= space) return;
        if (plot_->axisRect()->height() - (wanted - space) < least_below_names) break;
        space = wanted;
        set_space_above(plot_margin + space);
    }
    // Tooltip and caption have the names.
    set_space_above(plot_margin);
    place_names_within(0);
}

/// Returns the space above the plot that all names need; hides names without space.
int ChartView::place_names_within(int space) {
    const QRectF area = plot_->axisRect()->rect();
    Ink ink(plot_->axisRect()->rect());
    for (size_t i = 0; i < series_.size(); ++i)  // names may cover bars and spans
        if (const auto kind = chart().series[i].kind;
            kind == Kind::points || kind == Kind::line || kind == Kind::steps)
            ink.add(*series_[i]);
    std::vector<QRectF> taken;
    double right_above = area.right();  // right end of the next name above the plot
    int lowest = 0, highest = 0;        // of its row from the plot; height of all rows
    for (const auto& name : names_) {
        const double line = value_axis()->coordToPixel(name.at);
        name.text->setVisible(false);
        name.leader->setVisible(false);
        if (line < area.top() - 1 || line > area.bottom() + 1) continue;  // out of sight, as the line is
        const QSizeF size = QSizeF(QFontMetrics(name.text->font()).size(0, name.text->text())) + QSizeF(8, 2);
        QRectF best;
        for (double right = area.right() - 2; right - size.width() >= area.left() && best.isNull();
             right -= 12)
            for (const double top : {line - size.height() - beside_line, line + beside_line}) {
                const QRectF place(QPointF(right - size.width(), top), size);
                if (best.isNull() && top >= area.top() && place.bottom() <= area.bottom() &&
                    ink.is_free(place) &&
                    std::ranges::none_of(taken, [&](const QRectF& other) { return other.intersects(place); }))
                    best = place;
            }
        if (best.isNull()) {
            const int height = int(std::ceil(size.height()));
            if (highest > lowest && right_above - size.width() < area.left())
                right_above = area.right(), lowest = highest;
            highest = std::max(highest, lowest + height + 1);
            best = QRectF(std::max(2.0, right_above - size.width()), area.top() - lowest - 1 - height,
                          size.width(), height);
            right_above = best.left() - 8;
            if (highest > space) continue;
            // Avoids points if it can.
            double down = best.right() - 8;
            const double height_of_leader = std::max(1.0, line - area.top() - 3);
            for (double x = down; x > best.left() + 4; x -= 3)
                if (x < area.right() && ink.is_free(QRectF(x, area.top(), 1, height_of_leader))) {
                    down = x;
                    break;
                }
            name.leader->start->setCoords(down, line);
            name.leader->end->setCoords(down, best.bottom());
            name.leader->setVisible(true);
        }
        taken.push_back(best);
        name.text->setVisible(true);
        name.text->position->setCoords(best.topLeft());
    }
    return highest;
}

/// Leaves out a provenance that all names and the axis share.
QString ChartView::legend_name(size_t series, int longest) const {
    const auto suffix_of = [](const std::string& name) {
        const auto at = name.rfind(" (");
        return at == std::string::npos ? std::string() : name.substr(at);
    };
    const auto& name = chart().series[series].name;
    const auto suffix = suffix_of(name);
    const bool shared = !suffix.empty() && chart().y.title.find(suffix.substr(2)) != std::string::npos &&
                        std::ranges::all_of(chart().series, [&](const present::Series& one) {
                            return one.name.empty() || suffix_of(one.name) == suffix;
                        });
    return shortened_name(typeset(shared ? name.substr(0, name.size() - suffix.size()) : name), longest);
}

std::vector<QCPAbstractLegendItem*> ChartView::legend_items() const {
    std::vector<QCPAbstractLegendItem*> items;
    for (int i = 0; i < plot_->legend->itemCount(); ++i)
        if (auto* item = plot_->legend->item(i)) items.push_back(item);  // none at the end of the last row
    return items;
}

std::optional<size_t> ChartView::series_of(QCPAbstractLegendItem* item) const {
    for (size_t i = 0; i < series_.size(); ++i)
        if (item != nullptr && plot_->legend->itemWithPlottable(series_[i]) == item) return i;
    return std::nullopt;
}

/// Uses as many columns as fit; returns the height.
int ChartView::lay_legend(int longest) {
    auto* legend = plot_->legend;
    for (size_t i = 0; i < series_.size(); ++i) series_[i]->setName(legend_name(i, longest));
    int highest = 1;
    std::vector<int> widths;
    for (auto* item : legend_items()) {
        item->setMargins(QMargins(0, 1, 0, 3));  // underscores are below the line
        highest = std::max(highest, item->minimumOuterSizeHint().height());
        widths.push_back(item->minimumOuterSizeHint().width());
    }
    const auto width_of = [&](int columns) {
        std::vector<int> widest(size_t(columns), 0);
        for (size_t i = 0; i < widths.size(); ++i)
            widest[i % widest.size()] = std::max(widest[i % widest.size()], widths[i]);
        return std::accumulate(widest.begin(), widest.end(), (columns - 1) * legend->columnSpacing());
    };
    const int count = int(widths.size());
    int columns = std::max(1, count);
    while (columns > 1 && width_of(columns) > legend_width()) --columns;
    if (legend->wrap() != columns) {
        legend->setWrap(columns);
        legend->setFillOrder(QCPLegend::foColumnsFirst, true);
    }
    return (count + columns - 1) / columns * highest;
}

int ChartView::legend_width() const {
    const auto own = plot_->legend->margins();
    auto* row = static_cast<QCPLayoutGrid*>(plot_->plotLayout()->element(0, 0));
    return plot_->width() - own.left() - own.right() - row->margins().left() - row->margins().right() -
           row->columnSpacing();
}

int ChartView::widest_in_legend() const {
    int widest = 1;
    for (auto* item : legend_items()) widest = std::max(widest, item->minimumOuterSizeHint().width());
    return widest;
}

/// The longest names that leave the chart its room; many go to the right of the plot.
void ChartView::arrange_legend() {
    auto* legend = plot_->legend;
    const double all = plot_->height();
    const auto items = int(legend_items().size());
    const int least = lay_legend(shortest);
    const auto rows = [&] { return (items + legend->wrap() - 1) / std::max(1, legend->wrap()); };
    const bool beside = least > legend_share * all && rows() > 2 && scale_ == nullptr &&
                        items * (least / rows() + legend->rowSpacing()) + margin_beside <= all &&
                        widest_in_legend() <= most_of_width * plot_->width();
    place_legend(beside);
    if (beside) {
        legend->setWrap(1);
        legend->setFillOrder(QCPLegend::foColumnsFirst, true);
        show_element(*legend, true);
        return fit_titles(0);
    }
    int height = 0;
    for (const int longest : letters) {
        height = lay_legend(longest);
        const double share = items > 4 && longest > longest_of_many ? share_of_whole : legend_share;
        if (height <= std::max<double>(least, share * all) && widest_in_legend() <= legend_width()) break;
    }
    // Tooltips have the names.
    const bool alone = items == 1 && all < lowest_for_one;
    const bool crowded = height > most_of_low * all || (rows() > 2 && all - height < least_beside_legend);
    const bool shown = items > 0 && !alone && !crowded;
    show_element(*legend, shown);
    fit_titles(shown ? height + 10 : 0);
}

void ChartView::place_legend(bool beside) {
    if (beside == (beside_ != nullptr)) return;
    auto* legend = plot_->legend;
    auto* layout = plot_->plotLayout();
    auto* above = static_cast<QCPLayoutGrid*>(layout->element(0, 0));
    if (beside) {
        above->take(legend);
        beside_ = new QCPLayoutGrid;
        layout->addElement(plot_row, 1, beside_);  // before it has parts: they need the plot
        beside_->setMargins(QMargins(0, margin_beside, 8, 0));
        beside_->addElement(0, 0, legend);
        beside_->addElement(1, 0, new QCPLayoutElement);
        beside_->setRowStretchFactor(0, 0.001);
        layout->setColumnStretchFactor(1, 0.001);
    } else {
        beside_->take(legend);
        layout->remove(std::exchange(beside_, nullptr));
        layout->simplify();
        above->addElement(0, 0, legend);
    }
}

std::optional<ChartView::Hit> ChartView::hit(const QPointF& position) const {
    if (!has_chart() || !plot_->axisRect()->rect().contains(position.toPoint())) return std::nullopt;
    if (heat_ != nullptr)
        if (const auto cell = heat_->hit(position)) return Hit{series_.size(), *cell};
    // The last series is on top.
    for (size_t i = series_.size(); i-- > 0;) {
        if (has_lanes() && chart().series[i].kind != Kind::spans) continue;  // lanes of series are read
        if (const auto point = series_[i]->hit(position)) return Hit{i, *point};
    }
    return std::nullopt;
}

int ChartView::row_at(const QPoint& position) const {
    if (!has_chart() || !plot_->axisRect()->rect().contains(position)) return -1;
    if (has_bar_slots()) {  // a bar's whole slot
        const auto row =
            std::lround(key_axis()->pixelToCoord(chart().sideways ? position.y() : position.x()));
        return row >= 0 && row <= last_row() ? int(row) : -1;
    }
    const auto found = hit(position);
    if (!found) return -1;
    return int(found->series == series_.size() ? found->point / chart().x.ticks.size()
                                               : chart().series[found->series].points[found->point].row);
}

void ChartView::choose(const Hit& at) {
    if (at.series == series_.size()) {
        const auto columns = chart().x.ticks.size();
        emit cell_selected(int(at.point % columns), int(at.point / columns));
        return;
    }
    const auto& point = chart().series[at.series].points[at.point];
    if (point.case_id != CaseId{})
        emit case_selected(qlonglong(point.case_id));
    else if (chart().series[at.series].kind != Kind::bars || !has_slots())
        move_row(int(point.row));
}

void ChartView::move_row(int row) {
    set_current_row(row);
    emit row_selected(row);
}

void ChartView::hover(const QPointF& position, const QPoint& global) {
    const auto at = hit(position);
    plot_->setCursor(at ? Qt::PointingHandCursor : Qt::ArrowCursor);
    const bool read = has_lines() && !has_slots() && plot_->axisRect()->rect().contains(position.toPoint());
    if (const auto hint = at ? chart().hint(at->series, at->point) : std::string(); !hint.empty()) {
        show_readout_if(read && has_lanes(), position);
        return QToolTip::showText(global, typeset(hint), plot_);
    }
    QToolTip::hideText();
    std::optional<size_t> named;
    for (auto* item : legend_items())
        if (item->outerRect().contains(position.toPoint())) named = series_of(item);
    if (std::exchange(drawing_.highlighted, named) != named) redraw();
    if (named)
        QToolTip::showText(
            global,
            typeset(chart().series[*named].name) + tr("\nClick: hide or show. Ctrl+click: show only this."),
            plot_);
    show_readout_if(read, position);
}

/// Every curve's value at the nearest point of any curve.
void ChartView::show_readout_if(bool shown, const QPointF& position) {
    if (!shown) return hide_readout();
    const double wanted = key_axis()->pixelToCoord(position.x());
    const bool lanes = chart().y.scale == Scale::categories;  // their height is no value: hints have it
    double best = std::numeric_limits<double>::infinity(), at = 0;
    for (size_t i = 0; i < series_.size(); ++i) {
        if (is_hidden(i) || chart().series[i].kind == Kind::spans) continue;
        const auto& points = chart().series[i].points;
        const auto after = std::ranges::lower_bound(points, wanted, {}, &present::Point::x);
        if (lanes && after != points.begin() && after != points.end()) best = 0, at = std::prev(after)->x;
        for (const auto near : {after, after == points.begin() ? after : std::prev(after)})
            if (near != points.end() && near->y && std::abs(near->x - wanted) < best)
                best = std::abs(near->x - wanted), at = near->x;
    }
    if (!std::isfinite(best)) return hide_readout();
    std::multimap<double, QString, std::greater<>> lines;  // by value
    for (size_t i = 0; i < series_.size(); ++i) {
        const auto& series = chart().series[i];
        const auto found = std::ranges::lower_bound(series.points, at - 1e-9, {}, &present::Point::x);
        if (is_hidden(i) || series.kind == Kind::spans || found == series.points.end() || !found->y) continue;
        const bool holds = series.kind == Kind::steps || series.points.size() == 1 ||
                           std::abs(found->x - at) < 1e-6 * std::max(1.0, std::abs(at));
        if (holds)
            lines.emplace(
                lanes ? -double(i) : *found->y,
                u"<tr><td><span style=\"color:%1\">\u25a0</span>&nbsp;%2</td><td "
                "align=\"right\">&nbsp;&nbsp;%3</td></tr>"_s.arg(
                    drawing_.colour(i).name(), shortened_name(typeset(series.name), 44).toHtmlEscaped(),
                    lanes ? typeset(found->hint).toHtmlEscaped()
                          : to_qstring(format_significant(*found->y))));
    }
    constexpr size_t most_lines = 14;
    QString text = u"<b>%1</b><table cellspacing=\"0\">"_s.arg(position_text(chart().x, at).toHtmlEscaped());
    for (const auto& [value, line] : lines | std::views::take(most_lines)) text += line;
    readout_->setText(text + u"</table>"_s + typeset_if_any(chart().y.unit).toHtmlEscaped());
    readout_->adjustSize();
    const auto area = plot_->axisRect()->rect();
    const int x = position.x() > area.center().x() ? area.left() + 10 : area.right() - readout_->width() - 10;
    readout_->move(x, area.top() + 8);
    readout_->show();
    if (!crosshair_) {
        crosshair_ = new QCPItemStraightLine(plot_);
        crosshair_->setPen(QPen(drawing_.theme.faint_text, 1, Qt::DotLine));
    } else if (crosshair_->point1->coords().x() == at) {
        return;
    }
    crosshair_->point1->setCoords(at, 1);
    crosshair_->point2->setCoords(at, 2);
    redraw();
}

void ChartView::hide_readout() {
    readout_->hide();
    if (!crosshair_) return;
    plot_->removeItem(crosshair_);
    redraw();
}

bool ChartView::eventFilter(QObject* watched, QEvent* event) {
    if (watched != plot_) return QWidget::eventFilter(watched, event);
    if (event->type() == QEvent::Resize) {
        // QCustomPlot warns of an empty plot.
        if (static_cast<QResizeEvent*>(event)->size().isEmpty()) return true;
        ring_->setGeometry(plot_->rect());
        QMetaObject::invokeMethod(
            this,
            [this] {
                arrange_legend();
                set_caption(said_);
                redraw();
            },
            Qt::QueuedConnection);
    }
    if (event->type() == QEvent::FocusIn || event->type() == QEvent::FocusOut) {
        ring_->raise();
        ring_->setVisible(event->type() == QEvent::FocusIn);
    }
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
                row >= 0 && has_row_slots() && !chart().heat)
                move_row(row);
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
            // Ctrl zooms the values or scrolls lanes, Shift pans.
            const bool values = wheel->modifiers().testFlag(Qt::ControlModifier);
            const bool lanes = values && has_lanes();
            if (!heat_) plot_->axisRect()->setRangeZoom((values ? value_axis() : key_axis())->orientation());
            if (!lanes && !wheel->modifiers().testFlag(Qt::ShiftModifier)) break;
            const double steps = (wheel->angleDelta().y() + wheel->angleDelta().x()) / 120.0;
            auto* axis = lanes ? value_axis() : key_axis();
            axis->moveRange(-steps * axis->range().size() * 0.15);
            redraw();
            return true;
        }
        case QEvent::KeyPress:
            if (press_key(*static_cast<QKeyEvent*>(event))) return true;
            break;
        default:
            break;
    }
    return QWidget::eventFilter(watched, event);
}

bool ChartView::press_key(const QKeyEvent& event) {
    const auto change = [&](double factor, double part) {
        const auto range = key_axis()->range();
        key_axis()->scaleRange(factor, current_row_ >= 0 && has_row_slots() ? current_row_ : range.center());
        key_axis()->moveRange(part * range.size());
        redraw();
    };
    const auto is = [&](auto... keys) { return ((event.key() == keys) || ...); };
    const bool back = is(Qt::Key_Left, Qt::Key_Up), minus = is(Qt::Key_Minus);
    if (back || is(Qt::Key_Right, Qt::Key_Down)) {
        if (event.modifiers().testFlag(Qt::ControlModifier))
            change(1, back ? -0.2 : 0.2);
        else
            move_row(std::clamp(current_row_ + (back ? -1 : 1), 0, last_row()));
    } else if (is(Qt::Key_Home, Qt::Key_End)) {
        move_row(is(Qt::Key_Home) ? 0 : last_row());
    } else if (minus || is(Qt::Key_Plus, Qt::Key_Equal)) {
        change(minus ? 1.5 : 1 / 1.5, 0);
    } else if (is(Qt::Key_0)) {
        reset_zoom();
    } else if (is(Qt::Key_Return, Qt::Key_Enter)) {
        if (current_row_ >= 0) emit row_activated(current_row_);
    } else {
        return false;
    }
    return true;
}

void ChartView::fill_menu(QMenu& menu) {
    menu.addAction(tr("Show &all"), this, &ChartView::reset_zoom);
    menu.addAction(tr("&Copy picture"), this, &ChartView::copy_picture);
    menu.addAction(tr("Copy &values"), this, [this] { QApplication::clipboard()->setText(as_csv()); });
    if (series_.size() < 2) return;
    auto* curves = menu.addMenu(tr("&Series"));
    curves->addAction(tr("Show all"), this, &ChartView::show_all);
    curves->addSeparator();
    for (size_t i = 0; i < series_.size(); ++i) {
        auto* action =
            curves->addAction(shortened_name(typeset(chart().series[i].name), 70).replace(u'&', u"&&"_s));
        action->setCheckable(true);
        action->setChecked(!is_hidden(i));
        connect(action, &QAction::toggled, this, [this, i](bool shown) { set_hidden(i, !shown); });
    }
}

QString ChartView::as_csv() const {
    using present::csv::record;
    const auto& x = chart().x;
    const auto& y = chart().y;
    if (const auto& heat = chart().heat) {
        // Maps side by side have equal positions: the case comes first.
        auto text = (heat->cases.empty() ? "" : "case,") + record({"y", "x", "value", "unit"});
        for (size_t cell = 0; cell < heat->values.size() && !x.ticks.empty(); ++cell) {
            if (!heat->values[cell]) continue;
            const auto column = cell % x.ticks.size();
            std::vector<std::string> fields{csv_position(y, double(cell / x.ticks.size())),
                                            csv_position(x, double(column)), digits(*heat->values[cell]),
                                            chart().colour.unit};
            if (!heat->cases.empty()) fields.insert(fields.begin(), heat->cases.at(column));
            text += record(fields);
        }
        return to_qstring(text);
    }
    auto text = record({"series", "x", "y", "unit", "low", "high", "source"});
    for (const auto& series : chart().series)
        for (const auto& point : series.points) {
            const bool span = series.kind == Kind::spans, link = series.kind == Kind::links;
            if (!point.y && !link) continue;
            const bool ends = series.intervals || link;
            text +=
                record({series.name, csv_position(x, point.x),
                        span      ? digits(point.x_end - point.x)
                        : point.y ? csv_position(y, *point.y)
                                  : "",
                        span ? x.unit : y.unit, ends ? digits(point.low) : "", ends ? digits(point.high) : "",
                        series.provenance ? std::string(name_of(*series.provenance)) : ""});
        }
    return to_qstring(text);
}

QString ChartView::export_to(const QString& path) {
    const auto suffix = QFileInfo(path).suffix().toLower();
    const auto title = typeset(chart().title);
    bool written = false;
    if (const auto refusal = refusal_of_output(path); !refusal.isEmpty()) return refusal;
    if (!QStringList{u"csv"_s, u"svg"_s, u"pdf"_s, u"png"_s}.contains(suffix))
        return tr("Cannot write %1: a chart's file name ends in .png, .pdf, .svg or .csv.").arg(path);
    if (suffix == u"csv") {
        written = write_file(path, as_csv().toUtf8());
    } else if (suffix == u"svg") {
        auto chart = this->chart();
        chart.conditions = context_.toStdString() +
                           (context_.isEmpty() || chart.conditions.empty() ? "" : "; ") + chart.conditions;
        present::svg::Style style;
        style.dark = is_dark(palette());
        style.width = std::max(480, plot_->width());
        style.height = std::max(320, plot_->height());
        written = write_file(path, QByteArray::fromStdString(present::svg::draw(chart, style)));
    } else {
        const Titled titled(*plot_, title, context_, drawing_.theme, text_font(TextSize::note));
        written = suffix == u"pdf" ? plot_->savePdf(path, 0, 0, QCP::epAllowCosmetic, u"SortScope"_s, title)
                                   : plot_->savePng(path, plot_->width(), plot_->height(), 2.0);
    }
    return written ? QString()
                   : tr("Cannot write the chart to %1. Choose a folder that you may write to.").arg(path);
}

void ChartView::copy_picture() {
    if (!has_chart()) return;
    const Titled titled(*plot_, typeset(chart().title), context_, drawing_.theme, text_font(TextSize::note));
    QApplication::clipboard()->setPixmap(plot_->toPixmap(0, 0, 2.0));
}

QString ChartView::print() {
    if (!has_chart()) return {};
    QPrinter printer(QPrinter::HighResolution);
    printer.setPageOrientation(QPageLayout::Landscape);
    QPrintDialog dialog(&printer, this);
    if (dialog.exec() != QDialog::Accepted) return {};
    const auto file = printer.outputFileName();  // the dialog can print to a file
    if (const auto refusal = file.isEmpty() ? QString() : refusal_of_output(file); !refusal.isEmpty())
        return refusal;
    print_on(printer);
    return {};
}

void ChartView::print_on(QPrinter& printer) {
    const Titled titled(*plot_, typeset(chart().title), context_, drawing_.theme, text_font(TextSize::note));
    QCPPainter painter(&printer);
    painter.setMode(QCPPainter::pmVectorized);
    painter.setMode(QCPPainter::pmNoCaching);
    const auto page = printer.pageLayout().paintRectPixels(printer.resolution());
    const double factor =
        std::min(double(page.width()) / plot_->width(), double(page.height()) / plot_->height());
    painter.scale(factor, factor);
    plot_->toPainter(&painter, plot_->width(), plot_->height());
}
}

#include "moc_chart_view.cpp"
