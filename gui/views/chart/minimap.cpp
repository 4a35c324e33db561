#include "gui/views/chart/minimap.hpp"

#include <QMouseEvent>
#include <QPainter>

namespace sortscope::gui {
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

void Minimap::set_range(QCPRange range) {
    if (range_ == range) return;
    range_ = range;
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

double Minimap::place_of(double at) const {
    return strip().left() + (at - full_.lower) / full_.size() * strip().width();
}

double Minimap::at_of(double place) const {
    return full_.lower + (place - strip().left()) / std::max(1.0, strip().width()) * full_.size();
}

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
