#include "gui/views/chart/reference_lines.hpp"

namespace sortscope::gui {
namespace {
constexpr int least_below_names = 30;  // least height of a plot below names
constexpr double beside_line = 4;      // from a line to its name

/// Draws strokes and marks of series to find free places.
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
}  // namespace

void ReferenceLines::draw() {
    const auto& chart = drawing_.data();
    for (const auto& mark : chart.marks) {
        const bool vertical = (mark.across == present::Mark::Across::x) != chart.sideways;  // on the screen
        auto* line = new QCPItemStraightLine(&frame_.plot());
        line->setPen(QPen(drawing_.theme.faint_text, 1.2,
                          mark.provenance == Provenance::measured ? Qt::SolidLine : Qt::DashLine));
        // Two points: the line continues beyond both.
        line->point1->setCoords(vertical ? QPointF(mark.at, 1) : QPointF(1, mark.at));
        line->point2->setCoords(vertical ? QPointF(mark.at, 2) : QPointF(2, mark.at));
        if (mark.text.empty()) continue;
        QCPItemLine* leader = nullptr;
        if (!vertical) {
            leader = new QCPItemLine(&frame_.plot());
            leader->setClipToAxisRect(false);
            leader->setPen(QPen(drawing_.theme.faint_text, 1, Qt::DotLine));
            leader->setTail(QCPLineEnding(QCPLineEnding::esDisc, 5, 5));
            for (auto* end : {leader->start, leader->end}) end->setType(QCPItemPosition::ptAbsolute);
        }
        auto* text = new QCPItemText(&frame_.plot());
        text->setText(typeset(mark.label()));
        text->setColor(drawing_.theme.text);
        auto behind = drawing_.theme.background;
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

void ReferenceLines::place_names() {
    frame_.set_space_above(0);
    if (names_.empty() || frame_.area().isEmpty()) return;
    // Space above moves the lines, and another name may lose its place.
    for (int space = 0, tries = 0; tries < 3; ++tries) {
        const int wanted = place_names_within(space);
        if (wanted <= space) return;
        if (frame_.area().height() - (wanted - space) < least_below_names) break;
        space = wanted;
        frame_.set_space_above(space);
    }
    // Tooltip and caption have the names.
    frame_.set_space_above(0);
    place_names_within(0);
}

/// Returns the space above the plot that all names need; hides names without space.
int ReferenceLines::place_names_within(int space) {
    using Kind = present::Series::Kind;
    const QRectF area = frame_.area();
    Ink ink(frame_.area());
    for (size_t i = 0; i < drawing_.plots.size(); ++i)  // names may cover bars and spans
        if (const auto kind = drawing_.data().series[i].kind;
            kind == Kind::points || kind == Kind::line || kind == Kind::steps)
            ink.add(*drawing_.plots[i]);
    std::vector<QRectF> taken;
    double right_above = area.right();  // right end of the next name above the plot
    int lowest = 0, highest = 0;        // from the plot to the name's row; height of all rows
    for (const auto& name : names_) {
        const double line = frame_.value().coordToPixel(name.at);
        name.text->setVisible(false);
        name.leader->setVisible(false);
        if (line < area.top() - 1 || line > area.bottom() + 1) continue;  // the line is out of sight
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
            // Prefers a place where the leader crosses no strokes.
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
}
