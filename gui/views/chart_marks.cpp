// Stripes behind a chart and lines across it, with their names where nothing is drawn.
#include <qcustomplot.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "gui/models/text.hpp"
#include "gui/views/chart_series.hpp"
#include "gui/views/chart_view.hpp"

namespace sortscope::gui {
namespace {

constexpr std::size_t most_bands = 400;  // narrower than a few pixels they would be a grey haze
constexpr int plot_margin = 6;           // above the axes
constexpr int least_below_names = 30;    // height that names above a plot leave it
constexpr double mark_reach = 6;         // of a point's mark, in pixels
constexpr double beside_line = 4;        // from a line to its name: a series may run along the line

/// Where something is drawn, in squares of a few pixels: whether a rectangle is free is asked at once.
class Ink {
 public:
    explicit Ink(const QRectF& area)
        : area_(area),
          columns_(std::max(1, static_cast<int>(std::ceil(area.width() / cell)))),
          rows_(std::max(1, static_cast<int>(std::ceil(area.height() / cell)))),
          sums_(static_cast<std::size_t>(columns_ + 1) * static_cast<std::size_t>(rows_ + 1)) {}
    void add(const QRectF& rect) {
        const auto [left, top, right, bottom] = cells(rect & area_);
        for (int y = top; y < bottom; ++y)
            for (int x = left; x < right; ++x) at(x + 1, y + 1) = 1;
    }
    /// A stroke, as far as it is in sight.
    void add(const QPointF& from, const QPointF& to) {
        const double length = std::max(std::abs(to.x() - from.x()), std::abs(to.y() - from.y()));
        double begin = 0, end = 1;
        const auto clip = [&](double a, double b, double low, double high) {
            if (std::abs(b - a) < 1e-9) return a >= low && a <= high;
            const double one = (low - a) / (b - a), other = (high - a) / (b - a);
            begin = std::max(begin, std::min(one, other)), end = std::min(end, std::max(one, other));
            return begin <= end;
        };
        if (!clip(from.x(), to.x(), area_.left(), area_.right()) ||
            !clip(from.y(), to.y(), area_.top(), area_.bottom()))
            return;
        const int steps = std::max(1, static_cast<int>((end - begin) * length / cell));
        for (int i = 0; i <= steps; ++i) {
            const auto here = from + (begin + (end - begin) * i / steps) * (to - from);
            add(QRectF(here.x() - 1, here.y() - 1, 2, 2));
        }
    }
    /// No more is added; now it can be asked.
    void finish() {
        for (int y = 1; y <= rows_; ++y)
            for (int x = 1; x <= columns_; ++x) at(x, y) += at(x - 1, y) + at(x, y - 1) - at(x - 1, y - 1);
    }
    bool is_free(const QRectF& rect) const {
        const auto [left, top, right, bottom] = cells(rect & area_);
        return right <= left || bottom <= top ||
               at(right, bottom) - at(left, bottom) - at(right, top) + at(left, top) == 0;
    }

 private:
    static constexpr double cell = 3;
    struct Cells {
        int left, top, right, bottom;
    };
    Cells cells(const QRectF& rect) const {
        const auto place = [](double at, int most) {
            return std::clamp(static_cast<int>(at / cell), 0, most);
        };
        if (rect.isEmpty()) return {0, 0, 0, 0};
        return {place(rect.left() - area_.left(), columns_), place(rect.top() - area_.top(), rows_),
                place(rect.right() - area_.left() + cell - 0.01, columns_),
                place(rect.bottom() - area_.top() + cell - 0.01, rows_)};
    }
    int& at(int x, int y) {
        return sums_[static_cast<std::size_t>(y) * static_cast<std::size_t>(columns_ + 1) +
                     static_cast<std::size_t>(x)];
    }
    int at(int x, int y) const {
        return sums_[static_cast<std::size_t>(y) * static_cast<std::size_t>(columns_ + 1) +
                     static_cast<std::size_t>(x)];
    }

    QRectF area_;
    int columns_, rows_;
    std::vector<int> sums_;  ///< of the cells above and left
};

/// Marks, strokes and intervals of the series; bars and spans, behind which names may stand, are none.
void add_series(Ink& ink, const present::Series& series, const QCPAbstractPlottable& plottable) {
    using enum present::Series::Kind;
    if (series.kind != points && series.kind != line && series.kind != steps) return;
    const bool strokes = series.kind != points,
               marks = series.kind == points || (series.kind == line && series.marked);
    const present::Point* before = nullptr;
    for (const auto& point : series.points) {
        if (!point.y) {
            before = nullptr;
            continue;
        }
        const auto here = plottable.coordsToPixels(point.x, *point.y);
        if (strokes && before != nullptr) {
            const auto from = plottable.coordsToPixels(before->x, *before->y);
            const auto corner = series.kind == steps ? plottable.coordsToPixels(point.x, *before->y) : from;
            if (corner != from) ink.add(from, corner);
            ink.add(corner, here);
        }
        if (marks)
            ink.add(QRectF(here.x() - mark_reach, here.y() - mark_reach, 2 * mark_reach, 2 * mark_reach));
        if (marks && series.intervals && point.high > point.low && point.low > 0)
            ink.add(plottable.coordsToPixels(point.x, point.low),
                    plottable.coordsToPixels(point.x, point.high));
        before = &point;
    }
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
        const QPen pen(theme_.faint_text, 1.2,
                       mark.provenance == Provenance::measured ? Qt::SolidLine : Qt::DashLine);
        line->setPen(pen);
        const auto coords = [&](double along) {
            return vertical ? QPointF(mark.at, along) : QPointF(along, mark.at);
        };
        // Any two places along it: the line goes on beyond both.
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
        text->setText(typeset(mark.text));
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

/// Space above the axes, at once: what is placed next is placed by the new layout.
void ChartView::set_space_above(int pixels) {
    auto margins = plot_->axisRect()->minimumMargins();
    if (margins.top() == pixels) return;
    margins.setTop(pixels);
    plot_->axisRect()->setMinimumMargins(margins);
    for (const auto phase :
         {QCPLayoutElement::upPreparation, QCPLayoutElement::upMargins, QCPLayoutElement::upLayout})
        plot_->plotLayout()->update(phase);
}

/// Names of lines from left to right stand at their lines, above or below, the farther right the better,
/// where nothing is drawn and no other name stands. What finds no such place stands above the plot, and a
/// leader goes to its line.
void ChartView::place_names() {
    set_space_above(plot_margin);
    if (names_.empty()) return;
    // Space above the plot moves its lines, so that another name may lose its place: again with as much as is
    // wanted now, then as it comes.
    for (int space = 0, tries = 0; tries < 3; ++tries) {
        const int wanted = place_names_within(space);
        if (wanted <= space) return;
        if (plot_->axisRect()->height() - (wanted - space) < least_below_names) break;
        space = wanted;
        set_space_above(plot_margin + space);
    }
    // Of a very low chart: its tooltip and its caption say as much.
    set_space_above(plot_margin);
    place_names_within(0);
}

/// Places names of lines where `space` pixels are free above the plot, and returns how many it would take for
/// all; those for which there are too few are hidden.
int ChartView::place_names_within(int space) {
    const QRectF area = plot_->axisRect()->rect();
    Ink ink(area);
    for (std::size_t i = 0; i < series_.size(); ++i)
        if (!drawing_->is_hidden(i)) add_series(ink, chart().series[i], *series_[i]);
    ink.finish();
    std::vector<QRectF> taken;
    double right_above = area.right();  // of the next name above the plot
    int lowest = 0, highest = 0;        // its row's distance from the plot, and what all take
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
            // The leader goes down where it meets least: beside points, if there is such a place.
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

}  // namespace sortscope::gui
