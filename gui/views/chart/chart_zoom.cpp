#include "gui/views/chart/chart_zoom.hpp"

#include "present/axis.hpp"

namespace sortscope::gui {
namespace {
using Kind = present::Series::Kind;
using present::Scale;

constexpr double lane_px = 24, least_lane_px = 14;  // lane heights; a bar takes 0.72 of its lane
}  // namespace

ChartZoom::ChartZoom(const ChartFrame& frame, const ChartDrawing& drawing, Minimap& minimap)
    : frame_(frame), drawing_(drawing), minimap_(minimap) {
    for (auto* axis : {frame.plot().xAxis, frame.plot().yAxis})
        connect(axis, qOverload<const QCPRange&>(&QCPAxis::rangeChanged), this,
                [this, axis](const QCPRange& range) {
                    if (axis == &frame_.key())
                        keep_in_range(range);
                    else if (drawing_.has_lanes())
                        keep_lanes_in_range();
                });
    connect(&minimap, &Minimap::moved, this, [this](double from, double to) {
        frame_.key().setRange(from, to);
        frame_.redraw();
    });
    connect(&minimap, &Minimap::reset, this, &ChartZoom::reset);
}

void ChartZoom::set_full(const std::optional<Ranges>& kept) {
    const auto& chart = drawing_.data();
    const auto both = Qt::Horizontal | Qt::Vertical;
    const bool links = chart.has(Kind::links);
    const bool lines = drawing_.has_lines() && chart.y.scale != Scale::categories;
    const auto along = frame_.key().orientation();
    auto* area = frame_.plot().axisRect();
    area->setRangeDrag(links || lines || drawing_.has_lanes() ? both : along);
    area->setRangeZoom(links ? both : along);
    full_keys_ = all_keys();
    full_values_ = all_values();
    minimap_.setVisible(chart.has(Kind::spans));
    minimap_.set_chart(drawing_, full_keys_);
    frame_.key().setRange(full_keys_);
    frame_.value().setRange(full_values_);
    if (!kept) return;
    frame_.key().setRange(kept->first);
    frame_.value().setRange(kept->second);
}

QCPRange ChartZoom::all_keys() const {
    const auto& chart = drawing_.data();
    if (drawing_.has_slots()) {
        // Pads few bars to keep them narrow, and points because marks are high.
        const auto rows = double(chart.x.ticks.size());
        const double pad = drawing_.has_bar_slots()  ? std::max(0.0, ((chart.x.names ? 4 : 8) - rows) / 2)
                           : chart.has(Kind::points) ? 0.04 * rows
                                                     : 0;
        return {-0.5 - pad, rows - 0.5 + pad};
    }
    const auto range = present::x_range(chart);
    return {range.least, range.largest};
}

QCPRange ChartZoom::all_values() const {
    const auto& chart = drawing_.data();
    if (chart.y.scale == Scale::categories) return {-0.5, double(chart.y.ticks.size()) - 0.5};
    present::Extent up, above;  // above: of positive values
    const auto take = [&](double value) {
        up.add(value);
        if (value > 0) above.add(value);
    };
    for (const auto& series : chart.series)
        for (const auto& point : series.points) {
            const bool link = series.kind == Kind::links;
            if (!point.y && !link) continue;
            take(link ? point.low : *point.y);
            if (link || (series.intervals && series.kind != Kind::bars)) take(point.high);
        }
    if (up.empty()) up = {0, 1};
    double low = up.least, high = up.largest;
    if (chart.has(Kind::links)) return {low - 0.5, high + 0.5};
    if (drawing_.has_bar_slots()) {
        for (const double total : drawing_.chart->totals) high = std::max(high, total);
        low = std::min(low, 0.0);
    }
    const double least = above.empty() ? 1 : above.least;
    double floor = least / 1.6;
    for (const auto& mark : chart.marks) {  // show limits close to the values
        if (mark.across != present::Mark::Across::y) continue;
        if (mark.at > high && mark.at < high * 3) high = mark.at * 1.04;
        if (mark.at < floor * 1.06 && mark.at > floor / 3) floor = mark.at / 1.06;
    }
    if (chart.y.scale == Scale::logarithmic) return {floor, std::max(high, least) * 1.6};
    if (chart.y.scale == Scale::log2) return {low - 0.4, high + 0.4};
    const bool near_zero = low >= 0 && (chart.has(Kind::bars) || low < high * 0.5);
    const double pad = high > low ? (high - low) * 0.08 : std::max(std::abs(high) * 0.06, 0.5);
    const double from = near_zero ? 0 : low - pad;
    return {from, high > from ? high + (near_zero ? high * 0.06 : pad) : from + 1};
}

void ChartZoom::fit() {
    fit_lanes();
    if (minimap_.isHidden()) return;
    minimap_.set_sides(frame_.area().left(), frame_.plot().width() - frame_.area().right() - 1);
    minimap_.set_range(frame_.key().range());
}

/// Lanes keep their height. Spare room stays empty; lanes without room can be dragged into sight.
void ChartZoom::fit_lanes() {
    const auto lanes = double(drawing_.data().y.ticks.size()), room = double(frame_.area().height());
    if (!drawing_.has_lanes() || lanes < 1 || room < 1) return;
    const double shown = room / std::clamp(room / lanes, least_lane_px, lane_px);
    full_values_ = {-0.5, std::max(lanes, shown) - 0.5};
    const auto range = frame_.value().range();
    if (std::abs(range.size() - shown) > 1e-6) {
        frame_.value().setRange(range.lower, range.lower + shown);
        frame_.redraw();  // the ticks are of the old range
    }
    keep_lanes_in_range();
}

void ChartZoom::keep_lanes_in_range() {
    const auto range = frame_.value().range();
    const double from = std::clamp(range.lower, full_values_.lower,
                                   std::max(full_values_.lower, full_values_.upper - range.size()));
    if (std::abs(from - range.lower) > 1e-9) frame_.value().setRange(from, from + range.size());
}

void ChartZoom::keep_in_range(const QCPRange& range) {
    if (drawing_.data().empty()) return;
    const QCPRange kept = range.bounded(full_keys_.lower, full_keys_.upper);
    if (kept.size() >= (drawing_.has_slots() ? 2 : full_keys_.size() * 1e-7) && kept != range)
        frame_.key().setRange(kept);  // calls this function again
    else
        emit range_changed(range.lower, range.upper);
}

void ChartZoom::zoom_to(double from, double to) {
    const QSignalBlocker quiet(this);
    frame_.key().setRange(to > from ? QCPRange(from, to).bounded(full_keys_.lower, full_keys_.upper)
                                    : full_keys_);
    frame_.redraw();
}

void ChartZoom::bring_into_view(double from, double to) {
    const auto range = frame_.key().range();
    if (to < range.lower || from > range.upper) {
        const double middle = (from + to) / 2, half = std::max(range.size() / 2, (to - from) * 0.6);
        frame_.key().setRange(middle - half, middle + half);
    }
    frame_.redraw();
}

void ChartZoom::bring_row_into_view(size_t row) {
    if (drawing_.has_row_slots()) return bring_into_view(double(row), double(row));
    if (const auto place = drawing_.places_of_row(row); !place.empty())
        bring_into_view(place.least, place.largest);
    if (drawing_.has_lanes()) bring_lane_into_view(row);
}

void ChartZoom::bring_lane_into_view(size_t row) {
    for (const auto& series : drawing_.data().series)
        for (const auto& point : series.points)
            if (point.row == row && point.y) {
                const auto range = frame_.value().range();
                const double above = *point.y - 0.5 - range.lower, below = *point.y + 0.5 - range.upper;
                if (above < 0 || below > 0) frame_.value().moveRange(above < 0 ? above : below);
                return;
            }
}

void ChartZoom::change(double factor, double centre, double part) {
    const auto range = frame_.key().range();
    frame_.key().scaleRange(factor, centre);
    frame_.key().moveRange(part * range.size());
    frame_.redraw();
}

bool ChartZoom::wheel(const QWheelEvent& event) {
    const bool values = event.modifiers().testFlag(Qt::ControlModifier);
    const bool lanes = values && drawing_.has_lanes();
    auto& axis = values ? frame_.value() : frame_.key();
    if (!drawing_.data().heat) frame_.plot().axisRect()->setRangeZoom(axis.orientation());
    if (!lanes && !event.modifiers().testFlag(Qt::ShiftModifier)) return false;
    const double steps = (event.angleDelta().y() + event.angleDelta().x()) / 120.0;
    auto& moved = lanes ? frame_.value() : frame_.key();
    moved.moveRange(-steps * moved.range().size() * 0.15);
    frame_.redraw();
    return true;
}

namespace {
constexpr int strip_height = 28, strip_margin = 4;
constexpr double least_frame = 6;  // least width that can be grabbed
}  // namespace

Minimap::Minimap() {
    setObjectName(u"minimap"_s);
    setAccessibleName(tr("Whole timeline"));
    setToolTip(tr("The whole timeline. Drag the frame to move, double-click to see all."));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::Base);
    setCursor(Qt::PointingHandCursor);
    hide();
}

QSize Minimap::sizeHint() const { return {100, strip_height + 2 * strip_margin}; }

void Minimap::set_chart(const ChartDrawing& drawing, QCPRange full) {
    drawing_ = &drawing;
    full_ = range_ = full;
    spans_ = {};
    update();
}

void Minimap::set_sides(int left, int right) {
    if (left == left_ && right == right_) return;
    left_ = left;
    right_ = right;
    spans_ = {};
    update();
}

QRectF Minimap::strip() const { return QRectF(rect()).adjusted(left_, strip_margin, -right_, -strip_margin); }

QRectF Minimap::frame() const {
    auto frame = strip();
    frame.setLeft(std::max(frame.left(), place_of(range_.lower)));
    frame.setRight(std::min(strip().right(), place_of(range_.upper)));
    if (const double missing = least_frame - frame.width(); missing > 0)
        frame.adjust(-missing / 2, 0, missing / 2, 0);
    return frame;
}

void Minimap::draw_spans() {
    const auto room = strip();
    spans_ = QPixmap(room.size().toSize() * devicePixelRatio());
    spans_.setDevicePixelRatio(devicePixelRatio());
    spans_.fill(Qt::transparent);
    QPainter painter(&spans_);
    painter.translate(-room.topLeft());
    const auto& chart = drawing_->chart->chart;
    const double lane = room.height() / double(std::max<size_t>(1, chart.y.ticks.size()));
    for (size_t i = 0; i < chart.series.size(); ++i) {
        if (chart.series[i].kind != present::Series::Kind::spans || drawing_->is_hidden(i)) continue;
        const auto colour = drawing_->colour(i);
        for (const auto& point : chart.series[i].points) {
            const double from = place_of(point.x), to = std::max(place_of(point.x_end), from + 1);
            const double top = room.top() + point.y.value_or(0) * lane;
            painter.fillRect(QRectF(from, top, to - from, std::max(1.0, lane)),
                             point.heat ? drawing_->heat(*point.heat) : colour);
        }
    }
}

void Minimap::paintEvent(QPaintEvent*) {
    if (drawing_ == nullptr || strip().width() < 1) return;
    if (spans_.isNull()) draw_spans();
    QPainter painter(this);
    painter.drawPixmap(strip().topLeft(), spans_);
    auto veil = drawing_->theme.background;
    veil.setAlphaF(0.6F);
    const auto seen = frame();
    painter.fillRect(QRectF(strip().topLeft(), QPointF(seen.left(), strip().bottom())), veil);
    painter.fillRect(QRectF(QPointF(seen.right(), strip().top()), strip().bottomRight()), veil);
    painter.setPen(drawing_->theme.faint_text);
    painter.drawRect(seen.adjusted(0, 0, -1, -1));
}

void Minimap::resizeEvent(QResizeEvent*) { spans_ = {}; }

void Minimap::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton) return;
    const double at = event->position().x();
    grip_ =
        frame().contains(QPointF(at, frame().center().y())) ? at_of(at) - range_.lower : range_.size() / 2;
    mouseMoveEvent(event);
}

void Minimap::mouseMoveEvent(QMouseEvent* event) {
    if (!event->buttons().testFlag(Qt::LeftButton)) return;
    const double size = std::min(range_.size(), full_.size());
    const double from = std::clamp(at_of(event->position().x()) - grip_, full_.lower, full_.upper - size);
    emit moved(from, from + size);
}

void Minimap::mouseDoubleClickEvent(QMouseEvent*) { emit reset(); }
}
