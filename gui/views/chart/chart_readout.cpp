#include "gui/views/chart/chart_readout.hpp"

#include <ranges>

#include "gui/views/parts/controls.hpp"

namespace sortscope::gui {
namespace {
using Kind = present::Series::Kind;
using present::Scale;

QString position_text(const present::Axis& axis, double x) {
    if (axis.scale == Scale::log2) {
        const auto whole = std::llround(x);
        if (std::abs(x - double(whole)) < 1e-9 && axis.powers) return typeset("2^" + std::to_string(whole));
        return to_qstring(format_grouped(std::llround(std::exp2(x))));
    }
    return to_qstring(format_significant(x)) + (axis.unit.empty() ? QString() : u' ' + typeset(axis.unit));
}
}  // namespace

ChartReadout::ChartReadout(const ChartFrame& frame, const ChartDrawing& drawing)
    : QLabel(&frame.plot()), frame_(frame), drawing_(drawing) {
    setObjectName(u"chart_readout"_s);
    setTextFormat(Qt::RichText);
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::ToolTipBase);
    setForegroundRole(QPalette::ToolTipText);
    setFrameShape(QFrame::StyledPanel);
    setMargin(5);
    setAttribute(Qt::WA_TransparentForMouseEvents);
    hide();
}

void ChartReadout::show_if(bool shown, const QPointF& position) {
    if (!shown) return put_away();
    const double wanted = frame_.key().pixelToCoord(position.x());
    const auto& chart = drawing_.data();
    const bool lanes = chart.y.scale == Scale::categories;  // lanes have no value axis: hints have values
    double best = std::numeric_limits<double>::infinity(), at = 0;
    for (size_t i = 0; i < chart.series.size(); ++i) {
        if (drawing_.is_hidden(i) || chart.series[i].kind == Kind::spans) continue;
        const auto& points = chart.series[i].points;
        const auto after = std::ranges::lower_bound(points, wanted, {}, &present::Point::x);
        if (lanes && after != points.begin() && after != points.end()) best = 0, at = std::prev(after)->x;
        for (const auto near : {after, after == points.begin() ? after : std::prev(after)})
            if (near != points.end() && near->y && std::abs(near->x - wanted) < best)
                best = std::abs(near->x - wanted), at = near->x;
    }
    if (!std::isfinite(best)) return put_away();
    std::multimap<double, QString, std::greater<>> lines;  // ordered by value
    for (size_t i = 0; i < chart.series.size(); ++i) {
        const auto& series = chart.series[i];
        const auto found = std::ranges::lower_bound(series.points, at - 1e-9, {}, &present::Point::x);
        if (drawing_.is_hidden(i) || series.kind == Kind::spans || found == series.points.end() || !found->y)
            continue;
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
    QString text = u"<b>%1</b><table cellspacing=\"0\">"_s.arg(position_text(chart.x, at).toHtmlEscaped());
    for (const auto& [value, line] : lines | std::views::take(most_lines)) text += line;
    setText(text + u"</table>"_s + typeset_if_any(chart.y.unit).toHtmlEscaped());
    adjustSize();
    const auto area = frame_.area();
    const int x = position.x() > area.center().x() ? area.left() + 10 : area.right() - width() - 10;
    move(x, area.top() + 8);
    show();
    if (!crosshair_) {
        crosshair_ = new QCPItemStraightLine(&frame_.plot());
        crosshair_->setPen(QPen(drawing_.theme.faint_text, 1, Qt::DotLine));
    } else if (crosshair_->point1->coords().x() == at) {
        return;
    }
    crosshair_->point1->setCoords(at, 1);
    crosshair_->point2->setCoords(at, 2);
    frame_.redraw();
}

void ChartReadout::put_away() {
    hide();
    if (!crosshair_) return;
    frame_.plot().removeItem(crosshair_);
    frame_.redraw();
}
}
